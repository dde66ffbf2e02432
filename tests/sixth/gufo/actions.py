"""What a seat can do in Gufo: lay a card."""

from dataclasses import dataclass
from typing import Annotated

from grimorio.engine.codes import Numbering
from grimorio.engine.reference import a_card
from gufo.state import CARDS

LAY = 0
CARD_NAMES = tuple(f"owl {number + 1}" for number in range(CARDS))


@dataclass(frozen=True)
class Lay:
    """GU-R3: one card of the hand."""

    card: Annotated[str, a_card("hand")]

    def text(self) -> str:
        """For example `lay owl 7`."""
        return f"lay {self.card}"


NUMBERING: Numbering[Lay] = Numbering(Lay(name) for name in CARD_NAMES)
