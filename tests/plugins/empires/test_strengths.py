"""The campaigns whose strengths are reckoned: by their formula, each with its source."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final, NamedTuple

import pytest

from sandtable_empires.campaign_texts import AUSTERLITZ, DANUBE, GRAND, PRUSSIA

TEXTS: Final = {text.stem: text.read_text("utf-8") for text in (DANUBE, AUSTERLITZ, PRUSSIA, GRAND)}
SOURCES: Final = {
    "danube_1809": {"Krieg 1809", "Saski", "Buat", "Soltyk", "house, for those who took the field"},
    "austerlitz_1805": {"house, as the histories tell"},
    "prussia_1806": {"house, as the histories tell"},
    "grand_campaign_1805": {"house, as the histories tell"},
}
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


def parts(text: str) -> list[Part]:
    found: list[Part] = []
    for said in PART.finditer(text):
        read = tomllib.loads(said["row"])
        (table,) = read
        foot, horse = (int(said[arm].replace(",", "")) for arm in ("foot", "horse"))
        found.append(Part(said["name"], foot, horse, said["source"], table, read[table][0]))
    return found


def factors_of(men: int) -> int:
    """Round men to the nearest factor, halves up."""
    return (men + MEN // 2) // MEN


@pytest.mark.parametrize("part", [pytest.param(one, id=one.name) for text in TEXTS.values() for one in parts(text)])
def test_strengths_follow_the_formula(part: Part) -> None:
    foot = sum(part.row.get(arm, 0) for arm in FOOT)
    assert (foot, part.row.get("cavalry", 0)) == (factors_of(part.foot), factors_of(part.horse))


@pytest.mark.parametrize("stem", TEXTS)
def test_every_force_has_its_men_and_their_source(stem: str) -> None:
    """Nobody stands or comes without a comment; a corps that comes is told of by its arrival."""
    text = TEXTS[stem]
    assert "a factor is 1,500 men, of foot (gunners among them) and of horse apart" in " ".join(
        line.removeprefix("#").strip() for line in text.splitlines()
    )
    read = tomllib.loads(text)
    reckoned = {(part.table, part.row["id"]) for part in parts(text)}
    forces = [("Corps", row["id"]) for row in read["Corps"] if "area" in row]
    forces += [(table, row["id"]) for table in ("Garrison", "Arrival") for row in read.get(table, ())]
    assert sorted(reckoned) == sorted(forces)
    assert {part.source for part in parts(text)} == SOURCES[stem]
