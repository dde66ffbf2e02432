"""`grimorio tournament`: who is stronger, and how sure that is."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from grimorio.arena.outside import PREFIX, OutsideError, is_outside
from grimorio.arena.plot import picture
from grimorio.arena.simulate import all_cores
from grimorio.arena.tournament import Tournament, claims_of, heroes_among, kept_claims
from grimorio.bots import EFFORTS, LEARNED, LEVELS, SHORT, STANDARD, find_bot
from grimorio.bots.network import read_weights, shipped
from grimorio.cli.asked import game_named
from grimorio.cli.output import GOOD, Desk, WrongUsageError
from grimorio.engine.game import Game
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
    page: Path | None,
    *,
    json: bool,
) -> int:
    """Play, or only tell what was played before (`deals` is 0), and write the page of strengths."""
    games = [game_named(name) for name in names] or list(GAMES.values())
    if deals and heroes:
        rivals = levels_of(bots or STANDARD)
        claims = heroes_among(games, [hero_named(games, hero) for hero in heroes], rivals, numbers_of(seats))
    elif deals:
        claims = claims_of(games, levels_of(bots), numbers_of(seats))
    else:
        claims = kept_claims(kept) if kept and kept.exists() else []
    contest = Tournament(claims, deals, seed, kept)
    with desk.waiting("contest", 1.0) as advance, players(threads, cluster) as pool:
        try:
            contest.hold(pool, lambda done, total: advance(done / total))
        except OutsideError as error:
            raise WrongUsageError(says="outside", reason=str(error)) from error
    report = contest.report()
    if page:
        page.write_text(strength_page(report), "utf-8")
        titles = {name: load(name).title for name in GAMES}
        page.with_suffix(".svg").write_text(picture(report["claims"], titles), "utf-8")
    if json:
        desk.json(report)
    else:
        desk.out.print(shown(desk, report))
    return GOOD


@contextlib.contextmanager
def players(threads: int, cluster: str) -> Iterator[Executor]:
    """Who plays the deals: threads of this machine, or the workers of a Dask cluster. What comes of it is the same."""
    if not cluster:
        with ThreadPoolExecutor(threads or all_cores()) as pool:
            yield pool
        return
    with far_away(cluster) as pool:
        yield pool


@contextlib.contextmanager
def far_away(cluster: str) -> Iterator[Executor]:
    """The workers of a Dask cluster."""
    try:
        from distributed import Client  # noqa: PLC0415 - only where a cluster was asked for

        client = Client(cluster, timeout=A_WHILE)
    except (ImportError, OSError, ValueError) as error:
        raise WrongUsageError(says="no_cluster", address=cluster[:80], reason=str(error)[:200]) from error
    with client, client.get_executor(pure=False) as pool:
        yield pool


A_WHILE = 10
"""Seconds in which a cluster has to answer."""


def levels_of(text: str) -> tuple[str, ...]:
    """The bots that were typed; all of them when none was."""
    found = tuple(each.strip() for each in text.split(",")) if text else LEVELS
    for level in found:
        if level not in LEVELS:
            raise WrongUsageError(says="unknown_level", text=level[:40], bots=", ".join(LEVELS))
    return found


def hero_named(games: Sequence[Game], name: str) -> str:
    """A bot that was typed: a level, an archmage with an effort of its own, or the command of a program."""
    if not is_outside(name) and any(find_bot(game.name, name) is None for game in games):
        raise WrongUsageError(says="unknown_level", text=name[:40], bots=", ".join((*LEVELS, f"{PREFIX}COMMAND")))
    return name


def numbers_of(text: str) -> tuple[int, ...]:
    """The numbers of seats that were typed."""
    try:
        return tuple(int(each) for each in text.split(",")) if text else ()
    except ValueError as error:
        raise WrongUsageError(says="not_seats", text=text[:40]) from error


def percent(number: float) -> str:
    """A share as people read it."""
    return f"{100 * number:.1f}"


def shown(desk: Desk, report: Mapping[str, Any]) -> Group:
    """A table of claims."""
    say = desk.texts
    grid = Table(box=None, padding=(0, 1))
    for name in ("game", "seats", "hero", "rivals", "deals", "share", "interval", "times", "proven"):
        grid.add_column(say(f"contest_{name}"), justify="left" if name in {"game", "hero", "rivals"} else "right")
    for claim in report["claims"]:
        grid.add_row(
            load(claim["game"]).title, str(claim["seats"]), claim["hero"], claim["rivals"], str(claim["deals"]),
            desk.number(100 * claim["share"], 1),
            f"{desk.number(100 * claim['low'], 1)} - {desk.number(100 * claim['high'], 1)}",
            desk.number(claim["times"], 2), say("yes") if claim["proven"] else say("no"),
        )  # fmt: skip
    return Group(grid, Text(say("contest_note"), "dim"))


# ---------------------------------------------------------------- the page


HEAD = """# How strong the bots are

Made by `grimorio tournament --deals 0 --kept docs/strength.jsonl --page docs/strength.md` from the deals that are kept
in `docs/strength.jsonl`; every number below was measured. Play more with
`grimorio tournament --kept docs/strength.jsonl --deals 400` (it goes on where it stopped), or everything again with
another `--seed`.

**How it is measured.** One bot (the hero) sits among bots of one level (the rivals). It plays every deal from every
seat, so that neither the luck of the deal nor the seat speaks for it; its mean share of the wins is one sample. Tests
and intervals hold whenever one looks (betting on each sample; Waudby-Smith and Ramdas), at 99 %; "proven" holds for
all claims of this page together (Holm). A claim is given up when a sequential test (GSPRT) finds a fair share likelier
than 1.1 times as much. A control by apprentices on the same deal would add nothing: over all seats their shares add up
to one, whatever the deal. A deal means the first deal of a game: what is dealt later in a game depends
on how many cards were drawn before. Times are those of one thread among 25 on 16 shared cores.

**Levels.** `random` does anything legal. `novice` is an apprentice that does anything one time in three. `apprentice`
is a rule of thumb. `adept` is a network alone (a search of {short} simulations in a game without one). `archmage`
searches: it imagines worlds that fit its view, tries in each what its network values most (without a network
everything), lets everybody play on from his own view, first by the network (its
own decisions by a tree of what came of them before), then as an apprentice, and drops the worse half after every round.
Simulations a decision, actions it tries at most, decisions that the network leads, trust in the network:
{simulations}.
Such an effort can be tried by name, as in the lines `archmage(simulations=300,guided=8,trust=8)`; those of 300
simulations are the trial in which the effort of the level was chosen. Abracadabra showed no difference between them.

**What is not proven.** The archmage's lines are of few deals (its `seed` is 21, that of its trial 11), and only at
four seats. A level that a game has no line for was not measured there: the archmage of Zaubercocktail (a game of its
takes a minute or more), and the archmage at other numbers of seats.
"""


PICTURE = """![Shares of the wins as multiples of a fair share, with their intervals](strength.svg)
"""


def strength_page(report: Mapping[str, Any]) -> str:
    """`docs/strength.md`."""
    trained = [name for name in GAMES if shipped(name).exists()]

    head = HEAD.format(
        short=SHORT.simulations,
        simulations=", ".join(
            f"{load(name).title} {effort.simulations:,}/{effort.width}/{effort.guided}/{effort.trust}"
            if name in LEARNED
            else f"{load(name).title} {effort.simulations:,}/all/none"
            for name, effort in EFFORTS.items()
        ),
    )
    parts = [head, PICTURE, *[_game(report, name) for name in GAMES], _training(trained)]
    return "\n".join(part for part in parts if part)


def _game(report: Mapping[str, Any], name: str) -> str:
    claims = [claim for claim in report["claims"] if claim["game"] == name]
    if not claims:
        return ""
    lines = [
        f"## {load(name).title}",
        "",
        "| seats | hero | rivals | deals | share % | 99 % interval | times fair | proven | ms a decision |",
    ]
    lines += ["|---|---|---|---|---|---|---|---|---|"]
    for c in claims:
        took = f"{1000 * c['thinking'] / c['thoughts']:.1f}" if c["thoughts"] else "-"
        lines.append(
            f"| {c['seats']} | {c['hero']} | {c['rivals']} | {c['deals']} | {percent(c['share'])} | "
            f"{percent(c['low'])} to {percent(c['high'])} | {c['times']:.2f} | "
            f"{'yes' if c['proven'] else 'no'} | {took} |"
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
