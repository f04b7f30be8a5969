"""A drawing on sheets of paper: they cover it, overlap as they should, and a hex is as wide as was said."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine.errors import Invalid
from sandtable.interchange.svg import render
from sandtable.interchange.svg.cut_out import cut_out
from sandtable.interchange.svg.print_plan import MM, PrintSettings, marks_of, paper_of, print_plan, scale_of, size_of
from tests.interchange.sheets import RUNS, danube, mixed, tyrol


@settings(RUNS, max_examples=60)
@given(
    st.floats(10, 1500), st.floats(10, 1500), st.floats(0, 20), st.floats(0, 30),
    st.sampled_from(["A4", "A3", "letter"]), st.sampled_from([None, True, False]),
)  # fmt: skip
def test_the_sheets_cover_the_drawing_and_overlap_as_said(
    width: float, height: float, margin: float, overlap: float, paper: str, landscape: bool | None
) -> None:
    plan = print_plan(
        width, height, PrintSettings(paper=paper, landscape=landscape, margin=margin, overlap=overlap)
    )  # fmt: skip
    assert len(plan.pages) == plan.columns * plan.rows
    last = plan.pages[-1]
    assert last.left + last.width >= width - 1e-3
    assert last.top + last.height >= height - 1e-3
    assert plan.columns == 1 or last.left < width, "no sheet is empty"
    for one, other in zip(plan.pages, plan.pages[1:], strict=False):
        if one.row == other.row:
            assert one.left + one.width - other.left == pytest.approx(overlap)
    assert landscape is None or (plan.wide > plan.high) == landscape


def test_the_paper_lies_as_takes_fewer_sheets() -> None:
    assert print_plan(270, 180, PrintSettings()).wide == 297
    assert print_plan(180, 270, PrintSettings()).wide == 210
    upright = print_plan(270, 180, PrintSettings(landscape=False))
    assert (upright.columns, upright.rows) == (2, 1)


@pytest.mark.parametrize(
    ("text", "size"),
    [("a4", (210, 297)), ("Letter", (215.9, 279.4)), ("300x400", (300, 400)), ("30.5 × 40 mm", (30.5, 40))],
)  # fmt: skip
def test_a_paper_is_named_or_measured(text: str, size: tuple[float, float]) -> None:
    assert paper_of(text) == size


@pytest.mark.parametrize(
    ("settings_", "says"),
    [
        (PrintSettings(paper="B7"), "paper"),
        (PrintSettings(paper="1x1"), "cannot be printed on: choose 20 to 20,000 mm"),
        (PrintSettings(margin=100), "leave nothing of a paper of 210 by 297 mm: choose smaller ones"),
        (PrintSettings(overlap=190), "leave nothing of a paper"),
        (PrintSettings(paper="A5"), "the map takes"),
    ],
)
def test_what_cannot_be_printed_is_refused(settings_: PrintSettings, says: str) -> None:
    with pytest.raises(Invalid, match=says):
        print_plan(9_000, 9_000, settings_)


def test_a_hex_is_as_wide_as_was_said_and_a_centimetre_as_many_units() -> None:
    sheet = danube()
    assert sheet.hexes is not None
    narrow = min(sheet.hexes.grid.hex_width, sheet.hexes.grid.hex_height)
    scale = scale_of(sheet, hex_mm=15)
    assert scale is not None
    assert narrow * scale * MM == pytest.approx(15)
    assert scale_of(tyrol(), per_cm=25) == pytest.approx(0.4 / MM)
    assert scale_of(tyrol()) is None
    with pytest.raises(Invalid, match="has no hexes: say how many map units are in a centimetre"):
        scale_of(tyrol(), hex_mm=15)
    with pytest.raises(Invalid, match="are both given"):
        scale_of(sheet, hex_mm=15, per_cm=3)


def test_the_size_of_a_drawing_is_that_of_its_page() -> None:
    drawing = render(tyrol())
    width, height = map(float, re.findall(r'viewBox="0 0 (\d+) (\d+)"', drawing)[0])
    assert size_of(drawing) == (width * MM, height * MM)


def test_marks_stand_in_the_margin_alone() -> None:
    plan = print_plan(500, 500, PrintSettings())
    for page in plan.pages:
        for x0, y0, x1, y1 in marks_of(plan, page):
            inside = 10 < x0 < 10 + page.width and 10 < y0 < 10 + page.height
            assert not inside
            assert min(x0, x1, y0, y1) >= 0
            assert max(x0, x1) <= plan.wide
            assert max(y0, y1) <= plan.high


@pytest.mark.parametrize("make", [tyrol, danube, mixed])
def test_what_is_cut_out_of_a_drawing_is_sound_and_smaller(make: object) -> None:
    from defusedxml import ElementTree

    drawing = render(make())  # type: ignore[operator]
    whole = cut_out(drawing, (-1e6, -1e6, 1e6, 1e6))
    assert whole == drawing
    part = cut_out(drawing, (-500, -500, -400, -400))
    ElementTree.fromstring(part)
    assert len(part) < len(drawing) * 0.9
