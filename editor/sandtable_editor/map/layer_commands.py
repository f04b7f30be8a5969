"""What keys do to the layers of the map that is open, whether or not their panel is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.map.desk_command import DeskCommand

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.layers import Layer

GRID: Final = ("rims", "numbers")
"""The layers that make the grid of a board, in this order."""


def _go(desk: MapDesk, step: int) -> None:
    desk.layers.go(step)
    _say(desk)


def _turn_eye(desk: MapDesk) -> None:
    desk.layers.turn_eye(desk.layers.chosen)
    _say(desk)


def _turn_lock(desk: MapDesk) -> None:
    try:
        desk.layers.turn_lock(desk.layers.chosen)
    except Invalid as error:
        desk.refuse(sentence(str(error)))
    else:
        _say(desk)


def _turn_alone(desk: MapDesk) -> None:
    desk.layers.turn_alone(desk.layers.chosen)
    said = f"only {desk.layers.chosen.title} is shown" if desk.layers.is_alone else "all layers are shown as before"
    desk.hints.note([said])


def _turn_grid(desk: MapDesk) -> None:
    grid = _grid_of(desk)
    desk.layers.turn_eye(*grid)
    desk.hints.note(["the grid is shown" if desk.layers.is_shown(grid[0].key) else "the grid is hidden"])


def _turn_terrain_names(desk: MapDesk) -> None:
    """Show or hide what terrains are called, and say so: of a map looked at from afar nothing else does."""
    from sandtable_editor.map.layers import TERRAIN_NAMES  # it reads maps: the window comes first

    shown = not desk.layers.is_shown(TERRAIN_NAMES)
    desk.layers.show(TERRAIN_NAMES, shown=shown)
    desk.hints.note(["terrain names are shown where hexes are large enough" if shown else "terrain names are hidden"])


def _grid_of(desk: MapDesk) -> list[Layer]:
    return [layer for key in GRID for layer in desk.layers.all() if layer.key == key]


def _say(desk: MapDesk) -> None:
    """Say which layer is chosen, and how it stands."""
    desk.hints.note([desk.layers.words(desk.layers.chosen)])


COMMANDS: Final[tuple[DeskCommand, ...]] = (
    DeskCommand(
        "map_grid", "View/Layer", "&Grid", _turn_grid, "Ctrl+G", may=lambda desk: bool(_grid_of(desk)),
        hint="Show or hide the rims and the numbers of hexes",
    ),
    DeskCommand(
        "map_terrain_names", "View/Layer", "&Terrain names", _turn_terrain_names, "Ctrl+Shift+T",
        may=lambda desk: bool(_grid_of(desk)), hint="Write what its terrain is called into each hex, or no longer",
    ),
    DeskCommand(
        "layer_above", "View/Layer", "Layer &above", lambda desk: _go(desk, -1), "Ctrl+PgUp",
        hint="Choose the layer above the one that is chosen",
    ),
    DeskCommand(
        "layer_below", "View/Layer", "Layer &below", lambda desk: _go(desk, 1), "Ctrl+PgDown",
        hint="Choose the layer below the one that is chosen",
    ),
    DeskCommand(
        "layer_eye", "View/Layer", "Show or &hide the layer", _turn_eye, "Ctrl+H",
        hint="Show the chosen layer, or hide it",
    ),
    DeskCommand(
        "layer_alone", "View/Layer", "The layer &alone, or all as before", _turn_alone, "Ctrl+Shift+H",
        hint="Show nothing but the chosen layer, or what was shown before",
    ),
    DeskCommand(
        "layer_lock", "View/Layer", "&Lock the layer, or no longer", _turn_lock, "Ctrl+L",
        hint="Keep what is in the chosen layer from being selected and changed, or no longer",
    ),
)  # fmt: skip
