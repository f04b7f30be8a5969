"""Texts on a path: where the middle of the path lies, which is where such a text stands on a map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandtable.interchange.drawings.affine import affine_of
from sandtable.interchange.drawings.figures import FIGURES, trace
from sandtable.interchange.drawings.tracing import Tracer

if TYPE_CHECKING:
    from sandtable.interchange.drawings.affine import Affine
    from sandtable.interchange.drawings.xml_tree import XmlElement


def middle_of(path: XmlElement, turn: Affine, fine: float) -> tuple[float, float] | None:
    """Return the middle of a path by its length, on the page; ``None`` for what is no line."""
    if path.tag not in FIGURES:
        return None
    pen = Tracer(turn.after(affine_of(path.attributes.get("transform"))), fine)
    trace(path.tag, path.attributes, pen)
    outlines = [one.places for one in pen.outlines if len(one.places) > 1]
    if not outlines:
        return None
    places = np.array(max(outlines, key=len), np.float64)
    along = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(places, axis=0).T))))
    x, y = (float(np.interp(float(along[-1]) / 2, along, places[:, axis])) for axis in (0, 1))
    return x, y
