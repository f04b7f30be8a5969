"""Words from a foreign file are shown as they stand: nothing in them is markup, and no picture is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import Qt as Gui
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QMessageBox, QTextEdit

from sandtable.engine import InstalledGame, Row, RuleText, Seat, Side
from sandtable.library.store.documents import PresetDocument, ScenarioDocument, rows_as_documents
from sandtable.library.store.library_file import Library
from sandtable.play.table.sitting import Wishes
from tests.editor.play.player import enter
from tests.editor.play.test_beginning import dialog
from tests.editor.workbench import Workbench
from tests.games.fords import FORDS, Order, fords

SEAT = "<b>spy</b>"
MARK = f"<img src='file:///nowhere/spy.png'>{SEAT}"
MARKUP = ("<img", SEAT)


def marked_rows() -> list[Row]:
    rows = FORDS.scenarios[0].rows()
    return [structs.replace(one, title=f"{one.id} {MARK}") if isinstance(one, Side) else one for one in rows]


MARKED = replace(
    FORDS,
    title=f"Fords {MARK}",
    texts={id: RuleText(id, f"{text.title} {MARK}", f"{text.says} {MARK}") for id, text in FORDS.texts.items()},
    scenarios=(replace(FORDS.scenarios[0], title=f"Fords {MARK}", says=f"Says {MARK}", rows=marked_rows),),
)


@pytest.fixture
def family() -> InstalledGame:
    return InstalledGame(MARKED)


def texts(of: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(of.rowCount(parent)):
        at = of.index(row, 0, parent)
        while at.isValid():
            yield str(at.data(Qt.ItemDataRole.ToolTipRole) or "")
            if at.column() == 0:
                yield from texts(of, at)
            at = at.siblingAtColumn(at.column() + 1)


def marked(text: str) -> bool:
    return any(markup in text for markup in MARKUP)


def marked_texts() -> list[str]:
    """Return where on the screen a foreign word is taken for markup."""
    wrong: list[str] = []
    for widget in QApplication.allWidgets():
        tips = [widget.toolTip(), widget.statusTip(), *(action.toolTip() for action in widget.actions())]
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            tips += texts(widget.model(), QModelIndex())
        wrong += [f"tip {tip}" for tip in tips if Gui.mightBeRichText(tip) and marked(tip)]
        if isinstance(widget, QLabel) and marked(widget.text()):
            widget.ensurePolished()
            rich = widget.textFormat() != Qt.TextFormat.PlainText and Gui.mightBeRichText(widget.text())
            wrong += [f"label {widget.text()}"] if rich else []
        if isinstance(widget, QTextEdit) and "<img" in widget.toHtml():
            wrong.append(f"text {widget.toPlainText()}")
    return wrong


def screen() -> str:
    """Return all that labels and texts show, as it is read."""
    shown: list[str] = []
    for widget in QApplication.allWidgets():
        if isinstance(widget, QLabel) and widget.isVisible():
            page = QTextDocument()
            plain = widget.textFormat() == Qt.TextFormat.PlainText
            page.setPlainText(widget.text()) if plain else page.setHtml(widget.text())
            shown.append(page.toPlainText())
        elif isinstance(widget, QTextEdit):
            shown.append(widget.toPlainText())
    return "\n".join(shown)


@pytest.fixture
def bench(qapp: QApplication, family: InstalledGame, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=family)
    yield made
    made.close()


@pytest.fixture
def own(family: InstalledGame, tmp_path: Path) -> Path:
    path = tmp_path / "own.db"
    rows = rows_as_documents(marked_rows())
    drawn = fords()
    with Library.create(path) as library, library.unit():
        library.put_map(replace(drawn, info=structs.replace(drawn.info, title=f"Map {MARK}")))
        scenario = ScenarioDocument(key="own", game="fords", title=MARK, says=f"Says {MARK}", map="fords", rows=rows)
        library.put_scenario(scenario)
        library.put_preset(PresetDocument(key="own", game="fords", title=f"Preset {MARK}", on=("mud",)))
    return path


def test_in_the_dialog_of_a_new_campaign(bench: Workbench, own: Path) -> None:
    made = dialog(bench)
    made.add_library(str(own))
    bench.wait(lambda: not bench.window.jobs.running)
    for tab in range(made.tabs.count()):
        made.tabs.setCurrentIndex(tab)
        bench.settle()
        assert marked_texts() == []
    made.tabs.setCurrentIndex(0)
    assert MARK in screen()
    assert made.options.presets.findText(f"Preset {MARK}") > 0


def test_in_play(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats=f"{SEAT}=Blue+Red"))
    enter(bench, Order("hold", 1))
    bench.settle()
    for dock in bench.campaign_view.docks.values():
        dock.show()
        dock.raise_()
        bench.settle()
        assert marked_texts() == []
    assert MARK in screen()
    assert [seat.id for seat in bench.campaign.game[Seat]] == [SEAT]


def test_in_the_list_of_campaigns_and_in_boxes(bench: Workbench, home: Path) -> None:
    (home / "campaigns").mkdir(parents=True)
    (home / "campaigns" / f"{MARK.replace('/', '')}.campaign").write_text("no campaign")
    bench.play.look_for_campaigns()
    bench.wait(lambda: not bench.window.jobs.running)
    box = QMessageBox(QMessageBox.Icon.Warning, MARK, MARK, QMessageBox.StandardButton.Ok, bench.window)
    box.setInformativeText(MARK)
    box.show()
    bench.settle()
    assert marked_texts() == []
    assert MARK in screen()
    box.reject()
