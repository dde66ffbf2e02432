"""`grimorio tournament`: who is stronger, and how sure that is."""

import contextlib
import errno
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor
from dataclasses import astuple, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from grimorio.arena import draws
from grimorio.arena.allseeing import ALL_SEEING, HAND_SEEING, blindfolded, sees_hands
from grimorio.arena.gpu import NoGpuError
from grimorio.arena.outside import PREFIX, OutsideError, is_outside
from grimorio.arena.plot import picture
from grimorio.arena.simulate import all_cores
from grimorio.arena.tournament import (
    Claim,
    FullError,
    KeptError,
    Tournament,
    asked_of,
    claims_of,
    heroes_among,
    kept_claims,
)
from grimorio.arena.unseen import DEALT_ANEW
from grimorio.bots import ARCHMAGE, EFFORTS, LEVELS, NETWORK, SHORT, STANDARD, find_bot
from grimorio.bots.contract import Effort
from grimorio.bots.network import read_weights, shipped
from grimorio.cli.asked import game_named
from grimorio.cli.output import GOOD, Desk, WrongUsageError
from grimorio.engine.game import Game
from grimorio.engine.harmless import visible
from grimorio.games import GAMES, load


def tournament(  # noqa: PLR0913 - everything that a tournament may be asked for
    desk: Desk,
    names: Sequence[str],
    bots: str,
    heroes: Sequence[str],
    seats: str,
    deals: int,
    seed: int,
    kept: Path | None,
    threads: int,
    cluster: str,
    device: str,
    page: Path | None,
    *,
    json: bool,
) -> int:
    """Play, or only tell what was played before (`deals` is 0), and write the page of strengths."""
    games = [game_named(name) for name in names] or list(GAMES.values())
    can_all_be_written(kept, page)
    try:
        claims = asked_for(games, bots, heroes, seats) if deals else claims_in(kept)
        contest = Tournament(claims, deals, seed, kept)
    except KeptError as error:
        raise WrongUsageError(says="contest_not_kept", reason=str(error)[:300]) from error
    with desk.waiting("contest", 1.0) as advance, players(threads, cluster, device, claims) as pool:
        try:
            contest.hold(pool, lambda done, total: advance(done / total))
        except OutsideError as error:
            raise WrongUsageError(says=f"outside_{error.code}", **error.values) from error
        except FullError as error:
            raise WrongUsageError(says="contest_no_file", path=kept, reason=str(error)) from error
        except KeyboardInterrupt:
            desk.complain(("contest_stopped" if kept.exists() else "contest_not_begun") if kept else "contest_lost")
            raise
    report = contest.report()
    if not report["claims"]:
        raise WrongUsageError(says="contest_nothing_kept")
    if page:
        write_page(page, report, kept)
    if json:
        desk.json(report)
    else:
        desk.out.print(shown(desk, report))
    return GOOD


def asked_for(games: Sequence[Game], bots: str, heroes: Sequence[str], seats: str) -> list[Claim]:
    """What is to be played."""
    if heroes:
        rivals = [bot_named(games, rival) for rival in names_in(bots or STANDARD)]
        claims = heroes_among(games, [hero_named(games, hero) for hero in heroes], rivals, numbers_of(seats))
    else:
        claims = claims_of(games, levels_of(bots), numbers_of(seats))
    if not claims:
        raise WrongUsageError(says="contest_nothing")
    return list(dict.fromkeys(claims))


def claims_in(kept: Path | None) -> list[Claim]:
    """What was played."""
    claims = kept_claims(kept) if kept and kept.exists() else []
    if not claims:
        raise WrongUsageError(says="contest_nothing_kept")
    return claims


def write_page(page: Path, report: Mapping[str, Any], kept: Path | None = None) -> None:
    """The page of strengths, and its picture beside it."""
    titles = {name: load(name).title for name in GAMES}
    try:
        page.write_text(strength_page(report, str(kept or ""), str(page)), "utf-8")
        page.with_suffix(PICTURED).write_text(picture(report["claims"], titles), "utf-8")
    except OSError as error:
        raise WrongUsageError(says="contest_no_file", path=page, reason=error.strerror) from error


PICTURED = ".svg"
"""How the name of the picture beside a page ends."""


def can_all_be_written(kept: Path | None, page: Path | None) -> None:
    """Say so before anything is played where a file cannot be written, or would be written over by another."""
    paths = [path for path in (kept, page, page and page.with_suffix(PICTURED)) if path]
    for path in paths:
        can_be_written(path)
    if len({path.resolve() for path in paths}) < len(paths):
        raise WrongUsageError(says="contest_same_file")


def can_be_written(path: Path) -> None:
    """Say so where a file cannot be written; what is no plain file has no end that could be read first."""
    if path.exists() and not path.is_file():
        what = errno.EISDIR if path.is_dir() else errno.EINVAL
        raise WrongUsageError(says="contest_no_file", path=path, reason=os.strerror(what))
    if not path.parent.is_dir():
        raise WrongUsageError(says="contest_no_file", path=path, reason=os.strerror(errno.ENOENT))
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise WrongUsageError(says="contest_no_file", path=path, reason=os.strerror(errno.EACCES))


@contextlib.contextmanager
def players(threads: int, cluster: str, device: str = "cpu", claims: Sequence[Claim] = ()) -> Iterator[Executor]:
    """Who plays the deals: threads of this machine, some of them beside its GPU, or the workers of a Dask cluster.

    What comes of it is the same.
    """
    if device == "cuda":
        if cluster:
            raise WrongUsageError(says="contest_no_gpu")
        with beside_a_gpu(claims), ThreadPoolExecutor(threads or MANY * all_cores()) as pool:
            yield pool
        return
    if not cluster:
        with ThreadPoolExecutor(threads or all_cores()) as pool:
            yield pool
        return
    with far_away(cluster) as pool:
        yield pool


MANY = 4
"""Threads for each core beside a GPU: most of them wait for it."""


@contextlib.contextmanager
def beside_a_gpu(claims: Sequence[Claim]) -> Iterator[None]:
    """As long as this lasts, the worlds of bots are tried on the GPU, of those with which that can be done."""
    from grimorio.arena.trying import can_be_tried, tried_on_gpu  # noqa: PLC0415 - only where a GPU was asked for

    names = dict.fromkeys((claim.game, name) for claim in claims for name in (claim.hero, claim.rivals))
    fit = [(game, name) for game, name in names if can_be_tried(find_bot(game, name))]
    if not fit:
        raise WrongUsageError(says="contest_no_gpu")
    with contextlib.ExitStack() as stack:
        try:
            for game, name in fit:
                stack.enter_context(tried_on_gpu(load(game), name))
        except NoGpuError as error:
            raise WrongUsageError(says="no_gpu") from error
        yield


@contextlib.contextmanager
def far_away(cluster: str) -> Iterator[Executor]:
    """The workers of a Dask cluster."""
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415 - only where a cluster was asked for

        client = Client(cluster, timeout=A_WHILE)
    except (ImportError, OSError, ValueError) as error:
        raise WrongUsageError(says="no_cluster", address=cluster[:80], reason=str(error)[:200]) from error
    with client, client.get_executor(pure=False) as pool:
        try:
            yield pool
        except (KilledWorker, CancelledError, OSError) as error:
            why = str(error)[:200] or type(error).__name__
            raise WrongUsageError(says="cluster_gone", address=cluster[:80], reason=why) from error


A_WHILE = 10
"""Seconds in which a cluster has to answer."""


def names_in(text: str) -> list[str]:
    """The names that were typed, with commas between them; those in parentheses belong to a name."""
    return [each.strip() for each in re.split(r",(?![^(]*\))", text)]


def levels_of(text: str) -> tuple[str, ...]:
    """The levels that were typed; all of them when none was."""
    found = tuple(names_in(text)) if text else LEVELS
    for level in found:
        if level not in LEVELS:
            raise WrongUsageError(says="unknown_level", text=level[:40], bots=", ".join(LEVELS))
    return found


def bot_named(games: Sequence[Game], name: str) -> str:
    """A bot that was typed: a level, a network, an archmage with an effort of its own, the command of a program."""
    if not is_outside(name) and any(find_bot(game.name, name) is None for game in games):
        raise no_bot(name, ALL_SEEING, f"{PREFIX}COMMAND")
    return name


def hero_named(games: Sequence[Game], name: str) -> str:
    """The same, or the player who sees all, who is measured here and nowhere else."""
    if not is_outside(name) and any(find_bot(game.name, blindfolded(name)) is None for game in games):
        raise no_bot(name, ALL_SEEING, f"{PREFIX}COMMAND")
    if sees_hands(name) and any(game.name not in DEALT_ANEW for game in games):
        raise no_bot(name, ALL_SEEING)
    return name


def no_bot(name: str, *others: str) -> WrongUsageError:
    """There is no such bot, but all of these."""
    return WrongUsageError(says="unknown_level", text=name[:40], bots=", ".join((*LEVELS, NETWORK, *others)))


def numbers_of(text: str) -> tuple[int, ...]:
    """The numbers of seats that were typed."""
    try:
        return tuple(int(each) for each in text.split(",")) if text else ()
    except ValueError as error:
        raise WrongUsageError(says="not_seats", text=text[:40]) from error


def percent(number: float) -> str:
    """A share as people read it."""
    return f"{100 * number:.1f}"


def milliseconds(seconds: float) -> str:
    """A time with as many digits as tell something."""
    return f"{1000 * seconds:.1f}" if seconds >= A_BLINK else f"{1000 * seconds:.4f}"


A_BLINK = 5e-5
"""Seconds below which a time needs more digits."""


def shown(desk: Desk, report: Mapping[str, Any]) -> Group:
    """A table of claims."""
    say = desk.texts
    grid = Table(box=None, padding=(0, 1))
    for name in ("game", "seats", "hero", "rivals", "deals", "share", "interval", "times", "proven"):
        grid.add_column(say(f"contest_{name}"), justify="left" if name in {"game", "hero", "rivals"} else "right")
    for claim in report["claims"]:
        grid.add_row(
            load(claim["game"]).title, str(claim["seats"]), visible(claim["hero"]), visible(claim["rivals"]),
            str(claim["deals"]),
            desk.number(100 * claim["share"], 1),
            f"{desk.number(100 * claim['low'], 1)} - {desk.number(100 * claim['high'], 1)}",
            desk.number(claim["times"], 2),
            "-" if claim["proven"] is None else say("yes") if claim["proven"] else say("no"),
        )  # fmt: skip
    return Group(grid, Text(say("contest_note"), "dim"))


# ---------------------------------------------------------------- the page


HEAD = """# How strong the bots are

{made}

**How it is measured.** One bot (the hero) sits among bots of one level (the rivals). It plays every deal from every
seat, so that neither the luck of the deal nor the seat speaks for it; its mean share of the wins is one sample. Tests
and intervals hold whenever one looks (betting on each sample; Waudby-Smith and Ramdas), at 99 %; "proven" (more than a
fair share) and "goal" (adepts 1.25 times, archmages at the reference table twice a fair share among apprentices) hold
for all of this page together (Holm); bounds, which nobody claims, are not among them. Either is given up when a
sequential test (GSPRT) finds it likelier than 1.1 times as much (1.01 times where luck is taken out). From some deals
luck is taken out ("steadied"), in two ways; the mean of such samples is that of the shares, whatever luck did. FLAUTZ!,
where one who searches sits among apprentices: wherever it does something else than its understudy, the reflex by which
it plays itself on, both choices are played on by reflexes in 128 worlds that are drawn as often as they are true for
who knows what it knows (all that apprentices did tells exactly how likely each of their hands is). What all its choices
are worth more, with what the understudy wins in fresh deals, is the sample; it jumps about less than half as much as
the shares. (Where that sum has come too far, or a choice looks like a great loss, the rest of the game counts as it
goes, so that samples have bounds. With apprentices as understudies this gained nothing, nor would their shares of the
same deal: over all seats these add up to one.) Abracadabra, where one who thinks sits at the table: what an action
comes to is found by playing it on in {worlds} worlds, in which all that nobody has seen lies otherwise, for {ahead}
turns by reflex (apprentices by their own, at tables of which habits were learnt who thinks by these); who would win is
read off what everybody has then. Where these turns are over, or somebody does what his reflex would not surely do, what
the position comes to there is compared with that. The difference is luck, and is taken off the share that was won; of
each no more than keeps all that is taken off between {unlucky} and {lucky} victories even if a whole one is won or lost
in it, which is known before, so that samples have bounds (for two: {worlds_fine} worlds, {worlds_finest} where both
think; {unlucky_fine} and {lucky_fine}). Where there are deals of either kind, share, interval and proof are theirs
alone; those of before tell the ladder. In deals that lie "apart" every later deal of a game (the challenges of FLAUTZ!,
the rounds of Zaubercocktail, the halves of F.A.T.A.) draws from a sub-stream of its own, so that it is the same from
every seat; in the others only the first deal is. Both are fair samples, and are counted together; cards drawn in the
middle of a deal hang on what was drawn before in any case. A name like `{example}` says all of an effort, and each line
of the file what its bots were made of: effort and weights. Times of deals that lie apart are CPU time of one thread,
those of the others were taken by the clock, of one thread among 25 on 16 shared cores; where all play by reflex they
are those of all decisions at the table by the clock, with the rules between them.

**Levels.** `random` does anything legal. `novice` is an apprentice that does anything one time in three. `apprentice`
is a rule of thumb. `adept` is a network alone (`network`), a short search where that wins too little, or in
Zaubercocktail a better rule of thumb: it presents no more than pays, and keeps the rest for later. `archmage` searches
longer: it imagines worlds that fit its view, tries in each what its network or its rule of thumb values most, lets
everybody play on from his own view, first by the network (its own decisions by a tree of what came of them before),
then by rules of thumb, and drops the worse half after every round. In FLAUTZ! it also drops what is plainly behind, and
remembers what everybody took, gave, left and replaced in this challenge and in the three before, and which hands these
ended with. By that it knows who is an apprentice, and it imagines hands as often as such a one, or somebody of no rule,
would have done so with them: every hand that somebody may hold if three of its cards or fewer are unseen. It plays
itself on, and whoever is no apprentice, by a table of what every hand comes to with so many turns left; imagined games
end with the challenge, and who would win is read off the crystals; in Abracadabra they end after a round, for two after
three turns, and it is read off points, hands and whose turn it is (for two, by numbers that were learnt, as was a rule
of thumb by which it plays itself on there and judges all actions before it has tried any, instead of asking its
network: `python -m grimorio.research.habits`; in half of the archmage's worlds the other one plays on by it, too); in
Zaubercocktail with the round, and it is read off markers and hands; there who holds many cards plays on as the adept,
who holds few as an apprentice (in the first round every other one), everybody is imagined with hands as good as his
stone tells, and to hand in again; in the market whole offers are compared, not the small steps that they are composed
of.
Efforts are told as simulations a decision, actions that it tries at most by its network (0: it asks none), decisions
that the network leads, trust in the network or in its first thought, hands that it tries for each of the others,
actions that it tries at most by its rule of thumb or its table (0: all), whether it has a table (not 0) and how many
tenths as often as others it counts on winning later, tenths of a standard error behind the best at which an action is
tried no longer (0: only the worse half is dropped), simulations that count as one visit where whole offers are compared
(with more visits more are; 0: it tries small steps), simulations where four play or more (0: as many), tenths of its
worlds in which the other one of a duel plays on as it does itself, not as an apprentice; the adept's: {short};
the archmage's: {archmages}.
"""


BOUND = """**How much skill can win.** `all-seeing` is the archmage's search in the true state: it knows all hidden
cards, and nothing of what chance will bring. Nobody can play like that; its share is about the most that skill could
win (about, since it searches no longer than its name says). It lives in the tournament alone.
"""
BOUND_BY_HANDS = """In Abracadabra half of what is taken lies face down, and to see it is no skill: nobody has seen
those cards, and nothing that anybody does tells of them. So `hand-seeing` sees all hands and all Objects, and not
these: about the most that could be won by reading the others perfectly. Among three apprentices even this wins less
than twice a fair share, with 99 %, so reading does not bring that. Longer searches and habits that were learnt won some
hundredths more ([what was tried](strength-tried.md#abracadabra-above-the-adept)). What is left to win lies in cards
that nobody has seen, or in plans that none of these finds.
"""
BOUND_BY_READING = """In FLAUTZ! we found nothing that wins much more than twice a fair share among three apprentices.
To see their hands wins far more, but deeds tell a hand late, and what the archmage believes of hands is nearly what
Bayes' rule gives. Longer searches, other tables, other hopes and a better way to imagine its own later turns [come to
about the same](strength-tried.md#flautz-twice-a-fair-share-among-three-apprentices). That is no bound: who sees all
cards shows how much there is to know.
"""
EXPLOITED = """**What is still exploitable.** Where the rivals are archmages, one player looks for an answer to
them. They are frozen: they play by the effort and the weights told above, whatever is done to them. The answer is
looked for by search, since a decision of an archmage is too slow to learn against: by an archmage with more
simulations, in duels of Abracadabra by one that takes the other one for a player like itself (`equals`), too, and by
one that sees all cards. What any of them wins above a fair share is known to be exploitable. That is no bound: an
answer that knew archmages better could win more; and where the deals are few, so that the interval is wide, it says
little. Found so far, with 99 % intervals:
"""
TIMES = """**How long a decision takes**, in milliseconds of one core, at the table at which a game is judged and among
bots of the next weaker level; at a table two threads share a search. `random` has no column of its own: where `novice`
sits among `random`, nearly all decisions are its.
"""
COLUMNS = (
    "seats", "hero", "rivals", "deals", "apart", "steadied", "share %", "99 % interval", "times fair", "proven", "goal",
    "ms a decision",
)  # fmt: skip
YES = {True: "yes", False: "no", None: "-"}
PICTURE = """![Shares of the wins as multiples of a fair share, with their intervals](strength.svg)
"""


MADE = """Made by `grimorio tournament --deals 0 --kept {kept} --page {page}` from the deals that are kept
in `{kept}`; every number below was measured. Play more with
`grimorio tournament --kept {kept} --deals 400` (it goes on where it stopped), or everything again with
another `--seed`."""
MADE_AND_LOST = """Made by `grimorio tournament --page {page}`; every number below was measured, and the deals were not
kept (`--kept FILE` keeps them)."""


def strength_page(report: Mapping[str, Any], kept: str = "docs/strength.jsonl", page: str = "docs/strength.md") -> str:
    """`docs/strength.md`, or a page of another name made of deals that are kept elsewhere, or not at all."""
    trained = [name for name in GAMES if shipped(name).exists()]
    example = f"{ARCHMAGE}({EFFORTS['flautz']})"
    head = HEAD.format(
        made=(MADE if kept else MADE_AND_LOST).format(kept=kept, page=page),
        example=example,
        short=efforts(SHORT),
        archmages=efforts(EFFORTS),
        worlds=draws.ROUGH.worlds,
        ahead=draws.AHEAD,
        unlucky=draws.ROUGH.unlucky,
        lucky=draws.ROUGH.lucky,
        worlds_fine=draws.FINE.worlds,
        worlds_finest=draws.FINEST.worlds,
        unlucky_fine=draws.FINE.unlucky,
        lucky_fine=draws.FINE.lucky,
    )
    heroes = " ".join(claim["hero"] for claim in report["claims"])
    bound = [text for seer, text in ((ALL_SEEING, BOUND), (HAND_SEEING, BOUND_BY_HANDS)) if seer in heroes]
    if ("flautz", ARCHMAGE) in {(claim["game"], claim["hero"]) for claim in report["claims"]}:
        bound.append(BOUND_BY_READING)
    exploited = [EXPLOITED, _answers(report)] if any(c["rivals"] == ARCHMAGE for c in report["claims"]) else []
    head = "\n".join([head, *bound, *exploited, _still_open(report)])
    parts = [head, _times(report), PICTURE, *[_game(report, name) for name in GAMES], _training(trained)]
    return "\n".join(part for part in parts if part)


def _times(report: Mapping[str, Any]) -> str:
    """How long each level thinks, game by game, at the reference table among the next weaker one."""
    took = {
        (c["game"], c["hero"]): milliseconds(c["thinking"] / c["thoughts"])
        for c in report["claims"]
        if c["thoughts"] and (c["hero"], c["rivals"]) in pairwise(LEVELS[::-1])
        if Claim(c["game"], c["seats"], c["hero"], c["rivals"]).at_reference
    }
    rows = [
        f"| {' | '.join([load(name).title, *(took.get((name, level), '-') for level in LEVELS[1:])])} |"
        for name in GAMES
        if any(game == name for game, _ in took)
    ]
    return "\n".join([TIMES, f"| game | {' | '.join(LEVELS[1:])} |", f"{'|---' * len(LEVELS)}|", *rows, ""])


def played_in(report: Mapping[str, Any]) -> list[str]:
    """The games of which anything was played."""
    return [name for name in GAMES if any(claim["game"] == name for claim in report["claims"])]


def _answers(report: Mapping[str, Any]) -> str:
    """What the answers to archmages won, game by game."""
    lines = []
    for name in played_in(report):
        found = [
            f"{c['hero']} at {c['seats']} seats {c['times']:.2f} times a fair share "
            f"({c['low'] / c['fair']:.2f} to {c['high'] / c['fair']:.2f}, {c['deals']} deals)"
            for c in report["claims"]
            if (c["game"], c["rivals"]) == (name, ARCHMAGE)
        ]
        lines.append(f"- {load(name).title}: {'; '.join(found) or 'not looked for, as it is now'}.")
    return "\n".join([*lines, ""])


def _still_open(report: Mapping[str, Any]) -> str:
    """What the levels are held to and is not proven, game by game."""
    told = {Claim(*(each[name] for name in ("game", "seats", "hero", "rivals"))): each for each in report["claims"]}
    lines = ["**What is asked of the levels and not proven yet.**", ""]
    for name in played_in(report):
        asked = asked_of(load(name))
        lacking = [
            text + _bounded(claim, times, told) for claim in asked for text, times in _lacks(claim, told.get(claim))
        ]
        lines.append(f"- {load(name).title}: {'; '.join(lacking) or 'nothing'}.")
    return "\n".join([*lines, ""])


def _lacks(claim: Claim, found: Mapping[str, Any] | None) -> list[tuple[str, float]]:
    """What is not proven of a claim: that a bot is stronger, that it wins so many times a fair share."""
    so_far = f"{found['times']:.2f} times in {found['deals']} deals" if found else "not played"
    where = f"{claim.rivals} at {claim.seats} seats ({so_far})"
    missed = [] if found and found["proven"] else [(f"{claim.hero} above {where}", 1.0)]
    if claim.goal > 1 and not (found and found["reached"]):
        missed.append((f"{claim.hero} {claim.goal:g} times a fair share among {where}", claim.goal))
    return missed


def _bounded(claim: Claim, times: float, told: Mapping[Claim, Mapping[str, Any]]) -> str:
    """What was won in the place of a claim's hero by who sees all hands: about the most that reading them could win."""
    found = [
        each for other, each in told.items() if sees_hands(other.hero) and replace(other, hero=claim.hero) == claim
    ]
    if not found:
        return ""
    surest = min(found, key=lambda each: each["high"] - each["low"])
    low, high = (surest[end] / surest["fair"] for end in ("low", "high"))
    won = f"{surest['times']:.2f} times ({low:.2f} to {high:.2f}, {surest['deals']} deals)"
    return (
        f", where even who sees all hands wins less: {won}"
        if high < times
        else f", where who sees all hands wins {won}"
    )


def efforts(found: Mapping[str, Effort]) -> str:
    """The efforts of some games."""
    return ", ".join(f"{load(name).title} {'/'.join(map(str, astuple(effort)))}" for name, effort in found.items())


def _game(report: Mapping[str, Any], name: str) -> str:
    claims = [claim for claim in report["claims"] if claim["game"] == name]
    if not claims:
        return ""
    lines = [
        f"## {load(name).title}",
        "",
        f"| {' | '.join(COLUMNS)} |",
        f"{'|---' * len(COLUMNS)}|",
    ]
    for c in claims:
        took = milliseconds(c["thinking"] / c["thoughts"]) if c["thoughts"] else "-"
        goal = f"{c['goal']:g}: {YES[c['reached']]}" if c["goal"] > 1 else "-"
        lines.append(
            f"| {c['seats']} | {c['hero']} | {c['rivals']} | {c['deals']} | {c['apart']} | {c['steadied']} | "
            f"{percent(c['share'])} | {percent(c['low'])} to {percent(c['high'])} | {c['times']:.2f} | "
            f"{YES[c['proven']]} | {goal} | {took} |"
        )
    rungs = [
        f"{level} {s:+.2f} ({low:+.2f} to {high:+.2f})" for level, (s, low, high) in report["ladders"][name].items()
    ]
    return "\n".join(
        [*lines, "", f"Ladder (Plackett-Luce, logarithm of strength, 95 % of bootstraps): {', '.join(rungs)}.", ""]
    )


TRAINING = """## How the networks were trained

`python -m grimorio.research.training GAME` (PPO self-play on a `Batch`, first imitation of the apprentice; its settings
stand in the file of weights), one H200, one seed, all numbers of seats at once. Share of the wins in % against
apprentices, picking greedily, on duplicate deals not trained on, +- 95 %; a curve tells minutes: share at four seats.

| game | minutes | decisions (million) | weights (MB) | exam by seats | curve |
|---|---|---|---|---|---|"""


def _training(names: Sequence[str]) -> str:
    lines = [TRAINING]
    for name in names:
        facts = read_weights(shipped(name), load(name)).facts
        exam = "; ".join(
            f"{seats}: {percent(share)} +- {percent(half)}" for seats, (share, half) in facts["exam"].items()
        )
        curve = "; ".join(f"{point['minutes']:.1f}: {percent(point['share'])}" for point in facts["log"])
        size = shipped(name).stat().st_size / 1e6
        told = (
            f"{facts['minutes']:.1f} | {facts['decisions'] / 1e6:.0f} | {size:.1f} | {exam or 'none: the run was cut'}"
        )
        lines.append(f"| {load(name).title} | {told} | {curve} |")
    return "\n".join([*lines, ""])
