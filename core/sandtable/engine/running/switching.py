"""Options that come into force in a running game: when all have agreed, and what the modules settle then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine.errors import Invalid
from sandtable.engine.failures import Blame, NamedCode
from sandtable.engine.rules.option_changes import changes_made
from sandtable.engine.rules.options import Choices
from sandtable.engine.running.in_flight import drop
from sandtable.engine.state.rows import Frame, InForce, Proposal, Seat, SeatId
from sandtable.engine.words import sentence

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from sandtable.engine.rules.rulebook import Rulebook
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.engine.running.game import RunningGame


def voters(game: RunningGame) -> tuple[SeatId, ...]:
    """Return the seats whose agreement a change needs: the people who answer for a side."""
    return tuple(seat.id for seat in game[Seat] if seat.kind == "person" and game.sides_of(seat.id))


def all_agreed(game: RunningGame, proposal: Proposal) -> bool:
    """Tell whether everybody has agreed."""
    return set(voters(game)) <= set(proposal.agreed)


def check_options(family: Rulebooks, choices: Choices) -> None:
    """Raise ``Invalid`` with every reason and the nearest sets that work."""
    found = family.problems(choices)
    if found:
        sets = [describe(choices.on, near) for near in family.nearest(choices)]
        raise Invalid("; ".join(found) + (f". Nearest that works: {' or '.join(sets)}" if sets else ""))


def describe(wanted: frozenset[str], near: frozenset[str]) -> str:
    """Say how one set of options differs from the wanted one."""
    changes = [f"with {key}" for key in sorted(near - wanted)] + [f"without {key}" for key in sorted(wanted - near)]
    return ", ".join(changes) or "as it is"


async def apply_options(game: RunningGame) -> None:
    """Bring every agreed change of options into force whose round has come."""
    for proposal in list(game[Proposal]):
        if proposal.what == "options" and all_agreed(game, proposal) and proposal.data["round"] <= game.round:
            game.remove(proposal)
            choices = Choices(
                frozenset(proposal.data["on"]),
                proposal.data["parameters"],
                tuple((first, second) for first, second in proposal.data["order"]),
                game.rulebook.choices.grants,
            )
            try:
                check_options(game.family, choices)
            except Invalid as error:
                game.note(f"The agreed change of options can no longer be made: {error}")
                continue
            await switch(game, choices)


async def switch(game: RunningGame, choices: Choices) -> list[str]:
    """Change the options in force; what modules leave in flight that they do not settle is dropped, and returned."""
    old = game.rulebook
    new = game.family.rulebook(choices)
    gone = [key for key in old.keys if key not in new.modules]
    for key in gone:
        await _let_module_settle(old.modules[key].switched_off(game), key, "switched_off")
    dropped = drop(game, gone)
    put_in_force(game, choices)
    reanchor(game, old, new)
    for key in new.keys:
        if key not in old.modules:
            await _let_module_settle(new.modules[key].switched_on(game), key, "switched_on")
        elif new.modules[key].parameters != old.modules[key].parameters:
            await _let_module_settle(new.modules[key].changed(game, old.modules[key].parameters), key, "changed")
    game.note(sentence("; ".join(changes_made(game.family, old.choices, choices)) or "the options stay as they are"))
    return dropped


async def _let_module_settle(work: Coroutine[Any, Any, None], module: str, what: str) -> None:
    """Let a module settle a change; what it raises is laid at its door."""
    with Blame(NamedCode(module, f"{module}.{what}")):
        await work


def put_in_force(game: RunningGame, choices: Choices) -> None:
    """Write the options in force; the rulebook follows the row."""
    game.put(options_row(choices))


def options_row(choices: Choices) -> InForce:
    """Return the row that holds these options."""
    parameters = {module: dict(values) for module, values in sorted(choices.parameters.items())}
    return InForce("options", tuple(sorted(choices.on)), parameters, choices.order)


def reanchor(game: RunningGame, old: Rulebook, new: Rulebook) -> None:
    """Move a frame whose step is gone to the nearest earlier step of its phase that is still there."""
    for frame in list(game[Frame]):
        before = next((p.steps for p in old.sequences[frame.sequence].phases if p.key == frame.phase), ())
        after = {step.key for phase in new.sequences[frame.sequence].phases for step in phase.steps}
        if frame.step and frame.step not in after:
            keys = [step.key for step in before]
            kept = [key for key in keys[: keys.index(frame.step)] if key in after]
            game.change(frame, step=kept[-1] if kept else "", stage="closed")
