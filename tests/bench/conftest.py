"""What all benches share."""

from collections.abc import Callable

import pytest


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a figure whatever pytest captures."""

    def out(text: str) -> None:
        with capsys.disabled():
            print("\n  " + text, end="")

    return out
