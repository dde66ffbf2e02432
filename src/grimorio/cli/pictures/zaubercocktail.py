"""The market of Zaubercocktail in the terminal: who offers what, the scales of all ingredients, the own hand."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import KEY, QUIET, Company, Scene, filled, hanging, joined
from grimorio.cli.pictures.zaubercocktail_cards import (
    INKS,
    KEYS,
    NAMES,
    RING,
    STONE,
    TIMES,
    chip,
    chips,
    kind_of,
    label,
    set_chips,
    title,
)
from grimorio.cli.pictures.zaubercocktail_results import bar, round_results, steps_text
from grimorio.cli.pictures.zaubercocktail_story import Storyteller
from grimorio.cli.pictures.zaubercocktail_typing import command_in, seat_key
from grimorio.cli.pointing import Keys, Pick
from grimorio.engine.events import Event
from grimorio.engine.game import ActionError
from grimorio.engine.kernel import integers, plain, readable, record
from grimorio.engine.layout import LETTERS
from grimorio.engine.words import folded
from grimorio.games.zaubercocktail.actions import ACCEPT, ADDRESS, COUNTER, TO_ALL, WITHDRAW
from grimorio.games.zaubercocktail.sets import CARD_PLACES, best_sets
from grimorio.games.zaubercocktail.state import JOKER, KINDS, SEATS, SET

WIDE = 100
"""Columns from which on names are longer and the ways of the markers too."""
SCALE = 3
"""Columns of a number of a scale."""
NAME_IN_HAND = 17
LINES = 16
"""Lines of a frame besides one for each seat."""
RULES = {
    "market": ["Z-R7", "Z-R8", "Z-R9", "Z-R11", "Z-R12", "Z-G17", "Z-G19", "Z-E1"],
    "presenting": ["Z-R13", "Z-R15", "Z-R16", "Z-R19", "Z-G6", "Z-G22", "Z-A8"],
}
WORDS = {"s": "stone", "r": "withdraw", "x": "clear", "p": "post"}
"""Keys for what is said in a word."""


class ZaubercocktailPicture:
    """Zaubercocktail as it is drawn."""

    def __init__(self, company: Company) -> None:
        """Draw for this company."""
        self.company, self.words = company, company.words
        self.box = plain(company.box)
        self.teller = Storyteller(company.words, company.names)

    # ------------------------------------------------------------ the frame

    def frame(self, scene: Scene) -> RenderableType:
        """The whole market, and below it the own hand beside what happened."""
        spare = scene.height - LINES - len(self.company.names)
        gap = [Text()] if spare > SCALE else []
        parts: list[RenderableType] = [self._header(scene), *gap, self._seats(scene), *gap, self._hand_title(scene)]
        parts.append(self._below(scene, KINDS + (2 if spare > SCALE else 0)))
        parts.append(self._foot(scene))
        return Group(*parts)

    def _say(self, name: str, **values: object) -> str:
        return self.words.text("picture", name).format(**values)

    def _name(self, letter: str) -> str:
        return self.company.names[LETTERS.index(letter)]

    def _header(self, scene: Scene) -> RenderableType:
        view = scene.view
        recipe = view["recipe"][0]
        left = Text.assemble((f" {self.words.game.title} ", KEY), f"  {self._say('round', round=view['round'])} · ")
        left.append(self.words.name(recipe), "bold #ffb52e")
        if recipe != self.words.game.card_names[-1]:
            left.append(" ").append_text(steps_text(self.company, recipe))
        said = [self._say("cycle", cycle=view["cycle"])] if view["phase"] == "market" else []
        said.append(self._say("deck", deck=view["deck_size"]))
        right = " · ".join(said)
        room = scene.width - left.cell_len - len(right)
        return left.append(" " * room + right, QUIET) if room > 1 else left

    # ------------------------------------------------------------ seats and their offers

    def _seats(self, scene: Scene) -> RenderableType:
        wide = scene.width >= WIDE
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True, width=26 if wide else 18)
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True, justify="right")
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=not wide, overflow="ellipsis")
        for seat in range(len(self.company.names)):
            grid.add_row(*self._seat(scene, LETTERS[seat], 16 if wide else 8))
        return grid

    def _seat(self, scene: Scene, letter: str, cells: int) -> list[Text]:
        view = scene.view
        acting = view["turn"] == letter
        accepts = ACCEPT + LETTERS.index(letter) in scene.legal
        mark = Text(f" {seat_key(letter)} ", KEY if accepts else QUIET)
        style = "bold" if acting or view["viewer"] == letter else ""
        name = Text.assemble(mark, ("▶" if acting else " ", "bold"), (f"{letter} ", QUIET), (self._name(letter), style))
        size = view["hand_size"][letter]
        cards = self._say("card") if size == 1 else self._say("cards", n=size)
        return [
            name,
            bar(view["marker"][letter], self.box.track, cells),
            Text(cards, QUIET),
            self._state(view, letter),
            self._says(view, letter, accepts=accepts),
        ]

    def _state(self, view: Mapping[str, Any], letter: str) -> Text:
        """The stone, or what the seat is about."""
        sign, style = (RING, "bold #ffb52e") if view["stone"][letter] == 1 else (STONE, "bold")
        if view["phase"] == "presenting":
            ready = self._say("ready" if view["handed"][letter] else "choosing")
            return Text.assemble((f"{sign} " if view["stone"][letter] else "", style), (ready, QUIET))
        if view["stone"][letter]:
            return Text(f"{sign} {self._say('ring' if sign == RING else 'stone')}", style)
        return Text(self._say("passed") if view["passes"][letter] else "", QUIET)

    def _says(self, view: Mapping[str, Any], letter: str, *, accepts: bool) -> Text:
        """The open offer and the open call of a seat."""
        said = []
        if view["offer_open"][letter]:
            to = view["offer_to"][letter]
            give, want = chips(view["offer_give"][letter]), chips(view["offer_want"][letter])
            pattern = self.words.text("picture", "gives_to" if to else "gives")
            offer = filled(pattern, {"give": give, "want": want, "to": self._name(to) if to else ""})
            said.append(Text.assemble(offer, (" ✓", "bold green")) if accepts else offer)
        if view["call_open"][letter]:
            give, want = view["call_give"][letter], view["call_want"][letter]
            if give:
                said.append(filled(self.words.text("picture", "has"), {"give": chips(give)}))
            if want:
                said.append(filled(self.words.text("picture", "seeks"), {"want": chips(want)}))
        return joined(said, " · ")

    # ------------------------------------------------------------ the own hand, and what happened

    def _hand_title(self, scene: Scene) -> RenderableType:
        view = scene.view
        if not view["viewer"]:
            return Rule(style=QUIET)
        size = view["hand_size"][view["viewer"]]
        cards = self._say("card") if size == 1 else self._say("cards", n=size)
        left = Text(f" {self._say('hand', n=cards)} · {self._say('best', points=self._best(view))} ", "bold")
        if scene.width >= WIDE:
            left.append(f"· {self._say('legend_of_seats')} ", f"not bold {QUIET}")
        return Rule(left, align="left", style=QUIET)

    def _best(self, view: Mapping[str, Any]) -> int:
        hand = integers(KINDS)
        for name in view["hand"]:
            hand[kind_of(name)] += 1
        return best_sets(record(self.company.box), readable(hand))[0] // CARD_PLACES

    def _below(self, scene: Scene, lines: int) -> RenderableType:
        kinds = self._kinds(scene)
        width = max(line.cell_len for line in kinds)
        grid = Table.grid(expand=True, padding=(0, 1))
        grid.add_column(width=width)
        grid.add_column(ratio=1)
        room = max(20, scene.width - width - 4)
        grid.add_row(Group(*kinds), Group(*self._story(scene, room, lines)))
        return grid

    def _kinds(self, scene: Scene) -> list[Text]:
        """Every ingredient: how many one holds, its whole scale, what they are worth now, and who looks for it."""
        view = scene.view
        rows = []
        for kind in range(KINDS):
            held = view["hand"].count(NAMES[kind]) if view["viewer"] else 0
            row = label(self.words, kind, held, NAME_IN_HAND).append(" ").append_text(self._scale(kind, held))
            if scene.width >= WIDE:
                row.append_text(self._seekers(view, kind))
            rows.append(row)
        return rows

    def _scale(self, kind: int, held: int) -> Text:
        line = Text()
        for number in range(1, SET + 1):
            worth = self.box.value[kind, number] if kind != JOKER else 0
            shown = f"{worth:>{SCALE}}" if worth else " " * SCALE
            now = number == min(held, self.box.largest[kind])
            line.append(shown, f"bold reverse {INKS[kind]}" if now and worth else QUIET if number > held else "")
        return line

    def _seekers(self, view: Mapping[str, Any], kind: int) -> Text:
        """By their numbers: who has asked for a kind, and who is known to hold it."""
        seats = LETTERS[: len(self.company.names)]
        seek = [seat_key(letter) for letter in seats if NAMES[kind] in view["seeks"][letter]]
        held = {seat_key(letter): view["known"][letter].count(NAMES[kind]) for letter in seats}
        shown = Text(f" ?{','.join(seek)}" if seek else "", "bold green")
        known = " ".join(f"{key}{TIMES}{number}" for key, number in held.items() if number)
        shown.append(f" {known}" if known else "", QUIET)
        shown.truncate(18, overflow="ellipsis", pad=True)
        return shown

    def _story(self, scene: Scene, room: int, lines: int) -> list[RenderableType]:
        """What happened since the viewer's last word, the latest at the bottom, as much as fits."""
        market = scene.view["phase"] == "market"
        heading = Text(self._say("story" if market else "story_presenting"), "bold")
        if not scene.story:
            return [heading, Text(self._say("nothing"), QUIET)] if market else [heading]
        lines -= 1
        kept: list[Text] = []
        for line in reversed(scene.story):
            lines -= 1 + line.cell_len // room
            if lines < 0:
                break
            kept.insert(0, line)
        return [heading, *(hanging(line, "· ", QUIET) for line in kept)]

    def _foot(self, scene: Scene) -> RenderableType:
        """What is being composed or laid out, and how to go on."""
        view = scene.view
        if not view["viewer"]:
            return Text()
        if not scene.legal:
            return Text(f" {self._say('waiting')}", QUIET)
        if view["phase"] == "presenting":
            laid = set_chips(view["laid_kind"], view["laid_naturals"], view["laid_jokers"])
            shown = laid if laid.plain else Text(self._say("nothing_laid"), QUIET)
            return self._line(scene, Text.assemble((self._say("your_sets"), "bold"), shown), self._say("type_sets"))
        give, want, to = view["draft_give"], view["draft_want"], view["draft_to"]
        if not (give or want or to):
            return Text(f" {self._say('type_offer')}", QUIET)
        draft = Text.assemble((self._say("your_offer"), "bold"), chips(give), " = ", chips(want))
        if to:
            draft.append(f" > {self._name(to)}")
        return self._line(scene, draft, self._say("type_draft"))

    def _line(self, scene: Scene, left: Text, right: str) -> Text:
        room = scene.width - left.cell_len - len(right) - 1
        made = Text(" ").append_text(left)
        return made.append(" " * room + right, QUIET) if room > 0 else made

    # ------------------------------------------------------------ pointing and typing

    def keys(self, view: Mapping[str, Any], legal: Sequence[int]) -> Keys:  # noqa: ARG002 - keys are there, used or not
        """Letters give a card, numbers accept an offer, s places the stone, r withdraws, x clears, p posts.

        Who has a call but no offer withdraws the call.
        """
        if view["phase"] != "market":
            return {"x": ("word", "clear")}
        cards: Keys = {KEYS[kind]: ("give", NAMES[kind]) for kind in range(KINDS)}
        offers: Keys = {seat_key(letter): ("offer", letter) for letter in LETTERS[:SEATS]}
        words: Keys = {key: ("word", word) for key, word in WORDS.items()}
        viewer = view["viewer"]
        if viewer and view["call_open"][viewer] and not view["offer_open"][viewer]:
            words["r"] = ("word", "withdraw call")
        return {**cards, **offers, **words}

    def command(self, text: str, view: Mapping[str, Any], legal: Sequence[int]) -> Sequence[int] | None:  # noqa: ARG002
        """A whole offer, or all sets, in one line; a word to a player who is called by his name or number."""
        made = command_in(text, view)
        return self._to_somebody(folded(text)) if made is None else made

    def _to_somebody(self, text: str) -> list[int] | None:
        for seat, name in enumerate(self.company.names):
            for called in (folded(name), seat_key(LETTERS[seat])):
                with suppress(ActionError):
                    if text.endswith(f" {called}") and not self._is_action(text):
                        number = self.words.read_action(text.removesuffix(called) + LETTERS[seat])
                        return [number] if ADDRESS <= number < TO_ALL or COUNTER <= number < WITHDRAW else None
        return None

    def _is_action(self, text: str) -> bool:
        with suppress(ActionError):
            return self.words.read_action(text) >= 0
        return False

    def thing(self, pick: Pick, view: Mapping[str, Any], *, short: bool = False) -> Text:  # noqa: ARG002
        """A card with its sign, a seat by its name, a word as it is said."""
        what, name = pick
        if what in {"seat", "offer", "counter"}:
            return Text(self._name(name) if LETTERS.index(name) < len(self.company.names) else name, "bold")
        if what == "word":
            return Text(self.words.action(self.words.game.parse_action(name)))
        if name in NAMES:
            return chip(kind_of(name)) if short else title(self.words, name)
        return Text(name)

    def story(self, events: Sequence[Event], viewer: int) -> list[Text]:  # noqa: ARG002 - events are the viewer's own
        """What happened, compactly."""
        return self.teller.tell(events)

    def recent(self, events: Sequence[Event]) -> Sequence[Event]:
        """What happened since the recipe was turned."""
        turned = [i for i, event in enumerate(events) if event.kind == "recipe"]
        return events[turned[-1] + 1 :] if turned else events

    def results(self, events: Sequence[Event], view: Mapping[str, Any]) -> list[RenderableType]:
        """All sets, laid open together."""
        return round_results(self.company, events, view)

    def rules_now(self, view: Mapping[str, Any], legal: Sequence[int]) -> list[str]:  # noqa: ARG002
        """The rules of the market, or of the presentation."""
        return RULES.get(view["phase"], [])
