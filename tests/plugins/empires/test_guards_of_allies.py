"""12.3.4 among allies: each power commits its own guard, and one nation's goes in."""

from __future__ import annotations

import pytest

from sandtable.engine import Refused, Side, SideId
from sandtable.testing import Play
from sandtable_empires.campaign.combined import JoinAttack
from sandtable_empires.disputes import NameClaimant
from sandtable_empires.model import (
    AUSTRIA,
    FRANCE,
    RUSSIA,
    SPAIN,
    Alliance,
    Combined,
    Corps,
    CorpsId,
    Nation,
    NationId,
    War,
)  # fmt: skip
from sandtable_empires.options.guard_commitment import HELD_BACK, CommitGuard
from sandtable_empires.testing import FR, SP, area, attack, choose_chits, corps, leader
from tests.plugins.empires.fights import ready

ONES = (1,) * 12
GUARD = ("guard_commitment",)


def fire_lines(game: Play, side: str) -> list[str]:
    return [line for line in game.log if line.startswith(f"{side} fires")]


def allied_guards(*dice: int, one: str = "Russia", two: str = "Austria") -> Play:
    """Return the guards of two allies who attack together, a power each; both are asked, each for its own."""
    first, second = NationId(one), NationId(two)
    pieces = (
        Side(SideId(one)), Side(SideId(two)), Nation(first, one, one, SideId(one), major=True),
        Nation(second, two, two, SideId(two), major=True),
        War("1", (first, SPAIN)), War("2", (second, SPAIN)), Alliance("3", (FRANCE, first)),
        Alliance("4", (FRANCE, second)), Alliance("5", (first, second)),
        Combined("all", (FRANCE, first, second)),
        corps("F I", FR, "Madrid", infantry=18), corps("F II", FR, "Madrid", infantry=2),
        leader("Soult", FR, "F I", 3, 3), *(
            Corps(id=CorpsId(f"{nation[0]} Gd"), title=nation, side=SideId(nation), nation=nation,
                  area=area("Madrid"), guard=3, guards=True)
            for nation in (first, second)
        ),
        corps("S I", SP, "Madrid", infantry=16),
    )  # fmt: skip
    game = ready(*pieces, on=GUARD, dice=(*dice, *ONES))
    attack(game, "Madrid")
    while game.questions[0][1][0] == "JoinAttack":
        game.play(next(act for act in game.may(JoinAttack)), side=game.questions[0][0])
    choose_chits(game, "assault", "defend")
    return game


@pytest.mark.rule("EIA-12.3.4-declare", "EIA-12.3.4-secret")
def test_each_owner_of_a_guard_is_asked_for_his_own() -> None:
    """France commands and has no guard: Russia and Austria say what they do, in secret, and not for each other."""
    game = allied_guards(1)
    assert game.questions == [("Austria", ("CommitGuard",)), ("Russia", ("CommitGuard",))]
    assert {act.nation for act in game.may(CommitGuard)} == {HELD_BACK, AUSTRIA, RUSSIA}
    with pytest.raises(Refused):
        game.play(CommitGuard(RUSSIA, 1), side="Austria")
    game.play(CommitGuard(RUSSIA, 1), side="Russia")
    assert not any("is committed by" in line for line in game.log)
    game.play(CommitGuard(HELD_BACK, 0), side="Austria")
    assert sum("the guard of Russia is committed by 1" in line for line in game.log) == 1


@pytest.mark.rule("EIA-12.3.4-one-nationality", "EIA-10.8-general")
def test_of_two_that_are_committed_one_goes_in_by_agreement_or_by_dice() -> None:
    game = allied_guards(1)
    for side, nation in (("Austria", AUSTRIA), ("Russia", RUSSIA)):
        game.play(CommitGuard(nation, 1), side=side)
    assert game.questions == [("Austria", ("NameClaimant",)), ("Russia", ("NameClaimant",))]
    for side in ("Austria", "Russia"):
        game.play(NameClaimant(SideId("Russia")), side=side)
    assert any("the guard of Austria is held back" in line for line in game.log)
    assert [line for line in game.log if "is committed by" in line] == [
        "the guard of Russia is committed by 1 and loses 0"
    ]
    assert "on 3-2," in fire_lines(game, FR)[0]
