"""Our games beside those of OpenSpiel, RLCard, PettingZoo and Pgx: one run, one machine, one core, by CPU time.

`make bench-peers` makes an environment for all of them and runs this (with `ARGS=flautz` for some of our games only).
Each measurement is repeated until its time is up, in turns with all others, and the best repetition counts: whatever
else the machine does can only slow one down.
"""

import functools
import itertools
import json
import math
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

SECONDS = float(os.environ.get("GRIMORIO_PEERS_SECONDS", "2"))
"""CPU time of each measurement."""
ONE_CORE = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
COLUMNS = ("bare", "python", "observed", "clone", "search")
HEADS = (
    "random play, compiled", "from Python, move by move", "with observation and mask", "copies of a position",
    "worlds searched",
)  # fmt: skip
Work = Callable[[], int]
"""One repetition: how many units were done."""
TABLES, STEPS = 1024, 20
OURS = 512
"""Tables of ours; Pgx wants more, since each call costs it much."""
SIZES: dict[str, tuple[int, int]] = {}
"""Of each game that is observed: numbers of an observation, and of a mask."""
ROLLOUTS, SIMULATIONS = 500, 50
FEW = 4
"""Simulations of a search in Python of a game of ours, which takes long."""
MIDDLE = 10
"""Decisions before a position of ours that is searched."""


def main() -> None:
    """Measure everybody, and print the table in Markdown."""
    os.environ |= {"XLA_FLAGS": ONE_CORE, "OMP_NUM_THREADS": "1", "JAX_PLATFORMS": "cpu"}
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    works = dict(itertools.chain(ours(), openspiel(), rlcard(), pettingzoo(), pgx()))
    best = measured(works)
    if "--json" in sys.argv:
        print(json.dumps({f"{who}: {what}": round(speed) for (who, what), speed in best.items()}, indent=1))  # noqa: T201
    else:
        print_table(best)


def measured(works: dict[tuple[str, str], Work]) -> dict[tuple[str, str], float]:
    """The best speed of each, all of them taking turns."""
    best = dict.fromkeys(works, 0.0)
    spent = dict.fromkeys(works, 0.0)
    for work in works.values():
        work()  # compiles, and warms caches
    while left := [name for name in works if spent[name] < SECONDS]:
        for name in left:
            started = time.process_time()
            done = works[name]()
            took = time.process_time() - started
            spent[name] += max(took, 1e-6)
            best[name] = max(best[name], done / max(took, 1e-6))
    return best


def print_table(best: dict[tuple[str, str], float]) -> None:
    """A row for each game, a column for each kind of work, in thousands a second."""
    told = f"one core of {machine()}, Python {platform.python_version()}, thousands a second"
    print(f"{time.strftime('%Y-%m-%d')}, {told}")  # noqa: T201
    heads = [*HEADS, "numbers observed, in a mask"]
    print(f"\n| | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}")  # noqa: T201
    for who in dict.fromkeys(name for name, _ in best):
        cells = [shown(best[who, what] / 1000) if (who, what) in best else "" for what in COLUMNS]
        print(f"| {who} | {' | '.join([*cells, ', '.join(f'{size:,}' for size in SIZES.get(who, ()))])} |")  # noqa: T201


def shown(number: float) -> str:
    """Three digits that mean something."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"  # noqa: PLR2004


def machine() -> str:
    """The processor, as it calls itself."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as told:  # noqa: PTH123
            return next(line.split(":")[1].strip() for line in told if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


# ---------------------------------------------------------------- ours


def ours() -> Iterator[tuple[tuple[str, str], Work]]:
    """Compiled matches; a `Single` and a `Batch` with tensor and mask; copies; worlds imagined and played out."""
    from grimorio.arena.simulate import Match, play_batch  # noqa: PLC0415 - only where everything is installed
    from grimorio.engine.sight import as_bytes  # noqa: PLC0415
    from grimorio.games import GAMES  # noqa: PLC0415
    from grimorio.research import Single  # noqa: PLC0415

    for game in [game for name, game in GAMES.items() if name in sys.argv] or GAMES.values():
        who, box = game.title, game.box(4)
        match = Match(game, 4, 1000, box=box)
        yield (who, "bare"), functools.partial(our_games, match)
        single = Single(game, 4)
        yield (who, "python"), functools.partial(our_moves, single)
        SIZES[who] = game.sight.tensor_size, game.actions
        yield (who, "observed"), our_batch(game)
        position = as_bytes(play_batch(match, 0, 1).states)
        yield (who, "clone"), functools.partial(copies, position.copy)
        yield (who, "search"), our_search(game, box)
        yield (f"{who}, its archmage", "search"), our_archmage(game, box)
        yield (f"{who}, OpenSpiel's search in Python", "search"), our_game_in_openspiel(game)


def our_games(match: Any) -> int:
    """Whole games in compiled code."""
    from grimorio.arena.simulate import play_batch  # noqa: PLC0415

    return int(play_batch(match, 0, 200).decisions.sum())


def our_moves(single: Any) -> int:
    """One game in which every decision is the middle one; tensor and mask are made with every step."""
    made, asked, step = 0, single.reset(made_up()), single.step
    while asked >= 0:
        asked = step(single.count >> 1)
        made += 1
    return made


@functools.cache
def counter() -> Iterator[int]:
    """Numbers of games, never the same."""
    return itertools.count()


def made_up() -> int:
    """The number of the next game."""
    return next(counter())


def our_batch(game: Any) -> Work:
    """Many tables, a tensor and a mask of every decision."""
    from grimorio.research import Batch  # noqa: PLC0415

    batch = Batch(game, OURS, seats=4, threads=1)
    batch.reset()

    def work() -> int:
        for step in range(STEPS):
            batch.observe("float32")
            batch.mask()
            batch.step((batch.count * (step % 7)) // 7)
        return OURS * STEPS

    return work


def our_search(game: Any, box: Any) -> Work:
    """A world behind a view from the middle of a game, played to its end at random."""
    import numpy as np  # noqa: PLC0415

    from grimorio.engine.chance import below, key_of_seed, stream  # noqa: PLC0415
    from grimorio.engine.kernel import at, integers, kernel  # noqa: PLC0415
    from grimorio.research import Single  # noqa: PLC0415

    imagine, apply, to_act, legal, cap = game.imagine, game.apply, game.to_act, game.legal, game.guard

    @kernel
    def play_out(boxes: Any, views: Any, seat: int, chances: Any, worlds: Any, actions: Any) -> None:  # noqa: PLR0913
        box, s, chance, made = at(boxes, 0), at(worlds, 0), at(chances, 0), 0
        imagine(box, at(views, 0), seat, chance, s)
        acting = to_act(box, s)
        while acting != 0 and made < cap:
            who = 0
            while acting >> who & 1 == 0:
                who += 1
            apply(box, s, who, int(actions[below(chance, legal(box, s, who, actions))]), None)
            acting = to_act(box, s)
            made += 1

    seat, single = in_the_middle(Single(game, 4))
    given = box, np.array(single.view), seat, stream(key_of_seed(1)), game.layout.new(), integers(game.most_legal)

    def work() -> int:
        for _ in range(20):
            play_out(*given)
        return 20

    return work


def in_the_middle(single: Any) -> tuple[int, Any]:
    """A game after some decisions, where there is something to choose, and who chooses."""
    seat, made = single.reset(1), 0
    while made < MIDDLE or single.count == 1:
        seat = single.step(single.count >> 1)
        made += 1
    return seat, single


def our_archmage(game: Any, box: Any) -> Work:
    """One decision of the level that searches longest, on one thread, its networks and trees counted.

    Nothing is dropped as hopeless, so that all simulations are played that are counted.
    """
    import numpy as np  # noqa: PLC0415

    from grimorio.bots import ARCHMAGE, find_bot  # noqa: PLC0415
    from grimorio.bots.halving import worlds_of_round  # noqa: PLC0415
    from grimorio.engine.chance import key_of_seed, stream  # noqa: PLC0415
    from grimorio.engine.kernel import handed, integers  # noqa: PLC0415
    from grimorio.research import Single  # noqa: PLC0415

    _seat, single = in_the_middle(Single(game, 4))
    bot: Any = find_bot(game.name, f"{ARCHMAGE}(drops=0)")
    effort = bot.effort
    count, actions = single.count, integers(game.most_legal)
    actions[:count] = single.legal[:count]
    view, chances = np.array(single.view), stream(key_of_seed(1))
    left = wide = min(count, effort.width or effort.thumb or count)
    simulations = 0
    while left > 1:
        simulations += left * int(worlds_of_round(effort.simulations, wide, left))
        left = (left + 1) // 2

    def work() -> int:
        bot.way.think(handed(box), handed(view), actions, count, handed(chances), bot.mind)
        return simulations

    return work


def our_game_in_openspiel(game: Any) -> Work:
    """The same game played by OpenSpiel, as its IS-MCTS in Python searches it."""
    import pyspiel  # noqa: PLC0415

    from grimorio.research import openspiel as registering  # noqa: PLC0415, F401

    theirs = pyspiel.load_game(f"grimorio_{game.name}", {"players": 4})
    return functools.partial(spiel_search_in_python, theirs, spiel_after(theirs, MIDDLE), FEW)


def copies(copy: Callable[[], object]) -> int:
    """Some copies, made from Python."""
    for _ in range(1000):
        copy()
    return 1000


# ---------------------------------------------------------------- peers


def openspiel() -> Iterator[tuple[tuple[str, str], Work]]:
    """Rollouts of its C++ evaluator; its Python loop without and with tensors; its C++ search."""
    import pyspiel  # noqa: PLC0415

    _last[0] = 1  # the same positions, whoever drew before: in some of hearts its search crashes
    for name in ("hearts", "oh_hell", "euchre"):
        who, game = f"OpenSpiel {name}", pyspiel.load_game(name)
        start = spiel_after(game, 0)
        long = sum(spiel_moves(start.clone, observed=False) for _ in range(200)) / 200
        roller = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), 2.0, 2)
        yield (who, "bare"), functools.partial(spiel_rollouts, roller, start, long)
        yield (who, "python"), functools.partial(spiel_moves, game.new_initial_state, observed=False)
        SIZES[who] = game.information_state_tensor_size(), game.num_distinct_actions()
        yield (who, "observed"), functools.partial(spiel_moves, game.new_initial_state, observed=True)
        middle = spiel_after(game, 4)
        yield (who, "clone"), functools.partial(copies, middle.clone)
        bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS)
        yield (who, "search"), functools.partial(spiel_search, bot, middle)
        yield (f"{who}, its search in Python", "search"), functools.partial(spiel_search_in_python, game, middle)


def spiel_rollouts(bot: Any, start: Any, long: float) -> int:
    """Two simulations, each of which plays many games out in compiled code: from here, and after one decision.

    `long` is how many decisions a game has on average. (Its evaluator cannot be called from Python by itself.)
    """
    bot.get_policy(start)
    return int(ROLLOUTS * (2 * long - 1))


def spiel_search(bot: Any, state: Any) -> int:
    """One move of its IS-MCTS; how many worlds it looked at."""
    bot.get_policy(state)
    return SIMULATIONS


def spiel_search_in_python(game: Any, state: Any, simulations: int = SIMULATIONS) -> int:
    """The same with the IS-MCTS that it has in Python, which asks the game for the worlds behind a view."""
    from open_spiel.python.algorithms import ismcts, mcts  # noqa: PLC0415

    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1), 2.0, simulations)
    bot.run_search(state)
    return simulations


def spiel_moves(begin: Callable[[], Any], *, observed: bool) -> int:
    """One game at random, as its Python examples play it; how many decisions players made."""
    state, made = begin(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[drawn(len(outcomes))][0])
        else:
            if observed:
                state.information_state_tensor()
                state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[drawn(len(legal))])
            made += 1
    return made


_last = [1]


def drawn(n: int) -> int:
    """A number below n, as cheap as can be, so that peers do not pay for dice."""
    _last[0] = (_last[0] * 1103515245 + 12345) & 0x7FFFFFFF
    return (_last[0] >> 16) % n


def spiel_after(game: Any, decisions: int) -> Any:
    """A position after the deal and some decisions, where there is something to choose."""
    state, made = game.new_initial_state(), 0
    while state.is_chance_node() or made < decisions or len(state.legal_actions()) == 1:
        made += not state.is_chance_node()
        legal = state.legal_actions()
        state.apply_action(legal[drawn(len(legal))])
        if state.is_terminal():
            state, made = game.new_initial_state(), 0
    return state


def rlcard() -> Iterator[tuple[tuple[str, str], Work]]:
    """Its environments always make an observation and the legal actions."""
    import rlcard as library  # noqa: PLC0415

    for name in ("uno", "gin-rummy", "doudizhu"):
        env = library.make(name, {"allow_step_back": False})
        SIZES[f"RLCard {name}"] = math.prod(env.state_shape[0]), env.num_actions
        yield (f"RLCard {name}", "observed"), functools.partial(rlcard_moves, env)


def rlcard_moves(env: Any) -> int:
    """One game at random."""
    state, _player = env.reset()
    made = 0
    while not env.is_over():
        legal = list(state["legal_actions"])
        state, _player = env.step(legal[drawn(len(legal))])
        made += 1
    return made


def pettingzoo() -> Iterator[tuple[tuple[str, str], Work]]:
    """Two card games in its AEC interface, theirs and ours."""
    from pettingzoo.classic import texas_holdem_v4  # noqa: PLC0415

    from grimorio.research.zoo import env as our_env  # noqa: PLC0415

    for who, env in (("texas_holdem", texas_holdem_v4.raw_env()), ("our FLAUTZ!", our_env("flautz", 4))):
        agent = env.possible_agents[0]
        seen = env.observation_space(agent)
        seen = seen["observation"] if hasattr(seen, "spaces") else seen
        SIZES[f"PettingZoo, {who}"] = math.prod(seen.shape), int(env.action_space(agent).n)
        yield (f"PettingZoo, {who}", "observed"), functools.partial(zoo_moves, env)


def zoo_moves(env: Any) -> int:
    """One game at random."""
    env.reset(seed=made_up())
    made = 0
    while env.agents and not any(env.terminations.values()) and not any(env.truncations.values()):
        seen, _reward, _ended, _cut, info = env.last()
        mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
        legal = mask.nonzero()[0]
        env.step(int(legal[drawn(len(legal))]))
        made += 1
    return made


def pgx() -> Iterator[tuple[tuple[str, str], Work]]:
    """Its vectorised environments, compiled by XLA for one core; observation and mask are part of every step."""
    import jax  # noqa: PLC0415
    import pgx as library  # noqa: PLC0415

    for name in ("sparrow_mahjong", "leduc_holdem"):
        env = library.make(name)
        SIZES[f"Pgx {name}"] = math.prod(env.observation_shape), env.num_actions
        start, step = jax.jit(jax.vmap(env.init)), jax.jit(pgx_steps(env))
        state = start(jax.random.split(jax.random.PRNGKey(0), TABLES))
        yield (f"Pgx {name}", "observed"), functools.partial(pgx_moves, step, state)


def pgx_steps(env: Any) -> Callable[..., Any]:
    """Some steps of all tables, at random, with auto-reset."""
    import jax  # noqa: PLC0415
    import jax.numpy as jnp  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, mine, theirs = jax.random.split(key, 3)
        odds = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        state = step(state, jax.random.categorical(mine, odds), jax.random.split(theirs, TABLES))
        return (state, key), state.observation.sum()

    return lambda state, key: jax.lax.scan(one, (state, key), None, STEPS)


def pgx_moves(step: Callable[..., Any], state: Any) -> int:
    """Run them, and wait for the end."""
    import jax  # noqa: PLC0415

    (_state, _key), seen = step(state, jax.random.PRNGKey(made_up()))
    seen.block_until_ready()
    return TABLES * STEPS


if __name__ == "__main__":
    main()
