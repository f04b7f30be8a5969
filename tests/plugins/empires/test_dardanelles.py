"""10.7: the Dardanelles: whoever holds Constantinople says who passes; besieged, nobody does."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Refused, SpaceId
from sandtable.testing import Play
from sandtable_empires.access.dardanelles import STRAITS
from sandtable_empires.hookspecs.access import AccessHooks
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import Fleet, FleetId, Permission, PermissionId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.sail import Sail, waters
from sandtable_empires.testing import (
    FR,
    RU,
    TU,
    Piece,
    alliance,
    area,
    corps,
    fleet,
    garrison,
    position,
    province,
    siege,
    war,
)  # fmt: skip
from tests.plugins.empires.without_a_sentence import house, lacking

CITY = area("Constantinople")
STRAIT, AEGEAN = SpaceId("dardanelles"), SpaceId("northern-aegean")
SHIPS = FleetId("R 1")


def begin(*pieces: Piece, turks: bool = True, **others: Any) -> Play:
    """Return Russia's Naval Movement Step: a fleet of it lies in the Black Sea."""
    held = [garrison(TU, "Constantinople", infantry=3)] if turks else []
    return position(
        fleet("R 1", RU, "western-black-sea", lies="sea"), corps("T I", TU, "Smyrna", infantry=1), *held, *pieces,
        grants=(CAMPAIGN,), dice=(), at=f"{RU}: naval_movement", order=(RU,), board=europe_1805(), **others,
    )  # fmt: skip


def leave(owner: str = TU, **terms: Any) -> Permission:
    return Permission(id=PermissionId("leave"), owner=owner, guest=RU, **terms)  # type: ignore[arg-type]


def may_pass(game: Play, id: FleetId = SHIPS) -> bool:
    return game.why_not(Sail(id, (STRAIT, AEGEAN))) == set()


def test_the_map_has_the_strait_between_two_seas() -> None:
    near = waters(begin().game)
    assert {AEGEAN, SpaceId("western-black-sea"), SpaceId("blockade-constantinople")} == {*near[STRAIT]}
    assert STRAITS == {STRAIT: CITY}


@pytest.mark.rule("EIA-10.7-controller", "BASE-6.2-straits")
@pytest.mark.parametrize(
    ("pieces", "may"),
    [
        ((), False),
        (war(RU, TU), False),
        (alliance(RU, TU), False),
        (leave(fleets=True), True),
        (leave(), False),
        (leave(fleets=True, provinces=(province("rumelia"),)), True),
        (leave(fleets=True, provinces=(province("anatolia"),)), False),
        (leave(unconditional=True), True),
        (leave(fleets=True, validity="closed"), False),
    ],
)
def test_whoever_holds_constantinople_says_who_passes(pieces: Piece, may: bool) -> None:
    """Turkey does; an alliance is no leave, access for its ports is, and peace condition C.5."""
    assert may_pass(begin(pieces)) is may


@pytest.mark.rule("BASE-6.2-straits")
def test_the_refusal_says_whose_leave_it_takes() -> None:
    with pytest.raises(Refused) as refused:
        begin().play(Sail(SHIPS, (STRAIT, AEGEAN)))
    assert str(refused.value).startswith(
        "R 1 may not enter Dardanelles: Turkey controls Dardanelles and has not given leave (BASE-6.2-straits)"
    )


@pytest.mark.rule("EIA-10.7-controller")
@pytest.mark.parametrize(("inside", "whose"), [(TU, TU), (RU, RU), (None, TU)])
def test_by_its_garrison_and_an_empty_one_by_the_land(inside: str | None, whose: str) -> None:
    """R-38: who holds an ungarrisoned city is said by 10.3.2."""
    held = [garrison(inside, "Constantinople", infantry=2)] if inside else []
    game = begin(*held, turks=False)
    assert game.game.hooks(AccessHooks).controller_of(game.game, CITY) == whose
    assert may_pass(game) is (whose == RU)


@pytest.mark.rule("EIA-10.7-controller")
def test_its_own_master_needs_nobodys_leave() -> None:
    game = begin(fleet("T 1", TU, "western-black-sea", lies="sea"))
    own = position(
        fleet("T 1", TU, "western-black-sea", lies="sea"), garrison(TU, "Constantinople", infantry=3),
        grants=(CAMPAIGN,), dice=(), at=f"{TU}: naval_movement", order=(TU,), board=europe_1805(),
    )  # fmt: skip
    assert own.why_not(Sail(FleetId("T 1"), (STRAIT, AEGEAN))) == set()
    assert not may_pass(game)


BESIEGED = [siege(FR, "Constantinople"), corps("F I", FR, "Constantinople", infantry=9), *war(FR, TU)]


@pytest.mark.rule("EIA-10.7-besieged", "EIA-10.7-open-passage")
@pytest.mark.parametrize("pieces", [(), war(RU, TU)])
def test_besieged_it_controls_nothing_and_all_pass_enemies_too(pieces: Piece) -> None:
    game = begin(*BESIEGED, pieces)
    assert game.game.hooks(AccessHooks).controller_of(game.game, CITY) is None
    assert may_pass(game)


@pytest.mark.rule("EIA-10.7-open-passage")
def test_so_an_enemy_fleet_comes_to_its_blockade_box() -> None:
    game = begin(*BESIEGED, war(RU, TU))
    game.play(Sail(SHIPS, (STRAIT, SpaceId("blockade-constantinople"))))
    assert (game[Fleet][SHIPS].lies, game[Fleet][SHIPS].port) == ("blockade", CITY)
    game.prove()


@pytest.mark.rule("EIA-10.7-besieged", "EIA-10.7-open-passage")
@pytest.mark.parametrize(
    ("without", "who", "may"),
    [("EIA-10.7-besieged", TU, False), ("EIA-10.7-open-passage", None, False), ("BASE-6.2-straits", None, True)],
)
def test_each_sentence_does_its_part(without: str, who: str | None, may: bool) -> None:
    game = begin(*BESIEGED, family=house(), on=lacking((without,)))
    assert game.game.hooks(AccessHooks).controller_of(game.game, CITY) == who
    assert may_pass(game) is may


# --- ports of others


@pytest.mark.rule("BASE-10.3.1-fleets", "BASE-10.3.1-ports")
@pytest.mark.parametrize(
    ("pieces", "may"),
    [
        ((), False),
        (leave(), False),
        (leave(fleets=True), True),
        (leave(unconditional=True), True),
        (leave(fleets=True, provinces=(province("bulgaria"),)), True),
        (leave(fleets=True, provinces=(province("anatolia"),)), False),
    ],
)
def test_a_fleet_puts_into_ports_of_others_where_its_access_says_so(pieces: Piece, may: bool) -> None:
    """Into Varna from the Black Sea."""
    box = waters(begin().game)[SpaceId("port-varna")][0]
    assert (begin(pieces).why_not(Sail(SHIPS, (box, SpaceId("port-varna")))) == set()) is may
