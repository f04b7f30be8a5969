"""A rule as players read it names what bears on it by titles; nothing of it is code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from sandtable.engine import InstalledGame
from sandtable.play.rules.rule_bearings import RuleBearing, bearings, rule_lines
from sandtable.play.rules.rule_words import rule_facts
from sandtable_empires.system import EMPIRES

GAME: Final = InstalledGame(EMPIRES)


def test_what_bears_on_a_rule_is_named() -> None:
    further, maximum = "EIA-12.3.7-further-reductions", "EIA-10.6.1-tactical-maximum"
    assert RuleBearing("Amends", (maximum,)) in bearings(GAME, further)
    assert RuleBearing("Leaves open", ("Three times the maximum",)) in bearings(GAME, further)
    assert RuleBearing("Amended by", (further,)) in bearings(GAME, maximum)
    told = rule_lines(GAME, rule_facts(GAME, maximum))
    assert f"Amended by: Further reductions ({further}) (option Further tactical reductions)" in told


def test_where_it_is_implemented_can_be_opened() -> None:
    facts = rule_facts(GAME, "EIA-10.6.1-tactical-maximum")
    (line,) = [one for one in rule_lines(GAME, facts, code=True) if one.startswith("Implemented: ")]
    assert Path(line.rpartition(", ")[2].rpartition(":")[0]).is_file()


def test_no_rule_is_told_in_code() -> None:
    """No key of a module stands for it, and no name of a function."""
    keys = {key for key in GAME.modules if "_" in key}
    for id in GAME.texts:
        lines = rule_lines(GAME, rule_facts(GAME, id))
        assert lines[2].startswith(("Part of: ", "Nothing that is installed plays by it."))
        for line in lines[2:]:
            assert not keys & set(re.findall(r"\w+", line)), line
            assert " option " not in line, line
