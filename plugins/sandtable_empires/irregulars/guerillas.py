"""Guerillas: Spain's answer to an invader (10.1.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Part,
    RuleModule,
    ScenarioFinding,
    SideId,
    ask,
    fills,
    hookimpl,
    leaves,
    opens,
    roll,
    rule,
    ruling,
)
from sandtable_empires.charts.keys import numbers
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.control import ControlHooks
from sandtable_empires.hookspecs.movement import MovementHooks, Stop
from sandtable_empires.hookspecs.supply import Block, SupplyHooks
from sandtable_empires.irregulars.bands import (
    BY_DEFEAT,
    BY_DIE,
    GONE_HOME,
    EngagedGuerillas,
    Guerillas,
    any_enemy_factor,
    areas_of,
    change,
    in_spain,
    is_invaded,
    owner,
    spanish_provinces,
    unbesieged_factors,
)  # fmt: skip
from sandtable_empires.irregulars.soundness import GUERILLA_FAULTS, bands, values
from sandtable_empires.model import (
    SPAIN,
    AreaId,
    Battle,
    BattleId,
    Contingent,
    CorpsId,
    ForceId,
    Province,
    Role,
    all_engaged,
    enemies,
    forces_of,
    is_unceded,
)  # fmt: skip
from sandtable_empires.model.places import Area
from sandtable_empires.model.words import factors_text
from sandtable_empires.soundness.rows import UNCHARTED, find_uncharted

MAKES_GUERILLAS = ("field", "limited")
KEY = "guerillas in "


class PlaceGuerillas(Action, frozen=True):
    """Choose the area of the province where they rise."""

    title = "Guerillas rise in"

    area: AreaId

    @fills("area")
    @staticmethod
    def of_the_province(game: Game, ask: Ask) -> Choice[AreaId]:
        return Choice([area.id for area in areas_of(game, ask.about)])


class GuerillasRise(RuleModule):
    """Where guerillas appear, when they are gone, and what they are in a combat."""

    key = "guerillas"
    charts = (numbers("morale"),)
    faults = (*GUERILLA_FAULTS, UNCHARTED)
    rows = (Guerillas, EngagedGuerillas)
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        both_break: Annotated[
            Literal["a defeat", "no defeat"],
            ruling(
                "Both sides break",
                "What a field combat is to Spain in which both sides break: nobody has won it, so it is a defeat.",
                "EIA-10.1.1-create-on-defeat",
            ),
        ] = "a defeat"
        breaking_off: Annotated[
            Literal["a defeat", "no defeat"],
            ruling(
                "Spain breaks off",
                "What a field combat is to Spain that it began and breaks off: it goes back, and has lost.",
                "EIA-10.1.1-create-on-defeat",
            ),
        ] = "a defeat"
        withdrawing: Annotated[
            Literal["a defeat", "no defeat"],
            ruling(
                "Spain withdraws",
                "What a field combat is to Spain out of which it withdraws, after a round or on a later day: "
                "who withdraws has not been beaten.",
                "EIA-10.1.1-create-on-defeat",
            ),
        ] = "no defeat"

    # --- coming and going

    @hookimpl
    @rule("EIA-10.1.1-create-on-defeat", "EIA-10.1.1-create-on-defeat-limits", "EIA-10.1.1-spain-only")
    async def after_combat(self, game: Game, battle: BattleId) -> None:
        """One factor rises where Spanish corps have just lost a field combat in an unceded province of their home.

        One that began as a field combat is one, though nothing but guerillas is left for a later day of it.
        """
        row = game[Battle][battle]
        if (row.kind not in MAKES_GUERILLAS and row.day == 1) or not in_spain(game, row.area):
            return
        if not is_unceded(game, game[Area][row.area].province):
            return
        beaten = [force for force in forces_of(game, battle) if self._loses(row, force.role)]
        if any(corps.nation == SPAIN for force in beaten for corps in all_engaged(game, force.id)):
            change(game, row.area, 1, BY_DEFEAT)
            game.note(f"a guerilla factor rises in {row.area}", "EIA-10.1.1-create-on-defeat")

    def _loses(self, battle: Battle, role: Role) -> bool:
        """Tell whether a side has lost: who has not won, but for what the rulings call no defeat."""
        if battle.winner in (role, ""):
            return False
        if battle.winner == "nobody":
            return self.parameters.both_break == "a defeat"
        if battle.how == "withdrawn":
            return self.parameters.withdrawing == "a defeat"
        return battle.how != "broken off" or self.parameters.breaking_off == "a defeat"

    @opens("guerilla")
    @rule(
        "EIA-10.1.1-removal",
        "EIA-10.1.1-create-by-die",
        "EIA-10.1.1-create-die-trigger",
        "EIA-10.1.1-create-place-choice",
    )
    async def rise(self, game: Game, frame: Frame) -> None:
        """In Spain's Guerilla Step: gone with the last invader; else a die for each unceded province invaded."""
        side = owner(game)
        if side is None or frame.side != side:
            return
        if not any_enemy_factor(game):
            self._go_home(game)
            return
        for province in spanish_provinces(game):
            if province.ceded_to is None and province.guerilla and is_invaded(game, province.id):
                await self._in(game, province, side)

    async def _in(self, game: Game, province: Province, side: SideId) -> None:
        die = await roll("1d6", why=f"guerillas in {province.title}", rule="EIA-10.1.1-create-by-die")
        factors = (province.guerilla or 0) - die
        rise = factors_text(factors) if factors > 0 else "no guerillas"
        game.note(f"{province.title}: a value of {province.guerilla} less {die}: {rise}", "EIA-10.1.1-create-by-die")
        if factors > 0:
            why = f"guerillas rise in {province.title}: {factors_text(factors)}"
            chosen = await ask(side, PlaceGuerillas, why, rule="EIA-10.1.1-create-place-choice", about=province.id)
            change(game, chosen.area, factors, BY_DIE)

    def _go_home(self, game: Game) -> None:
        bands = list(game[Guerillas])
        for band in bands:
            if band.inside:
                change(game, band.id, -band.inside, GONE_HOME, "inside")
            if band.factors:
                change(game, band.id, -band.factors, GONE_HOME)
        if bands:
            game.note("no enemy is left in Spain: the guerillas go home", "EIA-10.1.1-removal")

    # --- what they are to others

    @hookimpl(of=MovementHooks.stops)
    @rule("EIA-10.1.1-ignored-by-movers")
    def stop_nobody(self, game: Game, corps: CorpsId) -> Iterable[Stop]:
        """Guerillas stop and delay nobody."""
        return ()

    @hookimpl(of=SupplyHooks.supply_blocks)
    @rule("EIA-10.1.1-block-supply")
    def cut_supply(self, game: Game, side: SideId) -> Iterator[Block]:
        """Unbesieged guerillas cut the supply lines of an enemy, unless Spain has them let supply pass."""
        mine = owner(game)
        if mine is not None and mine in enemies(game, side):
            for band in game[Guerillas]:
                if unbesieged_factors(game, band) and not band.lets_pass:
                    yield Block(band.id, "EIA-10.1.1-block-supply", f"guerillas in {band.id}")

    @hookimpl(of=ControlHooks.holds_out)
    @rule("BASE-10.1.1-hold-cities")
    def hold_their_city(self, game: Game, area: AreaId) -> Iterable[SideId]:
        """As garrison of a city they hold it like any other."""
        band, mine = game[Guerillas].get(area), owner(game)
        return [mine] if band is not None and band.inside and mine is not None else []

    # --- in a combat

    @hookimpl(of=CombatHooks.contingents)
    @rule("EIA-10.1.1-may-attack")
    def fight(self, game: Game, force: ForceId) -> Iterator[Contingent]:
        """Guerillas who have joined fight with the rest."""
        roused = game[EngagedGuerillas].get(force)
        if roused is not None and roused.factors:
            yield Contingent(f"{KEY}{roused.area}", SPAIN, "guerilla", roused.factors)

    @hookimpl(of=CombatHooks.morale_parts)
    @rule("EIA-10.1.1-morale")
    def low_morale(self, game: Game, contingent: Contingent) -> Iterable[Part]:
        """A guerilla factor has a morale of 1."""
        if contingent.arm != "guerilla":
            return []
        chart = game.chart("morale")
        return [chart.part("base", contingent.nation, "guerilla", rule="EIA-10.1.1-morale", says="guerillas")]

    @hookimpl
    @rule("BASE-10.1.1-losses")
    async def take_losses(self, game: Game, losses: dict[str, int], cause: str) -> None:
        """Guerillas lost in a combat are gone."""
        for key, count in losses.items():
            if key.startswith(KEY):
                area = key.removeprefix(KEY)
                change(game, area, -count, cause)
                for roused in list(game[EngagedGuerillas]):
                    if roused.area == area and roused.factors:
                        game.change(roused, factors=roused.factors - count)

    @leaves("combat")
    @rule("BASE-10.1.1-dispersed")
    def disperse(self, game: Game, frame: Frame) -> None:
        """After it they are guerillas in the open again."""
        for roused in list(game[EngagedGuerillas]):
            game.remove(roused)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name guerillas, and values of provinces, that cannot be."""
        yield from values(game)
        yield from bands(game)
        if spanish_provinces(game):
            yield from find_uncharted(game, "morale", [(SPAIN, "guerilla")])
