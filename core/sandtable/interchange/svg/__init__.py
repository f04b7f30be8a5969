"""Maps as pictures: SVG with a title, a legend and a scale, the same bytes for the same map."""

from __future__ import annotations

from sandtable.interchange.svg.drawing import render

__all__ = ["render"]
