"""7.4: depots, supply lines, foraging."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sandtable.engine import EndStep, Frame, Game, Option, Part, Refused, Row, RuleModule, SideId, hookimpl, opens, rule
from sandtable.testing import Play
from sandtable_empires.campaign.appointments import Appoint
from sandtable_empires.combat.retreat import Retreat
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.land.attrition import LoseFactors
from sandtable_empires.land.depots import LayDepot, RemoveDepot
from sandtable_empires.land.detaching import Detach
from sandtable_empires.land.foraging import Forage, forage_value
from sandtable_empires.land.lines import supply_line
from sandtable_empires.land.raids import RaidDepot
from sandtable_empires.land.supply import DrawSupply
from sandtable_empires.march import March
from sandtable_empires.model import (
    Account,
    Area,
    Corps,
    CorpsId,
    Depot,
    DepotId,
    Garrison,
    Leader,
    LeaderId,
    Siege,
    SiegeId,
    Treasury,
)  # fmt: skip
from sandtable_empires.testing import (
    FR,
    GB,
    SP,
    alter,
    area,
    attack,
    choose_chits,
    corps,
    depot,
    garrison,
    iberia,
    leader,
    position,
)

F_I = CorpsId("F I")
NEY = leader("Ney", FR, "F I", 3, 4)
S_I = CorpsId("S I")
S_CORPS = corps("S I", SP, "Burgos", infantry=5)


def at(
    step: str, *pieces: Row, side: SideId = FR, dice: tuple[int, ...] = (), money: int = 20, **areas: dict[str, object]
) -> Play:
    """Return a step of a side; ``areas`` changes areas of the land by name."""
    land = [alter(Treasury, money=money), *(alter(Area, area, **fields) for area, fields in areas.items())]
    return position(*land, *pieces, land=iberia, at=f"{side}: {step}", dice=dice)


def lay(where: str) -> LayDepot:
    return LayDepot(area(where))


# --- depots


def test_a_depot_at_home_costs_one_money() -> None:
    game = at("depots")
    game.play(lay("bayonne"))
    assert (game[Depot]["France depot bayonne"].area, game[Treasury][FR].money) == ("bayonne", 19)
    game.undo()
    assert (len(game[Depot]), game[Treasury][FR].money) == (0, 20)


@pytest.mark.rule("BASE-7.4-depot-money")
def test_without_money_there_is_no_depot() -> None:
    game = at("depots", depot(FR, "Burgos"), money=0)
    with pytest.raises(Refused, match=r"France cannot pay 1 money for a depot \(BASE-7\.4-depot-money\)"):
        game.play(lay("bayonne"))


@pytest.mark.rule("BASE-7.4-depot-chain")
def test_a_depot_abroad_hangs_on_another_no_more_than_three_areas_off() -> None:
    """From Bayonne: Burgos, Madrid, Toledo are three areas; Seville is four."""
    pieces = corps("F I", FR, "Toledo", infantry=5), corps("F II", FR, "Seville", infantry=5)
    game = at("depots", *pieces)
    with pytest.raises(Refused, match=r"no supply reaches Toledo \(BASE-7\.4-depot-chain\) — lay one within 3 areas"):
        game.play(lay("toledo"))
    game.play(lay("bayonne"))
    assert game.why_not(lay("seville")) == {"BASE-7.4-depot-chain"}
    game.play(lay("toledo"), lay("seville"))
    assert [one.area for one in game[Depot]] == ["bayonne", "seville", "toledo"]


@pytest.mark.rule("BASE-7.4-depot-where")
def test_where_a_side_has_nobody_it_lays_no_depot() -> None:
    game = at("depots", depot(FR, "Bayonne"))
    assert game.why_not(lay("burgos")) == {"BASE-7.4-depot-where"}


def test_a_garrison_is_enough_and_an_enemy_corps_forbids_it() -> None:
    held = at("depots", depot(FR, "Bayonne"), garrison(FR, "Burgos", infantry=1))
    assert held.why_not(lay("burgos")) == set()
    disputed = at(
        "depots", depot(FR, "Bayonne"), corps("F I", FR, "Burgos", infantry=1), corps("S I", SP, "Burgos", infantry=1)
    )
    with pytest.raises(Refused, match=r"S I stands in Burgos \(BASE-7\.4-depot-where\)"):
        disputed.play(lay("burgos"))


@pytest.mark.rule("BASE-7.4-depot-number", "BASE-7.4-depot-one")
def test_one_depot_in_an_area_and_a_dozen_in_all() -> None:
    game = at("depots", depot(FR, "Bayonne"))
    assert "BASE-7.4-depot-one" in game.why_not(lay("bayonne"))
    full = position(
        depot(FR, "Bayonne"), corps("F I", FR, "Burgos", infantry=1), land=iberia, at=f"{FR}: depots",
        parameters={"depots": {"most": 1}},
    )  # fmt: skip
    assert full.why_not(lay("burgos")) == {"BASE-7.4-depot-number"}


@pytest.mark.rule("BASE-7.4-depot-manned", "BASE-7.4-depot-own")
def test_a_depot_is_removed_unless_it_is_new_or_guarded() -> None:
    game = at("depots", depot(FR, "Bayonne"), depot(FR, "Burgos"), garrison(FR, "Burgos", "depot", infantry=1),
              garrison(FR, "Madrid", infantry=1))  # fmt: skip
    assert game.why_not(RemoveDepot(DepotId("France depot burgos"))) == {"BASE-7.4-depot-manned"}
    game.play(RemoveDepot(DepotId("France depot bayonne")), lay("bayonne"))
    with pytest.raises(Refused, match=r"has just been laid \(BASE-7\.4-depot-own\)"):
        game.play(RemoveDepot(DepotId("France depot bayonne")))


@pytest.mark.parametrize(
    ("guard", "lost"),
    [
        ((), True),
        ((garrison(FR, "Burgos", "depot", infantry=1),), False),
        ((corps("F I", FR, "Burgos", infantry=1),), False),
        ((garrison(FR, "Burgos", infantry=1),), True),
    ],
)
def test_an_unguarded_depot_is_lost_when_an_enemy_corps_enters(guard: tuple[Row, ...], lost: bool) -> None:
    game = at("land_movement", depot(FR, "Burgos"), *guard, corps("S I", SP, "Madrid", infantry=5), side=SP)
    game.play(March(S_I, (area("Burgos"),)))
    assert (len(game[Depot]) == 0) == lost


def test_a_friend_passing_by_does_no_harm() -> None:
    game = at("land_movement", depot(SP, "Burgos"), corps("B I", GB, "Madrid", infantry=5), side=GB)
    game.play(March(CorpsId("B I"), (area("Burgos"),)))
    assert len(game[Depot]) == 1


def test_the_guard_of_a_depot_can_be_attacked() -> None:
    """10 factors on 4-2 with a 6 are 15%, 2 with the rounding; the guard has 1, on 3-2 with a 1 it hits nobody."""
    guard = garrison(FR, "Burgos", "depot", infantry=1)
    game = at("land_combat", depot(FR, "Burgos"), guard, corps("S I", SP, "Burgos", infantry=10), side=SP, dice=(6, 1))
    game.play(RaidDepot(area("Burgos")))
    assert (len(game[Depot]), len(game[Garrison]), game[Corps][S_I].factors) == (0, 0, 10)
    assert {one.id: one.factors for one in game[Account]} == {"France: depot": -1}


@pytest.mark.rule("BASE-7.4-raid-taken")
def test_a_guard_that_breaks_surrenders_and_the_depot_is_destroyed() -> None:
    """Militia has a morale of 2.0; a 6 on 4-2 takes 2.2 of it, and 2 of 5 factors."""
    guard = garrison(FR, "Burgos", "depot", militia=5)
    game = at("land_combat", depot(FR, "Burgos"), guard, corps("S I", SP, "Burgos", infantry=10), side=SP, dice=(6, 1))
    game.play(RaidDepot(area("Burgos")))
    assert (len(game[Depot]), len(game[Garrison])) == (0, 0)
    assert {one.id: one.factors for one in game[Account]} == {"France: depot": -2, "France: surrendered": -3}


@pytest.mark.rule("BASE-7.4-depot-abandoned")
@pytest.mark.parametrize(("guard", "lost"), [((), True), ((garrison(FR, "Burgos", "depot", infantry=1),), False)])
def test_a_depot_whose_corps_has_been_driven_off_is_destroyed(guard: tuple[Row, ...], lost: bool) -> None:
    forces = (
        corps("F I", FR, "Burgos", infantry=5),
        corps("S I", SP, "Burgos", infantry=10),
        corps("F II", FR, "Bayonne"),
    )
    game = at("land_combat", depot(FR, "Burgos"), *guard, *forces, side=SP, dice=(6,))
    attack(game, "Burgos")
    choose_chits(game, "probe", "withdraw")
    assert len(game[Depot]) == 1
    game.play(Retreat(area("Bayonne")))
    if game.at == f"{SP}: land_combat":
        game.play(EndStep())
    assert (len(game[Depot]) == 0) == lost


@pytest.mark.rule("BASE-7.4-raid")
def test_a_corps_protects_the_guard_of_its_depot() -> None:
    pieces = depot(FR, "Burgos"), garrison(FR, "Burgos", "depot", infantry=1), corps("F I", FR, "Burgos", infantry=9)
    game = at("land_combat", *pieces, corps("S I", SP, "Burgos", infantry=10), side=SP)
    assert game.why_not(RaidDepot(area("Burgos"))) == {"BASE-7.4-raid"}


# --- supply lines


def draw_supply(game: Play, corps: str, depot: str) -> DrawSupply:
    return DrawSupply(CorpsId(corps), DepotId(f"{game.game.frame.side} depot {depot}"))


@pytest.mark.rule("BASE-7.4-price")
def test_a_depot_serves_the_areas_beside_it_for_one_money() -> None:
    game = at("supply", depot(FR, "Bayonne"), corps("F I", FR, "Burgos", infantry=9))
    line = supply_line(game.game, F_I)
    assert (line.depots, line.areas) == (("France depot bayonne",), ("bayonne", "burgos"))
    game.play(draw_supply(game, "F I", "bayonne"))
    assert game[Treasury][FR].money == 19
    assert game.at != f"{FR}: supply"


@pytest.mark.rule("BASE-7.4-home-source")
def test_a_chain_is_traced_from_the_source_to_the_corps() -> None:
    pieces = depot(FR, "Bayonne"), depot(FR, "Madrid"), depot(FR, "Seville"), corps("F I", FR, "Cadiz", infantry=9)
    line = supply_line(at("supply", *pieces).game, F_I)
    assert line.depots == ("France depot seville", "France depot madrid", "France depot bayonne")
    assert line.areas == ("bayonne", "burgos", "madrid", "toledo", "seville", "cadiz")
    assert line.source is not None
    assert line.source.rule == "BASE-7.4-home-source"


@pytest.mark.rule("BASE-7.4-range")
@pytest.mark.parametrize(
    ("pieces", "rule", "says"),
    [
        ((), "BASE-7.4-range", "no depot is within range 1 of F I"),
        (
            (depot(FR, "Bayonne"), depot(FR, "Seville")),
            "BASE-7.4-chain",
            "no chain of depots leads from France's depot in Seville",
        ),
        (
            (depot(FR, "Seville"), corps("S I", SP, "Seville", infantry=1)),
            "BASE-7.4-enemy-cuts",
            "S I stands in Seville",
        ),
    ],
)
def test_a_corps_without_a_line_is_told_why(pieces: tuple[Row, ...], rule: str, says: str) -> None:
    game = at("supply", *pieces, corps("F I", FR, "Cadiz", infantry=9))
    cuts = supply_line(game.game, F_I).cuts
    assert (cuts[0].rule, cuts[0].says.startswith(says)) == (rule, True)
    assert rule in game.why_not(draw_supply(game, "F I", "seville"))


@pytest.mark.rule("BASE-7.4-chain", "BASE-7.4-line", "BASE-7.4-enemy-cuts")
@pytest.mark.parametrize(("cut", "where"), [("Toledo Badajoz", "Toledo"), ("Madrid", "Madrid"), ("Bayonne", "Bayonne")])
def test_a_chain_that_is_cut_further_back_says_who_cuts_it_and_where(cut: str, where: str) -> None:
    """Bayonne feeds Madrid, Madrid Seville, Seville F I in Cadiz: the enemy on the way, in a link, at the source."""
    chain = depot(FR, "Bayonne"), depot(FR, "Madrid"), depot(FR, "Seville"), corps("F I", FR, "Cadiz", infantry=9)
    foes = [corps(f"S {one}", SP, one, infantry=1) for one in cut.split()]
    game = at("supply", *chain, *foes)
    (found,) = supply_line(game.game, F_I).cuts
    says = f"the chain from France's depot in Seville is cut: S {where} stands in {where}"
    assert (found.rule, found.says, found.area) == ("BASE-7.4-enemy-cuts", says, area(where))
    assert "BASE-7.4-enemy-cuts" in game.why_not(draw_supply(game, "F I", "seville"))
    with pytest.raises(Refused, match=says):
        game.play(draw_supply(game, "F I", "seville"))


@pytest.mark.rule("EIA-10.1.1-block-supply")
def test_guerillas_who_cut_a_chain_further_back_are_named_with_their_rule() -> None:
    cuts = [Guerillas(area("Burgos"), 1), Guerillas(area("Saragossa"), 1)]
    game = at(
        "supply",
        depot(FR, "Bayonne"),
        depot(FR, "Madrid"),
        depot(FR, "Seville"),
        corps("F I", FR, "Cadiz", infantry=9),
        *cuts,
    )
    (found,) = supply_line(game.game, F_I).cuts
    assert (found.rule, found.area) == ("EIA-10.1.1-block-supply", "burgos")


@pytest.mark.rule("EIA-10.1.1-block-supply", "BASE-7.4-kept-open", "BASE-7.4-enemy-cuts")
@pytest.mark.parametrize(
    ("cut", "supplied"),
    [
        ((), True),
        ((Guerillas(area("Burgos"), 1), Guerillas(area("Saragossa"), 1)), False),
        ((Guerillas(area("Burgos"), 1),), True),  # there is a way round
        ((Guerillas(area("Burgos"), 0, 1), Guerillas(area("Saragossa"), 0, 1)), False),  # in the city
        ((Guerillas(area("Burgos"), 0, 1, lets_pass=True), Guerillas(area("Saragossa"), 1)), True),
        ((corps("S I", SP, "Burgos", infantry=1), corps("S II", SP, "Saragossa", infantry=1)), False),
        ((corps("S I", SP, "Burgos", infantry=1), corps("S II", SP, "Saragossa", infantry=1, inside=True),
          Siege(SiegeId("saragossa"), area("Saragossa"), FR)), True),
        ((Guerillas(area("Burgos"), 1), Guerillas(area("Saragossa"), 1),
          corps("F II", FR, "Burgos", infantry=1)), True),
    ],
)  # fmt: skip
def test_what_cuts_a_line_and_what_keeps_it_open(cut: tuple[Row, ...], supplied: bool) -> None:
    game = at("supply", depot(FR, "Bayonne"), depot(FR, "Madrid"), corps("F I", FR, "Toledo", infantry=9), *cut)
    assert bool(supply_line(game.game, F_I).depots) == supplied


def test_a_lost_home_area_is_no_source() -> None:
    game = at("supply", depot(FR, "Bayonne"), corps("F I", FR, "Burgos", infantry=9), Bayonne={"holder": SP})
    assert not supply_line(game.game, F_I).depots


@pytest.mark.rule("BASE-7.4-sea-source")
def test_the_power_at_sea_is_supplied_through_its_friends_ports() -> None:
    game = at("supply", depot(GB, "Cadiz"), corps("B I", GB, "Seville", infantry=9), side=GB)
    source = supply_line(game.game, CorpsId("B I")).source
    assert source is not None
    assert source.rule == "BASE-7.4-sea-source"
    inland = at("supply", depot(GB, "Seville"), corps("B I", GB, "Seville", infantry=9), side=GB)
    assert not supply_line(inland.game, CorpsId("B I")).depots


@pytest.mark.rule("BASE-7.4-money")
def test_without_money_a_corps_must_forage() -> None:
    game = at("supply", depot(FR, "Bayonne"), corps("F I", FR, "Bayonne", infantry=9), money=0, dice=(1,))
    with pytest.raises(Refused, match=r"France cannot pay 1 money \(BASE-7\.4-money\) — let it forage"):
        game.play(draw_supply(game, "F I", "bayonne"))
    game.play(Forage(F_I))
    enough = at("supply", depot(FR, "Bayonne"), corps("F I", FR, "Bayonne", infantry=9), money=1)
    assert enough.why_not(draw_supply(enough, "F I", "bayonne")) == set()


@pytest.mark.rule("BASE-7.4-on-the-map", "BASE-7.4-supply")
def test_the_step_does_not_end_before_all_corps_are_seen_to() -> None:
    pieces = corps("F I", FR, "Bayonne", infantry=9), corps("F II", FR, "Bayonne", infantry=9)
    game = at("supply", depot(FR, "Bayonne"), *pieces, dice=(3,))
    assert game.why_not(EndStep()) == {"BASE-7.4-supply"}
    game.play(Forage(F_I))
    assert game.why_not(EndStep()) == {"BASE-7.4-supply"}
    game.play(draw_supply(game, "F II", "bayonne"))
    assert game.at != f"{FR}: supply"
    game.prove()


# --- foraging


@pytest.mark.rule("BASE-7.4-forage", "BASE-7.4-forage-value")
@pytest.mark.parametrize(("die", "left"), [(1, 9), (3, 9), (4, 8), (6, 6)])
def test_a_die_above_the_forage_value_costs_as_many_factors(die: int, left: int) -> None:
    """The forage value of Burgos is 3."""
    game = at("supply", corps("F I", FR, "Burgos", infantry=9), dice=(die,))
    assert forage_value(game.game, F_I).whole() == 3
    game.play(Forage(F_I))
    assert game[Corps][F_I].infantry == left
    assert {one.id: one.factors for one in game[Account]} == ({"France: foraging": left - 9} if left < 9 else {})


@pytest.mark.rule("BASE-7.4-forage-who")
def test_a_corps_that_has_been_supplied_does_not_forage_too() -> None:
    game = at(
        "supply",
        depot(FR, "Bayonne"),
        corps("F I", FR, "Bayonne", infantry=9),
        corps("F II", FR, "Bayonne", infantry=9),
    )
    assert game.why_not(Forage(F_I)) == set()
    game.play(draw_supply(game, "F I", "bayonne"))
    with pytest.raises(Refused, match=r"F I needs no supply now \(BASE-7\.4-forage-who\)"):
        game.play(Forage(F_I))


@pytest.mark.rule("BASE-7.4-forage-losses")
def test_the_owner_names_the_factors_within_limits() -> None:
    """3 factors lost of 4 infantry, 4 cavalry and 2 guards: 1 cavalry at most, no guards."""
    game = at("supply", corps("F I", FR, "Burgos", infantry=4, cavalry=4, guard=2, guards=True), dice=(6,))
    game.play(Forage(F_I))
    assert game.questions == [(FR, ("LoseFactors",))]
    assert game.may(LoseFactors) == [
        LoseFactors((("F I: infantry", 3),)), LoseFactors((("F I: infantry", 2), ("F I: cavalry", 1))),
    ]  # fmt: skip
    game.play(game.may(LoseFactors)[1])
    assert game[Corps][F_I].by_arm() == {"infantry": 2, "cavalry": 3, "guard": 2}


@pytest.mark.rule("EIA-10.6-involuntary-unstack")
def test_a_corps_may_starve_to_death_and_its_leader_waits_for_another() -> None:
    game = at("supply", corps("F I", FR, "Burgos", infantry=2), leader("Ney", FR, "F I", 3, 4), dice=(6,))
    game.play(Forage(F_I))
    assert (game[Corps][F_I].area, game[Leader]["Ney"].standing, game[Leader]["Ney"].corps) == (None, "waiting", None)
    told = {note.text: note.rule for ply in game.referee.journal.line() for note in ply.notes}
    assert told["Ney has no corps left and leaves the map"] == "EIA-10.6-involuntary-unstack"


@pytest.mark.rule("EIA-10.6-involuntary-unstack")
def test_he_leaves_the_map_even_where_another_corps_is_and_may_come_back_in_a_later_reinforcement_step() -> None:
    game = at(
        "supply", corps("F I", FR, "Burgos", infantry=2), corps("F II", FR, "Burgos", infantry=9), NEY, dice=(6, 1)
    )
    game.play(Forage(F_I))
    ney = game[Leader]["Ney"]
    assert (ney.standing, ney.corps) == ("waiting", None)
    game = at("army_reinforcement", corps("F II", FR, "Burgos", infantry=9), ney)
    game.play(Appoint(LeaderId("Ney"), CorpsId("F II")))
    assert game[Leader]["Ney"].corps == "F II"


# --- depots and allies


def test_a_depot_may_have_the_garrison_of_an_ally() -> None:
    """3.17: British infantry guards Spain's depot; it keeps the depot from being razed, and from being removed."""
    british = corps("B I", GB, "Burgos", infantry=5)
    game = at("land_movement", depot(SP, "Burgos"), british, side=GB)
    game.play(Detach(CorpsId("B I"), "depot", "infantry", 2))
    assert [(one.side, one.place) for one in game[Garrison]] == [(GB, "depot")]
    guarded = depot(SP, "Burgos"), garrison(GB, "Burgos", "depot", infantry=2)
    act = RemoveDepot(DepotId("Spain depot burgos"))
    assert "BASE-7.4-depot-manned" in at("depots", *guarded, S_CORPS, side=SP).why_not(act)
    game = at("land_movement", *guarded, corps("F I", FR, "Bayonne", infantry=5))
    game.play(March(F_I, (area("Burgos"),)))
    assert len(game[Depot]) == 1


def test_no_depot_is_laid_where_an_enemy_corps_is_in_an_open_city() -> None:
    inside = corps("S II", SP, "Burgos", infantry=1, inside=True)
    game = at("depots", corps("F I", FR, "Burgos", infantry=5), inside, depot(FR, "Bayonne"))
    assert "BASE-7.4-depot-where" in game.why_not(lay("burgos"))


# --- what other rules may change


def test_a_full_depot_further_back_is_named_by_the_rule_that_makes_it_so() -> None:
    """Bayonne has served F II and feeds Burgos no more: what F I beside Burgos is told."""
    pieces = (
        depot(FR, "Bayonne"),
        depot(FR, "Burgos"),
        corps("F I", FR, "Madrid", infantry=9),
        corps("F II", FR, "Bayonne", infantry=9),
    )
    game = position(*pieces, land=iberia, at=f"{FR}: supply", extra=(SmallDepots,), on=["small_depots"], dice=(1,))
    game.play(draw_supply(game, "F II", "bayonne"))
    (found,) = supply_line(game.game, F_I).cuts
    assert (found.rule, found.area) == ("HOUSE-small-depots", "bayonne")


class SmallDepots(RuleModule):
    """A depot serves one corps."""

    key = "small_depots"
    option = Option("Small depots", "A depot serves one corps in a step.", ("HOUSE-small-depots",))

    @hookimpl
    @rule("HOUSE-small-depots")
    def depot_capacity_parts(self, game: Game, depot: DepotId) -> Iterable[Part]:
        """A depot serves one corps."""
        return [Part("base", 1, "HOUSE-small-depots", "one corps")]


def test_a_depot_that_serves_as_many_as_it_can_is_no_link_either() -> None:
    """Bayonne feeds Burgos: when F I has drawn on Burgos both are full, and F II has no supply."""
    pieces = (
        depot(FR, "Bayonne"),
        depot(FR, "Burgos"),
        corps("F I", FR, "Madrid", infantry=9),
        corps("F II", FR, "Bayonne", infantry=9),
    )
    game = position(*pieces, land=iberia, at=f"{FR}: supply", extra=(SmallDepots,), on=["small_depots"], dice=(1,))
    game.play(draw_supply(game, "F I", "burgos"))
    with pytest.raises(
        Refused, match=r"F II has no supply: France's depot in Bayonne serves no more than 1.*HOUSE-small"
    ):
        game.play(draw_supply(game, "F II", "bayonne"))
    game.play(Forage(CorpsId("F II")))
    game.prove()


class HardWinter(RuleModule):
    """Supply goes no further than its own area, and the land gives nothing."""

    key = "hard_winter"
    option = Option("Hard winter", "Supply does not go far, and the land gives nothing.", ("HOUSE-winter-range",))

    @hookimpl(of=SupplyHooks.range_parts)
    @rule("HOUSE-winter-range")
    def near(self, game: Game, side: SideId, of: str) -> Iterable[Part]:
        """A depot serves its own area only."""
        return [Part("at_most", 0, "HOUSE-winter-range", "winter")] if of == "corps" else []

    @hookimpl(of=SupplyHooks.forage_parts)
    @rule("HOUSE-winter-forage")
    def bare(self, game: Game, corps: CorpsId) -> Iterable[Part]:
        """The land gives two less."""
        return [Part("add", -2, "HOUSE-winter-forage", "winter")]

    @hookimpl(of=SupplyHooks.supply_cost_parts)
    @rule("HOUSE-winter-price")
    def dear(self, game: Game, corps: CorpsId) -> Iterable[Part]:
        """A corps costs one more."""
        return [Part("add", 1, "HOUSE-winter-price", "winter")]

    @hookimpl(of=SupplyHooks.exempt)
    @rule("HOUSE-winter-guard")
    def spare_guard(self, game: Game, side: SideId) -> Iterable[CorpsId]:
        """The guard has what it needs."""
        return [corps.id for corps in game[Corps].where("side", side) if corps.guards]


def test_other_rules_change_range_price_forage_and_who_needs_it() -> None:
    pieces = corps("F I", FR, "Burgos", infantry=9), corps("F II", FR, "Bayonne", infantry=9)
    guard = corps("F Gd", FR, "Burgos", guard=4, guards=True)
    game = position(
        depot(FR, "Bayonne"), *pieces, guard, land=iberia, at=f"{FR}: supply", extra=(HardWinter,),
        on=["hard_winter"], dice=(3,),
    )  # fmt: skip
    assert supply_line(game.game, F_I).cuts[0].rule == "BASE-7.4-range"
    assert forage_value(game.game, F_I).whole() == 1
    game.play(draw_supply(game, "F II", "bayonne"))
    assert game[Treasury][FR].money == 18
    game.play(Forage(F_I))
    assert game[Corps][F_I].infantry == 7
    assert game.at != f"{FR}: supply"  # the guard was not asked for


RULED_BY_FRANCE = {"rules_the_waves": "France", "closed_by": "the power at sea"}


def test_who_rules_the_sea_is_a_parameter() -> None:
    """With the sea in French hands, and ports closed by the power at sea, no ship reaches the besieged of Cadiz."""
    siege = Siege(SiegeId("cadiz"), area("Cadiz"), FR)
    game = position(
        corps("F I", FR, "Cadiz", infantry=9), garrison(SP, "Cadiz", infantry=20), siege,
        land=iberia, at=f"{SP}: supply", parameters={"seaways": RULED_BY_FRANCE}, dice=(6, 6, 6, 6),
    )  # fmt: skip
    assert game[Garrison]["Spain garrison of cadiz"].infantry == 15


class Recall(RuleModule):
    """The Emperor calls a corps home as the supply step opens."""

    key, after = "recall", ("supply",)
    option = Option("Recall", "The first corps goes home.", ("HOUSE-recall",))

    @opens("supply")
    @rule("HOUSE-recall")
    def home(self, game: Game, frame: Frame) -> None:
        """F I leaves the map."""
        game.change(game[Corps][F_I], area=None)


@pytest.mark.rule("BASE-7.4-gone", "BASE-7.4-on-the-map")
def test_a_corps_that_has_gone_meanwhile_needs_no_supply() -> None:
    """F I and F II were both to be supplied; F II is, then the step ends though F I was not, and costs F I nothing."""
    pieces = corps("F I", FR, "Burgos", infantry=5), corps("F II", FR, "Burgos", infantry=5)
    game = position(
        depot(FR, "Bayonne"), *pieces, land=iberia, at=f"{FR}: supply", extra=(Recall,), on=["recall"], dice=()
    )
    with pytest.raises(Refused, match="F II must be supplied"):
        game.play(EndStep())
    game.play(DrawSupply(CorpsId("F II"), DepotId("France depot bayonne")))
    if game.at == f"{FR}: supply":
        game.play(EndStep())
    assert "F I is no longer on the map and needs no supply" in "\n".join(game.log)
    assert (game[Corps]["F I"].area, game[Corps]["F I"].infantry) == (None, 5)
