"""Running a game's scenarios against faults put into its rules one at a time, and keeping account of the survivors.

Rules run interpreted here: a fault is set in by giving the function other code, and every caller has it at once. A
scenario is run against a fault only if it reaches the line, and the first one that fails is enough.
"""

import functools
import gc
import json
import multiprocessing
import os
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from grimorio.engine import faults
from grimorio.engine.faults import Fault, faults_of, kernels_of
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED, cache_home
from grimorio.engine.rulebook import SURVIVORS, scenario_files
from grimorio.engine.scenario import Player, Scenario, act_out, read_scenarios

NICE = 1
PIPE = 4096
"""Bytes of a title, at most."""
PATIENCE = 1.0
"""Seconds that a scenario may take longer with a fault in the rules than it took, traced, without one."""


class SurvivorsError(ValueError):
    """A list of survivors that cannot be read, or that names a fault which does not exist."""


class TooLongError(BaseException):
    """A fault that makes a loop endless; nothing on the way may catch it."""


@dataclass(frozen=True)
class Result:
    """What became of a fault: the scenario that noticed it, or nothing."""

    fault: str
    where: str
    noticed: str


# ---------------------------------------------------------------- the survivors that are known


def reasons(folder: Path) -> dict[str, str]:
    """For each fault that no scenario can notice, or need not: why."""
    path = folder / SURVIVORS
    if not path.exists():
        return {}
    found: dict[str, str] = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("survivors", []):
        for fault in entry.get("faults", ()):
            if fault in found:
                msg = f"{path}: twice: {fault}"
                raise SurvivorsError(msg)
            found[fault] = str(entry.get("why", "")).strip()
    return found


def stale(game: Game, folder: Path) -> list[str]:
    """Entries that name no fault of the rules as they stand, or give no reason."""
    known = {fault.name for fault in faults_of(game)}
    return [fault for fault, why in reasons(folder).items() if fault not in known or not why]


# ---------------------------------------------------------------- running


def survey(game: Game, folder: Path, processes: int = 2, only: str = "") -> Iterator[Result]:
    """Put in every fault (whose name holds `only`), and say of each which scenario noticed it."""
    if not INTERPRETED:
        msg = "faults are put into interpreted rules: set NUMBA_DISABLE_JIT=1"
        raise RuntimeError(msg)
    hunter = Hunter(game, [found for path in scenario_files(folder) for found in read_scenarios(path)])
    made = [fault for fault in faults_of(game) if only in fault.name]
    try:
        with multiprocessing.get_context("fork").Pool(processes, _begin, (hunter, made)) as pool:
            for result in pool.imap_unordered(_hunt, range(len(made)), chunksize=4):
                hunter.before[result.fault] = result.noticed
                yield result
    finally:  # also of a run that was broken off
        hunter.remember()


_work: list[tuple["Hunter", list[Fault]]] = []


def _begin(hunter: "Hunter", made: list[Fault]) -> None:
    os.nice(NICE)
    gc.freeze()  # a copy of this process that collects garbage would copy its memory too
    signal.signal(signal.SIGVTALRM, _give_up)
    _work[:] = [(hunter, made)]


def _hunt(index: int) -> Result:
    hunter, made = _work[0]
    fault = made[index]
    where = f"{Path(fault.function.__code__.co_filename).name}:{fault.lines.start}"
    noticed = _in_a_copy(lambda: hunter.notice(fault))
    hunter.caught[fault.function.__name__, noticed] += 1
    return Result(fault.name, where, noticed)


def _in_a_copy(call: Callable[[], str]) -> str:
    """What a call answers in a copy of this process, so that tables it plays on stay as they are."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, call().encode()[:PIPE])
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answer:  # noqa: PTH123 - a pipe
        told = answer.read().decode()
    os.waitpid(child, 0)
    return told


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise TooLongError


class Hunter:
    """The scenarios of a game, each dealt and given, and which lines of the rules each of them reaches.

    A fault is put in when the position lies there, and the steps are played with it. One that only the set-up reaches
    is looked for in scenarios that begin with the deal.
    """

    def __init__(self, game: Game, scenarios: list[Scenario]) -> None:
        """Play every scenario once, tracing it."""
        self.game, self.scenarios = game, scenarios
        self.caught: Counter[tuple[str, str]] = Counter()
        self.memory = cache_home() / f"mutants-{game.name}.json"
        self.before: dict[str, str] = json.loads(self.memory.read_text()) if self.memory.exists() else {}
        codes = {function.__code__ for function in kernels_of(game)}
        self.calls = [self._ready(scenario) for scenario in scenarios]
        self.reached, self.patience = [], []
        for call in self.calls:
            begun = time.process_time()
            self.reached.append(_traced(call, codes))
            self.patience.append(PATIENCE + time.process_time() - begun)
        self.calls = [self._ready(scenario) for scenario in scenarios]
        for function in kernels_of(game):
            function.__globals__["_always_0"] = faults.always_0
            function.__globals__["_draw_the_first"] = faults.draw_the_first

    def notice(self, fault: Fault) -> str:
        """The title of the first scenario that fails; nothing when all of them hold in spite of the fault."""
        lines = {(fault.function.__code__.co_filename, line) for line in fault.lines}
        fault.function.__code__ = fault.code
        found = [i for i, reached in enumerate(self.reached) if lines & reached]
        for i in sorted(found, key=functools.partial(self._hope, fault)):
            if _fails(self.calls[i], self.patience[i]):
                return self.scenarios[i].title
        return ""

    def _ready(self, scenario: Scenario) -> Callable[[], list[Any]]:
        """How to act a scenario out: from the position that it gives, or from the deal."""
        if "given" not in scenario.data:
            return functools.partial(act_out, scenario, self.game)
        player = Player(scenario, self.game)
        return lambda: list(player.findings())

    def _hope(self, fault: Fault, i: int) -> tuple[bool, int]:
        """First whoever noticed it the last time, then whoever notices most in this kernel."""
        title = self.scenarios[i].title
        return self.before.get(fault.name) != title, -self.caught[fault.function.__name__, title]

    def remember(self) -> None:
        """Keep who noticed what, so that the next run asks him first."""
        self.memory.parent.mkdir(parents=True, exist_ok=True)
        self.memory.write_text(json.dumps(self.before))


def _fails(call: Callable[[], Iterable[object]], patience: float) -> bool:
    """Whether a scenario finds anything, breaks down, or never ends."""
    signal.setitimer(signal.ITIMER_VIRTUAL, patience)
    try:
        return any(True for _ in call())
    except (Exception, TooLongError):  # noqa: BLE001 - whatever it is, it was noticed
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _traced(call: Callable[[], object], codes: set[CodeType]) -> set[tuple[str, int]]:
    """The lines of some functions that a call runs through."""
    lines: set[tuple[str, int]] = set()

    def line(frame: FrameType, event: str, _arg: Any) -> Any:
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def enter(frame: FrameType, _event: str, _arg: Any) -> Any:
        return line if frame.f_code in codes else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        call()
    finally:
        sys.settrace(before)
    return lines


# ---------------------------------------------------------------- the report


def report(game: Game, folder: Path, processes: int = 2, only: str = "") -> int:
    """Print the faults that nobody noticed and that no reason excuses, and the figures; how many there are."""
    begun, known = time.monotonic(), reasons(folder)
    results = []
    for result in survey(game, folder, processes, only):
        results.append(result)
        if not result.noticed and result.fault not in known:
            print(f"{result.where}: {result.fault}", flush=True)  # noqa: T201
    missed = [result for result in results if not result.noticed]
    told = [result for result in missed if result.fault not in known]
    for result in results:
        if result.noticed and result.fault in known:
            print(f"noticed, though a reason says why not: {result.fault}: {result.noticed}")  # noqa: T201
    share = 100 * (len(results) - len(missed)) / max(1, len(results))
    print(  # noqa: T201
        f"{game.name}: {len(results)} faults, {len(results) - len(missed)} noticed ({share:.1f} %), "
        f"{len(missed) - len(told)} excused, {len(told)} to look at; {time.monotonic() - begun:.0f} s"
    )
    return len(told)
