"""What hides, turns a line round or moves a cursor is shown nowhere in the window, whatever file or plugin has it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QMenu,
    QTableView,
    QTabWidget,
    QTreeView,
    QWidget,
)

from sandtable.engine import (
    Ask,
    Frame,
    Game,
    InstalledGame,
    Option,
    Preset,
    Refusal,
    Row,
    RuleModule,
    RuleText,
    Side,
    hookimpl,
    opens,
    refuses,
    roll,
    rule,
)
from sandtable.library.store.documents import PresetDocument, ScenarioDocument, rows_as_documents
from sandtable.library.store.library_file import Library
from sandtable.play.table.sitting import Wishes
from sandtable.present import Box, MapMode, Matrix, Panel, Sheet, SheetEntry, Table, Track
from tests.editor.play.player import enter
from tests.editor.play.test_beginning import dialog
from tests.editor.workbench import Workbench, read
from tests.games.fords import FORDS, Corps, CorpsId, Levy, Order, fords

EVIL = "\x1b]0;owned\x07\x1b[31mRed\u202e\x9b2J\u2066Town\u200b\x00\x85"
RAW = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
    "|[\ud800-\udfff\U000e0000-\U000e007f]"
)


def evil_rows() -> list[Row]:
    """Return the start with evil titles, and corps whose very ids are evil."""
    return [
        structs.replace(one, title=f"{one.id} {EVIL}")
        if isinstance(one, Side)
        else structs.replace(one, id=CorpsId(f"{one.id} {EVIL}"))
        if isinstance(one, Corps)
        else one
        for one in FORDS.scenarios[0].rows()
    ]


class Evil(RuleModule):
    """Says evil words wherever a module can say any."""

    key = "evil"
    option = Option(f"Evil {EVIL}", f"Says {EVIL}", ("HOUSE-evil",))

    @opens("orders")
    @rule("HOUSE-evil")
    async def begin(self, game: Game, frame: Frame) -> None:
        """A note and a throw."""
        await roll("1d6", why=f"thrown for {EVIL}", rule="HOUSE-evil")
        game.note(f"noted of {EVIL}", "HOUSE-evil")

    @refuses(Levy)
    @rule("HOUSE-evil")
    def never(self, game: Game, act: Levy, ask: Ask) -> Refusal | None:
        return Refusal("never for {corps}" + EVIL, corps=act.corps, cure=f"cured by {EVIL}")

    @hookimpl
    def map_modes(self, game: Game) -> Iterable[MapMode]:
        yield MapMode(key="evil", title=EVIL, fills={}, legend=(("#444444", EVIL),), says=EVIL)

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        yield f"evil {EVIL}"

    @hookimpl
    def panels(self, game: Game) -> Iterable[Panel]:
        entry = SheetEntry(title=EVIL, value=EVIL, reasons=(EVIL,))
        yield Sheet(key="evil sheet", title=EVIL, entries=(entry,))
        yield Table(key="evil table", title=EVIL, columns=(EVIL, EVIL), rows=((EVIL, EVIL),))
        yield Track(key="evil track", title=EVIL, boxes=(Box(title=EVIL, markers=(("#444444", EVIL),)),))
        yield Matrix(key="evil matrix", title=EVIL, heads=(EVIL,), columns=(EVIL,), cells=((EVIL,),))


SCENARIO = replace(FORDS.scenarios[0], title=f"Fords {EVIL}", says=f"Says {EVIL}", rows=evil_rows, options=("evil",))
HOSTILE = replace(
    FORDS,
    title=f"Fords {EVIL}",
    modules=(*FORDS.modules, Evil),
    texts={id: RuleText(id, f"{text.title} {EVIL}", f"{text.says} {EVIL}") for id, text in FORDS.texts.items()},
    scenarios=(SCENARIO,),
    presets=(Preset("evil", f"Preset {EVIL}", on=("mud",)),),
)


@pytest.fixture
def family() -> InstalledGame:
    return InstalledGame(HOSTILE)


@pytest.fixture
def bench(qapp: QApplication, family: InstalledGame, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=family)
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def words(widget: QWidget) -> Iterator[str]:
    """Yield all that a widget can show: what is read of it, its commands, heads, tabs and docks."""
    yield from read(widget)
    yield widget.whatsThis()
    yield widget.accessibleName()
    for action in widget.actions():
        yield from (action.text(), action.toolTip(), action.statusTip())
    match widget:
        case QTabWidget():
            yield from (widget.tabText(at) for at in range(widget.count()))
            yield from (widget.tabToolTip(at) for at in range(widget.count()))
        case QMenu():
            yield widget.title()
        case QTableView() | QTreeView():
            yield from heads(widget)
        case _:
            pass


def heads(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    for way, many in ((Qt.Orientation.Horizontal, model.columnCount()), (Qt.Orientation.Vertical, model.rowCount())):
        yield from (str(model.headerData(at, way) or "") for at in range(many))


def raw_texts() -> list[str]:
    """Return what is shown with more in it than words."""
    return sorted(
        {
            f"{type(widget).__name__} {widget.objectName()}: {text!a}"
            for widget in QApplication.allWidgets()
            for text in words(widget)
            if RAW.search(text)
        }
    )


def test_in_play(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats=f"spy{EVIL.replace(chr(0), '')}=Blue+Red"))
    assert "\n".join(raw_texts()) == ""
    enter(bench, Order("hold", 1))
    enter(bench, Order("hold", 2))
    bench.settle()
    for dock in bench.campaign_view.docks.values():
        dock.show()
        dock.raise_()
        bench.settle()
        assert "\n".join(raw_texts()) == ""
    assert "RedTown" in bench.screen(covered=True)
    for offer in (*bench.draft.open, *bench.draft.shut):
        bench.draft.take_up(offer)
        bench.settle()
        assert "\n".join(raw_texts()) == ""
        bench.draft.put_down()


def test_in_the_dialog_of_a_new_campaign(bench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / f"own{EVIL.replace(chr(0), '')}.db"
    with Library.create(path) as library, library.unit():
        library.put_map(replace(fords(), info=structs.replace(fords().info, title=f"Map {EVIL}")))
        rows = rows_as_documents(evil_rows())
        library.put_scenario(
            ScenarioDocument(key="own", game="fords", title=EVIL, says=f"Says {EVIL}", map="fords", rows=rows)
        )
        library.put_preset(PresetDocument(key="own", game="fords", title=f"Preset {EVIL}", on=("mud",)))
    made = dialog(bench)
    made.add_library(str(path))
    bench.wait(lambda: not bench.window.jobs.running)
    for row in range(made.list.count()):
        made.list.setCurrentRow(row)
        for tab in range(made.tabs.count()):
            made.tabs.setCurrentIndex(tab)
            bench.settle()
            assert "\n".join(raw_texts()) == ""
    assert "RedTown" in bench.screen(covered=True)


def test_in_the_list_of_campaigns(bench: Workbench, home: Path) -> None:
    (home / "campaigns").mkdir(parents=True)
    (home / "campaigns" / f"{EVIL.replace(chr(0), '')}.campaign").write_text("no campaign")
    bench.play.look_for_campaigns()
    bench.wait(lambda: not bench.window.jobs.running)
    assert "RedTown" in bench.screen(covered=True)
    assert "\n".join(raw_texts()) == ""
