"""Beginning with a map: a new one, one of the library that ships, one of another library, one that is imported."""

from __future__ import annotations

from dataclasses import replace as with_parts
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.design.beginning import DesignBeginning

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable_editor.map.begin.geography_dialog import GeographyDialog
    from sandtable_editor.map.begin.map_shelf import ShelvedMap
    from sandtable_editor.map.begin.maps_page import MapsPage
    from sandtable_editor.map.interchange.arriving import KeptMap
    from sandtable_editor.shell.workspace import Workbench


class MapBeginning(DesignBeginning):
    """Does what the first page of maps asks for."""

    def __init__(self, window: Workbench, page: MapsPage) -> None:
        super().__init__(window, page)
        page.new_wanted.connect(self.new_map)
        page.import_wanted.connect(self.ask_import)
        page.geography_wanted.connect(self.from_geography)
        page.copy_wanted.connect(self._copy)
        page.dropped.connect(self._take_dropped)

    def new_map(self) -> None:
        """Ask what a new map is to be."""
        from sandtable_editor.map.begin.new_map_dialog import NewMapDialog

        dialog = NewMapDialog(self._window)
        dialog.wanted.connect(self.keep)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def keep(self, sheet: Map) -> None:
        """Keep a new map in the user's own library, under a key that is free, and open it."""
        from sandtable.design.scenario.new_scenario import free_key
        from sandtable.library.own import open_own_library

        try:
            with open_own_library() as own:
                key = free_key(sheet.key, {info.key for info in own.maps()})
                own.put_map(with_parts(sheet, info=replace(sheet.info, key=key)))
                path = own.path
        except SandtableError as error:
            self.refused.emit("The map cannot be kept", sentence(str(error)))
        except OSError as error:
            self.refused.emit("The map cannot be kept", f"Your own library cannot be made: {error.strerror}.")
        else:
            self.open_wanted.emit(path, key)

    def _copy(self, card: ShelvedMap) -> None:
        self.copy(card.library, card.key)

    def copy(self, library: Path, key: str) -> None:
        """Copy a map of the library that ships into the user's own, with its scenarios, and open it there."""
        from sandtable.library.own import copy_to_own

        self._window.jobs.run(
            "Copying the map", lambda _: (copy_to_own(library, key), key), self.open_at, self.not_done
        )

    # -- maps that are imported

    def from_geography(self) -> GeographyDialog:
        """Ask for geography and rules, of which hexes are made."""
        from sandtable_editor.map.begin.geography_dialog import GeographyDialog

        dialog = GeographyDialog(self._window)
        dialog.kept.connect(self._open_kept)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def ask_import(self) -> None:
        """Ask for a file that a map is made of."""
        from sandtable_editor.map.dialogs.import_file import import_new

        import_new(self._window, self.open_wanted.emit)

    def _take_dropped(self, path: Path) -> None:
        """Show the maps of a library that was dropped; make a map of any other file."""
        from sandtable.cli.file_arguments import LIBRARIES
        from sandtable_editor.map.dialogs.import_file import import_path

        if path.suffix.lower() in LIBRARIES:
            self._page.add_library(str(path))
        else:
            import_path(self._window, path, self.open_wanted.emit)

    def _open_kept(self, kept: KeptMap) -> None:
        self.open_wanted.emit(kept.library, kept.key)
