"""Images that may lie under a map: what a file really is, by its content, before anything decodes it.

The file itself is kept as it came.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from sandtable.interchange.image_formats import Picture, inspect_image
from sandtable.interchange.worker import Worker, shared_worker
from sandtable.interchange.worker_messages import WorkerTask


class Nothing(Struct, frozen=True):
    """Nothing is asked beyond the file itself."""


def look(data: bytes, _: Nothing) -> Picture:
    """Say what an image is; raises ``Invalid`` for one that is damaged, hostile, too large or of another kind."""
    return inspect_image(data)


LOOK: Final = WorkerTask(look, Nothing, Picture)


def checked_image(
    data: bytes, *, what: str, worker: Worker | None = None, cancelled: Callable[[], bool] = lambda: False
) -> Picture:
    """Say what an image is, having it looked at in the worker; ``what`` is what errors call it."""
    return (worker or shared_worker()).run(LOOK, data, Nothing(), what=what, cancelled=cancelled)
