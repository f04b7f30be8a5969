"""A hex map made of geography by rules."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.board.graph import Graph
from sandtable.board.maps import Map, MapInfo, Provenance
from sandtable.interchange.geojson.clean_names import slug
from sandtable.interchange.geojson.import_options import ImportedMap
from sandtable.interchange.hexify.ground import Thing, grid_over, on_paper
from sandtable.interchange.hexify.hex_map_builder import HexMapBuilder
from sandtable.interchange.hexify.hex_map_rules import HexMapRules


def make_hex_map(things: Sequence[Thing], rules: HexMapRules) -> ImportedMap:
    """Return the hex map that rules make of features; raises ``Invalid`` where they make none."""
    things, box, projection = on_paper(things, rules)
    laying = HexMapBuilder(things, rules, grid_over(box, rules))
    board = laying.board()
    info = MapInfo(
        rules.key or slug(rules.title) or "hexes",
        rules.title,
        rules.says,
        rules.unit or ("km" if projection else ""),
        projection,
        rules.source,
        rules.licence,
    )
    sources = (Provenance("public source", source=rules.source),) if rules.source else ()
    return ImportedMap(Map(info, Graph(), hexes=board, provenance=sources), laying.notices)
