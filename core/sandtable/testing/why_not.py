"""Why not: reasons against what is asked, what was not asked because nothing was legal, and what another is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from sandtable.engine.errors import SandtableError, Stale
from sandtable.engine.referee.ply_runner import TABLE
from sandtable.engine.referee.unasked_questions import questions_passed_over
from sandtable.engine.running.offers import Offer
from sandtable.testing.answers import in_order

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.actions.refusals import Verdict
    from sandtable.engine.running.game import RunningGame
    from sandtable.testing.under_test import GameUnderTest


class Judgement(NamedTuple):
    """What stands against an action: as an answer to which question, and why that is not open."""

    reasons: Verdict
    unasked: str = ""


def judge(play: GameUnderTest, action: Action, side: str | None) -> Judgement:
    """Say what stands against an action: as an open question, as one that was not put, as what another is asked.

    Raises ``Stale``, saying who is asked now, where nobody asks for it and nothing is known to stand against it.
    """
    kind = type(action)
    prompt = play.prompt
    if prompt is None:
        ended = play.game.ended
        raise Stale(f"The game is over{f': {ended.why}' if ended else ''}.")
    if any(ask.accepts(kind) and side in (None, ask.side) for ask in prompt.open):
        return Judgement(play.referee.verdict(action, side))
    for game, ask in questions_passed_over(play.referee, lambda one: one is kind, None if side is None else (side,)):
        who = f"{ask.side or 'the table'} was not asked: nothing it may do was left at "
        place = f"{game.frame.step} (round {game.round})"
        return _found(play, _verdict(game, action, ask), f"{who}{place}")
    if side is None:
        raise Stale(f"{kind.label()} answers no question. {who_is_asked(play)}")
    for ask in prompt.open:
        if ask.accepts(kind):
            reasons = _verdict(play.game, action, replace(ask, side=side))
            return _found(play, reasons, f"{side} is not asked")
    raise Stale(f"{kind.label()} answers no question of {side}. {who_is_asked(play)}")


def explain(play: GameUnderTest, action: Action, side: str | None) -> str:
    """Say in words why an action cannot be done, and who is asked now."""
    try:
        found = judge(play, action, side)
    except Stale as error:
        return str(error)
    against = "; ".join(map(str, found.reasons)) or "nothing"
    unasked = f"{found.unasked}. " if found.unasked else ""
    end = "" if against.endswith("?") else "."
    return f"{unasked}Against it: {against}{end} {who_is_asked(play)}"


def who_is_asked(play: GameUnderTest) -> str:
    """Say who is asked for what."""
    open_now = play.prompt.open if play.prompt else ()
    asked = ", and ".join(
        f"{ask.side or 'the table'} is asked: {', '.join(kind.label() for kind in ask.kinds)}" for ask in open_now
    )
    return f"Now {asked}." if asked else "Nobody is asked."


def _found(play: GameUnderTest, reasons: Verdict, unasked: str) -> Judgement:
    if not reasons:
        raise Stale(f"{unasked}, and no rule is known to stand against it. {who_is_asked(play)}")
    return Judgement(reasons, unasked)


def _verdict(game: RunningGame, action: Action, ask: Ask) -> Verdict:
    """Return all reasons against an answer, in the eyes of who would give it."""
    view = game.sight(ask.side) if ask.side != TABLE else game
    offer = Offer(view, ask, type(action))
    try:
        action = in_order(offer, action)
        astray = offer.astray(action)
    except SandtableError:  # what it is about may have nothing for this side
        return view.verdict(action, ask)
    try:
        return view.verdict(action, ask) or astray
    except SandtableError:  # rules need not bear what nobody was offered
        if astray:
            return astray
        raise
