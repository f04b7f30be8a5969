"""10.1.1: guerillas in play: boundaries and exceptions of what makes them, holds them and removes them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sandtable.engine import Game, Option, RuleModule, Was, rule
from sandtable.testing import Play
from sandtable_empires.combat.bearing import BearLosses
from sandtable_empires.combat.retreat import Retreat
from sandtable_empires.combat.sharing import Apportioned, ApportionLosses
from sandtable_empires.irregulars.bands import EngagedGuerillas, Guerillas
from sandtable_empires.irregulars.guerilla_moves import AttackWithGuerillas, GarrisonCity, JoinFight, MoveGuerillas
from sandtable_empires.irregulars.guerillas import PlaceGuerillas
from sandtable_empires.march import March
from sandtable_empires.model import (
    SPAIN,
    Battle,
    Corps,
    CorpsId,
    Depot,
    DepotId,
    Link,
    Nation,
    Province,
    ProvinceId,
    link_id,
)  # fmt: skip
from sandtable_empires.testing import (
    FR,
    GB,
    SP,
    Piece,
    alter,
    area,
    attack,
    cession,
    choose_chits,
    corps,
    garrison,
    guerillas,
    iberia,
    position,
)
from sandtable_empires.testing.iberia import PORTUGAL
from tests.plugins.empires.fights import ready

MADRID, TOLEDO, CUENCA, SARAGOSSA = map(area, ("Madrid", "Toledo", "Cuenca", "Saragossa"))


def at(step: str, *pieces: Piece, dice: tuple[int, ...] = ()) -> Play:
    return position(*pieces, land=iberia, at=step, dice=dice)


# --- created


@pytest.mark.rule("EIA-10.1.1-create-on-defeat", "EIA-10.1.1-create-on-defeat-limits")
@pytest.mark.parametrize("beaten", [1, 2])
def test_one_factor_for_a_lost_combat_however_many_corps(beaten: int) -> None:
    """In Saragossa, unceded Aragon, France breaks the Spaniards in the field: a factor is there at once."""
    spaniards = [corps(f"S {n}", SP, "Saragossa", militia=1) for n in range(beaten)]
    game = ready(corps("F I", FR, "Saragossa", infantry=20, cavalry=4), *spaniards, dice=(6,) * 12)
    attack(game, "Saragossa")
    choose_chits(game, "assault", "cordon")
    game.fight()
    assert game[Guerillas]["saragossa"] == guerillas("Saragossa", 1)


@pytest.mark.rule("EIA-10.1.1-create-on-defeat-limits", "EIA-12.3.10-trivial")
def test_a_combat_made_trivial_by_numbers_raises_nobody() -> None:
    pieces = corps("F I", FR, "Saragossa", infantry=20), corps("S I", SP, "Saragossa", militia=1)
    game = ready(*pieces, on=("overwhelming_numbers",), dice=(6,) * 12)
    attack(game, "Saragossa")
    game.fight()
    assert not len(game[Guerillas])
    assert game[Corps]["S I"].area is None


@pytest.mark.rule("EIA-10.1.1-spain-only")
def test_without_an_invader_in_spain_there_are_none() -> None:
    """A Portuguese defeat in Portugal, Spain's Guerilla Step without enemies: nothing brings guerillas."""
    game = ready(
        corps("F I", FR, "Lisbon", infantry=20, cavalry=4), corps("P I", PORTUGAL, "Lisbon", militia=1), dice=(6,) * 12
    )
    attack(game, "Lisbon")
    choose_chits(game, "assault", "cordon")
    game.fight()
    assert not len(game[Guerillas])
    game = at(f"{SP}: guerilla", corps("F I", FR, "Lisbon", infantry=5), corps("S I", SP, "Cadiz", infantry=1))
    assert (game.throws, len(game[Guerillas])) == ([], 0)


@pytest.mark.rule("EIA-10.1.1-spain-only")
def test_where_nobody_plays_spain_there_are_none() -> None:
    game = at("conquest_step", alter(Nation, SPAIN, side=None), corps("F I", FR, "Madrid", infantry=5))
    assert not len(game[Guerillas])


@pytest.mark.rule("EIA-10.1.1-create-by-die")
def test_a_ceded_province_does_not_roll() -> None:
    pieces = corps("F I", FR, "Saragossa", infantry=5), corps("F II", FR, "Madrid", infantry=5)
    assert at(f"{SP}: guerilla", cession("Aragon", FR), *pieces, dice=(6, 6)).throws == [6]


@pytest.mark.rule("EIA-10.1.1-create-die-trigger")
def test_a_depot_without_a_garrison_gives_no_roll() -> None:
    """R-03: with one it does."""
    depot = Depot(DepotId("France depot toledo"), FR, TOLEDO)
    elsewhere = corps("F I", FR, "Saragossa", infantry=5)
    assert at(f"{SP}: guerilla", elsewhere, depot, dice=(6, 6)).throws == [6]
    guarded = garrison(FR, "Toledo", "depot", infantry=1)
    assert at(f"{SP}: guerilla", elsewhere, depot, guarded, dice=(6, 6)).throws == [6, 6]


class Everywhere(RuleModule):
    """All Spain rises."""

    key = "everywhere"
    option = Option("Everywhere", "Every province of Spain throws a die, invaded or not.")

    @rule("HOUSE-everywhere", amends="EIA-10.1.1-create-die-trigger")
    def all_of_spain(self, was: Was[Iterable[ProvinceId]], game: Game) -> Iterable[ProvinceId]:
        """Every unceded province with a guerilla value throws."""
        return [one.id for one in game[Province] if one.guerilla and one.ceded_to is None]


@pytest.mark.rule("EIA-10.1.1-create-die-trigger")
@pytest.mark.parametrize(("on", "dice"), [([], 1), (["everywhere"], 6)])
def test_a_house_rule_may_say_which_provinces_throw(on: list[str], dice: int) -> None:
    there = corps("F I", FR, "Saragossa", infantry=5)
    game = position(there, land=iberia, at=f"{SP}: guerilla", dice=(6,) * 6, extra=(Everywhere,), on=on)
    assert len(game.throws) == dice


@pytest.mark.rule("EIA-10.1.1-create-place-choice")
def test_they_may_rise_under_the_eyes_of_the_enemy_and_all_in_one_area() -> None:
    """R-02: all factors of a roll in one area."""
    game = at(f"{SP}: guerilla", corps("F I", FR, "Saragossa", infantry=10), dice=(2,))
    game.play(PlaceGuerillas(SARAGOSSA))
    assert list(game[Guerillas]) == [guerillas("Saragossa", 2)]
    with pytest.raises(Exception, match="Madrid"):
        at(f"{SP}: guerilla", corps("F I", FR, "Saragossa", infantry=10), dice=(2,)).play(PlaceGuerillas(MADRID))


# --- in cities, on the move, in fights


@pytest.mark.rule("EIA-10.1.1-garrison-use")
def test_they_do_not_hold_a_depot() -> None:
    """A depot with nobody but guerillas beside it is destroyed when an enemy corps comes."""
    depot = Depot(DepotId("Spain depot madrid"), SP, MADRID)
    game = at(f"{FR}: land_movement", corps("F I", FR, "Burgos", infantry=5), depot, guerillas("Madrid", 5))
    game.play(March(CorpsId("F I"), (MADRID,)))
    assert not len(game[Depot])
    assert game[Guerillas]["madrid"].factors == 5


@pytest.mark.rule("EIA-10.1.1-movement")
def test_those_who_have_moved_may_be_the_ones_who_go_into_the_city() -> None:
    """Two that stand in Madrid may still go on when three that came there this step have gone inside."""
    game = at(f"{SP}: land_movement", guerillas("Madrid", 2), guerillas("Cuenca", 3))
    game.play(MoveGuerillas(CUENCA, MADRID, 3), GarrisonCity(MADRID, 3))
    assert game.why_not(MoveGuerillas(MADRID, TOLEDO, 3)) == {"EIA-10.1.1-movement"}
    game.play(MoveGuerillas(MADRID, TOLEDO, 2))
    assert (game[Guerillas]["madrid"], game[Guerillas]["toledo"]) == (guerillas("Madrid", 0, 3), guerillas("Toledo", 2))


@pytest.mark.rule("EIA-10.1.1-movement")
def test_an_arrow_that_only_an_option_opens_is_no_way_for_them() -> None:
    arrow = Link(link_id("cadiz", "madrid"), (area("Cadiz"), MADRID), across="optional_crossing")
    game = at(f"{SP}: land_movement", guerillas("Cadiz", 2), corps("F I", FR, "Bayonne", infantry=1), arrow)
    assert {act.to for act in game.may(MoveGuerillas)} == {"seville"}


@pytest.mark.rule("EIA-10.1.1-may-attack", "EIA-10.1.1-not-compelled")
def test_they_join_the_attack_of_an_ally_and_may_be_lost_in_it() -> None:
    """Great Britain attacks: Spain is asked whether its guerillas join, and how many."""
    game = ready(
        corps("B I", GB, "Madrid", infantry=10),
        corps("F I", FR, "Madrid", infantry=10),
        guerillas("Madrid", 4),
        side=GB,
        dice=(1, 6, 1, 1),
    )
    attack(game, "Madrid")
    assert game.questions == [(SP, ("JoinFight",))]
    game.play(JoinFight(4))
    choose_chits(game, "assault", "defend")
    lost = game.about(Apportioned).factors
    game.play(ApportionLosses(((SP, lost),)))
    losses = game.may(BearLosses)
    assert any("guerillas in madrid" in dict(act.losses) for act in losses)


@pytest.mark.rule("BASE-10.1.1-losses", "BASE-10.1.1-dispersed")
def test_those_who_fall_are_gone_and_the_rest_are_in_the_open_again() -> None:
    """20 Frenchmen on 3-2 with a 6: 15 %, 3 of 9 guerillas, who are broken."""
    game = ready(corps("F I", FR, "Madrid", infantry=20), guerillas("Madrid", 9), side=SP, dice=(1, 6, *(1,) * 9))
    game.play(AttackWithGuerillas(MADRID, 9))
    game.fight()
    assert (len(game[Battle]), len(game[EngagedGuerillas])) == (0, 0)
    assert game[Guerillas]["madrid"].factors == 6


@pytest.mark.rule("EIA-10.1.1-block-supply")
def test_they_retreat_from_nothing() -> None:
    """Where their friends are beaten and go they stay, in the open and in the way."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=20, cavalry=4), corps("S I", SP, "Madrid", militia=1),
        guerillas("Madrid", 4), dice=(6,) * 12,
    )  # fmt: skip
    attack(game, "Madrid")
    game.play(JoinFight(1))
    choose_chits(game, "assault", "cordon")
    game.fight()
    assert game[Guerillas]["madrid"].factors >= 3
    assert Retreat not in (game.prompt.open[0].kinds if game.prompt else ())
