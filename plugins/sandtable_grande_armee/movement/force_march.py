"""A force march: declared before anybody moves, judged and thrown for where the unit stands."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final, Literal

from sandtable.engine import Action, Ask, Choice, Domain, Game, Rows, Subset, counted, fills, in_a_row
from sandtable_grande_armee.charts.keys import FORCE_MARCH
from sandtable_grande_armee.hookspecs.movement import MovementHooks
from sandtable_grande_armee.model import ForceMarch, Purse, Ride, Unit, UnitId, of_arm
from sandtable_grande_armee.model.agreeing import of_them, sentence_of
from sandtable_grande_armee.model.marks import DECLARED
from sandtable_grande_armee.movement.march import mount, riders_among
from sandtable_grande_armee.movement.purses import allowance, purse_of
from sandtable_grande_armee.supply.sources import serve, sources

Rate = Literal["single", "double"]
NO_EFFECT: Final = "no effect"


class MakeForceMarch(Action, frozen=True):
    """Have a unit make a force march this turn, fed by a source of supply; a die says whether it bears it."""

    title = "Force march"
    if_none = {"supply": ("no supply unit or fort can supply it for a force march", "BASE-2b-supplied")}

    unit: UnitId
    rate: Rate
    supply: str
    leaders: tuple[UnitId, ...]

    @fills("unit")
    @staticmethod
    def own_units(game: Game, ask: Ask) -> Rows:
        return Rows(game[Unit], side=ask.side)

    @fills("supply")
    @staticmethod
    def sources_in_reach(game: Game, ask: Ask, unit: UnitId) -> Choice[str]:
        return Choice(sources(game, unit, "force march"))

    @fills("leaders")
    @staticmethod
    def leaders_along(game: Game, ask: Ask, unit: UnitId) -> Domain[tuple[UnitId, ...]]:
        return Subset(leaders_beside(game, unit))

    @classmethod
    def value_facts(cls, game: Game, field: str, value: object) -> str:
        """Say how many points a unit has anyhow, and what the die does at a rate."""
        match field:
            case "unit":
                return f"{counted(purse_of(game, UnitId(str(value))).left, 'point')} without it"
            case "rate":
                return f"die {what_the_die_does(game, str(value), short=True)}"
            case _:
                return ""

    @classmethod
    def value_facts_after(
        cls, game: Game, ask: Ask[Any], filled: Mapping[str, object], field: str, value: object
    ) -> str:
        """Say of a rate how many points it gives, too."""
        said = super().value_facts_after(game, ask, filled, field, value)
        if field != "rate" or (row := game[Unit].get(UnitId(str(filled.get("unit"))))) is None:
            return said
        points = allowance(game, row.kind, "double" if value == "double" else "single").whole()
        return f"{counted(points, 'point')}; {said}"

    def says(self, game: Game, ask: Ask) -> str:
        along = f" with {in_a_row(self.leaders)}" if self.leaders else ""
        makes = of_them(game, self.unit, "makes")
        return f"{self.unit}{along} {makes} a {self.rate} force march, supplied by {self.supply}"

    async def perform(self, game: Game, ask: Ask) -> None:
        units = (self.unit, *self.leaders)
        serve(game, self.supply, "force march")
        for unit in units:
            game.mark(unit, DECLARED)
        mount(game, units, riders_among(game, units))
        exempt = game.hooks(MovementHooks).without_roll(game, units)
        for unit in units:
            if unit not in exempt and unit in game[Unit]:
                await game.hooks(MovementHooks).force_marches(game, unit, self.rate)


def what_the_die_does(game: Game, rate: str, *, short: bool = False) -> str:
    """Say what each face of the die does to who marches so: ``1–4 no effect, 5–6 disrupted``; ``short``: only harm."""
    chart = game.chart(FORCE_MARCH)
    faces = groupby(chart.axes[1].keys, lambda face: str(chart.at(rate, face) or NO_EFFECT))
    said = [(result, [*those]) for result, those in faces]
    said = [one for one in said if one[0] != NO_EFFECT or not short] or said
    return ", ".join(f"{'–'.join(dict.fromkeys((those[0], those[-1])))} {result}" for result, those in said)


def grant(game: Game, unit: UnitId, rate: ForceMarch) -> None:
    """Give a unit the points of its force march."""
    points = allowance(game, game[Unit][unit].kind, rate).whole()
    game.put(Purse(unit, points, 0, rate, in_zone=purse_of(game, unit).in_zone))
    game.note(sentence_of(game, unit, f"has {points} movement points"))


def leaders_beside(game: Game, unit: UnitId) -> list[UnitId]:
    """Return the leaders who could go along with a unit: those in its hex, if it is not one itself."""
    row = game[Unit][unit]
    if row.hex is None:
        return []
    here, riding = game[Unit].where("hex", row.hex), game[Ride]
    own = [one for one in here if one.side == row.side and one.id != unit and one.id not in riding]
    leaders = of_arm(game, own, "leader") if own else []
    return [one.id for one in leaders] if leaders and row.fights(game) else []
