"""The first page of the Map workspace: maps there are, a new one, a copy of what ships, an import."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner
from msgspec import structs
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from sandtable.board.maps import Underlay
from sandtable.cli import main
from sandtable.design.draft_places import draft_path
from sandtable.design.edits.shapes import DrawArea
from sandtable.design.edits.underlays import LayUnderlay
from sandtable.interchange import geojson
from sandtable.library.own import own_library_path
from sandtable.library.shipped import shipped_path
from sandtable.library.store.library_file import Library
from sandtable_editor.map.begin.maps_page import MapsPage
from sandtable_editor.map.begin.new_map_dialog import COUNTED, PAPER, NewMapDialog
from sandtable_editor.map.dialogs.import_file import FileImportDialog
from sandtable_editor.map.guides import PaperFrame
from tests.editor.map.drawing import DrawingBench, blank_areas, blank_hexes
from tests.editor.map.test_frame import WEST, two_lands
from tests.editor.map.test_layers import picture


def first_page(table: DrawingBench) -> MapsPage:
    """Bring the first page forward, with what is on it."""
    table.window.show_workspace(table.drawing)
    page = table.drawing.first_page
    table.wait(lambda: page.list.count() > 0)
    return page


def lines(page: MapsPage) -> list[str]:
    return [page.list.item(row).text() for row in range(page.list.count())]


def test_maps_are_listed_with_their_size_and_their_drafts(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.design.do(DrawArea("south", ((0, 60), (80, 60), (80, 90), (0, 90))))
    table.drawing.close_design()
    page = first_page(table)
    page.add_library(str(table.library))
    table.wait(lambda: any("Drawn" in line for line in lines(page)))
    (line,) = [line for line in lines(page) if line.startswith("Drawn")]
    assert "2 areas" in line
    assert "1 edit, not saved" in line
    assert not page.list.item(lines(page).index(line)).icon().isNull()
    page.list.setCurrentRow(lines(page).index(line))
    table.press("Open")
    assert table.desk.design.map.knows("south")


def test_the_first_map_of_a_library_that_is_opened_is_chosen(table: DrawingBench) -> None:
    table.open(two_lands())
    table.drawing.close_design()
    page = first_page(table)
    table.wait(lambda: bool(lines(page)))
    page.add_library(str(table.library))
    table.wait(lambda: page.card is not None and page.card.library == table.library)
    assert page.card is not None
    assert page.card.key == "drawn"


def test_the_map_that_was_closed_is_the_one_that_is_chosen(table: DrawingBench) -> None:
    first_page(table)
    sheet = replace(two_lands(), info=structs.replace(two_lands().info, key="last", title="The last of all"))
    table.open(two_lands())
    table.open(sheet)
    table.drawing.first_page.add_library(str(table.library))
    table.window.commands["map_close"].trigger()
    page = table.drawing.first_page
    table.wait(lambda: page.card is not None and page.card.library == table.library)
    assert page.card is not None
    assert page.card.key == "last"


def test_pictures_of_maps_follow_the_theme(table: DrawingBench) -> None:
    table.open(two_lands())
    table.drawing.close_design()
    page = first_page(table)
    page.add_library(str(table.library))
    table.wait(lambda: any("Drawn" in line for line in lines(page)))
    chosen = lines(page).index(next(line for line in lines(page) if line.startswith("Drawn")))
    page.list.setCurrentRow(chosen)

    def brightness() -> float:
        image = page.list.item(chosen).icon().pixmap(page.list.iconSize()).toImage()
        places = [(x, y) for x in range(0, image.width(), 8) for y in range(0, image.height(), 8)]
        return sum(image.pixelColor(*at).lightnessF() for at in places) / len(places)

    day = brightness()
    table.window.theme.choose("dark")
    table.settle(1)
    assert brightness() < day - 0.2
    assert page.list.currentRow() == chosen


def test_a_map_stays_open_until_another_library_is_chosen(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.drawing.open_library()
    (asking,) = table.window.findChildren(QFileDialog)
    asking.reject()
    assert table.drawing.desk is desk
    table.drawing.open_library()
    asking = table.window.findChildren(QFileDialog)[-1]
    asking.fileSelected.emit(str(shipped_path()))
    assert table.drawing.desk is None
    page = first_page(table)
    table.wait(lambda: page.card is not None and page.card.library == shipped_path())


def test_a_library_without_maps_says_so(table: DrawingBench) -> None:
    table.open(two_lands())
    table.drawing.close_design()
    empty = table.folder / "empty.db"
    Library.create(empty).close()
    page = first_page(table)
    page.add_library(str(empty))
    table.wait(lambda: page.notice.text() == f"There is no map in {empty}.")


def test_a_map_with_nothing_but_a_scan_shows_the_scan(table: DrawingBench) -> None:
    scan = Underlay("scan", "image/png", picture("#ff0000"), 0, 0, 40, 30)
    table.open(replace(blank_areas(), underlays=(scan,)))
    table.drawing.close_design()
    page = first_page(table)
    page.add_library(str(table.library))
    table.wait(lambda: any("Drawn" in line for line in lines(page)))
    (line,) = [line for line in lines(page) if line.startswith("Drawn")]
    assert "1 image, nothing drawn yet" in line
    shown = page.list.item(lines(page).index(line)).icon().pixmap(page.list.iconSize()).toImage()
    assert shown.pixelColor(shown.rect().center()).name() == "#ff0000"


def test_a_map_without_a_title_is_listed_by_its_key(table: DrawingBench) -> None:
    sheet = two_lands()
    table.open(replace(sheet, info=structs.replace(sheet.info, title="")))
    assert table.window.windowTitle() == "drawn — Sandtable"
    table.drawing.close_design()
    page = first_page(table)
    page.add_library(str(table.library))
    table.wait(lambda: any(line.startswith("drawn\n2 areas") for line in lines(page)))


def test_the_list_of_maps_has_the_keys_when_the_page_comes(table: DrawingBench) -> None:
    table.open(blank_areas())
    table.drawing.close_design()
    table.window.show_workspace(table.drawing)
    table.settle()
    assert table.drawing.first_page.list.hasFocus()


def test_a_new_map_of_areas_is_kept_in_the_users_own_library_and_opened(table: DrawingBench) -> None:
    first_page(table)
    table.press("New map…")
    dialog = table.window.findChild(NewMapDialog)
    assert dialog is not None
    assert dialog.focusWidget() is dialog.name, "one types the title at once"
    dialog.name.setText("Iberia, 1808")
    table.press("Begin")
    assert table.desk.design.map.title == "Iberia, 1808"
    assert table.desk.design.draft.library == own_library_path()
    table.desk.design.do(WEST)
    table.type_keys("Ctrl+S")
    with Library.open(own_library_path()) as own:
        assert own.map("iberia-1808").digest == table.desk.design.map.digest
    assert table.window.windowTitle() == "Iberia, 1808 — Sandtable"


def test_a_new_map_of_areas_shows_a_paper_as_wide_and_as_high_as_was_said(table: DrawingBench) -> None:
    first_page(table)
    table.press("New map…")
    dialog = table.window.findChild(NewMapDialog)
    assert dialog is not None
    dialog.wide.setValue(80)
    dialog.high.setValue(60)
    table.press("Begin")
    assert paper_of(table) == (80, 60)
    key, library = table.desk.design.map.key, table.desk.design.draft.library
    table.drawing.close_design()
    table.drawing.open_map(library, key)
    table.settle()
    assert paper_of(table) == (80, 60)
    table.desk.design.do(LayUnderlay("scan", content=picture("#ff0000")))
    assert not table.desk.guides.shown("paper")
    table.type_keys("Ctrl+Z")
    assert paper_of(table) == (80, 60)


def test_a_map_that_a_command_began_shows_its_paper_and_properties_make_it_another(table: DrawingBench) -> None:
    assert CliRunner().invoke(main, ["map", "new", f"{table.library}#plain", "--size", "90", "30"]).exit_code == 0
    table.drawing.open_map(table.library, "plain")
    table.settle()
    assert paper_of(table) == (90, 30)
    size = next(one for one in table.window.findChildren(QLineEdit) if one.accessibleName() == "Size")
    assert size.text() == "90 by 30"
    size.setFocus()
    size.selectAll()
    QTest.keyClicks(size, "40 x 60")
    QTest.keyClick(size, Qt.Key.Key_Return)
    table.settle()
    assert paper_of(table) == (40, 60)
    table.type_keys("Ctrl+Z")
    assert paper_of(table) == (90, 30)


def paper_of(table: DrawingBench) -> tuple[float, float]:
    (frame,) = table.desk.guides.shown("paper")
    assert isinstance(frame, PaperFrame)
    across, down = (abs(one - other) for one, other in zip(frame.one, frame.other, strict=True))
    return across, down


def test_a_new_map_of_hexes_has_as_many_as_are_asked_for(table: DrawingBench) -> None:
    first_page(table)
    table.press("New map…")
    dialog = table.window.findChild(NewMapDialog)
    assert dialog is not None
    dialog.kind.setCurrentText(COUNTED)
    dialog.columns.setValue(7)
    dialog.rows.setValue(5)
    table.press("Begin")
    hexes = table.desk.design.map.hexes
    assert hexes is not None
    assert (hexes.grid.columns, hexes.grid.rows) == (7, 5)


def test_a_new_map_of_hexes_is_made_for_a_paper_and_numbered(table: DrawingBench) -> None:
    """It is the map that ``sandtable map new --paper "A3 landscape" --hex 20 --number A1`` makes."""
    first_page(table)
    table.press("New map…")
    dialog = table.window.findChild(NewMapDialog)
    assert dialog is not None
    dialog.kind.setCurrentText(PAPER)
    dialog.paper.setCurrentText("A3 landscape")
    dialog.paper.textActivated.emit("A3 landscape")
    dialog.hex.setValue(20)
    dialog.number.setText("A")
    table.press("Begin")
    assert dialog.wrong.text().startswith("'A' is not the number of a hex")
    dialog.number.setText("A1")
    table.press("Begin")
    sheet = table.desk.design.map
    assert (sheet.info.unit, sheet.hexes and (sheet.hexes.grid.columns, sheet.hexes.grid.rows)) == ("mm", (23, 14))
    assert sheet.has_hex("W14")


def test_a_map_that_ships_is_drawn_on_in_a_copy(table: DrawingBench) -> None:
    page = first_page(table)
    before = shipped_path().read_bytes()
    page.list.setCurrentRow(next(row for row in range(page.list.count()) if "Ships" in page.list.item(row).text()))
    assert "you draw on a copy" in table.screen()
    table.press("Copy and open")
    table.wait(lambda: table.drawing.desk is not None)
    assert table.desk.design.draft.library == own_library_path()
    assert shipped_path().read_bytes() == before
    assert not draft_path(shipped_path(), table.desk.design.draft.key).exists()


def test_a_file_to_import_is_asked_for_on_the_first_page(table: DrawingBench) -> None:
    first_page(table)
    table.press("Import…")
    table.wait(lambda: any(one.isVisible() for one in table.window.findChildren(QFileDialog)))
    (asking,) = table.window.findChildren(QFileDialog)
    assert asking.nameFilters()[0].startswith("Maps and drawings")
    asking.reject()


def test_a_library_that_is_damaged_or_gone_is_told_and_nothing_else(table: DrawingBench, tmp_path: Path) -> None:
    bad = tmp_path / "bad.db"
    bad.write_bytes(b"no library at all")
    page = first_page(table)
    page.add_library(str(bad))
    table.wait(lambda: any("bad.db" in line for line in lines(page)))
    page.list.setCurrentRow(next(row for row, line in enumerate(lines(page)) if "bad.db" in line))
    assert not page.open.isEnabled()
    bad.unlink()
    page.look()
    table.wait(lambda: not any("bad.db" in line for line in lines(page)))


def test_the_same_title_twice_is_two_maps(table: DrawingBench) -> None:
    first_page(table)
    beginning = table.drawing.beginning()
    beginning.keep(blank_areas("iberia"))
    beginning.keep(blank_areas("iberia"))
    QApplication.processEvents()
    with Library.open(own_library_path()) as own:
        assert [info.key for info in own.maps()] == ["iberia", "iberia-2"]


def drop(target: QWidget, path: Path) -> bool:
    """Drop a file on something; return whether it is taken."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), copy, mime, Qt.MouseButton.LeftButton, none)
    enter.ignore()
    QApplication.sendEvent(target, enter)
    if enter.isAccepted():
        QApplication.sendEvent(target, QDropEvent(QPointF(50, 50), copy, mime, Qt.MouseButton.LeftButton, none))
    return enter.isAccepted()


def test_a_library_that_is_dropped_on_the_page_is_shown_and_a_drawing_becomes_a_map(
    table: DrawingBench, tmp_path: Path
) -> None:
    table.open(two_lands())
    table.drawing.close_design()
    page = first_page(table)
    assert drop(page, table.library)
    table.wait(lambda: page.card is not None and page.card.library == table.library)
    path = tmp_path / "lands.geojson"
    path.write_text(geojson.write(two_lands()), "utf-8")
    assert drop(page, path)
    table.settle()
    (dialog,) = table.window.findChildren(FileImportDialog)
    dialog.reject()


def test_a_drawing_that_is_dropped_on_a_map_is_taken_in_and_on_a_board_it_is_not(
    table: DrawingBench, tmp_path: Path
) -> None:
    path = tmp_path / "lands.geojson"
    path.write_text(geojson.write(two_lands()), "utf-8")
    table.open(blank_hexes())
    assert not drop(table.drawn.viewport(), path)
    table.drawing.close_design()
    table.open(replace(two_lands(), info=structs.replace(two_lands().info, key="lands")))
    assert drop(table.drawn.viewport(), path)
    table.settle()
    (dialog,) = table.window.findChildren(FileImportDialog)
    assert dialog.do.text() == "Take in"
    dialog.reject()
