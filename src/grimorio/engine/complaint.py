"""What is wrong with cards or an agreement, in a language: a code and its values become a sentence of `phrases/`."""

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path

from grimorio.engine.fitting import filled

PHRASES = Path(__file__).parent / "phrases"


@functools.cache
def sentences(language: str) -> Mapping[str, str]:
    """Every sentence by its code."""
    found: Mapping[str, str] = tomllib.loads((PHRASES / f"{language}.toml").read_text(encoding="utf-8"))["unplayable"]
    return found


def complaint(language: str, code: str, values: Mapping[str, object]) -> str:
    """The sentence of a code; several words are told one after the other."""
    plain = {name: ", ".join(map(str, value)) if isinstance(value, tuple) else value for name, value in values.items()}
    return filled(language, sentences(language)[code], plain)
