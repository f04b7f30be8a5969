"""What is told of modules that lack what they need: options, rules, and changes that the table looks at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.engine import Choices, InstalledGame, Option, RuleModule, Scenario
from sandtable.engine.referee.changes import impact
from sandtable.play.begin.starts import Start, switch_options, typed_choices
from sandtable.play.rules.option_words import lacking_facts, lacking_lines, option_facts, option_lines
from sandtable.play.rules.proposals import impact_lines
from sandtable.play.rules.rule_bearings import rule_lines
from sandtable.play.rules.rule_places import changes_without_effect
from sandtable.play.rules.rule_words import rule_facts
from sandtable.testing import position, toy
from tests.games.seas import RED, Base, Navy, Storms


class Plain(RuleModule):
    """An option like any other."""

    key = "plain"
    option = Option("Plain", "Nothing much.")


INLAND = Scenario("inland", "Inland", lambda: [RED])
COAST = Scenario("coast", "The coast", lambda: [RED], options=("storms",), grants=("sea",))
GAME = InstalledGame(replace(toy(Base, Navy, Storms, Plain), scenarios=(INLAND, COAST)))


@pytest.mark.parametrize(
    ("scenario", "on", "says"),
    [
        (INLAND, (), "storms (not offered): Storms"),
        (INLAND, ("storms",), "storms (on, but out of force): Storms"),
        (COAST, (), "storms (on): Storms"),
    ],
)
def test_an_option_says_whether_it_is_offered(scenario: Scenario, on: tuple[str, ...], says: str) -> None:
    lines = option_lines(option_facts(GAME, "storms", typed_choices(Start(GAME, scenario), on, (), ())))
    assert lines[0] == says
    lacks = "  out of force: it needs navy: navy is not in force"
    assert (lacks in lines) == (scenario is INLAND)


def test_modules_that_are_no_options_say_what_they_lack() -> None:
    assert lacking_lines(lacking_facts(GAME, Start(GAME, INLAND).begins_with)) == [
        "module navy is out of force: it needs sea: the scenario does not grant sea"
    ]
    assert lacking_facts(GAME, Start(GAME, COAST).begins_with) == []


def test_modules_that_lack_the_same_are_told_in_one_line() -> None:
    lacking = [
        {"module": module, "lacks": lacks}
        for module, lacks in (("a", "sea"), ("b", "snow"), ("c", "sea"), ("d", "sea"))
    ]
    assert lacking_lines(lacking) == ["modules a, c and d are out of force: sea", "module b is out of force: snow"]


def test_of_many_modules_the_first_are_named() -> None:
    lacking = [{"module": key, "lacks": "sea"} for key in "abcdefgh"]
    assert lacking_lines(lacking) == ["modules a, b, c and 5 others are out of force: sea"]
    assert lacking_lines(lacking[:4]) == ["modules a, b, c and d are out of force: sea"]


def test_an_option_without_effect_is_told() -> None:
    assert changes_without_effect(GAME, Choices(frozenset({"storms", "plain"}))) == [
        "storms is out of force: it needs navy: navy is not in force"
    ]
    assert changes_without_effect(GAME, Start(GAME, COAST).begins_with) == []


def test_a_rule_says_where_its_module_has_what_it_needs() -> None:
    said = rule_lines(GAME, rule_facts(GAME, "BASE-navy"))
    assert "In force only where Navy has what it needs (sea): coast" in said
    lonely = InstalledGame(replace(GAME.system, scenarios=(INLAND,)))
    said = rule_lines(lonely, rule_facts(lonely, "BASE-navy"), code=True)
    assert "In force only where navy has what it needs (sea): no scenario of the game" in said


def test_what_a_change_of_options_brings_into_force_is_told_before() -> None:
    play = position(GAME, RED)
    lines = [str(one) for one in impact_lines(impact(play.game, Choices(frozenset({"storms"}))), play.game)]
    assert lines[:2] == [
        "On: Storms",
        "Needs: storms stays out of force: it needs navy: navy is not in force",
    ]


def test_what_is_switched_on_leaves_the_order_and_what_is_granted() -> None:
    was = Choices(order=(("storms", "plain"),), grants=frozenset({"sea"}))
    assert switch_options(GAME, was, ["plain"], (), ()) == replace(was, on=frozenset({"plain"}))


def test_a_start_grants_what_its_scenario_does() -> None:
    start = Start(GAME, COAST)
    assert set(start.begin().game.rulebook.modules) >= {"navy", "storms"}
    assert set(start.begin(Choices(frozenset({"plain"}))).game.rulebook.modules) >= {"navy", "plain"}
    assert "navy" not in Start(GAME, INLAND).begin().game.rulebook.modules
