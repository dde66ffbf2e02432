"""The routes of turn notices: what is offered, what somebody wants, the code of a mail address, and no more of it."""

from typing import Any

from litestar import get, post

from grimorio.server.asking import AnyRequest, coming_in, guest_who_asks, house_of, wish_of
from grimorio.server.house import House
from grimorio.server.notices import Code, NoticesTold, Wanted
from grimorio.server.refusals import refuse


async def _known(request: AnyRequest) -> tuple[House, str]:
    """A guest who wants to change something."""
    house, guest = await coming_in(request)
    return (house, guest) if guest is not None else refuse("stranger")


@get("/api/notices")
async def notices(request: AnyRequest) -> NoticesTold:
    """What this server can send, and what the guest has asked for."""
    guest = await guest_who_asks(request)
    return await house_of(request).notices.told(guest if guest is not None else refuse("stranger"))


@post("/api/notices", wish=Wanted)
async def want_notices(request: AnyRequest) -> NoticesTold:
    """Be told by a webhook or an e-mail that it is one's turn."""
    house, guest = await _known(request)
    return await house.notices.want(guest, await wish_of(request, Wanted))


@post("/api/notices/confirm", wish=Code)
async def confirm_notices(request: AnyRequest) -> NoticesTold:
    """Confirm a mail address by the code that was sent there."""
    house, guest = await _known(request)
    return await house.notices.confirm(guest, (await wish_of(request, Code)).code)


@post("/api/notices/end")
async def end_notices(request: AnyRequest) -> NoticesTold:
    """No notices any more."""
    house, guest = await _known(request)
    return await house.notices.drop(guest)


ROUTES: list[Any] = [notices, want_notices, confirm_notices, end_notices]
