"""The commands of the map that is open: what each does, and when it can be done."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from sandtable_editor.map.clipboard import can_copy, copy_selected, cut_selected, duplicate, paste
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.layer_commands import COMMANDS as LAYER_COMMANDS
from sandtable_editor.map.locks import selected_in
from sandtable_editor.map.selection import Selected

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tools.tool import MapTool
    from sandtable_editor.shell.workspace import Workspace


def _select_all(desk: MapDesk) -> None:
    """Select all that a click could select: nothing that is locked, or not to be seen."""
    sheet = desk.design.map
    everything = Selected(spaces=tuple(sheet.graph.spaces), lines=tuple(line.id for line in sheet.lines))
    out_of_reach = selected_in(everything, desk.pointing.locked, sheet)
    desk.selection.set(everything.without(out_of_reach))
    if told := desk.layers.words_of(out_of_reach):
        desk.hints.note([told])


COMMANDS: Final[tuple[DeskCommand, ...]] = (
    DeskCommand("map_fit", "View", "Whole &map", lambda desk: desk.view.fit(), ("Ctrl+0", "Ctrl+/")),
    DeskCommand("map_zoom_in", "View", "Zoom &in", lambda desk: desk.view.zoom_by(1.25), ("Ctrl++", "Ctrl+=")),
    DeskCommand("map_zoom_out", "View", "Zoom &out", lambda desk: desk.view.zoom_by(0.8), "Ctrl+-"),
    DeskCommand(
        "map_zoom_selection", "View", "Zoom to the &selection", lambda desk: desk.look_at_selection(), "Ctrl+J",
        may=lambda desk: bool(desk.selection),
    ),
    DeskCommand(
        "map_go_to", "View", "&Go to a place…", lambda desk: desk.ask_place(), "Ctrl+Shift+G",
        hint="Type coordinates, or the number of a hex",
    ),
    DeskCommand(
        "map_panels", "View", "Hide the &panels, or show them", lambda desk: desk.panels_turned_away.emit(), "Ctrl+Tab",
        hint="Give all of the window to the map, or bring the panels back",
    ),
    DeskCommand(
        "map_cut", "Edit", "Cu&t", cut_selected, "Ctrl+X", may=can_copy, listens=False,
        hint="Copy what is selected, and take it off the map; of hexes only a copy is made",
    ),
    DeskCommand(
        "map_copy", "Edit", "&Copy", copy_selected, "Ctrl+C", may=can_copy, listens=False,
        hint="Copy areas, places, lines and what lies in hexes",
    ),
    DeskCommand(
        "map_paste", "Edit", "&Paste", paste, "Ctrl+V", listens=False,
        hint="Lay down what was copied, its middle where you point; areas end at the borders there",
    ),
    DeskCommand(
        "map_duplicate", "Edit", "D&uplicate", duplicate, "Ctrl+D", may=can_copy,
        hint="Lay a second one where you point, or beside the first; the clipboard stays as it is",
    ),
    DeskCommand("map_select_all", "Edit", "Select &all", _select_all, "Ctrl+A"),
    DeskCommand(
        "map_deselect", "Edit", "Select &nothing", lambda desk: desk.selection.clear(), "Ctrl+Shift+A",
        may=lambda desk: bool(desk.selection),
    ),
    DeskCommand(
        "map_select_by", "Edit", "Select by a &condition…", lambda desk: desk.ask_condition(), "Ctrl+F3",
        hint="Write what is true of the spaces to be selected: kind = land and money > 2",
    ),
    DeskCommand(
        "map_delete", "Edit", "&Delete", lambda desk: desk.delete_selected(), "Del", listens=False,
        hint="Take what is selected off the map", may=lambda desk: bool(desk.selection),
    ),
    DeskCommand(
        "draw_snap", "Draw", "S&nap", lambda desk: desk.switches.toggle_snap(), "N", listens=False,
        hint="Snap to what is there, or no longer; Ctrl turns it round while it is held",
    ),
    DeskCommand(
        "draw_trace", "Draw", "&Trace", lambda desk: desk.switches.toggle_trace(), "T", listens=False,
        hint="Follow borders from click to click, or no longer",
    ),
)  # fmt: skip


GROUP_TITLES: Final = {
    "areas": "Areas", "places": "Places", "lines": "Lines", "hexes": "Hexes", "underlays": "Scans",
}  # fmt: skip
"""The groups of tools that have a menu within the menu Draw, by their folders."""


class DeskCommands:
    """The commands of whichever desk ``shown`` gives, those of dialogs and a choice of each tool among them."""

    def __init__(self, workspace: Workspace, shown: Callable[[], MapDesk | None]) -> None:
        self._workspace, self._shown = workspace, shown
        self._all: tuple[DeskCommand, ...] = ()

    def add(self) -> None:
        """Add them to those of the window, the first time that a map is opened."""
        if self._all:
            return
        from sandtable_editor.map.dialogs import dialog_commands
        from sandtable_editor.map.panels import panel_classes
        from sandtable_editor.map.tools import tool_classes, tool_commands

        tools = [
            DeskCommand(
                f"tool_{tool.key}", _menu_of(tool), tool.title, partial(_take, tool.key), hint=tool.says,
                may=partial(_is_fit, tool.key), keys=tool.letter or (), listens=False,
            )
            for tool in tool_classes()
        ]  # fmt: skip
        panels = [
            DeskCommand(f"panel_{one.key}", "View", one.title, partial(_bring, one.key), one.keys)
            for one in panel_classes()
            if one.keys
        ]
        self._all = (*COMMANDS, *LAYER_COMMANDS, *dialog_commands(), *tool_commands(), *tools, *panels)
        commands = self._workspace.window.commands
        for one in self._all:
            do = partial(self._do, one)
            within = self._workspace.key
            commands.add(one.key, one.menu, one.text, do, one.keys, hint=one.hint, within=within, listens=one.listens)

    def _do(self, command: DeskCommand) -> None:
        desk = self._shown()
        if desk is not None:
            command.act(desk)

    def follow(self, _: object = None) -> None:
        """Let be done what can be done now."""
        desk = self._shown()
        for one in self._all:
            self._workspace.window.commands[one.key].setEnabled(desk is not None and one.may(desk))


def _menu_of(tool: type[MapTool]) -> str:
    """Return the menu of a tool: that of its group, which its folder names."""
    group = tool.__module__.split(".")[3]
    return f"Draw/{GROUP_TITLES[group]}" if group in GROUP_TITLES else "Draw"


def _take(key: str, desk: MapDesk) -> None:
    desk.take(key)


def _is_fit(key: str, desk: MapDesk) -> bool:
    return desk.tools[key].is_fit()


def _bring(key: str, desk: MapDesk) -> None:
    desk.bring_panel(key)
