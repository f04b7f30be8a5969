"""A whole month of the Peninsula by keyboard alone, knowing only what a screen reader says.

Nothing is looked at here but what ``QAccessible`` tells of the window, and nothing is done but keys are pressed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, cast

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication

from sandtable.play.table.sitting import Wishes
from tests.editor.workbench import Workbench

NAME, ABOUT = QAccessible.Text.Name, QAccessible.Text.Description
ROLE = QAccessible.Role
OFFER = re.compile(r"(\d)\s+(.+)")
END: Final = "End step"
TIMES: Final = 2
"""So many times each action is tried in the month."""
ENOUGH: Final = 1_500
"""Keys after which a month must be over."""


class Listener:
    """Somebody who hears what has the focus and what the decision offers, and presses keys."""

    def __init__(self, bench: Workbench) -> None:
        self._press, self._window = bench.type_keys, bench.window
        self.keys = 0
        self.heard: list[str] = []

    # -- ears

    def focus(self) -> QAccessibleInterface:
        """Return what has the keyboard: of a list its row, of the map its counter or space."""
        widget = QApplication.focusWidget() or self._window
        spoken = QAccessible.queryAccessibleInterface(widget)
        inner = cast("QAccessibleInterface | None", spoken.focusChild())  # there may well be none
        return inner if inner is not None and spoken.role() in (ROLE.List, ROLE.Tree, ROLE.Table) else spoken

    def within(self, spoken: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
        """Yield all that can be heard inside of something, itself first; what is not there to be seen is left out."""
        yield spoken
        for at in range(spoken.childCount()):
            child = cast("QAccessibleInterface | None", spoken.child(at))
            if child is not None and not child.state().invisible:
                yield from self.within(child)

    def decision(self) -> list[QAccessibleInterface]:
        """Return all that the decision says."""
        for spoken in self.within(QAccessible.queryAccessibleInterface(self._window)):
            if spoken.text(NAME) == "Decision" and spoken.role() != ROLE.PushButton:
                return list(self.within(spoken))
        raise AssertionError("no decision is heard of")

    def buttons(self) -> list[str]:
        """Return what buttons of the decision say that can be pressed."""
        return [
            one.text(NAME)
            for one in self.decision()
            if one.role() in (ROLE.Button, ROLE.PushButton) and not one.state().disabled
        ]

    def words(self) -> str:
        """Return all that is said in the decision, in one text."""
        return " ".join(one.text(NAME) for one in self.decision())

    def month(self) -> str:
        """Return the month, as the line over the map says it."""
        for one in self.within(QAccessible.queryAccessibleInterface(self._window)):
            if found := re.search(r"(January|May|June|July|August) 18\d\d", re.sub("<[^>]*>", "", one.text(NAME))):
                return found[0]
        raise AssertionError("no month is heard of")

    # -- fingers

    def press(self, keys: str) -> None:
        self.keys += 1
        assert self.keys < ENOUGH, f"the month does not end; last was heard: {self.heard[-12:]}"
        self._press(keys)


def offers(listener: Listener) -> dict[str, str]:
    """Return the keys of what is offered and possible, by what it is called."""
    found: dict[str, str] = {}
    for one in listener.decision():
        heard = OFFER.match(one.text(NAME))
        if one.role() == ROLE.Button and heard is not None and not one.text(ABOUT).startswith("Not possible"):
            found[heard[2]] = heard[1]
    return found


def answer(listener: Listener, done: Counter[str]) -> None:
    """Answer what is asked, or fill one field of an answer: each action is tried some times, then the step ended."""
    if open_ := offers(listener):
        wanted = [name for name in open_ if name != END and done[name] < TIMES]
        name = wanted[0] if wanted else END if END in open_ else next(iter(open_))
        done[name] += 1
        listener.heard.append(name)
        listener.press(open_[name])
        return
    said = listener.words()
    listener.heard.append(f"{listener.focus().role().name} {listener.focus().text(NAME)}")
    for keys in ("Ctrl+Return", "Down", "Return", "Ctrl+Return", "Space", "Ctrl+Return"):
        listener.press(keys)
        if listener.words() != said:
            return
    for _ in range(20):  # what is shared among several has a button for the rest
        if listener.focus().text(NAME) == "Assign the rest":
            listener.press("Space")
            listener.press("Ctrl+Return")
            return
        listener.press("Tab")
    listener.press("Esc")


def test_a_month_is_played_by_keyboard_and_by_ear(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="4", seats="one"))
    listener, done = Listener(peninsula), Counter[str]()
    first = listener.month()
    while listener.month() == first:
        answer(listener, done)
    assert listener.month() == "June 1808"
    print(done, listener.keys, listener.heard)
    assert {"March", "Detach", "Besiege"} <= set(done)
