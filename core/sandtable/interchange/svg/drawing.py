"""Putting a picture together: paper, map, names, frame."""

from __future__ import annotations

from base64 import b64encode

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map
from sandtable.interchange.svg import symbols
from sandtable.interchange.svg.area_picture import RIVERS, AreaPicture, strokes
from sandtable.interchange.svg.carried import carried_by
from sandtable.interchange.svg.colours import PAPER
from sandtable.interchange.svg.hex_picture import USUAL, WAYS, HexPicture, HexStyle, width_of_kind
from sandtable.interchange.svg.hex_words import write_words
from sandtable.interchange.svg.labels import Labels
from sandtable.interchange.svg.legend import LegendEntry, area_legend, draw_legend, hex_legend
from sandtable.interchange.svg.naming import Naming
from sandtable.interchange.svg.paper import MARGIN, Paper, paper_for
from sandtable.interchange.svg.pen import Pen, fit, line_of, number
from sandtable.interchange.svg.title_and_scale import draw_scale, draw_title, title_height

BARE = "#eef1ec"
"""Of the map where nothing lies."""

SIGN = 5.2
"""Pixels: half the size of a town."""


def render(
    sheet: Map,
    *,
    mode: str = "terrain",
    scale: float | None = None,
    underlays: bool = False,
    hexes: HexStyle = USUAL,
) -> str:
    """Return a map as SVG.

    ``mode`` is the attribute that the colours of land show: ``terrain``, ``country``, ``province`` or any other.
    ``scale``: pixels a map unit; without one the map gets a size that is good to look at. ``underlays``: with the
    images that lie under the map. ``hexes``: what is drawn of hexes that may be left out. Raises ``Invalid`` for a map
    of which nothing can be drawn.
    """
    says = _says(sheet, mode)
    paper = paper_for(sheet, scale, title_height(sheet.info.title, says))
    body, legend = Pen(), list[LegendEntry]()
    labels = Labels(paper.width + 2 * MARGIN, paper.top + paper.height)
    picture = None if sheet.hexes is None else HexPicture(sheet.hexes, paper, hexes)
    _draw_map(body, sheet, paper, mode, picture, labels, legend)
    below = Pen()
    bottom = paper.top + paper.height + 16.0
    unit, length = _unit(sheet)
    left = draw_scale(below, paper, bottom, unit, length)
    width = max(paper.width + 2 * MARGIN, left + 120.0)
    bottom = draw_legend(below, legend, left, bottom, width - MARGIN)
    return _page(
        sheet,
        paper,
        width,
        max(bottom, paper.top + paper.height + 44.0) + 6.0,
        says,
        (body, below),
        underlays=underlays,
    )


def _page(
    sheet: Map, paper: Paper, width: float, height: float, says: str, parts: tuple[Pen, Pen], *, underlays: bool
) -> str:
    pen = Pen()
    frame: dict[str, float] = {"x": paper.left, "y": paper.top, "width": paper.width, "height": paper.height}
    if underlays:
        pen.leaf("rect", **frame, fill=BARE)
        _draw_underlays(pen, sheet, paper)
        _draw_margin(pen, paper, width, height)
    else:
        pen.leaf("rect", x=0, y=0, width=width, height=height, fill=PAPER)
        pen.leaf("rect", **frame, fill=BARE)
    draw_title(pen, sheet.info.title, says)
    edge = Pen()
    edge.leaf("rect", **frame, fill="none", stroke="#55503f", stroke_width=1.4)
    size = {"width": f"{width:.0f}", "height": f"{height:.0f}", "viewBox": f"0 0 {width:.0f} {height:.0f}"}
    head = "".join(f' {name}="{fit(value)}"' for name, value in (size | _origin(sheet, paper)).items() if value)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg"{head} font-family="serif">\n'
        f"{pen.text()}{parts[0].text()}{edge.text()}{parts[1].text()}</svg>\n"
    )


def _origin(sheet: Map, paper: Paper) -> dict[str, str]:
    """Return what leads back from the drawing to the map: what it carries, and how it lies on the paper.

    ``paper``: a pixel, the place that it shows, pixels for a map unit, which way is up.
    """
    left, least, _, most = paper.box
    top = least if paper.down else most
    lies = f"{paper.left!r} {paper.top!r} {left!r} {top!r} {paper.scale!r} {1 if paper.down else -1}"
    info = sheet.info
    facts = {
        "map": info.key,
        "title": info.title,
        "unit": info.unit,
        "projection": info.projection,
        "paper": lies,
        "parts": carried_by(sheet),
    }
    return {f"data-{name}": value for name, value in facts.items()}


def _says(sheet: Map, mode: str) -> str:
    words = [sheet.info.says] if sheet.info.says else []
    if sheet.areas is not None and len(sheet.areas):
        words.append(f"colours: {mode.replace('_', ' ')}")
    if sheet.info.licence:
        words.append(sheet.info.licence)
    return " · ".join(words)


def _unit(sheet: Map) -> tuple[str, float]:
    """Return what the scale counts in, and how many map units that is."""
    if sheet.hexes is not None and sheet.info.unit in {"", "px"}:
        return "hexes", min(sheet.hexes.grid.hex_width, sheet.hexes.grid.hex_height)
    return sheet.info.unit, 1.0


def _draw_map(
    pen: Pen,
    sheet: Map,
    paper: Paper,
    mode: str,
    hexes: HexPicture | None,
    labels: Labels,
    legend: list[LegendEntry],
) -> None:
    """Draw all that lies inside the frame, from below upwards."""
    picture = AreaPicture(sheet, sheet.areas if sheet.areas is not None else AreaMap({}, 0.0), paper, mode)
    naming = Naming(picture, labels, SIGN)
    if hexes is not None:
        hexes.draw(pen, labels)
        legend += hex_legend(hexes)
    picture.fill(pen)
    picture.borders(pen)
    _draw_lines(pen, sheet, paper)
    picture.across(pen, labels, SIGN)
    naming.signs(pen)
    if hexes is not None:
        hexes.names(labels)
    naming.names()
    if hexes is not None and hexes.style.words:
        write_words(hexes, labels)
    labels.draw(pen)
    legend += area_legend(picture)


def _draw_underlays(pen: Pen, sheet: Map, paper: Paper) -> None:
    """Draw the images; the margin is drawn over what of them lies beside the map."""
    for one in sheet.underlays:
        x, y = paper.place(one.left, one.top)
        width, height, slant, drop = (side * paper.scale for side in (one.width, one.height, one.slant, one.drop))
        data = f"data:{one.media};base64,{b64encode(one.image).decode('ascii')}"
        laid: dict[str, float | str] = {"x": x, "y": y, "width": width, "height": height}
        if slant or drop or width < 0 or height < 0:
            matrix = " ".join(number(part) for part in (width, drop, slant, height, x, y))
            laid = {"width": 1, "height": 1, "transform": f"matrix({matrix})"}
        pen.leaf("image", **laid, opacity=one.opacity / 100, preserveAspectRatio="none", href=data)


def _draw_margin(pen: Pen, paper: Paper, width: float, height: float) -> None:
    """Draw the paper round the map; every program that shows SVG can, and few can cut off a picture."""
    page = line_of([(0, 0), (width, 0), (width, height), (0, height)], close=True)
    right, bottom = paper.left + paper.width, paper.top + paper.height
    corners = [(paper.left, paper.top), (right, paper.top), (right, bottom), (paper.left, bottom)]
    pen.leaf("path", d=page + line_of(corners, close=True), fill=PAPER, fill_rule="evenodd")


def _draw_lines(pen: Pen, sheet: Map, paper: Paper) -> None:
    """Draw what is drawn along lines, rivers in blue."""
    with pen.group(fill="none", stroke_linecap="round", stroke_linejoin="round"):
        for line in sheet.lines:
            water = line.kind in RIVERS
            style = width_of_kind(WAYS, line.kind)
            colour = symbols.RIVER if water else style[0] if style else "#8d8672"
            pen.path(
                strokes(paper.to_paper(line.geometry)), line.name, stroke=colour, stroke_width=1.1,
                data_line=line.id, data_name=line.name, data_kind=line.kind,
            )  # fmt: skip
