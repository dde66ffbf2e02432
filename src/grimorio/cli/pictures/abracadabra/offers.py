"""The gatherings that can be staged, as they are listed: the keys to press, the cards, what they pay."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from rich.text import Text

from grimorio.cli.draw import KEY, QUIET, Scene, joined
from grimorio.cli.pictures.abracadabra.cards import OBJECT, chip
from grimorio.cli.pointing import Keys
from grimorio.engine.reference import Ref
from grimorio.engine.words import Words
from grimorio.games.abracadabra.insight import Gathering

ALONE = "123456789"
"""Keys of gatherings that one thing tells from all others."""


def numbered(scene: Scene) -> Keys:
    """A number for each gathering, the best first, that one thing tells from whatever else can be done."""
    if scene.picked:
        return {}
    often = Counter(ref for way in scene.ways for ref in way.refs)
    telling = (next((ref for ref in each.refs if often[ref] == 1), None) for each in scene.insight.gatherings)
    return dict(zip(ALONE, (ref for ref in telling if ref is not None), strict=False))


def offers(scene: Scene, keys: Keys) -> list[tuple[Gathering, str]]:
    """Every gathering that goes on from what was picked, with the keys that are still to be pressed for it."""
    left = {way.refs for way in scene.pointing.left}
    by_ref = {ref: key for key, ref in keys.items()}
    found = (each for each in scene.insight.gatherings if each.refs in left)
    return [(each, "".join(by_ref[ref] for ref in fewest(scene, each))) for each in found]


def fewest(scene: Scene, gathering: Gathering) -> tuple[Ref, ...]:
    """The fewest things to pick until only this gathering is left."""
    return next(picks for picks in _picks(scene, gathering) if scene.pointing.pick(*picks).only is not None)


def _picks(scene: Scene, gathering: Gathering) -> Iterator[tuple[Ref, ...]]:
    rest = [ref for ref in gathering.refs if ref not in scene.picked]
    for size in range(1, len(rest) + 1):
        yield from combinations(rest, size)


def told(words: Words, gathering: Gathering, keys: str, widest: int, room: int) -> Text:
    """A gathering in a line: keys, letter and name, its cards (one of the Towers in brackets), what it pays."""
    shown = [
        Text.assemble("[", chip(words, name), "]") if name == gathering.reused else chip(words, name)
        for name in gathering.cards
    ]
    name = f"{gathering.letter} {words.name(f'gathering {gathering.letter}')}"
    head = Text.assemble((f" {keys} ", KEY), " " * (1 + widest - len(keys)))
    line = Text.assemble(head, (f"{name:<9} ", f"bold {OBJECT}"), joined(shown))
    for part in _pays(words, gathering):
        if line.cell_len + 1 + part.cell_len <= room:
            line.append(" ").append_text(part)
    return line


def _pays(words: Words, gathering: Gathering) -> list[Text]:
    """What a gathering pays besides the Object of its pile, the most telling first."""
    say = words.own["picture"]
    parts = [Text(f"+{gathering.from_hand}", OBJECT)] if gathering.from_hand else []
    if gathering.piles != (gathering.letter,):
        parts.append(Text(say["from_piles"].format(piles="/".join(gathering.piles) or "-"), QUIET))
    if gathering.objects > 1:
        parts.append(Text(say["two_objects"], OBJECT))
    return [*parts, *([Text(say["plus_turn"], QUIET)] if gathering.extra_turn else [])]
