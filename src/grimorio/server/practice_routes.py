"""The routes of what is learnt and tried: lessons, games played on from a step, examples of rules, records checked."""

import functools
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from grimorio.server.asking import (
    AnyRequest,
    Nothing,
    coming_in,
    house_of,
    json_of,
    language_of,
    reading_on,
    wish_of,
    with_cookie,
)
from grimorio.server.examples import Example, example, examples_of
from grimorio.server.lessons import LessonTold, taught
from grimorio.server.practice import Close, GoOn, Learn, PlayFrom, Stood, Verified
from grimorio.server.records import LARGEST_RECORD, Replay
from grimorio.server.refusals import refuse
from grimorio.server.tables import Seated


@post("/api/tables/{table:str}/branch", wish=PlayFrom)
async def branch(request: AnyRequest, table: FromPath[str]) -> Response[Seated]:
    """Play a seat of a game that is over, from one of its steps on, against bots."""
    house, known = await coming_in(request)
    wish = await wish_of(request, PlayFrom)
    guest = await house.tables.guest(known, wish.name)
    return with_cookie(house, guest, await house.practice.branch(guest, table, wish))


@get("/api/lessons", sync_to_thread=False)
def lessons() -> tuple[str, ...]:
    """The games that can be learnt at a table."""
    return taught()


@get("/api/lessons/{game:str}")
async def lesson(request: AnyRequest, game: FromPath[str]) -> LessonTold:
    """What a lesson says, step by step."""
    return (await house_of(request).practice.lesson(game)).told


@post("/api/lessons", wish=Learn)
async def learn(request: AnyRequest) -> Response[Seated]:
    """Sit down to a lesson."""
    house, known = await coming_in(request)
    wish = await wish_of(request, Learn)
    await house.practice.lesson(wish.game)
    guest = await house.tables.guest(known, wish.name)
    return with_cookie(house, guest, await house.practice.learn(guest, wish))


@post("/api/lessons/next", status_code=200, wish=GoOn)
async def go_on(request: AnyRequest) -> Stood:
    """The next move of the others at a lesson, or the end of it."""
    house, guest = await coming_in(request)
    return await house.practice.go_on(guest, await wish_of(request, GoOn))


@post("/api/lessons/close", status_code=200, wish=Close)
async def close(request: AnyRequest) -> Nothing:
    """Put a lesson away."""
    house, guest = await coming_in(request)
    await house.practice.close(guest, (await wish_of(request, Close)).table)
    return Nothing()


@get("/api/games/{game:str}/examples", sync_to_thread=True)
def examples(game: FromPath[str]) -> tuple[Example, ...]:
    """The scenarios of a game's rules."""
    return examples_of(game)


@get("/api/games/{game:str}/examples/{number:str}/{viewer:str}")
async def one_example(request: AnyRequest, game: FromPath[str], number: FromPath[str], viewer: FromPath[str]) -> Replay:
    """A scenario, move by move."""
    house, _ = house_of(request), await reading_on(request)
    examples_of(game)
    if not number.isascii() or not number.isdigit():
        refuse("malformed", "example")
    house.records.check_ready(game)
    return await house.keeper.think(functools.partial(example, game, int(number[:6]), viewer, language_of(request)))


@post("/api/verify", wish=dict[str, Any], request_max_body_size=LARGEST_RECORD, status_code=200)
async def verified(request: AnyRequest) -> Verified:
    """Whether everything in a record is true."""
    house, _ = await coming_in(request)
    try:
        text = (await json_of(request)).decode()
    except UnicodeDecodeError:
        refuse("malformed", "UTF-8")
    return await house.practice.verified(text)


ROUTES: list[Any] = [branch, lessons, lesson, learn, go_on, close, examples, one_example, verified]
