"""10.3.1: whose forces may be in whose territory, and what they may do there."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Game, Refused, SideId
from sandtable.testing import Play
from sandtable_empires.holding import declare_war_on_minor, run_by
from sandtable_empires.land.depots import LayDepot
from sandtable_empires.land.detaching import Detach
from sandtable_empires.land.lines import supply_line
from sandtable_empires.land.quarters import TakeQuarters
from sandtable_empires.march import March
from sandtable_empires.model import Area, AreaId, Corps, CorpsId, DistrictId, NationId, Permission, PermissionId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.territory import open_areas, right_in
from sandtable_empires.testing import (
    AU,
    FR,
    PR,
    RU,
    Piece,
    alliance,
    area,
    control,
    corps,
    depot,
    garrison,
    position,
    province,
    war,
)  # fmt: skip

F_I = CorpsId("F I")


def access(owner: str, guest: str, *provinces: str, **terms: Any) -> Permission:
    """Return the access that a power has given another: to some provinces, or to all its land."""
    id, to = PermissionId(f"{owner} lets {guest} in"), tuple(map(province, provinces))
    return Permission(id=id, owner=owner, guest=guest, provinces=to, **terms)  # type: ignore[arg-type]


def begin(*pieces: Piece, at: str = f"{FR}: land_movement", **others: Any) -> Play:
    """Return France's Land Movement Step: one corps of its stands in Strasbourg."""
    given: dict[str, Any] = {"dice": (), **others}
    return position(
        corps("F I", FR, "Strasbourg", infantry=10), corps("T I", "Turkey", "Constantinople", infantry=1), *pieces,
        grants=(CAMPAIGN,), at=at, order=(FR,), **given,
    )  # fmt: skip


def way(*areas: str) -> tuple[AreaId, ...]:
    return tuple(map(area, areas))


def march(*areas: str) -> March:
    return March(F_I, way(*areas))


def at(name: str) -> Piece:
    """Return France's corps in another place."""
    return corps("F II", FR, name, infantry=10)


F_II = CorpsId("F II")

# --- whose forces may enter


@pytest.mark.rule("EIA-10.3.1-neutral-minor-passage")
def test_neutral_minor_countries_are_open_for_movement() -> None:
    game = begin()
    game.play(march("Karlsruhe", "Stuttgart"))
    assert game[Corps]["F I"].area == area("Stuttgart")


@pytest.mark.rule("EIA-10.3.1-neutral-minor-passage")
def test_supply_comes_through_them_and_not_through_a_power_that_lets_nobody_in() -> None:
    """Ulm lies beyond Freiburg, which is Baden's: neutral, or under Austria."""
    pieces = (depot(FR, "Strasbourg"), at("Karlsruhe"))
    line = supply_line(begin(*pieces).game, F_II)
    assert line.depots
    closed = supply_line(begin(*pieces, control(AU, "Baden")).game, F_II)
    assert closed.depots  # the corps keeps the line open where it stands
    assert area("Karlsruhe") not in open_areas(begin(control(AU, "Baden")).game, FR)


@pytest.mark.rule("EIA-10.3.1-major-needs-right", "BASE-7.4-access")
def test_no_chain_of_depots_leads_through_closed_land() -> None:
    """From Strasbourg through Karlsruhe to a corps in Stuttgart: two areas, the first of them Baden's."""
    pieces = (depot(FR, "Strasbourg"), depot(FR, "Stuttgart"), at("Stuttgart"))
    assert supply_line(begin(*pieces).game, F_II).depots
    line = supply_line(begin(*pieces, control(AU, "Baden", "Hesse", "Palatinate", "Bavaria")).game, F_II)
    assert not line.depots
    assert {cut.rule for cut in line.cuts} == {"BASE-7.4-access"}


@pytest.mark.rule("EIA-10.3.1-major-needs-right")
@pytest.mark.parametrize(
    ("pieces", "may"),
    [
        ((), False),
        (alliance(AU, FR), False),
        (access(AU, FR), True),
        (access(AU, RU), False),
        (access(AU, FR, unconditional=True), True),
        (war(AU, FR), True),
        (war(AU, RU), False),
    ],
)
def test_into_a_major_power_one_needs_leave_or_war_or_condition_c5(pieces: Piece, may: bool) -> None:
    game = begin(at("Munich"), pieces)
    assert (game.why_not(March(F_II, way("Salzburg"))) == set()) is may


@pytest.mark.rule("EIA-10.3.1-major-needs-right")
def test_a_minor_country_that_a_power_controls_is_its_territory() -> None:
    game = begin(at("Stuttgart"), control(AU, "Bavaria"))
    assert "EIA-10.3.1-major-needs-right" in game.why_not(March(F_II, way("Ulm", "Augsburg")))


@pytest.mark.rule("EIA-10.3.1-major-needs-right")
def test_the_refusal_says_what_one_may_do() -> None:
    game = begin(at("Munich"))
    with pytest.raises(Refused) as refused:
        game.play(March(F_II, way("Salzburg")))
    assert str(refused.value).startswith(
        "F II may not enter Salzburg: no access (EIA-10.3.1-major-needs-right) — declare war on Austria, ask it for "
        "access, or use forcible access for 1 political point"
    )
    reach = {act.way[-1] for act in game.may(March) if act.corps == F_II}
    assert area("Augsburg") in reach
    assert not any(game[Area][one].holder == AU for one in reach)


@pytest.mark.rule("BASE-10.3.1-allies")
def test_by_the_ruling_an_alliance_is_access() -> None:
    ruled = {"access_rights": {"allies": "have access"}}
    game = begin(at("Munich"), alliance(AU, FR), parameters=ruled)
    assert game.why_not(March(F_II, way("Salzburg"))) == set()


@pytest.mark.rule("BASE-10.3.1-own", "BASE-10.3.1-war")
def test_at_home_and_at_war_one_has_all_rights() -> None:
    game = begin(war(FR, AU)).game
    home, foe = right_in(game, FR, area("Metz")), right_in(game, FR, area("Vienna"))
    assert home is not None
    assert (home.owner, home.garrisons, home.depots, home.fleets) == (FR, True, True, True)
    assert foe is not None
    assert (foe.owner, foe.garrisons, foe.depots, foe.fleets) == (AU, True, True, False)
    assert right_in(game, FR, area("Berlin")) is None


@pytest.mark.rule("BASE-10.3.1-own", "BASE-10.3.1-war", "EIA-10.3.1-neutral-minor-passage")
def test_a_minor_country_at_war_is_at_one_with_the_power_that_runs_it_and_open_to_all_others() -> None:
    async def attacked(game: Game) -> None:
        await declare_war_on_minor(game, FR, DistrictId("bavaria"))
        run_by(game, NationId("Bavaria"), AU)

    game, bavaria = begin(do=attacked).game, SideId("Bavaria")
    munich, salzburg, berlin = area("Munich"), area("Salzburg"), area("Berlin")
    told = {
        (side, where): right.says if (right := right_in(game, side, where)) is not None else "no access"
        for side in (bavaria, AU, FR, PR)
        for where in (munich, salzburg, berlin)
    }
    own, foe, minor = "its own territory", "at war", "a neutral minor country"
    assert told == {
        (bavaria, munich): own, (bavaria, salzburg): own, (bavaria, berlin): "no access",
        (AU, munich): own, (AU, salzburg): own, (AU, berlin): "no access",
        (FR, munich): foe, (FR, salzburg): "no access", (FR, berlin): "no access",
        (PR, munich): minor, (PR, salzburg): "no access", (PR, berlin): own,
    }  # fmt: skip


# --- what they may do there


@pytest.mark.rule("EIA-10.3.1-neutral-minor-limits")
def test_in_a_neutral_minor_country_nobody_lays_depots_or_takes_cities() -> None:
    game = begin(at("Munich"))
    assert "EIA-10.3.1-neutral-minor-limits" in game.why_not(Detach(F_II, "city", "infantry", 1))
    assert "EIA-10.3.1-neutral-minor-limits" in game.why_not(TakeQuarters(F_II))
    step = begin(at("Munich"), depot(FR, "Strasbourg"), at=f"{FR}: depots")
    assert "EIA-10.3.1-neutral-minor-limits" in step.why_not(LayDepot(area("Munich")))


@pytest.mark.rule("EIA-10.3.1-neutral-minor-limits", "BASE-7.4-depot-leave")
@pytest.mark.parametrize("whose", [FR, AU])
def test_in_one_that_a_power_controls_it_depends_on_whose_it_is(whose: str) -> None:
    game = begin(at("Munich"), control(whose, "Bavaria"), at=f"{FR}: depots")
    barred = game.why_not(LayDepot(area("Munich"))) & {"BASE-10.3.1-terms", "EIA-10.3.1-neutral-minor-limits"}
    assert bool(barred) is (whose == AU)


@pytest.mark.rule("BASE-10.3.1-terms", "EIA-10.3.1-voluntary-conditions")
@pytest.mark.parametrize(("terms", "bars"), [({}, True), ({"garrisons": True}, False)])
def test_garrisons_are_left_where_access_allows_it(terms: dict[str, bool], bars: bool) -> None:
    game = begin(at("Salzburg"), access(AU, FR, **terms), garrison(AU, "Salzburg", infantry=2))
    assert ("BASE-10.3.1-terms" in game.why_not(Detach(F_II, "city", "infantry", 1))) is bars


@pytest.mark.rule("BASE-10.3.1-terms", "EIA-10.3.1-voluntary-conditions")
@pytest.mark.parametrize(("terms", "bars"), [({}, True), ({"depots": True}, False)])
def test_depots_are_laid_where_access_allows_it(terms: dict[str, bool], bars: bool) -> None:
    game = begin(at("Salzburg"), access(AU, FR, **terms), at=f"{FR}: depots")
    assert ("BASE-10.3.1-terms" in game.why_not(LayDepot(area("Salzburg")))) is bars


@pytest.mark.rule("EIA-10.3.1-unconditional")
def test_by_condition_c5_one_may_do_all_of_it() -> None:
    game = begin(at("Salzburg"), access(AU, FR, unconditional=True))
    assert game.why_not(Detach(F_II, "city", "infantry", 1)) == set()
