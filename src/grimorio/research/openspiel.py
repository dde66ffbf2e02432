"""The games as OpenSpiel wants them (`pip install grimorio[openspiel]`): importing this registers all five.

`pyspiel.load_game("grimorio_flautz", {"players": 3})`. Chance moves first: four nodes draw the number of the deal, byte
by byte, and the deal with a number is the one that `simulate` plays under it. So a history holds all there is to a
game, and replays. Where several seats may act at the same time a chance node says who does first.

Observations are views, information states views with perfect recall; actions are counted from who acts, as tensors are.
`resample_from_infostate` is the game's own `imagine`.
"""

import functools
import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel

from grimorio.engine.chance import stream
from grimorio.engine.events import CODE
from grimorio.engine.kernel import readable
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.games import GAMES
from grimorio.research.recall import LANES, new_memory
from grimorio.research.setting import Setting, setting_of

BYTES = 4
"""Chance nodes that draw the number of the deal."""
OUTCOMES = 256
"""Numbers that a byte can be."""
PREFIX = "grimorio_"
DIGEST_BITS = 32 * LANES


class Position:
    """What changes: where the game stands, what each seat remembers, who may act and who of them is asked (or -1)."""

    __slots__ = ("acting", "asked", "dealt", "made", "memory", "number", "state")

    def __init__(self, setting: Setting) -> None:
        self.state, self.memory = setting.game.layout.new(), new_memory(1, setting.game.seats[1])[0]
        self.number: tuple[int, ...] = ()
        self.dealt, self.acting, self.made, self.asked = False, 0, 0, -1

    def __deepcopy__(self, _memo: object) -> "Position":
        other: Position = object.__new__(Position)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, np.ndarray) else value)
        return other


class GrimorioState(pyspiel.State):
    """A game in play."""

    def __init__(self, game: "GrimorioGame") -> None:
        super().__init__(game)
        self.setting, self.seed = game.setting, game.seed
        self.at = Position(game.setting)

    # ------------------------------------------------------------ whose turn it is

    def current_player(self) -> int:
        """The seat that is asked; chance while the deal is drawn, and where several may act."""
        if not self.at.dealt or (self.at.acting and self.at.asked < 0):
            return int(pyspiel.PlayerId.CHANCE)
        return self.at.asked if self.at.acting else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """The rules say so, or the guard against endless games does."""
        return self.at.dealt and self.at.acting == 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A byte of the deal's number, or who of those who may act does first."""
        if not self.at.dealt:
            return [(byte, 1.0 / OUTCOMES) for byte in range(OUTCOMES)]
        seats = [seat for seat in range(self.setting.seats) if self.at.acting >> seat & 1]
        return [(seat, 1.0 / len(seats)) for seat in seats]

    def _legal_actions(self, player: int) -> list[int]:
        return self.setting.legal(self.at.state, player)

    # ------------------------------------------------------------ what is done

    def _apply_action(self, action: int) -> None:
        at = self.at
        if self.is_chance_node() and action not in dict(self.chance_outcomes()):
            msg = f"{action} is no outcome of chance here"
            raise ValueError(msg)
        if not at.dealt:
            at.number += (action,)
            if len(at.number) == BYTES:
                self.setting.deal(at.state, self.seed, int.from_bytes(at.number, "big"))
                at.dealt = True
                self._ask_next(-1, -1)
        elif at.asked < 0:
            at.asked = action
        elif self.setting.decide(at.state, at.asked, action):
            at.made += 1
            self._ask_next(at.asked, action)
        else:
            msg = f"{action} is no legal action of player {at.asked} now"
            raise ValueError(msg)

    def _ask_next(self, seat: int, action: int) -> None:
        """Everybody remembers what a seat did (-1: the deal); who comes next is asked if there is only one."""
        at, setting = self.at, self.setting
        setting.remember(at.state, seat, action, at.memory)
        at.acting = setting.acting(at.state) if at.made < setting.game.guard else 0
        alone = at.acting & (at.acting - 1) == 0
        at.asked = at.acting.bit_length() - 1 if at.acting and alone else -1

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> "GrimorioState":
        """Another world that this player could be in, with a future of its own; its past is his past.

        What the others remember there begins with what they see there, so that it says nothing of the true world.
        """
        if not self.at.dealt:
            msg = "nothing is dealt yet, so nobody could be in another world"
            raise ValueError(msg)
        other: GrimorioState = self.clone()
        at, setting = other.at, self.setting
        key = np.array([int(sampler() * (1 << 32)) for _ in range(8)], np.uint32)
        setting.imagine(self.at.state, player_id, stream(readable(key)), at.state)
        setting.log[0, CODE] = 0
        setting.remember(at.state, -1, -1, at.memory)
        own = self.at.memory[player_id]
        at.memory[:, :LANES] ^= own[:LANES]
        at.memory[player_id] = own
        return other

    # ------------------------------------------------------------ what it is worth, and in words

    def returns(self) -> list[float]:
        """Each player's part of the win less a fair share, when the game is over."""
        return self.setting.gains(self.at.state) if self.is_terminal() else [0.0] * self.setting.seats

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"byte {action}" if not self.at.dealt else f"{LETTERS[action]} first"
        return str(self.setting.game.action_of(int(self.setting.absolute[player, action])).text())

    def __str__(self) -> str:
        digest = hashlib.sha256(self.at.state.tobytes()).hexdigest()[:16]
        return f"{self.setting.game.title}, deal {bytes(self.at.number).hex()}, {self.at.made} decisions, {digest}"


class Observer:
    """What a player observes: his view; with perfect recall also the digest of all his past, bit by bit."""

    def __init__(self, setting: Setting, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            msg = "nobody may observe the cards of all players"
            raise ValueError(msg)
        self.setting, self.recall = setting, kind.perfect_recall
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        size = setting.game.sight.tensor_size
        self.tensor = np.zeros(size + DIGEST_BITS * self.recall, np.float32)
        self.dict = {"view": self.tensor[:size]} | ({"past": self.tensor[size:]} if self.recall else {})

    def set_from(self, state: GrimorioState, player: int) -> None:
        """Fill the tensor; before the deal there is nothing to see."""
        self.tensor.fill(0)
        if state.at.dealt:
            self.dict["view"][:] = self.setting.tensor(state.at.state, SPECTATOR if self.public else player)
            if self.recall and not self.public:
                words = state.at.memory[player, :LANES].astype("<u4")
                self.dict["past"][:] = np.unpackbits(words.view(np.uint8), bitorder="little")

    def string_from(self, state: GrimorioState, player: int) -> str:
        """The view in words, or with perfect recall the digest of the player's past."""
        if not state.at.dealt:
            return ""
        if self.recall and not self.public:
            return f"{player} {state.at.memory[player, :LANES].astype('>u4').tobytes().hex()}"
        game, viewer = self.setting.game, SPECTATOR if self.public else player
        view = game.sight.of(state.at.state, viewer)
        return json.dumps(game.sight.json(view, self.setting.seats, game.card_name, whole=True))


class GrimorioGame(pyspiel.Game):
    """One of the games; `players`, `options` (`mode:points;challenges:1`), `edition` (a file) and `seed` are given."""

    NAME: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        name = self.NAME
        given = _parameters(name) | dict(params or {})
        seats = int(given["players"])
        self.seed = int(given["seed"])
        self.setting = setting_of(name, seats, str(given["options"]), str(given["edition"]))
        game = self.setting.game
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=OUTCOMES,
            num_players=seats,
            min_utility=-1.0 / seats,
            max_utility=1.0 - 1.0 / seats,
            utility_sum=0.0,
            max_game_length=game.guard,
        )
        super().__init__(game_type(name), info, given)

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and who acts first wherever several may."""
        return BYTES if self.setting.game.one_at_a_time else BYTES + self.setting.game.guard

    def new_initial_state(self) -> GrimorioState:
        """Nothing is dealt yet."""
        return GrimorioState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Observations of a player, of a spectator, with or without perfect recall."""
        if params:
            msg = f"observers have no parameters, such as {params}"
            raise ValueError(msg)
        return Observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _parameters(name: str) -> dict[str, Any]:
    return {"players": GAMES[name].seats[0], "options": "", "edition": "", "seed": 1}


@functools.cache
def game_type(name: str) -> Any:
    """What OpenSpiel knows of a game before it is made."""
    game = GAMES[name]
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"{game.title} (Grimorio)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(name),
    )


for _name in GAMES:
    # A class of its own for each, never a partial: OpenSpiel lets go of what it holds after Python has ended.
    pyspiel.register_game(game_type(_name), type(f"{_name.title()}Game", (GrimorioGame,), {"NAME": _name}))
