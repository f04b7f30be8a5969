"""The item that shows names and signs over the ground: as many as fit, always at their own size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log2
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from sandtable_editor.canvas.geometry.palette import Palette, Tone, palette
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after
from sandtable_editor.canvas.ground.tiles import STEPS
from sandtable_editor.canvas.overlay import place_symbols
from sandtable_editor.canvas.overlay.labels import PlacedLabel, Stand, choose_labels, range_of
from sandtable_editor.canvas.overlay.lettering import Lettering, WordsKey, measure
from sandtable_editor.canvas.overlay.names import MapNames, kept_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.geometry.change import MapChange
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Box, Floats
    from sandtable_editor.canvas.ground.paint_context import Part

BUDGET: Final = 0.003
"""Seconds of new pictures of words per frame, and of choosing per turn."""
Z_LABELS: Final = 50.0
FARTHEST: Final = 260.0
"""Logical pixels that a label may reach beyond its place."""


class _Sprites:
    """The pictures of one choice of labels, in the order in which they are painted."""

    def __init__(self, labels: Sequence[PlacedLabel], colours: Palette, dpr: float) -> None:
        self._colours, self._dpr = colours, dpr
        shown = [(label, words) for label in reversed(labels) for words in (False, True) if _has(label, words)]
        self._labels = [label for label, _ in shown]
        self._words = [words for _, words in shown]
        self._pictures: list[QPixmap | None] = [None] * len(shown)
        self._letters = colours.letters
        self._places: Floats = np.array([label.name.place for label in self._labels], np.float64).reshape(-1, 2)
        self._offsets: Floats = np.zeros((len(shown), 2))

    def paint(
        self, painter: QPainter, zoom: float, origin: tuple[float, float], window: QRectF, draw: Callable[[], bool]
    ) -> bool:
        """Paint what is in a window of the view; while ``draw`` says so, missing pictures are drawn.

        Return whether none is missing.
        """
        spots = np.rint(self._places * zoom + self._offsets + np.array(origin)).astype(np.int64)
        complete = True
        inside = _inside(spots, window)
        blit, pictures = painter.drawPixmap, self._pictures
        seen: list[int] = np.flatnonzero(inside).tolist()
        for at, (left, top) in zip(seen, spots[inside].tolist(), strict=True):
            picture = pictures[at]
            if picture is not None:
                blit(left, top, picture)
            elif draw():
                picture = self._draw(at)
                left, top = (self._places[at] * zoom + self._offsets[at] + np.array(origin)).tolist()
                blit(round(left), round(top), picture)
            else:
                complete = False
        return complete

    def draw_in(self, zoom: float, window: QRectF, draw: Callable[[], bool]) -> bool:
        """Draw pictures that are missing in a window, logical pixels from the canvas' 0, 0, while ``draw`` says so.

        Return whether none is missing.
        """
        for at in np.flatnonzero(_inside(self._places * zoom + self._offsets, window)).tolist():
            if self._pictures[at] is None:
                if not draw():
                    return False
                self._draw(at)
        return True

    def draw_all(self) -> None:
        """Draw all pictures that are missing."""
        for at, picture in enumerate(self._pictures):
            if picture is None:
                self._draw(at)

    def _draw(self, at: int) -> QPixmap:
        label = self._labels[at]
        if self._words[at]:
            name = label.name
            words = WordsKey(name.text, name.style, round(name.turn, 1), self._colours.tone, self._dpr, self._letters)
            picture = LETTERING.picture(words, self._colours)
            middle = label.dx * self._letters, label.dy * self._letters
        else:
            sign = label.name.mark or place_symbols.PlaceSymbol("place")
            picture, middle = place_symbols.picture(sign, self._colours.tone, self._dpr, self._letters), (0.0, 0.0)
        size = picture.deviceIndependentSize()
        self._offsets[at] = middle[0] - size.width() / 2, middle[1] - size.height() / 2
        self._pictures[at] = picture
        return picture


LETTERING: Final = Lettering()


def _inside(spots: Floats | NDArray[np.int64], window: QRectF) -> NDArray[np.bool_]:
    """Tell which labels may reach into a window, from the corners of their pictures."""
    x, y = spots[:, 0], spots[:, 1]
    across = (x > window.left() - FARTHEST) & (x < window.right() + FARTHEST)
    return across & (y > window.top() - FARTHEST) & (y < window.bottom() + FARTHEST)


def _has(label: PlacedLabel, words: bool) -> bool:
    return label.words if words else label.name.mark is not None


class LabelItem(QGraphicsItem):
    """All names of a map."""

    def __init__(
        self,
        geography: CanvasGeography,
        clock: Callable[[], float] = perf_counter,
        *,
        names: MapNames | None = None,
    ) -> None:
        """``names``: those of this map, where they are known."""
        super().__init__()
        self._geography, self._rect, self._clock = geography, geography.rect, clock
        self.names = names if names is not None else MapNames(geography)
        self._left_out: frozenset[Part] = frozenset()
        self._kept = self.names.all
        """The names that are not left out."""
        self._stacks: Mapping[SpaceId, int] = {}
        self._badges: Mapping[SpaceId, int] = {}
        self._choices: dict[int, list[PlacedLabel]] = {}
        self._outdated: set[int] = set()
        """The choices that were made for counters that stand elsewhere now."""
        self._signs: dict[int, frozenset[SpaceId]] = {}
        self._sprites: dict[tuple[int, Tone, float], _Sprites] = {}
        self._work: tuple[int, list[PlacedLabel], Iterator[PlacedLabel | None]] | None = None
        self.palette: Palette = palette()
        self._letters = 1.0
        self.step, self.zoom, self.dpr = 0, 1.0, 1.0
        """The step is that at which letters of their usual size would have the room that these have."""
        self.complete = True
        """Whether the last frame showed all that it should."""
        self.setZValue(Z_LABELS)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # it tells what is exposed

    def boundingRect(self) -> QRectF:
        return self._rect

    def revise(self, geography: CanvasGeography, change: MapChange) -> None:
        """Go on with another revision of the map; until names are chosen anew those that are there stay."""
        self.prepareGeometryChange()
        self._geography, self._rect = geography, geography.rect
        self.names = MapNames(geography, self.names, change)
        self._choose_anew()

    def leave_out(self, parts: frozenset[Part]) -> None:
        """Leave out names, or signs, or what names lines and regions; until names are chosen anew all stay."""
        if parts != self._left_out:
            self._left_out = parts
            self._choose_anew()

    def _choose_anew(self) -> None:
        before, self._kept = self._kept, kept_names(self.names.all, self._left_out)
        if before != self._kept:
            self._outdated = set(self._choices)
            self._work = None

    # --- choosing -----------------------------------------------------------------------------------------------

    def at_zoom(self, step: int, zoom: float, dpr: float) -> None:
        """Fit the names to a zoom."""
        if self.palette.letters != self._letters:
            self._letters = self.palette.letters
            self._choices.clear()
            self._outdated.clear()
            self._sprites.clear()
            self._work = None
        self.step, self.zoom, self.dpr = step - round(STEPS * log2(self._letters)), zoom, dpr

    @property
    def is_labelled(self) -> bool:
        """Whether the names for the present zoom are chosen."""
        return range_of(self.step) in self._choices and range_of(self.step) not in self._outdated

    @property
    def is_settled(self) -> bool:
        """Whether the names for the present zoom are chosen, and some for the zooms that may come next."""
        return self._next() is None

    def _next(self) -> int | None:
        """Return the range of zooms for which names are to be chosen next.

        Where counters have moved, other zooms can wait until somebody comes to them: there is something to show there.
        """
        here = range_of(self.step)
        if here in self._outdated:
            return here
        return next((reach for reach in (here, here - 1, here + 1, here - 2) if reach not in self._choices), None)

    def choose(self, budget: float = BUDGET) -> bool:
        """Go on choosing names, about so many seconds; return whether those for the present zoom are there."""
        wanted = self._next()
        if wanted is not None:
            if self._work is None or self._work[0] != wanted:
                size, box = self._geography.size, self._geography.box
                labels = choose_labels(self._kept, measure, wanted, size, self._stands(), box, self._letters)
                self._work = (wanted, [], labels)
            _, found, rest = self._work
            start = self._clock()
            for label in rest:
                if label is not None:
                    found.append(label)
                if self._clock() - start > budget:
                    return self.is_labelled
            if found != self._choices.get(wanted):
                self._choices[wanted] = found
                self._sprites = {key: made for key, made in self._sprites.items() if key[0] != wanted}
            self._outdated.discard(wanted)
            self._signs[wanted] = frozenset(one.name.space for one in found if one.name.space is not None)
            self._work = None
        return self.is_labelled

    def stand_clear(self, stacks: Mapping[SpaceId, int], badges: Mapping[SpaceId, int]) -> None:
        """Have names keep off counters and badges; until they are chosen anew those that are there stay."""
        if (stacks, badges) != (self._stacks, self._badges):
            self._stacks, self._badges = stacks, badges
            self._outdated = set(self._choices)
            self._work = None

    def _stands(self) -> list[Stand]:
        """Return where counters stand, and where they may stand on land."""
        geography, found = self._geography, list[Stand]()
        for id, wet in zip(geography.ids, geography.water.tolist(), strict=True):
            stacks, badges = self._stacks.get(id, 0), self._badges.get(id, 0)
            if (stacks or badges or not wet) and (place := geography.stand(id)) is not None:
                found.append(Stand(place, stacks, badges))
        shaped = set(geography.ids)
        for id in dict.fromkeys((*self._stacks, *self._badges)):  # in ports too, which have no shape
            if id not in shaped and (place := geography.stand(id)) is not None:
                found.append(Stand(place, self._stacks.get(id, 0), self._badges.get(id, 0)))
        return found

    def labels(self) -> list[PlacedLabel]:
        """Return what is shown at the present zoom, as far as it is chosen."""
        return self._choices.get(range_of(self.step), [])

    def signs(self) -> frozenset[SpaceId] | None:
        """Return the spaces without a shape whose signs are shown; ``None`` while that is not known."""
        return self._signs.get(range_of(self.step))

    def _current(self) -> _Sprites | None:
        """Return what to paint: the choice for this zoom; until it is made the nearest for a zoom farther out.

        A choice for a closer zoom would have names on top of each other.
        """
        shown = max((reach for reach in self._choices if reach <= range_of(self.step)), default=None)
        if shown is None:
            return None
        key = (shown, self.palette.tone, self.dpr)
        if key not in self._sprites:
            self._sprites[key] = _Sprites(self._choices[shown], self.palette, self.dpr)
        return self._sprites[key]

    # --- painting -----------------------------------------------------------------------------------------------

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        self.complete = True
        sprites = self._current()
        if sprites is not None:
            transform = painter.worldTransform()
            start = self._clock()
            with restore_after(painter):
                painter.resetTransform()
                origin = (transform.dx(), transform.dy())
                window = transform.mapRect(option.exposedRect)
                self.complete = sprites.paint(
                    painter, transform.m11(), origin, window, lambda: self._clock() - start <= BUDGET
                )

    def write(self, window: Box) -> bool:
        """Draw words that are missing in a window of the canvas, a few milliseconds' worth; say whether none is."""
        sprites, start, zoom = self._current(), self._clock(), self.zoom
        left, top, right, bottom = (edge * zoom for edge in window)
        shown = QRectF(left, top, right - left, bottom - top)
        return sprites is None or sprites.draw_in(zoom, shown, lambda: self._clock() - start <= BUDGET)

    def write_all(self) -> None:
        """Draw the words of all names of the present zoom now."""
        sprites = self._current()
        if sprites is not None:
            sprites.draw_all()
