"""Tournaments: which bot is stronger, proven on duplicate deals.

A claim says that one bot wins more than its fair share among others of one level. Its samples are deals: the bot plays
the same deal from every seat, so that neither the seat nor the luck of the deal speaks for it, and its mean share is
one number between 0 and 1; where it can be done, luck is taken out of it (see `control.py` and `draws.py`). Claims are
played in waves, each deal a job for an executor; after every wave those that are proven, or given up by a sequential
test (GSPRT), rest. So what is played depends on the seed alone.
"""

import contextlib
import functools
import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, wait
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from grimorio.arena import control, draws
from grimorio.arena.allseeing import blindfolded, seer_named, sees_all
from grimorio.arena.control import Controlled, is_controlled
from grimorio.arena.draws import Drawn, is_drawn
from grimorio.arena.evidence import CONFIDENCE, SHARES, Played, Range, doubt, holm, hopeless, interval, ladder
from grimorio.arena.outside import PREFIX, Program, is_outside, play_outside
from grimorio.arena.simulate import Match, play_batch, warm_up
from grimorio.arena.thinking import HALTED, Seating, play_thinking
from grimorio.arena.watched import Watched
from grimorio.bots import ADEPT, APPRENTICE, ARCHMAGE, EFFORTS, LEVELS, REFLEXES, find_bot, made_of
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, integers, kernel
from grimorio.engine.winning import sharing
from grimorio.games import GAMES, load

WAVE = 16
"""Deals of a claim between two looks at it; more for bots that decide by reflex."""
QUICK = 64
"""Times as many, for them."""
STEADY_WAVES = {"flautz": 256, "abracadabra": 64}
"""The same where luck is taken out, by game: there much is played to find out little."""
WORTH, STEADY_WORTH = 1.1, 1.01
"""A bot that is not so many times as good as is claimed is not worth looking for: the claim is given up; and the same
where luck is taken out."""
STEADIED = {"flautz": control.steadied, "abracadabra": draws.steadied}
"""Between what samples lie from which luck was taken out, by game and seats."""
REFERENCE = {"zaubercocktail": 5}
"""Seats at the table at which a game is judged; four where none are named."""
FOUR = 4


@dataclass(frozen=True, order=True)
class Claim:
    """That `hero` wins more than a fair share among `rivals`, and so many times as much where that is the `goal`."""

    game: str
    seats: int
    hero: str
    rivals: str

    @property
    def at_once(self) -> int:
        """Deals that one job plays."""
        return QUICK if {self.hero, self.rivals} <= REFLEXES[self.game].keys() else 1

    @property
    def instrument(self) -> type[Watched] | None:
        """How luck is taken out of its deals, if it is."""
        if is_controlled(self.game, self.hero, self.rivals):
            return Controlled
        return Drawn if is_drawn(self.game, self.hero, self.rivals) else None

    @property
    def is_steadied(self) -> bool:
        """Whether luck is taken out of its deals."""
        return self.instrument is not None

    @property
    def wave(self) -> int:
        """Deals between two looks at it."""
        return STEADY_WAVES[self.game] if self.is_steadied else WAVE * self.at_once

    @property
    def fair(self) -> float:
        """What it would win if it were no better."""
        return 1 / self.seats

    @property
    def at_reference(self) -> bool:
        """Whether this is the table at which the game is judged."""
        return self.seats == REFERENCE.get(self.game, FOUR)

    @property
    def goal(self) -> float:
        """How many times its fair share it is meant to win: a level above the apprentice, among apprentices."""
        if (self.hero, self.rivals) == (ARCHMAGE, APPRENTICE) and self.at_reference:
            return 2.0
        return 1.25 if (self.hero, self.rivals) == (ADEPT, APPRENTICE) else 1.0

    @property
    def is_bound(self) -> bool:
        """Whether it only measures what could be won by seeing more than a player may: nobody claims that."""
        return sees_all(self.hero)

    @property
    def hurdles(self) -> tuple[float, ...]:
        """Shares that it has to be proven to pass."""
        return tuple(times * self.fair for times in sorted({1.0, self.goal}))


@dataclass(frozen=True)
class Deals:
    """Samples: the hero's share of the wins of some deals, each from every seat; how often it thought, and how long.

    Where all play by reflex: how often anybody decided, and how long that took with the rules between. `apart`: every
    deal inside a game drew from a sub-stream of its own; otherwise only the first is alike at all seats.
    `steadied`: the same samples with luck taken out, where that can be done (see `control.py` and `draws.py`).
    """

    claim: Claim
    first: int
    shares: tuple[float, ...]
    thoughts: int = 0
    thinking: float = 0.0
    made: tuple[str, ...] = ("", "")
    apart: bool = False
    steadied: tuple[float, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether hero and rivals still exist, and are made of what they were made of then."""
        claim = self.claim
        return all(is_bot(claim.game, name) for name in (claim.hero, claim.rivals)) and self.made == makes(claim)


def is_bot(game: str, name: str) -> bool:
    """Whether a name is that of a bot, of one who sees all, or of a program."""
    return is_outside(name) or find_bot(game, blindfolded(name)) is not None


def makes(claim: Claim) -> tuple[str, ...]:
    """What the hero and its rivals are made of now."""
    return tuple(made_of(claim.game, blindfolded(name), claim.seats) for name in (claim.hero, claim.rivals))


@functools.cache
def shares_of(game: Game) -> Callable[..., None]:
    """The kernel that says who won games."""
    share = sharing(game)

    @kernel
    def shares(boxes: Any, states: Any, out: Any, found: Any) -> None:
        box = at(boxes, 0)
        for i in range(states.shape[0]):
            share(box, at(states, i), out, found[i])

    return shares


def play_deals(claim: Claim, first: int, number: int, seed: int) -> Deals:
    """Some deals of a claim, each from every seat: a pure function of its arguments, on this core."""
    game = load(claim.game)
    if is_outside(claim.hero) or is_outside(claim.rivals):
        return _with_programs(claim, first, number, seed)
    if claim.instrument is not None:
        return _watched(claim.instrument, claim, first, number, seed)
    box, hero = game.box(claim.seats), blindfolded(claim.hero)
    total, thoughts, thinking = np.zeros(number), 0, 0.0
    for seat in range(claim.seats):
        bots = tuple(hero if each == seat else claim.rivals for each in range(claim.seats))
        match = Match(game, claim.seats, number, seed, bots, box=box, apart=True)
        if not match.thinkers():
            warm_up(match)
        if (seer := seer_named(game, claim.hero)) is not None:
            batch = play_thinking(match, first, number, Seating(match, seer))
        else:
            batch = play_batch(match, first, number)
        found = np.zeros((number, game.seats[1]), np.float32)
        shares_of(game)(box, batch.states, integers(game.seats[1], 2), found)
        total += found[:, seat]
        by_reflex = int(batch.decisions.sum()), batch.seconds
        made, seconds = batch.thoughts.get(hero, (0, 0.0)) if match.thinkers() else by_reflex
        thoughts, thinking = thoughts + made, thinking + seconds
    shares = tuple(np.round(total / claim.seats, 6).tolist())
    return Deals(claim, first, shares, thoughts, round(thinking, 6), makes(claim), apart=True)


def _watched(instrument: type[Watched], claim: Claim, first: int, number: int, seed: int) -> Deals:
    """The same with luck taken out."""
    game, box, thoughts, thinking = load(claim.game), load(claim.game).box(claim.seats), 0, 0.0
    hero, shares, steadied = blindfolded(claim.hero), np.zeros(number), np.zeros(number)
    for seat in range(claim.seats):
        bots = tuple(hero if each == seat else claim.rivals for each in range(claim.seats))
        match = Match(game, claim.seats, number, seed, bots, box=box, apart=True)
        seating = instrument(match, hero, seer_named(game, claim.hero))
        for i in range(number):
            batch, found = play_thinking(seating.match, first + i, 1, seating), np.zeros((1, game.seats[1]), np.float32)
            shares_of(game)(box, batch.states, integers(game.seats[1], 2), found)
            shares[i] += found[0, seat] / claim.seats
            steadied[i] += seating.sample(float(found[0, seat])) / claim.seats
        made, seconds = seating.thoughts[hero]
        thoughts, thinking = thoughts + made, thinking + seconds
    won, told = (tuple(np.round(each, 6).tolist()) for each in (shares, steadied))
    return Deals(claim, first, won, thoughts, round(thinking, 6), makes(claim), apart=True, steadied=told)


def _with_programs(claim: Claim, first: int, number: int, seed: int) -> Deals:
    """The same with programs from outside, each started for these deals alone."""
    names = [name for name in (claim.hero, claim.rivals) if is_outside(name)]
    shares = []
    with contextlib.ExitStack() as stack:
        programs = {name: stack.enter_context(Program(name.removeprefix(PREFIX))) for name in set(names)}
        for deal in range(first, first + number):
            total = 0.0
            for seat in range(claim.seats):
                bots = [claim.hero if each == seat else claim.rivals for each in range(claim.seats)]
                total += play_outside(load(claim.game), bots, programs, deal, seed)[seat]
            shares.append(round(total / claim.seats, 6))
    return Deals(claim, first, tuple(shares), made=makes(claim))


@dataclass
class Tournament:
    """Claims, the deals played for them so far, and the file in which these are kept."""

    claims: Sequence[Claim]
    deals: int
    seed: int = 1
    kept: Path | None = None
    played: dict[Claim, list[Deals]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kept is not None and self.kept.exists():
            for deals in read_deals(self.kept, self.seed) if self.deals else of_all_seeds(self.kept):
                self.played.setdefault(deals.claim, []).append(deals)

    def samples(self, claim: Claim) -> npt.NDArray[np.float64]:
        """What the deals of a claim tell, in order; only those from which luck was taken out, where there are any."""
        steady = [each for deals in self._in_order(claim) for each in deals.steadied]
        return np.array(steady) if steady else self.shares(claim)

    def shares(self, claim: Claim) -> npt.NDArray[np.float64]:
        """The shares of the wins, in order."""
        return np.array([share for deals in self._in_order(claim) for share in deals.shares])

    def _in_order(self, claim: Claim) -> list[Deals]:
        """The deals of a claim as far as none is missing."""
        have, found, number = {deals.first: deals for deals in self.played.get(claim, ())}, [], 0
        while (deals := have.get(number)) is not None:
            found.append(deals)
            number += len(deals.shares)
        return found

    def within(self, claim: Claim) -> Range:
        """Between what its samples lie."""
        steady = any(deals.steadied for deals in self.played.get(claim, ()))
        return STEADIED[claim.game](claim.seats) if steady else SHARES

    def doubted(self, claim: Claim, hurdle: float) -> float:
        """How much there is to be said against a claim (see `doubt`)."""
        return doubt(self.samples(claim), hurdle, self.within(claim))

    def wants_more(self, claim: Claim) -> bool:
        """Whether more deals of a claim are wanted: a wave is not over, or left it open, and deals are left."""
        samples, made = self.samples(claim), len(self.shares(claim))
        if made >= self.deals or made % claim.wave:
            return made < self.deals
        if made == 0:
            return True
        sure, worth = (1 - CONFIDENCE) / self.family, STEADY_WORTH if claim.is_steadied else WORTH
        return any(self.doubted(claim, h) > sure and not hopeless(samples, h, worth * h) for h in claim.hurdles)

    @functools.cached_property
    def family(self) -> int:
        """How many hurdles there are in all, those of the claims that are kept from before among them, no bounds."""
        known = set(kept_claims(self.kept)) if self.kept is not None and self.kept.exists() else set()
        return max(1, sum(len(claim.hurdles) for claim in known | set(self.claims) if not claim.is_bound))

    def wave(self) -> list[tuple[Claim, int, int]]:
        """Jobs up to the next look: claim, first deal, deals."""
        jobs = []
        for claim in filter(self.wants_more, self.claims):
            size, first = claim.at_once, len(self.shares(claim))
            last = min(self.deals, (first // claim.wave + 1) * claim.wave)
            jobs += [(claim, start, min(size, last - start)) for start in range(first, last, size)]
        return jobs

    def hold(self, pool: Executor, told: Callable[[int, int], None] | None = None) -> None:
        """Play until every claim rests; `told` hears how many jobs are done, and how many there may be at most.

        Who is interrupted has kept what was over in order, and waits for no more than a decision.
        """
        done = 0
        while jobs := self.wave():
            total = done + self.left()
            waited = [pool.submit(play_deals, *job, self.seed) for job in jobs]
            try:
                for job in waited:
                    self.keep(job.result())
                    done += 1
                    if told is not None:
                        told(done, total)
            except BaseException:
                let_go(waited)
                raise

    def left(self) -> int:
        """How many jobs there are yet if no claim rests before its last deal."""
        wanted = filter(self.wants_more, self.claims)
        return sum(-(-(self.deals - len(self.shares(claim))) // claim.at_once) for claim in wanted)

    def keep(self, deals: Deals) -> None:
        """Remember deals, on disk too."""
        self.played.setdefault(deals.claim, []).append(deals)
        if self.kept is not None:
            line = json.dumps({"seed": self.seed, **asdict(deals)}, separators=(",", ":"))
            try:
                drop_what_was_cut(self.kept)
                with self.kept.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
            except OSError as error:
                raise FullError(error.strerror) from error

    def report(self) -> dict[str, Any]:
        """All that was found, for scripts and for pages."""
        claims = [claim for claim in self.claims if len(self.samples(claim))]
        doubts = {(claim, h): self.doubted(claim, h) for claim in claims for h in claim.hurdles}
        proven = holm({key: found for key, found in doubts.items() if not key[0].is_bound})
        told = [
            {
                **self._told(claim), "doubt": doubts[claim, claim.fair],
                "proven": None if claim.is_bound else (claim, claim.fair) in proven,
                "reached": (claim, claim.hurdles[-1]) in proven,
            }
            for claim in claims
        ]  # fmt: skip
        return {"seed": self.seed, "confidence": CONFIDENCE, "claims": told, "ladders": self._ladders(claims)}

    def _told(self, claim: Claim) -> dict[str, Any]:
        samples, deals = self.samples(claim), self.played[claim]
        low, high = interval(samples, within=self.within(claim))
        thoughts, thinking = sum(each.thoughts for each in deals), sum(each.thinking for each in deals)
        return {
            **asdict(claim), "deals": len(self.shares(claim)), "share": float(samples.mean()), "low": low, "high": high,
            "apart": sum(len(each.shares) for each in deals if each.apart),
            "steadied": sum(len(each.steadied) for each in deals),
            "fair": claim.fair, "goal": claim.goal, "times": float(samples.mean()) * claim.seats, "thoughts": thoughts,
            "thinking": thinking,
        }  # fmt: skip

    def _ladders(self, claims: Sequence[Claim]) -> dict[str, Any]:
        made = {}
        for game in sorted({claim.game for claim in claims}):
            mine = [claim for claim in claims if claim.game == game]
            found = ladder([Played(c.hero, c.rivals, c.seats, self.shares(c)) for c in mine], self.seed)
            made[game] = {name: found[name] for name in sorted(found, key=rank)}
        return made


def let_go(jobs: Sequence[Future[Any]]) -> None:
    """Play none of these jobs that has not begun, and end the others of this process at their next decision."""
    running = [job for job in jobs if not job.cancel()]
    HALTED.set()
    wait(running)
    HALTED.clear()


class FullError(RuntimeError):
    """Deals were played and cannot be kept any more: the disk is full, or gone; says why."""


class KeptError(ValueError):
    """A file of which a line cannot have been kept by a tournament: says which, and why."""


@dataclass(frozen=True)
class Line(Deals):
    """A line of a file that keeps deals."""

    seed: int = 1


BEGINS = b'{"seed":'
"""How such a line begins."""


def lines_of(path: Path) -> Iterator[tuple[int, Deals]]:
    """What a file keeps, with its seeds, of bots that are still the same; a last line that was cut off is none."""
    *whole, cut = path.read_bytes().split(b"\n")
    if cut[: len(BEGINS)] != BEGINS[: len(cut)]:
        raise _no_line(path, len(whole) + 1, "no deals")
    for number, text in enumerate(whole, 1):
        try:
            line = msgspec.json.decode(text, type=Line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise _no_line(path, number, str(error)) from error
        if line.claim.game not in GAMES:
            raise _no_line(path, number, f"no such game: {line.claim.game[:40]}")
        fewest, most = load(line.claim.game).seats
        if not fewest <= line.claim.seats <= most:
            raise _no_line(path, number, f"no table of {line.claim.seats}")
        if not line.shares or not all(0 <= share <= 1 for share in line.shares) or line.first < 0:
            raise _no_line(path, number, "shares go from 0 to 1, deals from 0 on, and a line has one at least")
        if line.steadied and (why := no_luck_taken_out(line)):
            raise _no_line(path, number, why)
        told = {name: value for name, value in vars(line).items() if name != "seed"}
        if (deals := Deals(**told)).holds:
            yield line.seed, deals


def no_luck_taken_out(deals: Deals) -> str:
    """Why these cannot be deals from which luck was taken out; empty if they can."""
    if len(deals.steadied) != len(deals.shares):
        return "luck was taken out of some of its deals only"
    if deals.claim.game not in STEADIED:
        return f"luck cannot be taken out of deals of {deals.claim.game}"
    bounds = STEADIED[deals.claim.game](deals.claim.seats)
    if not all(bounds.low <= each <= bounds.high for each in deals.steadied):
        return f"without luck samples go from {bounds.low:g} to {bounds.high:g}"
    return ""


def _no_line(path: Path, number: int, why: str) -> KeptError:
    return KeptError(f"{path}, line {number}: {why}")


def drop_what_was_cut(path: Path) -> None:
    """Take away the beginning of a line that was never written to its end, so that the next one stands alone."""
    if not path.exists() or not path.stat().st_size:
        return
    with path.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        if file.read(1) != b"\n":
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)


def read_deals(path: Path, seed: int) -> Iterator[Deals]:
    """The deals of one seed."""
    return (deals for found, deals in lines_of(path) if found == seed)


def of_all_seeds(path: Path) -> Iterator[Deals]:
    """All that is kept of each claim, one seed after the other as they were begun, numbered through.

    Of a seed the deals count as far as none is missing: which of them are over first hangs on how they went.
    """
    found: dict[Claim, dict[int, dict[int, Deals]]] = {}
    for seed, deals in lines_of(path):
        found.setdefault(deals.claim, {}).setdefault(seed, {})[deals.first] = deals
    for seeds in found.values():
        number = 0
        for have in seeds.values():
            begun = number
            while (played := have.get(number - begun)) is not None:
                yield replace(played, first=number)
                number += len(played.shares)


def kept_claims(path: Path) -> list[Claim]:
    """The claims that a file has deals of."""
    order = {name: place for place, name in enumerate(GAMES)}
    return sorted(
        {deals.claim for _seed, deals in lines_of(path)},
        key=lambda c: (order[c.game], c.seats, rank(c.rivals), rank(c.hero)),
    )


def rank(name: str) -> tuple[int, str]:
    """Levels first, the weakest of them first; then all others by their names."""
    return (LEVELS.index(name), "") if name in LEVELS else (len(LEVELS), name)


def kept_name(game: str, name: str) -> str:
    """The name under which a bot is kept: an effort of its own is said whole, so that it means the same for ever."""
    bot = find_bot(game, blindfolded(name))
    if name in LEVELS or bot is None or bot.effort is None:
        return name
    return f"{name.partition('(')[0]}({bot.effort.beside(EFFORTS[game])})"


def heroes_among(
    games: Sequence[Game], heroes: Sequence[str], rivals: Sequence[str], seats: Sequence[int]
) -> list[Claim]:
    """Each of some bots, whatever they are, among those of each level."""
    return [
        Claim(game.name, number, kept_name(game.name, hero), kept_name(game.name, level))
        for game in games
        for number in range(game.seats[0], game.seats[1] + 1)
        if not seats or number in seats
        for hero in heroes
        for level in rivals
    ]


def claims_of(games: Sequence[Game], bots: Sequence[str], seats: Sequence[int] = ()) -> list[Claim]:
    """Every bot among its next weaker ones, and every bot above the apprentice among apprentices.

    At every number of seats, or at those that are named and that the game has.
    """
    order = [level for level in LEVELS if level in bots]
    pairs = list(zip(order[1:], order, strict=False))
    if APPRENTICE in order:
        pairs += [(hero, APPRENTICE) for hero in order[order.index(APPRENTICE) + 2 :]]
    return [
        Claim(game.name, number, hero, rivals)
        for game in games
        for number in range(game.seats[0], game.seats[1] + 1)
        if not seats or number in seats
        for hero, rivals in pairs
    ]


def asked_of(game: Game) -> list[Claim]:
    """What the levels are held to: each above the next weaker one, at every table.

    The archmage at the reference table and at the smallest one: a second a decision is long.
    """
    fewest = game.seats[0]
    return [
        claim
        for claim in claims_of([game], LEVELS)
        if claim.hero != ARCHMAGE or claim.at_reference or (claim.seats == fewest and claim.rivals == ADEPT)
    ]
