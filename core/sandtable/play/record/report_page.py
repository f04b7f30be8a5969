"""A turn report as a page of HTML: one file with its map and its charts, that asks nothing of anybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from sandtable.engine.words import fit
from sandtable.interchange.svg.pen import Pen, line_of
from sandtable.play.picture.drawing import draw
from sandtable.play.record.chart import DASHES, EDGE_SHARE, EDGE_WIDTH, LINE_WIDTH, MARK_CORNERS

if TYPE_CHECKING:
    from sandtable.play.picture.map_picture import MapPicture
    from sandtable.play.record.chart import ChartLine, MeasureChart
    from sandtable.play.record.turn_report import CountedMeasure, ReportChapter, TurnReport

STYLE: Final = """
:root { color-scheme: light dark; --ink: #20242a; --page: #fffefb; --faint: #6a6459; --line: #cdc6b8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e3dc; --page: #1c1e21; --faint: #a29d92; --line: #454a51; }
}
body { margin: 2rem auto; max-width: 62rem; padding: 0 1rem; color: var(--ink); background: var(--page);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin-bottom: 0; } .faint { color: var(--faint); } h3 { margin: 1.2rem 0 0.2rem; }
svg { width: 100%; height: auto; border: 1px solid var(--line); } svg.chart { border: 0; color: var(--ink); }
ul { margin: 0; padding-left: 1.2rem; } li.throw, li.note { margin-left: 1.2rem; color: var(--faint); }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; } th, td { padding: 0.2rem 0.8rem; text-align: right;
  border-bottom: 1px solid var(--line); } th:first-child, td:first-child { text-align: left; }
.key { display: inline-block; width: 0.9em; height: 0.9em; border: 1px solid var(--line); margin: 0 0.4em 0 1em; }
@media print {
  :root { --ink: #000; --page: #fff; --faint: #444; --line: #999; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; print-color-adjust: exact;
    -webkit-print-color-adjust: exact; }
  h2, h3 { break-after: avoid; } figure, table, svg, li { break-inside: avoid; } figure { margin: 0 0 1rem; }
}
"""
WIDE: Final = 720.0
HIGH: Final = 220.0
LEFT: Final = 40.0
BELOW: Final = 26.0


def page_of(report: TurnReport) -> str:
    """Return the page."""
    return "\n".join(
        ["<!DOCTYPE html>", '<html lang="en">', *_head(report), "<body>", *_body(report), "</body>", "</html>", ""]
    )


def _head(report: TurnReport) -> Iterator[str]:
    title = _text(f"{report.round} — {report.scenario}")
    yield '<head><meta charset="utf-8">'
    yield """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">"""
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title><style>{STYLE}</style></head>"


def _body(report: TurnReport) -> Iterator[str]:
    asked = f"as {report.asked} may know it" if report.asked else "as everybody may know it"
    yield f"<h1>{_text(report.round)}</h1>"
    yield f'<p class="faint">{_text(report.scenario)}, {_text(asked)}. The map stands at: {_text(report.place)}.</p>'
    if report.lead:
        yield f"<h2>{_text(report.lead)}</h2>"
        yield _list(report.standing[1:])
    if report.picture is not None:
        yield f"<figure>{draw(report.picture)}{_legend(report.picture)}</figure>"
    yield "<h2>What happened</h2>"
    if not report.chapters:
        yield "<p>Nothing that may be known.</p>"
    for chapter in report.chapters:
        yield from _chapter(chapter)
    if report.trails:
        yield "<h2>Pieces that are not where they were</h2>"
        yield _list(report.trails)
    if report.counts:
        yield "<h2>Counts</h2>"
    for counted in report.counts:
        yield from _counted(counted)


def _chapter(chapter: ReportChapter) -> Iterator[str]:
    yield f"<h3>{_text(chapter.title)}</h3><ul>"
    for line in chapter.lines:
        yield f'<li class="{line.kind}">{_text(line.cited)}</li>'
    yield "</ul>"


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{_text(line.strip())}</li>' for line in lines)}</ul>" if lines else ""


def _legend(picture: MapPicture) -> str:
    if not picture.legend:
        return ""
    keys = "".join(
        f'<span class="key" style="background:{_text(colour)}"></span>{_text(says)}' for colour, says in picture.legend
    )
    return f'<figcaption class="faint">{_text(picture.mode)}: {keys}</figcaption>'


def _counted(counted: CountedMeasure) -> Iterator[str]:
    yield f"<h3>{_text(counted.chart.title)}</h3>"
    yield draw_chart(counted.chart)
    heads = "".join(f'<th scope="col">{_text(one)}</th>' for one in counted.heads)
    yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
    for title, *values in counted.rows:
        cells = "".join(f"<td>{_text(one)}</td>" for one in values)
        yield f'<tr><th scope="row">{_text(title)}</th>{cells}</tr>'
    yield "</tbody></table>"


def _text(text: str) -> str:
    """Return words as a page may hold them: foreign ones neither act nor hide anything."""
    return escape(fit(text))


def draw_chart(chart: MeasureChart) -> str:
    """Return a chart as SVG; the table beside it says the same."""
    pen = Pen()
    with pen.group(
        "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDE:g} {HIGH + 20:g}", role="img", class_="chart"
    ):
        pen.leaf("title", f"{chart.title}: {', '.join(line.title for line in chart.lines)}")
        with pen.group(font_size=11.0, fill="currentColor"):
            for height, says in chart.ticks:
                y = _high(height)
                pen.path(line_of([(LEFT, y), (WIDE - 12, y)]), stroke="currentColor", stroke_opacity=0.2)
                pen.leaf("text", says, x=LEFT - 6, y=y + 4, text_anchor="end")
            for along, says in chart.rounds:
                pen.leaf("text", says, x=_along(along), y=HIGH - 6, text_anchor="middle")
            for nth, line in enumerate(chart.lines):
                at = LEFT + nth * (WIDE - LEFT) / max(len(chart.lines), 4)
                _mark(pen, line, at, HIGH + 10)
                pen.leaf("text", line.title, x=at + 9, y=HIGH + 14)
        for line in chart.lines:
            _draw_line(pen, line)
    return pen.text()


def _along(at: float) -> float:
    return LEFT + 24 + at * (WIDE - LEFT - 60)


def _high(at: float) -> float:
    return 10 + (1 - at) * (HIGH - BELOW - 14)


def _draw_line(pen: Pen, line: ChartLine) -> None:
    runs: list[list[tuple[float, float]]] = [[]]
    for point in line.points:
        if point is None:
            runs.append([])
        else:
            runs[-1].append((_along(point[0]), _high(point[1])))
    strokes = [line_of(run) for run in runs if len(run) > 1]
    dashes = " ".join(f"{one:g}" for one in DASHES[line.mark])
    with pen.group(fill="none", stroke_linejoin="round"):
        pen.path(strokes, stroke="currentColor", stroke_opacity=EDGE_SHARE, stroke_width=EDGE_WIDTH)
        pen.path(strokes, stroke=line.colour, stroke_width=LINE_WIDTH, stroke_dasharray=dashes or None)
    for run in runs:
        for x, y in run:
            _mark(pen, line, x, y)


def _mark(pen: Pen, line: ChartLine, x: float, y: float) -> None:
    style: dict[str, float | str | None] = {"fill": line.colour, "stroke": "currentColor", "stroke_width": 0.8}
    corners = MARK_CORNERS.get(line.mark)
    if corners is None:
        pen.leaf("circle", cx=x, cy=y, r=4.0, **style)
    else:
        pen.path(line_of([(x + dx, y + dy) for dx, dy in corners], close=True), **style)
