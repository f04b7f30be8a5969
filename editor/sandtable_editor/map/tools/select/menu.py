"""What can be done with what is selected, as a menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from sandtable_editor.map.selection import title_of
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk


def show_menu(desk: MapDesk, at: Place, spot: QPoint) -> None:
    """Show the menu of a place of the map, at a spot of the screen."""
    menu = QMenu(desk.view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    now = desk.selection.now
    if now:
        menu.addSection(fit(title_of(now, desk.design.map)))
        _add_commands(menu, desk, ("map_rename", "map_cut", "map_copy", "map_zoom_selection", "map_delete"))
    for beneath in [one for one in desk.pointing.all_at(at) if one != now]:
        text = fit(f"Select {title_of(beneath, desk.design.map)}").replace("&", "&&")
        menu.addAction(text, lambda chosen=beneath: desk.selection.set(chosen))  # type: ignore[misc]
    menu.addSeparator()
    for make in desk.menu_makers:
        make(menu, at)
    _add_commands(menu, desk, ("map_paste", "map_go_to", "map_fit"))
    menu.popup(spot)


def _add_commands(menu: QMenu, desk: MapDesk, keys: tuple[str, ...]) -> None:
    desk.commands_wanted.emit()
    for key in keys:
        menu.addAction(desk.window.commands[key])
