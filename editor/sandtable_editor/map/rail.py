"""The rail of tools beside the map: a button for each, with its letter, in groups; and the switches of drawing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from sandtable_editor.shell.pieces import as_tip, faint
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tool_in_hand import ToolInHand

WIDE: Final = 148


class ToolRail(QScrollArea):
    """The tools of a desk."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__()
        self._desk = desk
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setFixedWidth(scaled(WIDE))
        self.setAccessibleName("Tools")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.buttons: dict[str, QPushButton] = {}
        self._texts: dict[str, tuple[QPushButton, str, str]] = {}
        """By command: its button, and what stands on it and in its tip besides the key."""
        self._group = QButtonGroup(self)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(1)
        self._headings: dict[str, QWidget] = {}
        for group, tools in groupby(desk.tools.values(), key=lambda tool: tool.group):
            self._headings[group] = faint(group.capitalize())
            column.addWidget(self._headings[group])
            for tool in tools:
                column.addWidget(self._make_button(tool))
        column.addWidget(faint("Drawing"))
        self.snap = self._make_switch(
            "draw_snap", "Snap", "Snap to what is there; Ctrl turns it round", desk.switches.toggle_snap
        )
        self.trace = self._make_switch(
            "draw_trace", "Trace", "Follow borders from click to click", desk.switches.toggle_trace
        )
        column.addWidget(self.snap)
        column.addWidget(self.trace)
        column.addStretch(1)
        self.setWidget(inside)
        desk.tool_changed.connect(self.follow)
        desk.switches.changed.connect(self.follow)
        desk.shown_changed.connect(self.follow)
        desk.window.theme.changed.connect(self._widen)
        desk.window.commands.keys_changed.connect(self._tell_keys)
        self._tell_keys()
        self.follow()

    def _make_button(self, tool: ToolInHand) -> QPushButton:
        made = self._button(f"tool_{tool.key}", tool.title, tool.says or tool.title)
        made.clicked.connect(lambda: self._desk.take(tool.key))
        self._group.addButton(made)
        self.buttons[tool.key] = made
        return made

    def _make_switch(self, command: str, text: str, tip: str, act: Callable[[], None]) -> QPushButton:
        made = self._button(command, text, tip)

        def do() -> None:
            act()
            self._desk.view.setFocus()

        made.clicked.connect(do)
        return made

    def _button(self, command: str, text: str, tip: str) -> QPushButton:
        """Return the button of a command."""
        made = _button(text)
        self._texts[command] = made, text, tip
        return made

    def _tell_keys(self) -> None:
        """Print on the buttons the keys there are now."""
        for command, (made, text, tip) in self._texts.items():
            key = self._desk.window.commands.key_of(command)
            made.setText(f"{key or '  '}   {text}")
            made.setToolTip(as_tip(f"{tip} ({key})" if key else tip))

    def _widen(self) -> None:
        """Be as wide as the letters want it."""
        self.setFixedWidth(scaled(WIDE))

    def follow(self) -> None:
        """Show which tool is in hand, and which are of use on this map."""
        foreign = "areas" if self._desk.design.map.hexes is not None else "hexes"
        seen = set[str]()
        for key, made in self.buttons.items():
            tool = self._desk.tools[key]
            fit = tool.is_fit()
            made.setEnabled(fit)
            made.setVisible(fit or tool.group != foreign)
            seen |= {tool.group} if not made.isHidden() else set()
        for group, heading in self._headings.items():
            heading.setVisible(group in seen)
        self.buttons[self._desk.tool.key].setChecked(True)
        self._show_held()
        self.snap.setChecked(self._desk.switches.snap)
        self.trace.setChecked(self._desk.switches.trace)

    def _show_held(self) -> None:
        """Have the tool in hand in view."""
        self.ensureWidgetVisible(self.buttons[self._desk.tool.key], 0, scaled(30))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A panel came up below, or went."""
        super().resizeEvent(event)
        self._show_held()


def _button(text: str) -> QPushButton:
    made = QPushButton()
    made.setCheckable(True)
    made.setAutoDefault(False)
    made.setAccessibleName(text)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    made.setObjectName("tool")
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return made
