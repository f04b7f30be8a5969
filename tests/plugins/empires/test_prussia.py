"""The war of 1806 and 1807 as its text has it: three powers, eleven months, who comes when."""

from __future__ import annotations

from pathlib import Path

from sandtable.engine import Choices, SideId
from sandtable_empires.hookspecs.control import score
from sandtable_empires.model import Area, Calendar, Corps, Nation, WarAim, allies, at_war, month_text, sides
from sandtable_empires.model.arrivals import Arrival
from tests.cli.house import House
from tests.plugins.empires.shipped import shipped, shipped_name
from tests.plugins.empires.watched import Watched


def test_it_is_fought_by_three_powers_from_jena_to_tilsit() -> None:
    start = shipped("prussia-1806")
    game = Watched(start.family, start.rows(), Choices(), "prussia").referee.game
    aim, calendar = game[WarAim]["contest"], game[Calendar]["calendar"]
    assert (aim.invader, aim.defender, aim.needs) == ("France", "Prussia", 9)
    assert (month_text(game, 1), month_text(game, calendar.last)) == ("September 1806", "July 1807")
    assert set(sides(game)) == {"France", "Prussia", "Russia"}
    assert at_war(game, "France", "Prussia")
    assert at_war(game, "France", "Russia")
    assert allies(game, "Prussia") == {"Russia"}
    assert score(game, SideId("France")).whole() == 0, "the provinces of its allies do not count"
    assert game[Nation]["Saxony"].side == "Prussia"
    assert {game[Area][name].holder for name in ("kassel", "dresden", "hanover")} == {"Prussia"}
    assert {game[Area][name].holder for name in ("ansbach", "frankfurt", "munich")} == {"France"}
    assert {one.nation for one in game[Corps] if one.side == "Prussia"} == {"Prussia", "Saxony"}


def test_the_russians_come_after_jena() -> None:
    start = shipped("prussia-1806")
    coming = {str(row.id): row.turn for row in start.rows() if isinstance(row, Arrival)}
    assert coming["Imperial Guard"] == 2
    assert (coming["Bennigsen's Corps"], coming["Buxhöwden's Corps"], coming["Russian Guard"]) == (3, 4, 8)


def test_nothing_is_wrong_with_it(tmp_path: Path) -> None:
    """Hints are meant: Brunswick has Kalckreuth with him and Hohenlohe Prince Louis."""
    house = House(tmp_path)
    found = house.run("check", shipped_name("prussia-1806"), "--severity", "warning").stdout
    assert found.strip() == "nothing is wrong"
