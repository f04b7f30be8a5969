"""What the guide would do: an action in words, as it is typed, and where on the map it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sandtable.engine.actions.actions import Action, Pass, describe_action
from sandtable.engine.actions.domains import Sums
from sandtable.engine.actions.ways import Ways
from sandtable.engine.running.common_actions import EndStep, EnterThrow
from sandtable.engine.running.offers import Offer
from sandtable.engine.words import sentence
from sandtable.play.turn.entries import NOTHING, only_value
from sandtable.play.turn.places import spot_of
from sandtable.play.words.naming import OfferedValues

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.actions.actions import Ask
    from sandtable.engine.running.game import RunningGame
    from sandtable.present import Advice

ONLY = "There is no other choice."
ENDS = "Nothing more seems worth doing here; end the step when you are content."
PASSES = "You need not take it, and there seems to be little to gain."
EXAMPLE = "It is only an example of what is possible here, and can be undone."


class Suggestion(NamedTuple):
    """What one might do, and why; nobody is bound by it.

    ``does`` says it in a sentence, ``because`` gives the reason, ``typed`` is what one types at the terminal, and
    ``spots`` are the spaces and pieces that it names.
    """

    action: Action
    does: str
    because: str
    typed: str
    spots: tuple[str, ...]


def suggestion(
    game: RunningGame, ask: Ask, advice: Iterable[Advice], *, taught: bool, acted: bool
) -> Suggestion | None:
    """Return what one might do, ``None`` where dice are to be entered.

    ``taught``: the game says something of this question. ``acted``: the side has done something in this step already.
    """
    if EnterThrow in ask.kinds:
        return None
    found = _of_game(game, ask, advice) or _for_want_of_better(game, ask, taught=taught, acted=acted)
    return _worded(game, ask, *found) if found is not None else None


def _of_game(game: RunningGame, ask: Ask, advice: Iterable[Advice]) -> tuple[Action, str] | None:
    """Return what the game advises: what weighs most, of what the rules allow."""
    weighed = sorted(advice, key=lambda one: -one.weight)
    found = next((one for one in weighed if is_open(game, ask, one.action)), None)
    if found is None:
        return None
    return found.action, (ONLY if not ask.optional and _is_sole(game, ask) else found.because)


def is_open(game: RunningGame, ask: Ask, action: Action) -> bool:
    """Tell whether an action may answer a question."""
    kind = type(action)
    return ask.accepts(kind) and not Offer(game, ask, kind).astray(action) and game.allows(action, ask)


def _for_want_of_better(game: RunningGame, ask: Ask, *, taught: bool, acted: bool) -> tuple[Action, str] | None:
    """Return what is always possible; a game that says nothing is shown by an example, once in a step."""
    leaves: list[tuple[Action, str]] = [(EndStep(), ENDS), (Pass(), PASSES)]
    leave = next((one for one in leaves if is_open(game, ask, one[0])), None)
    if leave is not None and (taught or acted):
        return leave
    example = next((one for kind in ask.kinds if kind is not EndStep and (one := Offer(game, ask, kind).some())), None)
    if example is None:
        return leave
    return example, (ONLY if leave is None and _is_sole(game, ask) else EXAMPLE)


def _is_sole(game: RunningGame, ask: Ask) -> bool:
    """Tell whether there is just one answer to a question."""
    answers = (action for kind in ask.kinds for action in Offer(game, ask, kind).actions())
    return next(answers, None) is not None and next(answers, None) is None


# -- in words


def _worded(game: RunningGame, ask: Ask, action: Action, because: str) -> Suggestion:
    does = type(action).label() if isinstance(action, EndStep | Pass) else describe_action(action, game, ask)
    said, spots = [type(action).label()], list[str]()
    offer = Offer(game, ask, type(action))
    for field in action.__struct_fields__:
        domain, value = offer.domain(field), getattr(action, field)
        end = _end_of_way(domain, value)
        spots += _spots(end) if end is value else _spaces_at_end(domain, end)
        if only_value(domain) is NOTHING:
            said.append(_typed(OfferedValues(offer, field), domain, end))
        offer = offer.fill(**{field: value})
    return Suggestion(
        action, sentence(does.rstrip(".")), because, " > ".join(said), tuple(dict.fromkeys(filter(None, spots)))
    )


def _end_of_way(domain: object, value: Any) -> object:
    """Return what a value is named and pointed at by: a way by where it ends."""
    return cast("tuple[object, ...]", value)[-1] if isinstance(domain, Ways) and value else value


def _typed(values: OfferedValues, domain: object, value: object) -> str:
    """Return what is typed for a value: its name, and of shares how much of what."""
    if not isinstance(domain, Sums):
        return values.name(value)
    shares = cast("tuple[tuple[object, int], ...]", value)
    return ", ".join(f"{values.name(part)}={share}" for part, share in shares)


def _spaces_at_end(ways: Any, end: object) -> tuple[str, ...]:
    """Return all spaces in which a way ends: a line may lie over several."""
    found: tuple[str, ...] = ways.spaces_of(end)  # of whatever states
    return found


def _spots(value: object) -> list[str]:
    """Return the ids in a value that may be pointed at on the map: of several things each."""
    items = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
    return [spot_of(one) for one in items]
