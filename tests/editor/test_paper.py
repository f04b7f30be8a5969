"""A page on sheets of paper: rows of tables and headings stay with what is theirs, wherever the sheet ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter
from PySide6.QtWidgets import QApplication

from sandtable_editor.paper import PaperPages

LONG = "three lines of words that say which rules leave this open, and more of them. " * 3
ROWS = "".join(f"<tr><td>Ruling {one}</td><td>5</td><td>{LONG}</td></tr>" for one in range(90))


@pytest.fixture
def writer(qapp: QApplication, tmp_path: Path) -> QPdfWriter:
    made = QPdfWriter(str(tmp_path / "sheet.pdf"))
    size = QPageSize(QPageSize.PageSizeId.A4)
    made.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    return made


def test_no_row_breaks_over_two_sheets(writer: QPdfWriter) -> None:
    broken = 0
    for above in range(10):
        paper = PaperPages("<p>above</p>" * above + f"<table>{ROWS}</table>", writer)
        broken += any(map(paper.breaks, paper.parts()))
        before = paper.document.pageCount()
        paper.keep_together()
        assert not any(map(paper.breaks, paper.parts())), above
        assert paper.document.pageCount() <= before + 1
    assert broken, "nothing would have broken: the test shows nothing"


def test_a_heading_stands_on_the_sheet_of_what_it_is_over(writer: QPdfWriter) -> None:
    for above in range(40, 70):
        paper = PaperPages("<p>above</p>" * above + f"<h2>Not in play</h2><p>{LONG}</p>", writer)
        paper.keep_together()
        assert not any(map(paper.breaks, paper.parts())), above


def test_what_is_longer_than_a_sheet_breaks_and_is_not_lost(writer: QPdfWriter) -> None:
    paper = PaperPages(f"<p>{LONG * 60}</p><p>below</p>", writer)
    sheets = paper.document.pageCount()
    assert sheets > 1
    assert paper.print() == sheets
