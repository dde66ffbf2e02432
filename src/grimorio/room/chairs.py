"""Who sits where: people, bots, and bots that stand in for people who are away."""

from typing import Literal

import msgspec

ChairKind = Literal["person", "bot", "absent"]


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's chair: who it belongs to, and which bot plays it.

    A `person` plays himself. A `bot` plays by the level in `bot`. An `absent` person's chair stays his; the bot in
    `bot` stands in until he is back, or the table waits for him where there is none.
    """

    kind: ChairKind
    name: str
    bot: str = ""

    @property
    def played_by(self) -> str:
        """The bot that decides for this chair; '' where a person does, or nobody."""
        return "" if self.kind == "person" else self.bot

    def left(self, bot: str) -> "Chair":
        """The chair of somebody who leaves, with a bot that stands in."""
        return Chair("absent", self.name, bot)

    def back(self) -> "Chair":
        """The chair of somebody who is back."""
        return Chair("person", self.name)


def person(name: str) -> Chair:
    """A chair for a person."""
    return Chair("person", name)


def bot(name: str, level: str) -> Chair:
    """A chair for a bot."""
    return Chair("bot", name, level)
