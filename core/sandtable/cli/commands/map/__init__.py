"""``sandtable map``: maps in and out, changed, as pictures and tables, hexes from geography."""

from __future__ import annotations

from typing import Final

from sandtable.cli.lazy_group import LazyGroup

COMMANDS: Final = {
    "adjacency": "Show which spaces are adjacent, as a table.",
    "drafts": "List what was drawn and not saved, and histories.",
    "edit": "Change a map by the same edits as in the window.",
    "enlarge": "Add columns and rows of hexes around a map.",
    "export": "Write a map as GeoJSON, or into another library.",
    "hexify": "Make a hex map from GeoJSON by rules.",
    "history": "Print what was done to a map, as a script.",
    "import": "Import GeoJSON or an SVG drawing as a map.",
    "merge": "Make one map of two versions of it.",
    "new": "Make a map with nothing on it yet.",
    "render": "Draw a map as SVG, PNG, or PDF to scale.",
    "survey": "Show what an SVG drawing holds.",
    "underlay": "Put an image under a map, or remove one.",
}
command = LazyGroup(
    "map",
    __name__,
    COMMANDS,
    says="Import, change, export and draw maps; list adjacency; make hex maps.\n\n"
    "MAP is a file, FILE.geojson, or a map in a library: LIBRARY.db#KEY, or LIBRARY.db where it holds just one.",
)
