"""What a line that somebody types means at this moment: keys, moves in words, beginnings of moves, or mistakes.

Reading changes nothing. What was pointed at by lit keys, or said from end to end, is a decision. What is only begun, or
misspelt, or named by its things, is a guess, which is asked about. Everything else is explained as well as can be.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from grimorio.cli.draw import Composing, Printing, Scene
from grimorio.cli.pointing import picks_in
from grimorio.cli.spoken import ANEW, Said, Spoken
from grimorio.engine.layout import LETTERS
from grimorio.engine.pointing import Pointing
from grimorio.engine.reference import Ref, Way, is_shown
from grimorio.engine.refusal import Refusal, Refused
from grimorio.engine.typed import HALF, LEADING, MYSELF, SMALL, Called, begun_with, tokens

if TYPE_CHECKING:
    from grimorio.cli.session import Session

SHORT, ALIKE = 2, 64
"""Words of a move that names its things, at least; moves that are compared with each other, at most."""
TOLD = ((True, False), (False, True), (True, True))
"""How a move may call places: by their names, by what lies there, or by both."""


def _bare(text: str) -> list[str]:
    """The words of a text that mean something."""
    return [word for word in tokens(text) if word not in SMALL]


def _is_keys(text: str) -> bool:
    """Whether a line is letters and numbers alone: those are keys, lit or not, and never words (`a1`, `su1`)."""
    words, joined = tokens(text), " " not in text.strip() and any(map(str.isdigit, text))
    return all(len(word) < (HALF if joined else 2) or word.lstrip("-").isdigit() for word in words)


def _spread(numbers: Sequence[int]) -> Sequence[int]:
    """A good many of some actions, from end to end."""
    return numbers[:: 1 + len(numbers) // ALIKE]


@dataclass(frozen=True)
class Reading:
    """What a line means: actions (a guess where not `sure`), picks that do not decide yet, a refusal, or nothing.

    Picks and a refusal together: what was picked before and now does not go together, and the new picks begin anew.

    `begun` are the actions of which a line may be the beginning, where it names nothing that they have in common.
    `pointed` where it names things that are at hand, though they lead nowhere; `several` where a part of a name fits
    more than one of them. `partly` where only the beginning was understood. `unread` is what comes after a move, and
    is none of it.
    """

    actions: tuple[int, ...] = ()
    sure: bool = True
    picks: tuple[Ref, ...] = ()
    refusal: Refusal | None = None
    begun: tuple[int, ...] = ()
    pointed: tuple[Ref, ...] = ()
    several: tuple[Ref, ...] = ()
    partly: bool = False
    unread: str = ""

    @property
    def understood(self) -> bool:
        """Whether it means anything at all."""
        return bool(self.actions or self.picks or self.refusal or self.begun or self.pointed or self.several)


def leads(reading: Reading) -> bool:
    """Whether a line can be done, as far as it goes."""
    return bool(reading.actions or (reading.picks and not reading.refusal))


class Reader:
    """Reads lines of one seat, which has picked some things before."""

    def __init__(self, session: "Session", seat: int, picked: Sequence[Ref] = ()) -> None:
        """Read for this seat."""
        self.session, self.seat = session, seat
        self.scene: Scene = session.scene(seat, picked)
        self.keys = session.picture.keys(self.scene)

    @property
    def pointing(self) -> Pointing:
        """What can be done, and what of it was picked."""
        return self.scene.pointing

    @property
    def legal(self) -> list[int]:
        """What the seat may do."""
        return [way.number for way in self.scene.ways]

    @cached_property
    def lit(self) -> frozenset[Ref]:
        """What the seat may use."""
        return frozenset(ref for way in self.scene.ways for ref in way.refs)

    @property
    def at_hand(self) -> list[Ref]:
        """What can be pointed at on the screen, whether it may be used now or not."""
        return list(dict.fromkeys((*self.keys.values(), *(ref for way in self.scene.ways for ref in way.refs))))

    def read(self, text: str) -> Reading:
        """What a line means; of one that says one move after the other the first, and what was not read."""
        found = self._one(text)
        ends = [] if found.actions and found.sure else [(each.start(), each.end()) for each in ANEW.finditer(text)]
        heads = [(self._one(text[:end]), text[after:]) for end, after in ends]
        if leads(found):
            same = (rest for head, rest in heads if (head.actions, head.picks) == (found.actions, found.picks))
            return replace(found, unread=next(filter(self._says_more, same), ""))
        begun = (each for asked in ("actions", "picks") for each in reversed(heads) if getattr(each[0], asked))
        head, rest = next(begun, (found, ""))
        return replace(head, sure=False, unread=rest) if rest and not found.refusal else found

    def _says_more(self, rest: str) -> bool:
        """Whether what follows a move means something by itself, and is no mere politeness."""
        return not self.session.typed.names_nothing(rest) and self._one(rest).understood

    def _one(self, text: str) -> Reading:
        """What a line means that says one thing."""
        text = self._by_name(text)
        exact = (self._composed, self._keys, self._several, self._label, self._whole)
        guessed = (self._spoken, self._words, self._otherwise, self._keyed, self._mistaken, self._halves)
        answered = (self._respelled, self._not_now, self._verb, self._anything, self._out_of_reach)
        for reads in exact if _is_keys(text) else (*exact, *guessed, *answered):
            if (found := reads(text)).understood:
                return found
        return Reading()

    def _by_name(self, text: str) -> str:
        """A line in which somebody who may do something to himself calls himself by his name (`per me`)."""
        own = self.session.names[self.seat] if Ref("seat", LETTERS[self.seat]) in self.lit else ""
        return " ".join(own if own and word.lower() in MYSELF else word for word in text.split())

    def entered(self) -> Reading:
        """What Enter alone means: nothing, but where the picture of the game says so."""
        return self._composed("")

    # ------------------------------------------------------------ a whole command, and keys

    def _composed(self, text: str) -> Reading:
        """Several actions that the picture of the game reads from one line."""
        picture = self.session.picture
        if not isinstance(picture, Composing):
            return Reading()
        actions = picture.command(text, self.scene.view)
        if not actions:
            code = picture.mistaken(text, self.scene.view)
            return self._mistake(code, text)
        return self._together(actions)

    def _mistake(self, code: str, text: str) -> Reading:
        """What the rules say of something that is no action at all; nothing without a code."""
        return Reading(refusal=Refusal(code, self.session.room.game.mistakes[code], text) if code else None)

    def _together(self, actions: Sequence[int]) -> Reading:
        """Several actions in one go, if all but the last only prepare it."""
        table = self.session.table
        try:
            table.branch(table.state).apply_all(self.seat, actions)
        except Refused as refused:
            return Reading(refusal=refused.refusal)
        return Reading(actions=tuple(actions))

    def _several(self, text: str) -> Reading:
        """Whole moves with commas between them, as a hint tells them."""
        parts = text.split(",") if isinstance(self.session.picture, Composing) else []
        found = [self._step(part) for part in parts] if len(parts) > 1 else []
        return self._together([number for each in found for number in each]) if all(found) and found else Reading()

    def _step(self, part: str) -> tuple[int, ...]:
        """A part of such a line, which may be the same move so often; nothing where it is none."""
        number = self.session.typed.said(part, self.legal)
        number = self._drawn(part) if number is None else number
        return self._advised.get(tokens(part), ()) if number is None else (number,)

    def _keys(self, text: str) -> Reading:
        """What keys point at; a line that says a whole move, `no` or a name is none of keys where these lead nowhere.

        Nor is the name of a player, unless it is as short as keys are (`Ada` is not three of them).
        """
        picks = None if self.session.typed.names_a_player(text) else picks_in(text, self.keys)
        if picks is None:
            return Reading()
        found, texts = self._pointed(picks), self.session.texts
        said = text.lower() in texts.yes | texts.no or self.session.typed.said(text, self.legal) is not None
        said = said or (len(text) > HALF and text.isalpha() and self.session.typed.knows(text))
        return found if found.actions or found.picks or not said else Reading()

    def _pointed(self, picks: Sequence[Ref]) -> Reading:
        """What was picked before and now; what does not go together is explained, or begins anew, and is never done.

        Whoever says again what he picked, with what goes on from it, means it once.
        """
        now, again = self.pointing.pick(*picks), self.pointing.afresh(*picks)
        if not now.left and set(picks).issuperset(self.pointing.picked) and again.left:
            now = again
        if now.only is not None:
            return Reading(actions=(now.only.number,))
        if now.left:
            return Reading(picks=now.picked)
        anew = tuple(picks) if self.pointing.picked and again.left else ()
        return Reading(picks=anew, refusal=self._why(now.picked) or self._why(picks), pointed=tuple(picks))

    def _why(self, picks: Sequence[Ref]) -> Refusal | None:
        return self.session.room.why(self.seat, picks, self.at_hand)

    def _label(self, text: str) -> Reading:
        """What stands beside a lit key, written out."""
        picture, view, said = self.session.picture, self.scene.view, tokens(text)
        words = (ref for ref in self.pointing.lit if ref.sort == "word")
        meant = next((ref for ref in words if tokens(picture.thing(ref, view).plain) == said), None) if said else None
        return self._pointed([meant]) if meant else Reading()

    # ------------------------------------------------------------ words

    def _whole(self, text: str) -> Reading:
        """A move in words, in either language, from end to end, or as the terminal tells it."""
        if (number := self.session.typed.said(text, self.legal)) is not None:
            return self._action(number, sure=True)
        number, said = self._drawn(text), _bare(text)
        if number is None:
            return Reading()
        return self._action(number, sure=said == self._told(number, *TOLD[-1]) or tokens(text) in self._advised)

    def _spoken(self, text: str) -> Reading:
        """A verb with things that it is said of, among what goes on from the picks before; or why it cannot be done."""
        if (found := self._said(text, wholly=True)).understood:
            return found
        if (named := self._named_first(text)).actions:
            return named
        spoken = Spoken(self.session.typed, self._every)
        said = spoken.said_in(text, self._known, self.keys) or self._without_verb(text, spoken)
        if whole := spoken.fitting(said, wholly=True) if said else ():
            return self._nearest_of([way.number for way in whole])
        found = self._said(text)
        return found if found.understood or not said else self._spoken_in_vain(text, spoken, said)

    def _without_verb(self, text: str, spoken: Spoken) -> Sequence[Said]:
        """Where a letter is put somewhere, without a verb of any move (`la a in fila 2`): the letter counts too."""
        words = set(tokens(text))
        put = words & LEADING and any(len(word) == 1 and word in self.keys for word in words)
        return spoken.said_in(text, self._known, self.keys, any_verb=True) if put else ()

    def _said(self, text: str, *, any_verb: bool = False, wholly: bool = False) -> Reading:
        """A verb with things that it is said of, among what goes on from the picks before."""
        for ways in dict.fromkeys((self.pointing.left, self.scene.ways)):
            spoken = Spoken(self.session.typed, ways)
            heard = spoken.said_in(text, self._known, self.keys, any_verb=any_verb)
            said = heard or (self._without_verb(text, spoken) if wholly else ())
            if found := spoken.fitting(said, wholly=wholly):
                several = spoken.open(found, said, self._look)
                first = [way.number for way in spoken.with_first(found, said)]
                return self._open(several, found, said) if several or not first else self._begun(first)
        return Reading()

    def _open(self, several: tuple[Ref, ...], ways: Sequence[Way], said: Sequence[Said]) -> Reading:
        """Several things that may be meant; what is certain besides them is picked, and they are offered."""
        named = {ref for each in said for ref in each.meant}
        certain = [ref for ref in ways[0].refs if ref in named and all(ref in way.refs for way in ways)]
        goes_on = certain and self.pointing.afresh(*certain).lit
        return Reading(picks=tuple(certain) if goes_on else (), several=several)

    def _spoken_in_vain(self, text: str, spoken: Spoken, said: Sequence[Said]) -> Reading:
        """Why a verb cannot be said of its things now; nothing where they may be meant otherwise."""
        if found := spoken.fitting(said):
            return self._nearest_of([way.number for way in found])
        legal = Spoken(self.session.typed, self.scene.ways)
        if legal.otherwise(said):
            return Reading()
        if meant := spoken.otherwise(said):
            return self._nearest_of(meant)
        if refusal := self._not_now(text).refusal:
            return Reading(refusal=refusal)
        begun = legal.with_verb(said)
        return Reading(begun=begun, partly=True) if begun else self._nearest_of(spoken.with_verb(said))

    @cached_property
    def _every(self) -> list[Way]:
        """Every action there is, legal or not."""
        game = self.session.room.game
        return game.pointer.ways(range(game.actions), self.seat, self.scene.view)

    def _words(self, text: str) -> Reading:
        """A move in words: begun, by its things alone, or misspelt."""
        typed, legal = self.session.typed, self.legal
        if begun := typed.begun(text, legal):
            return self._begun(begun)
        if things := typed.things_in(text, self.at_hand, self._lying):
            found = self._pointed(things)
            if found.actions or found.picks or found.refusal:
                return self._nearest(replace(found, sure=False, pointed=()), text)
        number = typed.close(text, legal)
        return Reading() if number is None else self._action(number, sure=False)

    # ------------------------------------------------------------ words that no move has

    def _otherwise(self, text: str) -> Reading:
        """A move as people talk (`passo la mano`, `prendo la corda`): always a guess."""
        readings = (self._words(each) for each in self.session.typed.otherwise(text, self.at_hand))
        return next((replace(each, sure=False) for each in readings if each.understood), Reading())

    def _keyed(self, text: str) -> Reading:
        """Keys in a sentence with a verb that no move has (`gioco la 3`, `metto a in fila 1`): always a guess."""
        if (found := self._said(text, any_verb=True)).actions or found.picks:
            return found
        picks = Spoken(self.session.typed, ()).keyed(text, self.keys)
        return replace(self._pointed(picks), sure=False) if picks else Reading()

    def _halves(self, text: str) -> Reading:
        """Things by parts of their names, or by a letter that is a key, as in `b su Bruno`.

        Where several fit, one that is lit goes before those that are not; what was picked before may be said again.
        """
        pointing, picks = self.pointing, list[Ref]()
        lettered: list[Called] = [({(key,)}, ref) for key, ref in self.keys.items() if key.isalpha()]
        for named in self.session.typed.may_be_meant(text, [*self._labelled, *lettered]):
            meant = [ref for ref in named if pointing.can(ref)] or [ref for ref in named if ref in self.lit] or named
            meant = [ref for ref in meant if ref.sort == "seat"] or meant  # a player goes before what is his
            if len(set(map(self._look, meant))) > 1:
                return Reading(several=tuple(meant))
            if meant[0] not in picks:  # a place, and what lies there
                pointing, picks = pointing.pick(meant[0]), [*picks, meant[0]]
        new = [ref for ref in picks if ref not in self.pointing.picked] or picks
        return self._nearest(replace(self._pointed(new), sure=False), text) if picks else Reading()

    def _respelled(self, text: str) -> Reading:
        """Things whose names are misspelt in a sentence (`gioco la nebia su Bruno`): always a guess."""
        meant = self.session.typed.respelled(text, self._known)
        ways = (self._spoken, self._words, self._otherwise, self._keyed, self._halves) if meant else ()
        readings = (replace(reads(meant), sure=False) for reads in ways)
        return next((each for each in readings if each.understood), Reading())

    def _named_first(self, text: str) -> Reading:
        """Things alone, where what looks like a verb is the beginning of a name (`scarto senza simbolo`)."""
        return self._halves(text) if next(begun_with(_bare(text), self._known), None) else Reading()

    def _nearest(self, found: Reading, text: str) -> Reading:
        """What its verb says is nearer to a line that is refused than what else could be done with its things."""
        leads = found.actions or found.picks
        return found if leads else replace(found, refusal=self._not_now(text).refusal or found.refusal)

    def _not_now(self, text: str) -> Reading:
        """The beginning of a move that cannot be made now: why the nearest cannot."""
        texts = (text, *self.session.typed.otherwise(text, self.at_hand))
        if self._begun_by(texts, self.legal):
            return Reading()
        return self._nearest_of(self._begun_by(texts, range(self.session.room.game.actions)))

    def _mistaken(self, text: str) -> Reading:
        """A word of somebody who wants to do what is not done in this game, unless it stands beside a lit key."""
        lit = {word for ref in self.pointing.lit if ref.sort == "word" for word in tokens(self._look(ref))}
        said = " ".join(word for word in tokens(text) if word not in lit)
        return self._mistake(self.session.typed.mistaken(said), text)

    def _verb(self, text: str) -> Reading:
        """A line of which only the beginning says what is to be done."""
        said = (text, *self.session.typed.otherwise(text, self.at_hand))
        verbs = [each.split()[0] for each in said if each.split()]
        begun = self._begun_by(verbs, self.legal)
        return Reading(begun=tuple(begun), partly=True) if begun else self._all_refused(verbs)

    def _anything(self, text: str) -> Reading:
        """A line that does not say yet what is to be done."""
        left = (way.number for way in self.pointing.left)
        return Reading(begun=tuple(left)) if self.session.typed.names_nothing(text) else Reading()

    def _out_of_reach(self, text: str) -> Reading:
        """Why nothing can be done with a card that lies in sight, though no key points at it now."""
        named = self.session.typed.may_be_meant(text, self.session.typed.known(self._in_sight))
        return Reading(refusal=self._why([named[0][0]])) if len(named) == 1 == len(named[0]) else Reading()

    @cached_property
    def _in_sight(self) -> list[Ref]:
        """The cards of all actions that the view shows where it would use them."""
        cards = {ref for way in self._every for ref in way.refs if ref.sort == "card"}
        return [ref for ref in sorted(cards, key=Ref.text) if is_shown(ref, self.scene.view)]

    def _all_refused(self, verbs: Sequence[str]) -> Reading:
        """Why no move that begins so can be made now, where the reason is the same for all of them."""
        begun = self._begun_by(verbs, range(self.session.room.game.actions))
        found = [self._action(number, sure=False) for number in _spread(begun)]
        alike = len({each.refusal.code for each in found if each.refusal}) == 1
        return found[0] if alike else Reading()

    def _begun_by(self, texts: Iterable[str], among: Sequence[int]) -> list[int]:
        """Those of some actions that the first of these texts begins, which begins any."""
        return next((found for text in texts if (found := self.session.typed.begun(text, among))), [])

    @cached_property
    def _known(self) -> list[Called]:
        """The things on the screen, by their names, by what lies there, and by what else is to be read on them."""
        picture, view = self.session.picture, self.scene.view
        things = [ref for ref in self.at_hand if ref.sort != "word"]
        look = {ref: self._look(ref) for ref in things if ref.sort != "place"}
        more = {ref: picture.printed(ref, view) for ref in things} if isinstance(picture, Printing) else {}
        return self.session.typed.known(things, look, self._lying, more)

    @property
    def _labelled(self) -> list[Called]:
        """Those, and what stands beside keys for what is only said."""
        words = {ref: self._look(ref) for ref in self.at_hand if ref.sort == "word"}
        return [*self._known, *self.session.typed.known((), words)]

    def _look(self, ref: Ref) -> str:
        """A thing as it is told of, a place by what lies there: it is the same wherever it is taken from."""
        return self._lying.get(ref) or self.session.picture.thing(ref, self.scene.view).plain

    def _nearest_of(self, numbers: Sequence[int]) -> Reading:
        """Of some actions those which ask for least, of what is at hand if they can: why most cannot be done."""
        pointer, view, there = self.session.room.game.pointer, self.scene.view, frozenset(self.at_hand)
        refs = {number: pointer.way(number, self.seat, view).refs for number in numbers}
        away = {number: (not there.issuperset(used), len(used)) for number, used in refs.items()}
        near = [number for number in numbers if away[number] == min(away.values())]
        found = [self._action(number, sure=False) for number in _spread(near)]
        codes = [each.refusal.code if each.refusal else "" for each in found]
        return found[codes.index(Counter(codes).most_common(1)[0][0])] if found else Reading()

    def _drawn(self, text: str) -> int | None:
        """The move of which the terminal says just this, with its things as they are drawn, or as they lie there."""
        said = _bare(text)
        if len(advised := self._advised.get(tokens(text), ())) == 1:
            return advised[0]
        alike = self.session.typed.begun(said[0], self.legal)[:ALIKE] if len(said) > SHORT else []
        drawn, lying, both = ([(number, self._told(number, *each)) for number in alike] for each in TOLD)
        in_order = [number for number, each in (*drawn, *lying, *both) if each == said]
        turned = [number for number, each in drawn if sorted(each) == sorted(said)]
        return next(iter(in_order or turned), None)

    @cached_property
    def _advised(self) -> dict[tuple[str, ...], tuple[int, ...]]:
        """What may be done by the words in which it is advised; where small steps are one line, every step."""
        if isinstance(self.session.picture, Composing):
            return self.session.steps_by_advice
        return {tokens(self.session.advice_told([each], self.seat).plain): (each,) for each in reversed(self.legal)}

    def _told(self, number: int, places: bool, lying: bool) -> list[str]:  # noqa: FBT001 - a row of `TOLD`
        return _bare(self.session.action_told(number, self.seat, places=places, lying=lying).plain)

    @cached_property
    def _lying(self) -> dict[Ref, str]:
        """What lies at the places on the screen, by which they may be called."""
        names, words, view = self.session.names, self.session.words, self.scene.view
        chairs = (*names, *LETTERS[len(names) :])
        places = {ref: f"{words.place(ref.at, chairs)}, " for ref in self.at_hand if ref.sort == "place"}
        told = {ref: self.session.picture.thing(ref, view).plain for ref in places}
        return {ref: told[ref].removeprefix(place) for ref, place in places.items()}

    def _action(self, number: int, *, sure: bool) -> Reading:
        """An action, or why it cannot be done."""
        refusal = self.session.table.why_not(self.seat, number)
        return Reading(refusal=refusal) if refusal else Reading((number,), sure)

    def _begun(self, numbers: Sequence[int]) -> Reading:
        """The one action that was begun, or what all of them refer to."""
        if len(numbers) == 1:
            return Reading((numbers[0],), sure=False)
        ways = [way for way in self.scene.ways if way.number in numbers]
        common = [ref for ref in ways[0].refs if all(ref in way.refs for way in ways)]
        if common and len(self.pointing.afresh(*common).left) < len(self.scene.ways):
            return Reading(picks=tuple(common))
        return Reading(begun=tuple(numbers))
