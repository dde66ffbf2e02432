"""What samples between 0 and 1 prove: tests and intervals that hold whenever one looks, and a ladder of strength.

A test is a bet. Somebody who doubts that a mean is above m offers fair odds; whoever bets against him on every sample,
by what he saw before, and multiplies his stake 100 times, has shown it with 99 % confidence, however long he waited and
whatever the distribution (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting").
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.kernel import at, integers, kernel

CONFIDENCE = 0.99
FEWEST = 16
"""Samples without which nothing is given up."""
GRID = 1_000
"""Means that are tried for an interval."""
RESAMPLED = 200
"""Samples of samples that the uncertainty of a ladder is read off."""

Samples = Sequence[float] | npt.NDArray[np.float64]


class Range(NamedTuple):
    """Between what samples lie, and which part of the stake may be lost on one of them.

    `steady`: parts of that which are bet all the time; half of the stake goes evenly on these, if there are any.
    """

    low: float
    high: float
    boldest: float
    steady: tuple[float, ...] = ()


SHARES = Range(0.0, 1.0, boldest=0.5)
"""Shares of wins."""


def stakes(samples: Samples, means: npt.NDArray[np.float64], within: Range = SHARES) -> tuple[Any, Any]:
    """Logarithms of the largest stakes ever reached by betting that the mean is above, and below, each of `means`."""
    steady = np.array(within.steady)[:, None]
    begun = np.log([1.0] if not within.steady else [0.5, *np.full(len(steady), 0.5 / len(steady))])[:, None]
    now = np.zeros((2, 1 + len(steady), len(means)))
    most = np.zeros((2, len(means)))
    total, squares, number = 0.5, 0.25, 1
    up = within.boldest / np.maximum(means - within.low, 1e-9)
    down = within.boldest / np.maximum(within.high - means, 1e-9)
    for sample in samples:
        mean, spread = total / number, squares / number
        edge = mean - means
        bold = edge / (spread + edge**2)
        now[0] += np.log1p(np.vstack((np.clip(bold, 0, up), steady * up)) * (sample - means))
        now[1] += np.log1p(-np.vstack((np.clip(-bold, 0, down), steady * down)) * (sample - means))
        np.maximum(most, np.logaddexp.reduce(now + begun, axis=1), out=most)
        squares += (sample - (total + sample) / (number + 1)) ** 2
        total, number = total + sample, number + 1
    return most[0], most[1]


def doubt(samples: Samples, mean: float, within: Range = SHARES) -> float:
    """How unlikely such samples are at most if their true mean is not above this one: a p-value, valid at any time."""
    return float(np.exp(-stakes(samples, np.array([mean]), within)[0][0]))


def likelihood(samples: Samples, mean: float, better: float) -> float:
    """Logarithm of how much likelier these samples are at a better mean than at this one (GSPRT, normal limit).

    A generalised sequential test (Michel Van den Bergh's form for matches): above `log((1 - b) / a)` the better mean is
    taken, below `log(b / (1 - a))` the other, and both hold about as often as wanted. It says when to stop; what is
    proven, the bet above says.
    """
    number, found = len(samples), np.asarray(samples, np.float64)
    spread = float(found.var()) if number > 1 else 0.0
    if spread == 0:
        return 0.0
    return number * (better - mean) * (2 * float(found.mean()) - mean - better) / (2 * spread)


def hopeless(samples: Samples, mean: float, better: float, mistaken: float = 0.01) -> bool:
    """Whether a sequential test has given up that the mean is the better one rather than this one."""
    return len(samples) >= FEWEST and likelihood(samples, mean, better) < np.log(mistaken / (1 - mistaken))


def interval(samples: Samples, confidence: float = CONFIDENCE, within: Range = SHARES) -> tuple[float, float]:
    """Where the true mean is, a share of wins: at no time ever is it outside, with this confidence."""
    means = np.linspace(0, 1, GRID + 1)
    above, below_ = stakes(samples, means, within)
    kept = means[np.maximum(above, below_) < np.log(2 / (1 - confidence))]
    return (float(kept[0]), float(kept[-1])) if len(kept) else (float(np.mean(samples)),) * 2


def holm(doubts: Mapping[Any, float], confidence: float = CONFIDENCE) -> set[Any]:
    """Which of many claims are proven together: the chance that any of them is wrong is below one minus confidence."""
    proven = set()
    for place, (claim, found) in enumerate(sorted(doubts.items(), key=lambda item: item[1])):
        if found > (1 - confidence) / (len(doubts) - place):
            break
        proven.add(claim)
    return proven


# ---------------------------------------------------------------- a ladder


@dataclass(frozen=True)
class Played:
    """One bot among others of one level at tables of so many seats: its share of the wins, deal by deal."""

    hero: str
    rivals: str
    seats: int
    samples: npt.NDArray[np.float64]


def strengths(played: Sequence[tuple[str, str, int, float, int]], rounds: int = 500) -> dict[str, float]:
    """Plackett and Luce: who has strength w wins against others in proportion; as logarithms, their mean at 0.

    Each entry: hero, rivals, seats, the hero's share of the wins, deals. Fitted by Hunter's iteration; half a win and
    half a loss are added everywhere, so that who never lost is not infinitely strong.
    """
    names = sorted({name for hero, rivals, *_ in played for name in (hero, rivals)})
    weights = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        won, met = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
        for hero, rivals, seats, share, deals in played:
            games, table = deals + 1, weights[hero] + (seats - 1) * weights[rivals]
            won[hero] += share * deals + 0.5
            won[rivals] += (1 - share) * deals + 0.5
            met[hero] += games / table
            met[rivals] += games * (seats - 1) / table
        weights = {name: won[name] / met[name] for name in names}
        middle = np.exp(np.mean(np.log(list(weights.values()))))
        weights = {name: weight / middle for name, weight in weights.items()}
    return {name: float(np.log(weight)) for name, weight in weights.items()}


@kernel
def draw_places(chances: Any, number: int, out: Any) -> None:
    """Places of samples, each any of them."""
    chance = at(chances, 0)
    for i in range(out.shape[0]):
        out[i] = below(chance, number)


def ladder(played: Sequence[Played], seed: int = 1) -> dict[str, tuple[float, float, float]]:
    """The strength of each bot, and between what it lies in 95 of 100 samples of the deals."""
    chances = stream(key_of_seed(seed, "bootstrap"))
    found = strengths([(p.hero, p.rivals, p.seats, float(p.samples.mean()), len(p.samples)) for p in played])
    again: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(RESAMPLED):
        rows = []
        for p in played:
            places = integers(len(p.samples))
            draw_places(chances, len(p.samples), places)
            mean = float(p.samples[np.asarray(places)].mean())
            rows.append((p.hero, p.rivals, p.seats, mean, len(p.samples)))
        for name, strength in strengths(rows, 60).items():
            again[name].append(strength)
    ends = {name: np.quantile(many, (0.025, 0.975)) for name, many in again.items()}
    return {name: (found[name], float(ends[name][0]), float(ends[name][1])) for name in found}
