"""Pictures in pixels and on paper, which the workbench draws: it is asked by entry point, for it may not be there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, cast

from sandtable.engine.errors import Broken, Invalid

if TYPE_CHECKING:
    from sandtable.interchange.svg.print_plan import PrintSettings

GROUP: Final = "sandtable.pictures"


class PictureWriter(Protocol):
    """Writes drawings (SVG of ours) in other ways."""

    def png(self, drawing: str, path: Path, dpi: float) -> tuple[int, int]:
        """Write a picture of so many pixels to an inch; return its size."""
        ...

    def pdf(
        self, drawing: str, path: Path, settings: PrintSettings, title: str, tell: Callable[[int, int], object]
    ) -> tuple[int, int]:
        """Write a drawing to scale on sheets of paper; return how many columns and rows of them there are."""
        ...

    def sheet(self, page: str, path: Path, title: str) -> int:
        """Write a page of HTML on sheets of paper; return how many there are."""
        ...


def picture_writer() -> PictureWriter:
    """Return what writes pictures; raises ``Invalid`` where the workbench is not installed."""
    from importlib.metadata import entry_points

    from sandtable.distribution import install_hint
    from sandtable.engine.discovery.modules import try_loading

    for point in entry_points(group=GROUP):
        found = try_loading(point.load)
        if isinstance(found, str):
            raise Broken(f"what draws pictures ({point.value}) cannot be used: {found}; install it again")
        return cast("PictureWriter", found)
    raise Invalid(f"PNG and PDF are drawn by the workbench, which is not here: {install_hint('editor')} brings it")
