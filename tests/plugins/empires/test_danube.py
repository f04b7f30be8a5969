"""The war of 1809 as its text has it: everybody where he can be."""

from __future__ import annotations

from pathlib import Path

from sandtable.engine import Choices
from sandtable_empires.model import Calendar, Corps, Leader, Nation, WarAim, at_war, month_text
from tests.cli.house import House
from tests.plugins.empires.shipped import shipped, shipped_name
from tests.plugins.empires.watched import Watched


def test_it_is_fought_between_austria_and_france_with_its_allies_to_october() -> None:
    start = shipped("danube-1809")
    game = Watched(start.family, start.rows(), Choices(), "danube").referee.game
    aim, calendar = game[WarAim]["contest"], game[Calendar]["calendar"]
    assert (aim.invader, aim.defender, aim.needs) == ("France", "Austria", 7)
    assert at_war(game, "France", "Austria")
    assert month_text(game, 1) == "April 1809"
    assert month_text(game, calendar.last) == "October 1809"
    allies = {one.title for one in game[Nation].where("side", "France")}
    assert allies >= {"France", "Bavaria", "Württemberg", "Saxony", "Italy", "the Duchy of Warsaw"}
    nations = {one.nation for one in game[Corps] if one.side == "France"}
    assert nations >= {"France", "Bavaria", "Württemberg", "Saxony", "Lombardy", "Poland"}
    assert game[Leader]["Napoleon"].corps == "II Corps"
    assert game[Leader]["Archduke Charles"].seniority == "A"


def test_nothing_is_wrong_with_it(tmp_path: Path) -> None:
    """Hints are meant: French marshals lead allies, and the Emperor is with Lannes."""
    house = House(tmp_path)
    told = house.run("check", shipped_name("danube-1809"), "--severity", "warning").stdout
    assert told.strip() == "nothing is wrong"
