"""A picture of the map as SVG, to stand in a page: the same bytes for the same position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.interchange.svg.pen import Pen, line_of
from sandtable.play.picture.map_picture import colour_of
from sandtable.play.picture.names import names_on

if TYPE_CHECKING:
    from sandtable.play.picture.map_picture import MapPicture, PictureStack

HALF: Final = 11.0
"""Half the side of a counter."""
RIVER: Final = "#4f8bab"
EDGE: Final = "#8f8167"


def draw(picture: MapPicture) -> str:
    """Return the drawing with the names for which there is room; all are told where one points at a place."""
    pen = Pen()
    size = f"0 0 {picture.width:g} {picture.height:g}"
    with pen.group("svg", xmlns="http://www.w3.org/2000/svg", viewBox=size, role="img"):
        pen.leaf("title", f"{picture.title}: {picture.mode}" if picture.mode else picture.title)
        pen.leaf("rect", width=picture.width, height=picture.height, fill="#cfd6d6")
        with pen.group(stroke_linejoin="round", stroke_width=0.8, stroke=EDGE, fill_rule="evenodd"):
            for shape in picture.shapes:
                pen.path([line_of(ring, close=True) for ring in shape.rings], shape.title, fill=colour_of(shape))
        with pen.group(fill="none", stroke=RIVER, stroke_width=1.8, stroke_linejoin="round", stroke_linecap="round"):
            pen.path(line_of(line) for line in picture.rivers)
        with pen.group(font_family="Georgia, 'Times New Roman', serif"):
            names_on(picture).draw(pen)
        for stack in picture.stacks:
            _draw_stack(pen, stack)
    return pen.text()


def _draw_stack(pen: Pen, stack: PictureStack) -> None:
    """Draw what stands in a place as one counter; a second behind it tells that there are several."""
    x, y = stack.x - HALF, stack.y - HALF
    side = 2 * HALF
    with pen.group():
        pen.leaf("title", "\n".join(stack.titles))
        if len(stack.titles) > 2:
            pen.leaf("rect", x=x + 3, y=y - 3, width=side, height=side, fill=stack.colour, stroke="#222222", rx=2.0)
        pen.leaf("rect", x=x, y=y, width=side, height=side, fill=stack.colour, stroke="#222222", rx=2.0)
        if stack.strength:
            size = 12.0 if len(stack.strength) < 3 else 9.0
            middle = {"x": stack.x, "y": stack.y + size * 0.35}
            pen.leaf(
                "text",
                stack.strength,
                **middle,
                fill=stack.ink,
                font_size=size,
                font_weight="bold",
                text_anchor="middle",
            )
