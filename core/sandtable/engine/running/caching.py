"""Answers kept for as long as nothing they rest on has changed: many rules ask one question of one position."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from sandtable.engine.actions.actions import Game
from sandtable.engine.state.memory import KeptAnswer
from sandtable.engine.state.tracked_tables import TrackedTables

if TYPE_CHECKING:
    from sandtable.engine.state.row import Row

P = ParamSpec("P")
T = TypeVar("T")
Question = Callable[Concatenate[Game, P], T]


def cached_while_unchanged(question: Question[P, T]) -> Question[P, T]:
    """Keep the answers to a question ``(game, *what it is about)`` while the tables it has read stay as they are.

    What it is about must be hashable, and the answer whole: nothing in it may ask the game later. All who ask share
    one answer: never change it.
    """

    @wraps(question)
    def ask_cached(game: Game, /, *args: P.args, **kwargs: P.kwargs) -> T:
        state, answers, key = game.state, game.memory.lasting, (question, args)
        tables, known = state.tables, answers.get(key)
        if known is not None:
            now = state.version
            if known.version == now == game.truth.version or known.still_rests(now):
                if isinstance(tables, TrackedTables) and tables.lately is not known:
                    tables.versions.update(known.rests_on)
                    tables.lately = known
                kept: T = known.answer
                return kept
        reading = state.tables = TrackedTables(tables)
        try:
            answer = question(game, *args, **kwargs)
        finally:
            state.tables = tables
            if isinstance(tables, TrackedTables):  # who asks rests on all of it, on what others have read before too
                tables.versions.update(reading.versions)
        answers[key] = KeptAnswer(answer, reading.versions, state.version)
        return answer

    return ask_cached


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
