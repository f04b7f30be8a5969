"""The political status display (10.5, 10.5.1, 10.5.3): where powers start, what moves them, what it adds to dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final

from msgspec import Meta

from sandtable.engine import CoreHooks, Game, Part, RuleModule, ScenarioFinding, SideId, Was, hookimpl, rule, ruling
from sandtable.present import Box, Panel, PresentHooks, Table, Track
from sandtable_empires.charts.keys import (
    BOXES,
    CITY_LOST,
    CITY_STORMED,
    COMBAT_LOST,
    COMBAT_WON,
    LOSS_NUMBERS,
    POLITICAL_CAUSES,
    POLITICAL_POINTS,
    STATUS_MODIFIERS,
    STATUS_POINTS,
    STATUS_ZONES,
    ZONES,
    numbers,
    words,
)  # fmt: skip
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.politics import Control
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.model import (
    Area,
    Battle,
    BattleId,
    Nation,
    NationId,
    Storm,
    StormId,
    all_engaged,
    enemies,
    forces_of,
    power_of,
    powers,
)  # fmt: skip
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.peace import Surrenders
from sandtable_empires.model.status import PoliticalStatus
from sandtable_empires.soundness.status import STATUS_FAULTS, statuses
from sandtable_empires.status import BEFALLS, befall, move_points, zone_of

COUNTED: Final = ("field", "limited")
"""The kinds of combat for which there are points."""
ZONE_COLOURS: Final = {"Fiasco": "#c8553d", "Instability": "#d9a441", "Neutral": "#b4b496", "Dominant": "#5f9e52"}


class PoliticalDisplay(RuleModule):
    """How the powers stand, and why."""

    key = "political_status"
    needs = CAMPAIGN
    charts = (
        numbers(POLITICAL_POINTS, POLITICAL_CAUSES, least=-99, most=99),
        words(STATUS_ZONES, BOXES, among=ZONES),
        numbers(LOSS_NUMBERS, BOXES, most=6),
        numbers(STATUS_POINTS, BOXES, most=99),
        numbers(STATUS_MODIFIERS, ZONES, least=-9, most=9),
    )
    faults = STATUS_FAULTS
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        corps_for_a_point: Annotated[
            int,
            Meta(ge=1, le=20),
            ruling(
                "Corps for a point",
                "For so many corps of the beaten, or part of so many, a combat counts once in the chart of points.",
                "EIA-10.5-causes",
            ),
        ] = 3

    # --- where they start

    @hookimpl
    @rule("EIA-10.5-start")
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Each major power has a box of the display in which it begins."""
        return statuses(game)

    # --- what moves them

    @hookimpl
    @rule("EIA-10.5-causes")
    async def befalls(self, game: Game, side: SideId, what: str, times: int) -> None:
        """The chart says what each cause is worth."""
        if side in powers(game):
            await move_points(game, side, game.chart(POLITICAL_POINTS).number(what) * times, BEFALLS[what])

    @hookimpl(of=CombatHooks.after_combat)
    @rule("BASE-4.5-combats")
    async def combat_decided(self, game: Game, battle: BattleId) -> None:
        """Powers with corps in a combat gain if it is won, and lose if it is lost, by the corps of the beaten."""
        row, attacker, defender = game[Battle][battle], *forces_of(game, battle)
        if row.kind not in COUNTED or row.winner not in ("attacker", "defender"):
            return
        won, lost = (attacker, defender) if row.winner == "attacker" else (defender, attacker)
        times = -(-len(list(all_engaged(game, lost.id))) // self.parameters.corps_for_a_point)
        for force, what in ((won, COMBAT_WON), (lost, COMBAT_LOST)):
            there = {power_of(game, one.side) for one in all_engaged(game, force.id)}
            for side in sorted(there):
                await befall(game, side, what, times)

    @hookimpl(of=SiegeHooks.after_storm)
    @rule("BASE-4.5-storms")
    async def city_stormed(self, game: Game, storm: StormId) -> None:
        """Whoever takes a fortress by assault gains; its defender has what the chart says."""
        row = game[Storm][storm]
        if row.kind == "assault" and row.winner == "attacker" and game[Area][row.area].fortress:
            await befall(game, power_of(game, row.attacker), CITY_STORMED)
            await befall(game, power_of(game, row.defender), CITY_LOST)

    @hookimpl(default=True)
    @rule("EIA-10.5.1-direction")
    def box_reached(self, game: Game, box: int, points: int) -> int | None:
        """A box for each point, to the right for a gain and to the left for a loss, from zone to zone."""
        return box + points

    @rule("EIA-10.5.1-clamp", amends="EIA-10.5.1-direction")
    def within(self, was: Was[int | None], game: Game, box: int, points: int) -> int | None:
        """Nobody leaves the display: what is left over is lost."""
        return min(max(was() or 0, 1), len(BOXES))

    # --- the lower end

    @hookimpl
    @rule("EIA-10.5.1-forced-suit")
    async def pushed_off(self, game: Game, side: SideId) -> None:
        """Whoever would have left it at the lower end must sue for peace in the next Peace Step (R-14)."""
        game.change(game[PoliticalStatus][side], must_sue=True)
        game.note(f"{side} must sue for peace")

    @hookimpl
    @rule("BASE-4.4-forced-suits")
    def suits_due(self, game: Game, side: SideId) -> Iterable[SideId]:
        """It sues to all major powers that it is at war with."""
        row = game[PoliticalStatus].get(side)
        foes = enemies(game, side) if row is not None and row.must_sue else ()
        return sorted(one for one in foes if one in powers(game))

    @hookimpl
    @rule("EIA-10.5.1-forced-suit-acceptance")
    def must_accept(self, game: Game, side: SideId, terms: Surrenders) -> bool | None:
        """It accepts a conditional surrender; anything harsher it may refuse."""
        row = game[PoliticalStatus].get(side)
        return terms == "conditional" if row is not None and row.must_sue else None

    # --- what status does to dice

    @hookimpl
    @rule("EIA-10.5.3-modifiers")
    def control_die_parts(self, game: Game, side: SideId, what: Control, nation: NationId) -> Iterable[Part]:
        """The modifier of the zone is added when powers dice for who runs a minor country, or another power."""
        zone = zone_of(game, side)
        return [game.chart(STATUS_MODIFIERS).part("base", zone, says=f"{zone} Zone")] if zone else []

    # --- what is shown

    @hookimpl(of=PresentHooks.panels)
    def display(self, game: Game) -> Iterator[Panel]:
        """The display with the powers on it."""
        if not len(game[PoliticalStatus]):
            return
        zones, losses, points = game.chart(STATUS_ZONES), game.chart(LOSS_NUMBERS), game.chart(STATUS_POINTS)
        boxes: list[Box] = []
        for box in BOXES:
            zone, loss = zones.text(box), losses.number(box)
            there = [one for one in game[PoliticalStatus] if str(one.box) == box]
            markers = tuple((ZONE_COLOURS[zone], _marker(game, one)) for one in there)
            says = f"{box} {zone}, {points.number(box)} VP" + (f", loss {loss}" if loss else "")
            boxes.append(Box(title=says, colour=ZONE_COLOURS[zone], markers=markers))
        yield Track(key="political status", title="Political status", boxes=tuple(boxes))
        yield self._standings(game)

    def _standings(self, game: Game) -> Table:
        """Return the powers, the highest first, with what their boxes mean."""
        points, losses = game.chart(STATUS_POINTS), game.chart(LOSS_NUMBERS)
        order = sorted(game[PoliticalStatus], key=lambda one: (-one.box, one.id))
        rows = tuple(
            (_marker(game, one), str(one.box), zone_of(game, one.id) or "", str(points.number(str(one.box))),
             str(losses.number(str(one.box)) or ""))
            for one in order
        )  # fmt: skip
        columns = "Power", "Box", "Zone", "VP", "Loss"
        return Table(key="status", title="Political status", columns=columns, rows=rows)

    @hookimpl(of=CoreHooks.situation)
    def in_a_line(self, game: Game) -> Iterator[str]:
        """The same in a line."""
        if told := [f"{_marker(game, one)} {one.box} ({zone_of(game, one.id)})" for one in game[PoliticalStatus]]:
            yield f"Political status: {', '.join(told)}"


def _marker(game: Game, row: PoliticalStatus) -> str:
    nation = next((one.title for one in game[Nation].where("side", row.id) if one.major), row.id)
    return f"{nation} (must sue)" if row.must_sue else nation
