"""The map that is shown: the ground in tiles, counters and names as items over it, one tool that acts."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QTimer, Signal
from PySide6.QtGui import QCursor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from sandtable.board.maps import Map, MapInfo
from sandtable_editor.canvas.counters.counters import Counters
from sandtable_editor.canvas.counters.stack_badges import total_strength
from sandtable_editor.canvas.geometry.geography import CanvasGeography
from sandtable_editor.canvas.geometry.hit import Hit
from sandtable_editor.canvas.geometry.palette import palette
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after
from sandtable_editor.canvas.ground.paint_context import Look
from sandtable_editor.canvas.overlay.piece_display import PieceDisplay
from sandtable_editor.canvas.widget import looking
from sandtable_editor.canvas.widget.changes import map_change
from sandtable_editor.canvas.widget.find import Gazetteer
from sandtable_editor.canvas.widget.laid_maps import LAID
from sandtable_editor.canvas.widget.legend import Legend, ScaleBar
from sandtable_editor.canvas.widget.map_scene import MapScene
from sandtable_editor.canvas.widget.pannable_view import PannableView

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable.present import Arrow, Counter, Ghost, MapMode, PieceOverlay, Reach, SightLine, Sign, Trace
    from sandtable_editor.canvas.geometry.palette import Tone
    from sandtable_editor.canvas.geometry.shapes import Box, Floats
    from sandtable_editor.canvas.ground.paint_context import Part

EDGE: Final = 12
AROUND: Final = 64
"""Logical pixels round the spaces of a reach within which their prices stand."""
PAUSE: Final = 50
"""Milliseconds after a step of a zoom before anything is made sharp: until then the next may come."""
AWAITED: Final = 0.05
"""Seconds for which a frame that is to come goes before what is done between frames; a hidden view gets none."""
GATHERED: Final = 0.03
"""Seconds for which what has been made sharp is gathered before it is painted: painting takes as long as a tile."""


class ShownMap(PannableView):
    """A map that can be looked at; a tool makes it one to be played on."""

    space_hovered = Signal(str)
    """A space is under the mouse or has the focus; ``""`` when it is none."""
    space_clicked = Signal(str)
    """A space was clicked where no counter is, or chosen with Enter."""
    space_context = Signal(str, QPoint)
    """A menu is wanted for a space (``""`` beside all), at a place of the screen."""
    counter_hovered = Signal(str)
    counter_clicked = Signal(str)
    """A counter was clicked, selected before or not."""
    counters_picked = Signal(tuple)
    """Counters were picked up, to be dropped or let go."""
    counters_dropped = Signal(tuple, str)
    counters_joined = Signal(tuple, str, str)
    """Counters were put onto another one of the space in which they stand: they, the space, and that one."""
    """Counters that were picked up are to go to a space. The map shows them there when it is told."""
    counters_let_go = Signal()
    """Counters that were picked up stay where they are."""
    counters_changed = Signal()
    """Other counters are shown, or they stand elsewhere."""
    selection_changed = Signal(tuple)
    settled_entered = Signal()
    """Enter was pressed on the space that is chosen already."""
    fan_changed = Signal()
    """Another stack is fanned out, or none any more."""
    focus_moved = Signal(str, str)
    """A counter, else (``""``) the space, has the focus now."""
    view_changed = Signal()
    """Another part of the map is in view, or at another zoom."""
    ground_changed = Signal()
    """The small picture of the whole map is another."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Map")
        self.counters = Counters(self.scene())
        self._legend, self._scale = Legend(self), ScaleBar(self)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._go_on)
        self._behind = False
        """Whether a frame lacked a face or a name, and all of it has not been painted since: there must be another."""
        self._is_all = False
        """Whether all of it is to be painted with the next frame."""
        self._is_spent = False
        """Whether what time a frame has for faces was not enough for those that were to be drawn before it."""
        self._fitted: tuple[object, ...] = ()
        """What everything was fitted to last."""
        self._sharp = False
        """Whether all tiles of the last frame were up to date."""
        self._lifted = False
        """Whether the veil has changed since the last frame."""
        self._gathered: list[Box] = []
        """What looks different since it was painted last."""
        self._awaits_frame = False
        """Whether all was fitted anew and has not been painted since."""
        self._awaited_from = 0.0
        """When what is done between frames first found that one is to come, seconds; 0 while it has not."""
        self._exposed_at = 0.0
        """When something was last painted that had been made sharp, seconds."""
        self.settled_space = ""
        """What is chosen already: Enter there goes on with it (``settled_entered``)."""
        self.enter_clicks = False
        """Whether Enter does what a click would, as something on the map is asked for; else it picks counters up."""
        self.reach: Reach | None = None
        """What ``show_reach`` shows."""
        self.lit: frozenset[SpaceId] = frozenset()
        """The spaces that ``highlight`` marks."""
        self.map_scene = MapScene(self.scene(), CanvasGeography(Map(MapInfo("", ""))), Look())
        self.display = PieceDisplay(self.scene(), self.geography, self.map_scene.look.palette)
        """What is shown of the piece that is pointed at."""
        self.hit, self._gazetteer = Hit(self.geography), Gazetteer(self.geography)

    # --- what is shown ------------------------------------------------------------------------------------------

    @property
    def geography(self) -> CanvasGeography:
        """Where everything of the shown map lies."""
        return self.map_scene.geography

    def show_map(self, board: Map) -> None:
        """Show a map. Of another revision of the one that is shown only what differs is painted; the view stays.

        What was measured of a map when it was shown before, in any window, is not measured again.
        """
        laid = LAID.find(board)
        new = laid.geography if laid is not None else CanvasGeography(board, self.geography)
        differs = map_change(self.geography, new)
        if differs is None:
            self.tool.cancel()
            self.set_counters(())
            self.set_signs(())
            self.map_scene.close()
            self.map_scene = MapScene(self.scene(), new, self.map_scene.look, laid)
            LAID.keep(self.map_scene.laid)
        else:
            self.map_scene.revise(new, differs)
        self.display.lay_on(new)
        self.hit, self._gazetteer = Hit(new), Gazetteer(new)
        if differs is None:
            self.navigation.fit()
        else:
            self.navigation.make_room()
            if self.counters.all():
                self.set_counters([one for one in self.counters.all() if all(map(new.knows, one.spaces))])
        self.refit()

    def set_mode(self, mode: MapMode | None) -> None:
        """Colour the map in a way, or by its terrain; only what looks different is painted anew."""
        self.map_scene.wear(replace(self.map_scene.look, mode=mode))
        self._legend.show_mode(mode)
        self._place_corners()
        self.refit()

    def set_theme(self, tone: Tone, letters: float = 1.0) -> None:
        """Take the colours of a theme, and letters and counters so many times larger than usual."""
        colours = palette(tone, letters)
        self.map_scene.wear(replace(self.map_scene.look, palette=colours))
        self.counters.palette = self.counters.signs.palette = self.counters.badges.palette = colours
        self.display.wear(colours)
        self.counters.repaint()
        for corner in (self._legend, self._scale):
            corner.wear(colours)
        self._place_corners()
        self.refit()

    def show_grid(self, *, lines: bool = True, numbers: bool = True, terrains: bool = False) -> None:
        """Show the rims of hexes, their printed numbers and what their terrains are called, or not."""
        self.map_scene.wear(replace(self.map_scene.look, grid=lines, numbers=numbers, terrains=terrains))
        self.refit()

    def hide_underlays(self, ids: Iterable[str]) -> None:
        """Show the images under the map, but for these."""
        self.map_scene.wear(replace(self.map_scene.look, hidden=frozenset(ids)))
        self.refit()

    def leave_out(self, parts: Iterable[Part]) -> None:
        """Show all parts of the map but these."""
        self.map_scene.wear(replace(self.map_scene.look, left_out=frozenset(parts)))
        self.refit()

    def fade_ground(self, percent: int) -> None:
        """Show sea and land as strong as this; lines, names and images stay as they are."""
        self.map_scene.wear(replace(self.map_scene.look, ground=percent))
        self.refit()

    def set_counters(self, counters: Sequence[Counter]) -> None:
        """Show these counters and no others; raises ``Invalid`` for one in a space that the map does not have."""
        for space in dict.fromkeys(space for counter in counters for space in counter.spaces):
            self.geography.require_space(space)
        before = self.counters.selection
        if not self.counters.put(counters, self.geography):
            return
        self._keep_names_clear()
        self.map_scene.prices.place_anew()
        self.tool.on_change()
        self.counters_changed.emit()
        if self.counters.selection != before:
            self.selection_changed.emit(self.counters.selection)
        if self.reach is None:
            self._dress()
        else:
            self.refit()  # its prices stand elsewhere

    def set_signs(self, signs: Sequence[Sign]) -> None:
        """Show these signs over what stands in their spaces, and no others."""
        if self.counters.signs.put(signs, self.geography):
            self._keep_names_clear()
            self.viewport().update()

    def _keep_names_clear(self) -> None:
        self.map_scene.labels.stand_clear(self.counters.stacks(), self.counters.signs.by_space())

    def show_reach(self, reach: Reach | None) -> None:
        """Show where a piece can go, at what price, and what is barred to it."""
        self.reach = reach
        self.map_scene.prices.taken = self.counters.badges.boxes
        self.map_scene.prices.show_reach(reach, self.counters.occupied_spaces())
        self._lift(self.map_scene.veil.show_reach(reach))

    def show_overlays(self, overlays: Sequence[PieceOverlay], piece: str = "") -> None:
        """Show what spaces are to a piece, with the front and the flanks of its own, and no other piece's."""
        with self._repainted():
            self.display.show_overlays(overlays, self.counters.get(piece))

    def show_lines(self, traces: Sequence[Trace], sights: Sequence[SightLine] = ()) -> None:
        """Show these ways with their prices, and these lines of sight, and no others."""
        with self._repainted():
            self.display.show_lines(traces, sights)

    def show_arrows(self, arrows: Sequence[Arrow]) -> None:
        """Show who goes against whom, and nobody else."""
        if self.display.show_arrows(arrows):
            self.viewport().update()

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Show how a piece would stand, or nothing."""
        counter = self.counters.get(ghost.piece) if ghost is not None else None
        with self._repainted():
            self.display.show_ghost(ghost if counter is not None else None, counter)
            self.display.at_zoom(self.zoom, self.devicePixelRatioF(), self.counters.size)
        self.tool.on_ghost(shown=counter is not None)

    @contextmanager
    def _repainted(self) -> Generator[None, None, None]:
        """Paint what is shown of a piece where it was and where it is, when it is no longer the same."""
        wide, before = self.display.is_wide, self.display.extents(self.zoom)
        yield
        if wide or self.display.is_wide:
            self.viewport().update()
        else:
            self.expose([*before, *self.display.extents(self.zoom)])

    def highlight(self, spaces: Mapping[SpaceId, str]) -> None:
        """Mark these spaces, each in its colour, and no others."""
        self.lit = frozenset(spaces)
        self._lift(self.map_scene.veil.mark(spaces))

    def frame_space(self, space: SpaceId | None) -> None:
        """Frame the space that something would happen to, or none."""
        self._lift(self.map_scene.veil.frame(space))

    def _lift(self, boxes: Floats) -> None:
        if len(boxes):
            self.map_scene.lift(boxes)
            self._lifted = True
            self.expose(boxes.tolist(), max(EDGE, AROUND * self.map_scene.look.palette.letters))

    def select(self, pieces: Iterable[str]) -> None:
        """Select these counters and no others."""
        chosen = tuple(piece for piece in pieces if piece in self.counters)
        before, self.counters.selection = self.counters.selection, chosen
        if chosen != before:
            self.counters.repaint({*before, *chosen})
            self._dress()
            self.selection_changed.emit(chosen)

    @property
    def selection(self) -> tuple[str, ...]:
        """The counters that are selected."""
        return self.counters.selection

    def open_fan(self, piece: str) -> None:
        """Fan out the stack in which a counter lies."""
        before = self.counters.fan
        self.counters.open_fan(piece, self.window_box())
        self.refit()
        if self.counters.fan != before:
            self.fan_changed.emit()

    def close_fan(self) -> None:
        """Close the stack that is fanned out."""
        was_open = self.counters.fan is not None
        self.counters.close_fan()
        self.refit()
        if was_open:
            self.fan_changed.emit()

    # --- where one looks ----------------------------------------------------------------------------------------

    def extent(self) -> QRectF:
        return self.geography.rect

    def typical(self) -> float:
        return self.geography.size

    def centre_on(self, space: SpaceId) -> None:
        """Bring a space into the middle of the view; one without a place is left where it is."""
        place = self.geography.place(self.geography.require_space(space))
        if place is not None:
            self.navigation.centre(QPointF(*place))

    def look_at(self, spaces: Iterable[SpaceId]) -> None:
        """Go to the part of the map in which these spaces lie, as near as they fit; unless all of it does as well."""
        looking.look_at(self, spaces)

    def look_at_counters(self, spaces: Iterable[SpaceId]) -> None:
        """Go to where counters lie, one in each of these; where they could not be read, nearer to most of them."""
        looking.look_at_counters(self, spaces, self.map_scene.look.palette.letters)

    def find(  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        self, text: str
    ) -> list[tuple[SpaceId, str]]:
        """Return spaces with the name under which they were found, the best first; accents and case do not matter."""
        return self._gazetteer.find(text)

    def space_at(self, at: QPointF) -> SpaceId | None:
        """Return the space at a place of the view; one without a shape where its sign is shown."""
        point = self.on_canvas(at)
        nearness = self.zoom / self.map_scene.look.palette.letters  # signs are larger where letters are
        return self.hit.space(point.x(), point.y(), nearness, self.map_scene.labels.signs())

    def screen_spot(self, space: SpaceId) -> QPoint:
        """Return where on the screen something about a space is said: at the mouse if that is over it."""
        at = self.viewport().mapFromGlobal(QCursor.pos())
        if self.viewport().rect().contains(at) and self.space_at(QPointF(at)) == space:
            return QCursor.pos()
        stand = self.geography.stand(space)
        spot = self.on_view(QPointF(*stand)).toPoint() if stand is not None else self.viewport().rect().center()
        return self.viewport().mapToGlobal(spot)

    def target_at(self, at: QPointF, carried: Collection[str]) -> SpaceId | None:
        """Return the space into which what is dropped there goes: that of the counter it is dropped on, if any."""
        piece = self.counters.at(self.on_canvas(at))
        if piece is not None and piece not in carried:
            return self.space_of(piece, at)
        return self.space_at(at)

    def space_of(self, piece: str, at: QPointF) -> SpaceId:
        """Return the space in which a counter is pointed at: of several the one there, else the leading one."""
        there, counter = self.space_at(at), self.counters[piece]
        return there if there is not None and there in counter.spaces else counter.space

    # --- painting -----------------------------------------------------------------------------------------------

    def _dress(self) -> None:
        """Give counters that have changed their faces, and paint them: nothing else looks different."""
        if self._fitted != self._fits():
            self.refit()
            return
        self.expose(self.counters.badges.take_others(self.zoom), 2.0)
        self._prepare_frame()

    def _fits(self) -> tuple[object, ...]:
        """Return all that everything is fitted to."""
        return self.geography, self.zoom, self.devicePixelRatioF(), self.navigation.step, self.map_scene.look.palette

    def _prepare_frame(self) -> None:
        """Let counters have their faces before they are painted: one that changes meanwhile would need a frame more."""
        if self.isVisible():
            self._is_spent = not self.counters.refresh(self.window_box())
            self._awaits_frame = True

    def refit(self) -> None:
        """Fit everything to what is shown now, and paint it."""
        self._fitted = self._fits()
        zoom, dpr = self.zoom, self.devicePixelRatioF()
        if self.navigation.step != self.map_scene.step:
            self._again.start(PAUSE)
        self.counters.at_zoom(zoom, dpr, self.geography.size, hexes=self.geography.hexes is not None)
        self.map_scene.at_zoom(self.navigation.step, zoom, dpr, self.counters.size)
        self.display.at_zoom(zoom, dpr, self.counters.size)
        self._scale.show_scale(self.geography.map.info.unit, zoom)
        self._prepare_frame()
        self._paint_all()
        self.view_changed.emit()

    def _paint_all(self) -> None:
        self._is_all = True
        self.viewport().update()

    @report_errors
    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        origin = self.origin()
        with restore_after(painter):
            painter.resetTransform()
            exposed = rect.left(), rect.top(), rect.left() + rect.width(), rect.top() + rect.height()
            self._sharp = self.map_scene.draw(painter, self.window_box(), (origin.x(), origin.y()), exposed)

    def paintEvent(self, event: QPaintEvent) -> None:
        window = self.window_box()
        self._behind = (self._behind and not self._is_all) or self._is_spent or not self.counters.refresh(window)
        self._is_all = False
        self._is_spent, self._awaits_frame, self._awaited_from = False, False, 0.0
        if self._lifted:
            self._lifted = False
            self.map_scene.paint_veil(window)
        super().paintEvent(event)
        self._behind |= not self.map_scene.labels.complete
        if (self._behind or not self._sharp or not self.map_scene.ready) and not self._again.isActive():
            self._again.start(0)

    @report_errors
    def _go_on(self) -> None:
        """Do a little of what is still to be done, once what was fitted anew is on the screen."""
        self._again.start(0)  # before the work, for that may fail
        if self._awaits_frame and self._waits_for_it():
            return
        is_caught_up = not self._behind or self._catch_up()
        before = self.map_scene.overview.pixmap.cacheKey()
        window = self.window_box()
        changed = self.map_scene.work(window)
        if self.map_scene.has_failed:
            self._again.start(PAUSE)
        if is_caught_up and self.map_scene.ready and self.map_scene.is_whole(window):
            self._again.stop()
        self._gather(changed, at_once=self.map_scene.is_whole(window))
        if self.map_scene.overview.pixmap.cacheKey() != before:
            self.ground_changed.emit()

    def go_on_hidden(self) -> None:
        """Paint the small picture of the whole map although the map itself is not on the screen: something shows it."""
        if not self.isVisible() and not self.map_scene.overview.ready and not self._again.isActive():
            self._again.start(0)

    def _waits_for_it(self) -> bool:
        """Say whether the frame that is to come can still be waited for."""
        self._awaited_from = self._awaited_from or perf_counter()
        return perf_counter() - self._awaited_from < AWAITED

    def _catch_up(self) -> bool:
        """Draw faces and words that the last frame lacked, for as long as one may; say whether there is a frame now.

        Most come with one frame, and not each with one of its own.
        """
        window = self.window_box()
        are_dressed = self.counters.refresh(window)
        if not (self.map_scene.labels.write(window) and are_dressed) and not self._is_due():
            return False
        self._exposed_at = perf_counter()
        self._paint_all()
        return True

    def _gather(self, changed: list[Box], *, at_once: bool) -> None:
        """Paint what looks different, but not every little at once."""
        self._gathered += changed
        if self._gathered and (at_once or self._is_due()):
            self._exposed_at = perf_counter()
            self.expose(self._gathered)
            self._gathered = []

    def _is_due(self) -> bool:
        """Say whether what has been made sharp meanwhile has waited for its painting long enough."""
        return perf_counter() - self._exposed_at >= GATHERED

    @property
    def is_at_rest(self) -> bool:
        """Whether there is nothing that it would still do by itself."""
        return not self._again.isActive() and not self._behind and self.map_scene.is_whole(self.window_box())

    def settle(self) -> None:
        """Paint all that is still missing at once: for pictures, and for those who cannot wait."""
        window = self.window_box()
        self.map_scene.complete(window)
        while not self.counters.refresh(window):
            pass
        self.ground_changed.emit()
        self.viewport().update()

    # --- corners ------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_corners()

    def _place_corners(self) -> None:
        self._legend.resize(self._legend.sizeHint())
        self._legend.move(EDGE, self.height() - self._legend.height() - EDGE)
        self._scale.move(self.width() - self._scale.width() - EDGE, self.height() - self._scale.height() - EDGE)

    # --- in words -----------------------------------------------------------------------------------------------

    def words_of(self, piece: str) -> str:
        """Return a counter in words, as one would hear of it."""
        counter, stack = self.counters[piece], self.counters.stack_of(piece)
        state = [counter.title, *([counter.leader] if counter.leader not in counter.title else [])]
        if counter.strength:
            state.append(f"strength {counter.strength}")
        if counter.movement:
            state.append(f"movement {counter.movement}")
        place = f"in {', '.join(map(self.geography.name, counter.spaces))}"
        if len(stack.pieces) > 1:
            place += f", {stack.pieces[::-1].index(piece) + 1} of {len(stack.pieces)}"
            total = total_strength(self.counters[one] for one in stack.pieces)
            place += f" of strength {total} together" if total else ""
        chosen = ["selected"] if piece in self.counters.selection else []
        return ", ".join([*state, *counter.badges, place, *chosen])

    def words_of_space(self, space: SpaceId) -> str:
        """Return a space in words: what stands there, and what it is to what is being done."""
        inside, reach = [self.counters[piece].title for piece in self.counters.in_space(space)], self.reach
        said = [self.geography.name(space)]
        if inside:
            said.append(f"{len(inside)} {'counter' if len(inside) == 1 else 'counters'}: {', '.join(inside)}")
        if space in self.lit:
            said.append("can be chosen")
        if reach is not None and space in reach.costs:
            said.append(f"reached for {reach.costs[space]} {reach.unit}")
        elif reach is not None and space in reach.further:
            said.append(f"reached for {reach.further[space]} {reach.unit}: {reach.risk}")
        elif reach is not None and space in reach.barred:
            said.append(f"cannot be reached: {'; '.join(reach.barred[space])}")
        return ", ".join(said)

    def say_focus(self, piece: str | None, space: SpaceId) -> None:
        """Say to those who do not see the map what has the focus: a counter, else a space."""
        self.setAccessibleDescription(self.words_of(piece) if piece else self.words_of_space(space))
        self.focus_moved.emit(piece or "", space)
