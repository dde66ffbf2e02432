"""How each game looks in the terminal: a folder a game, whose `PICTURE` draws it; one without is told in words."""

from importlib import import_module
from importlib.util import find_spec

from grimorio.cli.draw import Company, Draws, Picture
from grimorio.cli.pictures.plain import PlainPicture


def picture_of(company: Company) -> Picture:
    """The picture of the game that a company plays."""
    place = f"{__name__}.{company.words.game.name}"
    drawn: Draws = import_module(place).PICTURE if find_spec(place) else PlainPicture
    return drawn(company)
