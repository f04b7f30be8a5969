"""Fields in a row, to type the figures in of what a tool would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F")


class FigureFields(QWidget, Generic[F]):
    """``look`` gets figures while they are typed, ``do`` when they are to be done, ``refuse`` why they cannot be."""

    wants: ClassVar[str]
    """What is said of figures that are none."""

    def __init__(self, look: Callable[[F], object], do: Callable[[F], object], refuse: Callable[[str], object]) -> None:
        super().__init__()
        self.look, self.do, self.refuse = look, do, refuse
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)

    def figures(self) -> F | None:
        """Return what is written, ``None`` where that is no figures."""
        raise NotImplementedError

    def add_field(self, title: str, name: str, wide: int, unit: str = "") -> QLineEdit:
        """Add a field so many pixels wide."""
        label, field = QLabel(title), QLineEdit()
        label.setBuddy(field)
        field.setAccessibleName(name)
        field.setFixedWidth(wide)
        field.returnPressed.connect(self.read)
        field.textEdited.connect(self._preview)
        self.row.addWidget(label)
        self.row.addWidget(field)
        if unit:
            self.row.addWidget(QLabel(unit))
        return field

    def _preview(self) -> None:
        if (figures := self.figures()) is not None:
            self.look(figures)

    def read(self) -> None:
        """Have done what is written."""
        if (figures := self.figures()) is None:
            self.refuse(self.wants)
        else:
            self.do(figures)
