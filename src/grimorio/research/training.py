"""Learning by self-play: PPO on a `Batch`, with PyTorch, for every number of seats at once.

    python -m grimorio.research.training flautz --minutes 6 --device cuda --out runs/flautz

A policy of two layers sees what its seat may see; a critic, which nobody plays with, sees all cards while they train.
A run that is called again with the same folder goes on where it stopped. At the end the policy is examined against
apprentices on duplicate deals and written as `GAME.npz`, which `grimorio.bots.network` plays.
"""

import argparse
import itertools
import json
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from grimorio.bots import APPRENTICE, tutor_of
from grimorio.bots.network import LAYERS, read_weights, write_weights
from grimorio.engine.spelling import Spelling, padded
from grimorio.games import load
from grimorio.research.advice import Advice
from grimorio.research.batch import Batch, among_apprentices
from grimorio.research.given import LEARNER_NAME
from grimorio.research.speller import Speller

NEVER = -1e9
OBEDIENT = 0.7
"""While it imitates, a policy does so often what it is told."""
STILL = 8
"""Rounds in which the critic learns alone."""


def settings(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """What can be chosen; what the shipped weights were trained with stands in their files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("game")
    add("--minutes", type=float, default=5.0)
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--out", type=Path, default=Path("runs"))
    add("--tables", type=int, default=16_384)
    add("--steps", type=int, default=64)
    add("--batch", type=int, default=32_768)
    add("--epochs", type=int, default=2)
    add("--wide", type=int, default=256)
    add("--narrow", type=int, default=128)
    add("--critic", type=int, default=512)
    add("--rate", type=float, default=1e-3)
    add("--clip", type=float, default=0.1)
    add("--entropy", type=float, default=0.02)
    add("--fade", type=float, default=0.8, help="lambda: how far later decisions count for earlier ones")
    add("--imitate", type=float, default=20.0, help="seconds in which a rule of thumb is imitated first")
    add("--tutor", default="", help="whose rule that is; the strongest of the game where nobody is named")
    add("--begin", default="", help="a file of weights to begin with, instead of imitating")
    add("--mix", type=float, default=0.0, help="part of the tables at which one seat learns, among apprentices")
    add(
        "--limit",
        type=int,
        help="decisions of apprentices in one step of such a table; then it goes on in the next one",
    )
    add("--exam", type=int, default=2_000, help="deals of an exam on the way")
    add("--final", type=int, default=10_000, help="deals of the last exam")
    add("--seed", type=int, default=1)
    return parser.parse_args(arguments)


def stack(inputs: int, hidden: Sequence[int], outputs: int, gain: float) -> Any:
    """Layers with ReLU between them."""
    sizes = [inputs, *hidden, outputs]
    layers: list[Any] = []
    for number, (before, after) in enumerate(itertools.pairwise(sizes)):
        layer = nn.Linear(before, after)
        last = number == len(sizes) - 2
        nn.init.orthogonal_(layer.weight, gain if last else math.sqrt(2))
        nn.init.zeros_(layer.bias)
        layers += [layer] if last else [layer, nn.ReLU()]
    return nn.Sequential(*layers)


def run_net(net: Any, tensor: Any) -> Any:
    """Hidden layers in bfloat16 on a GPU, the last one in float32."""
    with torch.autocast(tensor.device.type, torch.bfloat16, enabled=tensor.is_cuda, cache_enabled=False):
        hidden = net[:-1](tensor)
    return net[-1](hidden.float())


def chances(net: Any, tensor: Any, lists: Any, counts: Any) -> Any:
    """Logarithms of the chances of the legal actions, in the order of the lists; what is no action has none."""
    picked = run_net(net, tensor).gather(1, lists.long())
    wrong = torch.arange(lists.shape[1], device=lists.device) >= counts[:, None]
    return functional.log_softmax(picked.masked_fill(wrong, NEVER), 1)


def sampled(logs: Any) -> Any:
    """One action each, by its chance."""
    return (logs - torch.log(-torch.log(torch.rand_like(logs).clamp_(1e-20, 1 - 1e-7)))).argmax(1)


class Desk:
    """A batch whose arrays are tensors of torch, and whose views are spelled for networks."""

    def __init__(self, device: str, batch: Batch, rows: int) -> None:
        self.device, self.batch = device, batch
        taken: Callable[[Any], Any] = torch.from_dlpack
        self.seat, self.count, self.legal = taken(batch.seat), taken(batch.count), taken(batch.legal)
        self.views, self.choice, self.seats = taken(batch.views), taken(batch.choice), taken(batch.seats)
        self.done, self.share, self.wins = taken(batch.done), taken(batch.share), taken(batch.wins)
        self.critic_views: Any = taken(batch.critic_views) if batch.critic else None
        kind, number = ("bfloat16", torch.bfloat16) if device == "cuda" else ("float32", torch.float32)
        sights = {False: batch.game.sight, True: batch.critic} if batch.critic else {False: batch.game.sight}
        self.spellings = {which: Spelling(sight, kind) for which, sight in sights.items()}
        self.spellers = {which: Speller(each, device) for which, each in self.spellings.items()}
        self.rooms = {
            which: torch.zeros((rows, each.width), dtype=number, device=device)
            for which, each in self.spellings.items()
        }
        self.here = torch.arange(batch.n, device=device)

    def stream(self) -> int | None:
        """Torch's stream, on which a GPU steps."""
        return int(torch.cuda.current_stream().cuda_stream) if self.device == "cuda" else None

    def spelled(self, views: Any, index: Any, *, everything: bool = False) -> Any:
        """Tensors of some rows of views; the next call overwrites them."""
        room = self.rooms[everything][: len(index)]
        out, held = (room.view(torch.int16), as_cuda) if self.device == "cuda" else (room, torch.Tensor.numpy)
        self.spellers[everything].fill(held(views), held(index), held(self.seats), held(out), self.stream())
        return room

    def step(self) -> None:
        """Make the decisions in `choice`."""
        self.batch.step(stream=self.stream())


_wrapped: dict[Any, Any] = {}


def as_cuda(tensor: Any) -> Any:
    """The same memory for Numba; remembered, since a graph that is being recorded must not ask the driver."""
    key = tensor.data_ptr(), tuple(tensor.shape), tensor.dtype
    if key not in _wrapped:
        from numba import cuda  # noqa: PLC0415 - only where there is a GPU

        _wrapped[key] = cuda.as_cuda_array(tensor)
    return _wrapped[key]


# ---------------------------------------------------------------- the learner


class Learner:
    """Policy, critic, tables, and what they have played in this round."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked, self.game = asked, load(asked.game)
        torch.manual_seed(asked.seed)
        least, most = self.game.seats
        seats = least + np.arange(asked.tables) % (most - least + 1)
        batch = Batch(
            self.game, asked.tables, asked.device, seats=seats.tolist(), seed=1_000 + asked.seed, forced=False,
            all_seeing=True, who=among_apprentices(seats, most, asked.mix), limit=asked.limit,
        )  # fmt: skip
        batch.reset()
        self.desk = Desk(asked.device, batch, max(asked.batch, asked.tables))
        widths = {which: spelling.width for which, spelling in self.desk.spellings.items()}
        self.policy = stack(widths[False], (asked.wide, asked.narrow), padded(self.game.actions), 0.01)
        self.critic = stack(widths[True], (asked.critic, asked.critic), 1, 0.1)
        self.policy.to(asked.device)
        self.critic.to(asked.device)
        self.graphed = asked.device == "cuda"
        self.adams = [self._adam(self.policy), self._adam(self.critic)]
        self.graphs: dict[str, Any] = {}
        self.side: Any = torch.cuda.Stream() if self.graphed else None
        self.advice = Advice(batch, asked.tutor or tutor_of(asked.game))
        self.advised, self.agreed = torch.from_dlpack(self.advice.places), torch.zeros((), device=asked.device)
        self.rounds = 0
        self.elapsed, self.decisions, self.log = 0.0, 0, list[dict[str, float]]()
        self._room()

    def _adam(self, net: Any) -> Any:
        rate = torch.tensor(self.asked.rate, device=self.asked.device) if self.graphed else self.asked.rate
        return torch.optim.Adam(net.parameters(), lr=rate, eps=1e-5, fused=self.graphed, capturable=self.graphed)

    def _room(self) -> None:
        """Everything that is kept of a round."""
        asked, desk = self.asked, self.desk
        shape = (asked.steps, asked.tables)

        def new(dtype: Any, *more: int) -> Any:
            return torch.zeros((*shape, *more), dtype=dtype, device=asked.device)

        self.views, self.gods = new(torch.uint8, desk.views.shape[1]), new(torch.uint8, desk.critic_views.shape[1])
        self.lists, self.counts = new(torch.int16, desk.legal.shape[1]), new(torch.int32)
        self.choice, self.seat, self.done = new(torch.int32), new(torch.int32), new(torch.uint8)
        self.rewards = new(torch.float32, self.game.seats[1])
        self.logs, self.values = new(torch.float32), new(torch.float32)
        self.gains, self.goals, self.valid = new(torch.float32), new(torch.float32), new(torch.bool)
        self.index = torch.zeros(asked.batch, dtype=torch.int64, device=asked.device)
        self.weight = torch.tensor(asked.entropy, device=asked.device)
        self.fair = torch.zeros((asked.tables, self.game.seats[1]), device=asked.device)
        at_table = torch.arange(self.game.seats[1], device=asked.device)[None] < desk.seats[:, None]
        self.fair += at_table / desk.seats[:, None]
        self.parts = torch.arange(asked.tables * asked.steps, device=asked.device).split(asked.batch)
        self.bounds = [(int(part[0]), int(part[-1]) + 1) for part in self.parts]

    def run(self, name: str, body: Callable[[], None]) -> None:
        """Do it; on a GPU it is recorded once as a graph and then replayed, since launching is what costs."""
        if not self.graphed:
            body()
            return
        if name not in self.graphs:
            self.graphs[name] = self._recorded(body)
        self.graphs[name].replay()

    def _recorded(self, body: Callable[[], None]) -> Any:
        kept = [(p, p.detach().clone()) for adam in self.adams for p in adam.param_groups[0]["params"]]
        states = {
            (adam, p): {k: v.clone() for k, v in adam.state[p].items()} for adam in self.adams for p in adam.state
        }
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                body()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        for adam in self.adams:
            adam.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, capture_error_mode="relaxed"):
            body()
        with torch.no_grad():
            for p, before in kept:
                p.copy_(before)
            for adam in self.adams:
                for p, state in adam.state.items():
                    for k, v in state.items():
                        known = states.get((adam, p), {})
                        v.copy_(known[k]) if k in known else v.zero_()
        return graph

    # ------------------------------------------------------------ playing

    @torch.no_grad()
    def play(self) -> None:
        """A round: so many steps at every table, whoever learns by the policy."""
        desk = self.desk
        for i in range(self.asked.steps):
            logs = chances(self.policy, desk.spelled(desk.views, desk.here), desk.legal, desk.count)
            choice = sampled(logs)
            self.logs[i].copy_(logs.gather(1, choice[:, None])[:, 0])
            for kept, now in (
                (self.views, desk.views), (self.gods, desk.critic_views), (self.lists, desk.legal),
                (self.counts, desk.count), (self.seat, desk.seat), (self.choice, choice),
            ):  # fmt: skip
                kept[i].copy_(now)
            desk.choice.copy_(choice)
            desk.step()
            self.done[i].copy_(desk.done)
            self.rewards[i].copy_(desk.share - self.fair)
        values = self.values.view(-1)
        gods = self.gods.view(-1, self.gods.shape[2])
        for part, (first, last) in zip(self.parts, self.bounds, strict=True):
            values[first:last] = run_net(self.critic, desk.spelled(gods, part, everything=True))[:, 0]

    @torch.no_grad()
    def weigh(self) -> None:
        """Gains of each decision over what the critic expected, along each seat's own decisions.

        The last one of a game that is not over yet only tells the one before it what was to be expected. Four numbers
        are kept together of what comes later for each seat, so that a GPU has few things to do: reward, value, gain,
        and whether anything is known.
        """
        asked, over = self.asked, self.done.bool()[:, None, :, None]
        seats = self.seat.long()[:, None, :, None].expand(-1, 4, -1, 1)
        ends = self.rewards.new_zeros((asked.steps, 4, *self.fair.shape))
        ends[:, 0], ends[:, 3] = self.rewards, 1.0
        now = ends.new_zeros((asked.steps, 4, asked.tables, 1))
        now[:, 1], now[:, 3] = self.values[..., None], 1.0
        later = torch.zeros_like(ends[0])
        for i in reversed(range(asked.steps)):
            later = torch.where(over[i], ends[i], later)
            reward, value, gain, known = later.gather(2, seats[i])
            torch.mul(known, reward + value - now[i, 1] + asked.fade * gain, out=now[i, 2])
            torch.gt(known[:, 0], 0, out=self.valid[i])
            later.scatter_(2, seats[i], now[i])
        self.gains.copy_(now[:, 2, :, 0])
        torch.add(self.gains, self.values, out=self.goals)
        self.valid &= self.counts > 1

    # ------------------------------------------------------------ imitating

    def follow(self) -> None:
        """At every table: learn what the apprentice would do, and do it or what the policy would rather do."""
        desk = self.desk
        self.advice.ask(desk.stream())
        logs = chances(self.policy, desk.spelled(desk.views, desk.here), desk.legal, desk.count)
        asked = (desk.count > 1).float()
        loss = -(logs.gather(1, self.advised.long()[:, None])[:, 0] * asked).sum() / asked.sum().clamp_min(1)
        self._descend(0, self.policy, loss, 1.0)
        with torch.no_grad():
            mine, obey = sampled(logs.detach()), torch.rand(len(logs), device=logs.device) < OBEDIENT
            desk.choice.copy_(torch.where(obey, self.advised, mine.int()))
            agreed = ((logs.argmax(1) == self.advised).float() * asked).sum() / asked.sum().clamp_min(1)
            self.agreed.copy_(agreed)
        desk.step()

    def imitate(self, seconds: float) -> float:
        """Imitate for so long; returns how often policy and tutor agreed at the end."""
        began = time.time()
        while (gone := time.time() - began) < seconds:
            self._set_rates(1e-3 * (1 - 0.9 * gone / seconds))
            for _ in range(50):
                self.run("follow", self.follow)
            if self.graphed:
                torch.cuda.synchronize()
        for state in self.adams[0].state.values():
            for number in state.values():
                number.zero_()
        return float(self.agreed)

    # ------------------------------------------------------------ learning

    def update(self) -> None:
        """One step of policy and critic on the decisions in `index`; a GPU makes both at the same time."""
        if not self.graphed:
            self._improve_critic()
            self._improve_policy()
            return
        here = torch.cuda.current_stream()
        self.side.wait_stream(here)
        with torch.cuda.stream(self.side):
            self._improve_critic()
        self._improve_policy()
        here.wait_stream(self.side)

    def _improve_policy(self) -> None:
        asked, index, desk = self.asked, self.index, self.desk
        lists = self.lists.view(-1, self.lists.shape[2])[index]
        tensor = desk.spelled(self.views.view(-1, self.views.shape[2]), index)
        logs = chances(self.policy, tensor, lists, self.counts.view(-1)[index])
        entropy = -(logs.exp() * logs.clamp_min(-50)).sum(1).mean()
        new = logs.gather(1, self.choice.view(-1)[index].long()[:, None])[:, 0]
        ratio, gain = (new - self.logs.view(-1)[index]).exp(), self.gains.view(-1)[index]
        loss = -torch.min(ratio * gain, ratio.clamp(1 - asked.clip, 1 + asked.clip) * gain).mean()
        self._descend(0, self.policy, loss - self.weight * entropy, 0.5)

    def _improve_critic(self) -> None:
        seen = self.desk.spelled(self.gods.view(-1, self.gods.shape[2]), self.index, everything=True)
        expected = run_net(self.critic, seen)[:, 0]
        self._descend(1, self.critic, functional.mse_loss(expected, self.goals.view(-1)[self.index]), 1.0)

    def _set_rates(self, rate: float, *, still: bool = False) -> None:
        """The critic begins alone: a policy that follows an ignorant critic forgets what it knows."""
        for number, adam in enumerate(self.adams):
            for group in adam.param_groups:
                now = 0.0 if still and number == 0 else rate
                group["lr"].fill_(now) if self.graphed else group.update(lr=now)

    def _descend(self, which: int, net: Any, loss: Any, norm: float) -> None:
        self.adams[which].zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), norm)
        self.adams[which].step()

    def learn(self, done: float) -> None:
        """Go over the round; rate and entropy fade as the time goes."""
        asked = self.asked
        self._set_rates(asked.rate * max(0.05, 1 - done), still=self.rounds < STILL)
        self.rounds += 1
        self.weight.fill_(asked.entropy * max(0.1, 1 - done))
        usable = self.valid.view(-1).nonzero()[:, 0]
        gains = self.gains.view(-1)
        spread, mean = torch.std_mean(gains[usable])
        gains.sub_(mean).div_(spread + 1e-8)
        for _ in range(asked.epochs):
            mixed = usable[torch.randperm(len(usable), device=asked.device)]
            for index in mixed.split(asked.batch):
                if len(index) == asked.batch:
                    self.index.copy_(index)
                    self.run("update", self.update)
        self.decisions += len(usable)

    # ------------------------------------------------------------ exams

    @torch.no_grad()
    def exam(self, deals: int, seats: int, seed: int, rival: str = APPRENTICE) -> tuple[float, float]:
        """The policy in every seat of the same deals, among bots: its share of the wins, and half a 95 % interval."""
        tables = deals * seats
        t = np.arange(tables)
        who = np.where(np.arange(seats) == t[:, None] % seats, LEARNER_NAME, rival)
        deal: dict[str, Any] = {"seed": seed, "first": (t // seats).tolist(), "games": 1}
        batch = Batch(self.game, tables, self.asked.device, seats=seats, who=who, forced=False, **deal)
        batch.reset()
        desk = Desk(self.asked.device, batch, min(tables, 16_384))
        steps = 0
        while steps % 8 or bool((desk.count > 0).any()):
            for part in desk.here.split(16_384):
                rows = slice(int(part[0]), int(part[-1]) + 1)
                logs = chances(self.policy, desk.spelled(desk.views, part), desk.legal[rows], desk.count[rows])
                desk.choice[rows] = logs.argmax(1).int()
            desk.step()
            steps += 1
        share = desk.wins.cpu().numpy()[t, t % seats].reshape(deals, seats).mean(1)
        return float(share.mean()), float(1.96 * share.std(ddof=1) / math.sqrt(deals))

    # ------------------------------------------------------------ keeping

    @torch.no_grad()
    def begin_with(self, path: Path) -> None:
        """Take the policy of a file of weights; whoever criticizes it begins anew."""
        arrays = read_weights(path, self.game).arrays
        for name, layer in zip(LAYERS, (self.policy[0], self.policy[2], self.policy[4]), strict=True):
            matrix = arrays[name] if name == "head" else arrays[name].T
            layer.weight[: matrix.shape[0], : matrix.shape[1]] = torch.tensor(matrix, device=self.asked.device)
            layer.bias[: matrix.shape[0]] = torch.tensor(arrays[f"{name}_bias"], device=self.asked.device)

    def save(self, folder: Path) -> None:
        """Everything that going on needs."""
        folder.mkdir(parents=True, exist_ok=True)
        nets = {"policy": self.policy.state_dict(), "critic": self.critic.state_dict()}
        facts = {"elapsed": self.elapsed, "decisions": self.decisions, "log": self.log, "rounds": self.rounds}
        torch.save({**nets, "adams": [adam.state_dict() for adam in self.adams], **facts}, folder / "last.pt")

    def resume(self, folder: Path) -> None:
        """Go on from what is kept in a folder, if anything is."""
        if not (folder / "last.pt").exists():
            return
        kept = torch.load(folder / "last.pt", map_location=self.asked.device, weights_only=False)
        self.policy.load_state_dict(kept["policy"])
        self.critic.load_state_dict(kept["critic"])
        for adam, state in zip(self.adams, kept["adams"], strict=True):
            adam.load_state_dict(state)
        self.elapsed, self.decisions, self.log = kept["elapsed"], kept["decisions"], kept["log"]
        self.rounds = kept["rounds"]

    def export(self, path: Path, found: dict[str, Any]) -> None:
        """Write the weights that bots play with."""
        arrays, size = {}, self.game.sight.tensor_size
        for name, layer in zip(LAYERS, (self.policy[0], self.policy[2], self.policy[4]), strict=True):
            matrix, bias = layer.weight.detach().cpu().numpy(), layer.bias.detach().cpu().numpy()
            arrays[name] = matrix[: self.game.actions] if name == "head" else matrix.T
            arrays[f"{name}_bias"] = bias[: self.game.actions] if name == "head" else bias
        arrays["first"] = arrays["first"][:size]
        told = {name: value for name, value in vars(self.asked).items() if isinstance(value, int | float | str)}
        del told["game"]
        facts = {"minutes": self.elapsed / 60, "decisions": self.decisions, "log": self.log, "settings": told, **found}
        write_weights(path, self.game, arrays, facts)


def tell(**facts: Any) -> None:
    """One line of what happens."""
    print(json.dumps(facts), flush=True)  # noqa: T201 - a training tells how it goes


def train(asked: argparse.Namespace) -> Learner:
    """Train for the time that is left of the minutes, examine, and write the weights."""
    torch.set_float32_matmul_precision("high")
    learner = Learner(asked)
    folder = asked.out
    learner.resume(folder)
    seats = min(max(4, learner.game.seats[0]), learner.game.seats[1])
    began, before, total = time.time(), learner.elapsed, asked.minutes * 60
    if not before and asked.begin:
        learner.begin_with(Path(asked.begin))
    elif not before and asked.imitate:
        tell(game=asked.game, imitated=asked.imitate, agreed=learner.imitate(asked.imitate))
    marks = [total * part / 5 for part in range(1, 5) if total * part / 5 > before]
    while learner.elapsed < total:
        learner.run("play", learner.play)
        learner.run("weigh", learner.weigh)
        learner.learn(learner.elapsed / total)
        if learner.graphed:
            torch.cuda.synchronize()
        learner.elapsed = before + time.time() - began
        if marks and learner.elapsed >= marks[0]:
            marks.pop(0)
            share, half = learner.exam(asked.exam, seats, 77)
            point = {"minutes": learner.elapsed / 60, "share": share, "half": half, "decisions": learner.decisions}
            learner.log.append(point)
            tell(game=asked.game, **point)
            learner.save(folder)
            learner.export(folder / f"{asked.game}.npz", {"exam": {}})
    found = {}
    for number in range(learner.game.seats[0], learner.game.seats[1] + 1):
        share, half = learner.exam(max(2, asked.final * 4 // (number * 4)), number, 4_242)
        found[str(number)] = [share, half]
        tell(game=asked.game, seats=number, share=share, half=half)
    learner.export(folder / f"{asked.game}.npz", {"exam": found})
    learner.save(folder)
    return learner


if __name__ == "__main__":
    train(settings())
