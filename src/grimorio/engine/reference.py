"""References: how actions, events, stories and insights point at things, with one spelling everywhere.

A reference has a sort and, where it lies somewhere, an address of the layout: `hand[A]` is the hand of seat A,
`floor[0]` the first place on the floor, `rows[B,0]` the first row of seat B. Actions declare by annotation what each
parameter refers to, so that an interface which knows no rule can offer them by pointing:

    InHand = Annotated[str, a_card("hand")]

    @dataclass(frozen=True)
    class Exchange:
        place: OpenPlace
        give: InHand
"""

import functools
import inspect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from grimorio.engine.layout import LETTERS, Field, Layout

Sort = Literal["card", "place", "seat", "kind", "number", "word"]


class Ref(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that can be pointed at.

    A `card` by its name and where it lies; a `place` by its address; a `seat` by its letter; a `kind` of card that need
    not lie anywhere; a `number` with what it counts; a `word` that is only said, with the part of the words where it
    stands if that is not the names.
    """

    sort: Sort
    name: str = ""
    at: str = ""

    def text(self) -> str:
        """The spelling, for example `card hand[A] blue 3` or `place air[1]`."""
        return " ".join(part for part in (self.sort, self.at, self.name) if part)


@dataclass(frozen=True)
class Refers:
    """What a parameter of an action refers to.

    `fields`: where a card may lie, looked for in this order. `at`: for a place the template of its address for each
    value. `whose`: the parameter that names the owner of the place, the acting seat where there is none; `ANYBODY`
    where the card lies with whoever the view shows it with. `shows`: the fields whose row at that place somebody looks
    at when he points there, its own where none is named.
    """

    sort: Sort
    fields: tuple[str, ...] = ()
    at: Mapping[str, str] | None = None
    whose: str = ""
    shows: tuple[str, ...] = ()


ANYBODY = "*"
"""As `whose`: an action that does not name the owner of a card, since everybody sees with whom it lies."""


def a_card(*places: str, whose: str = "") -> Refers:
    """A card that lies in one of these fields; one by seat belongs to whoever `whose` names, or to the one who acts."""
    return Refers("card", fields=places, whose=whose)


def a_place(at: Mapping[str, str], whose: str = "", shows: tuple[str, ...] = ()) -> Refers:
    """A place by the name that actions give it: `{"row 1": "rows[{seat},0]"}`; `{seat}` is whose it is."""
    return Refers("place", at=at, whose=whose, shows=shows)


A_SEAT = Refers("seat")
A_KIND = Refers("kind")
A_NUMBER = Refers("number")
A_WORD = Refers("word")


class DeclarationError(TypeError):
    """An action that does not say what its parameters refer to."""


@functools.cache
def declared(form: Any) -> Mapping[str, Refers]:
    """What each parameter of a kind of action refers to, in their order."""
    hints: Mapping[str, Any] = inspect.get_annotations(form, eval_str=True)
    found: dict[str, Refers] = {}
    for each in fields(form):
        told = [part for part in get_args(hints[each.name])[1:] if isinstance(part, Refers)]
        if get_origin(hints[each.name]) is not Annotated or len(told) != 1:
            msg = f"{form.__name__}.{each.name} does not say what it refers to"
            raise DeclarationError(msg)
        found[each.name] = told[0]
    if not found:
        msg = f"{form.__name__} refers to nothing, so nobody could point at it; give it a word"
        raise DeclarationError(msg)
    return found


def form_name(action: object) -> str:
    """The name of a kind of action, as the words call it."""
    return type(action).__name__.lower()


@dataclass(frozen=True)
class Way:
    """A legal action as something to point at: its number (which stays inside), its form, and all it refers to.

    `final`: it costs something and cannot be taken back, so that every interface asks once before it is done.
    """

    number: int
    form: str
    refs: tuple[Ref, ...]
    names: tuple[str, ...] = ()
    final: bool = False

    @functools.cached_property
    def begins(self) -> tuple[str, tuple[Ref, ...], bool]:
        """All but the last thing: actions that begin alike are told together."""
        return self.form, self.refs[:-1], self.final

    def named(self) -> Iterator[tuple[str, Ref]]:
        """Each thing with the parameter that refers to it."""
        return zip(self.names, self.refs, strict=True)


Final = Callable[[Any, Mapping[str, Any], Sequence[Way]], Collection[int]]
"""From the public box, a view and all that can be done: the numbers of the actions to ask about before."""


class Pointer:
    """Turns actions of a game into references, for one seat and what it sees."""

    def __init__(self, layout: type[Layout], action_of: Callable[[int], Any], final: Final | None = None) -> None:
        """For a game's actions; `final` finds those to ask about among all that can be done."""
        self.layout, self.action_of, self.final = layout, action_of, final
        self._fixed: dict[int, dict[int, Way]] = {seat: {} for seat in range(len(LETTERS))}
        self._final: dict[tuple[int, int], Way] = {}
        self._refs: dict[Ref, Ref] = {}
        self._begins: dict[tuple[str, tuple[Ref, ...], bool], tuple[str, tuple[Ref, ...], bool]] = {}

    def offered(self, legal: Sequence[int], seat: int, view: Mapping[str, Any], box: Any) -> tuple[Way, ...]:
        """All that a seat may do, with what cannot be taken back marked."""
        ways = self.ways(legal, seat, view)
        asks = self.final(box, view, ways) if self.final and ways else ()
        return tuple([self._asked(way, seat) if way.number in asks else way for way in ways] if asks else ways)

    def _asked(self, way: Way, seat: int) -> Way:
        """An action that is asked about before it is done; made once where no view can tell anything else."""
        key = (way.number, seat)
        if self._fixed[seat].get(way.number) is not way:
            return replace(way, final=True)
        if key not in self._final:
            self._final[key] = self._begun(replace(way, final=True))
        return self._final[key]

    def ways(self, numbers: Sequence[int], seat: int, view: Mapping[str, Any]) -> list[Way]:
        """Each of these actions with what it refers to."""
        if not numbers:  # whoever may do nothing, as all who only watch
            return []
        fixed = self._fixed[seat]
        return [fixed.get(number) or self._looked_up(number, seat, view) for number in numbers]

    def way(self, number: int, seat: int, view: Mapping[str, Any]) -> Way:
        """One action with what it refers to; the view tells where a card lies that may lie in several places."""
        return self._fixed[seat].get(number) or self._looked_up(number, seat, view)

    def _looked_up(self, number: int, seat: int, view: Mapping[str, Any]) -> Way:
        """One action; remembered for good where no view can tell anything else."""
        action = self.action_of(number)
        values = vars(action)
        form: Any = type(action)
        told = declared(form)
        owners = {refers.whose for refers in told.values()}
        names = tuple(name for name in told if name not in owners)
        refs = tuple(self._ref(name, told[name], values, LETTERS[seat], view) for name in names)
        made = Way(number, form_name(action), refs, names)
        if all(self._stays(told[name]) for name in names):  # equal things are one, so that they are quickly compared
            made = replace(made, refs=tuple(self._refs.setdefault(ref, ref) for ref in refs))
            self._fixed[seat][number] = self._begun(made)
        return made

    def _begun(self, way: Way) -> Way:
        """The same way; those that begin alike have one beginning."""
        vars(way)["begins"] = self._begins.setdefault(way.begins, way.begins)
        return way

    def _stays(self, refers: Refers) -> bool:
        """Whether something has the same address in every view: a card only where it can lie in one heap alone."""
        alone = len(refers.fields) == 1 and refers.whose != ANYBODY
        return refers.sort != "card" or (alone and self.layout.field(refers.fields[0]).in_no_order)

    def _ref(self, name: str, refers: Refers, values: Mapping[str, str], me: str, view: Mapping[str, Any]) -> Ref:
        value = values[name]
        owner = me if refers.whose in {"", ANYBODY} else values[refers.whose]
        match refers.sort:
            case "card":
                owners = (me, *LETTERS.replace(me, "")) if refers.whose == ANYBODY else (owner,)
                return Ref("card", value, self._where(refers.fields, value, owners, view))
            case "place":
                return Ref("place", at=(refers.at or {})[value].format(seat=owner))
            case "number":
                return Ref("number", value, name)
        return Ref(refers.sort, value)

    def _where(self, names: Sequence[str], card: str, owners: Sequence[str], view: Mapping[str, Any]) -> str:
        """The address of a card: the first of these fields that shows it, or the first where none does."""
        places = ((self.layout.field(name), owner) for name in names for owner in owners)
        found = (at for field, owner in places if (at := shown_at(field, card, owner, view)))
        return next(found, "") or whole_address(self.layout.field(names[0]), owners[0])


def whole_address(field: Field, owner: str) -> str:
    """A field, or the row of it that belongs to a seat, as one place."""
    return f"{field.name}[{owner}]" if field.by_seat else field.name


def shown_at(field: Field, card: str, owner: str, view: Mapping[str, Any]) -> str:
    """Where a view shows a card in a field; '' where it does not."""
    lying = view[field.name]
    if field.by_seat and not field.owned:
        lying = lying.get(owner)
    found = path_to(card, lying)
    if found is None or field.in_no_order:
        return "" if found is None else whole_address(field, owner)
    inside = ",".join(map(str, found))
    return f"{field.name}[{owner},{inside}]" if field.by_seat else f"{field.name}[{inside}]"


def is_shown(ref: Ref, view: Mapping[str, Any]) -> bool:
    """Whether a view shows a card in the field where a reference has it."""
    name, _, inside = ref.at.partition("[")
    lying = view.get(name)
    if isinstance(lying, Mapping):
        lying = lying.get(inside[:1])
    return isinstance(lying, list) and path_to(ref.name, lying) is not None


def path_to(card: str, lying: Any) -> tuple[int, ...] | None:
    """The indices of a card in a row, or in a table of rows; None where it is not there."""
    for index, each in enumerate(lying or ()):
        if each == card:
            return (index,)
        if isinstance(each, list) and (inside := path_to(card, each)) is not None:
            return (index, *inside)
    return None
