"""Drawings as Inkscape, Illustrator and Figma write them, made for tests."""

from __future__ import annotations

from typing import Final

from sandtable.interchange import drawings
from sandtable.interchange.drawings import ImportedMap, ShapeRule, SvgDrawing, SvgMapping

NAMESPACES: Final = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)

TWO_LANDS: Final = f"""<?xml version="1.0" encoding="UTF-8"?>
<svg {NAMESPACES} width="200mm" height="100mm" viewBox="0 0 200 100">
  <title>Two Lands</title>
  <rect width="200" height="100" fill="white" id="rect1"/>
  <g inkscape:groupmode="layer" inkscape:label="Sea" id="layer1">
    <path id="path1" inkscape:label="The Bight" style="fill:#88aacc" d="M0 0H200V100H0Z"/>
  </g>
  <g inkscape:groupmode="layer" inkscape:label="Provinces" id="layer2" transform="translate(10,10)">
    <path id="path2" class="wood" d="M0,0 H50 C60,20 40,40 50,60 H0 Z" style="fill:#99bb77"/>
    <path id="path3" inkscape:label="East" style="fill:#ccbb77;fill-rule:evenodd"
      d="M50.02,0 H100 V60 H50 C40,40 60,20 50.02,0 Z M60,20 v10 h10 v-10 z"/>
    <text x="20" y="30" style="font-size:5px">West Land</text>
  </g>
  <g inkscape:groupmode="layer" inkscape:label="Towns" id="layer3">
    <circle cx="30" cy="40" r="1"/>
    <text x="32" y="41" style="font-size:3px"><tspan x="32" y="41">Aldbridge</tspan></text>
  </g>
  <g inkscape:groupmode="layer" inkscape:label="Rivers" id="layer4">
    <path id="brook" style="fill:none;stroke:#0000ff" d="M15 15 q 10 5 10 20"/>
  </g>
</svg>
"""
"""Two lands that share a curved border in a sea drawn under both, a town, a river, as Inkscape has it."""


def svg(body: str, head: str = 'width="100" height="100"') -> bytes:
    """Return a drawing."""
    return f"<svg {NAMESPACES} {head}>{body}</svg>".encode()


def look(data: bytes | str) -> SvgDrawing:
    return drawings.look_at(data.encode() if isinstance(data, str) else data, what="x.svg")


def take(data: bytes | str, mapping: SvgMapping | None = None) -> ImportedMap:
    return drawings.arrive(data.encode() if isinstance(data, str) else data, mapping, key="x", what="x.svg")


AREAS: Final = SvgMapping(rule=(ShapeRule(becomes="area", kind="land"),))
"""Everything is an area, a pixel a map unit."""
