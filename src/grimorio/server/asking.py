"""What every request goes through: which server it came to, who asks, and what for."""

from typing import Any, TypeVar

import msgspec
from litestar import Request, Response, WebSocket
from litestar.datastructures import Cookie

from grimorio.engine.harmless import harmless
from grimorio.server.cookies import COOKIE, FOR, signed
from grimorio.server.house import House
from grimorio.server.protocol import UNREADABLE
from grimorio.server.refusals import refuse

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing more to say."""


def house_of(connection: AnyRequest | AnySocket) -> House:
    """The server that a request came to."""
    house: House = connection.app.state["house"]
    return house


async def guest_who_asks(request: AnyRequest) -> str | None:
    """Who only looks, by his cookie; None for a stranger."""
    guest, _ = await house_of(request).guest(request.cookies.get(COOKIE))
    return guest


async def reading_on(request: AnyRequest) -> str | None:
    """Who wants something that has to be worked out; he may look as often as he may change something."""
    house_of(request).check_pace(request.client.host if request.client else "")
    return await guest_who_asks(request)


async def coming_in(request: AnyRequest) -> tuple[House, str | None]:
    """Who wants to change something, if his page may."""
    house = house_of(request)
    house.check_origin(request.headers.get("origin"), request.headers.get("host", ""))
    house.check_pace(request.client.host if request.client else "")
    return house, await guest_who_asks(request)


async def json_of(request: AnyRequest) -> bytes:
    """The body of a request; a form of another page cannot send JSON."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        refuse("malformed", "application/json")
    return await request.body()


async def wish_of(request: AnyRequest, kind: type[T]) -> T:
    """What a request asks for."""
    try:
        return msgspec.json.decode(await json_of(request), type=kind)
    except UNREADABLE as error:
        refuse("malformed", harmless(error))


def with_cookie(house: House, guest: str, content: Any, status: int = 201) -> Response[Any]:
    """An answer that says who somebody is from now on."""
    secure = house.settings.public_url.startswith("https:")
    cookie = Cookie(
        COOKIE, value=signed(house.key, guest), max_age=FOR, secure=secure, httponly=True, samesite="strict"
    )
    return Response(content, cookies=[cookie], status_code=status)


def language_of(request: AnyRequest) -> str:
    """The language in which somebody is told why not."""
    return "it" if request.headers.get("accept-language", "").lower().startswith("it") else "en"
