"""Every message of a client with every field wrong in every way, while people play: a clear refusal, nothing else."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from grimorio.server import protocol
from grimorio.server.bounds import Bucket

HUGE, LONG = 1 << 70, "x" * 5000
WRONG: list[Any] = [
    None, True, False, -1, 0, 1, 7, HUGE, -HUGE, 1.5, 1e300, "", " ", "0", "1", "Z", "H", "G", "C", "A", "a", "\uff21",
    "A\u0301", "\u0410", "A ", "\u0000", "\ud800", "\u202eA", LONG, [], ["A"], {}, {"seat": "A"},
]  # fmt: skip
"""What somebody fills a field with who means harm or cannot count; some letters only look like an A."""
FIELDS: dict[str, dict[str, Any]] = {
    "hello": {"protocol": 1, "client": "c", "language": "en"},
    "open": {"table": "t", "last": None},
    "lobby": {"on": True},
    "do": {"seen": 1, "decisions": [{"form": "f", "refs": [{"sort": "card", "name": "blue 3", "at": "hand[A]"}]}]},
    "nonce": {"text": "n"},
    "fill": {"seat": "B", "bot": "random"},
    "pause": {"on": True},
    "tempo": {"tempo": "slow"},
    "replace": {"seat": "B"},
    "mute": {"seat": "B", "on": True},
    "say": {"text": "t"},
}
"""The fields of each message, besides its number."""
KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(protocol.ClientMessage)}
GOES = {"leave", "back", "rematch", "hint", "undo", "deal"}
"""Commands without a field but their number, which may be done with any that was not used."""
UNCLEAR = {"broken", "not-kept", "too-fast", "too-many"}
"""What is no answer to something that is wrong."""


class Tried(NamedTuple):
    """A message with one thing wrong: of which kind, in which field, what, and the message."""

    kind: str
    field: str
    wrong: Any
    message: dict[str, Any]

    def allowed(self) -> bool:
        """Whether it is nothing but strange: a text is a text, and a number that was not used is a number."""
        if self.field == "on":
            return isinstance(self.wrong, bool)
        if self.field == "seat":
            return self.kind == "mute" and self.wrong in ("A", "B")
        if self.field == "text":
            return self.kind == "say" and isinstance(self.wrong, str) and len(self.wrong) <= 200
        if self.field == "number":
            return self.wrong in (1, 7) and not isinstance(self.wrong, bool)
        return False


def wrongly(value: Any) -> Iterator[Any]:
    """A field in every wrong way; what has parts also with one of them wrong."""
    yield from WRONG
    if isinstance(value, dict):
        for name, part in value.items():
            yield {each: value[each] for each in value if each != name}
            yield from ({**value, name: wrong} for wrong in wrongly(part))
    if isinstance(value, list):
        yield value * 33
        yield from ([wrong] for wrong in wrongly(value[0]))


def tries() -> Iterator[Tried]:
    """Each message with one field wrong, missing or too many."""
    for kind, struct in KINDS.items():
        fields = {**FIELDS.get(kind, {}), **({"number": 1} if issubclass(struct, get_args(protocol.Command)) else {})}
        for field, value in fields.items():
            for wrong in wrongly(value):
                if kind != "lobby" or not isinstance(wrong, bool):  # then it is told whenever it changes
                    yield Tried(kind, field, wrong, {"kind": kind, **fields, field: wrong})
            if field not in {"on", "last", "language"}:
                yield Tried(
                    kind, field, "missing", {"kind": kind, **{each: fields[each] for each in fields if each != field}}
                )
        yield Tried(kind, "dragon", 1, {"kind": kind, **fields, "dragon": 1})
    yield from (Tried("", "kind", wrong, {"kind": wrong, "number": 1}) for wrong in WRONG)


def test_every_field_of_every_message_is_tried() -> None:
    for kind, struct in KINDS.items():
        assert {*FIELDS.get(kind, {}), "number"} >= {field.encode_name for field in msgspec.structs.fields(struct)}, (
            kind
        )
    assert {kind for kind in KINDS if kind not in FIELDS} == GOES


async def attack(running: Any) -> list[tuple[Tried, dict[str, Any]]]:
    """Everything is said by the host of a table of two at which a game goes on; then somebody makes a move."""
    made = await asyncio.to_thread(running.make, "Ada", "me", "open")
    await asyncio.to_thread(running.join, "Bruno", made["links"]["1"])
    answers = []
    async with running.client("Ada") as ada:
        await ada.open(made["table"])
        assert (await ada.ask(protocol.Deal))["kind"] == "ack"
        for number, tried in enumerate(tries(), 1000):
            if tried.kind in GOES and tried.field == "number" and tried.allowed():
                continue
            if tried.field != "number" and "number" in tried.message:
                tried.message["number"] = number
            await ada.send(json.dumps(tried.message).encode())
            try:
                answer = await asyncio.wait_for(ada.until("ack", "opened", "lobby", "refused"), 20)
            except TimeoutError:
                answer = {"kind": "nothing"}
            answers.append((tried, answer))
    async with running.client("Ada") as ada, running.client("Bruno") as bruno:
        for person in (ada, bruno):
            await person.open(made["table"])
        mover = next(person for person in (ada, bruno) if next(person.ways(), None))
        moved = await mover.ask(protocol.Do, seen=mover.version, decisions=(next(mover.ways()),))
        assert moved["kind"] == "ack"
    return answers


@pytest.mark.compiled_only
def test_a_wrong_field_of_any_message_is_refused_clearly_and_the_game_goes_on(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bucket, "take", lambda _bucket: True)
    answers = asyncio.run(attack(running))
    assert len(answers) > 1000
    for tried, answer in answers:
        if tried.allowed():
            continue
        assert answer["kind"] == "refused", (tried[:3], answer)
        refusal = answer["refusal"]
        assert refusal["code"] not in UNCLEAR, (tried[:3], refusal)
        assert refusal["sentence"], (tried[:3], refusal)
        if refusal["code"] != "malformed":
            assert answer.get("number") == tried.message.get("number"), (tried[:3], answer)
