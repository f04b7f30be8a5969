"""The war of 1805 as its text has it: three powers, everybody where he was, who comes when."""

from __future__ import annotations

from pathlib import Path

from sandtable.engine import Choices, SideId
from sandtable_empires.hookspecs.control import score
from sandtable_empires.model import Alliance, Calendar, Corps, Leader, Nation, WarAim, allies, at_war, month_text, sides
from sandtable_empires.model.arrivals import Arrival
from tests.cli.house import House
from tests.plugins.empires.shipped import shipped, shipped_name
from tests.plugins.empires.watched import Watched


def test_it_is_fought_by_three_powers_to_december() -> None:
    start = shipped("austerlitz-1805")
    game = Watched(start.family, start.rows(), Choices(), "austerlitz").referee.game
    aim, calendar = game[WarAim]["contest"], game[Calendar]["calendar"]
    assert (aim.invader, aim.defender, aim.needs) == ("France", "Austria", 4)
    assert (month_text(game, 1), month_text(game, calendar.last)) == ("September 1805", "December 1805")
    assert set(sides(game)) == {"Austria", "France", "Russia"}
    assert at_war(game, "France", "Austria")
    assert at_war(game, "France", "Russia")
    assert allies(game, "Austria") == {"Russia"}
    assert len(game[Alliance]) == 2
    assert score(game, SideId("France")).whole() == 0, "the provinces of its allies do not count"
    assert {one.title for one in game[Nation].where("side", "France")} >= {"France", "Bavaria", "Württemberg", "Italy"}
    assert game[Leader]["Mack"].seniority == game[Leader]["Archduke Charles"].seniority == "A"
    assert game[Corps]["Reserve Cavalry"].movement == 5


def test_who_was_not_there_yet_comes_in_his_month() -> None:
    start = shipped("austerlitz-1805")
    coming = {str(row.id): row.turn for row in start.rows() if isinstance(row, Arrival)}
    waiting = {row.id for row in start.rows() if isinstance(row, Leader) and row.standing == "waiting"}
    assert {name for name, turn in coming.items() if turn == 2} >= {"I Corps", "II Corps", "Imperial Guard"}
    assert {name for name, turn in coming.items() if turn == 3} >= {"VII Corps", "Buxhöwden's Corps", "Russian Guard"}
    assert waiting >= {"Napoleon", "Bernadotte", "Marmont", "Buxhöwden", "Bennigsen", "Archduke Ferdinand"}


def test_nothing_is_wrong_with_it(tmp_path: Path) -> None:
    """Hints are meant: Mack is with Schwarzenberg, Kutuzov with Dokhturov."""
    house = House(tmp_path)
    found = house.run("check", shipped_name("austerlitz-1805"), "--severity", "warning").stdout
    assert found.strip() == "nothing is wrong"
