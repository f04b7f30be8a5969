"""Supply units: whom they serve, for what, and when they are used up (clarification 13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from sandtable.engine import (
    Frame,
    Game,
    RuleModule,
    SideId,
    SpaceId,
    cached_while_unchanged,
    closes,
    hookimpl,
    rule,
    ruling,
)
from sandtable_grande_armee.charts.lookups import limit
from sandtable_grande_armee.hookspecs.supply import PURPOSES, Purpose, SupplyHooks
from sandtable_grande_armee.model import Served, Unit, UnitId
from sandtable_grande_armee.model.agreeing import sentence_of
from sandtable_grande_armee.model.companions import drop
from sandtable_grande_armee.model.marks import NEW
from sandtable_grande_armee.steps import DISPERSAL_STEP, HALT_STEP
from sandtable_grande_armee.supply.sources import supply_reach, supply_units


class Supplying(RuleModule):
    """Whom supply units serve, and when they are used up."""

    key = "supplying"
    charts = (limit("supply range"),)
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        used_up: Annotated[
            Literal["at the end of the phase", "never"],
            ruling(
                "Supply units are used up",
                "The clarifications do not say what becomes of a supply unit that has served (Q10); it is spent when "
                "the phase ends in which it served.",
                "BASE-2b-supply-spent",
                "BASE-3-supply-spent",
            ),
        ] = "at the end of the phase"

    # --- whom they serve

    @hookimpl
    @rule("LGA-13-one-supply-force-march")
    def sources(self, game: Game, unit: UnitId, purpose: Purpose) -> Iterable[str]:
        """One supply unit supplies all friends in its hex or beside it for force marches."""
        return in_reach(game, unit) if purpose == "force march" else ()

    @hookimpl(of=SupplyHooks.sources)
    @rule("LGA-13-one-supply-combat")
    def for_combat(self, game: Game, unit: UnitId, purpose: Purpose) -> Iterable[str]:
        """Or it supplies all of them for stacking and combat."""
        return in_reach(game, unit) if purpose == "combat" else ()

    @hookimpl
    @rule("BASE-2b-one-purpose")
    def no_sources(self, game: Game, unit: UnitId, purpose: Purpose) -> Iterable[str]:
        """A supply unit serves one purpose in a player turn."""
        return [served.id for other in PURPOSES if other != purpose for served in game.where(Served, "purpose", other)]

    @hookimpl(of=SupplyHooks.no_sources)
    @rule("LGA-13-supply-position-force-march")
    def where_they_began(self, game: Game, unit: UnitId, purpose: Purpose) -> Iterable[str]:
        """For a force march it must have been there when the movement phase began: what was produced in it was not."""
        return new_supply_units(game, unit) if purpose == "force march" else ()

    # --- when they are used up

    @closes(HALT_STEP)
    @rule("BASE-2b-supply-spent")
    def after_movement(self, game: Game, frame: Frame) -> None:
        """What has served force marches is used up when the movement phase ends."""
        self._use_up(game, "force march")

    @closes(DISPERSAL_STEP)
    @rule("BASE-3-supply-spent")
    def after_combat(self, game: Game, frame: Frame) -> None:
        """What has served stacking and combat is used up when the combat phase ends."""
        self._use_up(game, "combat")
        for served in list(game[Served]):
            game.remove(served)

    def _use_up(self, game: Game, purpose: Purpose) -> None:
        if self.parameters.used_up == "never":
            return
        for served in [one for one in game[Served] if one.purpose == purpose]:
            game.note(sentence_of(game, served.id, "is used up"))
            drop(game, served.id)


def new_supply_units(game: Game, unit: UnitId) -> tuple[UnitId, ...]:
    """Return the supply units of a unit's side that were produced in this movement phase."""
    row = game.row(Unit, unit)
    return produced_now(game, row.side) if row is not None else ()


@cached_while_unchanged
def produced_now(game: Game, side: SideId) -> tuple[UnitId, ...]:
    """Return the supply units of a side that were produced in this movement phase."""
    return tuple(one.id for one in supply_units(game, side) if game.mark_of(one.id, NEW))


def in_reach(game: Game, unit: UnitId) -> tuple[UnitId, ...]:
    """Return the supply units of its side in whose reach a unit stands."""
    row = game.row(Unit, unit)
    return () if row is None or row.hex is None else within_reach(game, row.side).get(row.hex, ())


@cached_while_unchanged
def within_reach(game: Game, side: SideId) -> Mapping[SpaceId, tuple[UnitId, ...]]:
    """Return the hexes that supply units of a side reach, each with those that do."""
    found: dict[SpaceId, tuple[UnitId, ...]] = {}
    for one in supply_units(game, side):
        for hex in supply_reach(game, one.hex) if one.hex is not None else ():
            found[hex] = (*found.get(hex, ()), one.id)
    return found
