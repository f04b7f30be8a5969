"""What an amendment was written for: the functions that it wraps, and whether they answer alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.errors import Broken
from sandtable.engine.hooks import QUERIES
from sandtable.engine.rules.rule_functions import RuleFunction, listener_arguments

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Protocol

    from sandtable.engine.hooks import Hook

    class Installed(Protocol):
        """Rule functions by the ids that they cite, and the hooks there are."""

        @property
        def where(self) -> Mapping[str, list[RuleFunction]]: ...
        @property
        def hooks(self) -> Mapping[str, Hook[..., Any]]: ...


EVENT: Final = "event"
ANSWERS: Final = {
    "refuses": "Refusal", "refuses_step": "Refusal", "ends_way": "Stop", "refuses_end": "Refusal", "conceals": "Row",
    "reacts": "Iterable[Reaction]", "doable": "bool", "fills": "Domain[Any]",
}  # fmt: skip
"""What listeners answer that are queries; the others are events and answer nothing."""


class Manner(NamedTuple):
    """How a function answers: as which kind of query or as an event, what it is given, what it answers."""

    kind: str
    arguments: tuple[str, ...]
    answer: str

    def __str__(self) -> str:
        return f"is given {', '.join(self.arguments)} and answers {self.answer}"


def manner_of(game: Installed, function: RuleFunction) -> Manner:
    """Return how a function answers; an amendment answers as what it amends."""
    if function.citation.amends:
        return manner_of(game, targets_of(game, function)[0])
    assert function.slot is not None
    place, key = function.slot
    if place != "hook":
        kind = place if place in QUERIES else EVENT
        return Manner(kind, listener_arguments(function.slot), ANSWERS.get(place, "None"))
    hook = game.hooks[str(key)]
    kind = hook.kind if hook.kind in QUERIES else EVENT
    return Manner(kind, hook.parameters, hook.answer.removesuffix(" | None"))


def argument_names(game: Installed, function: RuleFunction) -> tuple[str, ...]:
    """Return the names of a function's arguments: those of its place, after ``was`` for an amendment."""
    names = manner_of(game, function).arguments
    return ("was", *names) if function.citation.amends else names


def targets_of(game: Installed, amender: RuleFunction) -> list[RuleFunction]:
    """Return the functions that an amendment was written for.

    Where there are several, those that can hand it the arguments that it takes: a rule that amends what does not
    answer alike has a function for each.
    """
    there = [function for id in amender.citation.amends for function in game.where.get(id, ())]
    if not there:
        raise Broken(
            f"{amender.where} amends {' and '.join(amender.citation.amends)}, which has no function",
            amender.module.key,
        )
    fitting = [function for function in there if _can_amend(game, amender, function)]
    return fitting if len(there) > 1 and fitting else there


def _can_amend(game: Installed, amender: RuleFunction, function: RuleFunction) -> bool:
    manner = manner_of(game, function)
    awaits = amender.asynchronous
    return (
        set(amender.parameters[1:]) <= set(manner.arguments)
        and (awaits or not function.asynchronous)
        and (manner.kind == EVENT or not awaits)
    )


def check_amendment(game: Installed, amender: RuleFunction) -> None:
    """Raise ``Broken`` for an amendment that cannot stand where its rules stand."""
    targets, ids = targets_of(game, amender), amender.citation.amends
    where, names = f"{amender.where} amends {' and '.join(ids)}", argument_names(game, amender)
    amended = {id for function in targets for id in function.citation.ids}
    several = [function for id in ids for function in game.where[id]]
    if not amended.issuperset(ids) or len({manner_of(game, function) for function in targets}) > 1:
        they = "; ".join(f"{f.where} ({f.rule_ids}) {manner_of(game, f)}" for f in dict.fromkeys(several))
        raise _broken(amender, f"{where}, which do not answer alike: {they}; write a function with its id for each")
    for name in amender.parameters:
        if name not in names:
            raise _broken(amender, f"{amender.where} takes {name!r}; it can have {', '.join(names)}")
    if any(function.asynchronous for function in targets) and not amender.asynchronous:
        raise _broken(amender, f"{where}, which may ask: make it `async def` too")
    if amender.asynchronous and manner_of(game, amender).kind != EVENT:
        raise _broken(amender, f"{where}, which is a query and must not await: make it a plain function")


def check_circles(game: Installed, amender: RuleFunction, trail: tuple[str, ...] = ()) -> None:
    """Raise ``Broken`` for an amendment that amends itself in the end."""
    id = amender.citation.ids[0]
    if id in trail:
        raise _broken(amender, f"{amender.where} amends itself: {' → '.join((*trail, id))}")
    for target in amender.citation.amends:
        for function in game.where.get(target, ()):
            if function.citation.amends:
                check_circles(game, function, (*trail, id))


def _broken(amender: RuleFunction, message: str) -> Broken:
    return Broken(message, amender.module.key)
