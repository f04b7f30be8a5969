"""Pictures as notes keep them: read from a file or the clipboard, made smaller where they are too large, shown."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageReader, QImageWriter, QPixmap

from sandtable.engine.errors import Invalid
from sandtable.interchange.foreign_files import foreign_bytes
from sandtable.interchange.image_formats import inspect_image
from sandtable.library.store.scenario_parts import MOST_PICTURE_BYTES, PICTURES

LONGEST: Final = 1600
"""Pixels of the longer side of a picture that was made smaller."""
FINE: Final = 85
"""Per cent of quality of a photograph that was made smaller."""


def picture_of_file(path: Path) -> tuple[bytes, str]:
    """Return a picture as a note keeps it, and what was done to it; raises ``Invalid`` for what is none."""
    content = foreign_bytes(path)
    inspect_image(content)
    if content.startswith(PICTURES) and len(content) <= MOST_PICTURE_BYTES:
        return content, ""
    made = _smaller(decoded(content))
    return made, f"{path.name} was made smaller: it has {len(made) / 1024:.0f} KB now"


def picture_of_clipboard() -> bytes:
    """Return the picture in the clipboard as a note keeps it; raises ``Invalid`` where there is none."""
    image = QGuiApplication.clipboard().image()
    if image.isNull():
        raise Invalid("there is no picture in the clipboard: copy one")
    content = _written(image, b"PNG")
    return content if len(content) <= MOST_PICTURE_BYTES else _smaller(image)


def decoded(content: bytes) -> QImage:
    """Return a picture that can be painted; raises ``Invalid`` for one that cannot."""
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    image = reader.read()
    if image.isNull():
        raise Invalid(f"the picture cannot be shown ({reader.errorString()}): save it anew as PNG or JPEG")
    return image


def shown(content: bytes, size: QSize) -> QPixmap:
    """Return a picture as large as there is room; nothing for one that cannot be shown."""
    try:
        image = decoded(content)
    except Invalid:
        return QPixmap()
    keeps, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    fits = image.width() <= size.width() and image.height() <= size.height()
    return QPixmap.fromImage(image if fits else image.scaled(size, keeps, smooth))


def _smaller(image: QImage) -> bytes:
    keeps, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    if max(image.width(), image.height()) > LONGEST:
        image = image.scaled(LONGEST, LONGEST, keeps, smooth)
    for kind in (b"PNG", b"JPG"):
        if len(made := _written(image, kind)) <= MOST_PICTURE_BYTES:
            return made
    raise Invalid("the picture stays too large also when it is made smaller: cut out what matters")


def _written(image: QImage, kind: bytes) -> bytes:
    found = QByteArray()
    buffer = QBuffer(found)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(kind))
    writer.setQuality(FINE if kind == b"JPG" else -1)
    writer.write(image)
    return bytes(found.data())
