"""The form of the edges that are selected: of one, all that there is to say; of several, what can be said of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sandtable.board.spaces import Contact, Feature, Pair, SpaceId, Status
from sandtable.board.vocabulary import BY_SEA, COAST, OVER_WATER, RIVERS, ROADS
from sandtable.design.edits.edges import SayEdge
from sandtable_editor.shell.pieces import button, choice_box, faint, fit

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Edge
    from sandtable_editor.map.desk import MapDesk

Lies = Literal["along", "across"]
STATUSES: Final[tuple[tuple[Status, str], ...]] = (
    ("derived", "As the shapes show it"), ("confirmed", "Confirmed"), ("added", "Added"), ("forbidden", "Forbidden"),
)  # fmt: skip
KINDS: Final[dict[Lies, tuple[str, ...]]] = {
    "along": (*sorted(RIVERS), COAST, "pass", "ridge", "slope", "fieldwork"),
    "across": (*sorted(ROADS | OVER_WATER | BY_SEA), "ferry", "pass"),
}
"""What lies there most of the time; any other word may be written."""
FeatureChange = Callable[[tuple[Feature, ...]], tuple[Feature, ...]]
MIXED: Final = "—"
"""What several edges have each otherwise."""


class EdgeForm(QWidget):
    """Every choice is an edit of all that are selected."""

    def __init__(self, desk: MapDesk, *, narrow: bool = False) -> None:
        """``narrow``: what lies there stands below its words, and the heading is left to whoever shows the form."""
        super().__init__()
        self._desk = desk
        self._pairs: tuple[Pair, ...] = ()
        self.heading = QLabel()
        if narrow:
            self.heading.hide()
        self.status, self.ways, self.contact = (choice_box(name) for name in ("Known as", "Ways", "Touch"))
        self.status.activated.connect(self._say_status)
        self.ways.activated.connect(self._say_ways)
        self.contact.activated.connect(self._say_contact)
        self._rows: dict[Lies, QVBoxLayout] = {"along": QVBoxLayout(), "across": QVBoxLayout()}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 0, 0)
        grid.addWidget(self.heading, 0, 0, 1, 2)
        for row, box in enumerate((self.status, self.ways, self.contact), 1):
            grid.addWidget(QLabel(f"{box.accessibleName()}:"), row, 0)
            grid.addWidget(box, row, 1)
        for row, (lies, rows) in zip((4, 6), self._rows.items(), strict=True):
            grid.addWidget(QLabel(f"{lies.capitalize()} it:"), row, 0)
            grid.addLayout(rows, *((row + 1, 0, 1, 2) if narrow else (row, 1, 1, 1)))
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(8, 1)
        self.show_edges(())

    # -- what is shown

    def show_edges(self, pairs: Sequence[Pair]) -> None:
        """Show these edges, or that none is selected."""
        sheet = self._desk.design.map
        self._pairs = tuple(pairs)
        self.setVisible(bool(pairs))
        if not pairs:
            return
        edges = [sheet.graph.edge(*pair) for pair in pairs]
        self.heading.setText(fit(_heading(sheet, self._pairs)))
        _fill(self.status, STATUSES, {edge.status if edge is not None else None for edge in edges})
        _fill(self.ways, self._ways(sheet), {_way(edge) for edge in edges})
        _fill(self.contact, (("border", "A border"), ("corner", "A corner")), {edge and edge.contact for edge in edges})
        for lies in self._rows:
            self._show_features(lies, [edge for edge in edges if edge is not None])

    def _ways(self, sheet: Map) -> tuple[tuple[str, str], ...]:
        one, *more = [(sheet.name(a), sheet.name(b)) for a, b in self._pairs]
        if more:
            return (("both", "Both ways"),)
        a, b = one
        return ("both", "Both ways"), ("there", f"From {a} to {b} only"), ("back", f"From {b} to {a} only")

    def _show_features(self, lies: Lies, edges: Sequence[Edge]) -> None:
        """Show what lies along or across all of these edges, a row each, and a row to add something."""
        rows = self._rows[lies]
        while (item := rows.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        first, *others = [_features(edge, lies) for edge in edges] or [()]
        for feature in (one for one in first if all(one in other for other in others)):
            rows.addWidget(self._feature_row(lies, feature))
        rows.addWidget(self._new_row(lies))

    def _feature_row(self, lies: Lies, feature: Feature) -> QWidget:
        words = QLabel(fit(feature.kind))
        side = choice_box(f"Side of the {feature.kind} {lies} it")
        side.setMinimumContentsLength(6)
        side.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        side.setEnabled(len(self._pairs) == 1)
        side.addItem("on no side", None)
        for end in self._pairs[0] if len(self._pairs) == 1 else ():
            side.addItem(fit(f"on {self._desk.design.map.name(end)}'s side"), end)
        side.setCurrentIndex(max(0, side.findData(feature.side)))
        side.activated.connect(partial(self._turn, lies, feature, side))
        away = button("Remove", partial(self._without, lies, feature), f"Take the {feature.kind} away")
        away.setAccessibleName(f"Remove the {feature.kind} {lies} it")
        return _in_a_row(words, side, away)

    def _new_row(self, lies: Lies) -> QWidget:
        kind = choice_box(f"What lies {lies} it")
        kind.setEditable(True)
        kind.addItems(list(KINDS[lies]))
        kind.setCurrentText("")
        add = button(f"Add {lies}", partial(self._with, lies, kind), f"Let it lie {lies} the edge")
        line = kind.lineEdit()
        if line is not None:
            line.setPlaceholderText("River, pass…" if lies == "along" else "Road, bridge, strait…")
            line.returnPressed.connect(add.click)
        return _in_a_row(kind, add, faint(""))

    # -- what is said

    def _say(self, *edits: SayEdge) -> None:
        says = edits[0].says(self._desk.design.map) if len(edits) == 1 else f"Say what {len(edits)} edges are"
        self._desk.design.do_all(edits, says)
        self.show_edges(self._pairs)

    def _say_status(self) -> None:
        status: Status | None = self.status.currentData()
        if status is not None:
            self._say(*(SayEdge(a, b, status) for a, b in self._pairs))

    def _say_ways(self) -> None:
        match self.ways.currentData():
            case "both":
                self._say(*(SayEdge(a, b, one_way=False) for a, b in self._pairs))
            case "there":
                self._say(*(SayEdge(a, b, one_way=True) for a, b in self._pairs))
            case "back":
                self._say(*(SayEdge(b, a, one_way=True) for a, b in self._pairs))
            case _:
                pass

    def _say_contact(self) -> None:
        contact: Contact | None = self.contact.currentData()
        if contact is not None:
            self._say(*(SayEdge(a, b, contact=contact) for a, b in self._pairs))

    def _with(self, lies: Lies, box: QComboBox) -> None:
        kind = box.currentText().strip()
        if kind:
            self._lay(lies, lambda there: (*(one for one in there if one.kind != kind), Feature(kind)))

    def _without(self, lies: Lies, feature: Feature) -> None:
        self._lay(lies, lambda there: tuple(one for one in there if one != feature))

    def _turn(self, lies: Lies, feature: Feature, box: QComboBox, _: int) -> None:
        side: SpaceId | None = box.currentData()
        self._lay(lies, lambda there: tuple(Feature(one.kind, side) if one == feature else one for one in there))

    def _lay(self, lies: Lies, change: FeatureChange) -> None:
        """Say of every edge what lies along or across it now."""
        self._say(*laid(self._desk.design.map, self._pairs, lies, change))


def laid(sheet: Map, pairs: Iterable[Pair], lies: Lies, change: FeatureChange) -> list[SayEdge]:
    """Return what says of edges what lies along or across them, after a change to what does now."""
    edits: list[SayEdge] = []
    for a, b in pairs:
        edge = sheet.graph.edge(a, b)
        now = change(_features(edge, lies) if edge is not None else ())
        edits.append(SayEdge(a, b, along=now) if lies == "along" else SayEdge(a, b, across=now))
    return edits


def kinds_there(sheet: Map, pairs: Iterable[Pair], lies: Lies) -> list[set[str]]:
    """Return for each of these edges the kinds that lie along or across it."""
    edges = (sheet.graph.edge(*pair) for pair in pairs)
    return [{one.kind for one in _features(edge, lies)} if edge is not None else set() for edge in edges]


def with_kinds(said: Mapping[str, bool]) -> FeatureChange:
    """Return what adds the kinds that are said to lie there, and takes out those that are not."""

    def change(there: tuple[Feature, ...]) -> tuple[Feature, ...]:
        kept = tuple(one for one in there if said.get(one.kind, True))
        new = (kind for kind, lies in said.items() if lies and all(one.kind != kind for one in there))
        return (*kept, *map(Feature, new))

    return change


def _features(edge: Edge, lies: Lies) -> tuple[Feature, ...]:
    return edge.along if lies == "along" else edge.across


def _heading(sheet: Map, pairs: Sequence[Pair]) -> str:
    if len(pairs) == 1:
        a, b = (sheet.name(end) for end in pairs[0])
        return f"Between {a} and {b}"
    return f"{len(pairs)} edges"


def _way(edge: Edge | None) -> str | None:
    if edge is None or not edge.one_way:
        return "both"
    return "there" if edge.a <= edge.b else "back"


def _fill(box: QComboBox, choices: Iterable[tuple[str, str]], there: set[object]) -> None:
    """Show what can be chosen, and what is so; of several edges that differ, neither."""
    box.clear()
    value = next(iter(there)) if len(there) == 1 else None
    if value is None:
        box.addItem(MIXED, None)
    for one, words in choices:
        box.addItem(fit(words), one)
    box.setCurrentIndex(max(0, box.findData(value)))


def _in_a_row(*widgets: QWidget) -> QWidget:
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        row.addWidget(widget, 1 if isinstance(widget, QComboBox) else 0)
    return made
