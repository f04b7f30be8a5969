"""What a rule may await: ask, ask_all, ask_together, offer, roll, throw, pick, react.

Procedures are coroutines that the referee drives with ``send``; there is no event loop. Their locals
only say where we are: fetch rows again after an ``await``.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypedDict, TypeVar, Unpack, cast

from msgspec.structs import replace

from sandtable.engine.actions.actions import Action, Ask, Pass
from sandtable.engine.actions.answer_to import AnswerTo
from sandtable.engine.actions.prompts import Prompt
from sandtable.engine.errors import Broken
from sandtable.engine.failures import Blame, Method
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.rule_at_work import needed_rule, this_rule
from sandtable.engine.running.awaiting import awaited
from sandtable.engine.running.chance import Throw
from sandtable.engine.running.dice import Dice, Outcome, parse
from sandtable.engine.running.performing import carry_out
from sandtable.engine.state.rows import Side, StandingAnswer

if TYPE_CHECKING:
    from typing import Never

    from sandtable.engine.actions.prompts import Purpose
    from sandtable.engine.rules.rules import Moment, Reaction
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.rows import SideId

T = TypeVar("T")
S = TypeVar("S")
A = TypeVar("A", bound=Action)
NOTHING: Final[Any] = None
"""What a question is about that is about nothing."""
REACTIONS: Final = 500


class Request:
    """Something only the referee can answer; awaiting it yields it there."""

    __slots__ = ()

    def __await__(self) -> Generator[Request, Any, Any]:
        return (yield self)


class GameRequest(Request):
    """Asks which game this is."""

    __slots__ = ()


class DiceRequest(Request):
    """Asks what the dice show."""

    __slots__ = ("throw",)

    def __init__(self, throw: Throw) -> None:
        self.throw = throw


class PromptRequest(Request):
    """Asks what the table answers: one action, or for a sealed prompt one for each side."""

    __slots__ = ("prompt",)

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt


_GAME_REQUEST = GameRequest()


@awaited
async def roll(dice: str, *, why: str, rule: str = "", seen_by: tuple[str, ...] | None = None, by: str = "") -> int:
    """Roll dice (``"2d6"``) and return their sum; ``seen_by`` names the sides that see the throw, ``None``: all.

    ``by`` is the side that throws them: the ledger of dice names it, and counts its luck.

    .. versionadded:: 0.1
    """
    return sum(await throw(dice, why=why, rule=rule, seen_by=seen_by, by=by))


@awaited
async def throw(
    dice: str, *, why: str, rule: str = "", seen_by: tuple[str, ...] | None = None, by: str = ""
) -> Outcome:
    """Roll dice and return each face.

    ``"2d6"`` are two dice of 1 to 6, ``"1d0-9"`` is one of 0 to 9, and ``"1d00-99"`` one of 00 to 99: one number,
    though it is thrown with two ten-sided dice.

    .. versionadded:: 0.1
    """
    thrown, cited = parse(dice), needed_rule(rule, "a throw", why)
    return cast("Outcome", await DiceRequest(Throw(thrown, why, cited, seen_by, by)))


@awaited
async def pick(
    items: Sequence[T], *, why: str, rule: str = "", seen_by: tuple[str, ...] | None = None, by: str = ""
) -> T:
    """Draw one item at random (a single one without a throw); raises ``Broken`` when there is none.

    .. versionadded:: 0.1
    """
    if not items:
        raise Broken(f"there is nothing to pick from: {why} ({rule or this_rule()})")
    if len(items) == 1:
        return items[0]
    cited = needed_rule(rule, "a draw", why)
    faces = cast("Outcome", await DiceRequest(Throw(Dice(1, len(items)), why, cited, seen_by, by)))
    return items[faces[0] - 1]


class StandingTerms(TypedDict, total=False):
    """What of a question a standing answer can refer to: "not in this province", "ask from 2:1"."""

    topics: tuple[str, ...]
    worth: int | None


@awaited
async def ask(
    side: str, kind: AnswerTo[S, A], why: str, *, rule: str = "", about: S = NOTHING, **terms: Unpack[StandingTerms]
) -> A:
    """Have a side answer with an action of this kind: ``Retreat(Action[CorpsId])`` is asked ``about`` a corps.

    .. versionadded:: 0.1
    """
    question = Ask(side, (kind.check_subject(about),), why, rule or this_rule(), about, **terms)
    return cast("A", await PromptRequest(Prompt((question,))))


@awaited
async def ask_any(
    side: str, kinds: tuple[AnswerTo[S, Action], ...], why: str, *, rule: str = "", about: S = NOTHING
) -> Action:
    """Have a side answer with an action of one of these kinds.

    .. versionadded:: 0.1
    """
    question = Ask(side, tuple(kind.check_subject(about) for kind in kinds), why, rule or this_rule(), about)
    return cast("Action", await PromptRequest(Prompt((question,))))


@awaited
async def ask_together(asks: Iterable[Ask]) -> dict[str, Action]:
    """Have several sides answer at once; no answer is seen before the last is in. Returns side -> answer.

    Whoever may decline and has left a standing pass is not asked: its answer is ``Pass``.

    .. versionadded:: 0.1
    """
    game = await _GAME_REQUEST
    listed = tuple(one if one.rule else replace(one, rule=this_rule()) for one in asks)
    for one in listed:
        check_subjects(one)
    if len({one.side for one in listed}) < len(listed):
        raise Broken("ask_together puts two questions to one side: combine them in one action")
    passing = {one.side for one in listed if one.optional and has_standing_pass(game, one)}
    left = tuple(one for one in listed if one.side not in passing)
    answers = cast("dict[str, Action]", await PromptRequest(Prompt(left, "sealed"))) if left else {}
    return {one.side: Pass() if one.side in passing else answers[one.side] for one in listed}


def check_subjects(ask: Ask) -> None:
    """Raise ``Broken`` for a kind of action that does not answer questions about such a thing."""
    for kind in ask.kinds:
        kind.check_subject(cast("Never", ask.about))


@awaited
async def ask_all(
    sides: Iterable[str], kind: AnswerTo[S, A], why: str, *, rule: str = "", about: S = NOTHING
) -> dict[str, A]:
    """Put the same question to several sides at once, as ``ask_together`` does. Returns side -> answer.

    .. versionadded:: 0.1
    """
    kinds, cited = (kind.check_subject(about),), rule or this_rule()
    return cast("dict[str, A]", await ask_together(Ask(side, kinds, why, cited, about) for side in sides))


@awaited
async def offer(
    side: str,
    kind: AnswerTo[S, A],
    why: str,
    *,
    rule: str = "",
    about: S = NOTHING,
    tells: bool = False,
    **terms: Unpack[StandingTerms],
) -> A | None:
    """Offer a side an action or to pass; ``None`` when it passes, has a standing pass, or could do nothing.

    ``tells``: a missing prompt would give a secret away, so the side is asked even when it can do nothing.

    .. versionadded:: 0.1
    """
    game = await _GAME_REQUEST
    question = Ask(side, (kind.check_subject(about),), why, rule or this_rule(), about, True, **terms)
    return cast("A | None", await _offer(game, question, tells))


async def _offer(game: RunningGame, ask: Ask, tells: bool, purpose: Purpose = "question") -> Action | None:
    if has_standing_pass(game, ask):
        return None
    if not tells and not game.can_answer(ask):
        game.leave_unasked(ask)
        return None
    answer = await PromptRequest(Prompt((ask,), purpose))
    return None if type(answer) is Pass else cast("Action", answer)


def has_standing_pass(game: RunningGame, ask: Ask) -> bool:
    """Tell whether a standing answer of the side passes for it."""
    kinds = {kind.stored for kind in ask.kinds}
    passed = {
        answer.kind
        for answer in game[StandingAnswer].where("side", ask.side)
        if (not answer.topic or answer.topic in ask.topics)
        and (answer.below is None or (ask.worth is not None and ask.worth < answer.below))
    }
    return kinds <= passed


@awaited
async def perform(game: RunningGame, action: Action, ask: Ask) -> None:
    """Carry an action out.

    .. versionadded:: 0.1
    """
    await carry_out(game, action, ask)


@awaited
async def react(moment: Moment) -> list[Action]:
    """Open a moment for reactions: each side is asked once for all it may do, one is done, and so on until all pass.

    Returns the actions done, in order. Raises ``Broken`` after 500 reactions to one moment.

    .. versionadded:: 0.1
    """
    game = await _GAME_REQUEST
    done: list[Action] = []
    if not game.rulebook.listeners("reacts", type(moment)):
        return done
    while (one := await _one_reaction(game, moment)) is not None:
        done.append(one)
        if len(done) > REACTIONS:
            raise Broken(
                f"more than {REACTIONS} reactions to one {type(moment).__name__}: the last was {type(one).label()}"
            )
    return done


async def _one_reaction(game: RunningGame, moment: Moment) -> Action | None:
    by_side: dict[str, list[Reaction]] = {}
    for reaction in game.reactions(moment):
        by_side.setdefault(reaction.side, []).append(reaction)
    for side in _order(game, moment, by_side):
        mine = by_side[side]
        kinds = tuple(dict.fromkeys(reaction.kind for reaction in mine))
        why, rule = "; ".join(dict.fromkeys(r.why for r in mine)), ", ".join(dict.fromkeys(r.rule for r in mine))
        question = Ask(side, kinds, why, rule, moment, True, *_topics_and_worth(moment))
        check_subjects(question)
        action = await _offer(game, question, any(reaction.tells for reaction in mine), "reaction")
        if action is not None:
            await perform(game, action, question)
            return action
    return None


def _topics_and_worth(moment: Moment) -> tuple[tuple[str, ...], int | None]:
    """Return what standing answers can refer to, and what the chance is worth."""
    with Blame(Method(type(moment), "topics or .worth")):
        return moment.topics(), moment.worth()


def _order(game: RunningGame, moment: Moment, sides: Iterable[str]) -> tuple[str, ...]:
    for side in sides:
        game[Side][side]
    usual = tuple(sorted(cast("Iterable[SideId]", sides)))
    return tuple(side for side in game.hooks(CoreHooks).reaction_order(game, moment, usual) if side in usual)
