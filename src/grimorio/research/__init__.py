"""For researchers: many tables at once, in arrays that other libraries share."""

from grimorio.research.batch import Batch, Speller
from grimorio.research.spelling import Spelling
from grimorio.research.stepping import CUT, ENDED, LEARNER

__all__ = ["CUT", "ENDED", "LEARNER", "Batch", "Speller", "Spelling"]
