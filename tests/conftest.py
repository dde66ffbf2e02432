"""What all tests share: how Hypothesis behaves, and which tests need compiled kernels."""

import os

import pytest
from hypothesis import HealthCheck, settings

from grimorio.engine.kernel import INTERPRETED

settings.register_profile(
    "grimorio",
    deadline=None,  # the engine's tests are not timed: the first example compiles
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("grimorio")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Golden records are written anew by one flag, and reviewed as a diff."""
    parser.addoption("--regolden", action="store_true", help="write the golden records anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of many games or hands want compiled kernels; interpreted they would take hours."""
    if INTERPRETED:
        for item in items:
            if item.get_closest_marker("compiled_only"):
                item.add_marker(pytest.mark.skip(reason="needs compiled kernels"))
