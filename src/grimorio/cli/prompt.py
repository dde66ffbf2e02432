"""One person's decision at the keyboard: keys, typed moves, and questions that cost nothing."""

from difflib import get_close_matches
from typing import TYPE_CHECKING

from rich.text import Text

from grimorio.cli import pages
from grimorio.cli.draw import KEY, cut, in_lines, joined
from grimorio.cli.pointing import Keys, keys_of
from grimorio.cli.reading import Reader, Reading, leads
from grimorio.engine.pointing import Pointing
from grimorio.engine.reference import Ref, Way
from grimorio.engine.refusal import Refusal, Refused
from grimorio.engine.typed import SMALL
from grimorio.room.reasons import why_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grimorio.cli.session import Session

LONGEST = 200
"""Letters that a line may have."""
RECENT = 16
"""Lines of the log."""
INNER = str.maketrans("«»“”", "“”\u2018\u2019")
"""Quotation marks between others."""
EXAMPLES = 3
"""Moves that are named where a beginning may mean several."""
MARKS = ".,;:!?"
"""What somebody may write behind a word, as in a sentence."""
ALIKE = 0.8
"""How much a misspelt command must be like a real one."""


class QuitError(Exception):
    """A player wants to stop; everything is saved."""


class Prompt:
    """Asks one seat until it has decided; whatever is typed, nothing is lost.

    Only what was lit, or said from end to end, is done at once. What is guessed, or cannot be taken back, is asked
    about first, and anything but a yes leaves it alone.
    """

    def __init__(self, session: "Session", seat: int) -> None:
        """Ask this seat."""
        self.session, self.seat = session, seat
        self.picked: tuple[Ref, ...] = ()
        self.refusal: Refusal | None = None
        self.asking: tuple[int, ...] = ()
        self.answered = self.stale = self.paged = self.offered = False
        self._reader: Reader | None = None
        self._answers: dict[str, Callable[[str], str | None]] = {
            "help": self._help,
            "why": self._why,
            "hint": self._hint,
            "undo": self._undo,
            "log": self._log,
            "piles": self._piles,
            "rules": self._rules,
            "pace": self._pace,
            "save": self._save,
            "quit": self._quit,
        }

    # ------------------------------------------------------------ asking

    def decide(self) -> tuple[int, ...] | None:
        """The number of a legal action, or of several that are one command; None after a move was taken back."""
        session = self.session
        before = session.room.entries
        session.show(self.seat)
        while session.room.entries == before:
            actions = self.understand(session.ask_seat(self.seat))
            if actions:
                return actions
        return None

    @property
    def reader(self) -> Reader:
        """Reads what this seat types now, made anew when something else was picked."""
        if self._reader is None or self._reader.pointing.picked != self.picked:
            self._reader = Reader(self.session, self.seat, self.picked)
        return self._reader

    def understand(self, typed: str) -> tuple[int, ...]:
        """What is to be done, or nothing once everything that was typed has been answered."""
        session, self.stale, self.offered = self.session, False, False
        self.paged, session.paged, session.answers = session.paged, False, []
        try:
            return self._decided(typed)
        finally:
            if self.picked and session.answers and not (self.offered or self.asking):
                self._offer(self.reader.pointing)
            session.answered(self.seat, self.picked, redraw=self.stale)

    def _decided(self, typed: str) -> tuple[int, ...]:
        """The actions that a line decides on; for any other, what is to be said is said."""
        line = "".join(letter for letter in typed if letter.isprintable()).strip()
        text = line.rstrip(MARKS).rstrip() or line[:1]
        asked, self.asking = self.asking, ()
        if asked and text.lower() in self.session.texts.yes:
            self.answered = True
            return asked
        if asked and (text.lower() in self.session.texts.no or self._command(text)[0] == "undo"):
            self.session.say("left_alone")
            return ()
        if len(text) > LONGEST:
            self.session.say("too_long", most=LONGEST)
            return ()
        enough = self.picked and self.enough and text.lower() in self.session.texts.yes
        return self._entered(asked_before=bool(asked)) if not text or enough else self._understood(text)

    @property
    def enough(self) -> Way | None:
        """The move for which what was picked is enough."""
        return self.reader.pointing.whole or self.reader.pointing.only

    def _entered(self, *, asked_before: bool) -> tuple[int, ...]:
        """Enter alone: what was picked is enough, or it is dropped, which is said, and the table is drawn again.

        Where a page lies over the table it only goes back to it: nobody decides what he does not see.
        """
        if self.paged:
            self._back()
            return ()
        chosen = self.enough if self.picked else None
        if chosen is not None and not asked_before:
            return self._final((chosen.number,))
        if not self.picked and not asked_before and (reading := self.reader.entered()).actions:
            return self._final(reading.actions)
        dropped, self.picked = bool(self.picked), ()
        self.stale = True
        if dropped or asked_before:
            self.session.say("left_alone" if asked_before else "dropped")
        return ()

    def _understood(self, text: str) -> tuple[int, ...]:
        command, rest = self._command(text)
        if command:
            instead = self._answers[command](rest)
            return self._instead(instead) if instead else ()
        reading = self.reader.read(text)
        if reading.unread:
            self.session.say("one_at_a_time", text=cut(reading.unread))
        if reading.actions and not reading.sure:
            return self._ask("ask_meant", reading.actions)
        if reading.actions:
            return self._final(reading.actions)
        self._answer(reading, text)
        return ()

    def _command(self, text: str) -> tuple[str, str]:
        """The command that a line is, with what stands behind it; '' for none."""
        commands = self.session.texts.commands
        word, _, rest = text.partition(" ")
        if text.lower() in commands:
            return commands[text.lower()], ""
        command = commands.get(word.lower().rstrip(MARKS) or word[:1], "")
        return (command, rest.strip()) if command in {"help", "why", "pace"} else ("", "")

    def _instead(self, typed: str) -> tuple[int, ...]:
        """A line that somebody types instead of reading a page to its end: his table is there again, and hears it."""
        self.stale = True
        return () if self.session.texts.commands.get(typed.lower()) == "quit" else self._decided(typed)

    # ------------------------------------------------------------ questions before a move

    def _final(self, actions: tuple[int, ...]) -> tuple[int, ...]:
        """The actions, unless one of them cannot be taken back: then a question first."""
        ways = self.reader.scene.ways if len(actions) == 1 else self._ways_after(actions[:-1])
        final = any(way.final for way in ways if way.number == actions[-1])
        return self._ask("ask_final", actions) if final else actions

    def _ways_after(self, prepared: tuple[int, ...]) -> tuple[Way, ...]:
        """What the seat could do once it has prepared this, of which nobody hears."""
        table, seat = self.session.table, self.seat
        ahead = table.branch(table.state)
        ahead.apply_all(seat, prepared)
        return ahead.game.pointer.offered(ahead.legal(seat), seat, ahead.view_json(seat), ahead.box)

    def _ask(self, name: str, actions: tuple[int, ...]) -> tuple[int, ...]:
        self.asking = actions
        self.session.say(name, action=inside(self._told(actions)))
        return ()

    def _told(self, actions: tuple[int, ...]) -> Text:
        """What is to be done, with what lies at its places."""
        return joined([self.session.action_told(action, self.seat, lying=True) for action in actions], ", ")

    # ------------------------------------------------------------ answers

    def _answer(self, reading: Reading, text: str) -> None:
        """Say what a line that decides nothing means."""
        self.refusal = reading.refusal
        if reading.picks:
            self.picked = reading.picks
            self.stale = True
            if reading.refusal:
                self._tell(reading.refusal)
            if reading.several:
                self._say_several(reading, text)
            self._offer(self.reader.pointing)
            return
        if self.picked and (reading.refusal or reading.pointed):
            self.picked, self.stale = (), True
        self._explain(reading, text)

    def _explain(self, reading: Reading, text: str, *, asked: bool = False) -> None:
        """Why a line cannot be done."""
        session, view = self.session, self.reader.scene.view
        if reading.refusal:
            self._tell(reading.refusal, asked=asked)
        elif reading.pointed:
            session.say("no_move", things=joined([session.picture.thing(ref, view) for ref in reading.pointed], " + "))
        elif reading.several:
            self._say_several(reading, text)
        elif reading.begun:
            moves = [self._told((number,)) for number in _apart(reading.begun)]
            name = "partly" if reading.partly else "unfinished"
            session.say(name, text=cut(text), actions=joined(moves, "; "))
        elif self.picked and self._is_another(text):
            session.say("another_move", text=cut(text))
        elif text.lower() in session.texts.yes | session.texts.no:
            session.say("nothing_asked")
        elif about := session.texts.about(text):
            session.say("is_command", text=cut(text), about=about)
        elif command := self._misspelt(text):
            session.say("meant_command", text=cut(text), command=command)
        else:
            session.say("not_here" if session.typed.knows(text) else "not_understood", text=cut(text))

    def _say_several(self, reading: Reading, text: str) -> None:
        """What a part of a line may mean."""
        self.session.say("several", text=cut(text), things=self._lit_among(reading.several))

    def _misspelt(self, text: str) -> str:
        """The command that a word of a line is, or is like; '' for none."""
        said = (word for word in text.lower().split() if word not in SMALL)
        near = (get_close_matches(word, self.session.texts.commands, 1, ALIKE) for word in said)
        return next((each for found in near for each in found), "")

    def _lit_among(self, things: tuple[Ref, ...]) -> Text:
        """Some things, each with its key where that is lit; those that look alike once."""
        reader = self.reader
        keys = {ref: key for key, ref in reader.keys.items() if reader.pointing.can(ref)}
        drawn = {ref: self.session.picture.thing(ref, reader.scene.view) for ref in things}
        alike = {text.plain: ref for ref, text in reversed(drawn.items())}
        shown = [(keys.get(ref), drawn[ref]) for ref in drawn if alike[drawn[ref].plain] == ref]
        return joined([Text.assemble((f" {key} ", KEY) if key else "", text) for key, text in shown], "; ")

    def _is_another(self, text: str) -> bool:
        """Whether a line means something, were no choice half made."""
        reading = Reader(self.session, self.seat, ()).read(text)
        return reading.understood

    def _offer(self, pointing: Pointing) -> None:
        """Say what was chosen, and which keys go on from here."""
        session, reader, self.offered = self.session, self.reader, True
        choices = [
            Text.assemble((f" {key} ", KEY), session.picture.thing(ref, reader.scene.view, short=True))
            for key, ref in reader.keys.items()
            if pointing.can(ref)
        ]
        chosen = joined([session.picture.thing(ref, reader.scene.view) for ref in self.picked], ", ")
        session.say("picked", picks=chosen)
        if choices and pointing.only is None:
            head = session.line("pick_more", choices="")
            head.rstrip()
            session.tell(joined(in_lines([head, *choices], "  ", session.console.width), "\n"))
        if (enough := self.enough) is not None:
            session.say("pick_enough", action=self._told((enough.number,)))

    def _tell(self, refusal: Refusal, *, asked: bool = False) -> None:
        """Why not; who asked for the reason is told the rule too, others how to ask for it."""
        why = self.session.words.refusal(refusal)
        name = "refused_rule" if refusal.rule and not asked else "refused"
        self.session.say(name, why=why, rule=refusal.rule)

    # ------------------------------------------------------------ questions

    def _help(self, rest: str) -> str:
        if not any(map(str.isdigit, rest)):
            return pages.help_now(self.session, self.reader.scene)
        pages.one_rule(self.session, rest)
        return ""

    def _why(self, rest: str) -> None:
        """Why the last move was refused, or why a move that is named here would be."""
        session = self.session
        if rest := "" if rest.lower() in session.texts.no else session.typed.asked_about(rest):
            goes_on = self.reader.read(rest)
            anew = Reader(session, self.seat).read(rest) if self.picked and not leads(goes_on) else goes_on
            self._why_not(anew if leads(anew) or not goes_on.refusal else goes_on, rest)
        elif self.refusal is None:
            session.say("no_refusal")
        else:
            session.say("refused", why=session.words.refusal(self.refusal))
        if self.refusal is not None and self.refusal.rule:
            session.say("why_rule", rule=self.refusal.rule, text=session.words.rule(self.refusal.rule))

    def _why_not(self, reading: Reading, text: str) -> None:
        self.refusal = reading.refusal
        if reading.actions:
            self.session.say("allowed", action=inside(self._told(reading.actions)))
        elif reading.picks and not reading.refusal:
            chosen, view = self.reader.pointing.afresh(*reading.picks), self.reader.scene.view
            if (whole := chosen.whole or chosen.only) is not None:
                self.session.say("allowed", action=inside(self._told((whole.number,))))
                return
            things = joined([self.session.picture.thing(ref, view) for ref in reading.picks], ", ")
            self.session.say("allowed_so_far", things=things)
        else:
            self._explain(reading, text, asked=True)

    def _hint(self, _rest: str) -> None:
        """What a bot would do and why, asked on this seat's own view."""
        table, session, reader = self.session.table, self.session, self.reader
        with session.thinking("hinting"):
            hint = session.room.hinting(self.seat)()
        advice = session.in_one_line(hint.told)
        advice.stylize("bold")
        session.say("hint", bot=session.texts.bot(hint.bot), action=advice)
        way = table.game.pointer.way(hint.moves[0], self.seat, reader.scene.view)
        goes_on = any(each.number == way.number for each in reader.pointing.left)
        if len(hint.moves) == 1 and (pressed := keys_of(way, self.keys_after, self.picked if goes_on else ())):
            then = session.texts("then")
            pressed = pressed if goes_on else [session.texts.called("undo"), *pressed]
            named = [key or session.texts("enter") for key in pressed]
            session.say("hint_key", keys=joined([Text(f" {key} ", KEY) for key in named], then))
        if hint.reasons:
            session.say("hint_why", why=" ".join(why_of(session.words, reason) for reason in hint.reasons))

    def keys_after(self, picked: "Sequence[Ref]") -> tuple[Keys, Pointing]:
        """The keys on the screen once some things were picked, and what can be done then."""
        scene = self.session.scene(self.seat, picked)
        return self.session.picture.keys(scene), scene.pointing

    def _undo(self, _rest: str) -> None:
        """Drop a choice that is half made, or else take the last move back."""
        if self.picked:
            self.picked, self.stale = (), True
            self.session.say("dropped")
            return
        try:
            self.session.undo(self.seat)
        except Refused as refused:
            self.refusal = refused.refusal
            self._tell(refused.refusal)

    def _log(self, _rest: str) -> str:
        return pages.log(self.session, self.seat, RECENT)

    def _piles(self, _rest: str) -> str:
        return pages.piles(self.session, self.reader.scene.view)

    def _rules(self, _rest: str) -> str:
        return pages.all_rules(self.session)

    def _pace(self, rest: str) -> None:
        """How fast bots play, changed where a tempo is named; the save knows it at once."""
        session, texts = self.session, self.session.texts
        if tempo := texts.tempo(rest):
            session.tempo = tempo
            session.write()
        named = texts.own["tempos"]
        seconds = session.words.number(round(session.seen_thinking, 1))
        session.say("tempo_now", tempo=named[session.tempo], seconds=seconds, tempos=", ".join(named.values()))

    def _save(self, _rest: str) -> None:
        self.session.write()
        if not self.session.unsaved:
            self.session.say("saved", path=self.session.save)

    def _quit(self, _rest: str) -> None:
        """Leave the table; where a page lies over it, only the page."""
        if not self.paged:
            raise QuitError
        self._back()

    def _back(self) -> None:
        """The table again, with what was picked."""
        self.stale = True
        if self.picked:
            self._offer(self.reader.pointing)


def _apart(numbers: "Sequence[int]") -> "Sequence[int]":
    """A few of these actions, as far apart as they lie, since neighbours are nearly the same."""
    return numbers[:: -(-len(numbers) // EXAMPLES)]


def inside(told: Text) -> Text:
    """What is told as it stands between quotation marks: those within it are of the other kind."""
    return Text(told.plain.translate(INNER), spans=told.spans)
