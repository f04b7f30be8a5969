"""Access, with one sentence out of force: just what it says is not so."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Pass
from sandtable.testing import Play
from sandtable_empires.access.asking import ANYHOW, AskOnTheMarch
from sandtable_empires.access.forcible import ForceAccess
from sandtable_empires.land.detaching import Detach
from sandtable_empires.land.sieges import Besiege
from sandtable_empires.land.storming import city_controller
from sandtable_empires.march import March
from sandtable_empires.model import Corps, CorpsId, Forcing, Garrison, Permission, PermissionId, PoliticalStatus
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.staying import stay_barred
from sandtable_empires.testing import AU, FR, POWERS, RU, Piece, area, corps, garrison, position, province, status, war
from tests.plugins.empires.without_a_sentence import house, lacking

F_I = CorpsId("F I")
SALZBURG = area("Salzburg")
FORCED = Forcing("France through Austria", FR, AU)


def begin(*pieces: Piece, without: str = "", at: str = "Munich", step: str = "land_movement") -> Play:
    given: dict[str, Any] = {"family": house(), "on": lacking((without,))}
    return position(
        corps("F I", FR, at, infantry=10, movement=6), corps("T I", "Turkey", "Constantinople", infantry=1),
        *(status(one, 23) for one in POWERS), *pieces, grants=(CAMPAIGN,), dice=(), at=f"{FR}: {step}", order=(FR,),
        **given,
    )  # fmt: skip


def access(*provinces: str, **terms: Any) -> Permission:
    to = tuple(map(province, provinces))
    return Permission(id=PermissionId("leave"), owner=AU, guest=FR, provinces=to, **terms)


def may(game: Play, *way: str) -> bool:
    return game.why_not(March(F_I, tuple(map(area, way)))) == set()


@pytest.mark.rule(
    "EIA-10.3.1-major-needs-right", "EIA-10.3.1-neutral-minor-passage", "EIA-10.3.1-definition",
    "EIA-10.3.1-unconditional", "BASE-10.3.1-war", "BASE-10.3.4-passage",
)  # fmt: skip
@pytest.mark.parametrize(
    ("without", "pieces", "way", "with_it"),
    [
        ("EIA-10.3.1-major-needs-right", (), "Salzburg", False),
        ("EIA-10.3.1-neutral-minor-passage", (), "Augsburg", True),
        ("EIA-10.3.1-definition", access(), "Salzburg", True),
        ("EIA-10.3.1-unconditional", access(unconditional=True), "Salzburg", True),
        ("BASE-10.3.1-war", war(FR, AU), "Salzburg", True),
        ("BASE-10.3.4-passage", FORCED, "Salzburg", True),
    ],
)
def test_each_right_by_itself(without: str, pieces: Piece, way: str, with_it: bool) -> None:
    assert may(begin(pieces), way) is with_it
    assert may(begin(pieces, without=without), way) is not with_it


@pytest.mark.rule("EIA-10.3.1-voluntary-conditions")
@pytest.mark.parametrize("without", ["", "EIA-10.3.1-voluntary-conditions"])
def test_without_conditions_access_to_a_province_is_access_to_all(without: str) -> None:
    game = begin(access("tyrol"), without=without)
    assert (may(game, "Innsbruck"), may(game, "Salzburg")) == (True, bool(without))
    inside = begin(access(), at="Salzburg", without=without)
    assert (inside.why_not(Detach(F_I, "city", "infantry", 1)) == set()) is bool(without)


@pytest.mark.rule("EIA-10.3.1-neutral-minor-limits", "EIA-10.3.4-restrictions", "BASE-10.3.1-terms")
@pytest.mark.parametrize(
    ("without", "pieces", "where"),
    [
        ("EIA-10.3.1-neutral-minor-limits", (), "Munich"),
        ("EIA-10.3.4-restrictions", FORCED, "Salzburg"),
        ("BASE-10.3.1-terms", access(), "Salzburg"),
    ],
)
def test_each_limit_on_staying_by_itself(without: str, pieces: Piece, where: str) -> None:
    assert stay_barred(begin(pieces, at=where).game, FR, area(where), "depot") is not None
    assert stay_barred(begin(pieces, at=where, without=without).game, FR, area(where), "depot") is None


@pytest.mark.rule("EIA-10.3.4-basis")
@pytest.mark.parametrize("without", ["", "EIA-10.3.4-basis"])
def test_without_that_basis_nobody_need_be_asked_first(without: str) -> None:
    assert (begin(without=without).why_not(ForceAccess(AU)) == set()) is bool(without)


@pytest.mark.rule("EIA-10.3.4-cost", "EIA-10.3.4-war-response", "EIA-10.3.4-war-response-repeats")
@pytest.mark.parametrize(
    ("without", "asked", "box"),
    [
        ("", 3, 22),
        ("EIA-10.3.4-cost", 3, 23),
        ("EIA-10.3.4-war-response", 2, 22),
        ("EIA-10.3.4-war-response-repeats", 1, 22),
    ],
)
def test_its_price_and_the_chances_to_declare_war(without: str, asked: int, box: int) -> None:
    """Told of it, and at each of two areas."""
    game = begin(without=without)
    game.play(AskOnTheMarch(AU, (), (), ANYHOW, 0, 0, 0, ""), Pass(), ForceAccess(AU))
    chances = let_pass(game)
    game.play(March(F_I, (SALZBURG, area("Linz"))))
    assert (chances + let_pass(game), game[PoliticalStatus][FR].box) == (asked, box)
    assert game[Corps][F_I].area == area("Linz")


def let_pass(game: Play) -> int:
    asked = 0
    while game.questions[0][1] == ("DeclareWarOnIntruder",):
        game.play(Pass())
        asked += 1
    return asked


@pytest.mark.rule("EIA-10.3.3-surrender", "EIA-10.3.2-empty-city")
@pytest.mark.parametrize("without", ["", "EIA-10.3.3-surrender", "EIA-10.3.2-empty-city"])
def test_neutrals_in_a_besieged_city_and_whose_an_empty_one_is(without: str) -> None:
    two = (garrison(AU, "Vienna", infantry=4), garrison(RU, "Vienna", infantry=3), war(FR, AU))
    game = begin(*two, at="Vienna", without=without, step="land_combat")
    game.play(Besiege(area("Vienna")))
    there = {one.side for one in game[Garrison].where("area", area("Vienna"))}
    assert (RU in there) is (without == "EIA-10.3.3-surrender")
    assert city_controller(game.game, area("Linz")) == (None if without == "EIA-10.3.2-empty-city" else AU)
