"""Guerillas: Spain's answer to an invader (10.1.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Part,
    Quantity,
    RuleModule,
    ScenarioFinding,
    SideId,
    Stop,
    Tally,
    ask,
    ends_way,
    fills,
    hookimpl,
    leaves,
    opens,
    roll,
    rule,
    ruling,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.charts.keys import MORALE, numbers
from sandtable_empires.counsel.strength import enemy_factors
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.control import ControlHooks
from sandtable_empires.hookspecs.irregulars import IrregularHooks
from sandtable_empires.hookspecs.supply import Block, SupplyHooks
from sandtable_empires.irregulars.bands import (
    BY_DEFEAT,
    BY_DIE,
    GONE_HOME,
    IN_THE_OPEN,
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
from sandtable_empires.march import March, MarchStep
from sandtable_empires.model import (
    SPAIN,
    AreaId,
    Battle,
    BattleId,
    Contingent,
    ForceId,
    Nation,
    Province,
    ProvinceId,
    Role,
    all_engaged,
    enemies,
    forces_of,
    is_unceded,
)
from sandtable_empires.model.places import Area
from sandtable_empires.model.words import factors_text
from sandtable_empires.soundness.rows import UNCHARTED, find_uncharted
from sandtable_empires.steps import COMBAT_SEQUENCE, GUERILLA_STEP

MAKES_GUERILLAS = ("field", "limited")
RISING: Final = Quantity("guerillas that rise")


class PlaceGuerillas(Action[ProvinceId], frozen=True):
    """Choose the area of the province where they rise."""

    title = "Guerillas rise in"

    area: AreaId

    @fills("area")
    @staticmethod
    def of_the_province(game: Game, ask: Ask[ProvinceId]) -> Choice[AreaId]:
        return Choice([area.id for area in areas_of(game, ask.about)])

    def says(self, game: Game, ask: Ask[ProvinceId]) -> str:
        return f"Guerillas rise in {game.name(self.area, Area)}"


class GuerillasRise(RuleModule):
    """Where guerillas appear, when they are gone, and what they are in a combat."""

    key = "guerillas"
    charts = (numbers(MORALE),)
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
    @rule("EIA-10.1.1-spain-only")
    def guerilla_side(self, game: Game) -> SideId | None:
        """Guerillas are Spain's own: they belong to the side that plays it."""
        nation = game[Nation].get(SPAIN)
        return nation.side if nation else None

    @hookimpl
    @rule("EIA-10.1.1-create-on-defeat")
    async def after_combat(self, game: Game, battle: BattleId) -> None:
        """One factor rises where Spanish corps have just lost."""
        if owner(game) is None:
            return
        row = game[Battle][battle]
        beaten = [force for force in forces_of(game, battle) if self._loses(row, force.role)]
        if not any(corps.nation == SPAIN for force in beaten for corps in all_engaged(game, force.id)):
            return
        base = Part("base", 1, says="a lost combat")
        factors = Tally(RISING, [base, *game.hooks(IrregularHooks).defeat_parts(game, battle)]).whole()
        if factors > 0:
            change(game, row.area, factors, BY_DEFEAT)
            game.note(f"a guerilla factor rises in {game.name(row.area)}")

    @hookimpl
    @rule("EIA-10.1.1-create-on-defeat-limits")
    def defeat_parts(self, game: Game, battle: BattleId) -> Iterable[Part]:
        """After field combats alone, in unceded provinces of their home, and one however many corps have lost it.

        One that began as a field combat is one, though nothing but guerillas is left for a later day of it.
        """
        row = game[Battle][battle]
        if row.kind not in MAKES_GUERILLAS and row.day == 1:
            return [Part("at_most", 0, says="no field combat")]
        if not in_spain(game, row.area) or not is_unceded(game, game[Area][row.area].province):
            return [Part("at_most", 0, says="not in unceded Spain")]
        return [Part("at_most", 1, says="only one for each combat")]

    def _loses(self, battle: Battle, role: Role) -> bool:
        """Tell whether a side has lost: who has not won, but for what the rulings call no defeat."""
        if battle.winner in (role, ""):
            return False
        if battle.winner == "nobody":
            return self.parameters.both_break == "a defeat"
        if battle.how == "withdrawn":
            return self.parameters.withdrawing == "a defeat"
        return battle.how != "broken off" or self.parameters.breaking_off == "a defeat"

    @opens(GUERILLA_STEP)
    @rule("EIA-10.1.1-removal")
    def go_home(self, game: Game, frame: Frame) -> None:
        """In Spain's Guerilla Step they go home when no enemy is left there."""
        side = owner(game)
        if side is None or frame.side != side or any_enemy_factor(game) or not len(game[Guerillas]):
            return
        for band in list(game[Guerillas]):
            if band.inside:
                change(game, band.id, -band.inside, GONE_HOME, "inside")
            if band.factors:
                change(game, band.id, -band.factors, GONE_HOME)
        game.note("no enemy is left in Spain: the guerillas go home")

    @opens(GUERILLA_STEP)
    @rule("EIA-10.1.1-create-by-die", after="EIA-10.1.1-removal")
    async def rise(self, game: Game, frame: Frame) -> None:
        """In Spain's Guerilla Step a die is thrown for each invaded province; what its value is above it rises."""
        side = owner(game)
        if side is None or frame.side != side:
            return
        for id in dict.fromkeys(game.hooks(IrregularHooks).uprisings(game)):
            province = game[Province][id]
            die = await roll("1d6", why=f"guerillas in {province.title}", by=side)
            factors = max(0, (province.guerilla or 0) - die)
            says = factors_text(factors) if factors else "no guerillas"
            game.note(f"{province.title}: guerilla value {province.guerilla} less a die of {die}: {says}")
            area = await game.hooks(IrregularHooks).uprising_area(game, id, factors) if factors else None
            if area is not None:
                change(game, area, factors, BY_DIE)

    @hookimpl
    @rule("EIA-10.1.1-create-die-trigger")
    def uprisings(self, game: Game) -> Iterable[ProvinceId]:
        """One die for each unceded province with unbesieged enemy corps or garrisons, whatever their number."""
        unceded_ones = (one for one in spanish_provinces(game) if one.ceded_to is None)
        return [one.id for one in unceded_ones if one.guerilla and is_invaded(game, one.id)]

    @hookimpl
    @rule("EIA-10.1.1-create-place-choice")
    async def uprising_area(self, game: Game, province: ProvinceId, factors: int) -> AreaId | None:
        """Spain chooses one area of the province for them."""
        side = owner(game)
        if side is None:
            return None
        why = f"guerillas rise in {game[Province][province].title}: {factors_text(factors)}"
        return (await ask(side, PlaceGuerillas, why, about=province)).area

    # --- what they are to others

    @ends_way(March, "there")
    @rule("EIA-10.1.1-ignored-by-movers")
    def stop_nobody(self, game: Game, stride: MarchStep) -> Stop | None:
        """Guerillas stop and delay nobody."""
        return None

    @hookimpl(of=SupplyHooks.supply_blocks)
    @rule("EIA-10.1.1-block-supply")
    def cut_supply(self, game: Game, side: SideId) -> Iterator[Block]:
        """Unbesieged guerillas cut the supply lines of an enemy, unless Spain has them let supply pass."""
        mine = owner(game)
        if mine is not None and mine in enemies(game, side):
            for band in game[Guerillas]:
                if unbesieged_factors(game, band) and not band.lets_pass:
                    yield Block(band.id, says="guerillas")

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
            yield Contingent(IN_THE_OPEN.of(roused.area), SPAIN, "guerilla", roused.factors)

    @hookimpl(of=CombatHooks.morale_parts)
    @rule("EIA-10.1.1-morale")
    def low_morale(self, game: Game, contingent: Contingent) -> Iterable[Part]:
        """A guerilla factor has a morale of 1."""
        if contingent.arm != "guerilla":
            return []
        chart = game.chart(MORALE)
        return [chart.part("base", contingent.nation, "guerilla", says="guerillas")]

    @hookimpl
    @rule("BASE-10.1.1-losses")
    async def take_losses(self, game: Game, losses: dict[str, int], cause: str) -> None:
        """Guerillas lost in a combat are gone."""
        for key, count in losses.items():
            if (area := IN_THE_OPEN.area(key)) is not None:
                change(game, area, -count, cause)
                for roused in list(game[EngagedGuerillas]):
                    if roused.area == area and roused.factors:
                        game.change(roused, factors=roused.factors - count)

    @leaves(COMBAT_SEQUENCE)
    @rule("BASE-10.1.1-dispersed", vital=True)
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
            yield from find_uncharted(game, MORALE, [(SPAIN, "guerilla")])

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Where they cut the enemy's supply."""
        if PlaceGuerillas in ask.kinds:
            province = ProvinceId(str(ask.about))
            areas = sorted(areas_of(game, province), key=lambda one: -enemy_factors(game, one.id, ask.side))
            foes = bool(areas and enemy_factors(game, areas[0].id, ask.side))
            because = (
                "Enemy corps stand there: the guerillas cut the supply that comes to them."
                if foes
                else ("It lies in the province that the enemy has entered, and on his way.")
            )
            yield Lesson(
                title="Guerillas rise", says="A province of Spain rises against the enemy in it: choose the area.",
                why="Guerillas in the open cut every enemy supply line through their area, and no corps can "
                "attack them.",
                rules=("EIA-10.1.1-create-by-die", "EIA-10.1.1-block-supply", "EIA-10.1.1-immune"),
                advice=tuple(Advice(action=PlaceGuerillas(area.id), because=because) for area in areas[:1]),
            )  # fmt: skip
