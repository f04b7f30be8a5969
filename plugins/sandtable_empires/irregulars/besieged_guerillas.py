"""Guerillas and sieges (10.1.1): they may help who besieges or storms, and starve in a city like anybody else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import Action, Ask, Frame, Game, Range, RuleModule, SideId, fills, hookimpl, leaves, offer, rule
from sandtable.present import Advice, Lesson
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.sieges import Insider, SiegeHooks
from sandtable_empires.irregulars.bands import (
    IN_A_CITY,
    IN_THE_OPEN,
    WITH_THE_CITY,
    EngagedGuerillas,
    Guerillas,
    change,
    owner,
)
from sandtable_empires.land.investing import hostile_inside
from sandtable_empires.land.storming import ROLES, may_storm
from sandtable_empires.model import (
    SPAIN,
    AreaId,
    Contingent,
    Role,
    Storm,
    StormId,
    allies,
    enemies,
    in_the_open,
    shut_in,
)  # fmt: skip
from sandtable_empires.model.words import factors_text
from sandtable_empires.steps import STORM_SEQUENCE


class JoinStorm(Action[int], frozen=True):
    """Have guerillas join a storm."""

    if_declined = "Keep the guerillas out of the storm"
    factors: int

    @fills("factors")
    @staticmethod
    def any_number(game: Game, ask: Ask[int]) -> Range:
        most = ask.about
        return Range(1, most, usual=most)

    def says(self, game: Game, ask: Ask[int]) -> str:
        return f"Guerillas join the fight with {factors_text(self.factors)}"


def _outside(area: AreaId, factors: int) -> Contingent:
    return Contingent(IN_THE_OPEN.of(area), SPAIN, "guerilla", factors)


def _within(area: AreaId, factors: int) -> Contingent:
    return Contingent(IN_A_CITY.of(area), SPAIN, "guerilla", factors)


class BesiegedGuerillas(RuleModule):
    """Guerillas before cities and in them."""

    key = "besieged_guerillas"
    after = ("guerillas", "combined_movement")

    @hookimpl(of=SiegeHooks.besiegers)
    @rule("EIA-10.1.1-siege-with-corps")
    def beside_a_corps(self, game: Game, area: AreaId, side: SideId) -> Iterator[Insider]:
        """They take part in a siege only alongside a friendly corps; they neither begin one alone nor keep it up."""
        band, mine = game[Guerillas].get(area), owner(game)
        if band is None or mine is None or not band.factors or not in_the_open(game, area, side):
            return
        shut_in = {one.side for one in hostile_inside(game, area, side)}
        if side in (mine, *allies(game, mine)) and shut_in <= enemies(game, mine):
            yield Insider(mine, _outside(area, band.factors), free=True)

    @hookimpl(of=SiegeHooks.inside)
    @rule("BASE-7.5-guerillas-inside")
    def hold_the_city(self, game: Game, area: AreaId) -> Iterator[Insider]:
        """Guerillas in a city hold it like a garrison."""
        if (band := game[Guerillas].get(area)) is not None and band.inside:
            yield self._inside(game, band)

    @hookimpl(of=SiegeHooks.hungry)
    @rule("EIA-10.1.1-no-supply")
    def only_besieged(self, game: Game, area: AreaId) -> Iterator[Insider]:
        """Guerillas need no supply unless they are besieged."""
        band = game[Guerillas].get(area)
        if band is not None and band.inside and shut_in(game, area, owner(game) or ""):
            yield self._inside(game, band)

    def _inside(self, game: Game, band: Guerillas) -> Insider:
        side = owner(game)
        assert side is not None  # nobody else has guerillas
        return Insider(side, _within(band.id, band.inside), free=True)

    # --- storms

    @hookimpl
    @rule("BASE-10.1.1-storms")
    async def storm_musters(self, game: Game, storm: StormId) -> None:
        """Spain is asked how many join its friends in a storm against its enemies; those in a stormed city must."""
        row, mine = game[Storm][storm], owner(game)
        if mine is None or game[Guerillas].get(row.area) is None:
            return
        for role in ROLES:
            if f"{storm} {role}" in game[EngagedGuerillas] or (row.kind == "assault" and role == "defender"):
                continue
            if self._would_help(game, row, role, mine) and (joined := await self._ask_to_join(game, row, role)):
                game.put(joined)
                return

    def _would_help(self, game: Game, storm: Storm, role: Role, side: SideId) -> bool:
        """Tell whether Spain or an ally fights in a role, and against nobody with whom Spain is at peace."""
        return storm.side(role) in (side, *allies(game, side)) and may_storm(game, side, storm, role)

    async def _ask_to_join(self, game: Game, storm: Storm, role: Role) -> EngagedGuerillas | None:
        """Ask for those in the open, and before a sortie for those in the city."""
        band, why = game[Guerillas][storm.area], f"guerillas may join the {storm.kind} in {game.name(storm.area)}"
        sally = storm.kind == "sortie" and role == "attacker"
        inside = await self._offer_up_to(game, f"{why}, out of the city", band.inside) if sally else 0
        factors = await self._offer_up_to(game, why, band.factors)
        return EngagedGuerillas(f"{storm.id} {role}", storm.area, factors, inside) if factors or inside else None

    async def _offer_up_to(self, game: Game, why: str, most: int) -> int:
        side = owner(game)
        if not most or side is None:
            return 0
        joined = await offer(side, JoinStorm, why, rule="EIA-10.1.1-not-compelled", about=most)
        return joined.factors if joined is not None else 0

    @hookimpl
    @rule("BASE-10.1.1-volunteers", vital=True)
    def volunteers(self, game: Game, storm: StormId, role: str) -> Iterator[Insider]:
        """Those who have joined a storm fight in it."""
        roused, side = game[EngagedGuerillas].get(f"{storm} {role}"), owner(game)
        if roused is None or side is None:
            return
        if roused.factors:
            yield Insider(side, _outside(roused.area, roused.factors), free=True)
        if roused.inside:
            yield Insider(side, _within(roused.area, roused.inside), free=True)

    @leaves(STORM_SEQUENCE)
    @rule("BASE-10.1.1-storm-over", vital=True)
    def disperse(self, game: Game, frame: Frame) -> None:
        """After it they are where they were."""
        for role in ROLES:
            if (roused := game[EngagedGuerillas].get(f"{frame.subject} {role}")) is not None:
                game.remove(roused)

    @hookimpl(of=CombatHooks.take_losses)
    @rule("BASE-7.5-guerillas-lost")
    async def fall(self, game: Game, losses: dict[str, int], cause: str) -> None:
        """Those lost in a city are gone."""
        for key, count in losses.items():
            if (area := IN_A_CITY.area(key)) is not None:
                change(game, area, -count, cause, "inside")
                for roused in list(game[EngagedGuerillas]):
                    if roused.area == area and roused.inside:
                        game.change(roused, inside=roused.inside - count)

    @hookimpl(of=SiegeHooks.lay_down_arms)
    @rule("BASE-7.5-guerillas-surrender")
    async def lost_with_the_city(self, game: Game, area: AreaId, side: SideId, captor: SideId, free: bool) -> None:
        """When the city is lost so are they."""
        band = game[Guerillas].get(area)
        if band is not None and band.inside and side == owner(game):
            change(game, area, -band.inside, WITH_THE_CITY, "inside")

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Help friends."""
        if JoinStorm in ask.kinds and isinstance(ask.about, int):
            because = "Each factor more fires with your friends."
            yield Lesson(
                title="Guerillas in a storm", says="Your guerillas may join this fight, and need not.",
                rules=("BASE-10.1.1-storms",), advice=(Advice(action=JoinStorm(ask.about), because=because),),
            )  # fmt: skip
