"""How strong people are, by the games they finished: a rating with its uncertainty, for each game of its own.

The rating is that of OpenSkill (Weng and Lin, "A Bayesian approximation method for online ranking", Plackett-Luce): a
mean and a standard deviation, which every game moves by who was placed before whom. Bots have ratings too, by level,
so that people who never met are on one scale. A game in which a bot stood in for somebody is not rated, nor is one that
began from a position laid out.
"""

import math
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from grimorio.room.room import Room
from grimorio.server.schema import RATINGS, TABLES

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
    first = TABLES.c.id == table, TABLES.c.status != "over"
    if on.execute(update(TABLES).where(*first).values(status="over", changed=now)).rowcount and players:
        after = rated([_rating(on, player, game) for player in players], list(places))
        for player in set(players):
            mine = [rating for other, rating in zip(players, after, strict=True) if other == player]
            _keep(on, player, game, (sum(m for m, _ in mine) / len(mine), sum(s for _, s in mine) / len(mine)))


def _rating(on: Connection, player: str, game: str) -> Rating:
    found = on.execute(
        select(RATINGS.c.mean, RATINGS.c.spread).where(RATINGS.c.guest == player, RATINGS.c.game == game)
    ).first()
    return (float(found[0]), float(found[1])) if found else (MEAN, SPREAD)


def _keep(on: Connection, player: str, game: str, rating: Rating) -> None:
    mine = RATINGS.c.guest == player, RATINGS.c.game == game
    games = on.scalar(select(RATINGS.c.games).where(*mine)) or 0
    on.execute(delete(RATINGS).where(*mine))
    on.execute(insert(RATINGS).values(guest=player, game=game, mean=rating[0], spread=rating[1], games=games + 1))


def of_guest(on: Connection, guest: str) -> tuple[RatingTold, ...]:
    """All ratings of somebody."""
    wanted = select(RATINGS.c.game, RATINGS.c.mean, RATINGS.c.spread, RATINGS.c.games)
    rows = on.execute(wanted.where(RATINGS.c.guest == guest).order_by(RATINGS.c.game)).all()
    return tuple(RatingTold(game, round(mean, 2), round(spread, 2), games) for game, mean, spread, games in rows)
