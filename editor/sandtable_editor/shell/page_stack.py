"""Pages of which one is seen: as small as that one may be, whatever the others want."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget


class PageStack(QStackedWidget):
    """A stack that asks for the room of the page that is seen; one of Qt asks for that of its widest page."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self._fit)

    def _fit(self, _: int) -> None:
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return super().minimumSizeHint() if page is None else page.minimumSizeHint().expandedTo(page.minimumSize())
