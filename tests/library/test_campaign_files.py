"""The file of a campaign as a whole: renamed, copied, deleted, taken back; nothing of what was played is lost."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.engine.errors import Invalid
from sandtable.library.campaigns.campaign_files import (
    copy_campaign,
    delete_campaign,
    deleted_campaigns,
    rename_campaign,
    restore_campaign,
)
from sandtable.library.campaigns.campaigns import last_written
from sandtable.library.campaigns.opening import open_campaign
from tests.library.campaigns import FAMILY, begun, edit, played, standing
from tests.library.held_elsewhere import held_elsewhere
from tests.library.samples import names

Act = Callable[[Path], Path]


def renamed(path: Path) -> Path:
    return rename_campaign(path, "new")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "war.campaign"
    played(begun(path), 20).sink.close()
    return path


def where(path: Path) -> object:
    opened = open_campaign(FAMILY, path, reading=True)
    return standing(opened.referee, opened.header)


def left_open(path: Path) -> Path:
    """Return a campaign as a power cut leaves it: what was played last lies beside it."""
    referee = played(begun(path.with_name("open.campaign")), 7)
    for end in ("", "-wal"):
        path.with_name(path.name + end).write_bytes(path.with_name(f"open.campaign{end}").read_bytes())
    referee.sink.close()
    path.with_name("open.campaign").unlink()
    return path


def test_renamed_it_is_the_same_campaign(path: Path) -> None:
    was, when = where(path), last_written(path)
    new = rename_campaign(path, "Winter war")
    assert names(path.parent) == ["Winter war.campaign"]
    assert where(new) == was
    assert last_written(new) == when
    assert rename_campaign(new, "war.campaign") == path


@pytest.mark.parametrize("act", [renamed, delete_campaign], ids=["renamed", "deleted"])
def test_what_lies_beside_it_goes_with_it(tmp_path: Path, act: Act) -> None:
    path = left_open(tmp_path / "war.campaign")
    path.with_name("war.campaign.unended").write_text("{}")
    was = where(path)
    new = act(path)
    assert [one for one in names(tmp_path) if one.startswith("war")] == []
    assert names(new.parent) == [new.name, f"{new.name}-wal", f"{new.name}.unended"]
    assert where(new) == was


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "a campaign needs a name"),
        ("  ", "a campaign needs a name"),
        (".campaign", "a campaign needs a name"),
        ("a/b", "contain"),
        ("a\nb", "contain"),
        ("what?", "contain"),
        (".hidden", "begin with a full stop"),
        ("x" * 250, "too long"),
        ("\N{EURO SIGN}" * 90, "too long"),
        ("CON", "not be used"),
    ],
)
def test_what_cannot_be_a_name_is_refused(path: Path, name: str, says: str) -> None:
    for act in (rename_campaign, copy_campaign):
        if name or act is rename_campaign:
            with pytest.raises(Invalid, match=says):
                act(path, name)
    assert names(path.parent) == ["war.campaign"]


def test_a_name_that_is_taken_is_refused(path: Path) -> None:
    path.with_name("peace.campaign").write_text("something else")
    for act in (rename_campaign, copy_campaign):
        with pytest.raises(Invalid, match=r"peace\.campaign already exists: choose another name"):
            act(path, "peace")
    assert path.with_name("peace.campaign").read_text() == "something else"


def test_a_log_of_another_campaign_is_not_taken_over(path: Path) -> None:
    path.with_name("peace.campaign-wal").write_text("something else")
    with pytest.raises(Invalid, match=r"peace\.campaign-wal already exists"):
        rename_campaign(path, "peace")
    assert path.with_name("peace.campaign-wal").read_text() == "something else"


def test_a_copy_is_played_on_by_itself_and_is_not_the_one_played_last(path: Path) -> None:
    was = where(path)
    copy = copy_campaign(path)
    assert copy.name == "war-copy.campaign"
    assert copy_campaign(path).name == "war-copy-2.campaign"
    assert copy_campaign(path, "peace").name == "peace.campaign"
    assert where(copy) == was
    assert last_written(copy) < last_written(path)
    opened = open_campaign(FAMILY, copy)
    played(opened.referee, 3).sink.close()
    assert where(path) == was
    assert where(copy) != was


def test_a_copy_of_one_that_was_not_closed_holds_all_of_it(tmp_path: Path) -> None:
    path = left_open(tmp_path / "war.campaign")
    was = where(path)
    assert where(copy_campaign(path)) == was
    assert names(tmp_path) == ["war-copy.campaign", "war.campaign", "war.campaign-wal"]


def test_a_damaged_campaign_is_not_copied_but_can_be_renamed_and_deleted(path: Path) -> None:
    edit(path, "UPDATE plies SET document = '{}' WHERE id = 7")
    content = path.read_bytes()
    with pytest.raises(Invalid, match=r"war\.campaign was damaged or edited: ply 7 is not what was written"):
        copy_campaign(path)
    assert names(path.parent) == ["war.campaign"]
    assert delete_campaign(rename_campaign(path, "broken")).read_bytes() == content


def test_one_without_its_last_changes_is_not_copied(tmp_path: Path) -> None:
    path = left_open(tmp_path / "war.campaign")
    path.with_name("war.campaign-wal").unlink()
    with pytest.raises(Invalid, match=r"war\.campaign was not closed"):
        copy_campaign(path)
    assert names(tmp_path) == ["war.campaign"]


def test_deleted_ones_can_be_taken_back(path: Path) -> None:
    was = where(path)
    first = delete_campaign(path)
    assert not path.exists()
    assert first == path.parent / "deleted" / "war.campaign"
    played(begun(path), 2).sink.close()
    second = delete_campaign(path)
    assert second.name == "war-2.campaign"
    assert deleted_campaigns(path.parent) == [first, second]
    assert restore_campaign(first) == path
    assert where(path) == was
    with pytest.raises(Invalid, match="there is no"):
        restore_campaign(first)
    assert restore_campaign(second).name == "war-2.campaign"
    assert deleted_campaigns(path.parent) == []
    assert names(path.parent) == ["war-2.campaign", "war.campaign"]


def test_taken_back_it_takes_nobodys_place(path: Path) -> None:
    gone = delete_campaign(path)
    played(begun(path), 2).sink.close()
    assert restore_campaign(gone).name == "war-2.campaign"


@pytest.mark.parametrize("act", [renamed, delete_campaign, copy_campaign])
def test_nothing_is_done_to_one_that_is_open_in_this_program(path: Path, act: Act) -> None:
    opened = open_campaign(FAMILY, path)
    with pytest.raises(Invalid, match=r"war\.campaign is open in this program: close it first"):
        act(path)
    played(opened.referee, 1).sink.close()
    assert names(path.parent) == ["war.campaign"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("act", [renamed, delete_campaign])
def test_nothing_is_done_to_one_that_is_open_in_another_program(path: Path, act: Act) -> None:
    expected = r"war\.campaign is open in another program: close it there first"
    with held_elsewhere(path), pytest.raises(Invalid, match=expected):
        act(path)
    assert names(path.parent) == ["war.campaign"]


def test_what_is_no_campaign_is_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir")
    for act in (delete_campaign, renamed):
        with pytest.raises(Invalid, match=r"letter\.txt is not a campaign"):
            act(letter)
        with pytest.raises(Invalid, match=r"there is no .*nothing\.campaign"):
            act(tmp_path / "nothing.campaign")
        with pytest.raises(Invalid, match=" is not a campaign"):
            act(tmp_path)
    assert names(tmp_path) == ["letter.txt"]
