"""An action carried out."""

from __future__ import annotations

from types import CoroutineType
from typing import TYPE_CHECKING, cast

from sandtable.engine.failures import Blame, Method

if TYPE_CHECKING:
    from typing import Never

    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.running.game import RunningGame


async def carry_out(game: RunningGame, action: Action, ask: Ask) -> None:
    """Carry an action out; rules do it by ``perform``, whose call is found where nobody awaits it."""
    try:
        work = action.perform(game, cast("Ask[Never]", ask))
        if isinstance(work, CoroutineType):
            await work
    except BaseException as error:
        Blame(Method(type(action), "perform")).lay_at_its_door(error)
        raise
