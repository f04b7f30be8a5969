"""In and out: foreign files parsed in a process that may die of them, maps as GeoJSON, SVG, tables."""

from typing import TYPE_CHECKING

from sandtable.faces import lazily

if TYPE_CHECKING:
    from sandtable.interchange.area_text import read_area_map
    from sandtable.interchange.hex_text import read_hex_map
    from sandtable.interchange.hexify.ground import Thing
    from sandtable.interchange.hexify.hex_map_making import make_hex_map
    from sandtable.interchange.hexify.hex_map_rules import HexMapRules, read_rules
    from sandtable.interchange.projection import Conic
else:
    __getattr__ = lazily(__name__)

__all__ = [
    "Conic", "HexMapRules", "Thing", "make_hex_map", "read_area_map", "read_hex_map", "read_rules",
]  # fmt: skip
