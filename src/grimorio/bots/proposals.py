"""Whole moves that a search compares, in games where they are composed of small steps which nobody sees."""

from typing import Any

from grimorio.bots import offers
from grimorio.bots.contract import Proposals
from grimorio.engine.kernel import integers

PROPOSALS = {
    "zaubercocktail": Proposals(offers.propose, offers.MOST, offers.LONGEST, "whole offers 1"),
}


def proposals_of(game: str) -> Proposals | None:
    """The whole moves of a game, if it has any."""
    return PROPOSALS.get(game)


def room_for_wholes(game: str) -> Any:
    """Rows for its whole moves; none where every move is one action."""
    found = PROPOSALS.get(game)
    return integers(found.most, found.longest) if found is not None else integers(0, 0)
