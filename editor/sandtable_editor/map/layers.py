"""The layers of the map that is drawn: which are shown, which are locked, how strong they are; kept for each map.

None of it is part of the map or of its history, but for how strong an image is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, cast, get_args

import msgspec
from PySide6.QtCore import QObject, Signal

from sandtable.design.edits.underlays import SetUnderlay
from sandtable.engine.errors import Invalid
from sandtable_editor.canvas.ground.paint_context import Part
from sandtable_editor.map.locks import EDGES, GROUND, IMAGE, layers_touched, locked_words, selected_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sandtable.board.maps import Map
    from sandtable.design.patch import MapPatch
    from sandtable_editor.map.design_history import MapDesign
    from sandtable_editor.map.drawn_map import DrawnMap
    from sandtable_editor.map.pointing import MapPointing
    from sandtable_editor.map.selection import Selected, Selection
    from sandtable_editor.shell.settings import Settings

PARTS: Final[frozenset[str]] = frozenset(get_args(Part))
SEEN: Final = frozenset({"places", "lines"})
"""Layers in which nothing is pointed at while they are not shown."""
TERRAIN_NAMES: Final = "terrain names"
TRANSITIONS: Final = "transitions"
ASKED_FOR: Final = frozenset({TERRAIN_NAMES})
"""Layers that are hidden until somebody shows them."""


class Layer(NamedTuple):
    """A layer: what it is called, what is in it, and what can be done to it."""

    key: str
    title: str
    says: str
    lockable: bool = False
    opacity: int | None = None
    """Percent; ``None`` for one that is always as strong as it is drawn."""

    @property
    def image(self) -> str:
        """The id of the image that it is, or nothing."""
        return self.key.removeprefix(IMAGE) if self.key.startswith(IMAGE) else ""


class KeptLayers(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept for a map."""

    turned: frozenset[str] = msgspec.field(default=frozenset(), name="hidden")
    """The layers whose eye is not as it is at first: hidden, or shown if they are asked for."""
    locked: frozenset[str] = frozenset()
    ground: int = 100
    aside: frozenset[str] | None = None
    """What was turned before one layer was shown alone; ``None`` while none is."""

    @property
    def hidden(self) -> frozenset[str]:
        return self.turned ^ ASKED_FOR


class MapLayers(QObject):
    """The layers of a desk. ``changed``: one is shown, locked or faded that was not, or no longer."""

    changed = Signal()
    chose = Signal()
    """Another layer is the one that keys and the slider are for."""

    def __init__(
        self, design: MapDesign, view: DrawnMap, pointing: MapPointing, selection: Selection, settings: Settings
    ) -> None:
        super().__init__(design)
        self._design, self._view, self._pointing, self._selection = design, view, pointing, selection
        self._settings, self._place = settings, f"layers/{design.map.key}"
        self.now = _read(settings.text(self._place))
        self._chosen = ""
        self._apply()
        design.changed.connect(self._lock)
        design.barred = self._why_not
        selection.kept_out = self._kept_out

    def all(self) -> list[Layer]:
        """Return the layers of the map, the topmost first."""
        return list(layers_of(self._design.map, self.now.ground))

    def is_shown(self, key: str) -> bool:
        return key not in self.now.hidden

    def is_locked(self, key: str) -> bool:
        return key in self.now.locked

    @property
    def hidden_images(self) -> frozenset[str]:
        """The images that are not shown, by their ids."""
        return frozenset(key.removeprefix(IMAGE) for key in self.now.hidden if key.startswith(IMAGE))

    # -- which one is meant

    @property
    def chosen(self) -> Layer:
        """The layer that is chosen: the topmost until another one is, or when that is gone."""
        there = self.all()
        return next((layer for layer in there if layer.key == self._chosen), there[0])

    def choose(self, key: str) -> None:
        """Choose a layer."""
        if key != self._chosen:
            self._chosen = key
            self.chose.emit()

    def go(self, step: int) -> None:
        """Choose the layer so many below, or above where that is negative; it ends at the topmost and the lowest."""
        keys = [layer.key for layer in self.all()]
        self.choose(keys[max(0, min(len(keys) - 1, keys.index(self.chosen.key) + step))])

    def words(self, layer: Layer) -> str:
        """Say what a layer is and how it stands: whether it is shown, whether it is locked, how strong it is."""
        said = [layer.title, "shown" if self.is_shown(layer.key) else "hidden"]
        if layer.lockable:
            said.append("locked" if self.is_locked(layer.key) else "not locked")
        if layer.opacity is not None:
            said.append(f"opacity {layer.opacity} %")
        return ", ".join(said)

    # -- what is done

    def show(self, key: str, *, shown: bool) -> None:
        """Show a layer, or hide it."""
        if shown != self.is_shown(key):
            self._take(msgspec.structs.replace(self.now, turned=self.now.turned ^ {key}))

    def turn_eye(self, *layers: Layer) -> None:
        """Hide these layers if the first is shown; else show them."""
        shown = not self.is_shown(layers[0].key)
        for layer in layers:
            self.show(layer.key, shown=shown)

    def turn_alone(self, layer: Layer) -> None:
        """Show a layer alone, or all that was shown before."""
        turned, aside = self.now.aside, None
        if turned is None:
            others = frozenset(one.key for one in self.all() if one.key != layer.key)
            turned, aside = others ^ ASKED_FOR, self.now.turned
        self._take(msgspec.structs.replace(self.now, turned=turned, aside=aside))

    @property
    def is_alone(self) -> bool:
        """Whether one layer is shown alone."""
        return self.now.aside is not None

    def turn_lock(self, layer: Layer) -> None:
        """Lock a layer, or no longer; raises ``Invalid`` for one that has no lock."""
        if not layer.lockable:
            raise Invalid(f"nothing is selected by the layer {layer.title} alone: it has no lock")
        self.lock(layer.key, locked=not self.is_locked(layer.key))

    def lock(self, key: str, *, locked: bool) -> None:
        """Have nothing in a layer pointed at, selected or changed, or again."""
        those = self.now.locked | {key} if locked else self.now.locked - {key}
        self._take(msgspec.structs.replace(self.now, locked=those))

    def fade(self, layer: Layer, percent: int) -> None:
        """Show a layer as strong as this: for an image that is an edit, one with the step before it."""
        percent = max(0, min(100, percent))
        if layer.opacity in (None, percent):
            return
        if layer.image:
            self._design.nudge(SetUnderlay(layer.image, percent))
        else:
            self._take(msgspec.structs.replace(self.now, ground=percent))

    def _take(self, now: KeptLayers) -> None:
        if now != self.now:
            self.now = now
            self._settings.put(self._place, msgspec.json.encode(now, order="sorted").decode())
            self._apply()
            self.changed.emit()

    # -- what follows from it

    def _apply(self) -> None:
        view, hidden = self._view, self.now.hidden
        view.leave_out(cast("frozenset[Part]", hidden & PARTS))
        view.show_grid(
            lines="rims" not in hidden, numbers="numbers" not in hidden, terrains=TERRAIN_NAMES not in hidden
        )
        view.hide_underlays(self.hidden_images)
        view.fade_ground(self.now.ground)
        self._lock()

    def _lock(self) -> None:
        """Have nothing pointed at that is locked or not to be seen; what is selected there no longer is."""
        sheet, hidden = self._design.map, self.now.hidden
        locked = self.now.locked | {key for key in hidden if key in SEEN or key.startswith(IMAGE)}
        outlines = {layer.key for layer in self.all()} & {"borders", "rims"}
        if {GROUND, *outlines} <= hidden:
            locked |= {GROUND}
        self._pointing.locked = locked
        selection = self._selection
        selection.set(selection.now.without(selected_in(selection.now, locked, sheet)))

    # -- what is locked

    def why_locked(self, *keys: str) -> str:
        """Say that all of these layers are locked, ``""`` where one is not, or none is named."""
        those = [key for key in keys if key in self.now.locked]
        return self._words(those) if len(those) == len(keys) else ""

    def _why_not(self, patch: MapPatch) -> str:
        """Say why an edit cannot be done, ``""`` where it changes nothing that is locked."""
        touched = layers_touched(patch, self._design.map) & self.now.locked if self.now.locked else ()
        return self._words(touched)

    def _kept_out(self, wanted: Selected) -> Selected:
        """Return what of these things cannot be selected."""
        return selected_in(wanted, self.now.locked, self._design.map)

    def words_of(self, held_back: Selected) -> str:
        """Say which layers are locked, so that these things cannot be selected."""
        sheet = self._design.map
        return self._words([key for key in self.now.locked if selected_in(held_back, (key,), sheet)])

    def _words(self, keys: Collection[str]) -> str:
        return locked_words({layer.key: layer.title for layer in self.all()}, keys) if keys else ""


def layers_of(sheet: Map, ground: int) -> Iterator[Layer]:
    """Yield the layers of a map, the topmost first; ``ground``: how strong its surfaces are, percent."""
    has_areas, has_hexes = sheet.areas is not None, sheet.hexes is not None
    yield Layer("names", "Names", "The names of everything; signs stay")
    yield Layer("places", "Places", "Signs of places, towns and harbours, with their names", lockable=True)
    says = "What is said of edges and hexsides: rivers, passes, crossings, roads"
    yield Layer(EDGES, "Edges and links", says, lockable=True)
    yield Layer("lines", "Lines", "Lines that are drawn: courses of rivers, roads, ridges", lockable=True)
    if has_hexes:
        yield Layer("numbers", "Hex numbers", "The printed numbers of hexes")
        yield Layer(
            TERRAIN_NAMES, "Terrain names", "What the terrain of each hex is called, where hexes are large enough"
        )
        yield Layer("rims", "Hex rims", "The rims of hexes")
        says = "Where two terrains meet, one reaches into the other, and a line ends it"
        yield Layer(TRANSITIONS, "Terrain transitions", says)
    if has_areas:
        yield Layer("regions", "Regions", "The names and the borders of provinces and countries")
        yield Layer("borders", "Borders", "Borders of areas, and coasts")
    for one in reversed(sheet.underlays):
        says = "An image under the map: it covers the ground, and lines lie over it"
        yield Layer(f"{IMAGE}{one.id}", f"Image {one.id}", says, lockable=True, opacity=one.opacity)
    title = "Areas and hexes" if has_areas and has_hexes else "Hexes" if has_hexes else "Areas"
    yield Layer(GROUND, title, "The ground: sea, land and terrain, beneath the images", lockable=True, opacity=ground)


def _read(text: str) -> KeptLayers:
    """Return what was kept; what nobody can read counts as nothing."""
    try:
        kept = msgspec.json.decode(text or "{}", type=KeptLayers)
    except msgspec.DecodeError:
        return KeptLayers()
    return msgspec.structs.replace(kept, ground=max(0, min(100, kept.ground)))
