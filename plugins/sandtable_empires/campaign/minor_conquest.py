"""The conquest of minor countries (10.2.1): by holding the capital; what becomes of their forces, and of prisoners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    RuleModule,
    SideId,
    ask,
    fills,
    hookimpl,
    opens,
    rule,
    ruling,
)
from sandtable_empires.charts.keys import DISTRICT_CONQUERED, DISTRICT_LOST, POLITICAL_CAUSES, POLITICAL_POINTS, numbers
from sandtable_empires.holding import disband_forces, occupant, set_control
from sandtable_empires.hookspecs.control import ControlChange, ControlHooks, Prize
from sandtable_empires.hookspecs.naval import NavalHooks
from sandtable_empires.model import (
    CONQUERED,
    DISBANDED,
    Area,
    AreaId,
    District,
    Fleet,
    FleetId,
    NationId,
    Occupation,
    Prisoners,
    areas_of,
    at_war,
    give_back,
    power_of,
    powers,
)  # fmt: skip
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.sail import harbours
from sandtable_empires.status import move_points
from sandtable_empires.steps import CONQUEST_STEP

KEEPS_ITS_ARMY = NationId("Poland")


class HomePort(Action[tuple[AreaId, ...]], frozen=True):
    """Name the port at home into which a fleet comes back."""

    port: AreaId

    @fills("port")
    @staticmethod
    def ports_at_home(game: Game, ask: Ask[tuple[AreaId, ...]]) -> Choice[AreaId]:
        return Choice(ask.about)

    def says(self, game: Game, ask: Ask[tuple[AreaId, ...]]) -> str:
        return f"{ask.side} has the fleet lie in {game.name(self.port, Area)}"


class MinorConquest(RuleModule):
    """Who conquers a minor country, and what that does."""

    key = "minor_conquest"
    needs = CAMPAIGN
    charts = (numbers(POLITICAL_POINTS, POLITICAL_CAUSES, least=-99, most=99),)
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        months: Annotated[
            int,
            Meta(ge=0, le=12),
            ruling(
                "How long a capital is held",
                "So many months must pass from the Conquest Step in which a capital is first held to that in which it "
                "falls, without a break.",
                "EIA-10.2.1-condition",
            ),
        ] = 1

    # --- when

    @opens(CONQUEST_STEP)
    @rule("EIA-10.2.1-condition")
    async def fall(self, game: Game, frame: Frame) -> None:
        """What is conquered is so by holding its capital, unbesieged, from one Conquest Step to the next (R-11)."""
        hooks, due = game.hooks(ControlHooks), list[tuple[Prize, SideId]]()
        prizes = sorted(hooks.prizes(game), key=lambda one: (not _is_secondary(game, one), one.capital))
        for prize in prizes:
            side = await occupant(game, game[Area][prize.capital])
            if self._has_held(game, prize, side) and side is not None:
                due.append((prize, power_of(game, side)))
        for prize, power in due:
            if power in powers(game) and not hooks.not_conquered(game, prize, power):
                game.remove(game[Occupation][prize.capital])
                await hooks.conquered(game, prize, power)
        there = {one.capital for one in prizes}
        for row in [one for one in game[Occupation] if one.id not in there]:
            game.remove(row)

    def _has_held(self, game: Game, prize: Prize, side: SideId | None) -> bool:
        """Take down who holds a capital now, and say whether that has lasted long enough."""
        row = game[Occupation].get(prize.capital)
        if row is not None and row.side != side:
            game.remove(row)
            row = None
        if side is not None and row is None:
            row = game.put(Occupation(prize.capital, side, game.round))
        return row is not None and game.round - row.since >= self.parameters.months

    @hookimpl
    def prizes(self, game: Game) -> Iterator[Prize]:
        """Districts with their capitals."""
        for one in game[District]:
            yield Prize(one.capital, district=one.id, rule="EIA-10.2.1-condition")

    # --- what follows

    @hookimpl
    @rule("EIA-10.2.1-flag")
    async def conquered(self, game: Game, prize: Prize, side: SideId) -> None:
        """The flag of the conqueror takes the place of the old one."""
        if prize.district is not None:
            game.note(f"{side} conquers {game[District][prize.district].title}")
            await set_control(game, prize.district, side, "conquered", CONQUERED)

    @hookimpl(of=ControlHooks.control_changes)
    @rule("EIA-10.2.1-land-forces-removed")
    async def disband(self, game: Game, change: ControlChange) -> None:
        """The land forces that it has left are gone; those of Poland stay."""
        if change.cause == CONQUERED and change.whole and change.nation != KEEPS_ITS_ARMY:
            disband_forces(game, change.nation, DISBANDED)

    @hookimpl(of=ControlHooks.after_control_changed)
    @rule("EIA-10.2.1-fleets-kept")
    async def lay_up(self, game: Game, change: ControlChange) -> None:
        """Its fleets leave the map with the ships that they have; they are back when it is a free state."""
        for fleet in [one for one in game[Fleet] if one.nation == change.nation] if change.whole else ():
            if change.cause == CONQUERED:
                game.change(fleet, lies="reserve", port=None, space=None)
            elif change.status == "free state" and fleet.lies == "reserve" and change.holder is not None:
                await self._bring_back(game, fleet.id, change.holder)

    @hookimpl(of=NavalHooks.frozen)
    @rule("EIA-10.2.1-fleets-frozen")
    def laid_up(self, game: Game) -> Iterable[FleetId]:
        """While they are off the map they get no ships, and nothing is owed for them."""
        return [fleet.id for fleet in game[Fleet] if fleet.lies == "reserve"]

    async def _bring_back(self, game: Game, fleet: FleetId, holder: SideId) -> None:
        """Put a fleet into a port at home, which the one who controls the country names where there are several."""
        fleets_of = game[Fleet][fleet].nation
        home = [area for one in game[District].where("nation", fleets_of) for area in areas_of(game, one.id)]
        ports = tuple(area.id for area in home if area.port)
        if not ports:
            return
        port = ports[0]
        if len(ports) > 1:
            port = (await ask(holder, HomePort, f"where {game.name(fleet)} lies", about=ports)).port
        game.change(game[Fleet][fleet], lies="port", port=port, space=harbours(game).get(port), side=holder)

    @hookimpl(of=ControlHooks.control_changes)
    @rule("EIA-10.2.1-political-points")
    async def points(self, game: Game, change: ControlChange) -> None:
        """The conqueror gains for each district that changes hands, and who held it loses (R-12)."""
        if change.cause == CONQUERED and change.holder is not None:
            chart = game.chart(POLITICAL_POINTS)
            await move_points(game, change.holder, chart.number(DISTRICT_CONQUERED) * len(change.districts), CONQUERED)
            if change.was is not None:
                lost = chart.number(DISTRICT_LOST) * len(change.districts)
                await move_points(game, change.was, lost, CONQUERED)

    @hookimpl(of=ControlHooks.control_changes)
    @rule("EIA-10.2.1-return-captured")
    async def set_free(self, game: Game, change: ControlChange) -> None:
        """When it is conquered, or its war lapses, whom it took of powers its runner is at peace with go home."""
        if change.before == "in conflict" and change.whole:
            for held in [one for one in game[Prisoners] if one.taken_by == change.nation]:
                if not at_war(game, held.captor, held.side):
                    give_back(game, held)


def _is_secondary(game: Game, prize: Prize) -> bool:
    return prize.district is not None and game[District][prize.district].secondary
