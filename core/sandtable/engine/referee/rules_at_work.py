"""Which rules are at work in a ply: told where it comes out otherwise by other rules than it was played under."""

from __future__ import annotations

import inspect
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sandtable.engine.errors import SandtableError
from sandtable.engine.referee.referee import Referee
from sandtable.engine.referee.replay import since_base
from sandtable.engine.running.chance import EnteredDice

if TYPE_CHECKING:
    from collections.abc import Collection
    from types import CodeType, FrameType

    from sandtable.engine.journal.journal import Journal
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.state import State


def rules_at_work(
    family: InstalledGame, start: State, journal: Journal, id: int, modules: Collection[str]
) -> list[str]:
    """Work a ply out once more; return the rules of some modules that are asked meanwhile.

    ``start`` is the position that ``verify`` starts from; the plies before this one must come out the same.
    """
    *before, ply = since_base(journal, id)
    rests = max((number for number, one in enumerate(before, 1) if one.is_save_point), default=0)
    state = start.clone()
    for one in before[:rests]:
        state.reapply(one.changes)
    state.take()
    referee = Referee(family, state, source=EnteredDice())
    for one in before[rests:]:
        referee.rerun(one)
    named = _ids_by_code(family, modules)
    asked: dict[str, None] = {}

    def look(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call" and frame.f_code in named:
            asked[named[frame.f_code]] = None

    former = sys.getprofile()
    sys.setprofile(look)
    try:
        with suppress(SandtableError):  # that it comes out otherwise is known
            referee.rerun(ply)
    finally:
        sys.setprofile(former)
    return sorted(asked)


def _ids_by_code(family: InstalledGame, modules: Collection[str]) -> dict[CodeType, str]:
    return {
        inspect.unwrap(getattr(function.module, function.name)).__code__: id
        for key in modules
        for function in family.functions.get(key, ())
        for id in function.citation.ids[:1]
    }
