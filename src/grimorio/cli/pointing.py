"""Keys: what each of them points at on the screen, and which to press for an action."""

from collections.abc import Callable, Sequence

from grimorio.engine.pointing import Pointing
from grimorio.engine.reference import Ref, Way

Keys = dict[str, Ref]
"""What each key on the screen points at."""


def picks_in(text: str, keys: Keys) -> list[Ref] | None:
    """The things that a text of keys points at (`4b`, `b 4`); None where it is no text of keys."""
    pressed = text.lower().split() if " " in text.strip() else _pressed(text.strip().lower(), keys)
    picks = [keys[key] for key in pressed if key in keys]
    return picks if len(picks) == len(pressed) > 0 else None


ENTER = ""
"""What is typed by whoever presses Enter alone."""


def keys_of(way: Way, at: Callable[[Sequence[Ref]], tuple[Keys, Pointing]], picked: Sequence[Ref] = ()) -> list[str]:
    """The keys to press for an action, at once or one after the other; nothing where it cannot be pointed at.

    `at` says which keys there are, and what can be done, once some things were picked, as some are already. Where more
    could be picked, `ENTER` says that it is enough.
    """
    keys, pointing = at(picked)
    left = [ref for ref in way.refs if ref not in picked]
    pressed: list[str] = []
    if left and all(ref in keys.values() for ref in left):
        pressed.append("".join(_key(ref, keys) for ref in left))
        pointing = pointing.pick(*left)
    while pointing.only is None and pointing.whole != way:
        ref = next((ref for ref in way.refs if ref in keys.values() and ref not in pointing.picked), None)
        if ref is None:
            return []
        pressed.append(_key(ref, keys))
        keys, pointing = at((*pointing.picked, ref))
    return [*pressed, ENTER] if pointing.only is None else pressed


def _key(ref: Ref, keys: Keys) -> str:
    """The first key that points at something."""
    return next(key for key, each in keys.items() if each == ref)


def _pressed(text: str, keys: Keys) -> list[str]:
    """The keys of a text without spaces; where one is the beginning of another (`v`, `v1`) the longer one counts."""
    found: list[str] = []
    longest = max(map(len, keys), default=1)
    while text:
        found.append(next((text[:size] for size in range(longest, 1, -1) if text[:size] in keys), text[0]))
        text = text[len(found[-1]) :]
    return found
