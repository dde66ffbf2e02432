"""Self-play on a `Batch` with PyTorch, as short as it can be: REINFORCE, a learnt baseline, one network for all seats.

`python examples/self_play.py flautz 5` trains for five minutes, on a GPU where there is one, and then tells what part
of the wins the network takes from apprentices (a fair share is one in the number of seats).
"""

import sys
import time

import torch

from grimorio.games import load
from grimorio.research import Batch

SEATS, HORIZON = 4, 64


def network(batch: Batch) -> torch.nn.Module:
    """Logits of all actions, and one number more: the part of the win that is expected."""
    width = batch.observe("float32").shape[1]
    layers = [torch.nn.Linear(width, 256), torch.nn.ReLU(), torch.nn.Linear(256, batch.game.actions + 1)]
    return torch.nn.Sequential(*layers).to(batch.device)


def looked(batch: Batch, net: torch.nn.Module) -> tuple[torch.Tensor, torch.distributions.Categorical, torch.Tensor]:
    """What is seen at every table, what the network would do there, and what it expects."""
    seen, mask = torch.from_dlpack(batch.observe("float32")).clone(), torch.from_dlpack(batch.mask()) > 0
    out = net(seen)
    mask[:, 0] |= ~mask.any(1)  # where nobody is asked any action will do
    return seen, torch.distributions.Categorical(logits=out[:, :-1].masked_fill(~mask, -1e9)), out[:, -1]


def train(name: str, minutes: float, tables: int) -> torch.nn.Module:
    """Play, and after every `HORIZON` steps learn from the decisions of games that have ended since they were made."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    batch = Batch(name, tables, device, seats=SEATS)
    batch.reset()
    net = network(batch)
    learner, until = torch.optim.Adam(net.parameters(), 3e-4), time.monotonic() + 60 * minutes
    while time.monotonic() < until:
        kept = []
        for _ in range(HORIZON):
            with torch.no_grad():
                seen, choice, _ = looked(batch, net)
            action, seat = choice.sample(), torch.from_dlpack(batch.seat).clone().long()
            batch.act(action.int())
            done, share = torch.from_dlpack(batch.done).clone() > 0, torch.from_dlpack(batch.share).clone()
            kept.append((seen, choice.logits, action, seat, done, share))
        learn(net, learner, kept)
    return net


def learn(net: torch.nn.Module, learner: torch.optim.Optimizer, kept: list[tuple[torch.Tensor, ...]]) -> None:
    """Each decision is worth its seat's part of the win, told backwards from the end of the game."""
    won = torch.zeros_like(kept[0][5])
    known = torch.zeros_like(kept[0][4])
    loss, count = torch.zeros((), device=won.device), 0
    for seen, logits, action, seat, done, share in reversed(kept):
        won, known = torch.where(done[:, None], share, won), known | done
        if known.any():
            out = net(seen[known])
            now = torch.where(logits[known] < -1e8, logits[known], out[:, :-1])  # noqa: PLR2004 - what was masked stays
            chosen = torch.log_softmax(now, 1).gather(1, action[known, None])[:, 0]
            worth = won[known].gather(1, seat[known, None])[:, 0]
            loss = loss + ((out[:, -1] - worth) ** 2 - (worth - out[:, -1].detach()) * chosen).sum()
            count += int(known.sum())
    if count:
        learner.zero_grad()
        (loss / count).backward()
        learner.step()


def exam(name: str, net: torch.nn.Module, tables: int) -> float:
    """The part of the wins that the network takes in the first seat, against apprentices in all others."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    who = ["learner", *["apprentice"] * (SEATS - 1)]
    batch = Batch(name, tables, device, seats=SEATS, who=who, seed=2, games=1)
    batch.reset()
    while torch.from_dlpack(batch.count).any():
        with torch.no_grad():
            batch.act(looked(batch, net)[1].logits.argmax(1).int())
    return float(torch.from_dlpack(batch.wins)[:, 0].mean())


if __name__ == "__main__":
    game, length = sys.argv[1], float(sys.argv[2])
    print(f"{load(game).title}: {exam(game, train(game, length, 1024), 4096):.1%} of the wins against apprentices")
