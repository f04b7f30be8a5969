"""The war of 1809 as its text has it: strengths by its formula, each with its source, everybody where he can be."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from sandtable.engine import Choices
from sandtable.engine.discovery.modules import Plugins
from sandtable.play.begin.starts import find_scenario
from sandtable_empires.campaign_texts import DANUBE
from sandtable_empires.model import Calendar, Corps, Leader, Nation, WarAim, at_war, month_text
from tests.cli.house import House
from tests.plugins.empires.watched import Watched

SHIPPED: Final = Path(__file__).parents[3] / "scenarios.db"
TEXT: Final = DANUBE.read_text("utf-8")
MEN: Final = 1_500
"""The men of a factor."""
PART: Final = re.compile(
    r"# (?P<name>.+): (?P<foot>[\d,]+) foot, (?P<horse>[\d,]+) horse "
    r"\((?P<source>[^;]+); (?P<sure>high|medium|low)\)\n(?P<row>\[\[\w+\]\]\n(?:.+\n)*)"
)
FOOT: Final = ("militia", "infantry", "guard")


class Part(NamedTuple):
    """A part of an army: what its comment says of its men, and the row below it."""

    name: str
    foot: int
    horse: int
    source: str
    table: str
    row: dict[str, Any]


def parts() -> list[Part]:
    found: list[Part] = []
    for said in PART.finditer(TEXT):
        read = tomllib.loads(said["row"])
        (table,) = read
        foot, horse = (int(said[arm].replace(",", "")) for arm in ("foot", "horse"))
        found.append(Part(said["name"], foot, horse, said["source"], table, read[table][0]))
    return found


def factors_of(men: int) -> int:
    """Round men to the nearest factor, halves up."""
    return (men + MEN // 2) // MEN


@pytest.mark.parametrize("part", parts(), ids=[one.name for one in parts()])
def test_strengths_follow_the_formula(part: Part) -> None:
    foot = sum(part.row.get(arm, 0) for arm in FOOT)
    assert (foot, part.row.get("cavalry", 0)) == (factors_of(part.foot), factors_of(part.horse))


def test_every_force_has_its_men_and_their_source() -> None:
    """Nobody stands or comes without a comment; a corps that comes is told of by its arrival."""
    assert "a factor is 1,500 men, of foot (gunners among them) and of horse apart" in " ".join(
        line.removeprefix("#").strip() for line in TEXT.splitlines()
    )
    read = tomllib.loads(TEXT)
    told = {(part.table, part.row["id"]) for part in parts()}
    coming = {row["corps"] for row in read["Arrival"] if "corps" in row}
    forces = [("Corps", row["id"]) for row in read["Corps"] if row["id"] not in coming]
    forces += [(table, row["id"]) for table in ("Garrison", "Arrival") for row in read[table]]
    assert sorted(told) == sorted(forces)
    named = {"Krieg 1809", "Saski", "Buat", "Soltyk", "house, for those who took the field"}
    assert {part.source for part in parts()} == named


def test_it_is_fought_between_austria_and_france_with_its_allies_to_october() -> None:
    start = find_scenario(f"{SHIPPED}#danube-1809", Plugins(safe=True))
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
    told = house.run("check", f"{SHIPPED}#danube-1809", "--severity", "warning").stdout
    assert told.strip() == "nothing is wrong"
