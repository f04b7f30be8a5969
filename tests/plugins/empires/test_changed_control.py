"""10.3.1: territory changes hands: neutral forces in it get the leave of its new master, or go home."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sandtable.engine import Game, Pass
from sandtable.testing import Play
from sandtable_empires.access.changed_control import LetStay
from sandtable_empires.access.giving import give_unconditional_access
from sandtable_empires.holding import cede, declare_war_on_minor, set_control
from sandtable_empires.model import (
    Arrival,
    Corps,
    CorpsId,
    Depot,
    DistrictId,
    Garrison,
    Passage,
    Permission,
    ProvinceId,
)
from sandtable_empires.model.causes import PEACE, POLITICS
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.sending_home import NameHome, nearest_homes
from sandtable_empires.testing import (
    AU,
    FR,
    PR,
    RU,
    Piece,
    area,
    control,
    corps,
    depot,
    garrison,
    position,
    war,
)  # fmt: skip
from tests.plugins.empires.without_a_sentence import house, lacking

F_I = CorpsId("F I")


async def bavaria_to_prussia(game: Game) -> None:
    await set_control(game, DistrictId("bavaria"), PR, "conquered", POLITICS)


def begin(*pieces: Piece, do: Callable[[Game], Awaitable[None]] = bavaria_to_prussia, **others: Any) -> Play:
    """Have Bavaria come under Prussia, with French forces in Munich."""
    return position(
        corps("F I", FR, "Munich", infantry=10), garrison(FR, "Augsburg", infantry=2), depot(FR, "Munich"),
        corps("T I", "Turkey", "Constantinople", infantry=1), *pieces, grants=(CAMPAIGN,), dice=(),
        at=f"{FR}: land_movement", order=(FR,), do=do, **others,
    )  # fmt: skip


@pytest.mark.rule("EIA-10.3.1-changed-control", "BASE-10.3.1-new-master")
def test_the_new_master_may_let_them_stay() -> None:
    game = begin()
    assert game.questions == [(PR, ("LetStay",))]
    game.play(LetStay())
    assert game[Corps][F_I].area == area("Munich")
    assert len(game[Garrison].where("area", area("Augsburg"))) == len(game[Depot]) == 1
    (given,) = game[Permission]
    assert (given.owner, given.guest, given.provinces) == (PR, FR, ("old-bavaria", "swabia"))
    game.prove()


@pytest.mark.rule("EIA-10.3.1-no-access-left")
def test_or_they_go_home() -> None:
    """To the area of France that is nearest to Munich; the garrison comes back as a draft, the depot is gone."""
    game = begin()
    home = max(nearest_homes(game.game, game[Corps][F_I]))
    game.play(Pass(), NameHome(home))
    assert game[Corps][F_I].area == home
    assert [(one.nation, one.infantry, one.turn) for one in game[Arrival]] == [("France", 2, 2)]
    assert (len(game[Depot]), len(game[Garrison])) == (0, 0)
    game.prove()


@pytest.mark.rule("EIA-10.3.1-changed-control")
def test_where_condition_c5_holds_nobody_is_asked() -> None:
    async def after_a_peace(game: Game) -> None:
        await give_unconditional_access(game, PR, FR)
        await bavaria_to_prussia(game)

    game = begin(do=after_a_peace)
    assert game.at == f"{FR}: land_movement"
    assert (game[Corps][F_I].area, len(game[Depot])) == (area("Munich"), 1)


@pytest.mark.rule("EIA-10.3.1-changed-control")
@pytest.mark.parametrize("pieces", [war(FR, PR), [*control(FR, "Bavaria"), *war(FR, AU)]])
def test_enemies_stay_where_they_are(pieces: Piece) -> None:
    """Neutral forces alone are meant: who is at war with the new master asks nobody."""
    game = begin(war(FR, PR), pieces)
    assert (game.at, game[Corps][F_I].area) == (f"{FR}: land_movement", area("Munich"))


@pytest.mark.rule("EIA-10.3.1-changed-control", "EIA-10.3.1-no-access-left")
def test_without_the_first_sentence_nobody_is_asked_and_without_the_second_nobody_goes() -> None:
    game = begin(family=house(), on=lacking(("EIA-10.3.1-changed-control", "EIA-10.3.1-no-access-left")))
    assert (game.at, game[Corps][F_I].area, len(game[Permission])) == (f"{FR}: land_movement", area("Munich"), 0)


@pytest.mark.rule("BASE-4.2-attackers-come-out")
def test_who_attacks_a_minor_country_is_in_none_of_its_cities_any_more() -> None:
    """France was let in by a power that held it then; Russia, which does not attack, stays."""

    async def france_attacks(game: Game) -> None:
        await declare_war_on_minor(game, FR, DistrictId("bavaria"))

    game = begin(
        corps("F II", FR, "Ulm", infantry=1, inside=True), garrison(RU, "Munich", infantry=1), do=france_attacks
    )
    assert [(one.nation, one.infantry, one.turn) for one in game[Arrival]] == [("France", 2, 2)]
    assert [(one.side, one.area) for one in game[Garrison]] == [(RU, area("Munich"))]
    assert [(one.area, one.inside) for one in game[Corps].where("side", FR)] == [
        (area("Munich"), False), (area("Ulm"), False),
    ]  # fmt: skip
    game.prove()


@pytest.mark.rule("EIA-10.3.1-changed-control", "BASE-10.3.1-new-province")
def test_so_it_is_with_a_province_that_is_ceded() -> None:
    async def tyrol_to_prussia(game: Game) -> None:
        await cede(game, ProvinceId("tyrol"), PR, PEACE)

    game = begin(corps("R I", RU, "Innsbruck", infantry=4), do=tyrol_to_prussia)
    assert game.questions == [(PR, ("LetStay",))]
    game.play(LetStay())
    assert [(one.owner, one.guest, one.provinces) for one in game[Permission]] == [(PR, RU, ("tyrol",))]


@pytest.mark.rule("EIA-10.3.1-changed-control")
def test_access_of_the_old_master_is_none_to_the_new_one() -> None:
    """France came in by Austria's leave: it holds for Prussia no more, the way back neither."""
    given = Permission(id="old", owner=AU, guest=FR)  # type: ignore[arg-type]
    passage = Passage("F I through Austria", F_I, AU, given.id, (area("Munich"),))
    game = begin(control(AU, "Bavaria"), given, passage)
    assert game.questions == [(PR, ("LetStay",))]
