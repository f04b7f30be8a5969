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
    longest = max((one.places for one in pen.outlines), key=len, default=[])
    if len(longest) < 2:
        return None
    places = np.array(longest, np.float64)
    along = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(places, axis=0).T))))
    half = along[-1] / 2
    return float(np.interp(half, along, places[:, 0])), float(np.interp(half, along, places[:, 1]))
