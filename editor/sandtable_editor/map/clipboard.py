"""Copying, pasting and duplicating what is selected on the map, within it or from one map to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.map.selection import Selected

if TYPE_CHECKING:
    from sandtable.board.shapes import Place
    from sandtable.design.copying import CopiedThings
    from sandtable_editor.map.desk import MapDesk

APART: Final = 24
"""So many pixels of the screen lie between a thing and the copy that is laid beside it."""
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
    from sandtable.design.copying import from_text

    held = QGuiApplication.clipboard().mimeData()
    try:
        things = from_text(bytes(held.data(KIND).data()).decode(errors="replace") if held.hasFormat(KIND) else "")
        _lay(desk, things, desk.tool.at or desk.crosshair.here(), "Paste")
    except Invalid as error:
        desk.refuse(sentence(str(error)))


def duplicate(desk: MapDesk) -> None:
    """Lay a second one of what is selected where the mouse or the crosshair is, or beside the first if that is there.

    What is in the clipboard stays there.
    """
    from sandtable.design.copying import copied

    now = desk.selection.now
    try:
        things = copied(desk.design.map, now.spaces, now.lines, now.hexes)
        if len(things):
            _lay(desk, things, _free_place(desk), "Duplicate")
    except Invalid as error:
        desk.refuse(sentence(str(error)))


def _free_place(desk: MapDesk) -> Place:
    """Return what is pointed at, unless that is within the box round what is selected: then the place beside that."""
    from sandtable_editor.map.frames import frame_of  # brings numpy, which the first page does without

    pointed = desk.tool.at or desk.crosshair.at
    box = frame_of(desk.selection.now, desk.design.map)
    if box is None:
        return pointed or desk.crosshair.here()
    left, low, right, high = box
    if pointed is not None and not (left <= pointed[0] <= right and low <= pointed[1] <= high):
        return pointed
    gap = desk.view.typical() if desk.selection.hexes else desk.view.units(APART)
    return right + (right - left) / 2 + gap, (low + high) / 2


def _lay(desk: MapDesk, things: CopiedThings, at: Place, does: str) -> None:
    """Lay things down as one edit, and select them; raises ``Invalid`` where none of them fits the map."""
    from sandtable.design.copying import laid_down
    from sandtable.design.edits.together import Together

    sheet = desk.design.map
    laid = laid_down(sheet, things, at)
    entry = desk.design.do(Together.of(laid.edits, f"{does} {words_of(things)}"))
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
