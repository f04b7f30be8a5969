"""Laying a scan under the map: chosen in a dialog, or dropped on the map as a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.design.edits.underlays import LayUnderlay
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.interchange.foreign_files import foreign_bytes
from sandtable.interchange.geojson import slug
from sandtable.interchange.images import checked_image
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.shell.asking import ask_which

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.shell.jobs import Progress

SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif")


def ask_for_scan(desk: MapDesk) -> None:
    """Ask for the file of an image, and lay it under the map."""
    kinds = "Images (*.png *.jpg *.jpeg *.webp *.gif);;All (*)"
    ask_which(desk.view, "Lay a scan", "", kinds, lambda path: lay_scan(desk, Path(path)))


def lay_scan(desk: MapDesk, path: Path) -> None:
    """Lay the image in a file under the map; it is read and looked over aside."""

    def work(progress: Progress) -> bytes:
        def heed() -> bool:
            progress.check()
            return False

        content = foreign_bytes(path)
        checked_image(content, what=path.name, cancelled=heed)
        return content

    def fail(error: BaseException) -> None:
        if not isinstance(error, Invalid):
            raise error
        desk.refuse(sentence(str(error)))

    desk.window.jobs.run(f"Reading {path.name}", work, partial(_lay, desk, path), fail)


def _lay(desk: MapDesk, path: Path, content: bytes) -> None:
    there = {one.id for one in desk.design.map.underlays}
    stem = slug(path.stem) or "scan"
    id = next(id for id in (stem, *(f"{stem}-{number}" for number in range(2, 1_000))) if id not in there)
    if desk.design.do(LayUnderlay(id, path.name, content=content)) is not None:
        desk.selection.select(underlays=[id])
        desk.look_at_selection()
        desk.take("control_points")


COMMANDS: Final = (
    DeskCommand(
        "map_lay_scan", "Map/Scan", "Lay a &scan…", ask_for_scan, hint="Lay an image under the map, and draw after it"
    ),
)
