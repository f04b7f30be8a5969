"""Retreat before combat: cavalry rides off unless there is cavalry, goes the full distance, ends disrupted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.engine import Pass, Row, SpaceId
from sandtable.testing import Play
from sandtable_grande_armee.combat.attack import Attack
from sandtable_grande_armee.combat.falling_back import FallBack, Halt
from sandtable_grande_armee.model import Battle, Disruption, Retreat, Unit, UnitId
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, disrupted, leader, position, unit

HERE = "0805"


def attacked(*pieces: Row | Iterable[Row], by: str = "18-2", **given: Any) -> Play:
    """Return a game in which all in 0805 have just been attacked by a French unit of a kind."""
    game = position(
        unit("Army", FRANCE, by, "0806"), *pieces, unit("Kleist", PRUSSIA, "2-5", "1912"), at="France: attack",
        charts={"combat results": {(odds, die): None for odds in ("1:3", "1:1", "2:1", "6:1") for die in range(1, 7)}},
        dice=[1], **given,
    )  # fmt: skip
    game.play(Attack(SpaceId(HERE), (UnitId("Army"),)))
    return game


def may_go(game: Play) -> list[str]:
    """Pass what is offered, and return who was offered to retreat before the combat."""
    found: list[str] = []
    while game.prompt is not None and FallBack in game.prompt.open[0].kinds:
        found.append(game.about(str))
        game.play(Pass())
    return found


@pytest.mark.rule(
    "LGA-07-cavalry-retreat-before", "LGA-07-ends-disrupted", "LGA-07-full-distance", "BASE-3-before-combat"
)
def test_cavalry_rides_off_before_infantry_the_full_distance_and_ends_disrupted() -> None:
    game = attacked(unit("Blücher", PRUSSIA, "1-6", HERE))
    assert {one.way[-1].left for one in game.may(FallBack)} == {0}
    short = (Halt(SpaceId("0804"), 5, SpaceId(HERE)),)
    assert game.why_not(FallBack((), "north", short)) == {"LGA-07-full-distance"}
    game.play(game.may(FallBack)[0])
    assert game.game[Unit][UnitId("Blücher")].hex != HERE
    assert list(game.game[Disruption].ids()) == ["Blücher"]
    assert not len(game.game[Battle])
    assert not len(game.game[Retreat])
    assert "nobody is left to fight" in game.log
    game.prove()


@pytest.mark.rule("LGA-07-cavalry-retreat-before")
def test_it_need_not() -> None:
    game = attacked(unit("Blücher", PRUSSIA, "1-6", HERE))
    game.play(Pass())
    assert game.game[Unit][UnitId("Blücher")].hex == HERE
    assert not len(game.game[Disruption])
    assert not len(game.game[Retreat])


@pytest.mark.rule("LGA-07-not-against-cavalry")
def test_not_in_the_face_of_cavalry() -> None:
    game = attacked(unit("Blücher", PRUSSIA, "1-6", HERE), by="3-7")
    assert may_go(game) == []
    assert "LGA-07-not-against-cavalry" in game.why_not(FallBack((), "north", ()))


@pytest.mark.rule("LGA-09-no-retreat-before-without-cavalry")
def test_nobody_without_cavalry_gives_way_to_cavalry() -> None:
    assert may_go(attacked(unit("York", PRUSSIA, "2-5", HERE), by="3-7")) == []
    assert may_go(attacked(unit("York", PRUSSIA, "2-5", HERE))) == ["York"]


@pytest.mark.rule(
    "LGA-09-no-retreat-before-without-cavalry", "LGA-07-not-against-cavalry", "BASE-3-others-before-combat"
)
def test_of_mixed_defenders_the_infantry_goes_and_the_cavalry_stays() -> None:
    game = attacked(unit("Blücher", PRUSSIA, "1-6", HERE), unit("York", PRUSSIA, "2-5", HERE), by="3-7")
    assert may_go(game) == ["York"]


@pytest.mark.rule("BASE-3-others-end-disrupted", "BASE-3-others-before-combat")
def test_infantry_that_gives_way_ends_disrupted_a_leader_does_not() -> None:
    game = attacked(
        unit("York", PRUSSIA, "2-5", HERE), leader("Blücher", PRUSSIA, HERE), unit("Erfurt", PRUSSIA, "depot", HERE)
    )
    game.play(next(one for one in game.may(FallBack) if one.leaders))
    assert list(game.game[Disruption].ids()) == ["York"]
    assert UnitId("Erfurt") not in game.game[Unit]


@pytest.mark.rule("BASE-3-disrupted-stays")
def test_the_disrupted_stay() -> None:
    game = attacked(unit("Blücher", PRUSSIA, "1-6", HERE), disrupted("Blücher"))
    assert may_go(game) == []


@pytest.mark.rule("LGA-07-cavalry-retreat-before")
def test_cavalry_that_finds_no_way_is_not_asked() -> None:
    ring = [unit(f"M{hex}", FRANCE, "1-6", hex) for hex in ("0904", "0704")]
    game = attacked(unit("Blücher", PRUSSIA, "1-6", HERE), *ring)
    assert may_go(game) == []
    assert game.game[Unit][UnitId("Blücher")].hex == HERE
