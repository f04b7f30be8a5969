"""Maps as pictures: SVG with a title, a legend and a scale, the same bytes for the same map."""

from __future__ import annotations

from sandtable.interchange.svg.drawing import render
from sandtable.interchange.svg.hex_picture import HexStyle

__all__ = ["HexStyle", "render"]
