"""House rules made by form play as those that are written in Python."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from sandtable.engine import Choices, InstalledGame, Referee, RuleModule, SeededDice
from sandtable.engine.rules.forms.rule_document import HouseRules, house_rules
from sandtable.testing import install_game, play_randomly
from sandtable_twin_rivers import TWIN_RIVERS, start
from tests.docs.guide import blocks, run
from tests.tiers import count

DOCS = Path(__file__).parents[2] / "docs"
NAMES = {"garrison": "Garrison", "wide_bridges": "WideBridges", "cold_steel": "ColdSteel"}
NUMBERS = {"cold_steel": {"adds": 2, "most": 8}}


def document(key: str) -> HouseRules:
    path = DOCS / "examples" / f"{key}.toml"
    return house_rules(tomllib.loads(path.read_text("utf-8")), path.name)


@cache
def guide() -> ModuleType:
    """Run the blocks of the guide that these three rules need."""
    page = DOCS / "rules-module.md"
    wanted = re.compile(r"^from collections|^MAP = |^class (?:Garrison|WideBridges|ColdSteel)\b", re.MULTILINE)
    return run(
        page, "\n".join(f"```python\n{code}```" for _, code in blocks(page.read_text("utf-8")) if wanted.match(code))
    )


def in_python() -> InstalledGame:
    modules: list[type[RuleModule]] = [getattr(guide(), name) for name in NAMES.values()]
    return install_game(TWIN_RIVERS, modules)


def by_form() -> InstalledGame:
    return InstalledGame(TWIN_RIVERS, by_form=[document(key) for key in NAMES])


def hashes(family: InstalledGame, seed: int) -> Iterator[int]:
    """Play a random game and give the hash after each ply."""
    numbers = NUMBERS if seed % 2 else {}
    on = frozenset({*NAMES, "forced_march"} if seed % 3 == 0 else NAMES)
    referee = Referee.begin(family, start(), Choices(on, numbers), source=SeededDice(str(seed))).open()
    play_randomly(referee, seed)
    for ply in referee.journal.line():
        yield ply.hash


def test_the_rules_of_the_guide_made_by_form_give_the_same_positions() -> None:
    python, form = in_python(), by_form()
    assert not form.left_out
    plies = 0
    for seed in range(count(1000)):
        expected = [*hashes(python, seed)]
        assert [*hashes(form, seed)] == expected, f"game {seed}"
        plies += len(expected)
    assert plies > 50 * count(1000)


@pytest.mark.parametrize("key", NAMES)
def test_without_the_rule_by_form_games_come_out_otherwise(key: str) -> None:
    form, without = by_form(), InstalledGame(TWIN_RIVERS)
    games: list[list[int]] = []
    for family, on in ((form, frozenset({key})), (without, frozenset[str]())):
        ends: list[int] = []
        for seed in range(5):
            referee = Referee.begin(family, start(), Choices(on), source=SeededDice(str(seed))).open()
            play_randomly(referee, seed)
            ends.append(len(referee.journal.line()))
        games.append(ends)
    assert games[0] != games[1]
