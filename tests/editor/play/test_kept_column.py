"""A column that is filled anew: what says another thing is kept, and stands in its place; the rest goes."""

from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

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


def test_the_keyboard_goes_from_above_to_below_however_old_what_it_goes_through_is(bench: Workbench) -> None:
    """A card that is filled is made anew each time, and stands above the buttons that are kept."""
    bench.begin(alone=True)
    prompt = bench.campaign_view.prompt
    kept = set(map(id, prompt.offers))
    for _ in range(12):
        bench.settle()
        last = prompt.commit if prompt.field is not None else None
        for made in prompt.offers:
            if last is not None:
                assert following(last) is made
            last = made
        if not bench.draft.open:
            break
        bench.draft.take_up(bench.draft.open[-1])
        bench.settle()
    assert kept & set(map(id, prompt.offers)), "buttons say another thing and stay"


def following(widget: QWidget) -> QWidget:
    """Return the next button that the keyboard would come to."""
    after = widget.nextInFocusChain()
    while not (isinstance(after, QPushButton) and after.isVisible() and after.isEnabled()):
        after = after.nextInFocusChain()
    return after
