"""Guerillas and sieges (10.1.1): they help a corps that besieges, and starve in a city like anybody else."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Game, RuleModule, SideId, hookimpl, rule
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.sieges import Insider, SiegeHooks
from sandtable_empires.irregulars.bands import WITH_THE_CITY, Guerillas, change, owner
from sandtable_empires.model import SPAIN, AreaId, Contingent, allies, in_the_open, siege_of

KEY = "garrison guerillas of "
OPEN_KEY = "guerillas in "
"""How losses name those in a city, and those in the open."""


class BesiegedGuerillas(RuleModule):
    """Guerillas before cities and in them."""

    key = "besieged_guerillas"
    after = ("guerillas",)

    @hookimpl(of=SiegeHooks.besiegers)
    @rule("EIA-10.1.1-siege-with-corps")
    def beside_a_corps(self, game: Game, area: AreaId, side: SideId) -> Iterator[Insider]:
        """They take part in a siege only alongside a friendly corps; they neither begin one alone nor keep it up."""
        band, mine = game[Guerillas].get(area), owner(game)
        if band is None or mine is None or not band.factors or not in_the_open(game, area, side):
            return
        if side == mine or side in allies(game, mine):
            yield Insider(mine, Contingent(f"{OPEN_KEY}{area}", SPAIN, "guerilla", band.factors))

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
        if band is not None and band.inside and siege_of(game, area) is not None:
            yield self._inside(game, band)

    def _inside(self, game: Game, band: Guerillas) -> Insider:
        side = owner(game)
        assert side is not None  # nobody else has guerillas
        return Insider(side, Contingent(f"{KEY}{band.id}", SPAIN, "guerilla", band.inside))

    @hookimpl(of=CombatHooks.take_losses)
    @rule("BASE-7.5-guerillas-lost")
    async def fall(self, game: Game, losses: dict[str, int], cause: str) -> None:
        """Those lost in a city are gone."""
        for key, count in losses.items():
            if key.startswith(KEY):
                change(game, key.removeprefix(KEY), -count, cause, "inside")

    @hookimpl(of=SiegeHooks.lay_down_arms)
    @rule("BASE-7.5-guerillas-surrender")
    async def lost_with_the_city(self, game: Game, area: AreaId, side: SideId, captor: SideId, free: bool) -> None:
        """When the city is lost so are they."""
        band = game[Guerillas].get(area)
        if band is not None and band.inside and side == owner(game):
            change(game, area, -band.inside, WITH_THE_CITY, "inside")
