"""The first page of a workspace for designs: what the libraries have, a new one, one of a file, another library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Protocol, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sandtable_editor.shell.libraries import is_shipped, known_libraries, remember_library
from sandtable_editor.shell.pieces import beside, button, faint, fit

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPushButton

    from sandtable_editor.shell.jobs import BackgroundJob, Progress
    from sandtable_editor.shell.workspace import Workbench

WIDEST: Final = 1000
CARD: Final = Qt.ItemDataRole.UserRole


class ShelvedDesign(Protocol):
    """A design as the page lists it."""

    @property
    def library(self) -> Path | None: ...

    @property
    def key(self) -> str: ...


Card = TypeVar("Card", bound=ShelvedDesign)


class DesignsPage(QWidget, Generic[Card]):
    """What can be done while no design is open. ``open_wanted`` names a library that can be written, and a key."""

    open_wanted = Signal(object, str)
    copy_wanted = Signal(object)
    """One that ships was chosen, a card: it is copied first."""
    new_wanted = Signal()
    import_wanted = Signal()
    library_wanted = Signal()

    what: ClassVar[str]
    """What is designed: a map, a scenario."""
    title: ClassVar[str]
    work: ClassVar[str]
    """What one does when it is open."""
    copies: ClassVar[str]
    """What stands on the button where one that ships is chosen."""
    ships: ClassVar[str]
    """What is said of one that ships."""

    def __init__(self, window: Workbench) -> None:
        super().__init__()
        self._window = window
        self._job: BackgroundJob | None = None
        self._wanted: tuple[str, str] | None = None
        self.list = QListWidget()
        self.list.setAccessibleName(self.title)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setSpacing(2)
        self.list.itemActivated.connect(self._open)
        self.list.currentItemChanged.connect(self._follow)
        self.notice = faint("")
        other = button("Open a &library…", self.library_wanted.emit, f"Show the {self.what}s of another library")
        self.open = button("&Open", self._open, f"{self.work} (Enter)")
        self._lay_out(*self.begins(), other)
        window.theme.changed.connect(self._show_again)
        self._follow()

    def _lay_out(self, *buttons: QPushButton) -> None:
        title = QLabel(self.title)
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 2.0)
        title.setFont(font)
        card = QFrame()
        card.setMaximumWidth(WIDEST)
        column = QVBoxLayout(card)
        column.addWidget(title)
        column.addWidget(faint("Every change is kept at once, in a draft beside its library, until you save."))
        column.addSpacing(10)
        column.addWidget(beside(*buttons, QWidget(), stretch=len(buttons)))
        column.addSpacing(10)
        column.addWidget(self.list, 1)
        column.addWidget(self.notice)
        column.addWidget(beside(self.open, QWidget(), stretch=1))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 16, 0, 16)
        row.addStretch(1)
        row.addWidget(card, 12)
        row.addStretch(1)

    # -- what each workspace has its own of

    def begins(self) -> tuple[QPushButton, ...]:
        """Make the buttons with which one begins."""
        raise NotImplementedError

    def shelved(self, libraries: list[Path], progress: Progress) -> list[Card]:
        """Return what there is in libraries; one that cannot be read has a line that says why."""
        raise NotImplementedError

    def item(self, card: Card) -> QListWidgetItem:
        """Return the line of one."""
        raise NotImplementedError

    def can_open(self, card: Card) -> bool:
        """Tell whether one can be worked on."""
        return bool(card.key)

    def told_of(self, card: Card) -> str:
        """Return what is said below the list of one that is the user's own, ``""`` for nothing."""
        raise NotImplementedError

    # -- what there is

    def libraries(self) -> list[Path]:
        """Return the libraries that are shown: the user's own, those that were opened, the one that ships."""
        return known_libraries(self._window.settings)

    def add_library(self, path: str) -> None:
        """Show another library too, from now on, and choose the first of what it has."""
        remember_library(self._window.settings, Path(path))
        self.look((Path(path), ""))

    def look(self, wanted: tuple[Path, str] | None = None) -> None:
        """Look for what there is; an older look that is under way counts no more.

        ``wanted`` is chosen then: a library and a key, or the first one of the library where the key is empty.
        """
        if wanted is not None:
            self._wanted = str(wanted[0]), wanted[1]
        if self._job is not None and self._job.running:
            self._job.cancel()
        libraries = self.libraries()

        def work(progress: Progress) -> list[Card]:
            return self.shelved(libraries, progress)

        self._job = self._window.jobs.run(f"Looking for {self.what}s", work, self.show_cards)

    def show_cards(self, cards: list[Card]) -> None:
        """List these."""
        card = self.card
        wanted = self._wanted or (_name_of(card) if card is not None else None)
        self._wanted = None
        self.list.clear()
        for one in cards:
            item = self.item(one)
            item.setData(CARD, one)
            self.list.addItem(item)
        chosen = next((row for row, one in enumerate(cards) if _is_wanted(one, wanted)), None)
        if cards:
            self.list.setCurrentRow(chosen or 0)
        self._follow()
        if wanted is not None and chosen is None and not wanted[1]:
            self.notice.setText(fit(f"There is no {self.what} in {wanted[0]}."))

    def _show_again(self) -> None:
        """Show what is listed in the colours there are now."""
        self.show_cards([self.list.item(row).data(CARD) for row in range(self.list.count())])

    @property
    def card(self) -> Card | None:
        """The one that is chosen."""
        return self.list.currentItem().data(CARD) if self.list.currentRow() >= 0 else None

    def _follow(self, *_: object) -> None:
        card = self.card
        stays = card is not None and ships(card)
        self.open.setEnabled(card is not None and self.can_open(card))
        self.open.setText(self.copies if stays else "&Open")
        self.notice.setText(self.ships if stays else fit(self.told_of(card)) if card is not None else "")

    def _open(self, *_: object) -> None:
        card = self.card
        if card is None or not self.can_open(card):
            return
        if ships(card):
            self.copy_wanted.emit(card)
        else:
            self.open_wanted.emit(card.library, card.key)


def ships(card: ShelvedDesign) -> bool:
    """Tell whether nobody works on a design as it lies there: it ships, or is a game's own."""
    return card.library is None or is_shipped(card.library)


def _name_of(card: ShelvedDesign) -> tuple[str, str]:
    return str(card.library or ""), card.key


def _is_wanted(card: ShelvedDesign, wanted: tuple[str, str] | None) -> bool:
    """Tell whether this is the one that is to be chosen, or one of the library where no key is named."""
    library, key = wanted or ("", "")
    return wanted is not None and str(card.library or "") == library and key in ("", card.key)
