"""Who answers while a test plays on: what it prefers, else plainly, or at random by a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, cast

from sandtable.engine.actions.actions import Action, Pass
from sandtable.engine.actions.domains import Subset, Sums
from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.running.offers import Offer
from sandtable.lab.bots import RandomBot

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Ask
    from sandtable.engine.actions.domains import Domain
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import RunningGame

Preference = Action | type[Action] | Callable[[Action], bool]
"""What to do where it is legal: an action, any of a kind, any of which something is true."""
MOST: Final = 1000
"""So many actions of a kind are looked at for one of which something is true."""


class Answers:
    """Answers for everybody: the first preference that is legal, else plainly, or at random with a seed.

    Plainly is to pass, to end the step, or else to do the first thing there is.
    """

    def __init__(self, prefer: Preference | Iterable[Preference], seed: int | str | None) -> None:
        self.preferences: list[Preference] = [*prefer] if isinstance(prefer, Iterable) else [prefer]
        self.bot = None if seed is None else RandomBot(seed)

    def answer(self, referee: Referee, ask: Ask) -> Action | None:
        """Return what to answer a question with, ``None`` when nothing is legal."""
        view = referee.view(ask.side)
        for one in self.preferences:
            if (action := self._preferred(one, view, ask)) is not None:
                return action
        return _plain_answer(view, ask) if self.bot is None else self.bot.answer(referee, ask)

    def _preferred(self, one: Preference, view: RunningGame, ask: Ask) -> Action | None:
        if isinstance(one, type):
            return _some(view, ask, one) if ask.accepts(one) else None
        if isinstance(one, Action):
            action = cast("Action", one)
            return _legal(view, ask, action) if ask.accepts(type(action)) else None
        ways = (action for kind in ask.kinds for action in islice(Offer(view, ask, kind).actions(), MOST))
        return next((action for action in ways if one(action)), None)


def _some(view: RunningGame, ask: Ask, kind: type[Action]) -> Action | None:
    return Pass() if kind is Pass else Offer(view, ask, kind).some()


def _legal(view: RunningGame, ask: Ask, action: Action) -> Action | None:
    if isinstance(action, Pass):
        return action
    offer = Offer(view, ask, type(action))
    action = in_order(offer, action)
    return None if offer.astray(action) or view.verdict(action, ask) else action


def _plain_answer(view: RunningGame, ask: Ask) -> Action | None:
    if ask.optional:
        return Pass()
    kinds = sorted(ask.kinds, key=lambda kind: kind is not EndStep)
    return next((action for kind in kinds if (action := _some(view, ask, kind)) is not None), None)


def in_order(offer: Offer, action: Action) -> Action:
    """Return an action whose shares and choices stand in the order of their domains, which a test need not know."""
    fields = action.__struct_fields__
    if not any(isinstance(getattr(action, field), tuple) for field in fields):
        return action
    for field in fields:
        offer = offer.fill(**{field: _in_order(offer.domain(field), getattr(action, field))})
    return offer.action()


def _in_order(domain: Domain[Any], value: object) -> object:
    """Return a value in the order of its domain where it is in it then; else as it was."""
    if isinstance(domain, Sums):
        parts: list[Any] = [*domain.limits]  # pyright: ignore[reportUnknownMemberType]  # parts of any type
        found = _sorted(value, lambda pair: parts.index(pair[0]))
    elif isinstance(domain, Subset):
        values: list[Any] = [*domain.values]  # pyright: ignore[reportUnknownMemberType]  # likewise
        found = _sorted(value, values.index)
    else:
        return value
    return found if found in domain else value


def _sorted(value: object, place: Callable[[Any], int]) -> object:
    """Return a tuple by the places of what is in it, or what has no such places as it was."""
    try:
        return tuple(sorted(cast("tuple[Any, ...]", value), key=place))
    except (TypeError, ValueError, LookupError):
        return value
