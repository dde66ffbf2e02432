"""What goes over a socket, both ways, as types; `docs/protocol.md` says how a conversation goes.

A client says hello, opens a table, and sends commands, each with a number of its own. A command is answered by exactly
one `Ack` or `Refused` with that number. Whatever the client's viewer learns comes as a look, under the viewer's own
version.
"""

from typing import Annotated, Literal

import msgspec

from grimorio.engine.story import Line
from grimorio.engine.wire import RefusalTold
from grimorio.room.decision import Decision
from grimorio.room.look import Look
from grimorio.room.pace import Pace, Tempo
from grimorio.room.reasons import Reason

PROTOCOL = 1
"""Goes up when a client of the version before would misunderstand something."""
LARGEST_MESSAGE = 16_384
"""Bytes of what a client may send in one go."""

Token = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Letter = Literal["A", "B", "C", "D", "E", "F", "G"]
Language = Literal["it", "en"]
Watch = Literal["public", "hands", "none"]
Decisions = Annotated[tuple[Decision, ...], msgspec.Meta(min_length=1, max_length=32)]


class _Said(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """A message."""


class _Command(_Said, frozen=True):
    """Something asked of the open table, with the client's own number for it."""

    number: Number


# ---------------------------------------------------------------- what a client says


class Hello(_Said, frozen=True, tag="hello"):
    """The first message. `client` is random and stays the same when one program connects again."""

    protocol: int
    client: Token
    language: Language = "en"


class Open(_Said, frozen=True, tag="open"):
    """Look at a table from now on; `last` is the last version that was seen of it, if any."""

    table: Token
    last: Version | None = None


class WatchLobby(_Said, frozen=True, tag="lobby"):
    """Be told of the lobby, now and whenever it changes, or no longer."""

    on: bool = True


class Do(_Command, frozen=True, tag="do"):
    """Decisions in one go; `seen` is the version that was looked at."""

    seen: Version
    decisions: Decisions


class Undo(_Command, frozen=True, tag="undo"):
    """Take the last step back."""


class Nonce(_Command, frozen=True, tag="nonce"):
    """Add a text to the shuffle."""

    text: Annotated[str, msgspec.Meta(max_length=200)]


class Deal(_Command, frozen=True, tag="deal"):
    """Deal the cards; the host's."""


class Fill(_Command, frozen=True, tag="fill"):
    """Seat a bot on a chair that nobody has taken; the host's."""

    seat: Letter
    bot: Annotated[str, msgspec.Meta(max_length=40)]


class Leave(_Command, frozen=True, tag="leave"):
    """Go; a bot stands in."""


class Back(_Command, frozen=True, tag="back"):
    """Take the own seat again."""


class Hint(_Command, frozen=True, tag="hint"):
    """Ask what a bot would do."""


class Pause(_Command, frozen=True, tag="pause"):
    """Wish that the clocks stand still, or no longer; they do while all people wish it."""

    on: bool = True


class SetTempo(_Command, frozen=True, tag="tempo"):
    """Choose how fast bots move; the host's, and where he is gone anybody's."""

    tempo: Tempo


class Replace(_Command, frozen=True, tag="replace"):
    """Let a bot stand in for somebody who is cut off; the host's, and where he is gone anybody's."""

    seat: Letter


class Rematch(_Command, frozen=True, tag="rematch"):
    """Another game with the same people."""


class Mute(_Command, frozen=True, tag="mute"):
    """Nobody hears what a seat says, or everybody again; the host's."""

    seat: Letter
    on: bool = True


class Say(_Command, frozen=True, tag="say"):
    """Say something to everybody at the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


Command = Do | Undo | Nonce | Deal | Fill | Leave | Back | Pause | SetTempo | Replace | Hint | Rematch | Mute | Say
ClientMessage = Hello | Open | WatchLobby | Command


# ---------------------------------------------------------------- what the server says


class Welcome(_Said, frozen=True, tag="welcome"):
    """The answer to a hello; `name` is None for somebody without a seat anywhere."""

    protocol: int
    name: str | None


class Opened(_Said, frozen=True, tag="opened"):
    """A table is open; its look follows. `seat` is None for somebody who watches, and `watch` says what such see.

    `host` says whether the viewer made the table, and `host_seat` where whoever did sits; `edition` is the title of the
    table's own cards, where it is not played with those of the box; `tempo` is how fast bots move. `lesson` while
    one is given there: nobody plays for the others but the lesson.
    """

    table: str
    game: str
    options: dict[str, str]
    seat: str | None
    host: bool
    successor: str | None = None
    clock: Pace | None = None
    watch: Watch = "public"
    host_seat: str | None = None
    edition: str = ""
    tempo: Tempo = "normal"
    lesson: bool = False


class Seen(_Said, frozen=True, tag="look"):
    """What the viewer sees: all of it, or what is new since `look.since`, which is the version he had."""

    look: Look


class Ack(_Said, frozen=True, tag="ack"):
    """It is done and on the disk; the viewer's version `version` has it in it."""

    number: int
    version: int


class Refused(_Said, frozen=True, tag="refused"):
    """It was not done, and why; without a number where no command could be read."""

    refusal: RefusalTold
    number: int | None = None


class Hinted(_Said, frozen=True, tag="hinted"):
    """What a bot would do, how one says it, and why, asked on the viewer's own view; an `Ack` follows."""

    number: int
    bot: str
    decisions: tuple[Decision, ...]
    told: tuple[Line, ...] = ()
    reasons: tuple[Reason, ...] = ()


class Heard(_Said, frozen=True, tag="said"):
    """Somebody said something; inert text."""

    seat: str
    name: str
    text: str


class Chat(_Said, frozen=True, tag="chat"):
    """What was said at a table before it was opened here, the latest last."""

    said: tuple[Heard, ...]


class Here(_Said, frozen=True, tag="here"):
    """Who at a table without clocks is cut off: those whose seat it is have no socket open at this server."""

    cut_off: tuple[str, ...]


class TempoTold(_Said, frozen=True, tag="tempo"):
    """How fast bots move from now on."""

    tempo: Tempo


class Followed(_Said, frozen=True, tag="rematch"):
    """The table at which everybody meets again."""

    table: str


class Preparing(_Said, frozen=True, tag="preparing"):
    """How far the rules of a game are compiled; it can be dealt once `done` is all there is.

    With `bot` it is a bot that thinks: the game goes on, and only the moves of this level wait.
    """

    game: str
    done: int
    of: int
    bot: str = ""


class LobbyTable(msgspec.Struct, frozen=True):
    """A table as the lobby shows it: who holds its seats, how many can still be taken, whether it is a lesson's."""

    table: str
    game: str
    options: dict[str, str]
    status: str
    names: tuple[str, ...]
    free: int
    made: int
    lesson: bool = False


class LobbyTold(_Said, frozen=True, tag="lobby"):
    """All tables that anybody may see, the latest first."""

    tables: tuple[LobbyTable, ...]


ServerMessage = (
    Welcome | Opened | Seen | Ack | Refused | Hinted | Heard | Chat | Here
    | TempoTold | Followed | Preparing | LobbyTold
)  # fmt: skip

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What is raised where nothing was said that can be understood; the last for brackets within brackets."""


def read(message: bytes | str) -> ClientMessage:
    """What a client said; raises one of `UNREADABLE`."""
    return _DECODER.decode(message)


def written(message: ServerMessage) -> bytes:
    """A message as it is sent."""
    return _ENCODER.encode(message)
