"""Flooding an image in a process of its own: it may take a while, and can be called off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct
from shapely import Polygon

from sandtable.board.affine import Spot
from sandtable.engine.errors import Invalid
from sandtable.interchange.flooding.dark_lines import dark_lines, line_width
from sandtable.interchange.flooding.ground_between import on_the_edge, part_ground
from sandtable.interchange.flooding.outlines import outlines_of
from sandtable.interchange.worker import Limits, Worker
from sandtable.interchange.worker_messages import WorkerTask

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST: Final = 24_000_000
"""Pixels of the largest image that is flooded."""
MANY: Final = 5_000
"""More regions than this are no map, but a pattern."""
WIDEST: Final = 500
"""Pixels of the widest gap that is closed."""
SECONDS: Final = 60.0
JOINT: Final = 1.2
"""How many times as long as lines are wide a border is at least, to be one."""


class FloodSettings(Struct, frozen=True):
    """How drawn borders are looked for, all in pixels of the image."""

    gap: int = 6
    """Openings in lines up to this width are closed."""
    text: int = 24
    """What is dark and no longer than this either way is a speck or a letter, and no border."""
    least: int = 200
    """Ground of fewer pixels is not an area."""
    darkness: int = 0
    """How much darker than the paper around it a line is at least, of 255; 0 looks for itself."""
    tolerance: float = 1.5
    """How far borders may be simplified."""


class FloodRequest(Struct, frozen=True):
    """What is asked of an image, whose greys come row by row; without seeds all that lines enclose."""

    width: int
    height: int
    settings: FloodSettings
    seeds: list[Spot] | None = None


class FoundArea(Struct, frozen=True):
    """Ground that lines enclose: its outline and its holes, in pixels; which seed lies in it first, -1 for none."""

    outline: list[Spot]
    holes: list[list[Spot]]
    seed: int = -1


def flood(data: bytes, asked: FloodRequest) -> list[FoundArea]:
    """Return what lines enclose in an image, from the top to the bottom; what reaches its edge only where seeded.

    Raises ``Invalid`` for settings that make no sense, and where nothing is enclosed.
    """
    require_sense(asked)
    grey: NDArray[np.uint8] = np.frombuffer(data, np.uint8).reshape(asked.height, asked.width)
    settings = asked.settings
    dark = dark_lines(grey, settings.text, settings.darkness)
    labels = part_ground(dark, settings.gap, settings.least)
    if int(labels.max(initial=0)) > MANY:
        raise Invalid(f"has more than {MANY:,} regions between its lines: let larger specks be left out")
    wanted = _wanted(labels, asked.seeds)
    shapes = outlines_of(labels, settings.tolerance, JOINT * line_width(dark) + 1)
    return [_found(shapes[number], seed) for number, seed in wanted.items() if number in shapes]


def require_sense(asked: FloodRequest) -> None:
    """Raise ``Invalid`` for settings that make no sense, and for an image that is too large."""
    if asked.width < 1 or asked.height < 1 or asked.width * asked.height > MOST:
        raise Invalid(f"has {asked.width:,} by {asked.height:,} pixels: {MOST:,} are the most that are flooded")
    settings = asked.settings
    for what, value, most in (
        ("gap", settings.gap, WIDEST), ("text", settings.text, 100_000),
        ("least", settings.least, MOST), ("darkness", settings.darkness, 255),
    ):  # fmt: skip
        if not 0 <= value <= most:
            raise Invalid(f"cannot be flooded with {what} {value:,}: choose 0 to {most:,}")
    if not 0 <= settings.tolerance <= WIDEST:
        raise Invalid(f"cannot be flooded with borders simplified by {settings.tolerance:g}: choose 0 to {WIDEST}")
    for u, v in asked.seeds or ():
        if not (0 <= u < asked.width and 0 <= v < asked.height):
            raise Invalid(f"has nothing at {u:g}, {v:g}, beside it: choose a place in the image")


def _wanted(labels: NDArray[np.int32], seeds: Sequence[Spot] | None) -> dict[int, int]:
    """Return the regions that are wanted, each with its seed."""
    if seeds is None:
        inner = np.setdiff1d(np.unique(labels[labels > 0]), on_the_edge(labels))
        if not len(inner):
            raise Invalid("has no closed borders: let wider gaps be closed, or fainter lines count")
        return dict.fromkeys(inner.tolist(), -1)
    found: dict[int, int] = {}
    for at, (u, v) in enumerate(seeds):
        if number := int(labels[int(v), int(u)]):
            found.setdefault(number, at)
    return found


def _found(shape: Polygon, seed: int) -> FoundArea:
    rings: list[list[Spot]] = [
        [(float(x), float(y)) for x, y in ring.coords[:-1]] for ring in (shape.exterior, *shape.interiors)
    ]
    return FoundArea(rings[0], rings[1:], seed)


FLOOD: Final = WorkerTask(flood, FloodRequest, list[FoundArea], "flooding")


class FloodWorker:
    """Floods one image, as often as somebody changes the settings; to be closed."""

    def __init__(self, grey: NDArray[np.uint8], what: str) -> None:
        """``grey``: ``(rows, columns)``, 0 black, 255 white; ``what`` the image is called in errors."""
        self._data, self._shape, self._what = grey.tobytes(), grey.shape, what
        self._worker = Worker(Limits.patient(SECONDS), ("sandtable.interchange.flooding.flood_task",))

    def flood(
        self,
        settings: FloodSettings,
        seeds: Sequence[Spot] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> list[FoundArea]:
        """Return what its lines enclose; raises ``Invalid`` or ``Cancelled`` as a worker does."""
        asked = FloodRequest(self._shape[1], self._shape[0], settings, None if seeds is None else list(seeds))
        require_sense(asked)
        return self._worker.run(FLOOD, self._data, asked, what=self._what, cancelled=cancelled)

    def close(self) -> None:
        """End the process."""
        self._worker.close()
