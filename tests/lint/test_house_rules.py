"""House rules by form are looked at before they are kept: what they collide with is named, with the rule."""

from __future__ import annotations

from typing import Final

from sandtable.engine import (
    Ask,
    Choices,
    Game,
    InstalledGame,
    Option,
    Refusal,
    RuleModule,
    read_rules,
    refuses,
    rule,
)
from sandtable.engine.rules.forms.rule_document import HouseRules
from sandtable.lint.house_rules import check_house_rules
from sandtable.play.rules.choice_words import with_titles
from sandtable_empires.system import EMPIRES
from sandtable_twin_rivers import TWIN_RIVERS, March

LEAD: Final = 'game = "{game}"\nkey = "{key}"\ntitle = "Mine, {key}"\nsays = "It is so."\n'
NO_CROWD: Final = """
[[rule]]
shape = "forbid"
id = "HOUSE-no-crowd"
says = "Nobody marches to the bridge."
action = "March"
because = "the bridge is closed"
when = { word = "to.bridge" }
supersedes = ["TR-2-stacking"]
[[rule.example]]
at = "Blue: march"
act = "March"
given = { unit = "Blue 3", to = "Aldbridge" }
refused = true
"""
CELL: Final = """
[[rule]]
shape = "cell"
id = "HOUSE-{key}"
says = "Mountains are steep."
chart = "terrain movement"
at = ["mountain"]
value = {cost}
[[rule.example]]
total = {cost}
"""


class Crowds(RuleModule):
    """Many may stand together."""

    key, game = "crowds", "twin_rivers"
    option = Option("Crowds", "Many may stand together.", ("HOUSE-crowds",))

    @refuses(March)
    @rule("HOUSE-crowds", supersedes="TR-2-stacking")
    def crowd(self, game: Game, act: March, ask: Ask) -> Refusal | None:
        """As many as like stand together."""
        return None


def findings(family: InstalledGame, rules: HouseRules) -> list[tuple[str, str, str]]:
    return [(one.code, one.place.row, one.words) for one in check_house_rules(family, rules)]


def test_a_rule_that_replaces_what_an_option_replaces_is_told_with_both_and_what_they_replace() -> None:
    family = InstalledGame(TWIN_RIVERS, (Crowds,))
    rules = read_rules(LEAD.format(game="twin_rivers", key="no_crowd") + NO_CROWD, "no_crowd.toml")
    ((code, row, words),) = findings(family, rules)
    assert (code, row) == ("rule-collides", "HOUSE-no-crowd")
    assert words.startswith("with crowds: TR-2-stacking is replaced twice")
    says = with_titles(family.carrying([rules]), words)
    assert "with “Crowds”: " in says
    assert "replaced twice, by “Crowds” (HOUSE-crowds) and “Mine, no_crowd” (HOUSE-no-crowd): let one supersede" in says
    assert findings(InstalledGame(TWIN_RIVERS), rules) == []


def test_two_house_rules_with_one_cell_are_told_with_the_cell() -> None:
    both = [
        read_rules(LEAD.format(game="empires", key=key) + CELL.format(key=key, cost=cost), f"{key}.toml")
        for key, cost in (("steep", 5), ("steeper", 6))
    ]
    family = InstalledGame(EMPIRES).carrying(both[:1])
    ((code, row, words),) = findings(family, both[1])
    assert (code, row) == ("rule-collides", "HOUSE-steeper")
    assert "HOUSE-steeper and HOUSE-steep both replace the cell at mountain" in words
    assert family.carrying(both).problems(Choices(frozenset({"steep", "steeper"})))


def test_one_that_requires_itself_is_told_so() -> None:
    lead = LEAD.format(game="twin_rivers", key="no_crowd")
    for own in ("no_crowd", "HOUSE-no-crowd"):
        rules = read_rules(f'{lead}requires = ["{own}"]\n{NO_CROWD}', "mine.toml")
        (found,) = check_house_rules(InstalledGame(TWIN_RIVERS), rules)
        assert found.words == (
            f"no_crowd requires or excludes {own}, which is its own: name another option or rule, or none"
        )


def test_an_example_with_a_name_that_nothing_has_is_told_the_nearest() -> None:
    lead = LEAD.format(game="twin_rivers", key="no_crowd")
    rules = read_rules(lead + NO_CROWD.replace('"Aldbridge"', '"Oldbridge"'), "mine.toml")
    (found,) = check_house_rules(InstalledGame(TWIN_RIVERS), rules)
    assert found.words.startswith("example 1 of HOUSE-no-crowd: it cannot be played: no Area of the example is called")
    assert "did you mean Aldbridge" in found.words
