"""All that stands around one design that is open: its page, its panels in docks, its saving. What a workspace shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable_editor.design.hints import Hints
    from sandtable_editor.design.panel_docks import PanelDocks
    from sandtable_editor.design.saving import DesignSaving
    from sandtable_editor.design.standing_design import StandingDesign


class DesignDesk(QObject):
    """A design on the desk. ``said``: the line of hints, or where the mouse is, is another."""

    said = Signal()

    docks: PanelDocks
    saving: DesignSaving
    where: str = ""
    """Where the mouse is, in words."""

    @property
    def page(self) -> QWidget:
        """What stands in the middle of the window."""
        raise NotImplementedError

    @property
    def standing(self) -> StandingDesign:
        """What is under work, and what was done to it."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """What it is called."""
        raise NotImplementedError

    @property
    def hints(self) -> Hints:
        """What is said while one works."""
        raise NotImplementedError

    @property
    def has_places(self) -> bool:
        """Whether there is a map on which a place can be found."""
        return True

    def escape(self) -> None:
        """Do what Esc does where nothing else had a use for it."""
        raise NotImplementedError

    def take_keys(self) -> None:
        """Give the keyboard to what is worked on."""
        raise NotImplementedError

    def close(self) -> None:
        """Put everything away; raises ``Invalid`` where the file of the draft is gone."""
        raise NotImplementedError
