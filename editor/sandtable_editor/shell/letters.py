"""How large the letters are: the fonts of all widgets, at a size in per cent of what the system gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QApplication

USUAL: Final = 100
"""Per cent: as large as the system has them."""
PLAIN_POINTS: Final = "plainPoints"
"""What Qt's application is asked for: the sizes of letters as the system has them, by kinds of widgets."""
FONTS: Final[tuple[Any, ...]] = (
    "QDockWidgetTitle", "QTipLabel", "QMenu", "QMenuBar", "QStatusBar", "QMessageBox", "QToolButton"
)  # fmt: skip
"""Kinds of widgets that a platform may give a font of their own. Qt takes their names, whatever its types say."""


def resize_letters(application: QApplication, percent: int) -> None:
    """Give all widgets their fonts at a size, those too that a platform gives one of their own."""
    usual: dict[str | None, float] | None = application.property(PLAIN_POINTS)
    if usual is None and percent == USUAL:  # as they are: to look fonts up takes a tenth of the time to the window
        return
    fonts: dict[str | None, QFont] = {None: application.font(), **{kind: application.font(kind) for kind in FONTS}}
    if usual is None:  # nobody has changed them yet
        from PySide6.QtGui import QFontInfo  # not above: what Qt loads by name takes its time, and it is seldom wanted

        usual = {kind: QFontInfo(font).pointSizeF() for kind, font in fonts.items()}
        application.setProperty(PLAIN_POINTS, usual)
    for kind, font in fonts.items():  # that of all comes first: it takes away those of the kinds
        font.setPointSizeF(usual[kind] * percent / USUAL)
        application.setFont(font, cast("Any", kind))
