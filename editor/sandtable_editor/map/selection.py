"""What is selected on the map that is drawn: things of every kind, by their ids; it is no part of the history."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from sandtable.board.spaces import Pair, RegionId, SpaceId
from sandtable.library.files.report_words import count_of, join_names

if TYPE_CHECKING:
    from sandtable.board.maps import Map


class Selected(Struct, frozen=True):
    """Things by their ids, each once, in the order in which they were selected."""

    spaces: tuple[SpaceId, ...] = ()
    hexes: tuple[SpaceId, ...] = ()
    """Hexes by their printed numbers."""
    edges: tuple[Pair, ...] = ()
    lines: tuple[str, ...] = ()
    regions: tuple[RegionId, ...] = ()
    underlays: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any(getattr(self, kind) for kind in KINDS)

    def __len__(self) -> int:
        return sum(len(getattr(self, kind)) for kind in KINDS)

    @property
    def counted(self) -> str:
        """How many of each kind there are, in words: ``12 hexes``, ``2 spaces and 1 line``."""
        counts = {kind: len(getattr(self, kind)) for kind in KINDS}
        return join_names(count_of(many, *KINDS[kind]) for kind, many in counts.items() if many)

    def joined(self, other: Selected) -> Selected:
        """Return these and those of the other."""
        return Selected(*(tuple(dict.fromkeys((*ours, *theirs))) for ours, theirs in self._beside(other)))

    def without(self, other: Selected) -> Selected:
        """Return these but those of the other."""
        beside = ((ours, frozenset(theirs)) for ours, theirs in self._beside(other))
        return Selected(*(tuple(one for one in ours if one not in theirs) for ours, theirs in beside))

    def _beside(self, other: Selected) -> list[tuple[tuple[Any, ...], tuple[Any, ...]]]:
        """Return the things of each kind of both."""
        return [(getattr(self, kind), getattr(other, kind)) for kind in KINDS]

    def toggled(self, other: Selected) -> Selected:
        """Return these with the other ones, or without them where all of them are here already."""
        return self.without(other) if not other.without(self) else self.joined(other)

    def there(self, sheet: Map) -> Selected:
        """Return those that are on a map."""
        lines, laid = ({one.id for one in sheet.lines}, {one.id for one in sheet.underlays})
        return Selected(
            tuple(one for one in self.spaces if one in sheet.graph.spaces),
            tuple(one for one in self.hexes if sheet.has_hex(one)),
            tuple(one for one in self.edges if one in sheet.graph.edges or all(map(sheet.knows, one))),
            tuple(one for one in self.lines if one in lines),
            tuple(one for one in self.regions if one in sheet.region),
            tuple(one for one in self.underlays if one in laid),
        )


KINDS: Final = {
    "spaces": ("space",), "hexes": ("hex", "hexes"), "edges": ("edge",), "lines": ("line",), "regions": ("region",),
    "underlays": ("image",),
}  # fmt: skip
"""The kinds of things, each with what one and several of them are called."""


def selected_of(kind: str, things: Iterable[object]) -> Selected:
    """Return things of one kind, each by what names it, as they are selected."""
    return replace(Selected(), **{kind: tuple(things)})


def title_of(selected: Selected, sheet: Map) -> str:
    """Return what things are called: one by its name, several by how many there are."""
    if len(selected) != 1:
        return selected.counted
    for id in selected.spaces:
        return sheet.name(id)
    for id in selected.hexes:
        return f"hex {id}"
    for a, b in selected.edges:
        return f"{sheet.name(a)}–{sheet.name(b)}"
    for line in selected.lines:
        return next((f"{one.kind} {one.name or one.id}" for one in sheet.lines if one.id == line), line)
    for region in selected.regions:
        return sheet.region[region].name or region
    return f"image {selected.underlays[0]}"


class Selection(QObject):
    """What is selected now; ``changed`` when that is something else."""

    changed = Signal()
    held_back = Signal(object)
    """What was to be selected and cannot be, as ``Selected``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = Selected()
        self.kept_out: Callable[[Selected], Selected] = lambda _: Selected()
        """Gives those of some things that cannot be selected."""

    def __bool__(self) -> bool:
        return bool(self.now)

    @property
    def spaces(self) -> tuple[SpaceId, ...]:
        """The selected spaces that are no hexes, or stand in the graph."""
        return self.now.spaces

    @property
    def hexes(self) -> tuple[SpaceId, ...]:
        return self.now.hexes

    @property
    def edges(self) -> tuple[Pair, ...]:
        return self.now.edges

    @property
    def lines(self) -> tuple[str, ...]:
        return self.now.lines

    @property
    def regions(self) -> tuple[RegionId, ...]:
        return self.now.regions

    @property
    def underlays(self) -> tuple[str, ...]:
        return self.now.underlays

    def set(self, selected: Selected) -> None:
        """Select these and nothing else; what cannot be selected is left out."""
        kept_out = self.kept_out(selected)
        if kept_out:
            selected = selected.without(kept_out)
            self.held_back.emit(kept_out)
        if selected != self.now:
            self.now = selected
            self.changed.emit()

    def select(
        self,
        *,
        spaces: Iterable[SpaceId] = (),
        hexes: Iterable[SpaceId] = (),
        edges: Iterable[Pair] = (),
        lines: Iterable[str] = (),
        regions: Iterable[RegionId] = (),
        underlays: Iterable[str] = (),
    ) -> None:
        """Select these and nothing else."""
        self.set(Selected(tuple(spaces), tuple(hexes), tuple(edges), tuple(lines), tuple(regions), tuple(underlays)))

    def add(self, selected: Selected) -> None:
        """Select these too."""
        self.set(self.now.joined(selected))

    def toggle(self, selected: Selected) -> None:
        """Select these too, or no longer where all of them are selected."""
        self.set(self.now.toggled(selected))

    def clear(self) -> None:
        """Select nothing."""
        self.set(Selected())

    def keep_there(self, sheet: Map) -> None:
        """Let go of what is no longer on the map."""
        self.set(replace(self.now.there(sheet)))
