"""The steps to the end of a round that a seat need do nothing in: found in a copy, told before one word ends them all.

The copy holds what the seat sees and no more, its dice are its own, and it is left as it was found. There the seat ends
one step after the other, and so do bots where they may. What comes otherwise is noticed when the steps are ended in
earnest (``passing_on``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.errors import SandtableError
from sandtable.engine.journal.journal import ROOT
from sandtable.engine.referee.referee import Referee
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.offers import offers
from sandtable.engine.state.rows import Seat
from sandtable.engine.words import fit, in_a_row
from sandtable.play.words.present_words import contest_title, round_title
from sandtable.play.words.where import place_in_sequence, step_title
from sandtable.play.words.wording import seat_title, side_title, without_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from sandtable.engine.actions.actions import Ask
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.running.installed_game import InstalledGame

MOST: Final = 100
"""So many steps are looked ahead at most."""


class IdleStep(NamedTuple):
    """A step that a side would end. ``leaves`` are the actions that it could have done there, by their names."""

    side: str
    key: str
    title: str
    leaves: tuple[str, ...] = ()


class IdleSteps(NamedTuple):
    """The steps that end with one word, what that word is called ("End May 1808"), and what comes then."""

    steps: tuple[IdleStep, ...] = ()
    label: str = ""
    then: str = ""


class Foresight:
    """Looks ahead in a copy of what somebody sees of a position; it is left as it was found, and the campaign alone.

    ``seats`` are those for which somebody speaks who would end the steps.
    """

    def __init__(self, family: InstalledGame, seen: RunningGame, seats: Collection[str]) -> None:
        self._seats = frozenset(seats)
        self._twin = Referee(family, seen.state, source=SeededDice("idle"))

    def look(self, check: Callable[[], object] = bool) -> IdleSteps:
        """Return the steps that can be ended one after the other; none where something must be done first.

        ``check`` is called before each, and may raise to break off.
        """
        try:
            return self._look(check)
        finally:
            self._twin.history.return_to(ROOT)
            self._twin.game.state.seals = None

    def _look(self, check: Callable[[], object]) -> IdleSteps:
        twin, found = self._twin, list[IdleStep]()
        now, then, thrown = twin.game.round, "", ""
        try:
            while len(found) < MOST and not (then := what_comes(twin, now, self._seats)):
                ask = open_ask(twin)
                assert ask is not None
                if twin.game.seat_of(ask.side) in self._seats:
                    found.append(idle_step(twin.view(ask.side), ask))
                thrown = _thrown(twin.play(EndStep(), ask.side))
                check()
            if thrown and twin.prompt is not None and twin.prompt.purpose != "step":
                then = thrown  # what is asked then came of other dice than those that will be thrown
        except SandtableError:  # a rule that fails here will say so when it is asked in earnest
            then = "something else comes up"
        return IdleSteps(tuple(found), _label(twin.game, now, found), then)


def foresee(referee: Referee, seats: Collection[str]) -> IdleSteps:
    """Return the steps that these seats could end one after the other, as they see the position."""
    view = referee.game.seen_by_sides(frozenset(side for seat in seats for side in referee.game.sides_of(seat)))
    if at_once := what_comes(referee, referee.game.round, seats):
        return IdleSteps(then=at_once)
    return Foresight(referee.family, RunningGame(view.family, view.state.clone(), view.viewers), seats).look()


def _thrown(ply: Ply) -> str:
    """Say for what dice were thrown in a ply, as far as all see them; no text where none were."""
    whys = dict.fromkeys(fit(throw.why) for throw in ply.throws if throw.seen_by is None)
    return f"dice are thrown: {in_a_row(whys)}" if whys else ""


def open_ask(referee: Referee) -> Ask | None:
    """Return the question that is open, if just one is."""
    prompt = referee.prompt
    return prompt.open[0] if prompt is not None and len(prompt.open) == 1 else None


def idle_step(view: RunningGame, ask: Ask) -> IdleStep:
    """Return the step that is asked about, with what may be done in it."""
    frame = view.frame
    leaves = tuple(offer.label for offer in offers(view, ask) if offer.kind is not EndStep)
    return IdleStep(ask.side, frame.step, step_title(view, frame.step), leaves)


def what_comes(referee: Referee, now: int, seats: Collection[str]) -> str:
    """Say what comes that no word given before can answer for these seats; no text where a step can just be ended.

    ``now`` is the round that is to end; a bot's question is none of these seats' affairs where a bot can end its step.
    """
    game, prompt = referee.game, referee.prompt
    if prompt is None:
        return "the game is over"
    if game.round != now:
        return f"{round_title(game, game.round)} begins"
    ask = prompt.open[0]
    seat = game.seat_of(ask.side) or ""
    row = game[Seat].get(seat)
    if seat and seat not in seats and (row is None or row.kind == "person"):
        return f"{seat_title(game, seat)} is asked"
    return _needs_answer(referee, prompt)


def _needs_answer(referee: Referee, prompt: Prompt) -> str:
    """Say what is asked that is no step which can just be ended."""
    game, ask = referee.game, prompt.open[0]
    who = side_title(game, ask.side)
    if prompt.purpose == "dice":
        return "dice are thrown"
    if len(game.frames) > 1:
        return contest_title(game, game.frame) or _asked(who, ask)
    if prompt.purpose != "step" or len(prompt.open) > 1 or EndStep not in ask.kinds:
        return _asked(who, ask)
    reasons = game.seen_by_sides(frozenset((ask.side,))).verdict(EndStep(), ask)
    return f"{who} cannot go on yet: {reasons[0]}" if reasons else ""


def _asked(who: str, ask: Ask) -> str:
    return f"{who} is asked: {without_name(who, ask.why)}" if ask.why else f"{who} is asked something"


# -- in words


def _label(game: RunningGame, now: int, steps: list[IdleStep]) -> str:
    """Return what it is called to end these steps, by where that leads: to the end of the round or not so far."""
    if game.ended is not None or game.round != now:
        return f"End {round_title(game, now)}"
    side = game.frames[0].side
    other = f", {side_title(game, side)}" if side and (not steps or side != steps[-1].side) else ""
    return f"Pass on to {place_in_sequence(game, game.frames[0])}{other}"


def describe_idle(game: RunningGame, idle: IdleSteps) -> list[str]:
    """Say what would be passed, a line for each side and step with what is left undone, and what comes then."""
    lines = [f"{_title(game, one)}{f' (not done: {in_a_row(one.leaves)})' if one.leaves else ''}" for one in idle.steps]
    return [*lines, f"Then {idle.then}"]


def brief_idle(game: RunningGame, idle: IdleSteps) -> str:
    """Say in a line which steps would be ended: "France: Depots, Land movement; then June 1808 begins"."""
    return f"{_by_side(game, idle.steps)}; then {idle.then}"


def _by_side(game: RunningGame, steps: Iterable[IdleStep]) -> str:
    by_side: dict[str, list[str]] = {}
    for one in steps:
        by_side.setdefault(one.side, []).append(one.title)
    return "; ".join(f"{side_title(game, side)}: {', '.join(titles)}" for side, titles in by_side.items())


def _title(game: RunningGame, step: IdleStep) -> str:
    return f"{side_title(game, step.side)}, {step.title}"


def describe_passed(game: RunningGame, steps: Iterable[IdleStep], stopped: str) -> str:
    """Say what was passed, and why it went no further."""
    passed = _by_side(game, steps)
    return " ".join(filter(None, (f"Passed: {passed}." if passed else "Nothing was passed.", stopped)))
