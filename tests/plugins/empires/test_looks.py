"""How the campaign looks: what a map of provinces must show, and tables that have nothing to say."""

from __future__ import annotations

import pytest

from sandtable.engine import Choices, Family, Game, Referee, Seeded
from sandtable.present import PresentHooks
from sandtable_empires.campaign.setup import scenario
from sandtable_empires.model import Area, Arrival, Link
from sandtable_empires.system import EMPIRES
from tests.plugins.empires.fixture import corps, iberia

FAMILY = Family(EMPIRES)


@pytest.fixture(scope="module")
def peninsula() -> Game:
    return Referee.begin(FAMILY, scenario().rows(), Choices(), source=Seeded(1)).open().game


def test_neighbouring_provinces_have_shades_of_their_own(peninsula: Game) -> None:
    mode = next(one for one in peninsula.hooks(PresentHooks).map_modes(peninsula) if one.key == "province")
    area = peninsula[Area]
    for link in peninsula[Link]:
        here, there = (area[end] for end in link.ends)
        if here.province != there.province:
            assert mode.fills[here.space] != mode.fills[there.space], f"{here.province} beside {there.province}"  # type: ignore[index]


def test_reinforcements_are_told_by_the_month_until_none_are_left(peninsula: Game) -> None:
    tables = {one.key: one for one in peninsula.hooks(PresentHooks).panels(peninsula)}
    assert tables["arrivals"].rows[0][0] == "June 1808"  # type: ignore[union-attr]
    alone = Referee.begin(FAMILY, [*iberia(), corps("F I", "Burgos", infantry=5)], source=Seeded(1)).open().game
    assert not len(alone[Arrival])
    assert "arrivals" not in {one.key for one in alone.hooks(PresentHooks).panels(alone)}
