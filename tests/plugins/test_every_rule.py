"""The promise: every rule of every installed game can be amended, and taken out of force, alone.

`pytest -k EIA-10.1.1-morale` tries one rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from sandtable.engine import Choices, GameSystem, Referee, Row, SeededDice
from sandtable.engine.state.rows import InForce
from sandtable.lab.bots import RandomBot, play_on
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_empires.system import EMPIRES
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_twin_rivers import TWIN_RIVERS
from tests.engine.drill import (
    test_casualties,
    test_declarations,
    test_forcible,
    test_fort,
    test_guard,
    test_insurrection,
    test_militia,
    test_opportunity,
    test_rally,
    test_rout,
    test_tactics,
    test_treaty,
    test_wheel,
)
from tests.plugins.every_rule import ALL, EveryRule, amending_key, in_force, superseding_key
from tests.tiers import count

SYSTEMS: Final[dict[str, GameSystem]] = {
    "twin_rivers": TWIN_RIVERS,
    "empires": EMPIRES,
    "drill_ground": DRILL_GROUND,
    "grande_armee": GRANDE_ARMEE,
    "casualties": test_casualties.field(*test_casualties.MODULES),
    "declarations": test_declarations.GAME,
    "forcible": test_forcible.GAME,
    "fort": test_fort.TOY,
    "guard": test_guard.FIELD,
    "insurrection": test_insurrection.GAME,
    "militia": test_militia.SETTLED,
    "opportunity": test_opportunity.TOY,
    "rally": test_rally.FIELD,
    "rout": test_rout.TOY,
    "tactics": test_tactics.FIELD,
    "treaty": test_treaty.GAME,
    "wheel": test_wheel.TOY,
}
GAMES: Final = count(20)
PLAYED: Final = {"twin_rivers": None, "empires": 4, "drill_ground": 2, "grande_armee": 3}
"""For how many rounds each of the random games is played that are compared."""


@cache
def every_rule(game: str) -> EveryRule:
    return EveryRule(SYSTEMS[game])


def rules() -> Iterator[tuple[str, str]]:
    """Go through the rules of all games; one that the drills share is tried in the first that has it."""
    seen: set[str] = set()
    for game in SYSTEMS:
        ids = [id for id in every_rule(game).rules if id not in seen]
        yield from ((game, id) for id in ids)
        seen.update(ids)


EACH_RULE: Final = pytest.mark.parametrize(("game", "id"), [pytest.param(*one, id=":".join(one)) for one in rules()])


@pytest.mark.parametrize("game", PLAYED)
def test_every_text_is_that_of_a_function(game: str) -> None:
    """What a game tells of and no function is, nothing would play, and nobody could amend."""
    functions = (one for some in every_rule(game).game.functions.values() for one in some)
    assert SYSTEMS[game].texts.keys() - {id for one in functions for id in one.citation.ids} == set()


@pytest.mark.parametrize("game", SYSTEMS)
def test_each_has_a_function_of_its_own(game: str) -> None:
    assert every_rule(game).shared == set()


@EACH_RULE
def test_it_can_be_amended_alone(game: str, id: str) -> None:
    here = every_rule(game)
    key = amending_key(id)
    rulebook = here.rulebook(id, key)
    wrapped = {target for target, amenders in rulebook.amenders.items() for one in amenders if one.module.key == key}
    assert wrapped == {id}
    assert in_force(rulebook) - in_force(here.rulebook(id)) == {f"HOUSE-amends-{id}"}


def vital(game: EveryRule, id: str) -> bool:
    """Tell whether play cannot go on without a rule."""
    return any(function.citation.vital for function in game.rules[id])


@EACH_RULE
def test_it_alone_goes_out_of_force(game: str, id: str) -> None:
    here = every_rule(game)
    usual = here.rulebook(id)
    if against := here.objections(id, superseding_key(id)):
        (why,) = against
        base = "and play cannot go on" if vital(here, id) else "the base answer to "
        wanted = f"{id} is out of force, and nothing else says what "
        assert f"takes {id} out of force, {base}" in why or why.startswith(wanted)
        return
    assert not vital(here, id)
    without = here.rulebook(id, superseding_key(id))
    assert in_force(usual) - in_force(without) == {id}
    assert usual.capabilities - without.capabilities == {id}
    assert not without.stands(id)


def played(game: EveryRule, on: frozenset[str], seed: int, rounds: int | None) -> tuple[int, list[Row], list[str]]:
    """Play a random game: how many actions, the rows without the options in force, the log."""
    (scenario, *_) = game.game.system.scenarios
    begun = game.game.system.start_rows(scenario)
    referee = Referee.begin(game.installed, begun, Choices(on), source=SeededDice(seed), board=scenario.board()).open()
    actions = play_on(referee, RandomBot(seed), rounds=rounds)
    rows = [row for kind, table in referee.game.state.tables.items() if kind is not InForce for row in table]
    return actions, rows, [note.text for ply in referee.journal.line() for note in ply.notes]


@pytest.mark.parametrize(("game", "seed"), [(game, seed) for game in PLAYED for seed in range(GAMES)])
def test_all_amended_at_once_play_the_same_game(game: str, seed: int) -> None:
    here, rounds = every_rule(game), PLAYED[game]
    options = frozenset(here.game.options) if seed % 2 else frozenset[str]()
    assert played(here, options | {ALL}, seed, rounds) == played(here, options, seed, rounds)
