"""Answers kept for as long as nothing they rest on has changed: many rules ask one question of one position."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from sandtable.engine.game import Game

if TYPE_CHECKING:
    from sandtable.engine.state import Row

P = ParamSpec("P")
T = TypeVar("T")
Question = Callable[Concatenate[Game, P], T]


def remembered(*kinds: type[Row]) -> Callable[[Question[P, T]], Question[P, T]]:
    """Keep the answers to a question ``(game, *what it is about)``.

    They hold while these tables stay as they are, and must rest on nothing else, not even on the rules; with no
    table named they hold for the present position. What the question is about must be hashable. All who ask share
    one answer: never change it.
    """

    def while_they_stand(question: Question[P, T]) -> Question[P, T]:
        @wraps(question)
        def asked(game: Game, /, *args: P.args, **kwargs: P.kwargs) -> T:
            answers, key = game.memory.lasting, (question, args)
            known = answers.get(key)
            if known is not None:
                for table, version in known[1]:
                    if table.version != version or game[table.kind] is not table:
                        break
                else:
                    kept: T = known[0]
                    return kept
            tables = [(game[kind], game[kind].version) for kind in kinds]
            answer = question(game, *args, **kwargs)
            answers[key] = answer, tables
            return answer

        return asked

    return while_they_stand if kinds else _in_this_position


def _in_this_position(question: Question[P, T]) -> Question[P, T]:
    @wraps(question)
    def asked(game: Game, /, *args: P.args, **kwargs: P.kwargs) -> T:
        answers: dict[Any, Any] = game.memory.of(game.state.version)
        key = question, args
        if key in answers:
            kept: T = answers[key]
            return kept
        answer = answers[key] = question(game, *args, **kwargs)
        return answer

    return asked
