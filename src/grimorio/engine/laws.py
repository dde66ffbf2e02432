"""Laws that every game keeps, shipped with the engine: a game of your own is checked by the same ones.

Each law takes a table in some position and raises `LawBrokenError` with what is wrong. They say nothing about the rules
of a game, only what must hold whatever the rules are: no card is lost or doubled, a refusal changes nothing, a record
replays, texts read back, games end, and above all: nobody learns what he may not know, on any channel.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from grimorio.engine import record as records
from grimorio.engine.chance import below, key_of_seed, stream, word
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed, integers
from grimorio.engine.layout import ALL, BACK, CARD_SORTS, FACE_DOWN, LETTERS, NONE, SPECTATOR, Field, offset
from grimorio.engine.refusal import ENGINE_REFUSALS, Refused
from grimorio.engine.sight import as_bytes
from grimorio.engine.table import Table

Chooser = Callable[[Any, Any, Any, int, Any], int]
"""A bot: box, view, legal actions, their count, a stream of its own."""

ENGINE_CHANCE = ("counter", "key", "block", "used")


class LawBrokenError(AssertionError):
    """A law that a game does not keep, with what was found."""


def require(*, holds: bool, law: str, found: object = "") -> None:
    """Raise where a law does not hold."""
    if not holds:
        raise LawBrokenError(f"{law}: {found}" if found != "" else law)


# ---------------------------------------------------------------- positions to look at


def random_play(  # noqa: PLR0913 - how the table was agreed on
    game: Game,
    seats: int,
    seed: int,
    moves: int,
    options: Mapping[str, str] | None = None,
    names: tuple[str, ...] = (),
    bots: tuple[str, ...] = (),
) -> Table:
    """A table after some random legal moves (fewer, if the game was over before)."""
    table = Table(game, seats, options=options, secret=seed.to_bytes(32), names=names, bots=bots)
    chance = stream(key_of_seed(seed, "law"))
    for _ in range(moves):
        if table.over:
            break
        seat = table.to_act()[below(handed(chance), len(table.to_act()))]
        legal = table.legal(seat)
        table.apply(seat, legal[below(handed(chance), len(legal))])
    return table


def viewers(table: Table) -> Iterator[int]:
    """Every seat, and the spectator."""
    yield from range(table.seats)
    yield SPECTATOR


def world(table: Table, seat: int, seed: int) -> Table:
    """A table that the seat cannot tell from this one: what it cannot know is dealt anew."""
    made = table.game.layout.new()
    chance = stream(key_of_seed(seed, "world"))
    table.game.imagine(handed(table.box), handed(table.view(seat)), seat, handed(chance), handed(made))
    return table.branch(made)


# ---------------------------------------------------------------- cards, moves, records


def cards_are_conserved(table: Table) -> None:
    """No card lost or doubled: the cards that lie anywhere are exactly those of the box."""
    lying: Counter[int] = Counter()
    for f in table.game.layout.fields:
        if f.of.sort == "card" and f.lies:
            lying.update(int(card) for card in table.state[f.name].reshape(-1) if card != NONE)
        elif f.of.sort == "tally" and f.lies:
            piles = table.state[f.name].reshape(-1, f.of.size).sum(axis=0)
            lying.update({kind: int(number) for kind, number in enumerate(piles) if number})
    box = Counter(table.game.deck(table.box))
    require(holds=lying == box, law="no card is lost or doubled", found={"lost": box - lying, "doubled": lying - box})


def legal_is_the_only_judge(table: Table) -> None:
    """Legal actions ascend; exactly the others are refused, with a known code; and a refusal changes nothing."""
    game, before = table.game, table.state.tobytes()
    codes = {code for code, _ in game.refusals} | set(ENGINE_REFUSALS)
    for seat in range(table.seats):
        legal = table.legal(seat)
        require(holds=legal == sorted(set(legal)), law="legal actions ascend", found=legal)
        require(holds=bool(legal) == (seat in table.to_act()), law="who is to act has a legal action", found=seat)
        for action in (*range(game.actions), NONE, game.actions):
            refusal = table.why_not(seat, action)
            require(holds=(refusal is None) == (action in legal), law="`why_not` agrees with `legal`", found=action)
            if refusal is not None:
                require(holds=refusal.code in codes, law="a refusal has a known code", found=refusal)
                _refused(table, seat, action)
    require(holds=table.state.tobytes() == before, law="a refusal changes nothing")


def _refused(table: Table, seat: int, action: int) -> None:
    try:
        table.apply(seat, action)
    except Refused:
        return
    msg = f"what is refused is not applied: {action}"
    raise LawBrokenError(msg)


def a_record_replays(table: Table) -> None:
    """What is written down reads back, and replays to the same bytes."""
    kept = records.record_of(table, save=True)
    again = records.from_json(records.to_json(kept))
    require(holds=again == kept, law="a record reads back", found=again)
    replayed = records.verify(again, table.game)
    same = replayed.state.tobytes() == table.state.tobytes()
    require(holds=same, law="a record replays to the same bytes")
    for viewer in viewers(table):
        same = table.events(viewer) == replayed.events(viewer)
        require(holds=same, law="a record replays to the same events", found=viewer)


def texts_read_back(game: Game) -> None:
    """Every action has a text and a value of its own, and both lead back to its number."""
    require(holds=len(game.action_texts) == game.actions, law="no two actions share a text")
    for number in range(game.actions):
        action = game.action_of(number)
        require(holds=game.number_of_action(action) == number, law="an action has its number", found=action)
        require(holds=game.parse_action(action.text().upper()) == number, law="a text reads back", found=action)


def same_seed_same_game(game: Game, seats: int, seed: int, moves: int) -> None:
    """The same seed and the same moves give the same bytes."""
    one, other = random_play(game, seats, seed, moves), random_play(game, seats, seed, moves)
    require(holds=one.state.tobytes() == other.state.tobytes(), law="same seed, same game", found=seed)


def the_outcome_is_sound(table: Table) -> None:
    """Places begin with 1 and leave out as many as shared; the ending is told exactly when nobody is to act."""
    outcome = table.outcome()
    for place in outcome.places:
        better = sum(other < place for other in outcome.places)
        require(holds=place == better + 1, law="a place counts those who are better", found=outcome)
    told = outcome.ending is not None
    require(holds=told == table.over, law="a game that is over says how it ended", found=outcome)


def bots_end_the_game(table: Table, choose: Chooser) -> None:
    """From any position a table of bots comes to an end: nobody who stays is stuck with those who left.

    Where several may act, each is as likely to come next: one who passes for ever need not end what others are at.
    """
    chance = stream(key_of_seed(len(table.moves), "leavers"))
    actions = integers(table.game.most_legal)
    end = table.branch(table.state)
    for _ in range(table.game.guard):
        if end.over:
            return
        seats = end.to_act()
        seat = seats[below(handed(chance), len(seats))]
        legal = end.legal(seat)
        actions[: len(legal)] = legal
        end.apply(seat, legal[choose(handed(end.box), handed(end.view(seat)), actions, len(legal), handed(chance))])
    msg = "a game of bots ends"
    raise LawBrokenError(msg)


# ---------------------------------------------------------------- secrets


def _public_bytes(f: Field, viewer: int) -> slice | None:
    """Which bytes of a field a viewer sees as they are; None for none."""
    if f.audience == ALL:
        return slice(0, f.size)
    if f.owned and viewer != SPECTATOR:
        row = f.size // f.shape[0]
        return slice(viewer * row, (viewer + 1) * row)
    return None


def scrambled(table: Table, viewer: int, seed: int) -> Table:
    """The same table with every byte that the viewer may not see replaced by noise (backs of cards kept)."""
    chance = handed(stream(key_of_seed(seed, "noise")))
    other = table.branch(table.state)
    cells = as_bytes(other.state)[0]
    backs = table.game.sight.backs
    for f in table.game.layout.fields:
        seen = _public_bytes(f, viewer)
        start = offset(table.game.layout.dtype, f.name)
        for i in range(f.size):
            if seen is None or not seen.start <= i < seen.stop:
                noise = word(chance) % 256
                same_back = f.audience not in {BACK, FACE_DOWN} or backs[noise] == backs[cells[start + i]]
                cells[start + i] = noise if same_back else cells[start + i]
    return other


def views_keep_secrets(table: Table, viewer: int, seed: int) -> None:
    """Non-interference of the view, its JSON and its tensor: noise in what is hidden changes not one byte of them."""
    other = scrambled(table, viewer, seed)
    _same(table.view(viewer).tobytes(), other.view(viewer).tobytes(), "the view")
    _same(table.view_json(viewer), other.view_json(viewer), "the JSON of the view")
    _same(table.tensor(viewer).tobytes(), other.tensor(viewer).tobytes(), "the tensor of the view")


def channels_keep_secrets(table: Table, viewer: int, other: Table, choose: Chooser | None = None) -> None:
    """Non-interference of everything else a seat is told: legal actions, mask, refusals, hints.

    `other` is a world that the viewer cannot tell from `table`.
    """
    _same(table.view(viewer).tobytes(), other.view(viewer).tobytes(), "the view")
    _same(table.to_act(), other.to_act(), "who is to act")
    _same(table.outcome(), other.outcome(), "scores and places")
    if viewer == SPECTATOR:
        return
    _same(table.legal(viewer), other.legal(viewer), "the legal actions")
    _same(table.mask(viewer).tobytes(), other.mask(viewer).tobytes(), "the mask")
    for action in range(table.game.actions):
        _same(table.why_not(viewer, action), other.why_not(viewer, action), "a refusal")
    if choose is not None and viewer in table.to_act():
        _same(hint(table, viewer, choose), hint(other, viewer, choose), "a hint")


def hint(table: Table, seat: int, choose: Chooser) -> int:
    """What a bot would do in a seat's place, asked on the seat's view."""
    legal = table.legal(seat)
    actions = integers(len(legal))
    actions[:] = legal
    chance = stream(key_of_seed(1, "hint"))
    return legal[choose(handed(table.box), handed(table.view(seat)), actions, len(legal), handed(chance))]


def events_keep_secrets(table: Table, viewer: int, other: Table, seat: int, action: int) -> bool:
    """Non-interference of events: whoever sees the same before and after a decision was told the same of it.

    `other` is a world that the viewer cannot tell from `table`. False where the law says nothing: the action is not
    legal there, or what the viewer sees afterwards differs by right (a card was turned up).
    """
    here, there = table.branch(table.state), other.branch(other.state)
    for part in ENGINE_CHANCE:
        there.state[part] = here.state[part]
    if action not in there.legal(seat):
        return False
    here.apply(seat, action)
    there.apply(seat, action)
    if here.view(viewer).tobytes() != there.view(viewer).tobytes():
        return False
    _same(here.events(viewer), there.events(viewer), "the events")
    return True


def _same(one: object, other: object, channel: str) -> None:
    require(holds=one == other, law=f"{channel} keeps secrets", found=(one, other))


def undo_teaches_nobody(table: Table, seat: int, action: int, seed: int, worlds: int = 1) -> bool:
    """A move that may be taken back taught nobody anything, and taking it back restores every byte.

    False if it may not. Each seat imagines worlds from what it saw before the move; made there, the move must show it
    the same and tell it the same as it truly did, so that it could have foreseen all of it. The spectator, who knows
    less than anybody, too. To learn that a move was possible is to learn something: it must be legal in every world
    that those imagine who were told of it.
    """
    here = table.branch(table.state)
    here.apply(seat, action)
    if here.why_no_undo(seat) is not None:
        return False
    for viewer in range(table.seats):
        if not here.events(viewer) and viewer != seat:
            _same(here.view(viewer).tobytes(), table.view(viewer).tobytes(), "a move that nobody is told of")
            _same(here.to_act(), table.to_act(), "a move that nobody is told of")
            continue
        for number in range(worlds):
            there = world(table, viewer, seed * worlds + number)
            require(holds=action in there.legal(seat), law="a move that can be undone keeps secrets", found=action)
            there.apply(seat, action)
            for watcher in (viewer, SPECTATOR):
                _same(here.view(watcher).tobytes(), there.view(watcher).tobytes(), "a move that can be undone")
                _same(here.events(watcher), there.events(watcher), "the news of a move that can be undone")
    here.undo(seat)
    require(holds=here.state.tobytes() == table.state.tobytes(), law="undo restores every byte")
    return True


# ---------------------------------------------------------------- imagining


def imagine_is_consistent(table: Table, seat: int, seed: int) -> Table:
    """An imagined world looks to the seat exactly as the true one, and no card is lost or doubled in it."""
    imagined = world(table, seat, seed)
    _same(table.view(seat).tobytes(), imagined.view(seat).tobytes(), "an imagined world")
    cards_are_conserved(imagined)
    return imagined


def imagine_is_diverse(table: Table, seat: int, worlds: int = 20) -> None:
    """Different streams imagine different worlds, with futures of their own, and not only the true one.

    For positions in which the seat does not happen to know every card, such as a fresh deal.
    """
    made = [world(table, seat, seed).state for seed in range(worlds)]
    keys = {state["key"].tobytes() for state in made}
    require(holds=len(keys) == worlds, law="every imagined world has a future of its own", found=len(keys))
    true_key = table.state["key"].tobytes()
    require(holds=true_key not in keys, law="an imagined world does not know the true future")
    hidden = {_hidden_cards(table.game, state) for state in made}
    require(holds=len(hidden) > 1, law="imagined worlds differ", found=len(hidden))


def _hidden_cards(game: Game, state: Any) -> bytes:
    hidden = [f for f in game.layout.fields if f.audience != ALL and f.of.sort in CARD_SORTS]
    return b"".join(state[f.name].tobytes() for f in hidden)


def imagine_is_uniform(
    table: Table, seat: int, worlds: int, key: Callable[[Any], Hashable], possible: Mapping[Hashable, float]
) -> None:
    """On a box small enough to list every world: each comes as often as it should (chi-square, one in 100,000).

    `key` names a world by its state, `possible` gives each name its probability.
    """
    found: Counter[Hashable] = Counter(key(world(table, seat, seed).state) for seed in range(worlds))
    strange = set(found) - set(possible)
    require(holds=not strange, law="imagined worlds are possible", found=list(strange)[:3])
    expected = {name: worlds * share for name, share in possible.items()}
    statistic = sum((found[name] - wanted) ** 2 / wanted for name, wanted in expected.items())
    limit = chi_square_limit(len(possible) - 1)
    found_over = f"{statistic:.1f} over {limit:.1f}"
    require(holds=statistic < limit, law="imagined worlds are equally likely", found=found_over)


def imagining_follows_play(table: Table, viewer: int, seat: int, action: int, worlds: int = 1_000) -> bool:
    """Worlds imagined before a decision and played on are the same worlds, as often, as those imagined after it.

    Of the worlds from before, those count in which the decision is legal and chance lets the viewer see what he truly
    saw. So nothing that was ever seen is forgotten or contradicted, whatever a game keeps of it. False where too few
    worlds are left to compare. Every hidden card's place is compared, and every two of them together.
    """
    after = table.branch(table.state)
    after.apply(seat, action)
    played = []
    for seed in range(worlds if viewer == seat or after.events(viewer) else 0):
        there = world(table, viewer, seed)
        chosen = _alike(after, viewer, there, seat, action)
        if chosen in there.legal(seat):
            there.apply(seat, chosen)
            if there.view(viewer).tobytes() == after.view(viewer).tobytes():
                played.append(hidden_cards(there.game, there.state))
    if len(played) < ENOUGH_WORLDS:
        return False
    imagined = [hidden_cards(table.game, world(after, viewer, worlds + seed).state) for seed in range(worlds)]
    strange = _farthest(np.array(played, np.float64), np.array(imagined, np.float64))
    require(holds=strange < FAR, law="imagining follows play", found=f"{strange:.1f} deviations, of {len(played)}")
    return True


def _alike(after: Table, viewer: int, there: Table, seat: int, action: int) -> int:
    """The decision; where the viewer was not told all of it, such as which card was given, any of the same sort."""
    if viewer == seat or after.events(viewer) == after.events(seat):
        return action
    texts = {other: there.game.action_of(other).text().split()[0] for other in there.legal(seat)}
    sort = after.game.action_of(action).text().split()[0]
    alike = [other for other, word_of in texts.items() if word_of == sort]
    return alike[below(handed(there.state), len(alike))] if alike else NONE


ENOUGH_WORLDS = 80
"""Fewer worlds than these say too little about how often something is so."""
SELDOM = 5
"""What is expected fewer times than this is not compared."""
FAR = 7.0
"""Standard deviations between two frequencies that chance does not explain, not even once in many thousands."""


def hidden_cards(game: Game, state: Any) -> npt.NDArray[np.int64]:
    """How many cards of each kind lie in every place that is not open: each hand, each face-down place, the rest."""
    found = []
    for f in game.layout.fields:
        if f.audience != ALL and f.lies and f.of.sort in CARD_SORTS:
            rows = state[f.name][0].reshape(f.shape[0] if f.owned or f.audience == FACE_DOWN else 1, -1)
            if f.of.sort == "card":
                found += [np.bincount(row[row != NONE], minlength=f.of.size) for row in rows]
            else:
                found += list(rows.reshape(len(rows), -1, f.of.size).sum(axis=1))
    return np.concatenate(found).astype(np.int64)


def _farthest(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> float:
    """The largest distance, in standard deviations, between how often two samples have a card, or two, in places."""
    moving = one.std(axis=0) + other.std(axis=0) > 0
    both = [(each[:, moving] > 0).astype(np.float64) for each in (one, other)]
    shares = [each.T @ each / len(each) for each in both]
    pooled = sum(share * len(each) for share, each in zip(shares, both, strict=True)) / sum(map(len, both))
    spread = np.sqrt(np.maximum(pooled * (1 - pooled), 1e-9) * sum(1 / len(each) for each in both))
    rare = np.minimum(pooled, 1 - pooled) * min(map(len, both)) < SELDOM
    distance = np.where(rare, 0.0, abs(shares[0] - shares[1]) / spread)
    return float(distance.max(initial=0.0))


def chi_square_limit(freedom: int, deviations: float = 4.265) -> float:
    """The value that chi-square exceeds once in 100,000 times (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + deviations * sqrt(part)) ** 3)


# ---------------------------------------------------------------- one schema


def the_tensor_tells_the_view(table: Table, viewer: int) -> None:
    """Tensor and JSON are projections of one schema: the tensor, spelled out anew from the JSON, is the same."""
    game, told, me = table.game, table.view_json(viewer, whole=True), max(viewer, 0)
    spelled = [number for f in game.sight.fields for number in _spelled(game, table.seats, f, told[f.name], me)]
    same = np.array_equal(np.array(spelled, np.float32), table.tensor(viewer))
    require(holds=same, law="the tensor tells what the JSON tells", found=len(spelled))


def _spelled(game: Game, seats: int, f: Field, told: Any, viewer: int) -> list[float]:
    """A field's part of the tensor, from its JSON."""
    if f.by_seat:
        inner = replace(f, shape=f.shape[1:], by_seat=False)
        turned = [LETTERS[(viewer + row) % seats] for row in range(seats)]
        rows = [number for letter in turned for number in _spelled(game, seats, inner, told[letter], viewer)]
        return rows + [0.0] * (len(rows) // seats * (f.shape[0] - seats))
    if f.is_set or (f.of.sort == "tally" and len(f.shape) == 1):
        return [float(told.count(name)) for name in game.card_names[: f.of.size]]
    if f.shape:
        shape = (*f.shape[:-1], *f.axes) if f.axes else f.shape
        inner = replace(f, shape=shape[1:], axes=())
        return [number for each in told for number in _spelled(game, seats, inner, each, viewer)]
    if f.of.sort in {"flag", "count"}:
        return [float(told) / f.of.size]
    if f.of.sort == "seats":
        turned = [LETTERS[(viewer + row) % seats] for row in range(seats)]
        return [float(letter in told) for letter in turned] + [0.0] * (f.of.size - seats)
    at = None
    if told is not None and f.of.sort == "seat":
        at = (LETTERS.index(told) - viewer) % seats
    elif told is not None:
        at = (game.card_names if f.of.sort == "card" else f.of.names).index(told)
    return [float(place == at) for place in range(f.of.size)]
