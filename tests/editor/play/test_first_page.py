"""The first page: the campaigns as cards, and what can be done to them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from sandtable.library.campaigns.campaign_files import delete_campaign
from sandtable.library.files.file import File
from sandtable.library.files.schema import CAMPAIGN
from sandtable.play.table.sitting import Wishes
from sandtable_editor.canvas.geometry.palette import Tone, palette
from sandtable_editor.canvas.ground.thumbnail import thumbnail
from sandtable_editor.play.begin.campaign_cards import CARD, PICTURE, CampaignCard
from tests.editor.workbench import Workbench
from tests.library.campaigns import edit


@pytest.fixture
def folder(bench: Workbench, home: Path) -> Path:
    """Give the folder of campaigns; those that are begun on the bench lie there."""
    bench.folder = home / "campaigns"
    return bench.folder


def keep(bench: Workbench, *names: str, seats: str = "one", bots: tuple[str, ...] = ()) -> None:
    """Begin campaigns and close them, the one named last at last, and wait until the page has looked into them."""
    for name in names:
        bench.sit_down(Wishes(seed="1", seats=seats, bots=bots), name=name).referee.sink.close()
    look(bench)


def look(bench: Workbench) -> None:
    bench.play.look_for_campaigns()
    settle(bench)


def settle(bench: Workbench) -> None:
    bench.wait(lambda: not bench.window.jobs.running and not bench.play.welcome.unread())


def cards(bench: Workbench) -> dict[str, CampaignCard]:
    listed = bench.play.welcome.list
    found: list[CampaignCard] = [listed.item(at).data(CARD) for at in range(listed.count())]
    return {one.saved.name: one for one in found}


def choose(bench: Workbench, name: str) -> None:
    listed = bench.play.welcome.list
    row = list(cards(bench)).index(name)
    listed.scrollToItem(listed.item(row))
    bench.choose(row, listed)


def test_each_campaign_tells_its_name_its_date_its_players_and_its_round(bench: Workbench, folder: Path) -> None:
    keep(bench, "Winter war", seats="Anna=Blue,Ben=Red", bots=("Red",))
    (told,) = [bench.play.welcome.list.item(0).text()]
    for words in ("Winter war", "The Fords", "Round 1", "Anna: Blue", "Bot: Red", "Last played"):
        assert words in told
    assert bench.play.welcome.list.accessibleName() == "Campaigns"
    assert bench.button("Continue Winter war").isVisible()


def test_the_file_of_the_chosen_campaign_is_named(bench: Workbench, folder: Path) -> None:
    assert not bench.play.welcome.file.isVisible()
    keep(bench, "war")
    choose(bench, "war")
    assert str(folder / "war.campaign") in bench.play.welcome.file.accessibleName()
    assert bench.play.welcome.file.isVisible()


def test_where_the_campaign_on_the_table_is_saved_can_be_read_at_any_time(bench: Workbench, folder: Path) -> None:
    bench.begin(name="war")
    assert str(folder / "war.campaign") in bench.window.status.where.toolTip()
    assert str(folder / "war.campaign") in bench.window.status.where.accessibleDescription()
    bench.play.close_campaign()
    bench.settle()
    assert not bench.window.status.where.toolTip()


@pytest.mark.parametrize("tone", ["light", "dark", "contrast"])
def test_its_picture_shows_the_map_with_what_stands_there(bench: Workbench, folder: Path, tone: Tone) -> None:
    keep(bench, "war")
    summary = cards(bench)["war"].summary
    assert summary is not None
    assert summary.picture is not None
    image = thumbnail(summary.picture, PICTURE, 2.0, tone).toImage()
    assert (image.width(), image.height()) == (2 * PICTURE.width(), 2 * PICTURE.height())
    assert image.pixelColor(0, 0) == palette(tone).void
    for stack in summary.picture.stacks:
        assert image.pixelColor(round(2 * stack.x), round(2 * stack.y)).name() == stack.colour


def test_looking_at_them_changes_no_byte(bench: Workbench, folder: Path) -> None:
    keep(bench, "war")
    path = folder / "war.campaign"
    before = path.read_bytes(), path.stat().st_mtime_ns
    look(bench)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [one.name for one in folder.iterdir()] == ["war.campaign"]


@pytest.mark.parametrize("keyboard", ["list", "go_on", "new"])
def test_it_is_renamed_with_f2_and_the_old_name_comes_back(bench: Workbench, folder: Path, keyboard: str) -> None:
    keep(bench, "war")
    getattr(bench.play.welcome, keyboard).setFocus()
    bench.key(Qt.Key.Key_F2)
    line = next(one for root in bench.roots() for one in root.findChildren(QLineEdit) if one.text() == "war")
    line.selectAll()
    line.setFocus()
    bench.write("Winter war")
    bench.key(Qt.Key.Key_Return)
    settle(bench)
    assert list(cards(bench)) == ["Winter war"]
    assert "“war” is now called “Winter war”." in bench.plain_screen()
    bench.press("Undo", bench.play.welcome)
    settle(bench)
    assert list(cards(bench)) == ["war"]


def test_it_is_copied_and_the_copy_goes_again(bench: Workbench, folder: Path) -> None:
    keep(bench, "war")
    choose(bench, "war")
    bench.press("Copy")
    settle(bench)
    assert list(cards(bench)) == ["war", "war-copy"]  # the one played last stays the last
    bench.press("Undo", bench.play.welcome)
    settle(bench)
    assert list(cards(bench)) == ["war"]


def test_deleting_asks_and_it_can_be_taken_back_at_once_and_later(bench: Workbench, folder: Path) -> None:
    keep(bench, "peace", "war")
    choose(bench, "war")
    bench.play.welcome.list.setFocus()
    bench.key(Qt.Key.Key_Delete)
    bench.press("Cancel")
    settle(bench)
    assert set(cards(bench)) == {"war", "peace"}
    bench.key(Qt.Key.Key_Delete, widget=bench.play.welcome.list)
    assert "can be taken back" in bench.plain_screen()
    bench.press("Delete", next(one for one in bench.roots() if "Delete a campaign" in one.windowTitle()))
    settle(bench)
    assert list(cards(bench)) == ["peace"]
    bench.press("Undo", bench.play.welcome)
    settle(bench)
    assert set(cards(bench)) == {"war", "peace"}
    delete_campaign(folder / "war.campaign")
    look(bench)
    bench.press("Deleted campaigns (1)")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    (back,) = menu.findChildren(QAction, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1:]
    assert back.text() == "Take back “war”"
    back.trigger()
    menu.close()
    settle(bench)
    assert set(cards(bench)) == {"war", "peace"}
    assert "Deleted campaigns" not in bench.plain_screen()


def test_a_name_that_cannot_be_is_refused_in_a_sentence(bench: Workbench, folder: Path) -> None:
    keep(bench, "peace", "war")
    bench.play.welcome.shelf.rename(folder / "war.campaign", "peace")
    settle(bench)
    assert "peace.campaign already exists: choose another name" in bench.plain_screen()
    assert not bench.play.welcome.undo.isVisible()
    assert set(cards(bench)) == {"war", "peace"}


def test_files_that_cannot_be_opened_are_shown_as_what_they_are(bench: Workbench, folder: Path) -> None:
    keep(bench, "broken", "newer", "sound")
    (folder / "letter.campaign").write_text("Dear Sir")
    edit(folder / "broken.campaign", "UPDATE plies SET document = '{}'")
    content = bytearray((folder / "newer.campaign").read_bytes())
    content[60:64] = (CAMPAIGN.version + 1).to_bytes(4)
    (folder / "newer.campaign").write_bytes(content)
    look(bench)
    marks = {name: card.mark for name, card in cards(bench).items()}
    assert marks == {"sound": "", "letter": "Not a campaign", "broken": "Damaged", "newer": "Made by another version"}
    assert bench.button("Continue sound").isVisible()
    for name, opens in {"sound": True, "broken": True, "letter": False, "newer": False}.items():
        choose(bench, name)
        assert bench.play.welcome.open.isEnabled() == opens, name
        assert bench.play.welcome.delete.isEnabled()
    choose(bench, "broken")
    bench.press("Open")
    bench.wait(lambda: "Open a copy at the last good position" in bench.screen())


def test_nothing_is_done_to_one_that_is_open(bench: Workbench, folder: Path) -> None:
    keep(bench, "war")
    file = File.open(folder / "war.campaign", CAMPAIGN, writing=True)
    look(bench)
    assert cards(bench)["war"].mark == "Open in this program"
    assert not bench.play.welcome.delete.isEnabled()
    assert not bench.play.welcome.rename.isEnabled()
    bench.play.welcome.shelf.delete(folder / "war.campaign")
    settle(bench)
    assert "is open in this program: close it first" in bench.plain_screen()
    file.close()
    assert (folder / "war.campaign").exists()


def test_enter_opens_the_chosen_one_and_a_right_click_shows_what_can_be_done(bench: Workbench, folder: Path) -> None:
    keep(bench, "peace", "war")
    choose(bench, "peace")
    listed = bench.play.welcome.list
    listed.customContextMenuRequested.emit(listed.visualItemRect(listed.currentItem()).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [one.text().replace("&", "") for one in menu.actions()] == ["Open", "Rename…", "Copy", "Delete…"]
    menu.close()
    listed.setFocus()
    bench.key(Qt.Key.Key_Return)
    bench.wait(lambda: bench.play.campaign_view is not None)
    assert bench.campaign.sitting.path.stem == "peace"
