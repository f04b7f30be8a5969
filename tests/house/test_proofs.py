"""Each rule that a game cites is named by a test that proves it: its id stands in a ``rule`` mark on it."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from sandtable.engine import GameSystem, InstalledGame
from sandtable_empires.system import EMPIRES
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_twin_rivers import TWIN_RIVERS

TESTS = Path(__file__).parents[1]
MARK = "pytest.mark.rule"
GAMES = (EMPIRES, GRANDE_ARMEE, TWIN_RIVERS)


def marked(source: str) -> Iterator[str]:
    """Go through the ids that the tests of a file are marked with."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
            for mark in function.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == MARK:
                    yield from (ast.literal_eval(id) for id in mark.args)


@cache
def named() -> frozenset[str]:
    """Return the ids that any test is marked with."""
    sources = (path.read_text("utf-8") for path in sorted(TESTS.rglob("test_*.py")))
    return frozenset(id for source in sources if f"@{MARK}(" in source for id in marked(source))


def unproved(texts: Iterable[str], cited: Mapping[str, object], proved: Iterable[str]) -> list[str]:
    """Return the rules that a function cites and no test names."""
    return [id for id in sorted(set(texts) - set(proved)) if cited.get(id)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_rule_that_a_function_cites_is_named_by_a_test(game: GameSystem) -> None:
    assert unproved(game.texts, InstalledGame(game).where, named()) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_rule_of_a_game_that_a_test_names_has_a_text(game: GameSystem) -> None:
    books, told = {id.partition("-")[0] for id in game.texts}, {id for one in GAMES for id in one.texts}
    assert sorted(id for id in named() - told if id.partition("-")[0] in books) == []


def test_a_rule_is_named_by_a_mark_on_a_test_alone() -> None:
    source = """
    @pytest.mark.rule("A-1", "A-2")
    @pytest.mark.parametrize("id", ["A-3"])
    def test_a(id): assert "A-4"

    @pytest.mark.rule("A-5")
    def position(): ...
    """
    found = set(marked("if True:" + source))
    assert found == {"A-1", "A-2"}
    cited = {"A-1": ["f"], "A-3": ["g"], "A-6": []}
    assert unproved(["A-1", "A-3", "A-6"], cited, found) == ["A-3"]
