"""The regions of a map as a tree: one within another, each with its spaces lit on the map when it is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFormLayout,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from sandtable.board.spaces import RegionId
from sandtable.design.edits.regions import AddRegion, PaintRegion, RemoveRegion, SetRegion
from sandtable_editor.map.new_ids import free_id
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.map.selection import Selected
from sandtable_editor.shell.pieces import beside, button, choice_box, fit

if TYPE_CHECKING:
    from sandtable.board.maps import Map, Region
    from sandtable.design.patch import MapPatch
    from sandtable_editor.map.desk import MapDesk

REGION: Final = Qt.ItemDataRole.UserRole
NOTHING: Final = "nothing: it stands at the top"


class RegionTree(QTreeWidget):
    """Regions, each below the one that it lies within; one that is dropped on another is to lie within that."""

    moved = Signal(str, str)
    """A region is to lie within another ("": within none)."""

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderLabels(["Region", "Kind", "Spaces"])
        self.setAccessibleName("Regions")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def show_regions(self, sheet: Map, chosen: RegionId | None) -> None:
        """Show the regions of a map."""
        self.clear()
        items = {region.id: _item(sheet, region) for region in sheet.regions}
        for region in sorted(sheet.regions, key=lambda one: (one.kind, one.name.casefold(), one.id)):
            above = items.get(region.within or RegionId(""))
            if above is not None:
                above.addChild(items[region.id])
            else:
                self.addTopLevelItem(items[region.id])
        if chosen is not None and chosen in items:
            self.setCurrentItem(items[chosen])
            self.scrollToItem(items[chosen])

    def chosen(self) -> RegionId | None:
        """Return the region that is chosen."""
        item = self.currentItem()
        return RegionId(item.data(0, REGION)) if item is not None else None

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for the move; the tree follows the map and nothing else."""
        moved, below = self.chosen(), self.itemAt(event.position().toPoint())
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if moved is not None:
            self.moved.emit(moved, below.data(0, REGION) if below is not None else "")


class RegionsPanel(MapPanel):
    """Adds, names, orders and removes regions."""

    key, title = "regions", "Regions"
    keys = "Ctrl+Shift+R"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._quiet = False
        self.tree = RegionTree()
        self.tree.itemSelectionChanged.connect(self._select)
        self.tree.itemActivated.connect(self.desk.look_at_selection)
        self.tree.moved.connect(self._put_within)
        self.name, self.new_name, self.kind = QLineEdit(), QLineEdit(), choice_box("Kind of the new region")
        self.name.setAccessibleName("Name of the region")
        self.name.returnPressed.connect(self._rename)
        self.new_name.setAccessibleName("Name of a new region")
        self.new_name.setPlaceholderText("New region")
        self.kind.setEditable(True)
        self.within = choice_box("Lies within")
        self.within.activated.connect(self._put_chosen_within)
        form = QFormLayout()
        form.addRow("Name:", self.name)
        form.addRow("Within:", self.within)
        self.add = button(
            "&Add region", self._add, "Add a region of this name and kind, with the spaces that are selected"
        )
        self.call = button("&Rename", self._rename, "Call the chosen region so (Enter)")
        self.remove = button("Remo&ve", self._remove, "Take the chosen region out; its spaces stay")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.tree, 1)
        column.addLayout(form)
        column.addWidget(beside(self.call, self.remove))
        column.addWidget(beside(self.new_name, self.kind, self.add))
        self.setFocusProxy(self.tree)
        self._spaces: tuple[str, ...] = ()
        desk.shown_changed.connect(self._show_after)
        desk.selection.changed.connect(self._follow)
        self.show_regions()

    # -- what is shown

    def show_regions(self) -> None:
        """Show the regions as they are now."""
        self._quiet = True
        self.tree.show_regions(self.desk.design.map, next(iter(self.desk.selection.regions), None))
        self._quiet = False
        self._fill()

    def _show_after(self, patch: MapPatch) -> None:
        if patch.regions or patch.spaces:
            self.show_regions()

    def _fill(self) -> None:
        """Show in the form what the chosen region is."""
        sheet, id = self.desk.design.map, self.tree.chosen()
        region = sheet.region.get(id) if id is not None else None
        kind = self.kind.currentText() or "province"
        self.kind.clear()
        self.kind.addItems(sorted({one.kind for one in sheet.regions} | {"province", "country"}))
        self.kind.setCurrentText(kind)
        self.name.setText(fit(region.name) if region is not None else "")
        self.within.clear()
        self.within.addItem(NOTHING, "")
        for one in sheet.regions:
            if region is None or one.id != region.id:
                self.within.addItem(fit(f"{one.name or one.id} ({one.kind})"), one.id)
        self.within.setCurrentIndex(max(0, self.within.findData(region.within if region is not None else None)))
        self.name.setEnabled(region is not None)
        self.within.setEnabled(region is not None)
        self.call.setEnabled(region is not None)
        self.remove.setEnabled(region is not None)

    # -- what is selected

    def _select(self) -> None:
        if self._quiet:
            return
        id = self.tree.chosen()
        self._quiet = True
        self.desk.selection.set(Selected(regions=(id,)) if id is not None else Selected())
        self._quiet = False
        self._fill()

    def _follow(self) -> None:
        """Choose in the tree the region that is selected on the map; keep the spaces that may come into a new one."""
        self._spaces = self.desk.selection.spaces or (self._spaces if self.desk.selection.regions else ())
        if not self._quiet and self.desk.selection.regions[:1] != (self.tree.chosen(),):
            self.show_regions()

    # -- what is done

    def _add(self) -> None:
        sheet, name, kind = self.desk.design.map, self.new_name.text().strip(), self.kind.currentText().strip()
        id = free_id(sheet, name, kind)
        mine = tuple(space for space in self.desk.selection.spaces if space in sheet.graph.spaces)
        paint = [PaintRegion(mine, RegionId(id))] if mine else []
        if self.desk.design.do_all([AddRegion(id, kind, name), *paint], f"Add {kind} {name or id}") is not None:
            self.new_name.clear()
            self.desk.selection.set(Selected(regions=(RegionId(id),)))

    def _rename(self) -> None:
        id = self.tree.chosen()
        if id is not None:
            self.desk.design.do(SetRegion(id, self.name.text().strip()))

    def _remove(self) -> None:
        id = self.tree.chosen()
        if id is not None:
            self.desk.design.do(RemoveRegion(id))

    def _put_chosen_within(self) -> None:
        id = self.tree.chosen()
        if id is not None:
            self._put_within(id, self.within.currentData())

    def _put_within(self, region: str, within: str) -> None:
        if self.desk.design.do(SetRegion(RegionId(region), within=within)) is None:
            self.show_regions()


def _item(sheet: Map, region: Region) -> QTreeWidgetItem:
    many = len(sheet.spaces_of(region.id))
    made = QTreeWidgetItem([fit(region.name or region.id), fit(region.kind), f"{many}"])
    made.setData(0, REGION, region.id)
    return made


PANEL = RegionsPanel
