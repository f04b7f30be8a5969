"""What the colours, lines and signs of a map mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import pi
from typing import Final, NamedTuple

from sandtable.interchange.svg import symbols
from sandtable.interchange.svg.area_picture import BORDERS, OVER_WATER, RIVERS, WATER, AreaPicture, Rank
from sandtable.interchange.svg.colours import INK, SEA
from sandtable.interchange.svg.hex_picture import OVER, WATERS, WAYS, HexPicture, width_of_kind, work_style
from sandtable.interchange.svg.labels import width_of
from sandtable.interchange.svg.paper import Box
from sandtable.interchange.svg.pen import Pen, line_of

ROW: Final = 22.0
WIDE: Final = 22.0
HIGH: Final = 12.0

Sign = Callable[[Pen, Box], None]


class LegendEntry(NamedTuple):
    """A line of the legend: what draws its sign into a box, and what it means."""

    sign: Sign
    says: str


def draw_legend(pen: Pen, entries: Iterable[LegendEntry], left: float, top: float, right: float) -> float:
    """Draw the legend in rows; return where it ends below."""
    x, y = left, top
    for sign, says in entries:
        width = WIDE + 6.0 + width_of(says, 11.5) + 18.0
        if x + width > right and x > left:
            x, y = left, y + ROW
        sign(pen, (x, y - 2.0, x + WIDE, y - 2.0 + HIGH))
        pen.leaf("text", says, x=x + WIDE + 6.0, y=y + 8.0, font_size=11.5, fill=INK)
        x += width
    return y + ROW


def area_legend(picture: AreaPicture) -> list[LegendEntry]:
    """Return what stands on an area map."""
    sheet = picture.sheet
    entries = [LegendEntry(_swatch(colour), picture.words(value)) for value, colour in picture.meanings.items()]
    kinds = {space.kind for space in sheet.graph.spaces.values()}
    if any(sheet.graph.spaces[id].kind in WATER for id in picture.areas):
        entries.append(LegendEntry(_swatch(SEA), "sea"))
    entries += _borders(picture)
    edges = sheet.graph.edges.values()
    along = {one.kind for edge in edges for one in edge.along}
    across = {one.kind for edge in edges for one in edge.across}
    signs = {
        "river": (bool(along & RIVERS), _stroke(stroke=symbols.RIVER, stroke_width=2.4)),
        "pass": ("pass" in across, _pass),
        "crossing": (bool(across & OVER_WATER), _arrow),
        "port": ("port" in kinds, _port),
    }
    return entries + [LegendEntry(sign, says) for says, (there, sign) in signs.items() if there]


def _borders(picture: AreaPicture) -> list[LegendEntry]:
    ranks = {picture.rank(border.a, border.b) for border in picture.areas.borders}
    shown: tuple[Rank, ...] = ("area", "province", "country")
    words = {"area": "border"}
    return [
        LegendEntry(_stroke(**BORDERS[rank]), words.get(rank, f"border of a {rank}")) for rank in shown if rank in ranks
    ]


def hex_legend(hexes: HexPicture) -> list[LegendEntry]:
    """Return what stands on a hex map."""
    entries = [LegendEntry(_swatch(colour), name.replace("_", " ")) for name, colour in hexes.meanings.items()]
    for kind in hexes.kinds:
        style = width_of_kind(WATERS, kind) or width_of_kind(WAYS, kind)
        if style is not None:
            sign = _stroke(stroke=style[0], stroke_width=2.6)
        elif kind in OVER:
            sign = _bridge
        else:
            colour, _ = work_style(kind)
            sign = _hachures(colour) if "slope" in kind else _stroke(stroke=colour, stroke_width=3.4)
        entries.append(LegendEntry(sign, kind.replace("_", " ")))
    return entries


# --- signs ----------------------------------------------------------------------------------------------------------


def _swatch(colour: str) -> Sign:
    def draw(pen: Pen, box: Box) -> None:
        left, top, right, bottom = box
        style: dict[str, str | float] = {"fill": colour, "stroke": "#8c8672", "stroke_width": 0.7}
        pen.leaf("rect", x=left, y=top, width=right - left, height=bottom - top, **style)

    return draw


def _stroke(**style: float | str) -> Sign:
    def draw(pen: Pen, box: Box) -> None:
        left, top, right, bottom = box
        pen.leaf("line", x1=left, y1=(top + bottom) / 2, x2=right, y2=(top + bottom) / 2, **style)

    return draw


def _hachures(colour: str) -> Sign:
    def draw(pen: Pen, box: Box) -> None:
        left, top, right, bottom = box
        step = (right - left) / 4
        strokes = [line_of([(left + step * at, top + 2), (left + step * at, bottom - 2)]) for at in range(5)]
        pen.path(strokes, stroke=colour, stroke_width=1.4)

    return draw


def _bridge(pen: Pen, box: Box) -> None:
    left, top, right, bottom = box
    middle = (top + bottom) / 2
    rails = [line_of([(left + 5, y), (right - 5, y)]) for y in (middle - 2.5, middle + 2.5)]
    pen.path(rails, stroke=INK, stroke_width=1.4)


def _pass(pen: Pen, box: Box) -> None:
    symbols.mountain_pass(pen, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), 5.0, pi / 2)


def _arrow(pen: Pen, box: Box) -> None:
    y = (box[1] + box[3]) / 2
    symbols.arrow(pen, (box[0], y), (box[2], y), 4.0, dashed=False, one_way=False)


def _port(pen: Pen, box: Box) -> None:
    symbols.port(pen, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), 5.0)
