"""The OpenAPI document tells everything that can be asked, and what is asked by it is answered as it says."""

import functools
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from grimorio.server.app import ROUTES
from grimorio.server.openapi import document

pytestmark = pytest.mark.compiled_only
LEFT_OUT = {("get", "/api/openapi.json"), ("get", "/metrics")}
BOUNDED = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), database=None)


def asked_of(routes: list[Any]) -> set[tuple[str, str]]:
    """Every request that a server answers, as the document writes it."""
    found = {
        (str(getattr(method, "value", method)).lower(), path.replace(":str}", "}"))
        for route in routes
        for path in route.paths
        for method in getattr(route, "http_methods", ())
    }
    return {(method, path) for method, path in found if method != "options"} - LEFT_OUT


def test_every_request_is_told_and_no_other() -> None:
    told = document(ROUTES)
    assert {(method, path) for path, methods in told["paths"].items() for method in methods} == asked_of(ROUTES)
    for methods in told["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            assert "400" in operation["responses"]
    posts = {path for path, methods in told["paths"].items() if "requestBody" in methods.get("post", {})}
    assert posts == {path for method, path in asked_of(ROUTES) if method == "post"} - {"/api/return"}


def test_the_document_is_at_its_address(running: Any) -> None:
    answer = running.http("Ada").get("/api/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == msgspec.json.decode(msgspec.json.encode(document(ROUTES)))


def asked(running: Any, told: dict[str, Any]) -> set[tuple[str, str]]:
    """Ask what a document allows, with a cookie and without, and compare every answer with what it says of it."""
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed (make test installs it)")
    checks = pytest.importorskip("schemathesis.checks")
    checks.load_all_checks()
    names = ["status_code_conformance", "content_type_conformance", "response_schema_conformance"]
    wanted = [checks.not_a_server_error, *checks.CHECKS.get_by_names(names)]
    tried: set[tuple[str, str]] = set()

    def ask(case: Any, cookie: str) -> None:
        tried.add((case.method.lower(), case.operation.path))
        answer = case.call(base_url=f"http://{running.address}", cookies={"grimorio": cookie} if cookie else {})
        case.validate_response(answer, checks=wanted)
        assert "Traceback" not in answer.text

    for found in schemathesis.openapi.from_dict(told).get_all_operations():
        for cookie in ("", running.cookie("Ada")):
            BOUNDED(_for_each(found.ok().as_strategy(), functools.partial(ask, cookie=cookie)))()
    return tried


def _for_each(cases: Any, ask: Any) -> Any:
    @given(cases)
    def each(case: Any) -> None:
        ask(case)

    return each


def test_whatever_the_document_allows_is_answered_as_it_says(running: Any) -> None:
    """No 500, and no status, type or form of an answer that is not told."""
    running.make("Ada", "me", "open")
    assert asked(running, running.http("Ada").get("/api/openapi.json").json()) == asked_of(ROUTES)


@pytest.mark.parametrize("fault", ["status", "form"])
def test_a_document_that_does_not_tell_the_truth_is_caught(running: Any, fault: str) -> None:
    running.make("Ada", "me", "open")
    told = running.http("Ada").get("/api/openapi.json").json()
    told["paths"] = {path: told["paths"][path] for path in ("/api/health", "/api/join")}
    if fault == "status":
        del told["paths"]["/api/join"]["post"]["responses"]["410"]
    else:
        told["components"]["schemas"]["Health"]["properties"]["tables"] = {"type": "string"}
    with pytest.raises(BaseExceptionGroup, match=r"[Uu]ndocumented|[Ss]chema"):
        asked(running, told)
