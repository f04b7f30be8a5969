"""What the tests of the engine share."""

from collections.abc import Iterator

import pytest

from tests.engine.workshop import scripts


@pytest.fixture(autouse=True)
def _empty_workshop() -> Iterator[None]:
    """Clear what a test has put into the workshop."""
    scripts.clear()
    yield
    scripts.clear()
