"""Light, dark, high contrast: the palettes, the few colours that mean something, and how large all of it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from sandtable_editor.shell.letters import resize_letters

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable_editor.canvas.geometry.palette import Tone

Choice = Literal["system", "light", "dark", "contrast"]
CHOICES: Final[dict[Choice, str]] = {
    "system": "Follow the system", "light": "Light", "dark": "Dark", "contrast": "High contrast"
}  # fmt: skip
SIZES: Final = (75, 90, 100, 110, 125, 150, 175, 200)
"""Per cent: how large text and interface are."""
AUTOMATIC: Final = 0
"""The size that goes by the screen."""
FRAME: Final = QSize(16, 64)
"""What the frame of a window, and what the desktop has at its edges, take of a screen."""
USUAL_DOTS: Final = 100.0
"""Dots per inch above which the system has enlarged letters already."""
LARGE_SCREENS: Final = ((3840, 2160, 150), (2560, 1440, 125))
"""Pixels across and down from which on a screen that the system does not enlarge has this size by itself."""
SIZE: Final = "interfaceSize"
"""What Qt's application is asked for: the size that is on."""

CHECK: Final = {dark: Path(__file__).with_name(f"check_{dark}.svg").as_posix() for dark in ("white", "black")}
"""What is drawn in a checked box."""
WHITE: Final = {
    sign: Path(__file__).with_name(f"{sign}_white.svg").as_posix() for sign in ("up", "down", "close", "float")
}
"""Signs on dark ground: Qt's own are dark."""
DOCK_SIGNS: Final = (
    f"QDockWidget {{ titlebar-close-icon: url({WHITE['close']}); titlebar-normal-icon: url({WHITE['float']}); }}"
)


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
    dim: str
    groove: str
    """What is gone of a bar: fainter than any bar, also where lines are as bright as can be."""


LIGHT: Final = Shades(
    window="#f2efe9", base="#fffefb", alternate="#f7f4ee", text="#20242a", faint="#6a6459", button="#e9e4da",
    line="#cdc6b8", accent="#2c6aa8", on_accent="#ffffff", link="#1a5c9c", tip="#fff8dd",
    good="#2c7a3f", bad="#b3261e", warm="#8a5a00", dim="#918a7d", groove="#cdc6b8",
)  # fmt: skip
DARK: Final = Shades(
    window="#25282c", base="#1c1e21", alternate="#22252a", text="#e6e3dc", faint="#a29d92", button="#33373d",
    line="#454a51", accent="#3f7fc4", on_accent="#ffffff", link="#86b8f2", tip="#3a3d33",
    good="#77c98a", bad="#ff8a7e", warm="#e2b25c", dim="#7f858d", groove="#454a51",
)  # fmt: skip


CONTRAST: Final = Shades(
    window="#000000", base="#000000", alternate="#141414", text="#ffffff", faint="#d6d6d6", button="#1c1c1c",
    line="#ffffff", accent="#ffe600", on_accent="#000000", link="#8fd0ff", tip="#000000",
    good="#5cff8a", bad="#ff9a8f", warm="#ffcf5c", dim="#9a9a9a", groove="#4d4d4d",
)  # fmt: skip
INKS: Final = ("text", "faint", "link", "good", "bad", "warm", "dim")
"""The colours that words have."""
INK: Final = re.compile("color:(#[0-9a-f]{6})")
"""A colour that rich text names."""
DONE: Final = "#665b00"
"""How far work has come, in high contrast: words lie on it."""
SHADES: Final[dict[Tone, Shades]] = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}


def shades() -> Shades:
    """Return the colours of the theme that is on."""
    return SHADES[tone()]


def recoloured(html: str, was: Shades, now: Shades) -> str:
    """Return rich text with the colours of one theme in the place of another's; other colours stay as they are."""
    other = {getattr(was, one): getattr(now, one) for one in INKS}
    return INK.sub(lambda found: f"color:{other.get(found[1], found[1])}", html)


def tone() -> Tone:
    """Return which theme the application wears now."""
    if QApplication.palette().color(QPalette.ColorRole.Window) == QColor(CONTRAST.window):
        return "contrast"
    return "dark" if is_dark() else "light"


def is_dark() -> bool:
    """Tell whether the application is dark now."""
    return QApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128


def magnified() -> float:
    """Return how many times larger than usual text and interface are."""
    running = QApplication.instance()
    size = running.property(SIZE) if running is not None else None
    return size / 100 if isinstance(size, int) and size else 1.0


def size_title(size: int) -> str:
    """Return what a size is called."""
    return f"{size} %" if size else "Automatic, by the screen"


def scaled(pixels: float) -> int:
    """Return a length that grows with text and interface."""
    return round(pixels * magnified())


def roomy(window: QWidget, wide: int, high: int) -> QSize:
    """Return a size that grows with text and interface, as far as the screen of a window has room for it."""
    return QSize(scaled(wide), scaled(high)).boundedTo(window.screen().availableSize() - FRAME)


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
    box, dot = scaled(13), scaled(4)
    check = CHECK["white" if theme.on_accent == "#ffffff" else "black"]
    return f"""
    QToolTip {{ color: {theme.text}; background: {theme.tip}; border: 1px solid {theme.line}; padding: 4px; }}
    QDockWidget {{ font-weight: 600; }} /* one of the application's own would keep the size it began with in titles */
    QDockWidget::title {{ padding: 5px 8px; background: {theme.button}; }}
    {"" if theme is LIGHT else DOCK_SIGNS}
    QMainWindow::separator {{ width: 5px; height: 5px; background: {theme.window}; }}
    QMainWindow::separator:hover {{ background: {theme.accent}; }}
    QFrame#card {{ background: {theme.base}; border: 1px solid {theme.line}; border-radius: 6px; }}
    QPushButton#tool {{ text-align: left; border: 0; border-radius: 3px; padding: 3px 8px; }}
    QPushButton#tool:hover {{ background: {theme.button}; }}
    QPushButton#tool:checked {{ background: {theme.accent}; color: {theme.on_accent}; }}
    QPushButton#tool:disabled {{ color: {theme.dim}; }}
    QLabel#refusal {{ background: {theme.tip}; color: {theme.text}; border: 1px solid {theme.bad}; padding: 6px; }}
    QFrame#past {{ background: {theme.tip}; border: 0; border-bottom: 2px solid {theme.accent}; }}
    QFrame#against {{ background: {theme.base}; border: 1px solid {theme.bad}; border-radius: 6px; }}
    .QLabel {{ qproperty-textFormat: PlainText; }} /* whatever words come in: rich text is a Sentence */
    QLabel#faint {{ color: {theme.faint}; }}
    QLabel#bad {{ color: {theme.bad}; }}
    QLabel#good {{ color: {theme.good}; }}
    QTabWidget::pane {{ border: 1px solid {theme.line}; }}
    QCheckBox::indicator, QListView::indicator, QTreeView::indicator, QRadioButton::indicator {{
        width: {box}px; height: {box}px; border: 1px solid {theme.faint}; border-radius: 3px; background: {theme.base};
    }}
    QRadioButton::indicator {{ border-radius: {box // 2 + 1}px; }}
    QCheckBox::indicator:checked, QListView::indicator:checked, QTreeView::indicator:checked {{
        background: {theme.accent}; border-color: {theme.accent}; image: url({check});
    }}
    QRadioButton::indicator:checked {{
        border: {dot}px solid {theme.accent}; width: {box - 2 * dot + 2}px; height: {box - 2 * dot + 2}px;
        background: {theme.on_accent};
    }}
    QCheckBox::indicator:disabled, QListView::indicator:disabled, QTreeView::indicator:disabled {{
        border-color: {theme.line};
    }}
    QListView::item, QTreeView::item {{ padding: 2px 4px; }}
    QListView#wrapped::item {{ padding: 0; }} /* or the lines that a text is broken into are counted too few */
    QPushButton#offer {{ text-align: left; padding: 6px 10px; }}
    QPushButton#shut {{ text-align: left; padding: 6px 10px; color: {theme.faint}; }}
    GuideOffer {{ margin: 8px 8px 0 8px; }}
    QFrame#guide {{ background: {theme.tip}; border: 1px solid {theme.warm}; border-radius: 6px; }}
    QPushButton[pointed="true"] {{
        border: 2px solid {theme.warm}; border-radius: 4px; background: {theme.tip}; color: {theme.text};
    }}
    QLabel#advice {{
        background: {theme.tip}; color: {theme.text};
        border: 1px solid {theme.warm}; border-radius: 4px; padding: 1px 6px;
    }}
    QPushButton#commit {{ padding: 7px 14px; font-weight: 600; }}
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }} /* those of Qt are dark on dark ground */
    QTabBar::tab {{ background: {theme.button}; border: 1px solid {theme.line}; padding: 4px 10px; }}
    QTabBar::tab:selected {{ background: {theme.accent}; color: {theme.on_accent}; font-weight: 600; }}
    {_edges(theme) if theme is CONTRAST else ""}
    """


def _edges(theme: Shades) -> str:
    """Return the edges of high contrast: all that can be used has one, and a bold one where the keyboard is."""
    arrow = scaled(10)
    return f"""
    QComboBox, QAbstractSpinBox {{
        border: 1px solid {theme.line}; border-radius: 3px; padding: 2px 4px; background: {theme.base};
    }}
    QComboBox:focus, QAbstractSpinBox:focus {{ border: 2px solid {theme.accent}; padding: 1px 3px; }}
    QComboBox:disabled, QAbstractSpinBox:disabled {{ border: 1px dashed {theme.faint}; }}
    QComboBox::drop-down, QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
        border: 0; width: {arrow + 8}px; background: {theme.button};
    }}
    QComboBox::down-arrow, QAbstractSpinBox::down-arrow {{
        image: url({WHITE["down"]}); width: {arrow}px; height: {arrow}px;
    }}
    QAbstractSpinBox::up-arrow {{ image: url({WHITE["up"]}); width: {arrow}px; height: {arrow}px; }}
    QComboBox QLineEdit, QAbstractSpinBox QLineEdit {{ border: 0; }}
    QProgressBar {{ border: 1px solid {theme.line}; background: {theme.base}; text-align: center; }}
    QProgressBar::chunk {{ background: {DONE}; }} /* the words on it are white */
    Strip QToolButton {{ border: 1px solid {theme.line}; border-radius: 3px; padding: 3px 6px; }}
    Strip QToolButton:disabled {{ border: 1px dashed {theme.faint}; }}
    QPushButton {{ border: 1px solid {theme.line}; border-radius: 3px; padding: 4px 10px; }}
    QPushButton#small {{ padding: 4px 0; }}
    QPushButton:disabled, QPushButton#shut {{ border: 1px dashed {theme.faint}; }}
    QPushButton#shut:focus, QPushButton:focus, QToolButton:focus {{ border: 3px solid {theme.accent}; }}
    QPushButton:focus {{ padding: 2px 8px; }} /* a bolder edge takes no room from the words */
    QPushButton#small:focus {{ padding: 2px 0; }}
    Strip QToolButton:focus {{ padding: 1px 4px; }}
    QPushButton:pressed, QPushButton:checked {{ background: {theme.accent}; color: {theme.on_accent}; }}
    QLineEdit, QPlainTextEdit, QTextEdit, QAbstractItemView {{ border: 1px solid {theme.line}; }}
    QTableView {{ gridline-color: {theme.faint}; }}
    QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractItemView:focus {{
        border: 2px solid {theme.accent};
    }}
    MapView:focus, MiniMap:focus {{ border: 2px solid {theme.accent}; }}
    QDockWidget::title {{ border: 1px solid {theme.line}; }}
    QTabBar:focus {{ border: 2px solid {theme.accent}; }}
    """


class Theme(QObject):
    """The theme of the application, and the size of its text and interface; ``changed`` tells that it is another."""

    changed = Signal()

    def __init__(self, application: QApplication, choice: str = "system", size: int = 100) -> None:
        super().__init__(application)
        self._application = application
        self._system_dark = is_dark()  # nobody has set a palette yet: it is the system's
        if application.style().name() != "fusion" and not application.styleSheet():  # a sheet of ours lies over Fusion
            application.setStyle("Fusion")
        self.choice: Choice = choice if choice in CHOICES else "system"
        self.size = size if size in SIZES else AUTOMATIC
        self._worn: tuple[Tone, int] | None = None
        application.styleHints().colorSchemeChanged.connect(self._follow)
        self._apply()

    def choose(self, choice: Choice) -> None:
        """Take a theme, or follow the system."""
        self.choice = choice
        self._apply()

    def enlarge(self, size: int) -> None:
        """Show text and interface so many per cent as large as usual; ``AUTOMATIC`` goes by the screen."""
        self.size = size
        self._apply()

    @property
    def percent(self) -> int:
        """How large text and interface are now, per cent."""
        return self.size or fitting_size(self._application)

    def _follow(self) -> None:
        from PySide6.QtCore import Qt  # not above: its enumerations take their time, and the window comes first

        self._system_dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        self._apply()

    def _apply(self) -> None:
        tone = self._tone()
        if (tone, self.percent) == self._worn:
            return
        is_first = self._worn is None
        self._worn = tone, self.percent
        self._application.setProperty(SIZE, self.percent)
        resize_letters(self._application, self.percent)
        self._application.setPalette(palette(SHADES[tone]))
        sheet = style(SHADES[tone])
        if not is_first or self._application.styleSheet() != sheet:  # what lies there already takes its time again
            self._application.setStyleSheet(sheet)
        self.changed.emit()

    def _tone(self) -> Tone:
        if self.choice == "system":
            return "dark" if self._system_dark else "light"
        return self.choice


def fitting_size(application: QApplication) -> int:
    """Return the size that goes by the screen: larger where that is large, and the system does not enlarge it."""
    screen = application.primaryScreen()
    if screen.devicePixelRatio() > 1 or screen.logicalDotsPerInch() > USUAL_DOTS:
        return 100
    across, down = screen.size().width(), screen.size().height()
    return next((percent for wide, high, percent in LARGE_SCREENS if across >= wide and down >= high), 100)
