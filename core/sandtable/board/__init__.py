"""Spaces and edges: areas and hexes, reach, lines of sight. It knows no game.

What games take from it is here by name, and loads what it needs when it is taken: ``AreaMap`` shapely, ``Map`` nothing.
Hexes without a map are in ``directions``, with one in ``hexes``, ``numbering``, ``layers`` and ``sight``; ways in
``area_reach``, ``hex_reach`` and ``pose_reach``: these load numpy.
"""

from typing import TYPE_CHECKING

from sandtable.faces import lazily

if TYPE_CHECKING:
    from sandtable.board.areas import AreaMap
    from sandtable.board.directions import Facing, Hex
    from sandtable.board.evolutions import Evolution, Evolved, read_evolutions
    from sandtable.board.graph import Graph, Rederived
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.hex_spaces import Hexside, HexSpaces
    from sandtable.board.hexes import HexGrid
    from sandtable.board.layers import SideLayer, TerrainLayer
    from sandtable.board.maps import Map, MapInfo, MapLine, Provenance, Region, of
    from sandtable.board.poses import Pose
    from sandtable.board.shapely_arrays import Shapes, coverage_clean, misfits
    from sandtable.board.shapes import Place, Shape
    from sandtable.board.sight import Sight, SightMap
    from sandtable.board.sights import Sights, sights_over
    from sandtable.board.spaces import (
        Attributes,
        Contact,
        Edge,
        Feature,
        Pair,
        RegionId,
        Space,
        SpaceId,
        Status,
        Value,
        pair_of,
    )
else:
    __getattr__ = lazily(__name__)

__all__ = [
    "AreaMap", "Attributes", "Contact", "Edge", "Evolution", "Evolved", "Facing", "Feature", "Graph", "Hex", "HexBoard",
    "HexGrid", "HexSpaces", "Hexside", "Map", "MapInfo", "MapLine", "Pair", "Place", "Pose", "Provenance", "Rederived",
    "Region", "RegionId", "Shape", "Shapes", "SideLayer", "Sight", "SightMap", "Sights", "Space", "SpaceId", "Status",
    "TerrainLayer", "Value", "coverage_clean", "misfits", "of", "pair_of", "read_evolutions", "sights_over",
]  # fmt: skip
