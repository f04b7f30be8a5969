"""Opening a campaign only to look at it."""

from pathlib import Path

import pytest

from sandtable.engine.errors import Invalid
from sandtable.engine.family import Family
from sandtable.engine.referee import Referee
from sandtable.engine.saving import new_campaign, open_campaign
from sandtable.lab.bots import RandomBot, play_on
from sandtable_twin_rivers import TWIN_RIVERS


def test_looking_changes_no_byte_and_needs_no_lock(tmp_path: Path) -> None:
    family = Family(TWIN_RIVERS)
    path = tmp_path / "x.campaign"
    rows = family.scenario("twin_rivers").rows()
    playing = new_campaign(
        family, path, lambda: Referee.begin(family, rows), scenario="twin_rivers", title="", seed="1", take_back="free"
    )
    play_on(playing, RandomBot(1), rounds=2)
    with path.open("ab") as file:
        file.write(b'{"chain":"torn')
    before = path.read_bytes()
    looked = open_campaign(family, path, reading=True)
    assert looked.referee.game.state.hash == playing.game.state.hash
    looked.referee.undo()
    assert path.read_bytes() == before


def test_going_to_a_ply_that_there_is_none_of_leaves_the_file_sound(tmp_path: Path) -> None:
    family = Family(TWIN_RIVERS)
    path = tmp_path / "x.campaign"
    rows = family.scenario("twin_rivers").rows()
    playing = new_campaign(
        family, path, lambda: Referee.begin(family, rows), scenario="twin_rivers", title="", seed="1", take_back="free"
    )
    play_on(playing, RandomBot(1), rounds=1)
    before = path.read_bytes()
    with pytest.raises(Invalid, match="there is no ply 999"):
        playing.goto(999)
    assert path.read_bytes() == before
