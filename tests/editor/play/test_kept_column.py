"""A column that is filled anew: what says another thing is kept, and stands in its place; the rest goes."""

from collections import Counter
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from sandtable.lab.bots import RandomBot
from sandtable.play.table.sitting import Wishes
from sandtable_editor.play.turn.kept_column import KeptColumn
from tests.editor.workbench import Workbench


def fill(column: KeptColumn, *texts: str, passing: QLabel | None = None) -> list[QWidget]:
    """Fill it with what is kept ("a"), and with what is not ("-a"); return what was put."""
    column.begin()
    for text in texts:
        if text.startswith("-"):
            made = QLabel(text)
        else:
            made = column.keep(text, QLabel, QLabel)
            made.setText(text)
        column.put(made)
    if passing is not None:
        column.put_above(column.shown[-1], passing)
    column.end()
    for one in column.shown:
        one.show()
    return list(column.shown)


def seen(inside: QWidget) -> list[str]:
    """Return what is seen, from above."""
    there = [one for one in inside.findChildren(QLabel) if one.isVisible()]
    return [one.text() for one in sorted(there, key=lambda one: one.y())]


def test_what_is_kept_is_the_same_widget_in_its_place_and_the_rest_goes(qtbot: QtBot) -> None:
    inside = QWidget()
    qtbot.addWidget(inside)
    column = KeptColumn(inside, margin=4, spacing=2)
    inside.show()
    before = fill(column, "head", "-notice", "one", "two", "three", "end")
    for texts in (("head", "one", "end"), ("head", "-form", "one", "two", "end"), ("head", "two", "one", "end")):
        after = fill(column, *texts, passing=QLabel("pass"))
        qtbot.waitUntil(lambda texts=texts: seen(inside) == [*texts[:-1], "pass", "end"])  # type: ignore[misc]
        assert after[0] is before[0]
        assert after[-1] is before[-1]
    column.let_go(column.shown[-2])
    qtbot.waitUntil(lambda: seen(inside) == ["head", "two", "one", "end"])


def test_the_keyboard_goes_from_above_to_below_however_old_what_it_goes_through_is(peninsula: Workbench) -> None:
    """A card that is filled is made anew each time, and stands above the buttons that are kept."""
    peninsula.begin(Wishes(seats="one"), scenario="peninsula-1808")
    prompt, bot, stood, has_card = peninsula.campaign_view.prompt, RandomBot(5), Counter[int](), False
    for _ in range(40):
        peninsula.settle()
        card = prompt.field.parentWidget() if prompt.field is not None else None
        if card is not None and prompt.offers:
            has_card = True
            assert card.isAncestorOf(reached(prompt.offers[0], back=True))
        for made, below in pairwise(prompt.offers):
            assert reached(made) is below
        stood.update(map(id, prompt.offers))
        ask = peninsula.campaign.ask
        assert ask is not None
        action = bot.answer(peninsula.campaign.referee, ask)
        assert action is not None
        peninsula.campaign.answer(action, ask)
    assert has_card, "there was a card with buttons below it"
    assert max(stood.values()) > 3, "a button stays, and says another thing"


def reached(widget: QWidget, *, back: bool = False) -> QWidget:
    """Return where the keyboard is after Tab, or Shift+Tab."""
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab)
    found = QApplication.focusWidget()
    assert found is not None
    return found
