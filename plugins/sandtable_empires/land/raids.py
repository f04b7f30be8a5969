"""Raids on depots (7.4): a corps rushes the garrison of an enemy depot."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Action, Ask, Choice, Game, Refusal, RuleModule, SideId, fills, hookimpl, refuses, rule
from sandtable.present import Lesson
from sandtable_empires.land.depot_guards import guards_of
from sandtable_empires.land.storming import announce_raid, begin_storm, depot_guards, was_attempted
from sandtable_empires.model import (
    Area,
    AreaId,
    Corps,
    Depot,
    Garrison,
    Storm,
    StormId,
    enemies,
    hostile_corps,
    in_the_open,
    surrender,
)  # fmt: skip
from sandtable_empires.steps import LAND_COMBAT_STEP


class RaidDepot(Action, frozen=True):
    """Attack the garrison of an enemy depot."""

    if_none = {"area": ("no enemy depot with a garrison stands where you have a corps", "BASE-7.4-raid")}

    area: AreaId

    @fills("area")
    @staticmethod
    def enemy_depots(game: Game, ask: Ask) -> Choice[AreaId]:
        if not len(game[Depot]):
            return Choice(())
        corps = game[Corps].where("side", ask.side)
        areas = dict.fromkeys(one.area for one in corps if one.area is not None)
        return Choice(area for area in areas if depot_guards(game, area, ask.side))

    async def perform(self, game: Game, ask: Ask) -> None:
        await begin_storm(game, await announce_raid(game, self.area, SideId(ask.side)))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} raids the depot in {game.name(self.area, Area)}"


class Raids(RuleModule):
    """Who may attack a depot, and what becomes of it."""

    key = "raids"
    actions = {LAND_COMBAT_STEP: (RaidDepot,)}

    @refuses(RaidDepot)
    @rule("BASE-7.4-raid")
    def corps_there(self, game: Game, act: RaidDepot, ask: Ask) -> Refusal | None:
        """A corps in the open, where no enemy corps stands, attacks the garrison of a depot, once a step."""
        if not in_the_open(game, act.area, ask.side):
            return Refusal("{side} has no corps in {area}", side=ask.side, area=act.area)
        if enemy := hostile_corps(game, act.area, ask.side):
            return Refusal("{corps} protects the depot", corps=enemy[0].id, cure="beat it first")
        if not depot_guards(game, act.area, ask.side):
            return Refusal("no enemy guards a depot in {area}", area=act.area)
        if not was_attempted(game, act.area, "depot"):
            return None
        return Refusal("the depot has already been attacked this turn")

    @hookimpl
    @rule("BASE-7.4-raid-taken")
    async def after_storm(self, game: Game, storm: StormId) -> None:
        """When its garrison breaks it surrenders, and the depot is destroyed, unless somebody at peace keeps it too."""
        row = game[Storm][storm]
        if row.kind != "depot" or row.winner != "attacker":
            return
        foes = enemies(game, row.attacker)
        for garrison in list(game[Garrison].where("area", row.area)):
            if garrison.place == "depot" and garrison.side in foes:
                surrender(game, garrison, row.attacker)
        for depot in list(game[Depot].where("area", row.area)):
            if depot.side in foes and not guards_of(game, depot):
                game.remove(depot)
                game.note(f"{row.attacker} destroys {game.name(depot)}")

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """What it does."""
        if RaidDepot in ask.kinds:
            yield Lesson(kind=RaidDepot, says="Attacks the guards of an enemy depot.", rules=("BASE-7.4-raid",))
