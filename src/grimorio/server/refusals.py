"""Why the server refuses something, and the sentence for it in a guest's language."""

from pathlib import Path
from typing import NoReturn

from grimorio.engine.game import EditionError, Game
from grimorio.engine.harmless import harmless
from grimorio.engine.refusal import Refusal, Refused
from grimorio.engine.wire import RefusalTold, refusal_told
from grimorio.engine.words import Words, load

FOLDER = Path(__file__).parent / "words"
LONGEST_REASON = 240
"""Letters that say what is wrong with cards of one's own: a shorter text would lose the reason."""

SERVER_REFUSALS = {
    "not-kept": "it could not be written to the disk, and was not done",
    "broken": "something in the server went wrong, and it was not done",
    "malformed": "this is no message that the server knows",
    "other-protocol": "client and server speak different versions",
    "hello-first": "a conversation begins with a hello, and says it once",
    "open-first": "no table is open",
    "no-table": "there is no such table, or not for this guest",
    "not-ready": "the rules of this game are still being compiled",
    "rules-changed": "this game was begun under other rules than are played now",
    "stranger": "nobody is known by this cookie",
    "not-seated": "who only watches cannot do this",
    "away": "a bot stands in for this seat until its person takes it again",
    "not-host": "only who made the table can do this",
    "seats-open": "somebody is still missing",
    "seat-taken": "somebody sits there already",
    "no-seat": "this table has no such seat",
    "still-here": "a bot stands in only for somebody who is cut off",
    "muted": "the host does not let this seat speak",
    "not-over": "the game is not over yet",
    "wrong-record": "this is no record of a game that is over, or something in it is not true",
    "link-used": "this link was used already, is too old, or never was one",
    "wrong-agreement": "a table like this cannot be played at",
    "wrong-origin": "this page does not belong to the server",
    "too-fast": "too much was asked in a short time",
    "too-many": "there is no room for one more",
    "empty": "there is nothing in it that can be shown",
}
"""Every code of the server's own, with what it means."""

STATUS = {"stranger": 401, "wrong-origin": 403, "no-table": 404, "link-used": 410, "too-fast": 429, "too-many": 429}
STATUS |= {"not-kept": 503, "broken": 500, "not-over": 409, "rules-changed": 409, "not-ready": 503}
"""With what status a refusal is answered over HTTP; 400 where nothing is said here."""


def refuse(code: str, what: str = "") -> NoReturn:
    """Refuse something, for a reason of the server's own."""
    raise Refused(Refusal(code, "", what))


def not_playable(error: EditionError) -> Refusal:
    """A table at which nobody can play: where and why is told in the guest's language."""
    return Refusal("wrong-agreement", "", harmless(error, LONGEST_REASON), error.told)


def told(refusal: Refusal, language: str, game: Game | None = None) -> RefusalTold:
    """A refusal as it leaves; those of a table need its game."""
    if refusal.code in SERVER_REFUSALS or game is None:
        sentence = load(FOLDER / f"{language}.toml")["refusals"].get(refusal.code, "")
        what = harmless(refusal.told(language), LONGEST_REASON) if refusal.told else refusal.what
        return RefusalTold(refusal.code, refusal.rule, what, str(sentence))
    return refusal_told(Words(game, language), refusal)


def bot_names(language: str) -> list[str]:
    """What bots are called."""
    return [str(name) for name in load(FOLDER / f"{language}.toml")["bot_names"]]
