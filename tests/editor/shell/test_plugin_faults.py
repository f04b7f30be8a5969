"""What leaves a plugin's code outside a ply, wherever the window calls it, is told with the plugin's name."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from sandtable.engine import Broken, Side
from sandtable.lab.bots import play_on
from sandtable.testing import position
from sandtable_editor.shell.errors import fault_of
from tests.engine import workshop

CODE = """
from sandtable.engine import Choice, RuleModule

class Odd(Exception):
    def __str__(self):
        raise LookupError("no words")

class Says(Choice):
    def says(self):
        raise ValueError("no words")

class Shows(RuleModule):
    key = "shows"
    def counters(self):
        raise KeyError("flag")
    def panels(self):
        return 1 // 0

def findings():
    raise Odd

def leaves():
    raise SystemExit(3)

def deep():
    return sorted([1, 2], key=lambda one: one.size)
"""

PLACES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a domain that cannot be told": (lambda made: made.Says(("a",)).says(), "in says) raised ValueError: no words"),
    "counters": (lambda made: made.Shows.counters(made.Shows({})), "in counters) raised KeyError: 'flag'"),
    "panels": (lambda made: made.Shows.panels(made.Shows({})), "in panels) raised ZeroDivisionError"),
    "findings, with an exception that has no text": (
        lambda made: made.findings(),
        "in findings) raised Odd: (its text cannot be had: that raises LookupError)",
    ),
    "one that would leave the program": (lambda made: made.leaves(), "in leaves) called sys.exit"),
    "a call out of a library": (lambda made: made.deep(), "raised AttributeError"),
}


def made(name: str) -> Any:
    module = ModuleType(name)
    exec(compile(CODE, "sly.py", "exec"), module.__dict__)
    return module


def raised(call: Callable[[], Any]) -> BaseException:
    with pytest.raises(BaseException) as caught:  # noqa: PT011
        call()
    return caught.value


@pytest.mark.parametrize("package", ["sandtable_twin_rivers", "sandtable_rules_file_sly"])
@pytest.mark.parametrize("place", PLACES)
def test_the_reporter_names_the_plugin(place: str, package: str) -> None:
    call, words = PLACES[place]
    says = fault_of(raised(lambda: call(made(package)))).says
    assert says.startswith(("module shows (sly.py:", f"{package} (sly.py:"))
    assert words in says


def test_the_program_itself_is_not_taken_for_a_plugin() -> None:
    assert fault_of(raised(lambda: int("x"))).says.startswith("Something went wrong inside the program (ValueError:")


def test_an_exception_without_a_text_is_told() -> None:
    error = raised(lambda: made("elsewhere").findings())
    assert "its text cannot be had: that raises LookupError" in fault_of(error).says


class Clumsy:
    def answer(self, referee: Any, ask: Any) -> Any:
        raise IndexError("no such card")


def test_a_bots_failure_names_the_bot_and_its_package() -> None:
    play = position(workshop.SYSTEM, Side(workshop.BLUE), at="Blue: play")
    with pytest.raises(Broken, match=r"^the bot Clumsy \(tests\) raised IndexError: no such card$"):
        play_on(play.referee, Clumsy())
