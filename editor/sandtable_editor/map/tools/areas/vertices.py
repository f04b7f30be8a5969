"""Vertices of borders and lines: dragged, nudged, typed, inserted, dropped; in all that share them."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from PySide6.QtCore import Qt

from sandtable.board.snapping import SnapKind
from sandtable.design.edits.together import Together
from sandtable.design.edits.vertices import DropVertex, InsertVertex, MoveVertices
from sandtable.engine.errors import Invalid
from sandtable_editor.map.crosshair import NUDGE
from sandtable_editor.map.guides import Guide, Handles, RubberBox, RubberLine
from sandtable_editor.map.map_keys import ARROWS, FAR
from sandtable_editor.map.snapper import KEYS_REACH, mark_of
from sandtable_editor.map.tools.areas.ghosts import ghosts_of
from sandtable_editor.map.tools.areas.vertex_fields import VertexFields
from sandtable_editor.map.tools.tool import Held, MapTool

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from sandtable.board.shapes import Place
    from sandtable.board.snapping import DrawnSegments, SnapTarget
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.desk import MapDesk

HIT: Final = 8.0
"""Logical pixels round a handle that take it."""
ROOM: Final = 26.0
"""A segment so long, in logical pixels, has a handle in its middle."""
MOST_HANDLES: Final = 1500
VERTICES: Final[tuple[SnapKind, ...]] = ("vertex",)
MIDDLES: Final[tuple[SnapKind, ...]] = ("middle",)
EDGES: Final[tuple[SnapKind, ...]] = ("edge",)
HANDLED: Final[tuple[SnapKind, ...]] = ("vertex", "edge")
GRIPPED: Final[tuple[SnapKind, ...]] = ("vertex", "middle", "edge")


class Grip(Struct, frozen=True):
    """What was taken hold of: a vertex, or the middle of a segment, where one comes to be."""

    at: Place
    inserts: bool = False


class VerticesTool(MapTool):
    """Takes vertices, and moves them in all areas and lines that share them."""

    key, title, letter, group = "vertices", "Vertices", "O", "areas"
    draws_in = ("ground", "lines")
    says = "Move, insert and drop vertices, in all areas and lines that share them"
    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._grip: Grip | None = None
        self._goal: Place | None = None
        """Where what is held would go."""
        self._snap: SnapTarget | None = None
        """What it would snap to there."""
        self._box: Place | None = None
        self._cursor: Place | None = None
        self._fields: VertexFields | None = None
        desk.vertices.changed.connect(self._follow_choice)

    @property
    def chosen(self) -> tuple[Place, ...]:
        """The vertices that are chosen, in the order in which they were."""
        return self.desk.vertices.places

    def is_fit(self) -> bool:
        return bool(self.desk.design.map.areas or self.desk.design.map.lines)

    def options(self) -> QWidget:
        """Return the fields to type coordinates in."""
        self._fields = VertexFields(self.put, self.desk.refuse)
        self._fields.show_chosen(self.chosen)
        return self._fields

    def taken_up(self) -> None:
        self.map_changed()

    # -- choosing

    def pressed(self, at: Place, modifiers: Held) -> None:
        vertex = self._find(at, VERTICES)
        if vertex is not None:
            self._press_vertex(vertex.place, modifiers)
        elif (middle := self._middle(at)) is not None:
            self._grip = Grip(middle, inserts=True)
            self.choose((middle,))
        else:
            self._box = at
            if not modifiers & Held.ShiftModifier:
                self.choose(())
        self.show(at, modifiers)

    def _press_vertex(self, at: Place, modifiers: Held) -> None:
        if modifiers & Held.AltModifier and self.chosen:
            self.choose((*self.chosen, *self.desk.snapper.way(self.chosen[-1], at, other=False)))
        elif modifiers & Held.ShiftModifier:
            others = tuple(one for one in self.chosen if one != at)
            self.choose(others if at in self.chosen else (*others, at))
        else:
            if at not in self.chosen:
                self.choose((at,))
            self._grip = Grip(at)

    def choose(self, places: Iterable[Place]) -> None:
        """Choose these vertices and no others."""
        self.desk.vertices.choose(places)

    def _follow_choice(self) -> None:
        """Show what was chosen here or in the table."""
        if self._fields is not None:
            self._fields.show_chosen(self.chosen)
        if self.desk.tool is self and not self.held:
            self.show_again()

    def _find(self, at: Place, kinds: tuple[SnapKind, ...]) -> SnapTarget | None:
        return self.desk.snapper.index.nearest(at, self._hit, kinds=kinds)

    @property
    def _hit(self) -> float:
        return self.desk.view.units(HIT if self.desk.crosshair.at is None else KEYS_REACH)

    def _middle(self, at: Place) -> Place | None:
        """Return the middle at a place, of a segment long enough to show it."""
        room = self.desk.view.units(ROOM)
        for target in self.desk.snapper.index.targets(at, self._hit, kinds=MIDDLES):
            x, y = target.place
            for thing in self.desk.snapper.index.things_near(target.place, 0.0):
                for (x0, y0), (x1, y1) in thing.segments.tolist():
                    if (x0 + x1) / 2 == x and (y0 + y1) / 2 == y and hypot(x1 - x0, y1 - y0) >= room:
                        return target.place
        return None

    # -- moving

    def moved(self, at: Place, modifiers: Held) -> None:
        if self._grip is not None and self.held:
            self._snap = self._snapped(self._grip, at, modifiers)
            self._goal = self._snap.place if self._snap is not None else at
        self.show(at, modifiers)

    def _snapped(self, grip: Grip, at: Place, modifiers: Held) -> SnapTarget | None:
        """Return what the vertex that is held snaps to: nothing of its own that goes along."""
        if not self.desk.switches.snaps(modifiers):
            return None
        own = {owner for one in self._find_all(grip.at) for owner in one.of}
        for target in self.desk.snapper.index.targets(at, self.desk.snapper.reach):
            alone = target.kind != "vertex" and set(target.of) <= own
            if not alone and target.place not in self.chosen:
                return target
        return None

    def _find_all(self, at: Place) -> list[SnapTarget]:
        return self.desk.snapper.index.targets(at, self.desk.view.units(0.01), kinds=GRIPPED)

    def released(self, at: Place, modifiers: Held) -> None:
        if self._box is not None:
            self._choose_in(self._box, at)
        edit = self._edit()
        landed = self._landed() if edit is not None else ()
        self._let_go()
        if edit is not None and self.desk.design.do(edit) is not None:
            self.choose(landed)
        elif edit is not None:
            self.map_changed()
        self.show(at, modifiers)

    def _choose_in(self, one: Place, other: Place) -> None:
        left, right = sorted((one[0], other[0]))
        low, high = sorted((one[1], other[1]))
        if max(right - left, high - low) > self._hit:
            self.choose((*self.chosen, *self.desk.snapper.index.vertices_in(left, low, right, high)))

    def _moves(self, by: Place) -> tuple[tuple[Place, Place], ...]:
        return tuple((at, (_tidy(at[0] + by[0]), _tidy(at[1] + by[1]))) for at in self.chosen)

    def _landed(self) -> tuple[Place, ...]:
        grip, goal = self._grip, self._goal
        if grip is None or goal is None:
            return ()
        by = goal[0] - grip.at[0], goal[1] - grip.at[1]
        return tuple(goal if at == grip.at else to for at, to in self._moves(by))

    def _edit(self) -> MapEdit | None:
        """Return what letting go would do."""
        grip, goal, snap = self._grip, self._goal, self._snap
        if grip is None or goal is None or goal == grip.at:
            return None
        moves = MoveVertices(tuple(zip(self.chosen, self._landed(), strict=True)))
        edits: list[MapEdit] = [InsertVertex(grip.at)] if grip.inserts else []
        if snap is not None and snap.kind in ("edge", "middle", "crossing"):
            edits.append(InsertVertex(goal))
        if not edits:
            return moves
        return Together.of([*edits, moves], "Insert a vertex" if grip.inserts else moves.says(self.desk.design.map))

    def _let_go(self) -> None:
        self._grip = self._goal = self._snap = self._box = None

    # -- inserting, dropping, nudging, typing

    def double(self, at: Place) -> None:
        """Insert a vertex where a border or a line is clicked twice."""
        self._let_go()
        edge = self._find(at, EDGES)
        if edge is None:
            self.desk.refuse("No border runs there: click twice on a border or a line to insert a vertex.")
        elif self._find(at, VERTICES) is None and self.desk.design.do(InsertVertex(edge.place)) is not None:
            self.choose((edge.place,))
        self.show(at, Held.NoModifier)

    def delete(self) -> bool:
        """Drop the vertices that are chosen; return whether there are any."""
        if not self.chosen:
            return False
        many = len(self.chosen)
        says = "Drop a vertex" if many == 1 else f"Drop {many} vertices"
        if self.desk.design.do_all([DropVertex(at) for at in self.chosen], says) is not None:
            self.choose(())
        self.show_again()
        return True

    def on_key(self, event: QKeyEvent) -> bool:
        """Drop what is chosen, or nudge with the arrows what the mouse has chosen; other keys are as in every tool."""
        if event.key() == Qt.Key.Key_Delete and self.delete():
            return True
        way = ARROWS.get(Qt.Key(event.key()))
        if way is None or not self.chosen or self.held or event.modifiers() & Held.ControlModifier:
            return super().on_key(event)
        if self.desk.crosshair.at is not None:
            return super().on_key(event)
        self.nudge(*way, FAR if event.modifiers() & Held.ShiftModifier else 1)
        return True

    def step(self, at: Place, across: int, down: int, many: int) -> Place:
        """Nudge what is chosen where the crosshair stands on it; else it goes on alone."""
        if at not in self.chosen or self.held:
            return super().step(at, across, down, many)
        moved = dict(self.nudge(across, down, many))
        return moved.get(at, at)

    def nudge(self, across: int, down: int, many: int) -> tuple[tuple[Place, Place], ...]:
        """Move what is chosen a little; return from where to where, nothing if it cannot be."""
        far = self.desk.view.stride / NUDGE * many
        way = 1 if self.desk.view.geography.downwards else -1
        moves = self._moves((across * far, down * way * far))
        if self.desk.design.nudge(MoveVertices(moves)) is None:
            return ()
        self.choose(to for _, to in moves)
        self.show_again()
        return moves

    def put(self, at: Place) -> None:
        """Move the one vertex that is chosen to a place that was typed."""
        (chosen,) = self.chosen
        if self.desk.design.do(MoveVertices(((chosen, at),))) is not None:
            self.choose((at,))
        self.show_again()
        self.desk.view.setFocus()

    # -- what is shown

    def show(self, at: Place, modifiers: Held) -> None:
        """Show handles round a place, what is held, and what would come of it."""
        self._cursor = at
        guides: list[Guide] = []
        edit = self._edit()
        if edit is not None:
            guides += self._ghosts(edit)
            if self._snap is not None:
                guides.append(mark_of(self._snap))
        elif self._box is not None:
            guides.append(RubberBox(self._box, at))
        else:
            guides += self._handles(at)
        guides.append(Handles(self.chosen, frozenset(self.chosen)))
        self.desk.guides.show_guides(guides)

    def _ghosts(self, edit: MapEdit) -> list[Guide]:
        tried = self.desk.design.attempt(edit)
        if isinstance(tried, Invalid):
            return [RubberLine((at, to), "bad") for at, to in zip(self.chosen, self._landed(), strict=True)]
        return ghosts_of(tried)

    def _handles(self, at: Place) -> list[Guide]:
        """Return the handles of what is pointed at: of the nearest border or line, of the area that one is in."""
        things = list(self._pointed(at))
        left, top, right, bottom = self.desk.snapper.window
        vertices: dict[Place, None] = {}
        middles: dict[Place, None] = {}
        room = self.desk.view.units(ROOM)
        for thing in things:
            for (x0, y0), (x1, y1) in thing.segments.tolist():
                if max(x0, x1) < left or min(x0, x1) > right or max(y0, y1) < top or min(y0, y1) > bottom:
                    continue
                vertices |= {(x0, y0): None, (x1, y1): None}
                if hypot(x1 - x0, y1 - y0) >= room:
                    middles[(x0 + x1) / 2, (y0 + y1) / 2] = None
            if len(vertices) > MOST_HANDLES:
                break
        return [Handles(tuple(middles), small=True), Handles(tuple(vertices))]

    def _pointed(self, at: Place) -> Iterable[DrawnSegments]:
        index = self.desk.snapper.index
        near = {owner for one in index.targets(at, 2 * self._hit, kinds=HANDLED) for owner in one.of}
        chosen = set(self.desk.selection.spaces)
        under = self.desk.pointing.space_at(at)
        for thing in index.things_in(*self.desk.snapper.window):
            what, id = thing.owner
            if thing.owner in near or (what == "area" and (id in chosen or (not near and id == under))):
                yield thing

    def show_again(self) -> None:
        """Show what there is where the mouse was."""
        if self._cursor is not None:
            self.show(self._cursor, Held.NoModifier)

    def map_changed(self) -> None:
        index, hair = self.desk.snapper.index, self.desk.view.units(0.01)
        self.choose(at for at in self.chosen if index.nearest(at, hair, kinds=VERTICES) is not None)
        self.show_again()

    def escape(self) -> bool:
        begun = bool(self.chosen) or self._grip is not None or self._box is not None
        self._let_go()
        self.held = False
        self.choose(())
        self.show_again()
        return begun

    def cancel(self) -> None:
        """Another tool is taken up: what is chosen stays so, for one that turns it."""
        chosen = self.chosen
        super().cancel()
        self.choose(chosen)

    def hint(self, modifiers: Held) -> str:
        if self._grip is not None and self.held:
            snaps = "it snaps" if self.desk.switches.snaps(modifiers) else "it does not snap"
            return f"Let go: all areas and lines that share it follow, {snaps} · Ctrl turns that round · Esc leaves it"
        if self._box is not None and self.held:
            return "Let go: choose all vertices in the box · Esc leaves it"
        here = self._here(modifiers)
        rest = (
            "Arrows move what is chosen · Del drops it" if self.chosen else "Drag beside borders: choose all in a box"
        )
        return f"{here} · {rest}" if here else rest

    def _here(self, modifiers: Held) -> str:
        """Say what can be done with what is pointed at."""
        vertex = self._find(self.at, VERTICES) if self.at is not None else None
        if self.at is None:
            return "Drag a vertex, or a small handle to insert one"
        if vertex is not None and modifiers & Held.AltModifier and self.chosen:
            return "Click: choose all of the border up to here"
        if vertex is not None and modifiers & Held.ShiftModifier:
            return f"Click: {'let go of this vertex' if vertex.place in self.chosen else 'choose this vertex too'}"
        if vertex is not None:
            return "Drag: move this vertex · Shift: choose it too · Alt: the border up to it"
        if self._middle(self.at) is not None:
            return "Drag: insert a vertex here and move it"
        return "Double click: insert a vertex here" if self._find(self.at, EDGES) is not None else ""


def _tidy(value: float) -> float:
    """Return a coordinate without the noise of adding up."""
    return round(value, 9) + 0.0
