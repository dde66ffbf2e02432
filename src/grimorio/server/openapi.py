"""What can be asked over HTTP, as an OpenAPI document made from the routes and the types they read and write.

A route says what it reads by `wish=`, and where its answer is no plain type of its own, what it writes by `answer=`;
the rest is in its signature. So the document cannot fall behind, and a test asks a running server all that it says.
"""

import functools
import inspect
import re
from collections.abc import Iterable
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from grimorio import __version__
from grimorio.engine.wire import RefusalTold
from grimorio.server.cookies import COOKIE
from grimorio.server.refusals import STATUS

PLACE = "#/components/schemas/{name}"
JSON = "application/json"
STATUSES = sorted({400, 404, 405, 413, *STATUS.values()} - {500})
"""With what a request may be refused; 500 would be a mistake of ours."""
PARAMETER = re.compile(r"\{(\w+):\w+\}")
TITLE = "Grimorio: tables over HTTP"
ABOUT = "Making tables, sitting down and reading games that are over; playing itself goes over the socket /api/socket."


def operations(routes: Iterable[Any]) -> list[tuple[str, str, HTTPRouteHandler]]:
    """Every request that the document tells of: method, path, and what answers it."""
    shown = [each for each in routes if isinstance(each, HTTPRouteHandler) and each.include_in_schema is not False]
    return [
        (str(getattr(method, "value", method)).lower(), path, route)
        for route in shown
        for path in route.paths
        for method in route.http_methods
        if method != "OPTIONS"
    ]


def answers_of(route: HTTPRouteHandler) -> tuple[Any, ...]:
    """The types of what a route may answer."""
    if "answer" in route.opt:
        return tuple(route.opt["answer"])
    told = get_type_hints(inspect.unwrap(route.fn))["return"]
    return (get_args(told)[0] if get_origin(told) is Response else told,)


def document(routes: Iterable[Any]) -> dict[str, Any]:
    """The whole document."""
    found = operations(routes)
    types = [RefusalTold]
    types += [kind for _, _, route in found for kind in (*answers_of(route), route.opt.get("wish")) if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=PLACE)
    named = {repr(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    paths: dict[str, Any] = {}
    for method, path, route in found:
        told = _operation(route, path, named)
        paths.setdefault(PARAMETER.sub(r"{\1}", path), {})[method] = told
    guest = {"type": "apiKey", "in": "cookie", "name": COOKIE}
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"guest": guest}},
        "security": [{}, {"guest": []}],
    }


def _operation(route: HTTPRouteHandler, path: str, named: dict[str, Any]) -> dict[str, Any]:
    """One request: what it needs, and how it may be answered."""
    first, *more = [named[repr(kind)] for kind in answers_of(route)]
    done = {"description": "done", "content": {JSON: {"schema": {"anyOf": [first, *more]} if more else first}}}
    refused = {"description": "refused, and why", "content": {JSON: {"schema": named[repr(RefusalTold)]}}}
    told: dict[str, Any] = {
        "operationId": route.fn.__name__,
        "summary": (inspect.getdoc(route.fn) or "").splitlines()[0],
        "parameters": [*_path_parameters(path), *_query_parameters(route)],
        "responses": {str(route.status_code): done, **{str(status): refused for status in STATUSES}},
    }
    if "wish" in route.opt:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": named[repr(route.opt["wish"])]}}}
    return told


def _path_parameters(path: str) -> list[dict[str, Any]]:
    texts = {"type": "string", "minLength": 1}
    return [{"name": name, "in": "path", "required": True, "schema": texts} for name in PARAMETER.findall(path)]


def _query_parameters(route: HTTPRouteHandler) -> list[dict[str, Any]]:
    """What may follow a question mark: parameters with a default."""
    found = inspect.signature(route.fn).parameters.values()
    return [
        {"name": each.name, "in": "query", "schema": {"type": "integer", "minimum": 0, "default": each.default}}
        for each in found
        if each.default is not inspect.Parameter.empty
    ]


def openapi_route(routes: Iterable[Any]) -> HTTPRouteHandler:
    """The address at which the document is, with everything that can be asked; itself is left out."""
    written = functools.cache(lambda: msgspec.json.encode(document(tuple(routes))))

    @get("/api/openapi.json", include_in_schema=False, sync_to_thread=False)
    def openapi() -> Response[bytes]:
        """The document."""
        return Response(written(), media_type=JSON)

    return openapi
