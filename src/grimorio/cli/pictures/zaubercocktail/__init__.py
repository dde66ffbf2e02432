"""The market of Zaubercocktail in the terminal: who offers what, the scales of all ingredients, the own hand."""

import io
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import KEY, QUIET, Company, Scene, filled, hanging, joined
from grimorio.cli.pictures.zaubercocktail.cards import (
    GOLD,
    INKS,
    RING,
    STONE,
    TIMES,
    chip,
    chips,
    counted_chips,
    kind_of,
    label,
    set_chips,
    signed,
    title,
    tone,
)
from grimorio.cli.pictures.zaubercocktail.results import bar, round_results, steps_text
from grimorio.cli.pointing import Keys
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref
from grimorio.games.zaubercocktail.actions import HAND_IN, PASS
from grimorio.games.zaubercocktail.insight import Ingredient, Standing
from grimorio.games.zaubercocktail.state import SEATS, SET
from grimorio.games.zaubercocktail.typed import KEYS, NAMES, command_in, mistake_in

WIDE, WIDER = 100, 124
"""Columns from which on names and tracks are longer; and from which on there is room for what one more card brings."""
SCALE = 3
"""Columns of a number of a scale."""
NAME_IN_HAND = 17
LINES = 16
"""Lines of a frame besides one for each seat."""
RESULTS = (
    *("told.presented", "told.shown", "told.turned", "told.advanced", "told.retreated", "told.dealt", "told.handed_in"),
    *("events.valued", "events.ranked", "events.ring-", "events.put-under", "events.lot", "events.recipe"),
)
"""Lines that the page of results tells better."""
SAID = {"s": "stone", "r": "withdraw", "x": "clear", "p": "post"}
"""Keys for what is said in a word."""


class ZaubercocktailPicture:
    """Zaubercocktail as it is drawn."""

    in_results: tuple[str, ...] = RESULTS

    def __init__(self, company: Company) -> None:
        """Draw for this company."""
        self.company, self.words = company, company.words

    # ------------------------------------------------------------ the frame

    def frame(self, scene: Scene) -> RenderableType:
        """The whole market, and below it the own hand beside what happened."""
        seats, lines = self._seats(scene)
        spare = scene.height - LINES - lines
        gap = [Text()] if spare > SCALE else []
        parts: list[RenderableType] = [self._header(scene), *gap, seats, *gap, self._hand_title(scene)]
        parts.append(self._below(scene, len(NAMES) + (2 if spare > SCALE else 0)))
        parts.append(self._foot(scene))
        return Group(*parts)

    def _say(self, name: str, **values: object) -> str:
        return self.words.say("picture", name, **values)

    def _name(self, letter: str) -> str:
        return self.company.names[LETTERS.index(letter)]

    def _header(self, scene: Scene) -> RenderableType:
        view, reward = scene.view, scene.insight.reward
        left = Text.assemble((f" {self.words.game.title} ", KEY), f"  {self._say('round', round=view['round'])} · ")
        left.append(self.words.name(view["recipe"][0]), GOLD)
        if reward is not None:
            left.append(" ").append_text(steps_text(reward))
        room = scene.width - left.cell_len - 2
        right = ""
        for told in self._said(scene):
            longer = f"{right} · {told}" if right else told
            right = longer if len(longer) <= room else right
        return left.append(" " * (room + 2 - len(right)) + right, QUIET) if right else left

    def _said(self, scene: Scene) -> list[str]:
        """What else is open to all, the most important first."""
        view = scene.view
        by_turns = [self._say("cycle", cycle=view["cycle"])] if view["phase"] == "market" and view["turn"] else []
        dealer = self._say("dealer", seat=view["dealer"])
        track = self._say("track", track=scene.insight.track)
        return [*by_turns, self._say("deck", deck=view["deck_size"]), track, dealer]

    # ------------------------------------------------------------ seats and their offers

    def _seats(self, scene: Scene) -> tuple[RenderableType, int]:
        """Every seat and the lines that they take: what one says is cut only where the screen has no line more."""
        seats = self._rows(scene, cut=False)
        lines = len(Console(width=scene.width, file=io.StringIO()).render_lines(seats, pad=False))
        if lines <= max(scene.height - LINES, len(self.company.names)):
            return seats, lines
        return self._rows(scene, cut=True), len(self.company.names)

    def _rows(self, scene: Scene, *, cut: bool) -> Table:
        wide = scene.width >= WIDE
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True, width=26 if wide else 18)
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True, justify="right")
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=cut, overflow="ellipsis")
        for seat in range(len(self.company.names)):
            grid.add_row(*self._seat(scene, LETTERS[seat], 16 if wide else 8))
        return grid

    def _seat(self, scene: Scene, letter: str, cells: int) -> list[Text]:
        view = scene.view
        acting = view["turn"] == letter
        mark = Text(f" {seat_key(letter)} ", KEY if scene.lit(offer_of(letter)) else QUIET)
        style = "bold" if acting or view["viewer"] == letter else ""
        chair = f"{letter}{'*' if view['dealer'] == letter else ' '}"
        name = Text.assemble(mark, ("▶" if acting else " ", "bold"), (chair, QUIET), (self._name(letter), style))
        size = view["hand_size"][letter]
        cards = self._say("cards", n=size)
        return [
            name,
            bar(view["marker"][letter], scene.insight.track, cells),
            Text(cards, QUIET),
            self._state(view, letter),
            joined([self._stands(scene, each) for each in scene.insight.standing if each.seat == letter], " · "),
        ]

    def _state(self, view: Mapping[str, Any], letter: str) -> Text:
        """The stone, or what the seat is about."""
        sign, style = (RING, GOLD) if view["stone"][letter] == 1 else (STONE, "bold")
        if view["phase"] == "presenting":
            ready = self._say("ready" if view["handed"][letter] else "choosing")
            return Text.assemble((f"{sign} " if view["stone"][letter] else "", style), (ready, QUIET))
        if view["stone"][letter]:
            return Text(f"{sign} {self._say('ring' if sign == RING else 'stone')}", style)
        return Text(self._say("passed") if view["passes"][letter] else "", QUIET)

    def _stands(self, scene: Scene, each: Standing) -> Text:
        """An open offer, with what it would bring whoever may accept it, or an open call."""
        if each.call:
            name, side = ("has", each.give) if each.give else ("seeks", each.want)
            cards = {"give": counted_chips(side), "want": counted_chips(side)}
            return filled(self.words.language, self.words.text("picture", name), cards)
        give, want = counted_chips(each.give), counted_chips(each.want)
        pattern = self.words.text("picture", "gives_to" if each.to else "gives")
        to = self._name(each.to) if each.to else ""
        offer = filled(self.words.language, pattern, {"give": give, "want": want, "to": to})
        if not scene.lit(offer_of(each.seat)):
            return offer
        gain = each.gain or 0
        return Text.assemble(offer, (" ✓", "bold green"), (f" {signed(gain)}", tone(gain)))

    # ------------------------------------------------------------ the own hand, and what happened

    def _hand_title(self, scene: Scene) -> RenderableType:
        view, best = scene.view, scene.insight.best
        if best is None:
            return Rule(style=QUIET)
        size = view["hand_size"][view["viewer"]]
        cards = self._say("cards", n=size)
        left = Text(f" {self._say('hand', n=cards)} · {self._say('best', points=best.total)} ", "bold")
        if best.sets:
            left.append("(").append_text(set_chips(best.sets)).append(") ")
        legend = f"· {self._say('legend_of_seats')} "
        if scene.width >= WIDE and left.cell_len + len(legend) < scene.width:
            left.append(legend, f"not bold {QUIET}")
        return Rule(left, align="left", style=QUIET)

    def _below(self, scene: Scene, lines: int) -> RenderableType:
        kinds = [self._kind(scene, each) for each in scene.insight.ingredients]
        width = max(line.cell_len for line in kinds)
        grid = Table.grid(expand=True, padding=(0, 1))
        grid.add_column(width=width)
        grid.add_column(ratio=1)
        room = max(18, scene.width - width - 6)
        grid.add_row(Group(*kinds), Group(*self._story(scene, room, lines)))
        return grid

    def _kind(self, scene: Scene, each: Ingredient) -> Text:
        """An ingredient: how many one holds, its whole scale, what they are worth now, and who looks for it."""
        kind = kind_of(each.kind)
        row = label(self.words, kind, each.held, NAME_IN_HAND).append(" ").append_text(_scale(each, kind))
        if scene.width >= WIDER and scene.insight.best is not None:
            row.append(f" {signed(each.one_more):>3}", tone(each.one_more))
        return row.append_text(_seekers(each)) if scene.width >= WIDE else row

    def _story(self, scene: Scene, room: int, lines: int) -> list[RenderableType]:
        """What happened since the viewer's last word, the latest at the bottom, as much as fits."""
        market = scene.view["phase"] == "market"
        heading = Text(self._say("story" if market else "story_presenting"), "bold")
        if not scene.story:
            return [heading, Text(self._say("nothing"), QUIET)] if market else [heading]
        lines -= 1
        kept: list[Text] = []
        for line in reversed(scene.story):
            lines -= max(1, len(wrap(line.plain, room)))
            if lines < 0:
                break
            kept.insert(0, line)
        return [heading, *(hanging(line, "· ", QUIET) for line in kept)]

    # ------------------------------------------------------------ what is being composed or laid out

    def _foot(self, scene: Scene) -> RenderableType:
        """What is being composed or laid out, and how to go on."""
        view = scene.view
        if not view["viewer"]:
            return Text()
        if not scene.ways and view["phase"] == "presenting" and (laid := scene.insight.laid):
            chosen = Text.assemble((self._say("your_sets"), "bold"), set_chips(laid.sets), f" = {laid.total}")
            return _line(scene, chosen, self._say("waiting"))
        if not scene.ways:
            return Text(f" {self._say('waiting')}", QUIET)
        if view["phase"] == "presenting":
            return self._laid(scene)
        give, want, to = view["draft_give"], view["draft_want"], view["draft_to"]
        if not (give or want or to):
            return Text(f" {self._say('type_offer')}", QUIET)
        draft = Text.assemble((self._say("your_offer"), "bold"), chips(give), " = ", chips(want))
        if to:
            draft.append(f" > {self._name(to)}")
        return _line(scene, draft, self._say("type_draft"))

    def _laid(self, scene: Scene) -> Text:
        """The sets laid out, and which ones Enter would hand in."""
        best, laid = scene.insight.best, scene.insight.laid
        shown = Text(self._say("nothing_laid"), QUIET) if laid is None else set_chips(laid.sets)
        left = Text.assemble((self._say("your_sets"), "bold"), shown)
        if laid is None:
            return _line(scene, left, self._say("type_sets", points=best.total))
        return _line(scene, left, self._say("type_laid", points=laid.total, best=best.total))

    # ------------------------------------------------------------ pointing and typing

    def keys(self, scene: Scene) -> Keys:
        """Letters give a card, numbers accept an offer, s places the stone, r withdraws, x clears, p posts.

        Who has a call but no offer withdraws the call.
        """
        view, me = scene.view, scene.view["viewer"]
        if view["phase"] != "market" or not me:
            return {"x": Ref("word", "clear")}
        cards = {KEYS[kind]: Ref("card", name, f"hand[{me}]") for kind, name in enumerate(NAMES)}
        offers = {seat_key(letter): offer_of(letter) for letter in LETTERS[:SEATS]}
        words = {key: Ref("word", word) for key, word in SAID.items()}
        if view["call_open"][me] and not view["offer_open"][me]:
            words["r"] = Ref("word", "withdraw call")
        return {**cards, **offers, **words}

    def command(self, text: str, view: Mapping[str, Any]) -> Sequence[int] | None:
        """A whole offer, or all sets, in one line; Enter passes, or hands in."""
        if not text.strip():
            return [PASS if view["phase"] == "market" else HAND_IN]
        return command_in(text, view, self.company.names)

    def mistaken(self, text: str, view: Mapping[str, Any]) -> str:
        """What is wrong with cards that are no offer and no set."""
        return mistake_in(text, view)

    def thing(self, ref: Ref, view: Mapping[str, Any] | None = None, *, short: bool = False) -> Text:  # noqa: ARG002
        """Cards with their sign, a seat by its name, a word as it is said."""
        if ref.sort == "number" and ref.at in NAMES:
            return chip(kind_of(ref.at), int(ref.name))
        if ref.sort == "word" and ref.name in self.words.game.action_texts:
            return Text(self.words.action(self.words.game.action_texts[ref.name]))
        if ref.sort in {"card", "kind"}:
            return chip(kind_of(ref.name)) if short and ref.name in NAMES else title(self.words, ref.name)
        return Text(self.words.thing(ref, self._players()), "bold" if ref.sort == "seat" else "")

    def _players(self) -> Sequence[str]:
        """Everybody by name; chairs that nobody sits on by their letters, since keys point at their offers too."""
        names = self.company.names
        return (*names, *LETTERS[len(names) : SEATS])

    def recent(self, events: Sequence[Event]) -> Sequence[Event]:
        """What happened since cards were dealt, the own new cards first; before that came a page of results."""
        turned = [i for i, event in enumerate(events) if event.kind == "recipe"]
        if not turned:
            return events
        start = turned[-1]
        while start and events[start - 1].kind in {"dealt", "deck-short"}:
            start -= 1
        return [event for event in events[start:] if event.kind != "recipe"]

    def results(self, events: Sequence[Event], view: Mapping[str, Any], insight: Any) -> list[RenderableType]:
        """The end of a round: sets, ranks, steps."""
        return round_results(self.company, events, view, insight)


def offer_of(letter: str) -> Ref:
    """The place where the offer of a seat lies."""
    return Ref("place", at=f"offer_give[{letter}]")


def seat_key(letter: str) -> str:
    """The number that points at a seat's offer."""
    return str(LETTERS.index(letter) + 1)


def _scale(each: Ingredient, kind: int) -> Text:
    """The worth of so many cards of a kind; that of those one holds stands out."""
    line = Text()
    for number in range(1, SET + 1):
        worth = each.scale[number - 1] if number <= len(each.scale) else 0
        shown = f"{worth:>{SCALE}}" if worth else " " * SCALE
        now = number == min(each.held, len(each.scale))
        line.append(shown, f"bold reverse {INKS[kind]}" if now and worth else QUIET if number > each.held else "")
    return line


def _seekers(each: Ingredient) -> Text:
    """By their numbers: who has asked for a kind, and who is known to hold it."""
    shown = Text(f" ?{','.join(map(seat_key, each.sought))}" if each.sought else "", "bold green")
    known = " ".join(f"{seat_key(letter)}{TIMES}{number}" for letter, number in each.known.items())
    shown.append(f" {known}" if known else "", QUIET)
    shown.truncate(18, overflow="ellipsis", pad=True)
    return shown


def _line(scene: Scene, left: Text, right: str) -> Text:
    room = scene.width - left.cell_len - len(right) - 1
    made = Text(" ").append_text(left)
    return made.append(" " * room + right, QUIET) if room > 0 else made


PICTURE = ZaubercocktailPicture
