"""A game at one keyboard: people and bots take their turns, every move is saved, and nobody sees what he should not."""

import functools
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from rich.align import Align
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from grimorio.cli.draw import Company, Ending, Reckoning, Scene, cut, filled, fitted, hanging, joined, told
from grimorio.cli.pictures import picture_of
from grimorio.cli.prompt import Prompt, QuitError
from grimorio.cli.saves import finish
from grimorio.cli.seating import shown
from grimorio.cli.texts import ScreenWords, Texts, program
from grimorio.engine.advice import advice
from grimorio.engine.events import Event
from grimorio.engine.harmless import harmless
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.pointing import Pointing
from grimorio.engine.record import record_of, write
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line
from grimorio.engine.typed import Typed, tokens
from grimorio.engine.words import LANGUAGES, Words
from grimorio.room.pace import TEMPOS, Tempo
from grimorio.room.room import Room

Read = Callable[[str], str]
OFTEN, COUNTS = 8, re.compile(r"\b1\D")
"""How often a small step may be said at once, and one more; and a step that says how many cards it is about."""
FOOT = 2
"""Lines below a page: the prompt, and one to breathe."""


def now() -> int:
    """The time of day, in milliseconds."""
    return int(time.time() * 1000)


class Session:
    """One table in the terminal."""

    def __init__(  # noqa: PLR0913 - what a game at the keyboard is made of
        self, room: Room, texts: Texts, save: Path, console: Console, read: Read, pace: float
    ) -> None:
        """Sit down."""
        self.room, self.table, self.texts = room, room.dealt(), texts
        self.save, self.console, self.read, self.pace = save, console, read, pace
        self.tempo: Tempo = "normal"
        self.names = shown(room.names)
        self.bots = tuple(chair.bot for chair in room.chairs)
        self.words = ScreenWords(room.game, texts.language)
        self.all_words = [self.words, *(Words(room.game, each) for each in LANGUAGES if each != texts.language)]
        self.typed = Typed(self.all_words, self.names)
        self.company = Company(self.words, self.names, self.bots, self.table.box)
        self.picture = picture_of(self.company)
        self.seen = dict.fromkeys((SPECTATOR, *range(room.seats)), 0)
        self.at_keyboard = SPECTATOR
        self.people = tuple(seat for seat, chair in enumerate(room.chairs) if not chair.played_by)
        self.covers = len(self.people) > 1
        self.audience = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.unsaved, self.notice, self.paged = "", "", False
        self.answers: list[Text] | None = None

    # ------------------------------------------------------------ talking

    def line(self, name: str, /, **values: object) -> Text:
        """A sentence of the command line."""
        return filled(self.texts.language, str(self.texts.own[name]), values)

    def say(self, name: str, /, **values: object) -> None:
        """One line of the command line's own; an answer to somebody waits for the table that is drawn above it."""
        self.tell(self.line(name, **values))

    def tell(self, text: Text) -> None:
        """Something that is said, at once or as an answer."""
        if self.answers is None:
            self.console.print(text)
        else:
            self.answers.append(text)

    def answered(self, viewer: int, picked: Sequence[Ref], *, redraw: bool) -> None:
        """Show what was said since somebody typed a line; on a screen below the table, so that both are always seen."""
        said, self.answers = self.answers or [], None
        if redraw or (said and self.console.is_terminal and not self.paged):
            self.show(viewer, picked, said)
            return
        for each in said:
            self.console.print(each)

    @contextmanager
    def thinking(self, name: str, /, **values: object) -> Iterator[None]:
        """A line that stands there from this moment on, while a bot thinks, and then goes away."""
        line = self.line(name, **values)
        with self.console.status(line) as status:
            status.update(line, spinner="dots")  # drawn at once, not when the spinner first turns
            yield

    def ask(self, name: str, /, **values: object) -> str:
        """What a person types."""
        return self.read(self.texts(name, **values))

    def ask_seat(self, seat: int) -> str:
        """What a seat types when it is asked for a decision; where a clock runs, what is left of it stands there."""
        clock = self.room.clock(now())
        if clock is None:
            return self.ask("you", seat=self.names[seat])
        minutes, seconds = divmod(-(-clock.left // 1000), 60)
        return self.ask("you_timed", seat=self.names[seat], left=f"{minutes}:{seconds:02}")

    def pause(self, name: str, /, *allowed: str, **values: object) -> str:
        """Wait for Enter, or for one of the commands that are allowed; whoever wants to leave may.

        A yes is as good as Enter, and a no as the first of these commands. Whatever else is typed is neither swallowed
        nor kept for a table that has changed since: it is answered.
        """
        while (typed := self.ask(name, **values).strip()) and typed.lower() not in self.texts.yes:
            command = self.texts.commands.get(typed.lower(), "")
            if command in allowed:
                return command
            if allowed and typed.lower() in self.texts.no:
                return allowed[0]
            if command == "quit":
                raise QuitError
            self.console.print(self.line("only_undo" if "undo" in allowed else "only_enter", text=cut(typed)))
        return ""

    def scene(self, viewer: int, picked: Sequence[Ref] = (), taken: int = 0) -> Scene:
        """The table as a viewer may see it now; `taken` lines of the screen are for something else."""
        table, console = self.table, self.console
        return Scene(
            viewer=viewer,
            view=table.view_json(viewer),
            insight=table.insight(viewer),
            pointing=Pointing(self.room.ways(viewer), tuple(picked)),
            story=self.story(self.picture.recent(self.room.events(viewer, self.seen[viewer])), viewer),
            width=console.width,
            height=console.height - taken,
        )

    def story(self, events: Sequence[Event], viewer: int) -> list[Text]:
        """What happened, as it is written on the screen."""
        lines = self.table.game.tell(self.table.box, events, viewer)
        return [told(self.company, line, self.picture) for line in lines]

    def action_told(self, number: int, seat: int, *, places: bool = True, lying: bool = False) -> Text:
        """An action as its player reads it: things as they are drawn, players by their names.

        `places`: places by their names; `lying`: by what lies there, as somebody may call them; or by both.
        """
        words, view = self.words, self.table.view_json(seat)
        way = self.table.game.pointer.way(number, seat, view)
        values: dict[str, object] = {
            name: self.names[LETTERS.index(value)] if value in LETTERS[: len(self.names)] else words.name(value)
            for name, value in vars(self.table.game.action_of(number)).items()
        }
        for name, ref in way.named():
            drawn = self.picture.thing(ref, view) if ref.sort in {"card", "place"} else Text()
            for said in values.values():  # whose it is stands in the sentence already
                if drawn.plain.endswith(f" ({said})"):
                    drawn.right_crop(len(f" ({said})"))
                elif drawn.plain.startswith(f"{values[name]} ") and drawn.plain.endswith(f" {said}"):
                    drawn = Text()
            if drawn.plain.startswith(place := f"{values[name]}, "):
                drawn = drawn[len(place) :] if lying else Text()
                drawn = Text.assemble(f"{values[name]} (", drawn, ")") if lying and places else drawn
            values[name] = drawn if drawn.plain else values[name]
        return filled(words.language, words.action_pattern(number), values)

    def advice_told(self, numbers: Sequence[int], seat: int) -> Text:
        """Actions as they are advised, their things drawn."""
        game, view = self.table.game, self.table.view_json(seat)
        return self.in_one_line(advice(game, game.pointer.ways(numbers, seat, view), view))

    @functools.cached_property
    def steps_by_advice(self) -> dict[tuple[str, ...], tuple[int, ...]]:
        """Small steps, of any seat at any time, by the words of their advice; the same one also so often at once."""
        numbers = range(self.room.game.actions)
        countable = [number for number in numbers if COUNTS.search(self.advice_told([number], 0).plain)]
        steps = [(number,) * often for number in countable for often in range(2, OFTEN)]
        return {tokens(self.advice_told(each, 0).plain): each for each in (*steps, *((n,) for n in reversed(numbers)))}

    def in_one_line(self, lines: Sequence[Line]) -> Text:
        """Lines of advice, one behind the other."""
        return joined([told(self.company, line, self.picture) for line in lines], ", ")

    def show(self, viewer: int, picked: Sequence[Ref] = (), said: Sequence[Text] = ()) -> None:
        """Draw the table as a viewer may see it, on a clear screen, and below it what is said to him.

        What is not safe is said on every screen.
        """
        console = self.console
        above = [Text(self.unsaved, "bold red")] if self.unsaved else []
        below = [*([self.line(self.notice)] if self.notice else []), *said]
        taken = sum(len(console.render_lines(each, pad=False)) for each in (*above, *below))
        frame = self.picture.frame(self.scene(viewer, picked, taken))
        self.paged, self.notice = False, ""
        console.clear()
        if console.is_terminal:
            frame = fitted(console, frame, taken + 1, lambda lines: self.texts("cut_short", lines=lines))
        for part in (*above, frame, *below):
            console.print(part)

    # ------------------------------------------------------------ the game

    def play(self, notices: Sequence[str]) -> None:
        """From here to the end."""
        self.write()
        self.opening(notices)
        while not self.table.over:
            if self.time_is_up():
                continue
            seat = self.room.next_seat()
            if self.room.chairs[seat].played_by:
                self.let_bot_move(seat)
            else:
                self.let_person_move(seat)

    def versions(self) -> dict[int, int]:
        """What each viewer has seen so far."""
        return {viewer: self.room.version(viewer) for viewer in self.seen}

    def time_is_up(self) -> bool:
        """Where a game has a clock: whether it ran out; then everybody does what its rules say."""
        before = self.versions()
        if self.room.tick(now()) is None:
            return False
        self.write()
        self.say("time_up")
        self.after_move(before)
        return True

    def opening(self, notices: Sequence[str]) -> None:
        """Who plays, what was agreed, and the commitment, before the first move."""
        self.console.clear()
        self.console.print(opening_page(self, notices))
        if self.people:
            self.pause("next" if self.table.moves else "start")

    def let_person_move(self, seat: int) -> None:
        """One decision of a person, who first gets the keyboard to himself."""
        if self.covers and self.at_keyboard != seat:
            self.cover(seat)
        self.at_keyboard = seat
        prompt = Prompt(self, seat)
        actions = prompt.decide()
        if actions is None or self.time_is_up():
            return
        before = self.versions()
        self.room.submit(seat, actions, at=now())
        self.write()
        if self.room.in_private:
            return
        self.seen[seat] = before[seat]
        goes_on = self.table.why_no_undo(seat) is not None or self.table.to_act() == (seat,)
        if goes_on or prompt.answered or self.confirmed(seat):
            self.after_move(before)

    def confirmed(self, seat: int) -> bool:
        """Before anybody else acts, a move that can still be taken back waits for a yes."""
        self.show(seat)
        if self.pause("next_undo", "undo"):
            self.undo(seat)
            return False
        return True

    @property
    def seen_thinking(self) -> float:
        """Seconds that a bot is seen to think."""
        return self.pace * TEMPOS[self.tempo]

    def let_bot_move(self, seat: int) -> None:
        """One move of a bot, which is seen to think, however long it takes; what it composes nobody waits for."""
        before = self.versions()
        if self.pace:
            self.watch()
            with self.thinking("thinking", seat=self.names[seat]):
                began = time.monotonic()
                moves = self.room.think(seat)
                time.sleep(max(0, self.seen_thinking - (time.monotonic() - began)))
        else:
            moves = self.room.think(seat)
        self.room.submit(seat, moves, at=now())
        self.write()
        self.after_move(before)

    def after_move(self, before: Mapping[int, int]) -> None:
        """Tell what everybody saw; where hands were laid open, wait until everybody has looked."""
        events = self.room.events(self.audience, before[self.audience])
        if not self.console.is_terminal:
            self.console.print(*self.story(events, self.audience), sep="\n")
        view, insight = self.table.view_json(self.audience), self.table.insight(self.audience)
        results = self.picture.results(events, view, insight)
        if self.table.over and isinstance(self.picture, Ending):
            results += self.picture.ended(self.room.events(self.audience), view)
        for page, result in enumerate(results):
            self.at_keyboard = SPECTATOR
            self.console.clear()
            for line in self.leading(before, result) if not page and self.console.is_terminal else ():
                self.console.print(line)
            self.console.print(result)
            if self.people:
                self.pause("next")
        if results:
            self.seen[SPECTATOR] = before[SPECTATOR]

    def leading(self, before: Mapping[int, int], result: RenderableType) -> list[RenderableType]:
        """The last things that were done before a page of results, as many as fit above it; the very last always."""
        seen = min(self.seen[self.audience], before[self.audience])
        lines = self.table.game.tell(self.table.box, self.room.events(self.audience, seen), self.audience)
        done = [line for line in lines if not line.key.startswith(self.picture.in_results)]
        told_of = [hanging(told(self.company, line, self.picture), "· ", "dim") for line in done]
        room = self.console.height - len(self.console.render_lines(result, pad=False)) - FOOT
        tall = [len(self.console.render_lines(line, pad=False)) for line in told_of]
        most = next((count for count in range(len(told_of), 1, -1) if sum(tall[-count:]) <= room), 1)
        return list(told_of[-most:])

    def watch(self) -> None:
        """The table while bots act: as the one person sees it, or as anybody may."""
        if self.console.is_terminal:
            self.show(self.audience)

    def cover(self, seat: int) -> None:
        """A screen without secrets between two people."""
        name = self.names[seat]
        title = Text(self.texts("cover_title", seat=name), "bold", justify="center")
        text = Text(self.texts("cover", seat=name), justify="center")
        self.console.clear()
        self.console.print(Panel(Align.center(Group(title, Text(), text)), padding=(2, 4)))
        self.pause("cover_ready", seat=name)

    def undo(self, seat: int) -> None:
        """Take the seat's last move back, if the engine allows it; that is said below the table as it was before."""
        self.room.undo(seat, now())
        self.write()
        self.notice = "undone"

    def write(self) -> None:
        """Save the game; a full disk is told until it is saved again, and the game goes on."""
        try:
            saved = record_of(self.table, save=True, language=self.texts.language)
            write(msgspec.structs.replace(saved, pace=self.pace, tempo=self.tempo), self.save)
        except OSError as error:
            self.unsaved = self.texts("not_saved", path=self.save, reason=error.strerror)
            self.console.print(Text(self.unsaved, "bold red"))
        else:
            self.unsaved = ""

    # ------------------------------------------------------------ the end

    def ending(self) -> None:
        """Outcome, secret, and where the record is."""
        self.console.print(ending_page(self))
        try:
            path = finish(record_of(self.table, language=self.texts.language), self.save)
        except OSError as error:
            self.say("not_saved", path=self.save.parent / "records", reason=error.strerror)
            self.say("saved", path=self.save)
            return
        self.say("record", path=path)
        self.say("verify", command=f"{program()} verify {path}")


def opening_page(session: Session, notices: Sequence[str]) -> RenderableType:
    """What is read before the first move."""
    say, table, game = session.texts, session.table, session.table.game
    seats = Grid.grid(padding=(0, 2))
    for name, bot in zip(session.names, session.bots, strict=True):
        seats.add_row(Text(f"  {name}"), Text(say("bot", bot=say.bot(bot)) if bot else say("person"), "dim"))
    options = Grid.grid(padding=(0, 2))
    for option in game.options:
        value = table.options[option.name]
        if value == option.default and option is not game.options[0]:
            continue
        told = session.words.text("options", option.name, value) if option.choices else value
        options.add_row(Text(f"  {session.words.text('options', option.name, 'label')}"), Text(told, "dim"))
    if table.edition.digest != game.standard.digest:
        options.add_row(Text(f"  {say('edition')}"), Text(harmless(table.edition.data.get("title", ""), 40), "dim"))
    parts: list[RenderableType] = [Text(notice, "yellow") for notice in notices]
    by = Text(say("welcome", authors=game.authors, publisher=game.publisher), "dim", justify="center")
    parts += [Panel(Group(Text(game.title, "bold", justify="center"), by))]
    parts += [Text(say("seats"), "bold"), seats, Text(say("options"), "bold"), options, Text()]
    parts += [Text(say("commitment"), "bold"), Text(f"  {table.commitment}", "cyan")]
    if any(table.nonces):
        parts.append(Text(say("nonces", nonces=", ".join(repr(nonce) for nonce in table.nonces if nonce))))
    return Group(*parts, Text(say("commitment_why"), "dim"), Text(), Text(say("opening_help")))


def ending_page(session: Session) -> RenderableType:
    """Who won, how it ended, and the secret."""
    say, outcome = session.texts, session.table.outcome()
    winners = [session.names[seat] for seat in outcome.winners]
    won = say("winner" if len(winners) == 1 else "winners", seats=say("and").join(winners))
    reached: list[tuple[int | None, str]] = [(score, "") for score in outcome.scores]
    if isinstance(session.picture, Reckoning):
        reached = list(session.picture.reckoned(session.table.insight(session.audience)))
    places = Grid(box=None, padding=(0, 2))
    for column in ("column_place", "column_name", "column_score"):
        places.add_column(say(column), justify="left")
    places.add_column()
    for seat in sorted(range(session.table.seats), key=lambda seat: outcome.places[seat]):
        style = "bold" if outcome.places[seat] == 1 else ""
        place = say("place", n=outcome.places[seat])
        score, how = reached[seat]
        places.add_row(place, Text(session.names[seat]), "-" if score is None else str(score), how, style=style)
    told = session.words.text("endings", outcome.ending or "")
    head = Panel(Group(Text(won, "bold", justify="center"), Text(told, justify="center")), title=say("over"))
    secret = [Text(say("secret"), "bold"), Text(f"  {session.table.secret.hex()}", "cyan")]
    secret += [Text(say("commitment"), "dim"), Text(f"  {session.table.commitment}", "dim")]
    return Group(head, places, Text(), *secret)
