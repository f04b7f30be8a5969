"""Files as they were once handed out open for ever: ``kept/N`` has some of each way in which files were ever written.

They are never written anew. Who changes how files are written adds a folder, made by the program before the change is
handed out (`docs/architecture.md`, "Files outlive the code").
"""

import json
import lzma
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from sandtable.cli import main
from sandtable.engine.errors import Broken, Invalid, SandtableError
from sandtable.engine.referee.referee import Referee
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.lab.bots import RandomBot
from sandtable.library.campaigns.opening import OpenedCampaign, open_campaign
from sandtable.library.files.schema import CAMPAIGN
from sandtable.library.store.build import fill
from sandtable.library.store.library_file import Library
from sandtable_empires.system import EMPIRES
from sandtable_twin_rivers import TWIN_RIVERS
from tests.library.campaigns import file_of
from tests.library.samples import county

KEPT: Final = Path(__file__).parent / "kept"
CAMPAIGNS: Final = sorted(KEPT.glob("*/*.campaign.xz"))
LIBRARIES: Final = sorted(KEPT.glob("*/*.db.xz"))
FAMILIES: Final = {family.system.key: family for family in (InstalledGame(TWIN_RIVERS), InstalledGame(EMPIRES))}
RULES_STAND: Final = ("twin-rivers", "own-war")
"""Of these the rules are as they were; those of the Peninsula are mended now and then."""


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def unpacked(kept: Path, folder: Path) -> Path:
    path = folder / kept.stem
    path.write_bytes(lzma.decompress(kept.read_bytes()))
    return path


def family_of(kept: Path) -> InstalledGame:
    return FAMILIES["empires" if kept.name.startswith("peninsula") else "twin_rivers"]


def play_on(referee: Referee, plies: int) -> int:
    """Play so many plies; where the rules of the battle on the table have changed, from before it on."""
    bot, played = RandomBot("on"), 0
    try:
        referee.prompt  # noqa: B018  # what was going on is worked out again
    except Broken:
        referee.history.goto(referee.journal.since_save_point()[0].parent)
    while played < plies and (prompt := referee.prompt) is not None:
        ask = prompt.open[0]
        action = bot.answer(referee, ask)
        assert action is not None
        referee.play(action, ask.side)
        played += 1
    return played


def every_position(opened: OpenedCampaign) -> Iterator[int]:
    """Go to the position after every ply of the tree; each must follow from what the file says of it.

    Where the campaign was brought up it begins there: what came before is kept as it was, and is not gone back to.
    """
    journal = opened.referee.journal
    here = journal.base
    state = opened.start.clone()
    for id in since_base(opened):
        ply = journal[id]
        back, forth = journal.way(id, here)
        for one in back:
            state.revert(one.changes)
        for one in forth:
            state.reapply(one.changes)
        assert state.hash == ply.hash
        here = id
        yield id


def since_base(opened: OpenedCampaign) -> list[int]:
    """Return the plies from where the campaign was brought up last; where it never was, all."""
    journal = opened.referee.journal
    return [id for id in sorted(journal.plies) if id > journal.base and journal.follows(id, journal.base)]


def faults_told(opened: OpenedCampaign) -> list[str]:
    """Return what was noticed beside that the campaign was brought up."""
    return [one for one in opened.notices if not one.startswith("The campaign was brought up")]


def test_every_way_of_writing_is_kept() -> None:
    wanted = {"twin-rivers", "twin-rivers-battle", "own-war", "peninsula", "peninsula-battle", "peninsula-options"}
    for folder in sorted(KEPT.iterdir()):
        assert {path.name.removesuffix(".campaign.xz") for path in folder.glob("*.campaign.xz")} == wanted
        assert [path.name for path in folder.glob("*.db.xz")] == ["library.db.xz"]


@pytest.mark.parametrize("kept", CAMPAIGNS, ids=named)
def test_a_kept_campaign_is_looked_at_and_no_byte_changes(kept: Path, tmp_path: Path) -> None:
    path = unpacked(kept, tmp_path)
    before = path.read_bytes()
    opened = open_campaign(family_of(kept), path, reading=True)
    assert not faults_told(opened)
    assert list(every_position(opened)) == since_base(opened)
    found = list(verify(opened.referee.family, opened.start, opened.referee.journal))
    if kept.name.startswith(RULES_STAND):
        assert not [one for one in found if isinstance(one, Mismatch)]
        assert len(found) == len(opened.referee.journal.plies)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("kept", CAMPAIGNS, ids=named)
def test_a_kept_campaign_is_played_on_taken_back_and_opened_again(kept: Path, tmp_path: Path) -> None:
    path, family = unpacked(kept, tmp_path), family_of(kept)
    for sitting in range(3):
        opened = open_campaign(family, path)
        referee = opened.referee
        assert not (opened.notices if sitting else faults_told(opened))
        referee.source = SeededDice(f"{kept.name} {sitting}")
        assert play_on(referee, 4) == 4 or referee.game.ended
        if sitting == 1:  # back behind the plies of before, and on from there
            first = max(min(referee.journal.plies), referee.journal.base)
            referee.history.goto(max(first, referee.journal.head - 12))
            assert play_on(referee, 3) == 3
        standing = (referee.journal.head, referee.game.state.hash, sorted(referee.journal.plies))
        referee.sink.close()
        opened = open_campaign(family, path, reading=True)
        journal = opened.referee.journal
        assert (journal.head, opened.referee.game.state.hash, sorted(journal.plies)) == standing
    assert list(every_position(opened)) == since_base(opened)
    if kept.name.startswith(RULES_STAND):
        assert not [one for one in verify(family, opened.start, journal) if isinstance(one, Mismatch)]
    old = [one.name for one in tmp_path.iterdir() if one != path]
    version = int(kept.parent.name)
    assert old == ([f"{path.name}.version-{version}"] if version < CAMPAIGN.version else [])


@pytest.mark.parametrize("kept", CAMPAIGNS, ids=named)
def test_a_kept_campaign_whose_file_is_gone_is_saved_from_memory(kept: Path, tmp_path: Path) -> None:
    path, family = unpacked(kept, tmp_path), family_of(kept)
    opened = open_campaign(family, path)
    referee, file = opened.referee, file_of(opened.referee)
    play_on(referee, 2)
    standing = (referee.journal.head, referee.game.state.hash, sorted(referee.journal.plies))
    os.truncate(path.with_name(f"{path.name}-wal"), 5_000)
    file.copy(tmp_path / "copy.campaign")
    with pytest.raises(Invalid, match="the whole campaign is in"):
        referee.sink.close()
    again = open_campaign(family, tmp_path / "copy.campaign", reading=True)
    journal = again.referee.journal
    assert (journal.head, again.referee.game.state.hash, sorted(journal.plies), again.notices) == (*standing, [])
    assert list(every_position(again)) == since_base(again)


@pytest.mark.parametrize("kept", CAMPAIGNS, ids=named)
def test_a_kept_campaign_that_was_damaged_loses_only_what_was(kept: Path, tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    path, family = unpacked(kept, tmp_path), family_of(kept)
    with closing(sqlite3.connect(path)) as connection:
        (last,) = connection.execute("SELECT max(id) FROM plies").fetchone()
        connection.execute("UPDATE plies SET document = document || ' ' WHERE id = ?", (last,))
        connection.commit()
    with pytest.raises(SandtableError, match=f"ply {last} is not what was written"):
        open_campaign(family, path, reading=True)
    opened = open_campaign(family, path, last_good=True)
    journal = opened.referee.journal
    assert [id for id in sorted(journal.plies) if not journal.base or id < journal.base] == list(range(1, last))
    assert list(every_position(opened)) == since_base(opened)
    play_on(opened.referee, 2)
    opened.referee.sink.close()
    again = open_campaign(family, opened.path, reading=True)
    assert list(every_position(again)) == since_base(again)


@pytest.mark.parametrize("kept", LIBRARIES, ids=named)
def test_a_kept_library_holds_what_it_held(kept: Path, tmp_path: Path) -> None:
    path = unpacked(kept, tmp_path)
    before = path.read_bytes()
    with Library.open(path) as library:
        assert library.map("county").digest == county().digest
        document = library.scenario("own_war")
        assert document.read(FAMILIES["twin_rivers"]) == [
            row for name in document.rows for row in TWIN_RIVERS.scenarios[0].rows() if type(row).stored == name
        ]
        assert library.preset("club").on == ("forced_march",)
        assert not library.damage()
    assert path.read_bytes() == before


@pytest.mark.parametrize("kept", LIBRARIES, ids=named)
def test_what_a_kept_library_holds_has_the_digests_it_had(kept: Path, tmp_path: Path) -> None:
    with Library.open(unpacked(kept, tmp_path)) as library, Library.create(tmp_path / "anew.db") as anew:
        fill(anew, [library.map(one.key) for one in library.maps()])
        fill(anew, [library.scenario(one.key) for one in library.scenarios()])
        fill(anew, [*library.presets(), *library.charts()])
        assert anew.content_hash() == library.content_hash()


@pytest.mark.parametrize("kept", [one for one in CAMPAIGNS if "peninsula" in one.name], ids=named)
def test_what_other_rules_make_of_a_kept_campaign_is_told_by_ply_and_rule(kept: Path, tmp_path: Path) -> None:
    """The rules of the Peninsula are mended now and then: its kept campaigns are sound all the same."""
    path = unpacked(kept, tmp_path)
    run = CliRunner().invoke(main, ["replay", str(path), "--verify", "--json"])
    found = json.loads(run.stdout)
    assert "damaged" not in run.output
    assert "asks time" not in run.output
    assert run.exit_code == (1 if found["mismatches"] else 0)
    for one in found["mismatches"]:
        assert f"ply {one['ply']} does not come out the same: " in run.stderr
        assert "it was played under other rules (epoch 1)" in run.stderr
        assert "The campaign is sound" in run.stderr
        assert one["at_work"]
        assert set(one["at_work"]) <= FAMILIES["empires"].texts.keys()
        assert ", ".join(one["at_work"]) in run.stderr
