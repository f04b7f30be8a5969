"""The open questions of a prompt: which of them an action answers, and who is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.errors import Broken, Invalid, Stale, unknown
from sandtable.engine.state.rows import Side

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.running.game import RunningGame


def find_ask(game: RunningGame, prompt: Prompt | None, action: Action, side: str | None) -> Ask:
    """Return the open question that an action answers; raises ``Stale`` when there is none, ``Invalid`` for several."""
    if prompt is None:
        raise Stale("the game is over" + (f": {game.ended.why}" if game.ended else ""))
    kind = type(action)
    fitting = [ask for ask in prompt.open if ask.accepts(kind) and side in (None, ask.side)]
    if not fitting:
        waits = "; ".join(
            f"{ask.side or 'the table'}: {', '.join(kind.label() for kind in ask.kinds)}" for ask in prompt.open
        )
        raise Stale(
            f"{type(action).label()} answers no open question{f' of {side}' if side else ''}; "
            f"the game waits for {waits}"
        )
    if len(fitting) > 1:
        raise Invalid(f"{type(action).label()}: say for which side, {' or '.join(ask.side for ask in fitting)}")
    return fitting[0]


def check_sides(game: RunningGame, prompt: Prompt) -> Prompt:
    """Return a prompt all of whose sides are there, and answered for; raises ``Broken`` for one that is not."""
    for ask in prompt.asks:
        if ask.side not in game[Side]:
            raise Broken(f"{ask.why or 'a question'} ({ask.rule}): {unknown('side', ask.side, game[Side].ids())}")
        if game.is_at_rest(ask.side):
            raise Broken(
                f"{ask.why or 'a question'} ({ask.rule}): nobody answers for {ask.side}, which is at rest: "
                "give it a seat or a deputy, or ask somebody else"
            )
    return prompt
