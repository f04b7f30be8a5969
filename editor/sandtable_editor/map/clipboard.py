"""Copying and pasting what is selected on the map, within it or from one map to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.map.selection import Selected

if TYPE_CHECKING:
    from sandtable.design.copying import CopiedThings
    from sandtable_editor.map.desk import MapDesk

KIND: Final = "application/x-sandtable-map-things"


def can_copy(desk: MapDesk) -> bool:
    """Tell whether something is selected that can be copied."""
    now = desk.selection.now
    return bool(now.spaces or now.lines or now.hexes)


def copy_selected(desk: MapDesk) -> bool:
    """Copy what is selected; return whether it could be."""
    from sandtable.design.copying import copied, to_text

    now = desk.selection.now
    try:
        things = copied(desk.design.map, now.spaces, now.lines, now.hexes)
    except Invalid as error:
        desk.refuse(sentence(str(error)))
        return False
    if not len(things):
        return False
    carried = QMimeData()
    carried.setData(KIND, to_text(things).encode())
    names = [one.name or one.id for one in things.spaces] + [one.name or one.id for one in things.lines]
    carried.setText("\n".join([*names, *now.hexes]))
    QGuiApplication.clipboard().setMimeData(carried)
    desk.hints.note([f"{words_of(things)} copied"])
    return True


def cut_selected(desk: MapDesk) -> None:
    """Copy what is selected, and take it off the map; hexes stay."""
    if copy_selected(desk):
        desk.delete_selected()


def paste(desk: MapDesk) -> None:
    """Lay down what was copied with its middle where the mouse or the crosshair is, as one edit, and select it."""
    from sandtable.design.copying import from_text, laid_down
    from sandtable.design.edits.together import Together

    sheet = desk.design.map
    held = QGuiApplication.clipboard().mimeData()
    try:
        things = from_text(bytes(held.data(KIND).data()).decode(errors="replace") if held.hasFormat(KIND) else "")
        laid = laid_down(sheet, things, desk.tool.at or desk.crosshair.here())
    except Invalid as error:
        desk.refuse(sentence(str(error)))
        return
    entry = desk.design.do(Together.of(laid.edits, f"Paste {words_of(things)}"))
    if entry is None:
        return
    now = desk.design.map
    spaces = tuple(id for id in now.graph.spaces if id not in sheet.graph.spaces)
    lines = tuple(line.id for line in now.lines if line.id not in {one.id for one in sheet.lines})
    if spaces or lines:
        desk.selection.set(Selected(spaces=spaces, lines=lines))
    if laid.beyond:
        desk.hints.note([*entry.notes, f"{count_of(laid.beyond, 'hex', 'hexes')} would lie beyond the board"])


def words_of(things: CopiedThings) -> str:
    """Return how many things there are."""
    counts = (
        count_of(len(things.spaces), "space") if things.spaces else "",
        count_of(len(things.lines), "line") if things.lines else "",
        count_of(len(things.hexes), "hex", "hexes") if things.hexes else "",
    )
    return " and ".join(filter(None, counts))
