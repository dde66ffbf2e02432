"""For researchers: many tables at once, in arrays that other libraries share, and one game at speed."""

from grimorio.engine.spelling import Spelling
from grimorio.research.batch import Batch
from grimorio.research.single import Single
from grimorio.research.speller import Speller
from grimorio.research.stepping import CUT, ENDED, LEARNER

__all__ = ["CUT", "ENDED", "LEARNER", "Batch", "Single", "Speller", "Spelling"]
