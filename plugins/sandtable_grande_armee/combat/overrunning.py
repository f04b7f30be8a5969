"""When a force may ride another down (step 2d), and what that takes."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Ask,
    ChartId,
    Game,
    Lookup,
    Part,
    Refusal,
    RuleModule,
    SideId,
    Was,
    hookimpl,
    refuses,
    rule,
)  # fmt: skip
from sandtable_grande_armee.charts.keys import LIMITS, MOVEMENT_COST
from sandtable_grande_armee.combat.forces import engaged, fighting, is_disrupted
from sandtable_grande_armee.combat.overrun import OVERRUN, OVERRUN_ODDS, Overrun, odds_on, points_for
from sandtable_grande_armee.combat.walls import is_inside
from sandtable_grande_armee.model import BattleId, Unit, foes_in
from sandtable_grande_armee.model.agreeing import refusal_of
from sandtable_grande_armee.movement.march import points_of
from sandtable_grande_armee.movement.riding import first_astray
from sandtable_grande_armee.steps import MOVEMENT_STEP


class Overruns(RuleModule):
    """When a force may ride another down, and what that takes."""

    key = "overruns"
    charts = (
        Lookup(ChartId(LIMITS), ((OVERRUN_ODDS,),), "number", least=1, most=99),
        Lookup(ChartId(MOVEMENT_COST), ((OVERRUN,),), "number", least=0, most=9),
    )
    actions = {MOVEMENT_STEP: (Overrun,)}

    @refuses(Overrun)
    @rule("BASE-2d-odds")
    def strong_enough(self, game: Game, act: Overrun, ask: Ask) -> Refusal | None:
        """The odds must reach those of the chart; the defender counts as supplied if he could be."""
        needs, found = game.chart(LIMITS).number(OVERRUN_ODDS), odds_on(game, act)
        if found.total >= needs:
            return None
        return Refusal("an overrun needs {needs} to 1, and this is {odds}", needs=needs, odds=found)

    @refuses(Overrun, "hex", "origin", "units")
    @rule("BASE-2d-points")
    def points_enough(self, game: Game, act: Overrun) -> Refusal | None:
        """It takes the step into the hex, and a point more."""
        troops = {game[Unit][one].hex for one in act.units}
        if troops != {act.origin}:
            return Refusal("units that overrun a hex stand together")
        needs, left = points_for(game, act.units, act.hex), points_of(game, act.units)
        if needs is None:
            return Refusal("no way leads from {origin} to {hex}", origin=act.origin, hex=act.hex)
        says = "it takes {needs} movement points, and {left} are left"
        return Refusal(says, needs=needs, left=left) if needs > left else None

    @refuses(Overrun, "units")
    @rule("BASE-2d-riders")
    def riders(self, game: Game, act: Overrun) -> Refusal | None:
        """A leader who rides along stays with his unit in an overrun, too."""
        return first_astray(game, act.units)

    @refuses(Overrun, "units")
    @rule("BASE-2d-able")
    def able(self, game: Game, act: Overrun) -> Refusal | None:
        """With troops, none of them disrupted, none inside a fort."""
        unit = next((one for one in act.units if is_disrupted(game, one) or is_inside(game, one)), None)
        if unit is not None:
            return refusal_of(game, unit, "is disrupted or inside a fort")
        return None if fighting(game, act.units) else Refusal("leaders overrun nobody without troops")

    @refuses(Overrun, "hex")
    @rule("BASE-2d-walls")
    def no_walls(self, game: Game, act: Overrun, ask: Ask) -> Refusal | None:
        """Who is inside a fort is not ridden down."""
        inside = next((one for one in foes_in(game, act.hex, SideId(ask.side)) if is_inside(game, one.id)), None)
        return refusal_of(game, inside.id, "is inside the fort") if inside is not None else None

    @hookimpl
    @rule("BASE-2d-point")
    def overrun_parts(self, game: Game, battle: BattleId) -> Iterable[Part]:
        """A point more than the step costs."""
        return [game.chart(MOVEMENT_COST).part("base", OVERRUN, says="overrun")]

    @rule("LGA-07-no-extra-penalty", amends="BASE-2d-point")
    def nothing_more(self, was: Was[Iterable[Part]], game: Game, battle: BattleId) -> Iterable[Part]:
        """Nothing more where the enemy has given way and nobody is left to ride down."""
        return was() if engaged(game, battle, "defender") else []
