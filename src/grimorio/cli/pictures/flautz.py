"""The table of FLAUTZ! in the terminal: air above, the arena strip with its crystal, floor below, the own hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import KEY, QUIET, Company, Face, Scene, beside, card, hanging, joined
from grimorio.cli.pictures.flautz_cards import (
    BOTH,
    COLOURS,
    CRYSTAL,
    CRYSTAL_INK,
    DOWN,
    SPECIAL,
    UP,
    colour_title,
    crystals,
    face_of,
)
from grimorio.cli.pictures.flautz_results import challenge_results
from grimorio.cli.pictures.flautz_story import Storyteller
from grimorio.cli.pointing import Keys, narrowed, parameters
from grimorio.engine.events import Event
from grimorio.engine.kernel import plain, record
from grimorio.engine.layout import LETTERS
from grimorio.games.flautz.actions import PLACE_NAMES
from grimorio.games.flautz.spells import is_flautz, spell_value
from grimorio.games.flautz.state import AIR, CRYSTALS, FLOOR, ROW

HAND_KEYS = "abcde"
SAID = {"7": "focus", "8": "declare", "9": "play on", "0": "waive"}
WIDE = 100
"""Columns from which on there is room for schools and for whole names of cards."""
LINES = 18
"""Lines of a frame with small cards, besides one for each seat."""


class FlautzPicture:
    """FLAUTZ! as it is drawn."""

    def __init__(self, company: Company) -> None:
        """Draw for this company."""
        self.company, self.words = company, company.words
        self.box = plain(company.box)
        self.teller = Storyteller(company.words, company.names)

    # ------------------------------------------------------------ the frame

    def frame(self, scene: Scene) -> RenderableType:
        """The whole table."""
        needed = LINES + len(self.company.names)
        tall = scene.height >= needed + 8
        airy = [Text()] if scene.height >= needed + (11 if tall else 3) else []
        parts: list[RenderableType] = [self._header(scene.view), *airy, self._seats(scene), Rule(style=QUIET)]
        parts += [self._middle(scene, tall=tall), *airy]
        if scene.view["hand"]:
            parts += [self._hand_title(scene), self._hand(scene, tall=tall)]
        return Group(*parts)

    def _say(self, name: str, **values: object) -> str:
        return self.words.text("picture", name).format(**values)

    def _header(self, view: Mapping[str, Any]) -> RenderableType:
        by_points = self.box.mode != CRYSTALS
        name = "challenge_of" if by_points else "challenge"
        told = [
            self._say(name, challenge=view["challenge"], challenges=self.box.challenges),
            self._say("round", round=min(view["arena_field"] + 1, self.box.rounds), rounds=self.box.rounds),
            self._say("pile", pile=view["pile_size"]),
            self._say("discards", discards=view["discarded"]),
        ]
        goal = (
            self._say("goal_points", points=self.box.points_per_crystal)
            if by_points
            else self._say("goal_crystals", crystals=self.box.crystals_to_win)
        )
        grid = Table.grid(expand=True)
        grid.add_column()
        grid.add_column(justify="right")
        grid.add_row(Text(f" {self.words.game.title} ", KEY).append(f" {' · '.join(told)}", "not bold not reverse"), goal)
        return grid

    # ------------------------------------------------------------ seats

    def _seats(self, scene: Scene) -> RenderableType:
        wide = scene.width >= WIDE
        grid = Table.grid(padding=(0, 2 if wide else 1))
        grid.add_column(no_wrap=True, max_width=20 if wide else 13)
        for _ in range(4):
            grid.add_column(no_wrap=True)
        for seat in range(len(self.company.names)):
            grid.add_row(*self._seat(scene.view, seat, wide=wide))
        return grid

    def _seat(self, view: Mapping[str, Any], seat: int, *, wide: bool) -> list[Text]:
        letter = LETTERS[seat]
        acting = view["turn"] == letter and view["phase"] != "over"
        name = Text(f"{'▶' if acting else ' '} {self.company.names[seat]}", "bold" if acting else "")
        won = crystals(view["crystals"][letter], 0 if self.box.mode != CRYSTALS else self.box.crystals_to_win)
        if self.box.mode != CRYSTALS:
            won.append(f" {self._say('points', points=view['points'][letter])}", "default")
        faces = [face_of(self.words, each) for each in view["known"][letter]]
        known = joined([face.title if wide and len(faces) < ROW else face.chip for face in faces])
        if faces:
            known = Text(f"{self._say('known')} ", QUIET).append_text(known)
        return [name, colour_title(self.words, view["apprentice"][letter], wide=wide), won, self._marks(view, seat), known]

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
        return joined(marks, " ")

    # ------------------------------------------------------------ the middle: air, arena, floor

    def _middle(self, scene: Scene, *, tall: bool) -> RenderableType:
        arena = Group(*self._arena(scene, tall=tall))
        grid = Table.grid(expand=True, padding=(0, 1))
        grid.add_column(width=max(3 * 11 + 2, self._strip_width()))
        grid.add_column(ratio=1)
        grid.add_row(arena, self._told(scene, lines=14 if tall else 11))
        return grid

    def _told(self, scene: Scene, lines: int) -> RenderableType:
        """What happened since the viewer's last turn, the latest at the bottom, as much as fits."""
        title = Text(self._say("story"), "bold underline")
        if not scene.story:
            return Group(title, Text(self._say("nothing"), QUIET))
        room = max(20, scene.width - self._strip_width() - 4)
        kept: list[Text] = []
        for line in reversed(scene.story):
            lines -= 1 + line.cell_len // room
            if lines <= 0:
                break
            kept.insert(0, line)
        return Group(title, *(hanging(line, "· ", QUIET) for line in kept))

    def _arena(self, scene: Scene, *, tall: bool) -> list[Text]:
        zones = self._zones(scene.view)
        air = [self._open_card(scene, place, tall=tall) for place in range(ROW)]
        floor = [self._open_card(scene, place, tall=tall) for place in range(ROW, 2 * ROW)]
        top = self._zone_label(UP, "air", open_now=bool(zones & AIR))
        bottom = self._zone_label(DOWN, "floor", open_now=bool(zones & FLOOR))
        return [top, *beside(air), *self._strip(scene.view), *beside(floor), bottom]

    def _zones(self, view: Mapping[str, Any]) -> int:
        over = view["phase"] == "over" or view["arena_field"] >= self.box.rounds
        return 0 if over else int(self.box.strip[view["arena_field"]])

    def _zone_label(self, arrow: str, zone: str, *, open_now: bool) -> Text:
        label = Text(f" {arrow} {self._say(zone)}", "bold" if open_now else QUIET)
        return label.append(f" · {self._say('open' if open_now else 'closed')}", "green" if open_now else QUIET)

    def _open_card(self, scene: Scene, place: int, *, tall: bool) -> list[Text]:
        name = PLACE_NAMES[place]
        lies = (scene.view["air"] + scene.view["floor"])[place]
        live = bool(self._zones(scene.view) & (AIR if place < ROW else FLOOR))
        can = bool(narrowed(self.words.game, scene.legal, {"place": name}))
        chosen = scene.picks.get("place") == name
        return card(face_of(self.words, lies), str(place + 1) if can else "", live=live, chosen=chosen, tall=tall)

    def _strip_width(self) -> int:
        return 4 * int(self.box.rounds) + 11

    def _strip(self, view: Mapping[str, Any]) -> list[Text]:
        """The arena: one field a round, the crystal above the current one, the FLAUTZ! field at the end."""
        here = view["arena_field"]
        above, fields, below = Text("╭", QUIET), Text("│", QUIET), Text("╰", QUIET)
        for number in range(self.box.rounds):
            arrow = {AIR: UP, FLOOR: DOWN}.get(int(self.box.strip[number]), BOTH)
            style = KEY if number == here else (QUIET if number < here else "bold")
            above.append("─", QUIET).append(CRYSTAL if number == here else "─", CRYSTAL_INK if number == here else QUIET)
            above.append("─┬", QUIET)
            fields.append(f" {arrow} ", style).append("│", QUIET)
            below.append("───┴", QUIET)
        at_end = here >= self.box.rounds
        above.append("────", QUIET).append(CRYSTAL if at_end else "─", CRYSTAL_INK if at_end else QUIET).append("────╮", QUIET)
        fields.append(f" {self.words.game.title} ", KEY if at_end else "bold").append("│", QUIET)
        return [above, fields, below.append("─────────╯", QUIET)]

    # ------------------------------------------------------------ the own hand

    def _hand_title(self, scene: Scene) -> RenderableType:
        view, me = scene.view, LETTERS[scene.viewer]
        hand = record(scene.record).hand
        points = int(spell_value(record(self.company.box), hand))
        name = "worth_focused" if view["focused"][me] else "worth_flautz" if is_flautz(hand) else "worth"
        title = Text(self._say("hand"), "bold").append(f" · {self._say(name, points=points)}", "not bold")
        if view["declarer"] not in {None, me}:
            title.append(f" · {self._say('last_turn')}", "bold yellow")
        return Rule(title, align="left", style=QUIET)

    def _hand(self, scene: Scene, *, tall: bool) -> RenderableType:
        blocks = [self._hand_card(scene, name, HAND_KEYS[k], tall=tall) for k, name in enumerate(scene.view["hand"])]
        return Group(*beside([*beside_cards(blocks), self._sayings(scene)], gap=1))

    def _hand_card(self, scene: Scene, name: str, key: str, *, tall: bool) -> list[Text]:
        can = bool(narrowed(self.words.game, scene.legal, {"give": name}))
        return card(face_of(self.words, name), key if can else "", chosen=scene.picks.get("give") == name, tall=tall)

    def _sayings(self, scene: Scene) -> list[Text]:
        """What can be done without a card, with its number."""
        said = {key: narrowed(self.words.game, scene.legal, {"word": word}) for key, word in SAID.items()}
        return [
            Text(f" {key} ", KEY).append(f" {self.words.action(found[0])}", "not bold not reverse")
            for key, found in said.items()
            if found
        ]

    # ------------------------------------------------------------ keys, words, results

    def keys(self, view: Mapping[str, Any], legal: Sequence[int]) -> Keys:  # noqa: ARG002 - keys stay where they are
        """1 to 3 the air, 4 to 6 the floor, a to e the hand, then what is only said."""
        places = {str(place + 1): ("place", name) for place, name in enumerate(PLACE_NAMES)}
        hand = {HAND_KEYS[k]: ("give", name) for k, name in enumerate(view["hand"])}
        return {**places, **hand, **{key: ("word", word) for key, word in SAID.items()}}

    def face(self, thing: str) -> Text:
        """A card with its sign; anything else by its name."""
        if thing.partition(" ")[0] in COLOURS | SPECIAL:
            return face_of(self.words, thing).title
        said = [n for n in range(self.words.game.actions) if parameters(self.words.game, n) == {"word": thing}]
        return Text(self.words.action(said[0]) if said else self.words.name(thing))

    def story(self, events: Sequence[Event], viewer: int) -> list[Text]:
        """What happened, compactly."""
        return self.teller.tell(events, viewer)

    def recent(self, events: Sequence[Event]) -> Sequence[Event]:
        """What happened in this challenge; what came before was shown when it ended."""
        began = [i for i, event in enumerate(events) if event.kind == "challenge-began"]
        return events[began[-1] :] if began else events

    def results(self, events: Sequence[Event], view: Mapping[str, Any]) -> list[RenderableType]:
        """Each challenge that ended: hands laid open, values, crystals."""
        return challenge_results(self.company, events, view)

    def rules_now(self, view: Mapping[str, Any], legal: Sequence[int]) -> list[str]:
        """The rules of this decision."""
        told = {type(self.words.game.action_of(number)).__name__ for number in legal}
        said = {parameters(self.words.game, number).get("word") for number in legal}
        if "Refill" in told:
            return ["FZ-R24", "FZ-G13", "FZ-G14", *(["FZ-A12"] if "waive" in said else [])]
        if "play on" in said:
            return ["FZ-R16", "FZ-R17", "FZ-A4"]
        rules = ["FZ-R7", "FZ-R8", "FZ-R9", "FZ-R13", "FZ-R14"]
        rules += ["FZ-R24"] if view["phase"] == "after-refill" else ["FZ-R23", "FZ-R25"]
        return rules + (["FZ-R16", "FZ-R17"] if "declare" in said else []) + (["FZ-A12"] if "waive" in said else [])


def beside_cards(blocks: Sequence[Sequence[Text]]) -> list[list[Text]]:
    """Cards of a hand as one block."""
    return [beside(blocks)]


__all__ = ["Face", "FlautzPicture"]
