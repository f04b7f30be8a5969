"""What stands together in the menus of the Map workspace."""

from __future__ import annotations

from typing import Final

MENU_GROUPS: Final = {
    "Map": (
        ("new_map", "map_from_geography", "open_library", "map_quick_open", "import_map"),
        ("map_save", "map_save_as", "map_discard"),
        ("map_take_in", "map_export"),
        ("Map/Scan", "map_hexify", "map_resize_board", "map_raise_board", "map_simplify"),
        ("map_play",),
        ("map_close",),
    ),
    "Edit": (
        ("undo", "redo"),
        ("map_cut", "map_copy", "map_paste", "map_duplicate"),
        ("map_rename", "map_delete"),
        ("map_select_all", "map_deselect", "map_select_alike", "map_select_by"),
        ("find", "map_replace", "palette"),
        ("settings",),
    ),
    "View": (
        ("map_zoom_in", "map_zoom_out", "map_fit", "map_zoom_selection", "map_go_to"),
        ("View/Layer",),
        ("full_screen", "View/Theme", "View/Size"),
        ("panel_layers", "panel_fields", "panel_regions", "panel_history", "panel_problems", "panel_edges",
         "panel_tables", "panel_vertices", "map_panels"),
        ("reset_layout",),
    ),
}  # fmt: skip
"""What stands together in the menus, in order; a path names a menu within a menu."""
