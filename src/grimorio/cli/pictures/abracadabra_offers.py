"""The gatherings that a seat may stage now, best first, and the keys to stage them by."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from rich.text import Text

from grimorio.cli.draw import KEY, joined
from grimorio.cli.pictures.abracadabra_cards import OBJECT, chip
from grimorio.cli.pointing import Keys, Pick, narrowed, parameters
from grimorio.engine.game import Game
from grimorio.engine.words import Words
from grimorio.games.abracadabra.actions import GATHER
from grimorio.games.abracadabra.gatherings import MEETINGS

ALONE = "123456789"
"""Keys of gatherings that one thing tells from all others."""
TOGETHER = "jklmnoprst"
"""Keys of things that tell a gathering from the others only together."""


@dataclass(frozen=True)
class Offer:
    """A gathering that may be staged: its letter, its cards, the one that comes from the Towers, its keys."""

    action: int
    letter: str
    cards: tuple[str, ...]
    reused: str | None
    keys: str


def offers(game: Game, view: Mapping[str, Any], legal: Sequence[int]) -> tuple[list[Offer], Keys]:
    """Every legal gathering, first the best of each letter, then the second best; and what their keys point at."""
    found = [number for number in legal if GATHER <= number < GATHER + len(MEETINGS)]
    keys = _Keys(game, legal)
    best_first = sorted((_offer(game, view, number) for number in found), key=_cost)
    before: Counter[str] = Counter()
    ranked = []
    for offer in best_first:
        ranked.append((before[offer.letter], -ord(offer.letter), offer))
        before[offer.letter] += 1
    made = [offer for _, _, offer in sorted(ranked, key=lambda each: each[:2])]
    return [replace(offer, keys=keys.of(offer.action)) for offer in made], keys.given


def _cost(offer: Offer) -> tuple[bool, int, int]:
    """Three from the hand pay a bonus; Air Enchanters are worth keeping."""
    return offer.reused is not None, sum(name.startswith("air ") for name in offer.cards), offer.action


def told(words: Words, offer: Offer, widest: int) -> Text:
    """A gathering in a line: keys, letter and name, its cards (one of the Towers in brackets), the bonus."""
    shown = [
        Text.assemble("[", chip(words, name), "]") if name == offer.reused else chip(words, name)
        for name in offer.cards
    ]
    name = f"{offer.letter} {words.name(f'gathering {offer.letter}')}"
    bonus = "" if offer.reused else " +1"
    head = Text.assemble((f" {offer.keys} ", KEY if offer.keys else ""), " " * (1 + widest - len(offer.keys)))
    return Text.assemble(head, (f"{name:<9} ", f"bold {OBJECT}"), joined(shown), (bonus, OBJECT))


def _offer(game: Game, view: Mapping[str, Any], number: int) -> Offer:
    spoken = parameters(game, number)
    cards = (spoken["first"], spoken["second"], spoken["third"])
    reused = next((name for name in cards if name not in view["hand"]), None)
    return Offer(number, MEETINGS[number - GATHER].letter, cards, reused, "")


class _Keys:
    """Gives each gathering as few keys as tell it from every other legal action, as long as there are keys."""

    def __init__(self, game: Game, legal: Sequence[int]) -> None:
        self.game, self.legal = game, legal
        self.given: Keys = {}
        self.alone, self.together = iter(ALONE), iter(TOGETHER)

    def of(self, number: int) -> str:
        """The keys of a gathering; '' when there are none left."""
        picks = next(picks for picks in self._ways(number) if narrowed(self.game, self.legal, dict(picks)) == [number])
        pressed = [self._key(pick, self.alone if len(picks) == 1 else self.together) for pick in picks]
        return "".join(pressed) if all(pressed) else ""

    def _ways(self, number: int) -> Iterator[tuple[Pick, ...]]:
        spoken = list(parameters(self.game, number).items())
        for size in range(1, len(spoken) + 1):
            yield from combinations(spoken, size)

    def _key(self, pick: Pick, free: Iterator[str]) -> str:
        key = next((key for key, given in self.given.items() if given == pick), None) or next(free, "")
        if key:
            self.given[key] = pick
        return key
