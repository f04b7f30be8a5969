"""Giving another name to what is selected."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from sandtable.design.edits.fields import SetFields
from sandtable.design.edits.hexes import NameHex
from sandtable.design.edits.lines import SetLine
from sandtable.design.edits.regions import SetRegion
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.shell.asking import ask_text

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.selection import Selected


def rename(desk: MapDesk) -> None:
    """Ask for the name of the one thing that is selected."""
    now = desk.selection.now
    named = _name_of(now, desk.design.map)
    if named is None:
        desk.refuse("What is selected has no name of its own: select one space, hex, line or region.")
        return
    ask_text(desk.view, "Rename", "Name:", partial(_rename, desk, now), named)


def _rename(desk: MapDesk, what: Selected, name: str) -> None:
    edit = rename_edit(what, name.strip())
    if edit is not None:
        desk.design.do(edit)
    desk.view.setFocus()


def rename_edit(what: Selected, name: str) -> MapEdit | None:
    """Return what gives a thing another name."""
    if what.spaces:
        return SetFields(what.spaces, name=name)
    if what.hexes:
        return NameHex(what.hexes[0], name)
    if what.lines:
        return SetLine(what.lines[0], name=name)
    if what.regions:
        return SetRegion(what.regions[0], name=name)
    return None


def _name_of(what: Selected, sheet: Map) -> str | None:
    if len(what) != 1:
        return None
    for space in what.spaces:
        return sheet.graph[space].name
    for hex in what.hexes:
        return sheet.hexes.names.get(sheet.by_number.at(hex), "") if sheet.hexes is not None else ""
    for id in what.lines:
        return next(one.name for one in sheet.lines if one.id == id)
    for region in what.regions:
        return sheet.region[region].name
    return None


COMMANDS: Final = (
    DeskCommand(
        "map_rename", "Edit", "&Rename…", rename, "F2", hint="Give what is selected another name",
        may=lambda desk: len(desk.selection.now) == 1,
    ),
)  # fmt: skip
