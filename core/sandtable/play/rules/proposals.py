"""What lies on the table, in words: proposals and who has not agreed yet, what a change would do, standing answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandtable.engine.referee.wishes import wish_of
from sandtable.engine.running import switching
from sandtable.engine.running.common_actions import EndStep
from sandtable.play.rules.option_words import parameters_by_key
from sandtable.play.rules.rule_words import rule_name
from sandtable.play.words.where import step_title
from sandtable.play.words.wording import seat_title, side_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.engine.referee.changes import Impact
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.rows import Proposal, StandingAnswer


def describe_proposal(game: RunningGame, proposal: Proposal) -> str:
    """Say what a proposal is about."""
    return wish_of(game, proposal)


def describe_agreement(game: RunningGame, proposal: Proposal) -> str:
    """Say who has not agreed to a proposal yet."""
    waits = ", ".join(seat_title(game, seat) for seat in waiting_for(game, proposal))
    return f"waits for {waits}" if waits else "agreed; it takes effect at the end of the step"


def waiting_for(game: RunningGame, proposal: Proposal) -> list[str]:
    """Return the seats that have not agreed to a proposal yet."""
    return [seat for seat in switching.voters(game) if seat not in proposal.agreed]


def describe_standing(game: RunningGame, row: StandingAnswer) -> str:
    """Say which offers a side lets pass by itself, which of its steps end by themselves."""
    if row.kind == EndStep.stored:
        return f"{side_title(game, row.side)} ends the step “{step_title(game, row.topic)}” unless it is called upon"
    topic = f" about {row.topic}" if row.topic else ""
    below = f" below {row.below}" if row.below is not None else ""
    return f"{side_title(game, row.side)} passes when offered {_label(game, row.kind)}{topic}{below}"


def _label(game: RunningGame, kind: str) -> str:
    """Return what an action is called that is known by the name of its class; that name where it is not here."""
    known = game.family.kinds.get(kind)
    return f"“{known.label() if known is not None else kind}”"


class ImpactLine(NamedTuple):
    """A line of what a change of options would do: what it is about, and what."""

    lead: str
    says: str

    def __str__(self) -> str:
        return f"{self.lead}: {self.says}"


def impact_lines(impact: Impact, game: RunningGame) -> Iterator[ImpactLine]:
    """Tell what a change of options would do: options by their titles, rules by theirs."""
    family = game.family
    yield from (change_line(family, change) for change in impact.changes)
    yield from (ImpactLine("Impossible", problem) for problem in impact.problems)
    for lead, rules in (("Comes into force", impact.rules_in), ("Goes out of force", impact.rules_out)):
        yield from (ImpactLine(lead, rule_name(family, rule)) for rule in rules if rule not in family.options)
    yield from (ImpactLine("Needs", line) for line in impact.by_need)
    yield from (ImpactLine("Under way", line) for line in impact.in_flight)
    yield from (ImpactLine("Now", line) for line in impact.offers)


def change_line(family: Rulebooks, change: str) -> ImpactLine:
    """Tell a change of options by titles in place of keys; of a parameter what it was, too."""
    sign, _, key = change.partition(" ")
    if how := {"+": "On", "-": "Off"}.get(sign, ""):
        return ImpactLine(how, family.option_title(key))
    key, colon, values = change.partition(": ")
    one = parameters_by_key(family).get(key)
    if one is None or not colon:
        return ImpactLine("Changes", change)
    was, _, now = (str(one.default) if value == "default" else value for value in values.partition(" → "))
    return ImpactLine(one.title, f"{was} → {now}")
