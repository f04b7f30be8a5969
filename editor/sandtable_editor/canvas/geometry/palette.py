"""What colour everything on a map has, by light, by night and in high contrast, and how large its letters are.

The one place where the canvas picks colours.

The tints of terrain are those of ``sandtable.present.terrain``, as on paper.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal

from PySide6.QtGui import QColor

from sandtable.present.terrain import look_of

DARKENED: Final = 0.55
"""How much of black is in the grounds of high contrast."""

Tone = Literal["light", "dark", "contrast"]
"""Whose colours they are: those of the day, of the night, or those that stand out most."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme, and the size of letters in it."""

    tone: Tone
    void: QColor
    """Beyond the map."""
    shallow: QColor
    """The sea along the coast."""
    coast: QColor
    river: QColor
    country: QColor
    province: QColor
    area: QColor
    sea_line: QColor
    grid: QColor
    road: QColor
    way: QColor
    """Straits, crossings, passes."""
    ink: QColor
    halo: QColor
    sea_ink: QColor
    country_ink: QColor
    town: QColor
    fortress: QColor
    accent: QColor
    """Focus and selection."""
    within: QColor
    """What can be reached."""
    further: QColor
    """What can be reached only at a risk."""
    barred: QColor
    panel: QColor
    panel_ink: QColor
    letters: float = 1.0
    """How many times larger than usual letters and counters are."""
    _grounds: dict[str, QColor] = field(default_factory=dict[str, QColor], compare=False)

    @property
    def dark(self) -> bool:
        return self.tone != "light"

    @property
    def stark(self) -> bool:
        """Whether what only looks well is left out, so that all else stands out."""
        return self.tone == "contrast"

    def ground(self, word: str) -> QColor:
        """Return the tint of a terrain."""
        if word not in self._grounds:
            look = look_of(word)
            tint = QColor(look.night if self.dark else look.day)
            self._grounds[word] = mix_colours(tint, QColor("#000000"), DARKENED) if self.stark else tint
        return self._grounds[word]

    @property
    def sea(self) -> QColor:
        return self.ground("water")


@lru_cache(maxsize=16)
def palette(tone: Tone = "light", letters: float = 1.0) -> Palette:
    """Return the colours of a theme, for letters so many times larger than usual."""
    if letters != 1.0:
        return replace(palette(tone), letters=letters, _grounds={})
    c = QColor
    if tone == "contrast":
        return Palette(
            tone=tone, void=c("#000000"), shallow=c("#0d3a5c"), coast=c("#ffffff"), river=c("#4fc8ff"),
            country=c("#ffb38a"), province=c("#ffffff"), area=c("#c8c8c8"), sea_line=c("#9ccbe8"), grid=c("#a0a0a0"),
            road=c("#ffc27a"), way=c("#ffe98a"), ink=c("#ffffff"), halo=c("#000000"), sea_ink=c("#c4ecff"),
            country_ink=c("#ffd0b5"), town=c("#ffffff"), fortress=c("#ffb347"), accent=c("#ffff00"),
            within=c("#2ee66b"), further=c("#e6a8ff"), barred=c("#ff7a6b"), panel=c("#000000"), panel_ink=c("#ffffff"),
        )  # fmt: skip
    if tone == "dark":
        return Palette(
            tone=tone, void=c("#15191e"), shallow=c("#33536a"), coast=c("#9db3bf"), river=c("#5e8fae"),
            country=c("#d9846f"), province=c("#b3a48c"), area=c("#857c6c"), sea_line=c("#4a6a80"), grid=c("#14161a"),
            road=c("#a88f6d"), way=c("#d8c98f"), ink=c("#efe9da"), halo=c("#20241f"), sea_ink=c("#9fc1d4"),
            country_ink=c("#f0b9a4"), town=c("#efe9da"), fortress=c("#e2a25a"), accent=c("#ffd24a"),
            within=c("#6fd08c"), further=c("#c79bf0"), barred=c("#e5705f"), panel=c("#23282e"), panel_ink=c("#ece7db"),
        )  # fmt: skip
    return Palette(
        tone=tone, void=c("#cfd6d6"), shallow=c("#e2eff0"), coast=c("#4f6670"), river=c("#4f8bab"),
        country=c("#98322b"), province=c("#6a5742"), area=c("#8f8167"), sea_line=c("#7ea3b3"), grid=c("#6f6650"),
        road=c("#8a5a35"), way=c("#5a4a78"), ink=c("#2b2620"), halo=c("#f8f3e4"), sea_ink=c("#2f6079"),
        country_ink=c("#7d2a25"), town=c("#2b2620"), fortress=c("#7d2a25"), accent=c("#1f6fd0"),
        within=c("#1f8a4c"), further=c("#7a3fa8"), barred=c("#b3261e"), panel=c("#fbf7ea"), panel_ink=c("#2b2620"),
    )  # fmt: skip


def mix_colours(a: QColor, b: QColor, share: float) -> QColor:
    """Return ``a`` with this share of ``b`` in it."""
    return QColor.fromRgbF(
        a.redF() + (b.redF() - a.redF()) * share,
        a.greenF() + (b.greenF() - a.greenF()) * share,
        a.blueF() + (b.blueF() - a.blueF()) * share,
    )


def fade_colour(colour: QColor, opacity: float) -> QColor:
    """Return a colour that lets what is under it shine through."""
    colour = QColor(colour)
    colour.setAlphaF(opacity)
    return colour


def readable_on(colour: QColor) -> QColor:
    """Return black or white, whichever is easier to read on a colour."""
    light = 0.299 * colour.redF() + 0.587 * colour.greenF() + 0.114 * colour.blueF()
    return QColor("#1a1a1a") if light > 0.53 else QColor("#ffffff")
