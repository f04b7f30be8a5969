"""A game of the drill ground as somebody played it at the terminal to its end, both sides: what was told is kept.

``drill-ground.txt`` holds the lines that were typed, ``drill-ground.kept.txt`` the hash of the last
position and the log.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from tests.cli.house import House

HERE: Final = Path(__file__).parent / "sittings"


def test_a_whole_game_by_hand_comes_out_as_it_was_kept(tmp_path: Path) -> None:
    house = House(tmp_path)
    file = house.home / "drill.campaign"
    call = ("play", "drill_ground", "--new", "--seed", "7", "--campaign", file)
    told = house.run(*call, "--script", HERE / "drill-ground.txt").stdout
    assert "The game is over: Blue wins, the last turn is over (DRILL-6.1)." in told
    over = told.partition("The game is over: Blue wins")[2]
    assert "The game is over; ? and the name of an action say why it was passed over, if it was." in over
    why = over.partition("> ? fire > Red Battery > Blue Battery\n")[2].splitlines()
    assert why[0].startswith("Fire was passed over (Round ")
    assert why[1:3] == ["Blue Battery: not possible now", "  - The ground in 0708 stands in the way (DRILL-3.3)"]
    log = told.rpartition("> log 100\n")[2].partition("Saved at ply")[0]
    last = json.loads(house.run("replay", file, "--verify", "--json").stdout)["plies"][-1]["hash"]
    assert [last, *log.splitlines()] == (HERE / "drill-ground.kept.txt").read_text("utf-8").splitlines()
