"""Saving what is drawn: as a whole, as another map, not at all; other programs, damage, a file that is gone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as with_fields
from PySide6.QtWidgets import QInputDialog

from sandtable.design.draft_places import draft_path
from sandtable.design.edits.fields import SetFields, SetInfo
from sandtable.engine.errors import Invalid
from sandtable.library.store.library_file import Library
from tests.editor.map.drawing import DrawingBench
from tests.editor.map.test_frame import S, two_lands


def rename(table: DrawingBench, name: str = "Left") -> None:
    table.desk.design.do(SetFields((S("west"),), name=name))


def kept(table: DrawingBench, key: str = "drawn") -> str:
    with Library.open(table.library) as library:
        return library.map(key).name("west")


def meanwhile(table: DrawingBench) -> None:
    """Let another program change the map in its library."""
    with Library.open(table.library, writing=True) as library:
        sheet = library.map("drawn")
        library.put_map(replace(sheet, info=with_fields(sheet.info, source="somebody else")))


def test_a_save_is_told_and_undo_leads_away_from_it(table: DrawingBench) -> None:
    table.open(two_lands())
    rename(table)
    assert kept(table) == "West"
    table.type_keys("Ctrl+S")
    assert kept(table) == "Left"
    assert table.window.windowTitle() == "Drawn — Sandtable"
    assert table.desk.design.stack.isClean()
    table.type_keys("Ctrl+Z")
    assert table.window.windowTitle() == "Drawn* — Sandtable"
    assert not table.desk.design.stack.isClean()


def test_closed_without_a_save_it_opens_again_as_it_was_left(table: DrawingBench) -> None:
    table.open(two_lands())
    rename(table)
    rename(table, "Far Left")
    table.type_keys("Ctrl+Z")
    table.type_keys("Ctrl+W")
    assert table.drawing.desk is None
    assert kept(table) == "West"
    desk = table.open_again()
    assert desk.design.map.name("west") == "Left"
    assert (desk.design.position, len(desk.design.entries)) == (1, 2)
    table.type_keys("Ctrl+Shift+Z")
    assert desk.design.map.name("west") == "Far Left"


def test_what_another_program_did_is_shown_and_nothing_is_lost(table: DrawingBench) -> None:
    table.open(two_lands())
    rename(table)
    meanwhile(table)
    table.type_keys("Ctrl+S")
    assert "Another program has changed this map" in table.screen()
    assert "somebody else" in table.screen()
    table.press("Go on drawing")
    assert (table.desk.design.map.name("west"), kept(table)) == ("Left", "West")
    table.type_keys("Ctrl+S")
    table.press("Save as another map…")
    dialog = table.window.findChild(QInputDialog)
    assert dialog is not None
    dialog.setTextValue("Mine")
    dialog.accept()
    table.settle()
    assert (kept(table, "mine"), kept(table)) == ("Left", "West")
    assert table.desk.design.map.title == "Mine"


def test_what_another_program_did_is_merged_with_what_was_drawn(table: DrawingBench) -> None:
    table.open(two_lands())
    rename(table)
    meanwhile(table)
    table.type_keys("Ctrl+S")
    table.press("Merge both…")
    assert [entry.says for entry in table.desk.design.entries][1:] == ["Take in another program's changes"]
    assert table.desk.design.map.info.source == "somebody else"
    assert kept(table) == "West"
    table.type_keys("Ctrl+Z")
    table.type_keys("Ctrl+S")
    assert "Another program has changed this map" in table.screen()  # it was taken back: theirs is not in here
    table.press("Go on drawing")
    table.type_keys("Ctrl+Shift+Z")
    table.type_keys("Ctrl+W")
    desk = table.open_again()
    assert "by another program" not in table.screen()
    assert (desk.design.map.name("west"), desk.design.map.info.source) == ("Left", "somebody else")
    table.type_keys("Ctrl+S")
    assert kept(table) == "Left"
    with Library.open(table.library) as library:
        assert library.map("drawn").info.source == "somebody else"


@pytest.mark.parametrize(
    ("button", "title"), [("Keep mine there", "Mine"), ("Take theirs there", "Theirs"), ("Do not merge", "Mine")]
)
def test_where_both_changed_the_same_it_is_asked_whose_stands(table: DrawingBench, button: str, title: str) -> None:
    desk = table.open(two_lands())
    desk.design.do(SetInfo(title="Mine"))
    with Library.open(table.library, writing=True) as library:
        sheet = library.map("drawn")
        library.put_map(replace(sheet, info=with_fields(sheet.info, title="Theirs", licence="CC0")))
    table.type_keys("Ctrl+S")
    table.press("Merge both…")
    assert "the map: title: Mine in one, Theirs in the other" in table.screen()
    table.press(button)
    info = table.desk.design.map.info
    assert (info.title, info.licence) == (title, "" if button == "Do not merge" else "CC0")
    table.type_keys("Ctrl+S")
    assert ("Another program has changed this map" in table.screen()) == (button == "Do not merge")


def test_another_merge_begins_where_the_last_one_ended(table: DrawingBench) -> None:
    table.open(two_lands())
    rename(table)
    for source in ("one", "two"):
        with Library.open(table.library, writing=True) as library:
            sheet = library.map("drawn")
            library.put_map(replace(sheet, info=with_fields(sheet.info, source=source)))
        table.type_keys("Ctrl+S")
        table.press("Merge both…")
        assert table.desk.design.map.info.source == source
    table.type_keys("Ctrl+S")
    assert kept(table) == "Left"


def test_a_draft_is_discarded_only_when_that_is_said_twice(table: DrawingBench) -> None:
    table.open(two_lands())
    rename(table)
    table.window.commands["map_discard"].trigger()
    table.settle()
    table.press("Keep them")
    assert table.desk.design.map.name("west") == "Left"
    table.window.commands["map_discard"].trigger()
    table.settle()
    table.press("Discard")
    assert table.desk.design.map.name("west") == "West"
    assert table.desk.design.entries == ()
    assert not table.window.commands["map_discard"].isEnabled(), "where nothing was done there is no draft to discard"


def test_a_map_that_is_open_elsewhere_is_refused_in_a_sentence(table: DrawingBench) -> None:
    table.open(two_lands())
    rename(table)
    other = DrawingBench(table.application, table.folder)
    other.library = table.library
    other.drawing.open_map(table.library, "drawn")
    other.settle()
    assert other.drawing.desk is None

    assert "is already open for writing in this program: go on with that one" in other.screen()
    other.close()
    assert table.desk.design.map.name("west") == "Left"


def test_of_a_damaged_draft_what_is_sound_is_opened_and_said(table: DrawingBench) -> None:
    table.open(two_lands())
    rename(table)
    rename(table, "Secondly")
    table.drawing.close_design()
    path = draft_path(table.library, "drawn")
    data = path.read_bytes()
    at = data.rindex(b"Secondly")
    path.write_bytes(data[:at] + b"Sec0ndly" + data[at + 8 :])
    desk = table.open_again()
    assert "was damaged: the first edit stands" in table.screen()
    assert desk.design.map.name("west") == "Left"


def test_a_full_disk_refuses_an_edit_and_loses_none(table: DrawingBench, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = table.open(two_lands())
    rename(table)

    def full(*_: object) -> None:
        raise Invalid(f"{desk.design.draft.path} cannot be written: the disk is full")

    monkeypatch.setattr(desk.design.draft, "keep", full)
    monkeypatch.setattr(desk.design.draft, "keep_position", full)
    rename(table, "Too much")
    assert "the disk is full" in table.screen()
    assert desk.design.map.name("west") == "Left"
    table.type_keys("Ctrl+Z")
    assert (desk.design.map.name("west"), desk.design.stack.index()) == ("Left", 1)
    monkeypatch.undo()
    table.type_keys("Ctrl+Z")
    assert desk.design.map.name("west") == "West"


def test_a_library_that_is_gone_is_told_and_the_draft_stays(table: DrawingBench, tmp_path: Path) -> None:
    table.open(two_lands())
    rename(table)
    table.library.rename(tmp_path / "elsewhere.db")
    table.type_keys("Ctrl+S")
    assert "The map was not saved" in table.screen()
    assert f"all that you did is safe in the draft, {draft_path(table.library, 'drawn')}" in table.screen()
    table.press("OK")
    table.desk.refuse("Its disk is full.")
    table.type_keys("Ctrl+Z")
    assert "full" not in table.desk.hints.line  # what was refused is over once something could be done
    table.type_keys("Ctrl+Shift+Z")
    assert table.desk.design.map.name("west") == "Left"
    (tmp_path / "elsewhere.db").rename(table.library)
    table.type_keys("Ctrl+S")
    assert kept(table) == "Left"


def test_of_a_draft_that_cannot_be_read_one_chooses_the_map_as_it_was_saved(table: DrawingBench) -> None:
    table.open(two_lands())
    table.drawing.close_design()
    draft = draft_path(table.library, "drawn")
    draft.write_bytes(b"no draft at all" * 100)
    table.window.show_workspace(table.drawing)
    page = table.drawing.first_page
    page.add_library(str(table.library))
    table.wait(lambda: any("Drawn" in page.list.item(row).text() for row in range(page.list.count())))
    row = next(row for row in range(page.list.count()) if "Drawn" in page.list.item(row).text())
    assert "A draft that is damaged" in page.list.item(row).text()
    page.list.setCurrentRow(row)
    assert "is damaged and nothing of it can be read: go on with the map as it was saved" in page.notice.text()
    table.press("Open")
    table.press("Leave it")
    assert table.drawing.desk is None
    table.press("Open")
    table.press("Open the map as saved")
    assert table.desk.design.map.name("west") == "West"
    assert draft.with_name(f"{draft.name}.1").read_bytes() == b"no draft at all" * 100


def test_saved_and_closed_it_opens_again_with_its_history(table: DrawingBench) -> None:
    table.open(two_lands())
    rename(table)
    table.type_keys("Ctrl+S")
    table.type_keys("Ctrl+W")
    desk = table.open_again()
    assert table.window.windowTitle() == "Drawn — Sandtable"
    assert len(desk.design.entries) == 1
    table.type_keys("Ctrl+Z")
    assert desk.design.map.name("west") == "West"
    assert table.window.windowTitle() == "Drawn* — Sandtable"


def test_what_another_program_did_to_a_saved_map_is_told_when_it_is_opened(table: DrawingBench) -> None:
    table.open(two_lands())
    rename(table)
    table.type_keys("Ctrl+S")
    table.type_keys("Ctrl+W")
    meanwhile(table)
    desk = table.open_again()
    assert "by another program" in table.screen()
    assert "the history up to then is kept as" in table.screen()
    assert desk.design.entries == ()
    assert desk.design.map.info.source == "somebody else"
