"""The routes of games that are over: records, every step as anybody saw it, what choices cost, and ratings."""

import functools
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery

from grimorio.arena.review import Review
from grimorio.server.asking import AnyRequest, coming_in, guest_who_asks, house_of, json_of, language_of, reading_on
from grimorio.server.ratings import RatingTold, of_guest
from grimorio.server.records import LARGEST_RECORD, Imported, Replay
from grimorio.server.refusals import refuse


@get("/api/tables/{table:str}/record", answer=(dict[str, Any],))
async def record(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """The record of a game that is over: secret, commitment, nonces and every move, to be checked by anybody."""
    written = await house_of(request).records.record(table, await reading_on(request))
    named = {"Content-Disposition": 'attachment; filename="grimorio-record.json"'}
    return Response(written, media_type="application/json", headers=named)


@get("/api/tables/{table:str}/replay/{viewer:str}")
async def replay(request: AnyRequest, table: FromPath[str], viewer: FromPath[str], since: FromQuery[int] = 0) -> Replay:
    """What a viewer saw at every step of a game that is over."""
    return await house_of(request).records.replay(table, await reading_on(request), viewer, since)


@get("/api/tables/{table:str}/review/{viewer:str}")
async def review(request: AnyRequest, table: FromPath[str], viewer: FromPath[str]) -> Review:
    """What the choices of a seat of a game that is over cost, judged from what it knew, and what was luck."""
    guest = await reading_on(request)
    return await house_of(request).reviews.review(table, guest, viewer, language_of(request))


@post("/api/records", wish=dict[str, Any], request_max_body_size=LARGEST_RECORD)
async def bring(request: AnyRequest) -> Imported:
    """A record from elsewhere becomes a table that is over."""
    house, guest = await coming_in(request)
    if guest is None:
        refuse("stranger")
    try:
        text = (await json_of(request)).decode()
    except UnicodeDecodeError:
        refuse("malformed", "UTF-8")
    return await house.records.bring(guest, text)


@get("/api/ratings")
async def own_ratings(request: AnyRequest) -> tuple[RatingTold, ...]:
    """How strong the guest is in each game he finished, and how sure that is."""
    guest = await guest_who_asks(request)
    if guest is None:
        refuse("stranger")
    return await house_of(request).storage.read(functools.partial(of_guest, guest=guest))


ROUTES: list[Any] = [record, replay, review, bring, own_ratings]
