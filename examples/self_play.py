"""Self-play on a `Batch` with PyTorch, in a page: PPO, a critic that sees all cards, one network for all seats.

First the network imitates a rule of thumb for a while, then it plays against itself. Views are kept as bytes, which are
small, and spelled as numbers to learn from.

`python examples/self_play.py flautz 10` trains for ten minutes, on a GPU where there is one, and tells on the way what
part of the wins the network takes among apprentices, in every seat of the same deals (a fair share is one in the number
of seats). `python examples/self_play.py miniature 1` learns the miniature of FLAUTZ! (docs/research.md) on a CPU.
"""

import sys
import time
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from grimorio.bots import tutor_of
from grimorio.engine.spelling import Spelling
from grimorio.games import load
from grimorio.research.advice import Advice
from grimorio.research.batch import Batch, among_apprentices
from grimorio.research.small import FLAUTZ
from grimorio.research.speller import Speller

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
TABLES, STEPS, PART = (16_384, 64, 32_768) if DEVICE == "cuda" else (256, 32, 1024)
WIDE, NARROW = (1024, 256) if DEVICE == "cuda" else (256, 128)
RATE, CLIP, ENTROPY, EPOCHS = 1e-3, 0.1, 0.02, 2
FADES = {"flautz": 0.7, "illusio": 0.9, "zaubercocktail": 0.99}
"""Lambda, how far what comes later counts for a decision; 0.8 where nothing is said.

Least where a decision soon shows what it was worth (FLAUTZ!), most where an offer is made of many small steps.
"""
IMITATE, OBEY, STILL = 30.0 if DEVICE == "cuda" else 0.0, 0.7, 0.02
"""Seconds in which a rule of thumb is imitated, and how often it is obeyed; part of the time with a critic alone.

A miniature is learnt faster from nothing.
"""
DEALS = 4000 if DEVICE == "cuda" else 1000
"""Deals of an exam, each of them played from every seat."""
KIND, NUMBER = ("bfloat16", torch.bfloat16) if DEVICE == "cuda" else ("float32", torch.float32)
"""What views are spelled in: a GPU multiplies short numbers faster."""
Game = dict[str, Any]
"""What a `Batch` has to be told of the game that is learnt."""


def layers(*sizes: int) -> torch.nn.Sequential:
    """Layers with ReLU between them; the last one begins small."""
    made: list[Any] = []
    for before, after in pairwise(sizes):
        made += [torch.nn.Linear(before, after), torch.nn.ReLU()]
    made[-2].weight.data *= 0.01
    return torch.nn.Sequential(*made[:-1]).to(DEVICE)


def taken(array: Any) -> torch.Tensor:
    """What stands in an array of a batch now; the batch will write into it again."""
    return torch.from_dlpack(array).clone()


def spelled(speller: Speller, views: torch.Tensor, part: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
    """The numbers of some views; rows of them that were kept, or those that a batch shows now."""
    room = torch.empty((len(part), speller.spelling.width), dtype=NUMBER, device=DEVICE)
    speller.fill(views, part, seats, room.view(torch.int16) if DEVICE == "cuda" else room)
    return room


def run(net: Any, seen: torch.Tensor) -> torch.Tensor:
    """The last layer is as exact as float32, the others as what they see."""
    with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
        hidden = net[:-1](seen)
    return net[-1](hidden.float())


def chances(policy: Any, seen: torch.Tensor, legal: torch.Tensor, count: torch.Tensor) -> torch.Tensor:
    """Logarithms of the chances of the legal actions, in the order in which they are listed."""
    none = torch.arange(legal.shape[1], device=DEVICE) >= count.clamp_min(1)[:, None]
    return torch.log_softmax(run(policy, seen).gather(1, legal.long()).masked_fill(none, -1e9), 1)


def decided(batch: Batch, policy: Any, eyes: Speller) -> tuple[torch.Tensor, ...]:
    """What can be done at every table, and the logarithms of its chances."""
    legal, count = taken(batch.legal), taken(batch.count)
    here, views, seats = torch.arange(batch.n, device=DEVICE), *map(torch.from_dlpack, (batch.views, batch.seats))
    return legal, count, chances(policy, spelled(eyes, views, here, seats), legal, count)


def drawn(logs: torch.Tensor) -> torch.Tensor:
    """One place at every table, by its chance."""
    return torch.multinomial(logs.exp(), 1)[:, 0]


def imitate(batch: Batch, policy: Any, eyes: Speller, adam: torch.optim.Optimizer) -> None:
    """Learn to do what the strongest rule of thumb of the game would do, also where it would not have come to."""
    advice, began = Advice(batch, tutor_of(batch.game.name)), time.monotonic()
    while (gone := time.monotonic() - began) < IMITATE:
        advice.ask()
        told = taken(advice.places)
        _, count, logs = decided(batch, policy, eyes)
        wrong = -logs.gather(1, told[:, None].long())[:, 0] * (count > 1)
        adam.param_groups[0]["lr"] = RATE * (1 - 0.9 * gone / IMITATE)
        adam.zero_grad()
        (wrong.sum() / (count > 1).sum().clamp_min(1)).backward()
        adam.step()
        obey = torch.rand(len(told), device=DEVICE) < OBEY
        batch.step(torch.where(obey, told, drawn(logs.detach()).int()))


def play(batch: Batch, nets: Any) -> list[torch.Tensor]:
    """Some steps at every table: what was seen, what could be done, what was done, and what came of it."""
    policy, critic, policy_eyes, critic_eyes = nets
    here, seats, kept = torch.arange(batch.n, device=DEVICE), torch.from_dlpack(batch.seats), []
    for _ in range(STEPS):
        seen, everything, seat = taken(batch.views), taken(batch.critic_views), taken(batch.seat).long()
        legal, count, logs = decided(batch, policy, policy_eyes)
        value, choice = run(critic, spelled(critic_eyes, everything, here, seats))[:, 0], drawn(logs)
        batch.step(choice.int())
        log = logs.gather(1, choice[:, None])[:, 0]
        done, share = taken(batch.done) > 0, taken(batch.share)
        kept.append((seen, everything, legal, count, choice, log, value, seat, done, share))
    return [torch.stack(each) for each in zip(*kept, strict=True)]


def gained(fade: float, value: torch.Tensor, seat: torch.Tensor, done: torch.Tensor, share: torch.Tensor) -> Any:
    """How much more came of each decision than the critic expected (GAE along each seat's own), and if that is known.

    A seat's last decision in a game that goes on is not known yet; it only tells the one before it what was expected.
    """
    gains, sure = torch.zeros_like(value), torch.zeros_like(done)
    reward, later, gain, known = torch.zeros(4, *share.shape[1:], device=DEVICE)
    for i in reversed(range(STEPS)):
        over, me, now = done[i][:, None], seat[i][:, None], value[i][:, None]
        reward, known = torch.where(over, share[i], reward), known.masked_fill(over, 1.0)
        later, gain = later.masked_fill(over, 0.0), gain.masked_fill(over, 0.0)
        more = reward.gather(1, me) + later.gather(1, me) - now + fade * gain.gather(1, me)
        mine = known.gather(1, me) * more
        gains[i], sure[i] = mine[:, 0], known.gather(1, me)[:, 0] > 0
        reward, later = reward.scatter(1, me, 0.0), later.scatter(1, me, now)
        gain, known = gain.scatter(1, me, mine), known.scatter(1, me, 1.0)
    return gains, sure


def learn(nets: Any, adam: Any, kept: list[torch.Tensor], seats: torch.Tensor, fade: float, left: float) -> int:  # noqa: PLR0913
    """Make likelier what gained more than was expected, by a little; and expect better. How many decisions there were.

    `left` is the part of the time that is left (steps grow shorter, play surer), 1 as long as the critic learns alone.
    """
    policy, critic, policy_eyes, critic_eyes = nets
    gains, sure = gained(fade, *kept[6:])
    adam.param_groups[0]["lr"] = RATE * max(0.05, left)
    usable = (sure & (kept[3] > 1)).flatten().nonzero()[:, 0]
    views, everything, *rows = (each.flatten(0, 1) for each in (*kept[:6], gains, gains + kept[6]))
    spread, mean = torch.std_mean(gains.flatten()[usable])
    mixed = (usable[torch.randperm(len(usable), device=DEVICE)] for _ in range(EPOCHS))
    for part in (part for order in mixed for part in order.split(PART)):
        legal, count, choice, before, gain, goal = (each[part] for each in rows)
        logs = chances(policy, spelled(policy_eyes, views, part, seats), legal, count)
        ratio = (logs.gather(1, choice[:, None])[:, 0] - before).exp()
        better = (gain - mean) / (spread + 1e-8)
        entropy = -(logs.exp() * logs.clamp_min(-50)).sum(1).mean()
        loss = -torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
        loss = loss - ENTROPY * max(0.1, left) * entropy
        wrong = (run(critic, spelled(critic_eyes, everything, part, seats))[:, 0] - goal).square().mean()
        adam.zero_grad()
        (wrong if left == 1 else loss + wrong).backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
        adam.step()
    return len(usable)


def exam(game: Game, policy: Any, eyes: Speller) -> npt.NDArray[np.float32]:
    """What part of the win the network takes among apprentices: a row a deal, played from every seat."""
    seats: int = game["seats"]
    table = np.arange(DEALS * seats)
    who = np.where(np.arange(seats) == table[:, None] % seats, "learner", "apprentice")
    deal: Game = {"seed": 2, "first": (table // seats).tolist(), "games": 1}
    batch = Batch(**game, n=len(table), device=DEVICE, who=who, forced=False, **deal)
    batch.reset()
    while (torch.from_dlpack(batch.count) > 0).any():
        with torch.no_grad():
            batch.step(decided(batch, policy, eyes)[2].argmax(1).int())
    wins: npt.NDArray[np.float32] = taken(batch.wins).cpu().numpy()
    return wins[table, table % seats].reshape(DEALS, seats)


def in_words(shares: npt.NDArray[np.float32]) -> str:
    """Mean and 95 % interval over deals (the same deal from every seat is one sample), and the mean of each seat."""
    deals = shares.mean(1)
    half = 1.96 * deals.std(ddof=1) / len(deals) ** 0.5
    return f"{deals.mean():.1%} +- {half:.1%} of the wins (by seats {', '.join(f'{s:.1%}' for s in shares.mean(0))})"


def train(game: Game, minutes: float) -> list[float]:
    """Imitate, then play and learn; what exams told: of a network that knows nothing first, then on the way."""
    seats, most = np.full(TABLES, game["seats"]), load(game["game"]).seats[1]
    who, fade = among_apprentices(seats, most, 0.0), FADES.get(game["game"], 0.8)
    batch = Batch(**game, n=TABLES, device=DEVICE, who=who, forced=False, all_seeing=True)
    batch.reset()
    eyes = [Speller(Spelling(sight, KIND), DEVICE) for sight in (batch.game.sight, batch.critic) if sight]
    policy = layers(eyes[0].spelling.width, WIDE, NARROW, batch.game.actions)
    critic = layers(eyes[1].spelling.width, 512, 512, 1)
    nets = policy, critic, *eyes
    adam = torch.optim.Adam([*policy.parameters(), *critic.parameters()], RATE, eps=1e-5)
    told, made, gone, fifth = list[float](), 0, 0.0, 1

    def look() -> None:
        shares = exam(game, policy, eyes[0])
        told.append(float(shares.mean()))
        print(f"{gone * minutes:6.2f} minutes, {made:,} decisions: {in_words(shares)}", flush=True)

    look()
    began = time.monotonic()
    if IMITATE:
        imitate(batch, policy, eyes[0], adam)
        gone = (time.monotonic() - began) / (60 * minutes)
        look()
    still = gone + STILL
    while gone < 1:
        with torch.no_grad():
            kept = play(batch, nets)
        made += learn(nets, adam, kept, torch.from_dlpack(batch.seats), fade, 1.0 if gone < still else 1 - gone)
        gone = (time.monotonic() - began) / (60 * minutes)
        if gone * 5 >= fifth:
            look()
            fifth = int(gone * 5) + 1
    return told


if __name__ == "__main__":
    torch.manual_seed(1)
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("high")
    train(FLAUTZ.table() if sys.argv[1] == "miniature" else {"game": sys.argv[1], "seats": 4}, float(sys.argv[2]))
