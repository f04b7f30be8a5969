"""How names are written: fonts by style, and words with a halo as pictures."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap, QTransform

from sandtable_editor.canvas.geometry.halo import HALO, write_with_halo
from sandtable_editor.canvas.geometry.palette import Palette, Tone, mix_colours

if TYPE_CHECKING:
    from sandtable_editor.canvas.overlay.names import Style

KEPT: Final = 3000
"""Pictures of words that are kept."""


class _FontLook(NamedTuple):
    pixels: int
    bold: bool = False
    italic: bool = False
    serif: bool = True
    capitals: bool = False
    spacing: float = 0.0
    strength: float = 1.0


FONT_LOOKS: Final[dict[Style, _FontLook]] = {
    "country": _FontLook(19, bold=True, capitals=True, spacing=5.0, strength=0.75),
    "province": _FontLook(13, italic=True, capitals=True, spacing=2.2, strength=0.8),
    "capital": _FontLook(14, bold=True),
    "town": _FontLook(12),
    "sea": _FontLook(15, italic=True, spacing=1.2, strength=0.9),
    "area": _FontLook(11, italic=True, serif=False, strength=0.72),
    "river": _FontLook(11, italic=True, strength=0.95),
    "harbour": _FontLook(11),
}


@lru_cache(maxsize=16)
def font_of(style: Style) -> QFont:
    """Return the font of a style."""
    look = FONT_LOOKS[style]
    font = QFont()
    if look.serif:
        font.setFamilies(["Georgia", "Libertinus Serif", "Noto Serif", "DejaVu Serif", "serif"])
        font.setStyleHint(QFont.StyleHint.Serif)
    font.setPixelSize(look.pixels)
    font.setBold(look.bold)
    font.setItalic(look.italic)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, look.spacing)
    return font


def style_text(text: str, style: Style) -> str:
    """Return a name as it is written in a style."""
    return text.upper() if FONT_LOOKS[style].capitals else text


@lru_cache(maxsize=8192)
def measure(text: str, style: Style) -> tuple[float, float]:
    """Return how wide and high a name is, logical pixels, its halo included."""
    metrics = QFontMetricsF(font_of(style))
    return metrics.horizontalAdvance(style_text(text, style)) + 2 * HALO, metrics.ascent() + metrics.descent() * 0.6


def ink_of(style: Style, colours: Palette) -> QColor:
    """Return the colour of a style's words."""
    look = FONT_LOOKS[style]
    ink = {"country": colours.country_ink, "sea": colours.sea_ink, "river": colours.sea_ink}.get(style, colours.ink)
    return ink if colours.stark else mix_colours(colours.halo, ink, look.strength)


class WordsKey(NamedTuple):
    """What tells one picture of words from another."""

    text: str
    style: Style
    turn: float
    tone: Tone
    dpr: float
    letters: float
    """How many times larger than usual."""


class Lettering:
    """Pictures of words, drawn when they are first shown."""

    def __init__(self) -> None:
        self._kept: OrderedDict[WordsKey, QPixmap] = OrderedDict()

    def __contains__(self, words: WordsKey) -> bool:
        return words in self._kept

    def picture(self, words: WordsKey, colours: Palette) -> QPixmap:
        """Return words as a picture, in whose middle their middle is."""
        pixmap = self._kept.get(words)
        if pixmap is None:
            pixmap = self._kept[words] = _draw_words(words, colours)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(words)
        return pixmap


def _draw_words(words: WordsKey, colours: Palette) -> QPixmap:
    wide, high = measure(words.text, words.style)
    box = QTransform().rotate(words.turn).mapRect(QRectF(-wide / 2 - 2, -high / 2 - 3, wide + 4, high + 6))
    density = words.dpr * words.letters
    pixmap = QPixmap(ceil(box.width() * density), ceil(box.height() * density))
    pixmap.setDevicePixelRatio(density)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    try:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.translate(box.width() / 2, box.height() / 2)
        painter.rotate(words.turn)
        _write(painter, words, colours)
    finally:
        painter.end()
    pixmap.setDevicePixelRatio(words.dpr)
    return pixmap


def _write(painter: QPainter, words: WordsKey, colours: Palette) -> None:
    """Write the words round 0, 0, with their halo."""
    text, font = style_text(words.text, words.style), font_of(words.style)
    painter.setFont(font)
    metrics = QFontMetricsF(font)
    start = QPointF(-metrics.horizontalAdvance(text) / 2, (metrics.ascent() - metrics.descent() * 0.6) / 2)
    on_water = words.style in {"sea", "river"}
    around = mix_colours(colours.sea, colours.shallow, 0.7) if on_water and not colours.stark else colours.halo
    write_with_halo(painter, [(start, text)], colours, around, ink_of(words.style, colours))
