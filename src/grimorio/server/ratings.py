"""How strong people are, by the games they finished: a rating with its uncertainty, for each game of its own.

The rating is that of OpenSkill (Weng and Lin, "A Bayesian approximation method for online ranking", Plackett-Luce): a
mean and a standard deviation, which every game moves by who was placed before whom. Bots have ratings too, by level,
so that people who never met are on one scale. A game in which a bot stood in for somebody is not rated, nor is one that
began from a position laid out.
"""

import functools
import math
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, TextClause, select, text

from grimorio.room.room import Room
from grimorio.server.schema import RATINGS

MEAN, SPREAD = 25.0, 25.0 / 3
"""Of somebody who has not played yet."""
LUCK = SPREAD / 2
"""How far luck carries a player in one game (OpenSkill's beta)."""
CHANGE = MEAN / 300
"""How much strength changes between two games (OpenSkill's tau)."""
LEAST = 1e-4
"""No game takes away more of an uncertainty than all but this part of its square."""
BOT = "bot:"

Rating = tuple[float, float]


class RatingTold(msgspec.Struct, frozen=True):
    """Somebody's rating in one game: the mean, its standard deviation, and how many games it was made of."""

    game: str
    mean: float
    spread: float
    games: int


def rated(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game that ended with these places, 1 for the first."""
    old = [(mean, math.hypot(spread, CHANGE)) for mean, spread in ratings]
    c = math.sqrt(sum(spread**2 + LUCK**2 for _, spread in old))
    strength = [math.exp(mean / c) for mean, _ in old]
    behind = [sum(s for s, other in zip(strength, places, strict=True) if other >= place) for place in places]
    return [_moved(i, old[i], c, strength[i], behind, places) for i in range(len(old))]


def _moved(  # noqa: PLR0913 - the sums of the whole table
    i: int, old: Rating, c: float, strength: float, behind: Sequence[float], places: Sequence[int]
) -> Rating:
    omega = delta = 0.0
    for q, place in enumerate(places):
        if place <= places[i]:
            chance, tied = strength / behind[q], places.count(place)
            delta += chance * (1 - chance) / tied
            omega += ((1 - chance) if q == i else -chance) / tied
    mean, spread = old
    shrink = delta * (spread / c) ** 2 * (spread / c)
    return mean + omega * spread**2 / c, spread * math.sqrt(max(1 - shrink, LEAST))


# ---------------------------------------------------------------- games of the server


def players_of(room: Room, holders: dict[int, str]) -> list[str]:
    """Who played a game that is over, by guest or by level; nobody where it is not rated."""
    if room.laid or all(chair.kind == "bot" for chair in room.chairs):
        return []
    found = [
        f"{BOT}{chair.bot}" if chair.kind == "bot" else holders.get(seat, "") if chair.kind == "person" else ""
        for seat, chair in enumerate(room.chairs)
    ]
    return found if all(found) and len(set(_people(found))) == len(_people(found)) else []


def _people(players: Sequence[str]) -> list[str]:
    return [player for player in players if not player.startswith(BOT)]


def end(on: Connection, table: str, game: str, players: Sequence[str], places: Sequence[int], now: int) -> None:  # noqa: PLR0913
    """A game is over: the lobby shows it, and its players are rated, once."""
    if on.execute(_OVER, {"id": table, "now": now}).rowcount and players:
        known = {player: (mean, spread, games) for player, mean, spread, games in on.execute(*_asked(players, game))}
        after = rated([known.get(player, NEW)[:2] for player in players], list(places))
        kept = []
        for player in sorted(set(players)):
            mine = [rating for other, rating in zip(players, after, strict=True) if other == player]
            mean, spread = (sum(numbers) / len(mine) for numbers in zip(*mine, strict=True))
            games = known.get(player, NEW)[2] + 1
            kept.append({"guest": player, "game": game, "mean": mean, "spread": spread, "games": games})
        on.execute(_KEEP, kept)


NEW = (MEAN, SPREAD, 0)
"""Rating and games of somebody who has not played yet."""
_OVER = text("UPDATE tables SET status = 'over', changed = :now WHERE id = :id AND status <> 'over'")
_KEEP = text(
    "INSERT INTO ratings (guest, game, mean, spread, games) VALUES (:guest, :game, :mean, :spread, :games) "
    "ON CONFLICT (guest, game) DO UPDATE SET mean = excluded.mean, spread = excluded.spread, games = excluded.games"
)


def _asked(players: Sequence[str], game: str) -> tuple[TextClause, dict[str, str]]:
    """How the ratings of players are asked for."""
    different = sorted(set(players))
    return _rating_of(len(different)), {"game": game, **{f"p{i}": player for i, player in enumerate(different)}}


@functools.cache
def _rating_of(players: int) -> TextClause:
    names = ", ".join(f":p{i}" for i in range(players))
    return text(f"SELECT guest, mean, spread, games FROM ratings WHERE game = :game AND guest IN ({names})")  # noqa: S608


def of_guest(on: Connection, guest: str) -> tuple[RatingTold, ...]:
    """All ratings of somebody."""
    wanted = select(RATINGS.c.game, RATINGS.c.mean, RATINGS.c.spread, RATINGS.c.games)
    rows = on.execute(wanted.where(RATINGS.c.guest == guest).order_by(RATINGS.c.game)).all()
    return tuple(RatingTold(game, round(mean, 2), round(spread, 2), games) for game, mean, spread, games in rows)
