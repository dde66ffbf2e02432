"""The table of Abracadabra in the terminal: the three Towers, the row, the piles, and the own hand with its Objects."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import BIG, KEY, QUIET, SMALL, TALL, Company, Scene, beside, hanging, in_lines, inside, joined
from grimorio.cli.draw import told as told_line
from grimorio.cli.pictures.abracadabra.cards import (
    ELEMENTS,
    OBJECT,
    back,
    card,
    chip,
    element_of,
    is_object,
    legend,
    nothing,
    object_chip,
    object_chips,
    title,
)
from grimorio.cli.pictures.abracadabra.offers import numbered, offers, told
from grimorio.cli.pictures.abracadabra.results import laid_open, sum_of, total_of
from grimorio.cli.pointing import Keys
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.reference import Ref
from grimorio.games.abracadabra.actions import PASS, PILES_AT, PLACES_AT
from grimorio.games.abracadabra.insight import Insight
from grimorio.games.abracadabra.state import ROW_DOWN, TRICKS, WITH_JOKERS

HAND_KEYS, TOWER_KEYS, SEAT_KEYS = "abcdefgh", "jkl", "uvwxyz"
DECLARED_KEYS = dict(zip(WITH_JOKERS, "mnor", strict=True))
"""A-M7: piles by the letters that may be declared; no word for passing can be spelled with keys."""
NEITHER = "0"
ROW = [Ref("place", at=at) for at in PLACES_AT.values()]
PILES = {letter: Ref("place", at=at) for letter, at in PILES_AT.items()}
WIDE, WIDEST = 100, 116
"""Columns from which on there is room for longer names, and for big cards."""
LINES = 17
"""Lines of a frame with small cards, besides one for each seat."""
ROOM_FOR_TALL, ROOM_FOR_BIG, AIRY = 5, 8, 4
"""Spare lines from which on cards grow, and empty lines part the table."""
IN_A_ROW = ROW_DOWN + 1
TAKING = {"take": "take_two", "take-again": "take_one"}


class AbracadabraPicture:
    """Abracadabra as it is drawn."""

    in_results: tuple[str, ...] = ("",)

    def __init__(self, company: Company) -> None:
        """Draw for this company."""
        self.company, self.words = company, company.words

    # ------------------------------------------------------------ the frame

    def frame(self, scene: Scene) -> RenderableType:
        """The whole table, with cards as large as the screen has room for."""
        spare = scene.height - LINES - len(self.company.names)
        size = BIG if scene.width >= WIDEST and spare >= ROOM_FOR_BIG else TALL if spare >= ROOM_FOR_TALL else SMALL
        gap = [Text()] if spare >= 3 * size + AIRY else []
        parts: list[RenderableType] = [self._header(scene), *gap, self._seats(scene), Rule(style=QUIET)]
        parts += [self._middle(scene, size), *self._discards(scene, spare - 3 * size - 2 * len(gap) - 1), *gap]
        if scene.view["viewer"]:
            parts += [self._hand_title(scene), self._hand(scene, size)]
        return Group(*parts)

    def _say(self, name: str, **values: object) -> str:
        return self.words.say("picture", name, **values)

    def _name(self, letter: str) -> str:
        return self.company.names[LETTERS.index(letter)]

    def _header(self, scene: Scene) -> RenderableType:
        view = scene.view
        deck = view["deck_size"] + sum(each is not None for each in view["top_backs"])
        said = [
            self._say("turn", turns=view["turns"]),
            self._say("deck", deck=deck),
            self._say("discards", discards=len(view["discards"])),
            *([self._say("extra")] if view["extra"] else []),
        ]
        left = Text.assemble((f" {self.words.game.title} ", KEY), f" {' · '.join(said)}")
        goal = self._say("goal", goal=scene.insight.goal)
        room = scene.width - left.cell_len - len(goal)
        return left.append(" " * room + goal) if room > 1 else left

    # ------------------------------------------------------------ seats

    def _seats(self, scene: Scene) -> RenderableType:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True, max_width=24 if scene.width >= WIDE else 16)
        for _ in range(3):
            grid.add_column(no_wrap=True)
        for seat in range(len(self.company.names)):
            grid.add_row(*self._seat(scene, LETTERS[seat]))
        return grid

    def _seat(self, scene: Scene, letter: str) -> list[Text]:
        view = scene.view
        acting = view["acting"] == letter
        key = SEAT_KEYS[LETTERS.index(letter)] if scene.lit(Ref("seat", letter)) else ""
        mark = Text(f" {key} ", KEY) if key else Text("▶  " if acting else "   ")
        name = Text.assemble(mark, (f"{letter} ", QUIET), (self._name(letter), "bold" if acting else ""))
        owned = object_chips(view["objects_backs"][letter], view["bonus"][letter])
        things = owned if owned.plain else Text("-", QUIET)
        return [
            name,
            self._backs(scene, letter),
            Text.assemble((f"{self._say('objects')} ", QUIET), things),
            self._marks(scene, letter),
        ]

    def _backs(self, scene: Scene, letter: str) -> Text:
        """A hand as the others see it: the element of each card, and the cards of which the viewer knows more."""
        known = scene.insight.held[LETTERS.index(letter)].cards
        backs = Counter(element_of(name) for name in scene.view["hand_backs"][letter])
        backs.subtract(element_of(name) for name in known)
        shown = []
        for element, (sign, ink) in ELEMENTS.items():
            shown += [chip(self.words, name) for name in known if element_of(name) == element]
            shown += [Text(sign, f"bold {ink}")] * backs[element]
        return joined(shown) if shown else Text("-", QUIET)

    def _marks(self, scene: Scene, letter: str) -> Text:
        """What else is to be seen of a seat."""
        marks = []
        if scene.view["proxima_of"] == letter:
            marks.append(Text(self.words.name("proxima"), KEY))
        if barren := scene.insight.held[LETTERS.index(letter)].no_enchanters:
            marks.append(Text(self._say("barren" if barren > 1 else "barren_one", n=barren), QUIET))
        if self.company.bots[LETTERS.index(letter)]:
            marks.append(Text(self._say("bot"), QUIET))
        return joined(marks, " · ")

    # ------------------------------------------------------------ the middle: Towers, row, piles

    def _middle(self, scene: Scene, size: int) -> RenderableType:
        width = IN_A_ROW * (inside(size) + 2) + IN_A_ROW - 1
        grid = Table.grid(expand=True, padding=(0, 1))
        grid.add_column(width=width)
        grid.add_column(ratio=1)
        lines = [*self._towers(scene, size, width), *self._row(scene, size), self._piles(scene)]
        room = max(8, scene.width - width - 4)
        grid.add_row(Group(*lines), Group(*self._beside(scene, room, len(lines))))
        return grid

    def _towers(self, scene: Scene, size: int, width: int) -> list[Text]:
        view, letter = scene.view, scene.view["letter"]
        heading = Text.assemble((f" {self._say('towers')} ", "bold"))
        if letter:
            heading.append(f"· {letter} {self.words.name(f'gathering {letter}')} ", f"bold {OBJECT}")
            heading.append(f"· {self._say('staged_by', seat=self._name(view['organiser']))}", QUIET)
        else:
            heading.append(f"· {self._say('no_gathering')}", QUIET)
        deck = self._say("top").center(inside(size) + 2)
        heading.truncate(width - len(deck) - 1, overflow="ellipsis", pad=True)
        blocks = [self._tower(scene, tower, name, size) for tower, name in enumerate(view["towers"])]
        top = view["top_backs"][0]
        blocks.append(back(self.words, top, size=size) if top else nothing("-", size=size))
        return [heading.append(f" {deck}", QUIET), *beside(blocks)]

    def _tower(self, scene: Scene, tower: int, name: str | None, size: int) -> list[Text]:
        if name is None:
            return nothing(self._say("empty"), size=size)
        ref = in_tower(tower, name)
        key = TOWER_KEYS[tower] if scene.lit(ref) else ""
        return card(self.words, name, key, chosen=ref in scene.picked, size=size)

    def _row(self, scene: Scene, size: int) -> list[Text]:
        view = scene.view
        heading = Text.assemble((f" {self._say('row')}", "bold"))
        if scene.ways and view["phase"] in TAKING:
            heading.append(f" · {self._say(TAKING[view['phase']])}", "green")
        blocks = []
        for place, name in enumerate([*view["row_backs"], *view["shown"]]):
            key = str(place + 1) if scene.lit(ROW[place]) else ""
            drawn = card if place == ROW_DOWN else back
            blocks.append(drawn(self.words, name, key, size=size) if name else nothing(self._say("taken"), size=size))
        return [heading, *beside(blocks)]

    def _piles(self, scene: Scene) -> Text:
        line, lit = Text.assemble((f" {self._say('piles')} ", QUIET)), False
        for pile in scene.insight.piles:
            if scene.lit(PILES[pile.letter]) and scene.view["phase"] == "play":
                line.append(DECLARED_KEYS[pile.letter], KEY)
                lit = True
            line.append(pile.letter, f"bold {OBJECT}{' reverse' if pile.letter == scene.view['letter'] else ''}")
            line.append(f"{pile.left} ", "" if pile.left else QUIET)
        return line.append(f"{'' if lit else '· '}{self._say('from_hand')} {scene.view['bonus_left']}", QUIET)

    def _discards(self, scene: Scene, lines: int) -> list[Text]:
        """A-G21: the discards may be looked through, where there is room to show them."""
        if not scene.view["discards"]:
            return []
        out = [chip(self.words, name) for name in scene.view["discards"]]
        shown = in_lines([Text(f" {self._say('out')}", QUIET), *out], " ", scene.width)
        return shown if len(shown) <= lines else []

    # ------------------------------------------------------------ beside it: what can be done, what happened

    def _beside(self, scene: Scene, room: int, lines: int) -> list[RenderableType]:
        shown: list[RenderableType] = list(self._choices(scene, room, lines))
        lines -= len(shown)
        if shown and lines <= ROW_DOWN:
            return shown
        if shown:
            shown.append(Text())
            lines -= 1
        return shown + self._story(scene, room, lines)

    def _choices(self, scene: Scene, room: int, lines: int) -> list[Text]:
        """What is done with keys that stand on no card: gatherings, the pile to draw from, to pass."""
        if not scene.ways or scene.view["phase"] not in {"play", "choose-pile"}:
            return []
        keys = self.keys(scene)
        said = [*self._piles_to_choose(scene), *self._tricks(scene)]
        found = offers(scene, keys)
        most = lines - len(said) - 2
        most = len(found) if len(found) <= most else most - 1
        listed = sorted(found[:most], key=lambda offer: offer[0].letter, reverse=True)
        widest = max((len(pressed) for _, pressed in listed), default=1)
        shown = [told(self.words, each, pressed, widest, room) for each, pressed in listed]
        if len(found) > most:
            shown.append(Text(f"    {self._say('gathering_more', n=len(found) - most)}", QUIET))
        return [Text(self._say("choices"), "bold"), *shown, *said, joined(self._sayings(scene), "  ")]

    def _piles_to_choose(self, scene: Scene) -> list[Text]:
        """A-R19: the piles that can be chosen, each by its letter."""
        if scene.view["phase"] != "choose-pile":
            return []
        pattern, chosen = self.words.text("actions", "drawfrom"), [each for each in PILES if scene.lit(PILES[each])]
        return [self._said(letter.lower(), pattern.format(letter=letter)) for letter in chosen]

    def _tricks(self, scene: Scene) -> list[Text]:
        """The Tricks of the hand that can be played, by the key of their card."""
        pattern = self.words.text("actions", "trick")
        return [
            self._said(HAND_KEYS[k], pattern.format(trick=self.words.name(name)))
            for k, name in enumerate(scene.view["hand"])
            if name in TRICKS and scene.lit(in_hand(scene.viewer, name))
        ]

    def _sayings(self, scene: Scene) -> list[Text]:
        passing = [self._said(NEITHER, self.words.action(PASS))] if scene.lit(Ref("word", "pass")) else []
        return [*passing, self._said("?", self._say("help"))]

    def _said(self, key: str, text: str) -> Text:
        return Text.assemble((f" {key} ", KEY), f" {text}")

    def _story(self, scene: Scene, room: int, lines: int) -> list[RenderableType]:
        """What happened since the viewer's last decision, the latest at the bottom, as much as fits."""
        heading = Text(self._say("story"), "bold")
        if not scene.story:
            new = scene.view["turns"] <= 1 and scene.view["phase"] == "take"
            begun = [heading, Text(self._say("nothing"), QUIET)] if new else []
            return [*begun, *self._legend(room, lines - len(begun))]
        lines -= 1
        kept: list[Text] = []
        for line in reversed(scene.story):
            lines -= 1 + line.cell_len // room
            if lines < 0:
                break
            kept.insert(0, line)
        return [heading, *(hanging(line, "· ", QUIET) for line in kept), *self._legend(room, lines)]

    def _legend(self, room: int, lines: int) -> list[RenderableType]:
        """What the signs mean, where there is room for it."""
        shown = legend(self.words, room)
        return [Text(), *shown] if len(shown) < lines else []

    # ------------------------------------------------------------ the own hand

    def _hand_title(self, scene: Scene) -> RenderableType:
        view, facts = scene.view, scene.insight
        points = facts.points
        line = Text.assemble((self._say("hand"), "bold"))
        if scene.ways and (asked := self._asked(view, facts)):
            line.append(f" · {asked}", "bold yellow")
        line.append(f" · {self._say('objects')} ")
        things = object_chips(view["objects"], points.from_hand)
        line.append_text(things if things.plain else Text(self._say("no_objects"), QUIET))
        line.append(f" · {self._say('worth', points=points.total, goal=facts.goal)}")
        if points.prize:
            line.append(f" · {self._say('prize', points=points.total + points.prize)}")
        return Rule(line, align="left", style=QUIET)

    def _asked(self, view: Mapping[str, Any], facts: Insight) -> str:
        """What has to be done with a card of the hand."""
        if view["phase"] == "give-back":
            return self._say("give", seat=self._name(view["target"]))
        if view["phase"] == "discard":
            return self._say("discard", limit=facts.limit)
        return self._say("exodus") if view["phase"] == "exodus" else ""

    def _hand(self, scene: Scene, size: int) -> RenderableType:
        held = scene.view["hand"]
        if not held:
            return Group(*nothing(self._say("hand_empty"), size=size))
        blocks = [self._hand_card(scene, name, HAND_KEYS[k], size) for k, name in enumerate(held)]
        wide = len(blocks) * (inside(size) + 3) - 1
        return Group(*beside(blocks, gap=1 if wide <= scene.width else 0))

    def _hand_card(self, scene: Scene, name: str, key: str, size: int) -> list[Text]:
        held = in_hand(scene.viewer, name)
        return card(self.words, name, key if scene.lit(held) else "", chosen=held in scene.picked, size=size)

    # ------------------------------------------------------------ keys, words, results

    def keys(self, scene: Scene) -> Keys:
        """1 to 4 the row, a to h the hand, or a to g the piles; while playing also Towers, opponents, gatherings."""
        view = scene.view
        if view["phase"] == "choose-pile":
            return {letter.lower(): ref for letter, ref in PILES.items()}
        row = {str(place): ref for place, ref in enumerate(ROW, 1)}
        hand = {HAND_KEYS[k]: in_hand(scene.viewer, name) for k, name in enumerate(view["hand"])}
        if view["phase"] != "play":
            return {**row, **hand}
        towers = {TOWER_KEYS[k]: in_tower(k, name) for k, name in enumerate(view["towers"]) if name}
        piles = {key: PILES[letter] for letter, key in DECLARED_KEYS.items()}
        seats = {SEAT_KEYS[seat]: Ref("seat", LETTERS[seat]) for seat in range(len(self.company.names))}
        return {**row, **hand, **towers, **piles, **seats, NEITHER: Ref("word", "pass"), **numbered(scene)}

    def thing(self, ref: Ref, view: Mapping[str, Any] | None = None, *, short: bool = False) -> Text:
        """A card with its signs, a seat by its name, a gathering and its pile by their letter."""
        if ref.sort == "seat":
            return Text(self.words.thing(ref, self.company.names), "bold")
        if ref.sort == "word":
            return Text(self.words.action(PASS))
        if ref.sort == "kind":
            return self._gathering(ref.name[-1])
        if ref.sort == "place":
            return self._place(ref, view, short=short)
        if short:
            return object_chip(ref.name) if is_object(ref.name) else chip(self.words, ref.name)
        return title(self.words, ref.name)

    def _lies(self, ref: Ref, view: Mapping[str, Any] | None) -> str | None:
        """What lies at a place of the row, as far as it is seen."""
        return [*view["row_backs"], *view["shown"]][ROW.index(ref)] if view and ref in ROW else None

    def _place(self, ref: Ref, view: Mapping[str, Any] | None, *, short: bool) -> Text:
        if letter := next((letter for letter, pile in PILES.items() if pile == ref), ""):
            return self._gathering(letter)
        name, lies = self.words.place(ref.at, self.company.names), self._lies(ref, view)
        if lies is None:
            return Text(name)
        return chip(self.words, lies) if short else Text(f"{name}, ").append_text(title(self.words, lies))

    def _gathering(self, letter: str) -> Text:
        return Text(f"{letter} {self.words.name(f'gathering {letter}')}", f"bold {OBJECT}")

    def recent(self, events: Sequence[Event]) -> Sequence[Event]:
        """All of it."""
        return events

    def results(self, events: Sequence[Event], view: Mapping[str, Any], insight: Any) -> list[RenderableType]:
        """At the end everything is laid open, below what decided the game."""
        viewer = LETTERS.index(view["viewer"]) if view["viewer"] else SPECTATOR
        lines = self.words.game.tell(self.company.box, events, viewer)
        return laid_open(self.company, [told_line(self.company, line, self) for line in lines], view, insight)

    def reckoned(self, insight: Insight) -> list[tuple[int, str]]:
        """A-R33, A-R36: with the prize, or the Artefact, that won."""
        return [(total_of(final), sum_of(self.company, final, insight.ending)) for final in insight.last]


def in_hand(viewer: int, name: str) -> Ref:
    """A card of the viewer's hand."""
    return Ref("card", name, f"hand[{LETTERS[viewer]}]")


def in_tower(tower: int, name: str) -> Ref:
    """An Enchanter in a Tower."""
    return Ref("card", name, f"towers[{tower}]")


PICTURE = AbracadabraPicture
