"""Scenarios as text in the window: one comes in with its map and presets, what is wrong is listed, one goes out."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QStyle, QStyleOptionViewItem

from sandtable.library.own import own_library_path
from sandtable.library.store.documents import PresetDocument
from sandtable.library.store.library_file import Library
from sandtable_editor.shell.told_list import ToldList, tell_list
from tests.editor.scenario.laying import LayingBench
from tests.editor.workbench import Workbench
from tests.library.valley import SIDES, TURNS, UNIT_HEX, UNIT_SIDE
from tests.library.valley import WITH_PRESET as VALLEY

CTRL = Qt.KeyboardModifier.ControlModifier


def choose_file(table: LayingBench, path: Path) -> None:
    """Type the name of a file into the dialog that asks for one, and press Enter."""
    table.wait(lambda: any(one.isVisible() for one in table.window.findChildren(QFileDialog)))
    dialog = next(one for one in table.window.findChildren(QFileDialog) if one.isVisible())
    line = dialog.findChild(QLineEdit, "fileNameEdit")
    assert line is not None
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, str(path))
    QTest.keyClick(line, Qt.Key.Key_Return)


def bring(table: LayingBench, path: Path, text: str) -> None:
    """Have a text imported by the keys of the first page."""
    path.write_text(text, "utf-8")
    table.window.show_workspace(table.laying)
    table.window.activateWindow()
    table.settle()
    QTest.keyClick(table.laying.first_page.list, Qt.Key.Key_I, CTRL)
    choose_file(table, path)


def close_list(table: LayingBench) -> tuple[str, list[str]]:
    """Return what the dialog says and lists once it is there, and close it."""
    table.wait(lambda: any(one.isVisible() for one in table.window.findChildren(ToldList)))
    box = next(one for one in table.window.findChildren(ToldList) if one.isVisible())
    says = box.says.text(), [box.list.item(row).text() for row in range(box.list.count())]
    table.press("Copy", box)
    assert QApplication.clipboard().text().split("\n") == says[1]
    QTest.keyClick(box, Qt.Key.Key_Escape)
    return says


def bring_in(table: LayingBench, path: Path, text: str) -> list[str]:
    """Have a text imported that comes in, and return what is told beside what the valley lacks: charts and more."""
    bring(table, path, text)
    says, lines = close_list(table)
    assert says == f"{path.name} has come in as The Valley. To be mended:"
    assert lines[-1].startswith(f"{path.name} cannot be played yet: there is no chart 'combat results'")
    table.wait(lambda: table.laying.desk is not None)
    return lines[:-1]


def keys_there() -> list[str]:
    with Library.open(own_library_path()) as own:
        return [head.key for head in own.scenarios()]


def test_a_text_becomes_a_scenario_of_the_users_own_library(table: LayingBench, tmp_path: Path) -> None:
    assert bring_in(table, tmp_path / "valley.toml", VALLEY) == []
    assert table.scenario.draft.library == own_library_path()
    assert table.document.rows["Unit"]["1"]["hex"] == "1015"
    with Library.open(own_library_path()) as own:
        assert own.revisions("thuringia")
        assert own.preset("mild").title == "Mild"
    table.settle_position()


def test_one_whose_keys_are_taken_gets_others_and_says_so(table: LayingBench, tmp_path: Path) -> None:
    other = PresetDocument(key="mild", game="grande_armee", title="Another")
    with Library.create(own_library_path()) as own:
        own.put_preset(other)
    told = bring_in(table, tmp_path / "valley.toml", VALLEY)
    assert told == ["Your library has another preset mild already: this one is mild-2 there"]
    assert table.document.preset == "mild-2"
    table.laying.close_design()
    told = bring_in(table, tmp_path / "valley.toml", VALLEY)
    assert told[0] == "Your library has a scenario valley already: this one is valley-2 there"
    assert keys_there() == ["valley", "valley-2"]
    with Library.open(own_library_path()) as own:
        assert own.preset("mild") == other


def test_all_that_is_wrong_in_a_text_is_listed_with_its_line_and_nothing_is_kept(
    table: LayingBench, tmp_path: Path
) -> None:
    wrong = VALLEY.replace("[Side]", "[Sides]").replace("turns = 5", "turm = 5").replace('"Erfurt"', '"Erfrt"')
    bring(table, tmp_path / "valley.toml", wrong)
    says, lines = close_list(table)
    assert says == "valley.toml has not come in; nothing was changed."
    assert [line.rpartition("(at line ")[2] for line in lines] == [f"{line + 1})" for line in (TURNS, SIDES, UNIT_HEX)]
    assert "did you mean Side" in lines[1]
    assert "did you mean Erfurt" in lines[2]
    assert table.laying.desk is None
    assert not own_library_path().exists()


def lines_shown(box: ToldList) -> set[int]:
    """Return how many lines the sentences of a list have, having seen that there is room for all of each."""
    letters, style, wide = box.list.fontMetrics(), box.list.style(), box.list.viewport().width()
    margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, box.list) + 1
    found = set[int]()
    for item in map(box.list.item, range(box.list.count())):
        option = QStyleOptionViewItem()
        option.initFrom(box.list)
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
        option.text, option.rect = item.text(), box.list.visualItemRect(item)
        room = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, box.list)
        across = min(room.width() - 2 * margin, wide - room.left() - margin)
        high = letters.boundingRect(0, 0, across, 999, Qt.TextFlag.TextWordWrap, option.text).height()
        assert high <= room.height(), option.text
        found.add(high // letters.height())
    return found


def test_a_sentence_a_little_wider_than_the_list_is_broken_and_not_cut(bench: Workbench) -> None:
    box = tell_list(bench.window, "Import", "What is wrong", ["word " * 16 + "i" * count for count in range(1, 60)])
    bench.settle()
    assert lines_shown(box) == {1, 2}
    box.resize(box.width() // 2, box.height())
    bench.settle()
    assert min(lines_shown(box)) == 2
    box.reject()


ALONE = {
    "Broken: no game": ('"grande_armee"', '"petite_armee"', "petite_armee"),
    "no map": ('"thuringia"', '"saxony"', "in none of the libraries that are known here; open the library that has it"),
    "no revision": (
        'map = "thuringia"', 'map = "thuringia"\nrevision = "abc"', "for revision abc of the map 'thuringia', which",
    ),
    "no TOML": ("[Calendar]", "[Calendar", "is not TOML"),
    "no base": ('map = "thuringia"', 'extends = "nowhere"', "Extends: no scenario is called 'nowhere'"),
    "a circle": ('map = "thuringia"', 'extends = "valley"', "Extends: scenario valley extends itself: valley → valley"),
    "a preset of a missing module": (
        'title = "Mild"\non = ["simplified', 'title = "Mild"\non = ["solidified', "Preset 'mild': no option is called",
    ),
    "a parameter out of its bounds": (
        'title = "Mild"\n', 'title = "Mild"\nparameters = { movement = { speed = 99 } }\n', "Preset 'mild'",
    ),
}  # fmt: skip


def test_one_thing_that_is_wrong_is_one_sentence(table: LayingBench, tmp_path: Path) -> None:
    for what, (was, now, says) in ALONE.items():
        bring(table, tmp_path / "valley.toml", VALLEY.replace(was, now))
        _, (line,) = close_list(table)
        assert says in line, what
    assert not own_library_path().exists()


def test_what_a_row_names_and_is_not_there_comes_in_and_is_told_to_be_mended(
    table: LayingBench, tmp_path: Path
) -> None:
    (line,) = bring_in(table, tmp_path / "valley.toml", VALLEY.replace('side = "France"', 'side = "Frence"'))
    assert line.endswith(f"did you mean 'France'? (at line {UNIT_SIDE + 1})")
    table.wait(lambda: table.laying.desk is not None)


def test_what_goes_out_comes_in_to_the_same(table: LayingBench, tmp_path: Path) -> None:
    assert bring_in(table, tmp_path / "valley.toml", VALLEY) == []
    table.settle_position()
    digest, out = table.document.digest, tmp_path / "out.toml"
    table.window.activateWindow()
    table.settle()
    table.view.setFocus()
    table.key(Qt.Key.Key_E, CTRL)
    choose_file(table, out)
    table.wait(out.exists)
    table.laying.close_design()
    bring_in(table, tmp_path / "again.toml", out.read_text("utf-8").replace('key = "valley"', 'key = "glen"'))
    assert keys_there() == ["glen", "valley"]
    assert replace(table.document, key="valley").digest == digest


def test_a_text_that_was_changed_is_taken_in_as_one_edit_and_given_back(table: LayingBench, tmp_path: Path) -> None:
    assert bring_in(table, tmp_path / "valley.toml", VALLEY) == []
    table.settle_position()
    was = table.document
    changed = tmp_path / "changed.toml"

    def take(text: str) -> None:
        changed.write_text(text, "utf-8")
        table.window.activateWindow()
        table.settle()
        table.view.setFocus()
        table.key(Qt.Key.Key_I, CTRL | Qt.KeyboardModifier.ShiftModifier)
        choose_file(table, changed)

    take(VALLEY.replace('hex = "Erfurt"', 'hex = "Jena"').replace("The Valley", "The Glen"))
    table.wait(lambda: table.document != was)
    assert (table.document.key, table.document.title) == ("valley", "The Glen")
    assert table.document.rows["Unit"]["1"]["hex"] != was.rows["Unit"]["1"]["hex"]
    assert [entry.says for entry in table.scenario.entries] == ["Take in changed.toml"]
    take(VALLEY.replace('"Erfurt"', '"Erfrt"').replace("days = 3", "dais = 3"))
    says, lines = close_list(table)
    assert says == "changed.toml has not come in; nothing was changed."
    assert len(lines) == 2
    take(VALLEY.replace("thuringia", "wagram"))
    assert "is on the map wagram, and this scenario is on the map thuringia" in close_list(table)[1][0]
    assert table.scenario.position == 1
    table.window.activateWindow()
    table.settle()
    table.view.setFocus()
    table.key(Qt.Key.Key_Z, CTRL)
    assert table.document == was
