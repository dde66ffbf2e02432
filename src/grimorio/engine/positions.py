"""What every game needs to make a position that somebody wrote down hang together."""

from typing import Any, NoReturn

from grimorio.engine.layout import NONE


def refuse(what: str, reason: str) -> NoReturn:
    """Say what is wrong with a position: the field, and the reason."""
    msg = f"{what}: {reason}"
    raise ValueError(msg)


def lying(cards: Any) -> list[int]:
    """The cards of a row or pile, without its empty places."""
    return [card for card in cards.reshape(-1).tolist() if card != NONE]


def pack(cards: Any, *, sort: bool = False) -> int:
    """Empty places behind the cards; how many cards there are."""
    found = lying(cards)
    cards[:] = (sorted(found) if sort else found) + [NONE] * (len(cards) - len(found))
    return len(found)
