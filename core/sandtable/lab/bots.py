"""Bots answer prompts from what their seat can see; random play is the plainest and finds the most faults."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from sandtable.engine.actions.actions import Pass
from sandtable.engine.errors import Broken
from sandtable.engine.failures import OURS, Trial, describe_failure, is_of_the_engine
from sandtable.engine.referee.referee import Refused
from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.running.offers import Offer

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.referee.referee import Referee

LINGERS: Final = 6
DISCOVERIES: Final = 200


class Bot(Protocol):
    """Answers questions for the sides it plays."""

    def answer(self, referee: Referee, ask: Ask) -> Action | None:
        """Return a legal answer, ``None`` when there is none."""
        ...


def answering(bot: Bot) -> Callable[[Referee, Ask], Action | None]:
    """Return what asks a bot; what one of a package raises is laid at its door."""
    return bot.answer if type(bot).__module__.startswith(OURS) else partial(_ask_stranger, bot)


def ask_bot(bot: Bot, referee: Referee, ask: Ask) -> Action | None:
    """Return a bot's answer; what it raises is laid at its door, with the package that it comes from."""
    return answering(bot)(referee, ask)


def _ask_stranger(bot: Bot, referee: Referee, ask: Ask) -> Action | None:
    with Trial() as trial:
        return bot.answer(referee, ask)
    error = trial.failure
    assert error is not None  # or it had answered
    if is_of_the_engine(error):
        raise error
    kind = type(bot)
    package = kind.__module__.partition(".")[0]
    raise Broken(f"the bot {kind.__qualname__} ({package}) {describe_failure(error)}", kind.__module__) from error


class RandomBot:
    """Picks a kind of action at random, then fills its fields at random.

    It ends a step or passes one time in ``LINGERS`` while there is something else to do: a bot that
    ends half its steps at once would see little of the game. Its chance is its own.
    """

    def __init__(self, seed: int | str) -> None:
        self.rng = Random(str(seed))

    def answer(self, referee: Referee, ask: Ask) -> Action | None:
        random = self.rng.random
        view = referee.view(ask.side)
        kinds = [kind for kind in ask.kinds if kind is not EndStep]
        if random() * LINGERS >= 1:
            last: tuple[type[Action], ...] = (EndStep,) if len(kinds) < len(ask.kinds) else ()
        else:
            last = ()
            if len(kinds) < len(ask.kinds):
                kinds, last = [EndStep], tuple(kinds)
            elif ask.optional:
                return Pass()
        while kinds:
            action = Offer(view, ask, kinds.pop(int(random() * len(kinds)))).sample(self.rng)
            if action is not None:
                return action
        for kind in last:
            action = Offer(view, ask, kind).sample(self.rng)
            if action is not None:
                return action
        return Pass() if ask.optional else None


class EvenBot:
    """Picks among the kinds of action and passing evenly, then fills fields evenly: no choice is liked better."""

    def __init__(self, chance: Random) -> None:
        self.rng = chance

    def answer(self, referee: Referee, ask: Ask) -> Action | None:
        view = referee.view(ask.side)
        kinds: list[type[Action]] = [*ask.kinds, *([Pass] if ask.optional else [])]
        while kinds:
            kind = kinds.pop(int(self.rng.random() * len(kinds)))
            action = Pass() if kind is Pass else Offer(view, ask, kind).sample(self.rng)
            if action is not None:
                return action
        return None


BOTS: dict[str, Callable[[int | str], Bot]] = {"random": RandomBot}


def play_on(
    referee: Referee,
    bot: Bot,
    *,
    most: int = 100_000,
    rounds: int | None = None,
    tick: Callable[[Referee], None] | None = None,
) -> int:
    """Have a bot answer every prompt until the game (or round ``rounds``) is over; return the number of actions.

    ``tick`` is called before each action. Raises ``Broken`` for a dead end (a prompt that nothing legal
    answers) and for a game that does not end within ``most`` actions.
    """
    played = discoveries = 0
    answer = answering(bot)
    while played < most:
        if tick is not None:
            tick(referee)
        prompt = referee.prompt
        if prompt is None or (rounds is not None and referee.game.round > rounds):
            return played
        ask = prompt.open[0]
        action = answer(referee, ask)
        if action is None:
            kinds = ", ".join(kind.label() for kind in ask.kinds)
            raise Broken(f"dead end: {ask.side} has no legal answer to {ask.why!r} ({ask.rule}) with: {kinds}")
        try:
            referee.play(action, ask.side)
        except Refused as refused:  # what the seat could not see stands against it: a discovery; try something else
            discoveries += 1
            if discoveries == DISCOVERIES:
                raise Broken(f"{ask.side} is refused {DISCOVERIES} times in one place, lastly: {refused}") from refused
        else:
            played += 1
            discoveries = 0
    raise Broken(f"no end after {most:,} actions: round {referee.game.round}, step {referee.game.frame.step}")
