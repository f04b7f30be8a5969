"""Light and dark: the palettes, and the few colours that mean something."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

Choice = Literal["system", "light", "dark"]
CHOICES: Final[dict[Choice, str]] = {"system": "Follow the system", "light": "Light", "dark": "Dark"}


CHECK: Final = Path(__file__).with_name("check.svg").as_posix()
"""What is drawn in a checked box."""


class Shades(NamedTuple):
    """Colours of one theme, as ``#rrggbb``."""

    window: str
    base: str
    alternate: str
    text: str
    faint: str
    button: str
    line: str
    accent: str
    on_accent: str
    link: str
    tip: str
    good: str
    bad: str
    warm: str


LIGHT: Final = Shades(
    window="#f2efe9", base="#fffefb", alternate="#f7f4ee", text="#20242a", faint="#6a6459", button="#e9e4da",
    line="#cdc6b8", accent="#2c6aa8", on_accent="#ffffff", link="#1a5c9c", tip="#fff8dd",
    good="#2c7a3f", bad="#b3261e", warm="#8a5a00",
)  # fmt: skip
DARK: Final = Shades(
    window="#25282c", base="#1c1e21", alternate="#22252a", text="#e6e3dc", faint="#a29d92", button="#33373d",
    line="#454a51", accent="#3f7fc4", on_accent="#ffffff", link="#86b8f2", tip="#3a3d33",
    good="#77c98a", bad="#ff8a7e", warm="#e2b25c",
)  # fmt: skip


def shades() -> Shades:
    """Return the colours of the theme that is on."""
    return DARK if is_dark() else LIGHT


def is_dark() -> bool:
    """Tell whether the application is dark now."""
    return QApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128


def palette(theme: Shades) -> QPalette:
    """Return the palette of a theme."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    made = QPalette()
    for one, colour in {
        role.Window: theme.window, role.WindowText: theme.text, role.Base: theme.base, role.Text: theme.text,
        role.AlternateBase: theme.alternate, role.Button: theme.button, role.ButtonText: theme.text,
        role.Highlight: theme.accent, role.HighlightedText: theme.on_accent, role.Accent: theme.accent,
        role.Link: theme.link, role.LinkVisited: theme.link, role.ToolTipBase: theme.tip, role.ToolTipText: theme.text,
        role.PlaceholderText: theme.faint, role.BrightText: theme.bad, role.Mid: theme.line, role.Dark: theme.line,
        role.Midlight: theme.button, role.Light: theme.base, role.Shadow: "#000000",
    }.items():  # fmt: skip
        made.setColor(one, QColor(colour))
    for one in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(group.Disabled, one, QColor(theme.faint))
    made.setColor(group.Disabled, role.Highlight, QColor(theme.line))
    return made


def style(theme: Shades) -> str:
    """Return the few rules that the palette cannot say."""
    return f"""
    QToolTip {{ color: {theme.text}; background: {theme.tip}; border: 1px solid {theme.line}; padding: 4px; }}
    QDockWidget::title {{ padding: 5px 8px; background: {theme.button}; }}
    QMainWindow::separator {{ width: 5px; height: 5px; background: {theme.window}; }}
    QMainWindow::separator:hover {{ background: {theme.accent}; }}
    QFrame#card {{ background: {theme.base}; border: 1px solid {theme.line}; border-radius: 6px; }}
    QFrame#past {{ background: {theme.tip}; border: 0; border-bottom: 2px solid {theme.accent}; }}
    QFrame#against {{ background: {theme.base}; border: 1px solid {theme.bad}; border-radius: 6px; }}
    .QLabel {{ qproperty-textFormat: PlainText; }} /* whatever words come in: rich text is a Sentence */
    QLabel#faint {{ color: {theme.faint}; }}
    QLabel#bad {{ color: {theme.bad}; }}
    QLabel#good {{ color: {theme.good}; }}
    QTabWidget::pane {{ border: 1px solid {theme.line}; }}
    QCheckBox::indicator, QListView::indicator, QRadioButton::indicator {{
        width: 13px; height: 13px; border: 1px solid {theme.faint}; border-radius: 3px; background: {theme.base};
    }}
    QRadioButton::indicator {{ border-radius: 7px; }}
    QCheckBox::indicator:checked, QListView::indicator:checked {{
        background: {theme.accent}; border-color: {theme.accent}; image: url({CHECK});
    }}
    QRadioButton::indicator:checked {{
        border: 4px solid {theme.accent}; width: 7px; height: 7px; background: #ffffff;
    }}
    QCheckBox::indicator:disabled, QListView::indicator:disabled {{ border-color: {theme.line}; }}
    QListView::item, QTreeView::item {{ padding: 2px 4px; }}
    QListView#wrapped::item {{ padding: 0; }} /* or the lines that a text is broken into are counted too few */
    QPushButton#offer {{ text-align: left; padding: 6px 10px; }}
    QPushButton#shut {{ text-align: left; padding: 6px 10px; color: {theme.faint}; }}
    QPushButton#commit {{ padding: 7px 14px; font-weight: 600; }}
    """


class Theme(QObject):
    """The theme of the application; ``changed`` tells whether it is dark now."""

    changed = Signal(bool)

    def __init__(self, application: QApplication, choice: str = "system") -> None:
        super().__init__(application)
        self._application = application
        self._system_dark = is_dark()  # nobody has set a palette yet: it is the system's
        if application.style().name() != "fusion":
            application.setStyle("Fusion")
        self.choice: Choice = choice if choice in CHOICES else "system"
        self._dark: bool | None = None
        application.styleHints().colorSchemeChanged.connect(self._follow)
        self._apply()

    def choose(self, choice: Choice) -> None:
        """Take a theme, or follow the system."""
        self.choice = choice
        self._apply()

    def _follow(self) -> None:
        from PySide6.QtCore import Qt  # not above: its enumerations take their time, and the window comes first

        self._system_dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        self._apply()

    def _apply(self) -> None:
        dark = self.choice == "dark" or (self.choice == "system" and self._system_dark)
        if dark == self._dark:
            return
        self._dark = dark
        theme = DARK if dark else LIGHT
        self._application.setPalette(palette(theme))
        self._application.setStyleSheet(style(theme))
        self.changed.emit(dark)
