"""Answers kept for as long as nothing they rest on has changed: many rules ask one question of one position."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar, cast

from sandtable.engine.actions.actions import Game
from sandtable.engine.state.memory import KeptAnswer
from sandtable.engine.state.tracked_tables import TrackedTables

if TYPE_CHECKING:
    from sandtable.engine.state.row import Row

P = ParamSpec("P")
T = TypeVar("T")
Question = Callable[Concatenate[Game, P], T]
FEW: Final = 3
NOT_SAID: Final = object()
"""Fills the place of what a question is not about: a call with places costs half of one with a list."""


def cached_while_unchanged(question: Question[P, T]) -> Question[P, T]:
    """Keep the answers to a question ``(game, *what it is about)`` while the tables it has read stay as they are.

    What it is about is said in order and must be hashable, and the answer whole: nothing in it may ask the game later.
    All who ask share one answer: never change it.
    """
    wants = signature(question).parameters.values()
    if len(wants) > 1 + FEW or any(one.kind is one.VAR_POSITIONAL for one in wants):
        return _about_many(question)

    @wraps(question)
    def ask_cached(game: Game, one: Any = NOT_SAID, other: Any = NOT_SAID, third: Any = NOT_SAID, /) -> Any:
        known = game.memory.lasting.get((question, one, other, third))
        if known is None:
            return _work_out(question, game, (one, other, third))
        state = game.state
        now = state.version
        if known.version != now or now != game.truth.version:
            for table, version in known.rests_on.items():
                if table.version != version:
                    return _work_out(question, game, (one, other, third))
            known.version = now
        tables = state.tables
        if type(tables) is TrackedTables and tables.lately is not known:
            tables.versions.update(known.rests_on)
            tables.lately = known
        return known.answer

    return cast("Question[P, T]", ask_cached)


def _work_out(question: Callable[..., Any], game: Game, places: tuple[Any, ...]) -> Any:
    """Ask a question and keep its answer, with all that is read for it."""
    said = places[: places.index(NOT_SAID)] if NOT_SAID in places else places
    state, tables = game.state, game.state.tables
    reading = state.tables = TrackedTables(tables)
    try:
        answer = question(game, *said)
    finally:
        state.tables = tables
        if isinstance(tables, TrackedTables):  # who asks rests on all of it, on what others have read before too
            tables.versions.update(reading.versions)
    game.memory.lasting[question, *places] = KeptAnswer(answer, reading.versions, state.version)
    return answer


def _about_many(question: Question[P, T]) -> Question[P, T]:
    """Keep the answers to a question about more than a few things, as of one about all of them together."""
    ask: Callable[..., T] = question

    @cached_while_unchanged
    def ask_together(game: Game, things: tuple[Any, ...]) -> T:
        return ask(game, *things)

    @wraps(question)
    def ask_cached(game: Game, /, *things: Any) -> T:
        return ask_together(game, things)

    return cast("Question[P, T]", ask_cached)


def cached_for_position(question: Question[P, T]) -> Question[P, T]:
    """Keep the answers to a question for the present position: also those that ask the game more as they are used."""

    @wraps(question)
    def ask_cached(game: Game, /, *args: P.args, **kwargs: P.kwargs) -> T:
        if isinstance(game.state.tables, TrackedTables):  # what an answer rests on is noted: none of before will do
            return question(game, *args, **kwargs)
        answers: dict[Any, Any] = game.memory.of(game.state.version)
        key = question, args
        if key in answers:
            kept: T = answers[key]
            return kept
        answer = answers[key] = question(game, *args, **kwargs)
        return answer

    return ask_cached


def noting_tables(game: Game, question: Callable[[], T]) -> tuple[T, frozenset[type[Row]]]:
    """Ask a question of a game; return its answer and the tables that were read for it."""
    state, tables = game.state, game.state.tables
    reading = state.tables = TrackedTables(tables)
    try:
        answer = question()
    finally:
        state.tables = tables
    return answer, frozenset(table.kind for table in reading.versions)
