"""Whose code runs, or ran when something went wrong: read off a stack, for what no hook's caller has seen."""

from __future__ import annotations

import sys
from inspect import currentframe
from typing import TYPE_CHECKING

from sandtable.engine.actions.actions import Action
from sandtable.engine.code_places import place_in
from sandtable.engine.errors import Broken
from sandtable.engine.failures import Culprit, describe_failure, is_of_the_engine, is_own
from sandtable.engine.rules.rules import RuleModule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FrameType

    from sandtable.engine.rules.module_set import ModuleSet


def culprit(family: ModuleSet, stack: Iterable[tuple[FrameType, int]]) -> Culprit | None:
    """Return whose code is innermost in a stack (innermost first, each frame with its line), if it is a plugin's."""
    place: tuple[str, str] | None = None
    for frame, line in stack:
        name = str(frame.f_globals.get("__name__", ""))
        if not family.brings(name):
            continue
        if place is None:
            place = name, f"{place_in(frame, line)}, in {frame.f_code.co_name}"
        owner: object = frame.f_locals.get("self")
        home = type(owner).__module__
        if isinstance(owner, RuleModule):
            return Culprit(owner.key, place[1])
        if isinstance(owner, Action):
            return Culprit(family.owner(home), place[1])
    return None if place is None else Culprit(family.owner(place[0]), place[1])


def outward(frame: FrameType | None) -> Iterator[tuple[FrameType, int]]:
    """Go through a running stack from a frame to its callers."""
    while frame is not None:
        yield frame, frame.f_lineno
        frame = frame.f_back


def within(thread: int) -> Iterator[tuple[FrameType, int]]:
    """Go through what a thread (by its identity) is at just now, innermost first."""
    frames = sys._current_frames()  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # documented, and the only way
    return outward(frames.get(thread))


def culprit_now(family: ModuleSet) -> Culprit | None:
    """Return whose code calls the engine just now."""
    return culprit(family, outward(currentframe()))


def culprit_of(family: ModuleSet, error: BaseException) -> Culprit | None:
    """Return whose code an exception has come out of, or struck."""
    stack: list[tuple[FrameType, int]] = []
    trace = error.__traceback__
    while trace is not None:
        stack.append((trace.tb_frame, trace.tb_lineno))
        trace = trace.tb_next
    return culprit(family, reversed(stack))


def at_the_door(family: ModuleSet, error: BaseException) -> Broken | None:
    """Return ``Broken`` for an exception that came out of a plugin's code unseen; ``None`` when it is not one's."""
    if isinstance(error, Broken):
        return error
    if not is_own(error) or is_of_the_engine(error):
        return None
    found = culprit_of(family, error)
    return Broken(f"module {found.module} {describe_failure(error)} ({found.where})", found.module) if found else None
