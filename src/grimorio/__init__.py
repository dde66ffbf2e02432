"""Grimorio: five wizard card games, one engine, for players and for researchers."""

__version__ = "0.1.0"
