"""Keys: what each of them points at on the screen, and which to press for an action."""

from grimorio.engine.reference import Ref, Way

Keys = dict[str, Ref]
"""What each key on the screen points at."""


def picks_in(text: str, keys: Keys) -> list[Ref] | None:
    """The things that a text of keys points at (`4b`, `b 4`); None where it is no text of keys."""
    pressed = text.lower().split() if " " in text.strip() else _pressed(text.strip().lower(), keys)
    picks = [keys[key] for key in pressed if key in keys]
    return picks if len(picks) == len(pressed) > 0 else None


def keys_of(way: Way, keys: Keys) -> str:
    """The keys to press for an action; '' where it cannot be pointed at."""
    by_ref = {ref: key for key, ref in reversed(keys.items())}
    pressed = [by_ref.get(ref, "") for ref in way.refs]
    return "".join(pressed) if all(pressed) else ""


def _pressed(text: str, keys: Keys) -> list[str]:
    """The keys of a text without spaces; where one is the beginning of another (`v`, `v1`) the longer one counts."""
    found: list[str] = []
    longest = max(map(len, keys), default=1)
    while text:
        found.append(next((text[:size] for size in range(longest, 1, -1) if text[:size] in keys), text[0]))
        text = text[len(found[-1]) :]
    return found
