"""What colour everything on a map has, by light and by night; the one place where the canvas picks colours.

The tints of terrain are those of ``sandtable.present.terrain``, as on paper.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtGui import QColor

from sandtable.present.terrain import look_of


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme."""

    dark: bool
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
    _grounds: dict[str, QColor] = field(default_factory=dict[str, QColor], compare=False)

    def ground(self, word: str) -> QColor:
        """Return the tint of a terrain."""
        if word not in self._grounds:
            look = look_of(word)
            self._grounds[word] = QColor(look.night if self.dark else look.day)
        return self._grounds[word]

    @property
    def sea(self) -> QColor:
        return self.ground("water")


@lru_cache(maxsize=2)
def palette(dark: bool) -> Palette:
    """Return the colours by night or by day."""
    c = QColor
    if dark:
        return Palette(
            dark=True, void=c("#15191e"), shallow=c("#33536a"), coast=c("#9db3bf"), river=c("#5e8fae"),
            country=c("#d9846f"), province=c("#b3a48c"), area=c("#857c6c"), sea_line=c("#4a6a80"), grid=c("#14161a"),
            road=c("#a88f6d"), way=c("#d8c98f"), ink=c("#efe9da"), halo=c("#20241f"), sea_ink=c("#9fc1d4"),
            country_ink=c("#f0b9a4"), town=c("#efe9da"), fortress=c("#e2a25a"), accent=c("#ffd24a"),
            within=c("#6fd08c"), further=c("#c79bf0"), barred=c("#e5705f"), panel=c("#23282e"), panel_ink=c("#ece7db"),
        )  # fmt: skip
    return Palette(
        dark=False, void=c("#cfd6d6"), shallow=c("#e2eff0"), coast=c("#4f6670"), river=c("#4f8bab"),
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
