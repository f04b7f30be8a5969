"""7.3: entering areas: whoever comes into one, every module hears of it, and a march is asked for again in each."""

from __future__ import annotations

import pytest

from sandtable.engine import Game, Option, RuleModule, Stop, hookimpl, rule
from sandtable.testing import Play
from sandtable_empires.campaign.reinforcements import BringOn
from sandtable_empires.combat.attack import Attack
from sandtable_empires.combat.retreat import Retreat
from sandtable_empires.hookspecs.movement import AreaEntered, halt
from sandtable_empires.march import March
from sandtable_empires.model import (
    Alliance,
    AreaId,
    Arrival,
    ArrivalId,
    Corps,
    CorpsId,
    Depot,
    NationId,
)  # fmt: skip
from sandtable_empires.model.marks import HALTED
from sandtable_empires.testing import (
    AU,
    FR,
    SP,
    Piece,
    alliance,
    area,
    choose_chits,
    corps,
    depot,
    leader,
    position,
    war,
)  # fmt: skip

F_I = CorpsId("F I")


class House(RuleModule):
    """What the tests add."""

    option = Option("House", "For the tests.", ("HOUSE-entry",))
    game = "empires"


class Ambush(House):
    """Austrians appear in the first area that a French corps enters."""

    key = "ambush"

    @hookimpl
    @rule("HOUSE-entry")
    async def after_area_entered(self, game: Game, entry: AreaEntered) -> None:
        """They appear."""
        if entry.side == FR and game[Corps]["A I"].area is None:
            game.change(game[Corps]["A I"], area=entry.area)


class Quarrel(House):
    """France falls out with Spain as soon as a French corps has moved."""

    key = "quarrel"

    @hookimpl
    @rule("HOUSE-entry")
    async def after_area_entered(self, game: Game, entry: AreaEntered) -> None:
        """The alliance is over."""
        for row in list(game[Alliance]):
            game.remove(row)


class First(House):
    """Halts whoever enters anything."""

    key = "first"

    @hookimpl
    @rule("HOUSE-entry")
    async def after_area_entered(self, game: Game, entry: AreaEntered) -> None:
        """Halt."""
        halt(game, entry.corps, Stop("by order", rule="HOUSE-entry"))


class Second(House):
    """Writes down who has come, and how."""

    key = "second"

    @hookimpl
    @rule("HOUSE-entry")
    async def after_area_entered(self, game: Game, entry: AreaEntered) -> None:
        """Write it down."""
        origin = game.name(entry.origin)
        game.note(f"{entry.corps} by {entry.how} from {origin} into {game.name(entry.area)}", "HOUSE-entry")


def play(*pieces: Piece, house: tuple[type[RuleModule], ...], at: str, dice: tuple[int, ...] = ()) -> Play:
    return position(*pieces, at=at, extra=house, on=[one.key for one in house], dice=dice)


def way(*names: str) -> tuple[AreaId, ...]:
    return tuple(map(area, names))


# --- a march is asked for again


@pytest.mark.rule("BASE-7.3-stop-on-enemy", "BASE-7.3-beyond-stop")
def test_a_corps_placed_in_its_way_is_not_walked_through() -> None:
    pieces = war(FR, AU), corps("F I", FR, "Paris", infantry=10), corps("A I", AU, None, infantry=5)
    game = play(*pieces, house=(Ambush,), at="France: land_movement")
    orleans, tours = way("orleans", "tours")
    assert game.why_not(March(F_I, (orleans, tours))) == set()
    game.play(March(F_I, (orleans, tours)))
    assert game[Corps]["F I"].area == orleans
    assert "F I stops in Orleans: A I stands in Orleans" in game.log


@pytest.mark.rule("BASE-7.3-barred", "BASE-7.3-access")
def test_a_border_that_closes_while_it_marches_stops_it() -> None:
    """Bayonne is French; Spain is an ally when the march begins and neutral when it comes to the Pyrenees."""
    pieces = alliance(FR, SP), corps("F I", FR, "Bordeaux", infantry=10)
    game = play(*pieces, house=(Quarrel,), at="France: land_movement")
    march = March(F_I, way("bayonne", "san-sebastian"))
    assert game.why_not(march) == set()
    game.play(march)
    assert game[Corps]["F I"].area == "bayonne"
    assert any(line.startswith("F I stops in Bayonne and may not enter San Sebastian") for line in game.log)
    game.prove()


# --- everybody hears of an entry


def test_who_halts_a_corps_does_not_silence_the_others() -> None:
    game = play(corps("F I", FR, "Paris", infantry=10), house=(First, Second), at="France: land_movement")
    game.play(March(F_I, way("orleans", "tours")))
    assert game[Corps]["F I"].area == "orleans"
    assert [line for line in game.log if line.startswith("F I")] == [
        "F I stops in Orleans: by order", "F I by march from Paris into Orleans",
    ]  # fmt: skip


def test_a_halt_holds_for_this_move_alone() -> None:
    """Nothing of it is left for the next."""
    game = play(corps("F I", FR, "Paris", infantry=10), house=(First,), at="France: land_movement")
    game.play(March(F_I, way("orleans")))
    assert not game.game.mark_of("F I", HALTED)


# --- however one comes


BATTLE = (
    war(FR, AU), corps("F I", FR, "Vienna", infantry=18), leader("Davout", FR, "F I", tactical=5),
    corps("A I", AU, "Vienna", militia=14),
)  # fmt: skip


@pytest.mark.rule("BASE-7.5.2-retreat")
def test_the_beaten_enter_where_they_retreat_to() -> None:
    game = play(*BATTLE, house=(Second,), at="France: land_combat", dice=(6, 1) * 4)
    game.play(Attack(area("Vienna")))
    choose_chits(game, "assault", "defend")
    for _ in range(4):  # both name their losses, in two rounds
        (offer,) = game.referee.offers()
        game.play(next(iter(offer.actions())), side=offer.side)
    game.play(Retreat(area("Krems")))
    assert "A I by retreat from Vienna into Krems" in game.log


@pytest.mark.rule("BASE-7.4-depot-lost")
def test_a_corps_that_comes_onto_the_map_enters_too_and_destroys_a_bare_depot() -> None:
    arrival = Arrival(
        id=ArrivalId("A II"), side=AU, nation=NationId(AU), turn=1, corps=CorpsId("A II"), areas=(area("Linz"),),
        infantry=5,
    )  # fmt: skip
    pieces = war(FR, AU), depot(FR, "Linz"), corps("A II", AU, None), arrival
    game = play(*pieces, house=(Second,), at="Austria: army_reinforcement")
    game.play(BringOn(ArrivalId("A II"), area("Linz")))
    assert "A II by placing from None into Linz" in game.log
    assert not len(game[Depot])
