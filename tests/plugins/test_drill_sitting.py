"""A game of the drill ground as somebody played it at the terminal to its end, both sides: what was told is kept."""

from __future__ import annotations

from pathlib import Path

from tests.plugins.kept_sittings import kept, play


def test_a_whole_game_by_hand_comes_out_as_it_was_kept(tmp_path: Path) -> None:
    told, found = play(tmp_path, "drill_ground", "7", "drill-ground")
    assert "The game is over: Blue wins, the last turn is over (DRILL-6.1)." in told
    over = told.partition("The game is over: Blue wins")[2]
    assert "The game is over; ? and the name of an action say why it was passed over, if it was." in over
    why = over.partition("> ? fire > Red Battery > Blue Battery\n")[2].splitlines()
    assert why[0].startswith("Fire was passed over (Round ")
    assert why[1:3] == ["Blue Battery: not possible now", "  - The ground in 0708 stands in the way (DRILL-3.3)"]
    assert found == kept("drill-ground")
