"""7.3, 7.4, 8.2: enemy fleets bar crossings over their sea, and close the ports that they lie before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import pytest

from sandtable.engine import Game, RuleModule, SideId, SpaceId, hookimpl
from sandtable.testing import Play
from sandtable_empires.combat.ways import bar_between
from sandtable_empires.hookspecs.income import IncomeHooks
from sandtable_empires.hookspecs.supply import Source, SupplyHooks
from sandtable_empires.land.lines import supply_line
from sandtable_empires.land.supply import DrawSupply
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.march import March
from sandtable_empires.model import Area, CorpsId, FleetId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.sail import Sail
from sandtable_empires.testing import (
    FR,
    GB,
    TU,
    Piece,
    alliance,
    alter,
    area,
    corps,
    depot,
    europe,
    fleet,
    holdings,
    position,
    war,
)

F_I = CorpsId("F I")
SICILY = area("Messina")
OVER = March(F_I, (SICILY,))
SOMEBODY = corps("T I", TU, "Constantinople", infantry=1), corps("GB I", GB, "London", infantry=1)


def begin(*pieces: Piece, at: str = f"{FR}: land_movement", order: tuple[str, ...] = (FR, GB), **given: Any) -> Play:
    given.setdefault("dice", ())
    return position(*pieces, *SOMEBODY, grants=(CAMPAIGN,), at=at, order=order, board=europe_1805(), **given)


def at_reggio(*pieces: Piece, **given: Any) -> Play:
    """A French corps stands before the Strait of Messina; France holds both shores."""
    return begin(corps("F I", FR, "Reggio", infantry=5), holdings(FR, "Messina", "Reggio"), *pieces, **given)


class NaplesFeeds(RuleModule):
    """Supply begins in Reggio."""

    key = "naples_feeds"

    @hookimpl(of=SupplyHooks.supply_sources)
    def at_reggio(self, game: Game, side: SideId) -> Iterable[Source]:
        return [Source(area("Reggio"), "HOUSE-naples", "a test")]


@pytest.mark.rule("BASE-7.3-crossing-barred")
@pytest.mark.parametrize(
    ("lies", "where", "relations", "may"),
    [
        ("sea", "ionian-sea", war(FR, GB), False), ("sea", "ionian-sea", (), True),
        ("sea", "ionian-sea", alliance(FR, GB), True), ("sea", "tyrrhenian-sea", war(FR, GB), True),
        ("blockade", "Messina", war(FR, GB), True), ("port", "Malta", war(FR, GB), True),
    ],
)  # fmt: skip
def test_an_enemy_fleet_in_the_sea_bars_the_strait(
    lies: Literal["port", "blockade", "sea"], where: str, relations: Piece, may: bool
) -> None:
    game = at_reggio(fleet("GB 1", GB, where, 5, lies), relations)
    refused = {"BASE-7.3-crossing-barred"} <= game.why_not(OVER)
    assert refused is not may
    assert (SICILY in {act.way[-1] for act in game.may(March) if act.corps == F_I}) is may


@pytest.mark.rule("BASE-7.3-crossing-barred")
def test_nobody_retreats_over_it_either() -> None:
    game = at_reggio(fleet("GB 1", GB, "ionian-sea", 5, "sea"), war(FR, GB))
    bar = bar_between(game.game, F_I, area("Reggio"), SICILY)
    assert bar is not None
    assert bar.rule == "BASE-7.3-crossing-barred"


@pytest.mark.rule("BASE-7.4-crossing-barred")
@pytest.mark.parametrize(("relations", "fed"), [(war(FR, GB), False), ((), True)])
def test_no_supply_comes_over_it(relations: Piece, fed: bool) -> None:
    """A depot in Reggio feeds a corps in Messina while no enemy lies between."""
    game = begin(corps("F I", FR, "Messina", infantry=5), depot(FR, "Reggio"), holdings(FR, "Messina", "Reggio"),
                 fleet("GB 1", GB, "ionian-sea", 5, "sea"), relations, at=f"{FR}: supply",
                 extra=(NaplesFeeds,))  # fmt: skip
    assert bool(game.may(DrawSupply)) is fed


@pytest.mark.rule("BASE-7.4-crossing-barred")
def test_what_bars_the_supply_is_named_with_its_rule() -> None:
    """Before a corps over the strait from its depot, and before one at the end of a chain that leads over it."""
    someone = holdings(FR, "Messina", "Reggio"), fleet("GB 1", GB, "ionian-sea", 5, "sea"), war(FR, GB)
    given: Any = {"at": f"{FR}: supply", "extra": (NaplesFeeds,)}
    says = "GB 1 lies in Ionian Sea, between {} and {}"
    near = begin(corps("F I", FR, "Messina", infantry=5), depot(FR, "Reggio"), *someone, **given)
    cut = supply_line(near.game, F_I).cuts
    assert [(one.rule, one.says) for one in cut] == [("BASE-7.4-crossing-barred", says.format("Messina", "Reggio"))]
    depots = depot(FR, "Reggio"), depot(FR, "Messina")
    far = begin(corps("F I", FR, "Messina", infantry=5), *depots, *someone, **given)
    cut = supply_line(far.game, F_I).cuts
    assert {one.rule for one in cut} == {"BASE-7.4-crossing-barred"}
    assert cut[0].says.startswith("the chain from ")
    assert [one.says.partition(" is cut: ")[2] or one.says for one in cut] == [
        says.format("Reggio", "Messina"), says.format("Messina", "Reggio"),
    ]  # fmt: skip


def harbours(game: Play) -> set[str]:
    return set(game.game.hooks(SupplyHooks).harbours(game.game, SideId(FR)))


@pytest.mark.rule("BASE-7.4-blockade", "BASE-8.2.1-blockade")
def test_a_fleet_that_sails_before_a_port_closes_it_for_supply_and_the_last_one_for_trade() -> None:
    """France has Brest alone: with a British fleet before it there is no trade."""
    french = [row for row in europe() if isinstance(row, Area) and row.port and row.holder == FR]
    ports = [row.id for row in french if row.id != "brest"]
    game = begin(fleet("GB 1", GB, "western-approaches", 9, "sea"), fleet("F 1", FR, "Toulon"), war(FR, GB),
                 alter(Area, *ports, port=False), at=f"{GB}: naval_movement", order=(GB, FR))  # fmt: skip
    assert "brest" in harbours(game)
    assert not _no_trade(game)
    game.play(Sail(FleetId("GB 1"), (SpaceId("blockade-brest"),)))
    assert "brest" not in harbours(game)
    assert _no_trade(game) == ["all its ports are blockaded"]


def _no_trade(game: Play) -> list[str]:
    return [one.says for one in game.game.hooks(IncomeHooks).no_trade(game.game, SideId(FR), "American")]
