"""What the facts of a rule say of its neighbours, and which options change nothing."""

from __future__ import annotations

from sandtable.engine import Choices, InstalledGame, Option, RuleModule, Was, rule
from sandtable.play.rules.rule_bearings import rule_lines
from sandtable.play.rules.rule_places import changes_without_effect
from sandtable.play.rules.rule_words import rule_facts
from sandtable_empires.system import EMPIRES

GAME = InstalledGame(EMPIRES)


def line(id: str) -> str:
    (found,) = (one for one in rule_lines(GAME, rule_facts(GAME, id), code=True) if one.startswith("Answers"))
    return found


def test_parts_of_a_number_name_their_neighbours() -> None:
    assert line("BASE-7.5.2-factors-fire") == (
        "Answers CombatHooks.strength_parts: the parts of all make one number: base, added, multiplied and rounded, "
        "then at least and at most; beside it: BASE-7.5.2-outflankers-double, EIA-12.3.4-lost-do-not-fight (option "
        "guard_commitment)"
    )


def test_each_reason_of_a_prohibition_forbids() -> None:
    assert line("BASE-7.5-siege-field") == (
        "Answers @refuses(Besiege): each reason forbids it; beside it: BASE-7.5-siege-whom, BASE-7.5-siege-one"
    )


def test_a_field_is_filled_by_one_rule() -> None:
    assert line("BASE-7.5-siege-who") == "Answers @fills(Besiege, 'area'): it alone says what the field may hold"


def test_an_amendment_answers_where_its_rule_does() -> None:
    assert line("BASE-7.5.3-trivial").startswith("Answers CombatHooks.kind: one answer counts")
    assert "BASE-7.5.2-field" in line("BASE-7.5.3-trivial")


def test_events_act_in_turn() -> None:
    assert line("BASE-7.5-prisoners").startswith("Answers SiegeHooks.lay_down_arms: each acts in turn; beside it: ")


class Quick(RuleModule):
    """Wounds heal quickly."""

    key = "quick"
    option = Option("Quick", "Nobody is wounded for long.")

    @rule("HOUSE-quick", amends="EIA-12.7-killed")
    async def quick(self, was: Was[object]) -> None:
        """As it was."""


def test_an_option_that_changes_a_rule_out_of_force_is_said_to_change_nothing() -> None:
    game = InstalledGame(EMPIRES, (Quick,))
    says = "quick amends EIA-12.7-killed, which is not in force: leader_casualties is off"
    assert changes_without_effect(game, Choices(frozenset({"quick"}))) == [says]
    assert changes_without_effect(game, Choices(frozenset({"quick", "leader_casualties"}))) == []


def test_no_option_of_the_game_changes_nothing_by_itself() -> None:
    """An option has its effect in a single war, or in a campaign of all phases."""
    both = (frozenset[str](), frozenset({"campaign"}))
    idle = {
        key: [changes_without_effect(GAME, Choices(frozenset({key}), grants=one)) for one in both]
        for key in GAME.options
    }
    assert [key for key, lacks in idle.items() if all(lacks)] == []
