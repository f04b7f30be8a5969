"""The few rules that hold in every game: duties before a step ends, standing answers are private."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from sandtable.engine.actions.actions import Action, Ask, Game
from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.hooks import hookimpl
from sandtable.engine.rule_at_work import this_rule
from sandtable.engine.rules.facts import Fact, Word
from sandtable.engine.rules.rules import Moment, RuleModule, conceals, refuses, rule
from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.running.flow import binding_duties
from sandtable.engine.running.game import RunningGame
from sandtable.engine.state.rows import IdCounter, PrivateRow, SideId, StandingAnswer


class CoreRules(RuleModule):
    """What the engine itself asks of players."""

    key = "core"
    texts = {
        "CORE-duty": "Duties: a step may not end before what must be done in it is done.",
        "CORE-known": "Knowledge: marks, duties and work to come may be known to some sides only.",
        "CORE-counters": "Counters: how many ids have been given is nobody's to see.",
        "CORE-places": "Places: a game is played in the places of its scenario, whatever else the map shows.",
        "CORE-standing": "Standing answers: only the side that left one knows it.",
    }

    @refuses(EndStep)
    @rule("CORE-duty")
    def duties_first(self, game: Game, act: Action, ask: Ask) -> Refusal | None:
        """A step may not end while the side still owes a duty in it that it can do."""
        duties = binding_duties(cast("RunningGame", game), game.frame)
        if not duties:
            return None
        first, kinds = duties[0], cast("RunningGame", game).family.belongings.duties
        more = f" (and {len(duties) - 1} more)" if len(duties) > 1 else ""
        kind = kinds.get(first.what)
        if kind is not None and kind.first:
            return Refusal(f"{kind.first}{more}", side=first.side, subject=first.subject, rule=first.rule)
        says = first.says or f"{first.what} {game.name(first.subject)}".strip()
        return Refusal("{says} first{more}", says=says, more=more, rule=first.rule)

    @hookimpl(default=True)
    @rule("CORE-places")
    def out_of_play(self, game: Game, place: str) -> Refusal | None:
        """A game is played in the places of its scenario."""
        cure = "choose a place where the game is played"
        return Refusal("{place} is not part of this scenario", place=place, cure=cure, rule=this_rule())

    @hookimpl(default=True)
    def reaction_order(self, game: Game, moment: Moment, sides: tuple[SideId, ...]) -> tuple[SideId, ...] | None:
        """The sides that are not playing first, in id order; the one that plays last."""
        active = game.frame.side
        return tuple(sorted(sides, key=lambda side: (side == active, side)))

    @hookimpl
    def facts(self) -> Iterable[Word]:
        """What can be said of every game: whose turn it is."""
        yield Fact(None, "mover", "the side whose turn it is", SideId, lambda game: game.frame.side or game.frame.owner)

    @conceals(PrivateRow)
    @rule("CORE-known")
    def conceal_private_rows(self, row: PrivateRow, viewers: frozenset[str]) -> PrivateRow | None:
        """Marks, duties and what is to come of hidden things are known to those whom they name."""
        return row if not row.sides or not viewers.isdisjoint(row.sides) else None

    @conceals(IdCounter)
    @rule("CORE-counters")
    def conceal_counters(self, row: IdCounter, viewers: frozenset[str]) -> None:
        """Nobody sees how many ids have been given: it would tell of hidden things."""

    @conceals(StandingAnswer)
    @rule("CORE-standing")
    def conceal_standing_answers(self, row: StandingAnswer, viewers: frozenset[str]) -> StandingAnswer | None:
        """Nobody else sees a standing answer."""
        return row if row.side in viewers else None
