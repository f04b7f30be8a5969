"""Command in storms (10.6.1): an assault, a sortie, a rush on a depot have commanders as combats in the field do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from sandtable.engine import Frame, Game, Part, RuleModule, hookimpl, opens, rule, ruling
from sandtable_empires.combat.tallies import tactical
from sandtable_empires.land.storming import ROLES
from sandtable_empires.leaders.commander_chart import COMMANDER_CHARTS, compare_on_chart
from sandtable_empires.leaders.parties import choose_commander, commander_of, corps_under, ids_of, leaders_of, place_of
from sandtable_empires.model import OTHER, ForceId, Role, StormId, storm_of, stormers
from sandtable_empires.steps import STORM_FIRE_STEP


class StormCommand(RuleModule):
    """Who commands in a storm, and what it does to the dice."""

    key = "storm_command"
    after = ("command",)
    charts = COMMANDER_CHARTS
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        commanders: Annotated[
            Literal["used", "not used"],
            ruling(
                "Commanders in storms",
                "Commanders and the commander chart in assaults, sorties and raids: no rule excepts them.",
                "BASE-10.6.1-storm-command",
                "BASE-10.6.1-storm-ratings",
            ),
        ] = "used"

    @opens(STORM_FIRE_STEP)
    @rule("BASE-10.6.1-storm-command", before="BASE-7.5-storm-fire")
    async def take_command(self, game: Game, frame: Frame) -> None:
        """Each side has one commander, or none; he goes on as long as one of its corps is left to him."""
        for role in ROLES if self.parameters.commanders == "used" else ():
            force = stormers(frame.subject, role)
            leaders, now = leaders_of(game, force), commander_of(game, force)
            if now is None or now.id not in {leader.id for leader in leaders}:
                await self._appoint(game, force, role, any_there=bool(leaders))

    async def _appoint(self, game: Game, force: ForceId, role: Role, *, any_there: bool) -> None:
        why = f"who commands at {game.name(place_of(game, force))}"
        side, leader = None, None
        if any_there:
            side, leader = await choose_commander(game, ids_of(corps_under(game, force)), why)
        storm, _ = storm_of(game, force)
        if leader != storm.commander(role):
            game.change(storm, **{f"{role}_commander": leader})
        if leader is not None:
            game.note(f"{leader} commands for {side}", "BASE-10.6.1-storm-command")

    @hookimpl
    @rule("BASE-10.6.1-storm-ratings")
    def storm_die_parts(self, game: Game, storm: StormId, role: Role) -> Iterable[Part]:
        """Both ratings are compared on the commander chart; garrisons and guerillas alone have 0."""
        if self.parameters.commanders == "not used":
            return []
        mine, theirs = (tactical(game, stormers(storm, one)).whole() for one in (role, OTHER[role]))
        return compare_on_chart(game, role, mine, theirs)
