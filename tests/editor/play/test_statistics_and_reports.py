"""Statistics over time in the window, and turn reports written from it."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QFileDialog, QInputDialog, QTableWidget

from sandtable.lab.bots import RandomBot, play_on
from sandtable.play.table.sitting import Wishes
from sandtable_editor.play.record.report_dialog import save_report
from sandtable_editor.play.record.statistics_window import StatisticsWindow
from tests.editor.workbench import Workbench

D = TypeVar("D", bound=QDialog)


def shown(kind: type[D]) -> D:
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible())


def after_some_rounds(bench: Workbench, seats: str = "one") -> None:
    """Put a campaign on the table in which some rounds have been played."""
    sitting = bench.sit_down(Wishes(seed="1", seats=seats))
    play_on(sitting.referee, RandomBot("b"), rounds=3)
    bench.play.accept(sitting)
    bench.settle()


def opened(bench: Workbench) -> StatisticsWindow:
    bench.type_keys("Ctrl+Shift+G")
    return shown(StatisticsWindow)


def cells(table: QTableWidget) -> list[list[str]]:
    found: list[list[str]] = []
    for row in range(table.rowCount()):
        items = [table.item(row, column) for column in range(table.columnCount())]
        found.append([item.text() if item is not None else "" for item in items])
    return found


def test_a_chart_shows_each_side_in_its_colour_and_the_table_the_numbers(bench: Workbench) -> None:
    after_some_rounds(bench)
    made = opened(bench)
    chart = made.chart.chart
    assert chart is not None
    assert [line.title for line in chart.lines] == ["Blue", "Red"]
    rows = cells(made.table)
    assert len(rows) == len(chart.lines[0].points)
    assert rows[0][0] == "Round 1"
    assert rows[-1][0] == "Now"
    image: QImage = made.chart.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}
    assert {QColor(line.colour).name() for line in chart.lines} <= colours


def test_a_screen_reader_is_told_what_is_drawn(bench: Workbench) -> None:
    after_some_rounds(bench)
    made = opened(bench)
    assert made.chart.accessibleName() == made.measures.currentText()
    rows = cells(made.table)
    assert f"Blue {rows[0][1]}" in made.chart.accessibleDescription()
    assert made.table.accessibleName()
    (measures,) = made.findChildren(QComboBox)
    assert measures.accessibleName() == "What is counted"


def test_another_measure_is_chosen_and_stays_while_play_goes_on(bench: Workbench) -> None:
    after_some_rounds(bench)
    made = opened(bench)
    assert made.measures.count() > 1
    made.measures.setCurrentIndex(1)
    chosen = made.measures.currentText()
    assert made.chart.chart is not None
    assert made.chart.chart.title == chosen
    bench.campaign.undo()
    bench.settle()
    assert made.measures.currentText() == chosen


def test_it_goes_when_the_screen_is_handed_over(bench: Workbench) -> None:
    after_some_rounds(bench, seats="each")
    bench.campaign.sit_down()
    bench.settle()
    made = opened(bench)
    bench.campaign.leave_screen()
    assert not made.isVisible()


def test_a_report_of_a_round_is_written_as_the_seat_may_know_it(bench: Workbench, tmp_path: Path) -> None:
    after_some_rounds(bench)
    bench.window.commands["report"].trigger()
    dialog = shown(QInputDialog)
    assert dialog.comboBoxItems()[-1] == "Round 1"
    dialog.setTextValue("Round 1")
    bench.press("Save…", dialog)
    where = shown(QFileDialog)
    where.fileSelected.emit(str(tmp_path / "report.html"))
    where.reject()
    text = (tmp_path / "report.html").read_text("utf-8")
    assert "<h1>Round 1</h1>" in text
    assert "<svg" in text


def test_a_report_that_cannot_be_written_is_refused_in_words(bench: Workbench, tmp_path: Path) -> None:
    after_some_rounds(bench)
    save_report(bench.campaign, 1, str(tmp_path / "no" / "such" / "report.html"))
    bench.settle()
    assert "cannot be written" in bench.plain_screen()
    save_report(bench.campaign, 99, str(tmp_path / "report.html"))
    bench.settle()
    assert "round 99 was not played" in bench.plain_screen().casefold()
    assert not (tmp_path / "report.html").exists()


def test_while_nobody_is_at_the_screen_nothing_is_written(bench: Workbench, tmp_path: Path) -> None:
    after_some_rounds(bench, seats="each")
    assert bench.campaign.view is None
    save_report(bench.campaign, 1, str(tmp_path / "report.html"))
    assert not (tmp_path / "report.html").exists()
    assert not bench.window.commands["report"].isEnabled()
