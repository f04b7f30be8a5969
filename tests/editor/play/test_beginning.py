"""Beginning a campaign in the dialog: scenario, seats, options that explain themselves, dice, taking back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFileDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QSpinBox,
    QWidget,
)

from sandtable.engine import InstalledGame
from sandtable.engine.running.chance import EnteredDice, SeededDice
from sandtable.engine.state.rows import Seat, Side
from sandtable.library.store.documents import PresetDocument, ScenarioDocument, rows_as_documents
from sandtable.library.store.library_file import Library
from sandtable.play.begin.starts import Start
from sandtable_editor.play.begin.new_campaign import NewCampaign
from sandtable_editor.play.begin.preview import Preview
from sandtable_editor.play.forms.seats_form import BOT
from sandtable_twin_rivers import TWIN_RIVERS
from tests.editor.workbench import FAMILY, Workbench
from tests.games.fords import Corps, start

RIVER_GAME = InstalledGame(TWIN_RIVERS)
RIVERS = [Start(RIVER_GAME, one) for one in RIVER_GAME.system.scenarios]


def dialog(bench: Workbench) -> NewCampaign:
    """Open the dialog."""
    bench.type_keys("Ctrl+N")
    bench.wait(lambda: bench.play.dialog is not None and bench.play.dialog.isVisible())
    made = bench.play.dialog
    assert made is not None
    return made


def check(made: NewCampaign, *titles: str) -> None:
    """Check options, or uncheck those that are checked, as a click on their box does."""
    for at in range(made.options.list.count()):
        item = made.options.list.item(at)
        if item.text() in titles:
            on = item.checkState() == Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)


def settled(bench: Workbench, made: NewCampaign) -> str:
    """Wait until the choice has been judged; return what the form says of it."""
    bench.wait(lambda: not made.options._judge_soon.isActive() and not bench.window.jobs.running)  # pyright: ignore[reportPrivateUsage]
    labels = [one.text() for one in made.options.findChildren(QLabel)]
    buttons = [one.text() for one in made.options.findChildren(QPushButton) if one.isVisible()]
    return "\n".join([*labels, *buttons])


def test_the_scenario_is_seen_with_what_stands_on_its_map(bench: Workbench) -> None:
    made = dialog(bench)
    (shown,) = made.findChildren(Preview)
    bench.wait(lambda: shown.view is not None)
    assert shown.view is not None
    assert sorted(shown.view.counters.pieces()) == sorted(row.id for row in start() if isinstance(row, Corps))


def test_tab_goes_from_the_pages_to_the_name_and_the_buttons(bench: Workbench) -> None:
    """The pages are laid out anew for each scenario; they come after the list, and before what lies below them."""
    made = dialog(bench)
    chain: list[QWidget] = [made.list]
    while (nearby := chain[-1].nextInFocusChain()) is not made.list:
        assert nearby is not None
        chain.append(nearby)
    order = [chain.index(one) for one in (made.list, made.options.list, made.seed, made.name, made.begin)]
    assert order == sorted(order)
    made.reject()


def test_it_is_begun_as_it_was_chosen(bench: Workbench) -> None:
    made = dialog(bench)
    made.list.setCurrentRow(1)  # below its game
    made.seats.names["Blue"].setText("Anna")
    made.seats.kinds["Red"].setCurrentText(BOT)
    check(made, "Depots", "Supply lines")
    assert "These options work together." in settled(bench, made)
    made.seed.setText("42")
    made.take_back["agree"].setChecked(True)
    bench.press("Begin", made)
    bench.settle()
    campaign = bench.campaign
    assert campaign.game.rulebook.choices.on == {"depots", "supply"}
    assert {seat.id: seat.kind for seat in campaign.game[Seat]} == {"Anna": "person", "bot Red": "bot"}
    assert campaign.game[Side]["Red"].seat == "bot Red"
    assert campaign.referee.take_back == "agree"
    assert isinstance(campaign.referee.source, SeededDice)
    assert campaign.referee.source.seed == "42"
    assert campaign.sitting.path.exists()


def test_a_campaign_is_given_a_name(bench: Workbench) -> None:
    made = dialog(bench)
    assert made.name.placeholderText()  # what it is called otherwise
    for name, says in {"a/b": "must not contain", "CON": "should not be used"}.items():
        made.name.setText(name)
        bench.press("Begin", made)
        assert says in made.wrong.text()
    made.name.setText("Winter war")
    bench.press("Begin", made)
    bench.settle()
    assert bench.campaign.sitting.path.name == "Winter war.campaign"


def test_a_name_that_is_taken_is_refused(bench: Workbench, home: Path) -> None:
    bench.folder = home / "campaigns"
    bench.sit_down(name="war").referee.sink.close()
    made = dialog(bench)
    made.name.setText("war")
    bench.press("Begin", made)
    assert "already exists" in made.wrong.text()
    assert made.sitting is None


def test_dice_may_be_typed_in(bench: Workbench) -> None:
    made = dialog(bench)
    made.typed.setChecked(True)
    assert not made.seed.isEnabled()
    made.tabs.setCurrentIndex(1)
    bench.press("One player for all sides", made)
    bench.press("Begin", made)
    bench.settle()
    assert isinstance(bench.campaign.referee.source, EnteredDice)
    assert bench.campaign.people() == ["The table"]


def test_one_choice_gives_all_others_to_bots(bench: Workbench) -> None:
    made = dialog(bench)
    made.tabs.setCurrentIndex(1)
    first, *others = made.seats.sides
    bench.press("One player against bots…", made)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    bench.click(menu, menu.actionGeometry(menu.actions()[0]).center())
    assert made.seats.seats().bots == tuple(side.id for side in others)
    assert made.begin.isEnabled()
    bench.press("One player per side", made)
    assert not made.seats.seats().bots
    assert first.id in made.seats.seats().plan


def test_what_an_option_does_needs_and_collides_with(bench: Workbench) -> None:
    made = dialog(bench)
    made.tabs.setCurrentIndex(2)
    for title, says in {
        "Supply lines": ("Corps far from a depot starve.", "Needs", "depots", "FOR-6-supply"),
        "Forced marches": ("A corps may march twice.", "Not with", "Mud", "Changes rule", "(FOR-2-once)"),
        "Depots": ("Can only be chosen when the campaign is begun.",),
    }.items():
        made.options.list.setCurrentItem(made.options.list.findItems(title, Qt.MatchFlag.MatchExactly)[0])
        bench.settle()
        for words in says:
            assert words in bench.plain_screen()


def test_why_a_set_is_impossible_and_the_nearest_that_work(bench: Workbench) -> None:
    made = dialog(bench)
    made.tabs.setCurrentIndex(2)
    check(made, "Forced marches", "Mud", "Supply lines")
    said = settled(bench, made)
    assert "forced cannot be used with mud" in said
    assert "supply needs depots" in said
    assert not made.begin.isEnabled()
    bench.press("With depots, without mud", made)
    assert "These options work together." in settled(bench, made)
    assert made.options.choices.on == {"depots", "supply", "forced"}
    assert made.begin.isEnabled()


def test_a_preset_is_taken_and_changed(bench: Workbench) -> None:
    made = dialog(bench)
    made.options.presets.setCurrentIndex(1)
    made.options.presets.activated.emit(1)
    assert made.options.choices.on == {"depots", "supply", "forced"}
    check(made, "Forced marches")
    assert made.options.presets.currentText() == "Custom"
    assert made.options.choices.on == {"depots", "supply"}


def test_parameters_are_set_within_their_bounds(bench: Workbench) -> None:
    made = dialog(bench)
    made.tabs.setCurrentIndex(2)
    check(made, "Depots", "Supply lines")
    made.options.list.setCurrentItem(made.options.list.findItems("Supply lines", Qt.MatchFlag.MatchExactly)[0])
    bench.settle()
    (box,) = made.options.explanation.findChildren(QSpinBox)
    (strictly,) = made.options.explanation.findChildren(QCheckBox)
    assert (box.minimum(), box.maximum(), box.value()) == (1, 5, 3)
    box.setValue(5)
    strictly.setChecked(True)
    assert made.options.choices.parameters == {"supply": {"reach": 5, "strict": True}}
    box.setValue(3)  # the default is nothing that was chosen
    assert made.options.choices.parameters == {"supply": {"strict": True}}
    settled(bench, made)
    bench.press("Begin", made)
    bench.settle()
    bench.press("I am Blue")
    assert bench.campaign.game.rulebook.choices.parameters == {"supply": {"strict": True}}


def test_names_that_will_not_do_are_refused_at_once(bench: Workbench) -> None:
    made = dialog(bench)
    for name in ("", "Anna=Bernd", "a,b"):
        made.seats.names["Blue"].setText(name)
        assert "Name the player of Blue" in made.wrong.text()
        assert not made.begin.isEnabled()
    made.seats.names["Blue"].setText("Anna")
    assert made.begin.isEnabled()
    assert not made.wrong.isVisible()


def test_a_scenario_of_a_library(bench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    rows = rows_as_documents(FAMILY.scenario("fords").rows())
    with Library.create(path) as library, library.unit():
        library.put_scenario(ScenarioDocument(key="again", game="fords", title="The Fords again", rows=rows))
        library.put_scenario(ScenarioDocument(key="war", game="rivers", title="A game that is not here"))
    made = dialog(bench)
    had = len(made.starts)
    for _ in range(2):  # a second time adds nothing
        made.add_library(str(path))
        bench.wait(lambda: not bench.window.jobs.running)
        assert [one.name for one in made.starts[had:]] == ["again"]
    bench.press("Begin", made)
    bench.settle()
    assert bench.campaign.sitting.header.scenario == "again"


def test_a_file_that_is_no_library_is_refused(bench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    path.write_text("no library")
    made = dialog(bench)
    made.add_library(str(path))
    bench.wait(lambda: not bench.window.jobs.running)
    assert "other.db" in made.wrong.text()


def test_of_a_damaged_library_what_is_sound_is_listed_and_saved(bench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    rows = rows_as_documents(FAMILY.scenario("fords").rows())
    with Library.create(path) as library, library.unit():
        library.put_scenario(ScenarioDocument(key="again", game="fords", title="The Fords again", rows=rows))
        library.put_preset(PresetDocument(key="lost", game="fords", title="Lost"))
    data = bytearray(path.read_bytes())
    page = data.index(b'"key":"lost"') // 4096 * 4096
    data[page : page + 8] = bytes(8)
    path.write_bytes(data)
    made = dialog(bench)
    made.add_library(str(path))
    bench.wait(lambda: bool(boxes()))
    assert made.starts[-1].name == "again"
    assert "other.db is damaged" in boxes()[0].text()
    assert "has lost presets" in boxes()[0].text()
    bench.press("Save the undamaged parts…", boxes()[0])
    bench.settle()
    chooser = next(one for one in made.findChildren(QFileDialog) if one.isVisible())
    chooser.fileSelected.emit(str(tmp_path / "sound.db"))
    chooser.reject()
    bench.wait(lambda: bool(boxes()))
    assert "sound.db holds 0 maps, 1 scenario, 0 presets, 0 charts" in boxes()[0].text()
    assert "Not saved: presets" in boxes()[0].text()
    bench.press("Close", boxes()[0])
    with Library.open(tmp_path / "sound.db") as library:
        assert library.scenario("again").title == "The Fords again"


def boxes() -> list[QMessageBox]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible()]


def test_options_are_narrowed_to_those_with_all_words_that_are_typed(bench: Workbench) -> None:
    made = dialog(bench)
    listed = made.options.list

    def shown(words: str) -> list[str]:
        made.options.words.setText(words)
        items = [listed.item(at) for at in range(listed.count())]
        return [item.text() for item in items if not item.isHidden()]

    everything = shown("")
    assert {"Depots", "Supply lines"} < set(everything)
    assert "Supply lines" in shown("SUPPLY lines")
    assert "Depots" not in shown("SUPPLY lines")
    assert shown("supply zebra") == []
    assert shown("") == everything


def test_escape_begins_nothing(bench: Workbench) -> None:
    made = dialog(bench)
    bench.key(Qt.Key.Key_Escape, widget=made)
    assert bench.play.campaign_view is None
    assert bench.play.dialog is None


def test_without_a_game_it_says_so(bench: Workbench) -> None:
    made = NewCampaign([], bench.games, bench.window.jobs, bench.window)
    assert "No game with a scenario is installed" in made.wrong.text()
    assert not made.begin.isEnabled()
    made.deleteLater()


def test_the_curtain_has_the_keyboard_once_it_is_begun(bench: Workbench) -> None:
    made = dialog(bench)
    settled(bench, made)
    bench.key(Qt.Key.Key_Return, widget=made)
    bench.wait(lambda: bench.play.campaign_view is not None)
    bench.window.activateWindow()  # as a window manager does when the dialog has gone
    bench.settle()
    assert bench.stands("curtain")
    assert QApplication.focusWidget() is bench.campaign_view.curtain.sit
    bench.key(Qt.Key.Key_Return)
    assert bench.campaign.seat == "Blue"


def test_scenarios_stand_under_their_games(bench: Workbench) -> None:
    made = NewCampaign([*bench.games.starts(), *RIVERS], bench.games, bench.window.jobs, bench.window)
    lines = [made.list.item(at) for at in range(made.list.count())]
    games = [line.text() for line in lines if not line.flags() & Qt.ItemFlag.ItemIsSelectable]
    assert games == [FAMILY.system.title, "Twin Rivers"]
    assert lines[0].text() == FAMILY.system.title
    assert made.start.family is FAMILY  # the first scenario, not the line above it
    made.list.setFocus()
    for _ in range(len(lines)):
        bench.key(Qt.Key.Key_Down, widget=made.list)
    assert made.start.family.system.key == "twin_rivers"
    made.deleteLater()
