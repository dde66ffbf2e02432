"""What a player of Illusio wants to know beside the cards: what is served and missing, what tricks will pay."""

import functools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from grimorio.engine.facts import Facts, with_both, with_box, with_view
from grimorio.engine.layout import LETTERS, NONE
from grimorio.engine.reference import Ref, Way
from grimorio.engine.story import Line
from grimorio.games.illusio.actions import CARD_NAMES
from grimorio.games.illusio.rules.components import which_kind, whose
from grimorio.games.illusio.rules.pieces import BITS, accuracy, fitting, half, tally_at
from grimorio.games.illusio.rules.tricks import qualifies, shown_by, specialised
from grimorio.games.illusio.state import (
    ANY_OF,
    ASHCOMBE,
    BACKSTAGE,
    COMPONENTS,
    DISCARDING,
    DOMAINS,
    DOMINATED,
    FIRST_PLACE,
    FIRST_SHOWN,
    GROUP_NAMES,
    KIND_NAMES,
    NEEDS,
    OBJECTIVE,
    ORDERING,
    OVER,
    PREPARING,
    WHICH_ONE,
    ZAMOK,
    group_of,
)

Served = Literal["exact", "group", "open"]
Talent = Literal["", "bonus", "waits", "ready", "used"]


class Piece(msgspec.Struct, frozen=True):
    """Like components at a spot: what they count as, their printed face, Transform cards on each, how many."""

    kind: str
    printed: str
    transforms: int
    number: int


class Need(msgspec.Struct, frozen=True):
    """Something an objective asks for, a type or `any animal`: served exactly, by its group alone, or still open."""

    asks: str
    group: str
    served: Served
    by: str


class Objective(msgspec.Struct, frozen=True):
    """An objective of the Challenge: what of it the viewer has in hand and backstage, and whether it can be taken on.

    `fitting` components of the viewer's backstage fit together, `half` are needed (I-R7 D).
    """

    objective: str
    at: str
    domain: str
    level: int
    needs: tuple[Need, ...]
    half: int
    fitting: int
    enough: bool


class Pay(msgspec.Struct, frozen=True):
    """What a trick pays and for what (I-R16 to I-R18, I-R25, I-R26, I-G2, I-G22); a Deja Vu takes."""

    level: int
    accuracy: int
    specialisation: int
    talent: int
    grand: int
    deja_vu: int
    total: int


class Preparation(msgspec.Struct, frozen=True):
    """An objective in preparation: `pays` if what is missing were served by its group alone, `adding` one of a kind."""

    objective: str
    at: str
    domain: str
    level: int
    needs: tuple[Need, ...]
    pieces: tuple[Piece, ...]
    missing: int
    pays: Pay
    adding: dict[str, int]


class Trick(msgspec.Struct, frozen=True):
    """A shown trick, and how many starts of its owner's turn it still waits for.

    `pays`: what it will pay when it is due, after the tricks that are due before it or were shown before it.
    `now`: what it would pay if it were validated at once. `after`: what it will pay with one more Grand, or Deja Vu.
    """

    objective: str
    at: str
    domain: str
    level: int
    needs: tuple[Need, ...]
    pieces: tuple[Piece, ...]
    waits: int
    encores: int
    deja_vus: int
    grands: int
    pays: Pay
    now: Pay
    after: dict[str, int]


class Known(msgspec.Struct, frozen=True):
    """A card that the viewer knows to be in a hand, or in one of several."""

    card: str
    hands: tuple[str, ...]


class Stage(msgspec.Struct, frozen=True):
    """What a seat has on the table, and its validated tricks by domain: another one of these pays a point more."""

    seat: str
    backstage: tuple[Piece, ...]
    preparing: tuple[Preparation, ...]
    shown: tuple[Trick, ...]
    kept: dict[str, int]
    known: tuple[Known, ...]


class Choosing(msgspec.Struct, frozen=True):
    """Whose components, which count alike as this kind, somebody has to choose from (I-G16)."""

    seat: str
    kind: str


class Insight(msgspec.Struct, frozen=True):
    """What stands beside the cards of a table of Illusio.

    `acts`: actions that the viewer has left, None while there are none to take; `talent`: whether his may be used now,
    or counts by itself; `too_many`: cards that he has to discard (I-R11); `target`: the prestige that wins (I-R19).
    """

    challenge: tuple[Objective, ...]
    stages: tuple[Stage, ...]
    acts: int | None
    talent: Talent
    too_many: int
    choosing: Choosing | None
    target: int


def insight(boxes: Any, views: Any) -> Insight:
    """All of it, from the public box and a view alone."""
    return Observer(boxes, views).insight()


_fitting, _specialised = with_both(fitting), with_both(specialised)
_half, _accuracy, _qualifies = with_box(half), with_box(accuracy), with_box(qualifies)
_shown_by, _tally_at = with_view(shown_by), with_view(tally_at)


class Observer:
    """Looks at a table as one viewer sees it."""

    def __init__(self, boxes: Any, views: Any) -> None:
        """Hold the records twice: for reading, and for the kernels of the rules."""
        self.box, self.view = Facts(boxes), Facts(views)
        self.rules, self.seen = boxes, views
        self.me = self.view.viewer

    def insight(self) -> Insight:
        """Everything."""
        view, mine = self.view, self.me != NONE and self.me == self.view.turn and self.view.phase < OVER
        discarding = mine and view.phase == DISCARDING
        return Insight(
            challenge=tuple(self.challenge()),
            stages=tuple(self.stage(seat) for seat in range(self.box.seats)),
            acts=view.acts_left if mine and view.phase not in {DISCARDING, ORDERING} else None,
            talent=self.talent(acting=mine and view.phase not in {DISCARDING, ORDERING}),
            too_many=view.hand_size[self.me] - self.box.limit if discarding else 0,
            choosing=self.choosing(),
            target=self.box.target,
        )

    def talent(self, *, acting: bool) -> Talent:
        """I-R8, I-G22: may the viewer's talent be used now, or does it count by itself?"""
        if self.me == NONE:
            return ""
        if self.view.magician[self.me] in {DOMINATED, ZAMOK, ASHCOMBE}:
            return "bonus"
        if not acting:
            return "waits"
        return "used" if self.view.talent_used else "ready"

    def choosing(self) -> Choosing | None:
        """I-G16: what has to be told apart, while somebody is asked."""
        if self.view.phase != WHICH_ONE:
            return None
        seat = whose(self.view.turn, self.view.pending)
        return Choosing(LETTERS[seat], KIND_NAMES[which_kind(self.view.pending)])

    # ------------------------------------------------------------ objectives

    def challenge(self) -> Iterator[Objective]:
        """I-R4, I-R7 D: what lies open, and what the viewer has of it."""
        there = self.within_reach()
        for slot, card in enumerate(self.view.challenge):
            if card != NONE:
                number = card - OBJECTIVE
                fit = _fitting(self.rules, self.seen, self.me, number) if self.me != NONE else 0
                needed = _half(self.rules, number)
                yield Objective(
                    **self.about(card, f"challenge[{slot}]"),
                    needs=self.needs(number, there),
                    half=needed,
                    fitting=fit,
                    enough=fit >= needed,
                )

    def about(self, card: int, at: str) -> dict[str, Any]:
        """The name of an objective, where it lies, its domain and its level."""
        number = card - OBJECTIVE
        return {
            "objective": CARD_NAMES[card],
            "at": at,
            "domain": DOMAINS[self.box.domain[number]],
            "level": self.box.level[number],
        }

    def within_reach(self) -> Counter[int]:
        """Components that the viewer could use: those of the backstage and of the hand."""
        if self.me == NONE:
            return Counter()
        held = Counter(card for card in self.view.hand if 0 <= card < COMPONENTS)
        return held + Counter(dict(enumerate(self.view.backstage_as[self.me])))

    def needs(self, objective: int, there: Mapping[int, int]) -> tuple[Need, ...]:
        """I-R17, I-G5: each need with what serves it, so that as many as possible are served exactly."""
        asked = [need for need in self.box.needs[objective] if need != NONE]
        left = Counter(there)
        by = [self._take(left, (need,)) if need < ANY_OF else NONE for need in asked]
        for i, need in enumerate(asked):
            if by[i] == NONE:
                by[i] = self._take(left, _OF_GROUP[_group(need)])
        return tuple(_need(need, served) for need, served in zip(asked, by, strict=True))

    def _take(self, left: Counter[int], kinds: Sequence[int]) -> int:
        """Take one of some kinds away; none where there is none."""
        found = next((kind for kind in kinds if left[kind] > 0), NONE)
        left[found] -= found != NONE
        return found

    # ------------------------------------------------------------ stages

    def stage(self, seat: int) -> Stage:
        """Everything that a seat has on the table."""
        kept = Counter(DOMAINS[self.box.domain[card - OBJECTIVE]] for card in self.view.kept[seat] if card >= 0)
        return Stage(
            seat=LETTERS[seat],
            backstage=self.pieces(seat, BACKSTAGE, self.view.backstage[seat]),
            preparing=tuple(self.preparing(seat)),
            shown=tuple(self.tricks(seat)),
            kept={domain: kept[domain] for domain in DOMAINS if kept[domain]},
            known=tuple(self.known(seat)),
        )

    def pieces(self, seat: int, spot: int, printed: Sequence[int]) -> tuple[Piece, ...]:
        """I-G6: the components at a spot by what they count as, like ones together."""
        view = self.view
        left = Counter((card, card, 0) for card in printed if card != NONE)
        for i in range(view.changes):
            if view.changed_of[i] == seat and view.changed_at[i] == spot:
                face = view.changed[i]
                left[face, face, 0] -= 1
                left[view.changed_into[i], face, view.changed_by[i]] += 1
        lying = sorted((piece, number) for piece, number in left.items() if number > 0)
        return tuple(Piece(KIND_NAMES[kind], KIND_NAMES[face], by, number) for (kind, face, by), number in lying)

    def preparing(self, seat: int) -> Iterator[Preparation]:
        """I-R9: what a seat has in preparation."""
        for place in range(PREPARING):
            card = self.view.preparing[seat][place]
            if card != NONE:
                pieces = self.pieces(seat, FIRST_PLACE + place, self._around("parts", seat, place))
                needs = self.needs(card - OBJECTIVE, _tally(pieces))
                tally = _tally_at(self.seen, seat, FIRST_PLACE + place)
                more = functools.partial(self.worth, seat, card - OBJECTIVE)
                yield Preparation(
                    **self.about(card, f"preparing[{LETTERS[seat]},{place}]"),
                    needs=needs,
                    pieces=pieces,
                    missing=sum(need.served == "open" for need in needs),
                    pays=more(tally),
                    adding={KIND_NAMES[kind]: more(tally + (1 << BITS * kind)).total for kind in _missing(needs)},
                )

    def _around(self, name: str, seat: int, place: int) -> list[int]:
        found: list[int] = getattr(self.view, name)[seat][place * NEEDS : (place + 1) * NEEDS]
        return found

    def known(self, seat: int) -> Iterator[Known]:
        """I-G36: cards that the viewer saw go to this hand, or to one of some."""
        if self.me == NONE:
            return
        for card, hands in zip(self.view.seen, self.view.seen_in, strict=True):
            if card != NONE and hands >> seat & 1:
                yield Known(CARD_NAMES[card], tuple(LETTERS[i] for i in range(self.box.seats) if hands >> i & 1))

    # ------------------------------------------------------------ tricks

    def tricks(self, seat: int) -> Iterator[Trick]:
        """I-R12 to I-R18: the shown tricks of a seat, in the order in which they were shown."""
        view, box = self.view, self.box
        pays = self.all_pay(seat)
        for trick in range(_shown_by(self.seen, seat)):
            card, due = view.shown[seat][trick], pays[trick]
            pieces = self.pieces(seat, FIRST_SHOWN + trick, self._around("shown_parts", seat, trick))
            yield Trick(
                **self.about(card, f"shown[{LETTERS[seat]},{trick}]"),
                needs=self.needs(card - OBJECTIVE, _tally(pieces)),
                pieces=pieces,
                waits=view.wait[seat][trick],
                encores=view.encores[seat][trick],
                deja_vus=view.deja_vus[seat][trick],
                grands=view.grands[seat][trick],
                pays=due,
                now=self.pay(seat, trick, known=False, bonus=not view.bonus_used[seat]),
                after={"grand": _total(due, grand=box.grand), "deja vu": _total(due, deja_vu=box.deja_vu)},
            )

    def all_pay(self, seat: int) -> dict[int, Pay]:
        """I-G8, I-G22: what each trick will pay, those that are due first before the others, else the oldest first.

        One that is validated before makes a specialist of its owner, and in the same turn may use up the bonus of the
        talent. A turn that has not begun gives that bonus anew.
        """
        view, found, domains = self.view, dict[int, Pay](), set[int]()
        tricks = range(_shown_by(self.seen, seat))
        for waits in sorted({view.wait[seat][trick] for trick in tricks}):
            bonus = waits > 0 or not view.bonus_used[seat]
            for trick in tricks:
                if view.wait[seat][trick] == waits:
                    domain = self.box.domain[view.shown[seat][trick] - OBJECTIVE]
                    found[trick] = self.pay(seat, trick, known=domain in domains, bonus=bonus)
                    domains.add(domain)
                    bonus = bonus and not found[trick].talent
        return found

    def pay(self, seat: int, trick: int, *, known: bool, bonus: bool) -> Pay:
        """What a trick pays as it is; `known`: a trick of its domain comes before it; `bonus`: the talent may count."""
        view, tally = self.view, _tally_at(self.seen, seat, FIRST_SHOWN + trick)
        plain = self.worth(seat, view.shown[seat][trick] - OBJECTIVE, tally, known=known, bonus=bonus)
        grand = self.box.grand * view.grands[seat][trick]
        deja_vu = self.box.deja_vu * view.deja_vus[seat][trick]
        return msgspec.structs.replace(plain, grand=grand, deja_vu=deja_vu, total=_total(plain, grand, deja_vu))

    def worth(self, seat: int, number: int, tally: int, *, known: bool = False, bonus: bool = True) -> Pay:
        """What an objective with these components pays before anybody plays a special action on it."""
        box = self.box
        exact = _accuracy(self.rules, number, tally)
        special = int(known or _specialised(self.rules, self.seen, seat, box.domain[number]))
        counts = bonus and _qualifies(self.rules, self.view.magician[seat], number, tally, exact)
        talent = box.bonus if counts else 0
        return Pay(box.level[number], exact, special, talent, 0, 0, box.level[number] + exact + special + talent)


_GROUP = [int(group_of(kind)) for kind in range(COMPONENTS)]
_OF_GROUP = [[kind for kind in range(COMPONENTS) if _GROUP[kind] == group] for group in range(len(GROUP_NAMES))]


def _group(need: int) -> int:
    """The group of a need: of a type, or of `any animal`."""
    return need - ANY_OF if need >= ANY_OF else _GROUP[need]


def _need(need: int, by: int) -> Need:
    group = GROUP_NAMES[_group(need)]
    served: Served = "open" if by == NONE else "exact" if need in {by, ANY_OF + _group(need)} else "group"
    asks = f"any {group}" if need >= ANY_OF else KIND_NAMES[need]
    return Need(asks, group, served, KIND_NAMES[by] if by != NONE else "")


def _total(pay: Pay, grand: int = 0, deja_vu: int = 0) -> int:
    """I-G2: what a trick pays with more special actions on it, never less than nothing."""
    parts = pay.level + pay.accuracy + pay.specialisation + pay.talent + pay.grand - pay.deja_vu
    return max(0, parts + grand - deja_vu)


def _missing(needs: Sequence[Need]) -> list[int]:
    """I-G28: the kinds that fit a place that is still open."""
    groups = {need.group for need in needs if need.served == "open"}
    return [kind for kind in range(COMPONENTS) if GROUP_NAMES[_GROUP[kind]] in groups]


def _tally(pieces: Sequence[Piece]) -> Counter[int]:
    """How many components count as each kind."""
    found: Counter[int] = Counter()
    for piece in pieces:
        found[KIND_NAMES.index(piece.kind)] += piece.number
    return found


# ---------------------------------------------------------------- what is asked

RULES = {
    "act": ["I-R7", "I-R8", "I-R9", "I-R10", "I-R12", "I-R17", "I-R18"],
    "exchange": ["I-R7", "I-G9", "I-G18", "I-G32"],
    "prepare": ["I-G4", "I-G5", "I-G28", "I-G31"],
    "swap": ["I-G29"],
    "which": ["I-G16", "I-G6"],
    "order": ["I-G8", "I-R15", "I-G22"],
    "discard": ["I-R11"],
}
RULES_OF_CARDS = {
    "transform": "I-R20", "take": "I-R22", "encore": "I-R23", "success": "I-R24", "deja vu": "I-R25", "grand": "I-R26",
}  # fmt: skip


def asked(view: Mapping[str, Any], ways: Sequence[Way]) -> Line | None:
    """What is expected of whoever may act, in a sentence."""
    phase = view["phase"]
    if not ways:
        return None
    if phase == "act":
        return _asked_to_act(view["acts_left"])
    if phase == "exchange":
        return Line("asks.exchange", {"cards": tuple(Ref("card", name, "aside") for name in view["aside"])})
    if phase == "prepare":
        at = f"preparing[{view['viewer']},{view['slot']}]"
        name = "prepare_enough" if any(way.form == "done" for way in ways) else "prepare"
        return Line(f"asks.{name}", {"objective": Ref("card", view["preparing"][view["viewer"]][view["slot"]], at)})
    if phase == "swap":
        return Line("asks.swap", {"component": Ref("card", view["offered"][0], f"backstage[{view['viewer']}]")})
    return _asked_which(view, ways) if phase == "which" else Line(f"asks.{phase}")


def _asked_to_act(acts: int) -> Line:
    if acts > 1:
        return Line("asks.act", {"acts": acts})
    return Line("asks.last_act" if acts else "asks.talent")


def _asked_which(view: Mapping[str, Any], ways: Sequence[Way]) -> Line:
    """I-G16: the kind that was named, where what lies open says which one it must have been."""
    offered = {(way.refs[0].name, int(way.refs[1].name)) for way in ways}
    lying = {(letter, kind) for letter, kinds in view["backstage_as"].items() for kind in kinds}
    found = {kind for letter, kind in lying if _variants(view, letter, kind) == offered}
    if len(found) != 1:
        return Line("asks.which_one")
    return Line("asks.which", {"component": Ref("kind", found.pop())})


def _variants(view: Mapping[str, Any], letter: str, kind: str) -> set[tuple[str, int]]:
    """The different components of a backstage that count as a kind: face, and Transform cards on it."""
    notes = zip(*(view[f"changed{name}"] for name in ("", "_into", "_of", "_at", "_by")), strict=True)
    changed = [(face, by) for face, into, of, at, by in notes if (into, of, at) == (kind, letter, "backstage")]
    plain_ones = view["backstage_as"][letter].count(kind) > len(changed)
    return {*changed, *([(kind, 0)] if plain_ones else [])}


def rules_now(view: Mapping[str, Any], ways: Sequence[Way]) -> list[str]:
    """The rules of this decision, and of the special actions that can be played."""
    played = {ref.name for way in ways if way.form in {"transform", "takefrom", "ontrick"} for ref in way.refs}
    held = [rule for name, rule in RULES_OF_CARDS.items() if name in played]
    return [*RULES.get(view["phase"], []), *held]


def final(_box: Any, view: Mapping[str, Any], ways: Sequence[Way]) -> set[int]:
    """An objective given up, and a turn ended with actions left."""
    forms = {"drop", *(("end",) if view["phase"] == "act" and view["acts_left"] else ())}
    return {way.number for way in ways if way.form in forms}
