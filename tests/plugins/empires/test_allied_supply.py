"""Allies and depots (7.4): the depots of an ally serve, and are links of the chain."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.engine import Row
from sandtable.play.words.wording import row_facts
from sandtable.testing import Play
from sandtable_empires.land.depots import LayDepot, RemoveDepot
from sandtable_empires.land.lines import source_of, supply_line
from sandtable_empires.land.supply import DrawSupply
from sandtable_empires.model import Alliance, Area, CorpsId, DepotId, Treasury
from sandtable_empires.testing import FR, GB, SP, Piece, area, corps, depot, iberia, position

BRITISH = CorpsId("B I")


@cache
def without_alliance() -> tuple[Row, ...]:
    return tuple(row for row in iberia() if not isinstance(row, Alliance))


def at(step: str, *pieces: Piece, allied: bool = True) -> Play:
    land = iberia if allied else without_alliance
    return position(corps("F X", FR, "Bayonne", infantry=1), *pieces, land=land, at=step, dice=())


@pytest.mark.parametrize(("allied", "fed"), [(True, True), (False, False)])
def test_a_corps_is_supplied_by_the_depot_of_an_ally_and_pays_itself(allied: bool, fed: bool) -> None:
    """A British corps in Madrid beside a Spanish depot at Toledo, which is a source at home for Spain."""
    game = at(f"{GB}: supply", corps("B I", GB, "Madrid", infantry=5), depot(SP, "Toledo"), allied=allied)
    line = supply_line(game.game, BRITISH)
    assert bool(line.depots) == fed
    if fed:
        assert line.source is not None
        assert (line.areas, line.source.area) == (("toledo", "madrid"), "toledo")
        before = {side: game[Treasury][side].money for side in (GB, SP)}
        game.play(DrawSupply(BRITISH, DepotId("Spain depot toledo")))
        assert {side: game[Treasury][side].money for side in (GB, SP)} == {GB: before[GB] - 1, SP: before[SP]}


def test_an_enemy_depot_serves_nobody() -> None:
    game = at(f"{GB}: supply", corps("B I", GB, "Madrid", infantry=5), depot(FR, "Toledo"))
    assert not supply_line(game.game, BRITISH).depots


def test_a_depot_of_an_ally_is_a_link_and_own_depots_hang_on_it() -> None:
    """Seville, Spain's, is a source for Spain; a British depot at Cuenca hangs on it: Seville, Toledo, Cuenca."""
    game = at(f"{GB}: supply", corps("B I", GB, "Teruel", infantry=5), depot(SP, "Seville"), depot(GB, "Cuenca"))
    line = supply_line(game.game, BRITISH)
    assert line.depots == ("Great Britain depot cuenca", "Spain depot seville")
    assert line.areas == ("seville", "toledo", "cuenca", "teruel")


def test_a_depot_may_be_laid_within_reach_of_an_allys() -> None:
    far = corps("B I", GB, "Saragossa", infantry=5)
    assert LayDepot(area("Saragossa")) not in at(f"{GB}: depots", far).may(LayDepot)
    assert not at(f"{GB}: depots", far, depot(SP, "Toledo")).why_not(LayDepot(area("Saragossa")))


def test_at_one_place_the_depot_at_a_source_counts() -> None:
    """At Toledo a British depot is no source, a Spanish one is."""
    game = at(f"{GB}: supply", corps("B I", GB, "Madrid", infantry=5), depot(GB, "Toledo"), depot(SP, "Toledo"))
    assert supply_line(game.game, BRITISH).depots == ("Spain depot toledo",)
    assert not source_of(game.game, depot(GB, "Toledo"))


def test_nobody_removes_the_depot_of_an_ally() -> None:
    game = at(f"{GB}: depots", corps("B I", GB, "Madrid", infantry=5), depot(SP, "Toledo"), depot(GB, "Lisbon"))
    assert game.why_not(RemoveDepot(DepotId("Spain depot toledo"))) == {"BASE-7.4-depot-own"}


def test_what_is_told_of_an_area_names_its_province() -> None:
    game = at(f"{GB}: depots", corps("B I", GB, "Madrid", infantry=5))
    assert row_facts(game.game, Area, area("Cuenca")).startswith("province New Castile, ")


def test_an_enemy_in_the_way_cuts_the_line_from_an_ally_too() -> None:
    """The French corps at Toledo stands on the Spanish depot: nothing comes from there."""
    game = at(
        f"{GB}: supply",
        corps("B I", GB, "Madrid", infantry=5),
        depot(SP, "Toledo"),
        corps("F I", FR, "Toledo", infantry=5),
    )
    assert not supply_line(game.game, BRITISH).depots
