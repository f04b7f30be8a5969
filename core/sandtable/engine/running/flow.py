"""How play goes on: the agenda first, then the innermost frame, step by step, until a side has something to decide.

The cursor is rows (``Frame``), so this coroutine can be made anew at every step prompt: such a point
is a save point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, cast

from sandtable.engine.errors import Broken
from sandtable.engine.failures import Blame
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.rules.search import Search
from sandtable.engine.running.switching import apply_options
from sandtable.engine.state.kinds import SCOPES, EnterSequence
from sandtable.engine.state.queries import names_of, wrong_answer
from sandtable.engine.state.rows import AgendaItem, Due, Duty, Frame, FrameId, Mark, Proposal, Side, StandingAnswer

if TYPE_CHECKING:
    from sandtable.engine.rules.phases import Phase, Sequence, Step
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.rows import SideId

DEEPEST: Final = 40
END_STEP: Final = "EndStep"
"""What the action that ends a step is called in files."""
LONGEST: Final = 5_000


class StepTurn(NamedTuple):
    """A step of a frame while a side plays it."""

    frame: FrameId
    round: int
    step: str
    side: SideId | None


def step_turn(game: RunningGame) -> StepTurn | None:
    """Return the step that is being played, ``None`` when the game is over."""
    frame = game.frame if not game.ended else None
    return StepTurn(frame.id, frame.round, frame.step, frame.side) if frame is not None else None


async def flow(game: RunningGame, played: StepTurn | None = None) -> None:
    """Go on until a side has something to decide at a step, or the game is over.

    ``played`` is the step in which somebody has just done something: no standing answer ends it for him.
    Raises ``Broken`` naming the chain when the depth of frames or the length of the work passes its limit.
    """
    chain: list[str] = []
    agenda = game[AgendaItem]
    while True:
        game.pieces_of_work += 1
        if game.pieces_of_work > LONGEST:
            raise Broken(f"no end after {LONGEST:,} pieces of work without a decision: ... {' → '.join(chain[-6:])}")
        if game.ended:
            return
        frame = game.frame
        waiting = agenda.where("frame", frame.id)
        if waiting:
            item = first(waiting)
            chain.append(f"{item.what} {item.subject}".strip())
            await work_off(game, item)
        elif frame.leaving:
            await leave(game, frame)
        elif frame.stage == "open" and has_offers(game, frame):
            if not ends_by_itself(game, frame) or step_turn(game) == played:
                return
            game.note(f"{game.name(frame.side)} ends the step {step_name(game, frame.step)}", "CORE-standing")
            move_on(game, frame, "ending")
        else:
            chain.append(frame.step or frame.sequence)
            if frame.stage == "open":
                game.leave_unasked(game.rulebook.prompt(frame.step, frame.side).asks[0])
            await STAGES[frame.stage](game, frame)


# -- the agenda


def first(waiting: list[AgendaItem]) -> AgendaItem:
    """Return the piece of work that is next: the first that waits for no other kind (in a circle, the first of all)."""
    kinds = {item.what for item in waiting}
    return next((item for item in waiting if item.after not in kinds), waiting[0])


async def work_off(game: RunningGame, item: AgendaItem | Due) -> None:
    """Do one piece of work: enter a sequence, or let the modules that work on it do so."""
    game.remove(item)
    if item.what == EnterSequence.stored:
        entering = EnterSequence.read(item)
        enter(game, entering.sequence, item.subject, entering.side)
        return
    kind, event = game.family.belongings.works.get(item.what), game.rulebook.worker(item.what)
    if kind is None or ("works", kind) not in game.rulebook.places:
        raise Broken(f"no module in force does the work {item.what} ({item.subject}): one must have @works for it")
    if event is not None:  # else the rule that says what comes of it is out of force: nothing does
        await event(game, item, kind.read(item))


def enter(game: RunningGame, sequence: str, subject: str, side: SideId | None) -> Frame:
    """Put a new frame on the stack."""
    depth = len(game[Frame]) + 1
    if depth > DEEPEST:
        raise Broken(
            f"sequences are nested more than {DEEPEST} deep: "
            f"{' → '.join(f.sequence for f in game.frames[-6:])} → {sequence}"
        )
    return game.put(Frame(FrameId(f"frame-{depth:02}"), depth, sequence, subject, owner=side, side=side))


async def leave(game: RunningGame, frame: Frame) -> None:
    """Take the innermost frame off the stack and tell those who go on from there."""
    phases = game.rulebook.sequences[frame.sequence].phases
    keys = [key for phase in phases for key in (phase.key, *(step.key for step in phase.steps))]
    wipe(game, frame, SCOPES, (*keys, frame.sequence))
    game.remove(game[Frame][frame.id])
    event = game.rulebook.event("leaves", frame.sequence)
    if event is not None:
        await event(game, frame)


# -- the stages of a step


async def start(game: RunningGame, frame: Frame) -> None:
    """Begin the frame's first phase."""
    await begin_phase(game, frame, game.rulebook.sequences[frame.sequence].phases[0], played=False)


async def opening(game: RunningGame, frame: Frame) -> None:
    """A step opens: hooks, what is due, the step's own events."""
    if game.rulebook.has_implementation("before_step"):
        await game.hooks(CoreHooks).before_step(game, frame)
    for due in game[Due].where("step", frame.step):
        if (
            due.when <= game.round
            and due.side in (None, frame.side)
            and due.id in game[Due]
            and not is_dormant(game, due)
        ):
            await work_off(game, game[Due][due.id])
    event = game.rulebook.event("opens", frame.step)
    if event is not None:
        await event(game, frame)
    if game.ended:
        return
    frame = game[Frame][frame.id]
    waits = frame.leaving or len(game[AgendaItem]) or duties_owed(game, frame) or game.frame is not frame
    if waits or game.rulebook.actions.get(frame.step):
        game.change(frame, stage="open")
    else:
        await close(game, frame)


def is_dormant(game: RunningGame, due: Due) -> bool:
    """Tell whether something due waits because no module in force works on it (its option was switched off)."""
    return game.rulebook.worker(due.what) is None


async def close(game: RunningGame, frame: Frame) -> None:
    """Nothing is left to decide: the duties left undone fail, one by one, then the step's closing events run."""
    for duty in duties_owed(game, frame):
        event = game.rulebook.failing(duty.what)
        game.remove(duty)
        if event is None:
            game.note(f"the duty of {duty.side} lapses: {duty.what} {game.name(duty.subject)}", duty.rule)
        else:
            await event(game, duty)
        return
    await closing(game, frame)


async def ending(game: RunningGame, frame: Frame) -> None:
    """A side ends its step: what it owes and can no longer do fails first."""
    if duties_owed(game, frame):
        move_on(game, frame, "ending")
    else:
        await closing(game, frame)


async def closing(game: RunningGame, frame: Frame) -> None:
    """A step is over."""
    rulebook = game.rulebook
    event = rulebook.event("closes", frame.step)
    if event is None and not rulebook.has_implementation("after_step"):
        await advance(game, frame)
        return
    if event is not None:
        await event(game, frame)
    if game.rulebook.has_implementation("after_step"):
        await game.hooks(CoreHooks).after_step(game, frame)
    move_on(game, frame, "closed")


async def advance(game: RunningGame, frame: Frame) -> None:
    """Go on to the next step, side, phase or round."""
    wipe(game, frame, ("step",), (frame.step,))
    if frame.depth == 1 and len(game[Proposal]):
        await apply_options(game)
        frame = game.frame
    rulebook = game.rulebook
    step = rulebook.next_step[frame.step] if frame.step else rulebook.phases[frame.phase].steps[0]
    if step is not None:
        open_step(game, frame, step, frame.side, frame.order)
        return
    wipe(game, frame, ("phase",), ())
    order = tuple(side for side in frame.order if not game.is_at_rest(side))
    if order:
        open_step(game, frame, rulebook.phases[frame.phase].steps[0], order[0], order[1:])
        return
    wipe(game, frame, (), (frame.phase,))
    phase = rulebook.next_phase[frame.phase]
    if phase is not None:
        await begin_phase(game, frame, phase)
    else:
        await end_round(game, frame, rulebook.sequences[frame.sequence])


STAGES = {"start": start, "opening": opening, "open": close, "ending": close, "closed": advance}


async def begin_phase(game: RunningGame, frame: Frame, phase: Phase, played: bool = True) -> None:
    """Open the first step of a phase, for the first side that plays it; one without steps or sides is passed over.

    ``played``: somebody has played something in this round; raises ``Broken`` for a round in which nobody does.
    """
    rulebook, passed = game.rulebook, list[str]()
    following: Phase | None = phase
    while following is not None:
        phase = following
        sides = await sides_of(game, frame, phase) if phase.steps else ()
        if sides:
            open_step(game, game[Frame][frame.id], phase.steps[0], sides[0], sides[1:], phase.key)
            return
        passed.append(f"phase {phase.key} has no {'sides' if phase.steps else 'steps'}")
        wipe(game, frame, (), (phase.key,))
        following = rulebook.next_phase[phase.key]
    if not played:
        raise Broken(f"nobody plays anything in round {frame.round} of {frame.sequence}: {', '.join(passed)}")
    await end_round(game, game[Frame][frame.id], rulebook.sequences[frame.sequence])


async def sides_of(game: RunningGame, frame: Frame, phase: Phase) -> tuple[SideId, ...]:
    """Return who plays a phase, in order: once, whoever owns the frame; else as the rules have it.

    Raises ``Broken`` where they name a side at rest.
    """
    if phase.each == "once":
        return (cast("SideId", frame.owner),)  # or nobody in particular
    sides: tuple[SideId, ...] | None = None
    if game.rulebook.has_implementation("side_order"):
        entering = game.change(game[Frame][frame.id], phase=phase.key, step="", side=None)
        sides = await game.hooks(CoreHooks).side_order(game, entering)
    if sides is None:
        return tuple(side.id for side in game[Side] if not game.is_at_rest(side.id))
    for side in sides:
        if game.is_at_rest(game[Side][side].id):
            raise Broken(f"side_order names {side}, which is at rest in {phase.key}: leave it out, or give it a deputy")
    return sides


async def end_round(game: RunningGame, frame: Frame, sequence: Sequence) -> None:
    """End a round: hooks, marks, then the next one unless a rule has left the sequence."""
    if game.rulebook.has_implementation("after_round"):
        await game.hooks(CoreHooks).after_round(game, frame)
        frame = game[Frame][frame.id]
    wipe(game, frame, ("round",), (sequence.key,))
    if not frame.leaving and sequence.rounds:
        game.change(frame, round=frame.round + 1, phase="", step="", side=None, stage="start")
    elif not frame.leaving:
        game.change(frame, leaving=True)


def open_step(
    game: RunningGame, frame: Frame, step: Step, side: SideId | None, order: tuple[SideId, ...], phase: str = ""
) -> None:
    """Enter a step with the side that plays it; ``order`` holds the sides that play the phase after it."""
    stage = "opening" if opens_with_something(game, step.key) else "open"
    game.change(frame, phase=phase or frame.phase, step=step.key, side=side, order=order, stage=stage)


def opens_with_something(game: RunningGame, step: str) -> bool:
    """Tell whether anything can happen when a step opens."""
    rulebook = game.rulebook
    return bool(
        rulebook.event("opens", step) or rulebook.has_implementation("before_step") or game[Due].where("step", step)
    )


def move_on(game: RunningGame, frame: Frame, stage: str) -> None:
    """Set the stage of a frame that may have changed meanwhile."""
    game.change(game[Frame][frame.id], stage=stage)


def wipe(game: RunningGame, frame: Frame, scopes: tuple[str, ...], keys: tuple[str, ...]) -> None:
    """Remove the marks of this frame that end with these scopes, and all that end with these keys."""
    marks = game[Mark]
    if not len(marks):
        return
    for until in (*scopes, *keys):
        for mark in marks.where("until", until):
            if until in keys or mark.frame == frame.id:
                game.remove(mark)


# -- what a side may do at a step


def duties_owed(game: RunningGame, frame: Frame) -> list[Duty]:
    """Return the duties that keep the present side from ending this step."""
    return [duty for duty in game[Duty].where("by", frame.step) if duty.side == frame.side]


def binding_duties(game: RunningGame, frame: Frame) -> list[Duty]:
    """Return the duties owed here that can still be done: the step does not end before them."""
    return [duty for duty in duties_owed(game, frame) if can_be_done(game, duty)]


def can_be_done(game: RunningGame, duty: Duty) -> bool:
    """Tell whether a duty can still be done, as its module says."""
    with game.gate, Blame() as blame:
        for module in game.rulebook.listeners("doable", game.family.belongings.duties.get(duty.what)):
            blame.code = module
            able = module.call(game, duty)
            if not isinstance(able, bool):
                raise wrong_answer(module, able, names_of(bool))
            if not able:
                return False
    return True


def step_name(game: RunningGame, step: str) -> str:
    """Return what a step is called in a sentence."""
    return game.rulebook.steps[step].title or step.replace("_", " ")


def ends_by_itself(game: RunningGame, frame: Frame) -> bool:
    """Tell whether the side that plays has left word that this step ends, may end it, and is not called upon in it."""
    answers = game[StandingAnswer]
    if not len(answers) or frame.side is None:
        return False
    end = game.family.kinds[END_STEP]
    if not any(one.kind == END_STEP and one.topic == frame.step for one in answers.where("side", frame.side)):
        return False
    if game.rulebook.has_implementation("calls_upon") and game.hooks(CoreHooks).calls_upon(game, frame):
        return False
    ask = game.rulebook.prompt(frame.step, frame.side, end).asks[0]
    return not binding_duties(game, frame) and Search(game.sight(ask.side), ask, game.rulebook.form(end)).exists()


def has_offers(game: RunningGame, frame: Frame) -> bool:
    """Tell whether the side that plays has anything to decide here, as far as it can see, or must seem to have."""
    rulebook = game.rulebook
    ask = rulebook.prompt(frame.step, frame.side).asks[0]
    if not ask.kinds or (frame.side is not None and game.is_at_rest(frame.side)):
        return False
    if rulebook.steps[frame.step].tells:
        return True
    view = game.sight(ask.side)
    likely = game.memory.likely.get(frame.step)
    if likely in ask.kinds and Search(view, ask, rulebook.form(likely)).exists():
        return True
    for kind in ask.kinds:
        if kind is not likely and Search(view, ask, rulebook.form(kind)).exists():
            game.memory.likely[frame.step] = kind
            return True
    return False
