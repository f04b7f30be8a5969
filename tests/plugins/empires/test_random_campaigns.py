"""Random games of the campaign that ships, over a covering array of options and parameters.

They end without exception, dead end or endless loop; at every ply the books balance and everybody is somewhere.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import inspect

from sandtable.engine import Choices
from sandtable.engine.discovery.modules import Plugins
from sandtable.engine.errors import Invalid
from sandtable.play.begin.starts import Start, find_scenario, require_usable
from sandtable_empires.model import FRANCE, SPAIN, Calendar, sides
from tests.covering import Case, met, pairs, pairwise
from tests.plugins.empires.books import nothing_pending
from tests.plugins.empires.watched import Watched
from tests.tiers import count

SHIPPED: Final = Path(__file__).parents[3] / "scenarios.db"
GAMES: Final = count(1000)
BATCHES: Final = 20
MONTHS: Final = 12
NATIONS: Final = (FRANCE, SPAIN)


@cache
def start() -> Start:
    """Return the campaign as the library that ships has it."""
    return find_scenario(f"{SHIPPED}#peninsula-1808", Plugins(safe=True))


# --- what it is played with


@cache
def factors() -> dict[str, tuple[Any, ...]]:
    """Return every option, on and off, and every parameter with its default and its bounds."""
    family = start().family
    found: dict[str, tuple[Any, ...]] = dict.fromkeys(family.options, (False, True))
    for key, module in family.modules.items():
        for field in fields(module.Parameters):
            found[f"{key}.{field.name}"] = levels(field)
    return found


def fields(parameters: type) -> tuple[inspect.Field, ...]:
    told = inspect.type_info(parameters)
    assert isinstance(told, inspect.StructType)
    return told.fields


def levels(field: inspect.Field) -> tuple[Any, ...]:
    """Return the values of a parameter that are tried: the default first."""
    match field.type.type if isinstance(field.type, inspect.Metadata) else field.type:
        case inspect.IntType(ge=least, le=most) if least is not None and most is not None:
            values: tuple[Any, ...] = (least, most)
        case inspect.LiteralType(values=words):
            values = tuple(words)
        case inspect.BoolType():
            values = (False, True)
        case inspect.StrType():
            values = NATIONS
        case other:
            raise AssertionError(f"say which values of {field.name} shall be tried: {other}")
    return tuple(dict.fromkeys((field.default, *values)))


def choices(case: Case) -> Choices:
    parameters: dict[str, dict[str, Any]] = {}
    for name, value in case.items():
        module, dot, field = name.partition(".")
        if dot and value != factors()[name][0]:
            parameters.setdefault(module, {})[field] = value
    return Choices(frozenset(name for name, value in case.items() if "." not in name and value), parameters)


@cache
def work(on: frozenset[str]) -> bool:
    """Ask the solver whether these options can be used together."""
    try:
        require_usable(start().family, Choices(on))
    except Invalid:
        return False
    return True


@cache
def cases() -> tuple[Case, ...]:
    return tuple(pairwise(factors(), lambda case: work(choices(case).on)))


def test_every_two_values_meet_in_some_game() -> None:
    """No two printed options exclude each other yet: all pairs are there, in few enough cases to play them all."""
    assert {pair for case in cases() for pair in met(case)} == set(pairs(factors()))
    assert all(work(choices(case).on) for case in cases())
    assert len(cases()) <= count(1000, "nightly") // 20


# --- the games


def play_year(number: int) -> None:
    """Play a game of a year; every tenth with detours and worked out again, every other tenth to its very end."""
    case = cases()[number % len(cases())]
    game = Watched(start().family, start().rows(), choices(case), f"peninsula {number}")
    kind = (number + number // len(cases())) % 10
    match kind:
        case 0:
            game.play_with_detours(MONTHS)
            game.prove()
        case 5:
            game.play(None)
        case _:
            game.play(MONTHS)
    end = game.referee.game
    if end.ended is None:
        assert kind != 5
        assert end.round == MONTHS + 1
        nothing_pending(end)
    else:
        assert end.ended.winner in sides(end)
        assert end.round == end[Calendar]["calendar"].last
        assert game.referee.prompt is None


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_years_in_the_peninsula_keep_their_books(batch: int) -> None:
    for number in range(batch, GAMES, BATCHES):
        try:
            play_year(number)
        except Exception as error:
            error.add_note(f"game {number} of {GAMES}, played with {choices(cases()[number % len(cases())])}")
            raise
