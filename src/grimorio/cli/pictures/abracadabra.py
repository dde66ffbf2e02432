"""The table of Abracadabra in the terminal: the three Towers, the row, the piles, and the own hand with its Objects."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import BIG, KEY, QUIET, SMALL, TALL, Company, Scene, beside, hanging, inside, joined
from grimorio.cli.pictures.abracadabra_cards import (
    ELEMENTS,
    OBJECT,
    back,
    card,
    chip,
    element_of,
    elementals,
    nothing,
    object_chips,
    title,
    total,
)
from grimorio.cli.pictures.abracadabra_offers import offers, told
from grimorio.cli.pictures.abracadabra_results import laid_open
from grimorio.cli.pictures.abracadabra_story import Storyteller
from grimorio.cli.pointing import Keys, Pick, narrowed, parameters
from grimorio.engine.events import Event
from grimorio.engine.kernel import plain
from grimorio.engine.layout import LETTERS
from grimorio.games.abracadabra.actions import PASS, PLACE_NAMES
from grimorio.games.abracadabra.state import LETTERS_OF_PILES, ROW_DOWN, TRICKS

HAND_KEYS = "abcdefgh"
SEAT_KEYS = "uvwxyz"
NEITHER = "0"
WIDE, WIDEST = 100, 116
"""Columns from which on there is room for longer names, and for big cards."""
LINES = 17
"""Lines of a frame with small cards, besides one for each seat."""
ROOM_FOR_TALL, ROOM_FOR_BIG, AIRY = 5, 8, 4
"""Spare lines from which on cards grow, and empty lines part the table."""
IN_A_ROW = ROW_DOWN + 1
TAKING = {"take": "take_two", "take-again": "take_one"}
RULES = {
    "take": ["A-R7", "A-R8", "A-R28", "A-G21"],
    "take-again": ["A-R7", "A-R8", "A-R28", "A-G21"],
    "play": ["A-R9", "A-R10", "A-R11", "A-R12", "A-R13", "A-R16", "A-R20"],
    "choose-pile": ["A-R19", "A-G6", "A-G25"],
    "give-back": ["A-R26", "A-G17"],
    "exodus": ["A-R25", "A-G13", "A-G18"],
    "discard": ["A-R29", "A-G19", "A-R34"],
}
RULES_OF_TRICKS = {"proxima": "A-R23", "idem": "A-R24", "exodus": "A-R25", "chaos": "A-R26", "vademecum": "A-R27"}


class AbracadabraPicture:
    """Abracadabra as it is drawn."""

    def __init__(self, company: Company) -> None:
        """Draw for this company."""
        self.company, self.words = company, company.words
        self.box = plain(company.box)
        self.teller = Storyteller(company.words, company.names)

    # ------------------------------------------------------------ the frame

    def frame(self, scene: Scene) -> RenderableType:
        """The whole table, with cards as large as the screen has room for."""
        spare = scene.height - LINES - len(self.company.names)
        size = BIG if scene.width >= WIDEST and spare >= ROOM_FOR_BIG else TALL if spare >= ROOM_FOR_TALL else SMALL
        gap = [Text()] if spare >= 3 * size + AIRY else []
        parts: list[RenderableType] = [self._header(scene), *gap, self._seats(scene), Rule(style=QUIET)]
        parts += [self._middle(scene, size), *gap]
        if scene.view["viewer"]:
            parts += [self._hand_title(scene), self._hand(scene, size)]
        return Group(*parts)

    def _say(self, name: str, **values: object) -> str:
        return self.words.text("picture", name).format(**values)

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
        goal = self._say("goal", goal=self.box.goal)
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
        key = SEAT_KEYS[LETTERS.index(letter)] if self._can_pick(scene, "seat", letter) else ""
        mark = Text(f" {key} ", KEY) if key else Text("▶  " if acting else "   ")
        name = Text.assemble(mark, (f"{letter} ", QUIET), (self._name(letter), "bold" if acting else ""))
        owned = object_chips(view["objects_backs"][letter], view["bonus"][letter])
        things = owned if owned.plain else Text("-", QUIET)
        return [
            name,
            self._backs(view, letter),
            Text.assemble((f"{self._say('objects')} ", QUIET), things),
            self._marks(view, letter),
        ]

    def _backs(self, view: Mapping[str, Any], letter: str) -> Text:
        """A hand as the others see it: the element of each card, and the cards of which the viewer knows more."""
        names = self.words.game.card_names
        known = [names[kind] for kind, where in enumerate(view["seen"]) if where == [letter]]
        backs = Counter(element_of(name) for name in view["hand_backs"][letter])
        backs.subtract(element_of(name) for name in known)
        shown = []
        for element, (sign, ink) in ELEMENTS.items():
            shown += [chip(self.words, name) for name in known if element_of(name) == element]
            shown += [Text(sign, f"bold {ink}")] * backs[element]
        return joined(shown) if shown else Text("-", QUIET)

    def _marks(self, view: Mapping[str, Any], letter: str) -> Text:
        """What else is to be seen of a seat."""
        marks = []
        if view["proxima_of"] == letter:
            marks.append(Text(self.words.name("proxima"), KEY))
        if view["barren"][letter]:
            marks.append(Text(self._say("barren", n=view["barren"][letter]), QUIET))
        if self.company.bots[LETTERS.index(letter)]:
            marks.append(Text(self._say("bot"), QUIET))
        return joined(marks, " · ")

    # ------------------------------------------------------------ the middle: Towers, row, piles

    def _middle(self, scene: Scene, size: int) -> RenderableType:
        width = IN_A_ROW * (inside(size) + 2) + IN_A_ROW - 1
        grid = Table.grid(expand=True, padding=(0, 1))
        grid.add_column(width=width)
        grid.add_column(ratio=1)
        lines = [*self._towers(scene, size, width), *self._row(scene, size), self._piles(scene.view)]
        room = max(20, scene.width - width - 4)
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
        blocks = [
            card(self.words, name, size=size) if name else nothing(self._say("empty"), size=size)
            for name in view["towers"]
        ]
        top = view["top_backs"][0]
        blocks.append(back(self.words, top, size=size) if top else nothing("-", size=size))
        return [heading.append(f" {deck}", QUIET), *beside(blocks)]

    def _row(self, scene: Scene, size: int) -> list[Text]:
        view = scene.view
        heading = Text.assemble((f" {self._say('row')}", "bold"))
        if scene.legal and view["phase"] in TAKING:
            heading.append(f" · {self._say(TAKING[view['phase']])}", "green")
        blocks = []
        for place, name in enumerate([*view["row_backs"], *view["shown"]]):
            key = str(place + 1) if self._can_pick(scene, "place", PLACE_NAMES[place]) else ""
            drawn = card if place == ROW_DOWN else back
            blocks.append(drawn(self.words, name, key, size=size) if name else nothing(self._say("taken"), size=size))
        return [heading, *beside(blocks)]

    def _piles(self, view: Mapping[str, Any]) -> Text:
        line = Text.assemble((f" {self._say('piles')} ", QUIET))
        for letter, left in zip(LETTERS_OF_PILES, view["pile_size"], strict=True):
            line.append(letter, f"bold {OBJECT}{' reverse' if letter == view['letter'] else ''}")
            line.append(f"{left} ", "" if left else QUIET)
        return line.append(f"· {self._say('from_hand')} {view['bonus_left']}", QUIET)

    # ------------------------------------------------------------ beside it: what can be done, what happened

    def _beside(self, scene: Scene, room: int, lines: int) -> list[RenderableType]:
        shown: list[RenderableType] = list(self._choices(scene, lines))
        lines -= len(shown)
        if shown and lines <= ROW_DOWN:
            return shown
        if shown:
            shown.append(Text())
            lines -= 1
        return shown + self._story(scene, room, lines)

    def _choices(self, scene: Scene, lines: int) -> list[Text]:
        """What is done with keys that stand on no card: gatherings, the pile to draw from, to pass."""
        if not scene.legal or scene.view["phase"] not in {"play", "choose-pile"}:
            return []
        piles = [letter for letter in LETTERS_OF_PILES if self._draws_from(scene, letter)]
        said = [self._said(letter.lower(), self._action("drawfrom", letter=letter)) for letter in piles]
        said += self._tricks(scene)
        found, _ = offers(self.words.game, scene.view, scene.legal)
        left = narrowed(self.words.game, scene.legal, scene.picks)
        found = [offer for offer in found if offer.action in left]
        room = lines - len(said) - 2
        most = len(found) if len(found) <= room else room - 1
        listed = sorted(found[:most], key=lambda offer: offer.letter, reverse=True)
        widest = max((len(offer.keys) for offer in listed), default=1)
        shown = [told(self.words, offer, widest) for offer in listed]
        if len(found) > most:
            shown.append(Text(f"    {self._say('gathering_more', n=len(found) - most)}", QUIET))
        return [Text(self._say("choices"), "bold"), *shown, *said, joined(self._sayings(scene), "  ")]

    def _action(self, name: str, **values: str) -> str:
        return self.words.text("actions", name).format(**values)

    def _tricks(self, scene: Scene) -> list[Text]:
        """The Tricks of the hand that can be played, by the key of their card."""
        return [
            self._said(HAND_KEYS[k], self._action("trick", trick=self.words.name(name)))
            for k, name in enumerate(scene.view["hand"])
            if narrowed(self.words.game, scene.legal, {**scene.picks, "trick": name})
        ]

    def _draws_from(self, scene: Scene, letter: str) -> bool:
        return any(parameters(self.words.game, number) == {"letter": letter} for number in scene.legal)

    def _sayings(self, scene: Scene) -> list[Text]:
        key = NEITHER if parameters(self.words.game, PASS) else "⏎"
        passing = [self._said(key, self.words.action(PASS))] if PASS in scene.legal else []
        return [*passing, self._said("?", self._say("help"))]

    def _said(self, key: str, text: str) -> Text:
        return Text.assemble((f" {key} ", KEY), f" {text}")

    def _story(self, scene: Scene, room: int, lines: int) -> list[RenderableType]:
        """What happened since the viewer's last decision, the latest at the bottom, as much as fits."""
        heading = Text(self._say("story"), "bold")
        if not scene.story:
            new = scene.view["turns"] <= 1 and scene.view["phase"] == "take"
            return [heading, Text(self._say("nothing"), QUIET), *self._legend(room, lines - 2)] if new else []
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
        legend = Text(self._say("legend"), QUIET)
        return [Text(), legend] if lines > 2 + legend.cell_len // room else []

    # ------------------------------------------------------------ the own hand

    def _hand_title(self, scene: Scene) -> RenderableType:
        view, me = scene.view, scene.view["viewer"]
        points = total(view, view["objects"], view["hand"], me)
        line = Text.assemble((self._say("hand"), "bold"), f" · {self._say('objects')} ")
        things = object_chips(view["objects"], view["bonus"][me])
        line.append_text(things if things.plain else Text(self._say("no_objects"), QUIET))
        line.append(f" · {self._say('worth', points=points, goal=self.box.goal)}")
        if elementals(view["hand"]) >= self.box.prize_needs:
            line.append(f" · {self._say('prize', points=points + self.box.prize)}")
        if scene.legal and (asked := self._asked(view)):
            line.append(f" · {asked}", "bold yellow")
        return Rule(line, align="left", style=QUIET)

    def _asked(self, view: Mapping[str, Any]) -> str:
        """What has to be done with a card of the hand."""
        if view["phase"] == "give-back":
            return self._say("give", seat=self._name(view["target"]))
        if view["phase"] == "discard":
            return self._say("discard", limit=self.box.limit)
        return self._say("exodus") if view["phase"] == "exodus" else ""

    def _hand(self, scene: Scene, size: int) -> RenderableType:
        held = scene.view["hand"]
        if not held:
            return Group(*nothing(self._say("hand_empty"), size=size))
        blocks = [self._hand_card(scene, name, HAND_KEYS[k], size) for k, name in enumerate(held)]
        wide = len(blocks) * (inside(size) + 3) - 1
        return Group(*beside(blocks, gap=1 if wide <= scene.width else 0))

    def _hand_card(self, scene: Scene, name: str, key: str, size: int) -> list[Text]:
        what = self._what(name, scene.view["phase"])
        can = self._can_pick(scene, what, name)
        return card(self.words, name, key if can else "", chosen=scene.picks.get(what) == name, size=size)

    def _what(self, name: str, phase: str) -> str:
        """A card of the hand is played as a Trick, or given away."""
        return "trick" if phase == "play" and name in TRICKS else "card"

    def _can_pick(self, scene: Scene, what: str, name: str) -> bool:
        """A key is lit where it goes on from what was picked so far."""
        return what not in scene.picks and bool(narrowed(self.words.game, scene.legal, {**scene.picks, what: name}))

    # ------------------------------------------------------------ keys, words, results

    def keys(self, view: Mapping[str, Any], legal: Sequence[int]) -> Keys:
        """1 to 4 the row, a to h the hand; numbers for gatherings, u to z for opponents, a to g for piles."""
        phase = view["phase"]
        if phase == "choose-pile":
            return {letter.lower(): ("letter", letter) for letter in LETTERS_OF_PILES}
        hand = {HAND_KEYS[k]: (self._what(name, phase), name) for k, name in enumerate(view["hand"])}
        if phase != "play":
            return {**{str(place + 1): ("place", name) for place, name in enumerate(PLACE_NAMES)}, **hand}
        seats = {SEAT_KEYS[seat]: ("seat", LETTERS[seat]) for seat in range(len(self.company.names))}
        _, gatherings = offers(self.words.game, view, legal)
        return {**gatherings, **hand, **seats, NEITHER: ("word", "pass")}

    def thing(self, pick: Pick, view: Mapping[str, Any], *, short: bool = False) -> Text:
        """A card with its signs, a seat by its name, a gathering by its letter."""
        what, name = pick
        if what == "seat":
            return Text(self._name(name), "bold")
        if what == "letter":
            return Text(f"{name} {self.words.name(f'gathering {name}')}", f"bold {OBJECT}")
        if what == "place":
            lies = [*view["row_backs"], *view["shown"]][PLACE_NAMES.index(name)]
            return chip(self.words, lies) if short and lies else Text(self.words.name(name))
        if what == "word":
            return Text(self.words.action(PASS))
        return chip(self.words, name) if short else title(self.words, name)

    def story(self, events: Sequence[Event], viewer: int) -> list[Text]:  # noqa: ARG002 - events are the viewer's own
        """What happened, compactly."""
        return self.teller.tell(events)

    def recent(self, events: Sequence[Event]) -> Sequence[Event]:
        """All of it."""
        return events

    def results(self, events: Sequence[Event], view: Mapping[str, Any]) -> list[RenderableType]:
        """At the end everything is laid open."""
        return laid_open(self.company, events, view)

    def rules_now(self, view: Mapping[str, Any], legal: Sequence[int]) -> list[str]:
        """The rules of this decision."""
        tricks = {parameters(self.words.game, number).get("trick", "") for number in legal}
        played = [rule for trick, rule in RULES_OF_TRICKS.items() if trick in tricks]
        return [*RULES.get(view["phase"], []), *played]
