"""What a sitting does in the panels of a scenario: cells of tables and charts, dates, relations, the preset."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QInputDialog, QLineEdit, QMenu, QTableView, QTreeWidget, QWidget

from sandtable_editor.scenario.open_scenario import RowName
from sandtable_editor.scenario.panels.charts import ChartsPanel
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.scenario.panels.properties import ScenarioPropertiesPanel
from sandtable_editor.scenario.panels.relations import RelationsPanel
from sandtable_editor.scenario.panels.tables import ScenarioTablesPanel
from sandtable_editor.scenario.panels.time_line import TimeLinePanel
from tests.editor.scenario.laying import LayingBench
from tests.editor.workbench import LEFT, NONE

P = TypeVar("P", bound=ScenarioPanel)
Key = Qt.Key
NO_BUTTON = Qt.MouseButton.NoButton


def opened(bench: LayingBench, kind: type[P]) -> P:
    """Bring a panel forward."""
    found = bench.panel(kind.key)
    assert isinstance(found, kind)
    return found


def come_forward(bench: LayingBench) -> None:
    """Have the window in front again after a dialog, or a list that opened: here nothing manages windows."""
    bench.window.activateWindow()
    bench.settle()


def write_in(bench: LayingBench, view: QTableView, index: QModelIndex, text: str, *, by_mouse: bool = False) -> None:
    """Write into a cell that was gone to by keys, or was clicked twice."""
    come_forward(bench)
    view.setFocus()
    view.selectionModel().setCurrentIndex(index, view.selectionModel().SelectionFlag.ClearAndSelect)
    view.scrollTo(index)
    if by_mouse:
        spot = view.visualRect(index).center()
        QTest.mouseClick(view.viewport(), LEFT, NONE, spot)
        QTest.mouseDClick(view.viewport(), LEFT, NONE, spot)
    else:
        bench.key(Key.Key_F2, widget=view)
    bench.settle()
    choice = next((one for one in view.viewport().findChildren(QComboBox) if one.isVisible()), None)
    if choice is not None:
        choose_in(bench, choice, text, by_mouse=by_mouse)
        return
    box = next(one for one in view.viewport().findChildren(QLineEdit) if one.isVisible())
    box.setFocus()
    box.selectAll()
    bench.write(text)
    bench.key(Key.Key_Return)
    bench.settle()


def choose_in(bench: LayingBench, box: QComboBox, text: str, *, by_mouse: bool) -> None:
    """Choose a line of a list that is open."""
    at = box.findText(text)
    assert at >= 0, [box.itemText(each) for each in range(box.count())]
    view = box.view()
    assert view.isVisible()
    line = box.model().index(at, 0)
    view.scrollTo(line)
    if by_mouse:
        spot = view.visualRect(line).center()
        for place in (spot + QPoint(30, 0), spot):  # a list just opened takes no click before the mouse has gone far
            everywhere = QPointF(view.viewport().mapToGlobal(place))
            move = QMouseEvent(QEvent.Type.MouseMove, QPointF(place), everywhere, NO_BUTTON, NO_BUTTON, NONE)
            QApplication.sendEvent(view.viewport(), move)
        QTest.mouseClick(view.viewport(), LEFT, NONE, spot)
    else:
        while (now := view.currentIndex().row()) != at:
            QTest.keyClick(view, Key.Key_Down if now < at else Key.Key_Up)
        QTest.keyClick(view, Key.Key_Return)
    bench.wait(lambda: QApplication.activePopupWidget() is None, 3_000)


def write_row(bench: LayingBench, table: str, id: str, field: str, text: str, *, by_mouse: bool = False) -> None:
    """Write into a field of a row, in the tables."""
    panel = opened(bench, ScenarioTablesPanel)
    panel.show_table(table)
    bench.settle()
    at = panel.model.row_of(id)
    assert at is not None, f"there is no {table} {id}"
    index = panel.sorted.mapFromSource(panel.model.index(at, panel.model.heads.index(field)))
    write_in(bench, panel.view, index, text, by_mouse=by_mouse)


def write_chart(bench: LayingBench, chart: str, keys: tuple[str, ...], text: str, *, by_mouse: bool = False) -> None:
    """Put something over a cell of a chart."""
    panel = opened(bench, ChartsPanel)
    panel.show_chart(chart)
    bench.settle()
    model = panel.model
    places = [model.index(row, column) for row in range(model.rowCount()) for column in range(model.columnCount())]
    index = next(one for one in places if model.keys_at(one.row(), one.column()) == keys)
    write_in(bench, panel.cells, index, text, by_mouse=by_mouse)


def add_dated(bench: LayingBench, table: str, id: str, *, by_mouse: bool = False) -> None:
    """Add something to the time line."""
    panel = opened(bench, TimeLinePanel)
    come_forward(bench)
    press(bench, panel.adding, by_mouse=by_mouse)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    choose_from(bench, menu, f"{table}…", by_mouse=by_mouse)
    dialog = next(one for one in bench.window.findChildren(QInputDialog) if one.isVisible())
    answer(bench, dialog, id, by_mouse=by_mouse)


def relate(bench: LayingBench, one: str, other: str, letter: str, *, by_mouse: bool = False) -> None:
    """Let something hold between two parties: by its letter, or from the menu of the cell."""
    panel = opened(bench, RelationsPanel)
    come_forward(bench)
    row, column = panel.grid.parties.index(one), panel.grid.parties.index(other)
    if by_mouse:
        item = panel.grid.item(row, column)
        assert item is not None
        QTest.mouseClick(panel.grid.viewport(), LEFT, NONE, panel.grid.visualItemRect(item).center())
        bench.settle()
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        title = next(each.title for each in panel.relations if each.key[:1].upper() == letter)
        choose_from(bench, menu, title, by_mouse=True)
    else:
        panel.grid.setFocus()
        panel.grid.setCurrentCell(row, column)
        bench.key(Key(ord(letter)), widget=panel.grid)
    bench.settle()


def begin_with(bench: LayingBench, preset: str, *, by_mouse: bool = False) -> None:
    """Choose the preset that the scenario begins with."""
    box = opened(bench, ScenarioPropertiesPanel).preset
    come_forward(bench)
    pick(bench, box, preset, by_mouse=by_mouse)


def pick(bench: LayingBench, box: QComboBox, text: str, *, by_mouse: bool) -> None:
    """Open a list, and choose a line of it."""
    if by_mouse:
        QTest.mouseClick(box, LEFT)
    else:
        box.setFocus()
        QTest.keyClick(box, Key.Key_Space)
    bench.settle()
    choose_in(bench, box, text, by_mouse=by_mouse)


def write_over(bench: LayingBench, box: QWidget, text: str, *, by_mouse: bool) -> None:
    """Write into a box in place of what stands in it."""
    if by_mouse:
        QTest.mouseClick(box, LEFT, NONE, box.rect().center())
    else:
        box.setFocus()
    QTest.keyClick(box, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(box, text)
    bench.settle()


def go_to_row(bench: LayingBench, tree: QTreeWidget, row: RowName) -> None:
    """Go through the order of battle by keys until a row is selected."""
    tree.setFocus()
    QTest.keyClick(tree, Key.Key_Home)
    while list(bench.scenario.selection) != [row]:
        was = tree.currentItem()
        QTest.keyClick(tree, Key.Key_Down)
        assert tree.currentItem() is not was, f"{row} is not in the tree"
    bench.settle()


def find_on_map(bench: LayingBench, name: str) -> None:
    """Find a place by its name, and go there."""
    bench.type_keys("Ctrl+F")
    bench.write(name)
    bench.key(Key.Key_Return)


def press(bench: LayingBench, button: QWidget, *, by_mouse: bool) -> None:
    """Press a button."""
    if by_mouse:
        QTest.mouseClick(button, LEFT)
    else:
        button.setFocus()
        QTest.keyClick(button, Key.Key_Space)
    bench.settle()


def choose_from(bench: LayingBench, menu: QMenu, text: str, *, by_mouse: bool) -> None:
    """Choose a line of a menu that is open."""
    lines = [each for each in menu.actions() if not each.isSeparator()]
    wanted = next(each for each in lines if text.casefold() in each.text().replace("&", "").casefold())
    if by_mouse:
        QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(wanted).center())
    else:
        for _ in range(len(lines)):
            QTest.keyClick(menu, Key.Key_Down)
            if menu.activeAction() is wanted:
                break
        QTest.keyClick(menu, Key.Key_Return)
    bench.settle()


def answer(bench: LayingBench, dialog: QInputDialog, text: str, *, by_mouse: bool = False) -> None:
    """Write what a dialog asks for, and agree."""
    box = dialog.findChild(QLineEdit)
    assert isinstance(box, QLineEdit)
    box.setFocus()
    QTest.keyClicks(box, text)
    if by_mouse:
        bench.press("OK", dialog)
    else:
        QTest.keyClick(box, Key.Key_Return)
    bench.settle()
