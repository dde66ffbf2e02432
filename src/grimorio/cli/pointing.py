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


def keys_of(way: Way, at: Callable[[Sequence[Ref]], tuple[Keys, Pointing]], picked: Sequence[Ref] = ()) -> list[str]:
    """The keys to press for an action, at once or one after the other; nothing where it cannot be pointed at.

    `at` says which keys there are, and what can be done, once some things were picked, as some are already.
    """
    keys, pointing = at(picked)
    left = [ref for ref in way.refs if ref not in picked]
    if all(ref in keys.values() for ref in left):
        return ["".join(_key(ref, keys) for ref in left)] if left else []
    pressed: list[str] = []
    while pointing.only is None:
        ref = next((ref for ref in way.refs if ref in keys.values() and ref not in pointing.picked), None)
        if ref is None:
            return []
        pressed.append(_key(ref, keys))
        keys, pointing = at((*pointing.picked, ref))
    return pressed


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
