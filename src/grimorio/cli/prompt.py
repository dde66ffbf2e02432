"""One person's decision at the keyboard: keys, typed moves, and questions that cost nothing."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from grimorio.cli import pages
from grimorio.cli.draw import KEY, Composing, Scene, joined
from grimorio.cli.pointing import Keys, keys_of, picks_in
from grimorio.engine.game import ActionError
from grimorio.engine.pointing import Pointing
from grimorio.engine.reference import Ref, Way
from grimorio.engine.refusal import Refusal, Refused

if TYPE_CHECKING:
    from grimorio.cli.session import Session

LONGEST = 200
"""Letters of what is typed that are looked at."""
RECENT = 16
"""Lines of the log."""


class QuitError(Exception):
    """A player wants to stop; everything is saved."""


class Prompt:
    """Asks one seat until it has decided; whatever is typed, nothing is lost."""

    def __init__(self, session: "Session", seat: int) -> None:
        """Ask this seat."""
        self.session, self.seat = session, seat
        self.picked: tuple[Ref, ...] = ()
        self.refusal: Refusal | None = None
        self._answers: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "why": self._why,
            "hint": self._hint,
            "undo": self._undo,
            "log": self._log,
            "rules": self._rules,
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
            typed = session.ask("you", seat=session.names[self.seat])[:LONGEST]
            if (whole := self.command(typed)) is not None:
                if whole:
                    return whole
                continue
            action = self.understand(typed)
            if action is not None:
                return (action,)
        return None

    def command(self, typed: str) -> tuple[int, ...] | None:
        """Several actions that the picture of the game reads from one line; none where one of them is refused."""
        picture, table = self.session.picture, self.session.table
        if not isinstance(picture, Composing):
            return None
        actions = picture.command(typed, table.view_json(self.seat))
        if actions:
            try:
                table.branch(table.state).apply_all(self.seat, actions)
            except Refused as refused:
                self.refusal = refused.refusal
                self._tell(refused.refusal)
                return ()
        return tuple(actions) if actions is not None else None

    @property
    def legal(self) -> list[int]:
        """What the seat may do."""
        return self.session.table.legal(self.seat)

    @property
    def scene(self) -> Scene:
        """The table as this seat sees it, with what it has picked."""
        return self.session.scene(self.seat, self.picked)

    @property
    def keys(self) -> Keys:
        """What the keys on the screen point at."""
        return self.session.picture.keys(self.scene)

    def understand(self, typed: str) -> int | None:
        """An action, or None once everything that was typed has been answered."""
        text = "".join(letter for letter in typed if letter.isprintable()).strip()
        word, _, rest = text.partition(" ")
        command = self.session.texts.commands.get(text.lower()) or self.session.texts.commands.get(word.lower())
        if not text:
            if (whole := self.scene.pointing.whole) is not None:
                return whole.number
            self.picked = ()
            self.session.show(self.seat)
        elif text.lower() in self.session.texts.commands or command in {"help", "why"}:
            self._answers[str(command)](rest.strip())
        elif (picks := picks_in(text, self.keys)) is not None:
            return self._pointed(picks)
        else:
            return self._typed(text)
        return None

    def _pointed(self, picks: Sequence[Ref]) -> int | None:
        """Narrow what can be done by what was picked, before and now; the last action that is left is done.

        What does not go together with earlier picks is refused with its reason, or begins anew, but is never done.
        """
        before = self.scene.pointing
        now = before.pick(*picks)
        if not now.left and self.picked:
            if (meant := self._meant(now.picked)) is not None:
                self.picked = ()
                return self._allowed(meant.number, " ".join(ref.name for ref in now.picked))
            now = before.afresh(*picks)
        if now.only is not None:
            return now.only.number
        if now.left:
            self.picked = now.picked
            self.session.show(self.seat, self.picked)
            self._offer(now)
            return None
        self.picked = ()
        meant = self._meant(picks)
        return self._allowed(meant.number if meant else None, " ".join(ref.name for ref in picks))

    def _meant(self, picks: Sequence[Ref]) -> Way | None:
        """The action that was probably meant by picks that do not go together."""
        return self.session.room.meant(self.seat, picks, set(self.keys.values()))

    def _offer(self, pointing: Pointing) -> None:
        """Say what was chosen, and which keys go on from here."""
        session, view = self.session, self.scene.view
        choices = [
            Text.assemble((f" {key} ", KEY), session.picture.thing(ref, view, short=True))
            for key, ref in self.keys.items()
            if pointing.can(ref)
        ]
        chosen = joined([session.picture.thing(ref, view) for ref in self.picked], ", ")
        session.say("picked", picks=chosen)
        session.say("pick_more", choices=joined(choices, "  "))
        if (whole := pointing.whole) is not None:
            session.say("pick_enough", action=session.words.action(whole.number))

    def _typed(self, text: str) -> int | None:
        """A move in words, in either language."""
        for words in self.session.all_words:
            try:
                return self._allowed(words.read_action(text, self.legal), text)
            except ActionError:
                continue
        self.refusal = None
        self.session.say("not_understood", text=text[:40])
        return None

    def _allowed(self, action: int | None, text: str) -> int | None:
        """The action if it is legal; otherwise say why not."""
        if action is None:
            self.refusal = None
            self.session.say("not_understood", text=text[:40])
            return None
        self.refusal = self.session.table.why_not(self.seat, action)
        if self.refusal is None:
            return action
        self._tell(self.refusal)
        return None

    def _tell(self, refusal: Refusal) -> None:
        why = self.session.words.refusal(refusal)
        self.session.say("refused_rule" if refusal.rule else "refused", why=why, rule=refusal.rule)

    # ------------------------------------------------------------ questions

    def _help(self, rest: str) -> None:
        if rest:
            pages.one_rule(self.session, rest)
        else:
            pages.help_now(self.session, self.seat, self.legal)

    def _why(self, rest: str) -> None:
        """Why the last move was refused, or why a move that is named here would be."""
        if rest:
            action = self._typed(rest)
            if action is not None:
                self.session.say("allowed", action=self.session.words.action(action))
                return
        if self.refusal is None:
            if not rest:
                self.session.say("no_refusal")
            return
        if not rest:
            self.session.say("refused", why=self.session.words.refusal(self.refusal))
        if self.refusal.rule:
            self.session.say("why_rule", rule=self.refusal.rule, text=self.session.words.rule(self.refusal.rule))

    def _hint(self, _rest: str) -> None:
        """What the strongest bot would do, asked on this seat's own view."""
        table, session = self.session.table, self.session
        name, actions = session.room.hint(self.seat)
        told = ", ".join(session.words.action(action) for action in actions)
        session.say("hint", bot=session.texts.bot(name), action=Text(told, "bold"))
        way = table.game.pointer.way(actions[0], self.seat, self.scene.view)
        if len(actions) == 1 and (keys := keys_of(way, self.keys)):
            session.say("hint_key", keys=Text(f" {keys} ", KEY))

    def _undo(self, _rest: str) -> None:
        try:
            self.session.undo(self.seat)
        except Refused as refused:
            self.refusal = refused.refusal
            self._tell(refused.refusal)

    def _log(self, _rest: str) -> None:
        pages.log(self.session, self.seat, RECENT)

    def _rules(self, _rest: str) -> None:
        pages.all_rules(self.session)

    def _save(self, _rest: str) -> None:
        self.session.write()
        if not self.session.unsaved:
            self.session.say("saved", path=self.session.save)

    def _quit(self, _rest: str) -> None:
        raise QuitError
