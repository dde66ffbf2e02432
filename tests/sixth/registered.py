"""A plugin of pytest: the games, and with them the tiny one that stands in this folder."""

from grimorio.bots import BOTS, RANDOM, REFLEXES
from grimorio.bots.contract import Bot
from grimorio.bots.uniform import choose
from grimorio.games import GAMES
from gufo import GAME

GAMES[GAME.name] = GAME
BOTS[GAME.name] = {RANDOM: Bot(GAME.name, RANDOM, reflex=choose)}
REFLEXES[GAME.name] = {RANDOM: choose}
