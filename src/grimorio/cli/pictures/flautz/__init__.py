"""The table of FLAUTZ! in the terminal: air above, the arena strip with its crystal, floor below, the own hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import BIG, KEY, QUIET, SMALL, TALL, Company, Scene, beside, card, hanging, joined
from grimorio.cli.pictures.flautz.arena import arena_width, strip, zone_label
from grimorio.cli.pictures.flautz.cards import colour_title, face_of
from grimorio.cli.pictures.flautz.results import challenge_results, won_so_far
from grimorio.cli.pointing import Keys
from grimorio.engine.events import Event
from grimorio.engine.kernel import plain
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref
from grimorio.games.flautz.state import CRYSTALS, ROW

HAND_KEYS = "abcde"
ZONES = ("air", "floor")
PLACES = [Ref("place", at=f"{zone}[{k}]") for zone in ZONES for k in range(ROW)]
SAID = {"7": Ref("word", "focus"), "8": Ref("word", "declare"), "0": Ref("word", "waive")}
NARROW, WIDE, WIDEST = 80, 100, 116
"""Columns from which on there is room beside the hand, for schools and whole names of cards, and for big cards."""
LINES = 18
"""Lines of a frame with small cards, besides one for each seat."""
ROOM_FOR_TALL, ROOM_FOR_BIG, AIRY = 6, 8, 4
"""Spare lines from which on cards grow, and empty lines part the table."""


class FlautzPicture:
    """FLAUTZ! as it is drawn."""

    in_results: tuple[str, ...] = (
        "told.opened",
        "told.began",
        "events.crystal",
        "events.won",
        "events.valued",
        "events.showed",
    )

    def __init__(self, company: Company) -> None:
        """Draw for this company."""
        self.company, self.words = company, company.words
        self.box = plain(company.box)

    # ------------------------------------------------------------ the frame

    def frame(self, scene: Scene) -> RenderableType:
        """The whole table, with cards as large as the screen has room for."""
        spare = scene.height - LINES - len(self.company.names)
        size = BIG if scene.width >= WIDEST and spare >= ROOM_FOR_BIG else TALL if spare >= ROOM_FOR_TALL else SMALL
        gap = [Text()] if spare >= 3 * size + AIRY else []
        parts: list[RenderableType] = [self._header(scene), *gap, self._seats(scene), Rule(style=QUIET)]
        parts += [self._middle(scene, size), *gap]
        if scene.view["hand"]:
            parts += [self._hand_title(scene), self._hand(scene, size)]
        return Group(*parts)

    def _say(self, name: str, **values: object) -> str:
        return self.words.say("picture", name, **values)

    def _header(self, scene: Scene) -> RenderableType:
        view, by_points = scene.view, self.box.mode != CRYSTALS
        challenge = "challenge_of" if by_points else "challenge"
        told = [
            self._say(challenge, challenge=view["challenge"], challenges=self.box.challenges),
            self._say("round", round=min(view["arena_field"] + 1, self.box.rounds), rounds=self.box.rounds),
            self._say("pile", pile=view["pile_size"]),
            *([self._say("discards", discards=view["discarded"])] if view["discarded"] else []),
        ]
        left = Text.assemble((f" {self.words.game.title} ", KEY), f" {' · '.join(told)}")
        goal = self._say("goal_points", points=self.box.points_per_crystal)
        if not by_points:
            goal = self._say("goal_crystals", crystals=self.box.crystals_to_win)
        room = scene.width - left.cell_len - len(goal)
        return left.append(" " * room + goal) if room > 1 else left

    # ------------------------------------------------------------ seats

    def _seats(self, scene: Scene) -> RenderableType:
        wide = scene.width >= WIDE
        grid = Table.grid(padding=(0, 2 if wide else 1))
        grid.add_column(no_wrap=True, max_width=20 if wide else 13)
        for _ in range(3):
            grid.add_column(no_wrap=True)
        grid.add_column()  # known cards of a hand take another line where they must
        for seat in range(len(self.company.names)):
            grid.add_row(*self._seat(scene.view, seat, wide=wide))
        return grid

    def _seat(self, view: Mapping[str, Any], seat: int, *, wide: bool) -> list[Text]:
        letter = LETTERS[seat]
        acting = view["turn"] == letter and view["phase"] != "over"
        name = Text(f"{'▶' if acting else ' '} {self.company.names[seat]}", "bold" if acting else "")
        won = joined(won_so_far(self.company, view, letter), " · ")
        faces = [face_of(self.words, each) for each in view["known"][letter]]
        known = joined([face.title if wide and len(faces) < ROW else face.chip for face in faces])
        apprentice = colour_title(self.words, view["apprentice"][letter], wide=wide)
        told = Text(f"{self._say('known_of_you' if view['viewer'] == letter else 'known')} " if faces else "", QUIET)
        return [name, apprentice, won, self._marks(view, seat), Text.assemble(told, known)]

    def _marks(self, view: Mapping[str, Any], seat: int) -> Text:
        """What else is to be seen of a seat: the pile in front of it, the focus side, a declaration, a bot."""
        letter = LETTERS[seat]
        marks = []
        if view["focused"][letter]:
            marks.append(Text(self._say("focus"), KEY))
        if view["declarer"] == letter:
            marks.append(Text(self._say("declarer"), "bold"))
        if view["first"] == letter:
            marks.append(Text(self._say("first"), QUIET))
        if self.company.bots[seat]:
            marks.append(Text(self._say("bot"), QUIET))
        return joined(marks, " · ")

    # ------------------------------------------------------------ the middle: air, arena, floor

    def _middle(self, scene: Scene, size: int) -> RenderableType:
        arena = Group(*self._arena(scene, size))
        grid = Table.grid(expand=True, padding=(0, 1))
        grid.add_column(width=arena_width(self.company, size))
        grid.add_column(ratio=1)
        grid.add_row(arena, self._told(scene, arena_width(self.company, size), lines=2 * size + 11))
        return grid

    def _told(self, scene: Scene, beside_arena: int, lines: int) -> RenderableType:
        """What happened since the viewer's last turn, the latest at the bottom, as much as fits."""
        title = Text(self._say("story"), "bold")
        if not scene.story:
            return Group(title, Text(self._say("nothing"), QUIET), *self._footnotes(scene.view, lines - 2))
        room = max(20, scene.width - beside_arena - 4)
        kept: list[Text] = []
        for line in reversed(scene.story):
            lines -= 1 + line.cell_len // room
            if lines <= 0:
                break
            kept.insert(0, line)
        told: list[RenderableType] = [hanging(line, "· ", QUIET) for line in kept]
        return Group(title, *told, *self._footnotes(scene.view, lines))

    def _footnotes(self, view: Mapping[str, Any], lines: int) -> list[RenderableType]:
        """What the signs mean, and which cards are out of play, where there is room for it."""
        notes = [Text(self._say("legend"), QUIET)]
        if view["discards"]:
            out = joined([face_of(self.words, name).chip for name in view["discards"]])
            notes.insert(0, Text.assemble((f"{self._say('out')} ", QUIET), out))
        return [Text(), *notes] if lines > 2 * len(notes) + 1 else []

    def _arena(self, scene: Scene, size: int) -> list[Text]:
        rows = [[self._open_card(scene, zone, k, size) for k in range(ROW)] for zone in ZONES]
        refilling = any(way.form == "refill" for way in scene.ways)
        top, bottom = (
            zone_label(self.words, zone, open_now=zone in scene.insight.open, refilling=refilling) for zone in ZONES
        )
        return [top, *beside(rows[0]), *strip(self.company, scene.view), *beside(rows[1]), bottom]

    def _open_card(self, scene: Scene, zone: str, k: int, size: int) -> list[Text]:
        place = Ref("place", at=f"{zone}[{k}]")
        key = str(PLACES.index(place) + 1) if scene.lit(place) else ""
        face = face_of(self.words, scene.view[zone][k])
        return card(face, key, live=zone in scene.insight.open, chosen=place in scene.picked, size=size)

    # ------------------------------------------------------------ the own hand

    def _hand_title(self, scene: Scene) -> RenderableType:
        view, me, spell = scene.view, LETTERS[scene.viewer], scene.insight.spell
        name = "worth_flautz" if spell.flautz else "worth"
        told = self._say(name if scene.insight.scores_now else "worth_focused", points=spell.value)
        title = Text.assemble((self._say("hand"), "bold"), f" · {told}")
        if view["declarer"] not in {None, me}:
            title.append(f" · {self._say('last_turn')}", "bold yellow")
        return Rule(title, align="left", style=QUIET)

    def _hand(self, scene: Scene, size: int) -> RenderableType:
        blocks = [self._hand_card(scene, name, HAND_KEYS[k], size) for k, name in enumerate(scene.view["hand"])]
        if scene.width < NARROW:
            return Group(*beside(blocks), joined(self._sayings(scene), "  "))
        return Group(*beside([beside(blocks), self._sayings(scene)]))

    def _hand_card(self, scene: Scene, name: str, key: str, size: int) -> list[Text]:
        held = in_hand(scene.viewer, name)
        return card(face_of(self.words, name), key if scene.lit(held) else "", chosen=held in scene.picked, size=size)

    def _sayings(self, scene: Scene) -> list[Text]:
        """What can be done without a card, with its number."""
        told = {key: self.words.text("actions", ref.name) for key, ref in SAID.items() if scene.lit(ref)}
        if scene.ways:
            told["?"] = self._say("help")
        return [Text.assemble((f" {key} ", KEY), f" {text}") for key, text in told.items()]

    # ------------------------------------------------------------ keys, words, results

    def keys(self, scene: Scene) -> Keys:
        """1 to 3 the air, 4 to 6 the floor, a to e the hand, then what is only said."""
        places = {str(number): place for number, place in enumerate(PLACES, 1)}
        hand = {HAND_KEYS[k]: in_hand(scene.viewer, name) for k, name in enumerate(scene.view["hand"])}
        return {**places, **hand, **SAID}

    def thing(self, ref: Ref, view: Mapping[str, Any] | None = None, *, short: bool = False) -> Text:
        """A card with its sign, a place with the card that lies there."""
        if ref.sort == "seat":
            return Text(self.words.thing(ref, self.company.names), "bold")
        if ref.sort == "word":
            return Text(self.words.text("actions", ref.name))
        if ref.sort == "place":
            return self._place(ref, view, short=short)
        face = face_of(self.words, ref.name)
        return face.chip if short else face.title

    def _place(self, ref: Ref, view: Mapping[str, Any] | None, *, short: bool) -> Text:
        name = self.words.place(ref.at, self.company.names)
        if view is None or ref not in PLACES:
            return Text(name)
        lies = face_of(self.words, (view["air"] + view["floor"])[PLACES.index(ref)])
        return lies.chip if short else Text(f"{name}, ").append_text(lies.title)

    def recent(self, events: Sequence[Event]) -> Sequence[Event]:
        """What happened in this challenge; what came before was shown when it ended."""
        began = [i for i, event in enumerate(events) if event.kind == "challenge-began"]
        return events[began[-1] :] if began else events

    def results(self, events: Sequence[Event], view: Mapping[str, Any], insight: Any) -> list[RenderableType]:
        """Each challenge that ended: hands laid open, values, crystals."""
        return challenge_results(self.company, events, view, insight)


def in_hand(viewer: int, name: str) -> Ref:
    """A card of the viewer's hand."""
    return Ref("card", name, f"hand[{LETTERS[viewer]}]")


PICTURE = FlautzPicture
