"""What the table may change in a running campaign: options, a row, a refusal; by agreement, and on record.

A change is proposed, agreed to by every seat that plays, and made: options at the next boundary of a
step of the main sequence from their round on, where they are checked again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import msgspec

from sandtable.engine.errors import Broken, Illegal, Invalid, unknown
from sandtable.engine.failures import Blame, NamedCode, Trial
from sandtable.engine.referee.adoption import adopt, adopted_name
from sandtable.engine.referee.tried_out import under
from sandtable.engine.referee.wishes import corrected_fields, row_name
from sandtable.engine.rules.options import Choices, differences
from sandtable.engine.rules.rulings import parameters_of
from sandtable.engine.running.common_actions import step_prompt
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.in_flight import left_by, name_of
from sandtable.engine.running.offers import Offer, offers
from sandtable.engine.running.switching import all_agreed, check_options, options_row, voters
from sandtable.engine.state.encoding import whole
from sandtable.engine.state.rows import Due, Grants, Proposal, Seat, SeatId

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.engine.actions.actions import Ask
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.engine.rules.rules import RuleModule


def propose(game: RunningGame, seat: str, what: str, data: dict[str, Any]) -> Proposal:
    """Put a change to the table; the proposer agrees to it."""
    if seat not in game[Seat]:
        raise unknown("seat", seat, game[Seat].ids())
    return game.put(Proposal(game.new_id("proposal"), SeatId(seat), cast("Any", what), data, (SeatId(seat),)))


def agree(game: RunningGame, seat: str, proposal: str) -> Proposal:
    """Have one more seat agree."""
    row = game[Proposal][proposal]
    if seat not in voters(game):
        raise Illegal(f"{seat} answers for no side and has no say in {proposal}")
    if seat in row.agreed:
        raise Illegal(f"{seat} has already agreed to {proposal}")
    return game.change(row, agreed=(*row.agreed, SeatId(seat)))


# -- corrections


def try_correction(game: RunningGame, proposal: Proposal, prompt: Prompt | None) -> None:
    """Make sure that a proposed correction could be made, or a map adopted: do it, and take it back."""
    state = game.state
    kept, state.changes = state.changes, []
    try:
        _carry_out(game, proposal, prompt)
    finally:
        state.revert(state.take())
        state.changes = kept
    game.notes = []


def settle(game: RunningGame, proposal: Proposal, prompt: Prompt | None) -> None:
    """Make a proposed correction, or adopt a map, when everybody has agreed to it."""
    if proposal.what in ("correct", "adopt") and all_agreed(game, proposal):
        game.remove(proposal)
        _carry_out(game, proposal, prompt)


def _carry_out(game: RunningGame, proposal: Proposal, prompt: Prompt | None) -> None:
    """Correct a row or adopt a map; raises ``Invalid`` where that leaves a question without an answer."""
    answerable = [ask for ask in questions(prompt) if offers(game.sight(ask.side), ask)]
    if proposal.what == "adopt":
        adopt(game, proposal)
        what, how = adopted_name(proposal), "adopted now"
    else:
        correct(game, proposal)
        what, how = f"{proposal.data['table']} {proposal.data['id']}", "corrected in this way now"
    for ask in answerable:
        if not offers(game.sight(ask.side), ask):
            raise Invalid(
                f"{what} cannot be {how}: {ask.side} would have nothing to answer to "
                f"{ask.why!r} ({ask.rule}); let it be answered first, or take back what has led there"
            )


def correct(game: RunningGame, proposal: Proposal) -> None:
    """Make a proposed correction through the gate."""
    kind = game.state.schema.kind(proposal.data["table"])
    if kind is Grants:
        raise Invalid("what a scenario grants is settled when the campaign begins and cannot be corrected")
    row = game[kind][proposal.data["id"]]
    fields = proposal.data["fields"]
    for name in fields:
        if name not in kind.__struct_fields__ or name == "id":
            raise unknown(f"field of {kind.stored}", name, kind.__struct_fields__)
    parts = [f"{field} corrected{was} to {now}" for field, was, now in corrected_fields(game, row, fields)]
    told = f"{row_name(game, row)}: {', '.join(parts)}"
    try:
        game.put(msgspec.convert({**msgspec.to_builtins(row), **fields}, kind))
    except (msgspec.ValidationError, Broken) as error:
        raise Invalid(f"{kind.stored} {row.id} cannot be corrected in this way: {error}") from None
    game.note(told)


def questions(prompt: Prompt | None) -> tuple[Ask, ...]:
    """Return what a procedure waits for, and a side must find an answer to (a step is simply looked at again)."""
    return () if prompt is None or prompt.purpose in ("step", "dice") else prompt.open


# -- options


def options_proposal(game: RunningGame, choices: Choices, from_round: int) -> dict[str, Any]:
    """Return what an options proposal holds; raises ``Invalid`` in words for a set that cannot work."""
    check_options(game.family, _as_granted(game, choices))
    for key in game.rulebook.choices.on ^ choices.on:
        option = game.family.modules[key].option
        if option is not None and option.changeable == "setup":
            raise Illegal(f"option {key} can only be chosen when the campaign is set up")
    for module in game.family.modules.values():
        for one in parameters_of(module):
            if one.changeable == "setup" and one.value(game.rulebook.choices) != one.value(choices):
                raise Illegal(f"parameter {one.key} can only be chosen when the campaign is set up")
    return {**whole(options_row(choices)), "round": from_round}


@dataclass(frozen=True, slots=True)
class Impact:
    """What a change of options would do to the position on the table."""

    changes: tuple[str, ...]
    problems: tuple[str, ...]
    rules_in: tuple[str, ...]
    rules_out: tuple[str, ...]
    in_flight: tuple[str, ...]
    offers: tuple[str, ...]
    by_need: tuple[str, ...] = ()
    """The modules that come into force or go out of it for what they need, not by their own option."""


def impact(game: RunningGame, choices: Choices) -> Impact:
    """Say what a change of options would do, without doing it."""
    old, choices = game.rulebook, _as_granted(game, choices)
    changes = tuple(differences(old.choices, choices))
    found = tuple(game.family.problems(choices))
    if found:
        return Impact(changes, found, (), (), (), ())
    new = game.family.rulebook(choices)
    flying = [
        line
        for key, module in old.modules.items()
        if key not in new.modules or new.modules[key].parameters != module.parameters
        for line in _in_flight(game, key, module)
    ]
    after, dropped = under(game, choices)
    if dropped is None:
        gone = old.modules.keys() - new.modules.keys()
        flying += [f"{name_of(after, row)} would be dropped, unless it is settled" for row in left_by(after, gone)]
    else:
        flying += [f"{name} would be dropped" for name in dropped]
    flying += [
        f"{name_of(game, due)} would wait until its rule is in force again"
        for due in after[Due]
        if old.worker(due.what) is not None and new.worker(due.what) is None
    ]
    if dropped is None:
        flying.append("settling what is under way would take a decision or a throw of the dice")
    return Impact(
        changes,
        (),
        tuple(sorted(new.capabilities - old.capabilities)),
        tuple(sorted(old.capabilities - new.capabilities)),
        tuple(flying),
        tuple(_offers_changed(game, after)),
        tuple(_changes_by_need(game.family, old.choices, choices)),
    )


def _as_granted(game: RunningGame, choices: Choices) -> Choices:
    """Return a choice of options with what the scenario grants, which nobody chooses."""
    return replace(choices, grants=game.rulebook.choices.grants)


def _changes_by_need(family: Rulebooks, old: Choices, new: Choices) -> Iterator[str]:
    """Say which modules come into force, go out of it or stay out of it for what they need."""
    before, after = family.in_force(old), family.in_force(new)
    for key, need in sorted(family.needs.of.items()):
        if key in after and key not in before:
            yield f"{key} comes into force: it needs {need}"
        elif key not in after and (key in new.on or key not in family.options):
            if key in before:
                yield f"{key} goes out of force: {family.lacks(key, new)}"
            elif key in new.on - old.on:
                yield f"{key} stays out of force: {family.lacks(key, new)}"


def _in_flight(game: RunningGame, key: str, module: RuleModule) -> list[str]:
    with Blame(NamedCode(key, f"{key}.in_flight")):
        return list(module.in_flight(game))


def _offers_changed(game: RunningGame, other: RunningGame) -> list[str]:
    before, after = _counts(game), _counts(other)
    return [
        f"{kind}: {before.get(kind, 0)} ways → {after.get(kind, 0)} ways"
        for kind in sorted({*before, *after})
        if before.get(kind, 0) != after.get(kind, 0)
    ]


def _counts(game: RunningGame) -> dict[str, int]:
    """Count the legal actions at the present step, each kind up to 200."""
    if game.ended or game.frame.stage != "open":
        return {}
    prompt = None
    with Trial():  # under other options the step may not exist
        prompt = step_prompt(game)
    if prompt is None:
        return {}
    ask = prompt.asks[0]
    view = game.sight(ask.side)
    return {kind.label(): sum(1 for _ in islice(Offer(view, ask, kind).actions(), 200)) for kind in ask.kinds}
