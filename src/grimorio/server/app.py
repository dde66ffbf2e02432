"""The routes: tables over HTTP, play over one WebSocket a client. What they do stands in modules of their own."""

import asyncio
import contextlib
import functools
import hmac
import logging
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Litestar, Response, get, post, websocket
from litestar.exceptions import HTTPException, NotFoundException

from grimorio import __version__
from grimorio.engine.refusal import Refusal, Refused
from grimorio.engine.wire import GameTold, RefusalTold, WordsTold, game_told, words_told
from grimorio.engine.words import LANGUAGES
from grimorio.games import GAMES
from grimorio.server import notice_routes, practice_routes, record_routes
from grimorio.server.asking import (
    AnyRequest,
    AnySocket,
    Nothing,
    coming_in,
    guest_who_asks,
    house_of,
    language_of,
    wish_of,
    with_cookie,
)
from grimorio.server.cookies import COOKIE
from grimorio.server.house import House, Settings
from grimorio.server.line import ENDED, line_of
from grimorio.server.openapi import openapi_route
from grimorio.server.page import built, page
from grimorio.server.protocol import LARGEST_MESSAGE, PROTOCOL, LobbyTable, Token
from grimorio.server.refusals import STATUS, refuse, told
from grimorio.server.rehearsal import NotReadyError
from grimorio.server.sitting import SitDown, WhyNot, players, sit_down, why_not
from grimorio.server.storage import Storage, StorageError
from grimorio.server.tables import MadeTable, Name, NewTable, Seated

LOGGER = logging.getLogger("grimorio.server")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class Invited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody with a seat link, and the name he wants."""

    link: Token
    name: Name


class Returning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody with a return link."""

    link: Token


class ReturnLink(msgspec.Struct, frozen=True):
    """A return link: it works once."""

    link: str


class EditionTold(msgspec.Struct, frozen=True):
    """An edition as its TOML file has it."""

    text: str


class Health(msgspec.Struct, frozen=True):
    """That the server runs, and how much of it is awake."""

    version: str
    protocol: int
    tables: int
    sockets: int


# ---------------------------------------------------------------- HTTP


@get("/api/health")
async def health(request: AnyRequest) -> Health:
    """Whether the database answers."""
    house = house_of(request)
    await house.storage.read(lambda on: on.exec_driver_sql("SELECT 1").close())
    return Health(__version__, PROTOCOL, len(house.keeper.lives), len(house.conversations))


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[str]:
    """Numbers for the operator, who names the word that he chose; for everybody else there are none."""
    house = house_of(request)
    named = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not house.settings.metrics or not hmac.compare_digest(named.encode(), house.settings.metrics.encode()):
        raise NotFoundException
    return Response(house.metrics.told(house), media_type="text/plain; version=0.0.4")


@get("/api/games", sync_to_thread=False)
def games() -> list[GameTold]:
    """What can be played."""
    return [game_told(game) for game in GAMES.values()]


@get("/api/games/{game:str}/words/{language:str}", sync_to_thread=False)
def words(request: AnyRequest) -> WordsTold:
    """Every sentence of a game."""
    game, language = request.path_params["game"], request.path_params["language"]
    if game not in GAMES or language not in LANGUAGES:
        refuse("no-table")
    return words_told(GAMES[game], language)


@get("/api/games/{game:str}/edition", sync_to_thread=False)
def edition(request: AnyRequest) -> EditionTold:
    """The cards of a game's box, for whoever wants to make his own of them."""
    game = GAMES.get(request.path_params["game"])
    if game is None:
        refuse("no-table")
    return EditionTold(game.standard.text)


@get("/api/bots", sync_to_thread=False)
def bots() -> dict[str, tuple[str, ...]]:
    """Who can be played against."""
    return players()


@get("/api/tables")
async def lobby(request: AnyRequest) -> tuple[LobbyTable, ...]:
    """The tables that anybody may see."""
    return await house_of(request).tables.lobby()


@get("/api/tables/mine")
async def own_tables(request: AnyRequest) -> tuple[LobbyTable, ...]:
    """The tables at which the guest has a seat."""
    guest = await guest_who_asks(request)
    if guest is None:
        refuse("stranger")
    return await house_of(request).tables.own(guest)


@post("/api/tables", wish=NewTable)
async def make_table(request: AnyRequest) -> Response[MadeTable]:
    """A new table, with the links of its open seats."""
    house, known = await coming_in(request)
    wish = await wish_of(request, NewTable)
    guest = await house.tables.guest(known, wish.name)
    return with_cookie(house, guest, await house.tables.make(guest, wish))


@post("/api/join", wish=Invited)
async def join(request: AnyRequest) -> Response[Seated]:
    """Take the seat of a link."""
    house, known = await coming_in(request)
    wish = await wish_of(request, Invited)
    guest, seated = await house.tables.join(known, wish.link, wish.name)
    return with_cookie(house, guest, seated)


@post("/api/sit", wish=SitDown)
async def sit(request: AnyRequest) -> Response[Seated]:
    """Take a free seat at a table that is open to all."""
    house, known = await coming_in(request)
    guest, seated = await sit_down(house.tables, known, await wish_of(request, SitDown))
    return with_cookie(house, guest, seated)


@post("/api/why", status_code=200, wish=WhyNot, answer=(RefusalTold, Nothing))
async def why(request: AnyRequest) -> RefusalTold | dict[str, Any]:
    """Why what was picked cannot be done."""
    house, guest = await coming_in(request)
    return await why_not(house.tables, guest, await wish_of(request, WhyNot), language_of(request))


@post("/api/return")
async def return_link(request: AnyRequest) -> ReturnLink:
    """A link for another device."""
    house, guest = await coming_in(request)
    if guest is None:
        refuse("stranger")
    return ReturnLink(await house.tables.return_link(guest))


@post("/api/come-in", wish=Returning)
async def come_in(request: AnyRequest) -> Response[Nothing]:
    """Come in from another device."""
    house, _ = await coming_in(request)
    wish = await wish_of(request, Returning)
    return with_cookie(house, await house.tables.come_in(wish.link), Nothing())


# ---------------------------------------------------------------- the socket


@websocket("/api/socket")
async def play(socket: AnySocket) -> None:
    """One client, until it goes; whatever page it is on, its origin must be ours."""
    house = house_of(socket)
    try:
        house.check_origin(socket.headers.get("origin"), socket.headers.get("host", ""))
        address = socket.client.host if socket.client else ""
        house.check_pace(address)
        conversation = house.enter(*await house.guest(socket.cookies.get(COOKIE)), address)
    except Refused as refused:
        await socket.close(code=ENDED, reason=refused.refusal.code)
        return
    try:
        await socket.accept()
    except BaseException:
        house.leave(conversation)
        raise
    line = line_of(socket.scope["extensions"])
    conversation.begin(line, functools.partial(house.leave, conversation))
    line.take(conversation)


# ---------------------------------------------------------------- what goes wrong


def _refusal(request: AnyRequest, refusal: Refusal, status: int | None = None) -> Response[RefusalTold]:
    content = told(refusal, language_of(request))
    status = status or STATUS.get(refusal.code, 400)
    return Response(content, status_code=status, media_type="application/json", headers=HEADERS)


def on_refused(request: AnyRequest, refused: Refused) -> Response[RefusalTold]:
    """A refusal as an answer."""
    return _refusal(request, refused.refusal)


def on_not_ready(request: AnyRequest, error: NotReadyError) -> Response[RefusalTold]:
    """Nobody waits for a compiler."""
    rehearsals = house_of(request).keeper.rehearsals
    rehearsals.begin(error.game)
    return _refusal(request, Refusal("not-ready", "", "/".join(str(each) for each in rehearsals.far(error.game))))


def on_http(request: AnyRequest, error: HTTPException) -> Response[RefusalTold]:
    """What is no request of ours: where it is wrong is told, and nothing of what it said."""
    status = error.status_code if error.status_code in {404, 405, 413} else 400
    return _refusal(request, Refusal("malformed", ""), status)


def on_storage(request: AnyRequest, error: StorageError) -> Response[RefusalTold]:
    """A disk that does not take it."""
    LOGGER.error("not kept", extra={"error": type(error).__name__})
    return _refusal(request, Refusal("not-kept", ""))


def on_anything(request: AnyRequest, error: Exception) -> Response[RefusalTold]:
    """A mistake of ours: told in one word, without its story."""
    LOGGER.error("request failed", exc_info=error)
    return _refusal(request, Refusal("broken", ""))


ROUTES: list[Any] = [health, metrics, games, words, edition, bots, lobby, own_tables, make_table, join, sit, why]
ROUTES += [return_link, come_in, play, *record_routes.ROUTES, *notice_routes.ROUTES, *practice_routes.ROUTES]
ROUTES += [openapi_route(ROUTES)]
HANDLERS: dict[Any, Any] = {
    Refused: on_refused,
    StorageError: on_storage,
    NotReadyError: on_not_ready,
    HTTPException: on_http,
    Exception: on_anything,
}


def app(settings: Settings, storage: Storage | None = None) -> Litestar:
    """The server, to be run by Uvicorn, over a database that is open already or is opened when it starts."""

    @contextlib.asynccontextmanager
    async def open_house(made: Litestar) -> AsyncIterator[None]:
        opened = await asyncio.to_thread(Storage, settings.database) if storage is None else storage
        house = House(settings, opened)
        await house.open()
        made.state["house"] = house
        yield
        await house.close()

    return Litestar(
        [*ROUTES, page(built())],
        lifespan=[open_house],
        exception_handlers=HANDLERS,
        openapi_config=None,
        logging_config=None,
        request_max_body_size=LARGEST_MESSAGE,
        response_headers=HEADERS,
        debug=False,
    )
