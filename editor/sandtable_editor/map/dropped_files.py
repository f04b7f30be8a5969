"""Which files somebody drops."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QDropEvent


def dropped_files(event: QDropEvent) -> list[Path]:
    """Return the files of this machine that are dropped, or carried over what can take them."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
