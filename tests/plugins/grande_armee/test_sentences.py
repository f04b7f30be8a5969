"""Sentences about units: the verb goes with the name, places and sides go by their names."""

from __future__ import annotations

import pytest

from sandtable.engine import Side, SpaceId
from sandtable_grande_armee.combat.attack import Attack
from sandtable_grande_armee.model import Purse, UnitId
from sandtable_grande_armee.model.agreeing import is_plural, plural_verb, sentence_of
from sandtable_grande_armee.movement.march import March
from sandtable_grande_armee.present.cards import card
from sandtable_grande_armee.steps import ATTACK_STEP, MOVEMENT_STEP
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, leader, position, unit


@pytest.mark.parametrize(
    "name",
    ["Dragoons, Klein", "Dupont's divisions", "Saxons, Dyherrn", "III Corps, hussars", "Drafts of June", "Hussars"],
)
def test_a_name_may_be_a_plural(name: str) -> None:
    game = position(unit(name, FRANCE, "1-6", "0505")).game
    assert is_plural(game, name)
    assert sentence_of(game, name, "is disrupted") == f"{name} are disrupted"


@pytest.mark.parametrize("name", ["III Corps", "VII Corps, Desjardins", "Vanguard of the Hussars", "Guard, Bessières"])
def test_most_names_are_not(name: str) -> None:
    game = position(unit(name, FRANCE, "2-5", "0505")).game
    assert sentence_of(game, name, "has gone") == f"{name} has gone"


def test_a_leader_is_one_whatever_his_name_ends_in() -> None:
    game = position(leader("Lannes", FRANCE, "0505"), unit("Suchet", FRANCE, "2-5", "0505")).game
    assert sentence_of(game, "Lannes", "retreats to Jena") == "Lannes retreats to Jena"
    assert sentence_of(game, ["Lannes", "Suchet"], "marches to Jena") == "Lannes and Suchet march to Jena"


@pytest.mark.parametrize(
    ("one", "several"), [("is", "are"), ("has", "have"), ("marches", "march"), ("makes", "make"), ("loses", "lose")]
)
def test_verbs_of_several(one: str, several: str) -> None:
    assert plural_verb(one) == several


def test_a_reason_goes_with_the_name() -> None:
    play = position(unit("Dragoons", FRANCE, "1-6", "0505"), at=f"France: {MOVEMENT_STEP}")
    play.put(Purse(UnitId("Dragoons"), 0, 6))
    assert "Dragoons have no movement points left" in play.explain(March((UnitId("Dragoons"),), (SpaceId("0605"),)))


def test_sides_go_by_their_titles() -> None:
    play = position(
        Side(FRANCE, title="The Empire"), unit("Friant", FRANCE, "2-5", "0505"), unit("York", PRUSSIA, "2-5", "0506"),
        at=f"France: {ATTACK_STEP}",
    )  # fmt: skip
    sheet = card(play.game, "Friant")
    assert sheet is not None
    assert sheet.entries[0].value == "The Empire"
    play.play(Attack(SpaceId("0506"), (UnitId("Friant"),)))
    assert "The Empire attacks Prussia in 0506" in play.log
