"""Answers to forcible access (10.3.4): whoever owns the land may declare war at once, at every single move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    Reaction,
    Refusal,
    RuleModule,
    SideId,
    fills,
    hookimpl,
    reacts,
    refuses,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.hookspecs.access import AccessForced
from sandtable_empires.hookspecs.movement import AreaEntered
from sandtable_empires.hookspecs.politics import PoliticsHooks
from sandtable_empires.model import Forcing, the_corps
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.relations import declare_war
from sandtable_empires.territory import right_in


class DeclareWarOnIntruder(Action, frozen=True):
    """Declare war on a power that goes through your territory by force."""

    title = "Declare war"
    if_declined = "Let them pass"

    power: SideId

    @fills("power")
    @staticmethod
    def intruders(game: Game, ask: Ask) -> Choice[SideId]:
        return Choice(one.side for one in game[Forcing].where("owner", ask.side))

    async def perform(self, game: Game, ask: Ask) -> None:
        await declare_war(game, SideId(ask.side), self.power)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} declares war on {game.name(self.power)}"


class WarResponses(RuleModule):
    """Who may declare war on an intruder, when."""

    key = "war_responses"
    needs = CAMPAIGN
    after = ("forcible_access", "declarations?")

    @reacts(AccessForced)
    @rule("EIA-10.3.4-war-response")
    def at_once(self, game: Game, moment: AccessForced) -> Iterable[Reaction]:
        """When it is declared, the power may declare war at once, on any that use forcible access in its territory."""
        why = f"{moment.side} will go through your territory by force"
        return [Reaction(moment.owner, DeclareWarOnIntruder, why)]

    @reacts(AreaEntered)
    @rule("EIA-10.3.4-war-response-repeats")
    def at_every_move(self, game: Game, moment: AreaEntered) -> Iterator[Reaction]:
        """It may do so again at every single move of a counter by forcible access."""
        right = right_in(game, moment.side, moment.area, moment.corps)
        if right is not None and right.forced and right.owner is not None:
            why = f"{the_corps(game, moment.corps)} comes to {game.name(moment.area)} by forcible access"
            yield Reaction(right.owner, DeclareWarOnIntruder, why)

    @refuses(DeclareWarOnIntruder, "power")
    @rule("BASE-10.3.4-limits")
    def unless_forbidden(self, game: Game, act: DeclareWarOnIntruder, ask: Ask) -> Refusal | None:
        """Not where something forbids that power to declare war."""
        bars = game.hooks(PoliticsHooks).no_war_on_power(game, SideId(ask.side), act.power)
        return next((Refusal(bar.says, rule=bar.rule) for bar in bars), None)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """What passing means."""
        if DeclareWarOnIntruder in ask.kinds:
            yield Lesson(
                title="Forcible access", says="A power goes through your territory against your will: declare war, or "
                "let them pass.",
                why="You are asked again at every move. War costs the usual political points.",
                rules=("EIA-10.3.4-war-response", "EIA-10.3.4-war-response-repeats"),
            )  # fmt: skip
