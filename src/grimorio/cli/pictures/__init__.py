"""How each game looks in the terminal."""

from grimorio.cli.draw import Company, Draws, Picture
from grimorio.cli.pictures.abracadabra import AbracadabraPicture
from grimorio.cli.pictures.fata import FataPicture
from grimorio.cli.pictures.flautz import FlautzPicture
from grimorio.cli.pictures.illusio import IllusioPicture
from grimorio.cli.pictures.plain import PlainPicture
from grimorio.cli.pictures.zaubercocktail import ZaubercocktailPicture

PICTURES: dict[str, Draws] = {
    "flautz": FlautzPicture,
    "abracadabra": AbracadabraPicture,
    "fata": FataPicture,
    "illusio": IllusioPicture,
    "zaubercocktail": ZaubercocktailPicture,
}
"""The games that have a picture of their own; every other is told in words."""


def picture_of(company: Company) -> Picture:
    """The picture of the game that a company plays."""
    drawn = PICTURES.get(company.words.game.name)
    return drawn(company) if drawn else PlainPicture(company)
