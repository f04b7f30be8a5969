"""Storming a city and sallying out of it, as players do them; when they may is for the rules of assaults."""

from __future__ import annotations

from sandtable.engine import Action, Ask, Choice, Game, Rows, SideId, fills
from sandtable_empires.land.investing import hostile_inside, sieges_of
from sandtable_empires.land.storming import announce_storm, begin_storm, settle_speaker
from sandtable_empires.model import Area, AreaId, Siege, SiegeId, siege_of
from sandtable_empires.model.sieges import STORMED


class Assault(Action, frozen=True):
    """Storm a besieged city."""

    if_none = {"siege": ("you are not besieging a city", "BASE-7.5-assault-breach")}

    siege: SiegeId

    @fills("siege")
    @staticmethod
    def own_sieges(game: Game, ask: Ask) -> Rows:
        return Rows(game[Siege], side=ask.side)

    async def perform(self, game: Game, ask: Ask) -> None:
        area = game[Siege][self.siege].area
        defenders = hostile_inside(game, area, ask.side)
        if not defenders:  # a house rule may have a city besieged in which nobody is
            game.mark(area, STORMED["assault"])
            game.note(f"nobody defends {game[Area][area].city}")
            return
        defender = await settle_speaker(game, area, defenders)
        await begin_storm(game, announce_storm(game, area, "assault", SideId(ask.side), defender))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} storms {game.name(self.siege, Siege)}"


class Sortie(Action, frozen=True):
    """Sally out of a besieged city."""

    if_none = {"area": ("nobody of yours is besieged in a city", "BASE-7.5-sortie")}

    area: AreaId

    @fills("area")
    @staticmethod
    def where_shut_in(game: Game, ask: Ask) -> Choice[AreaId]:
        return Choice(siege.area for siege in sieges_of(game, ask.side))

    async def perform(self, game: Game, ask: Ask) -> None:
        siege = siege_of(game, self.area)
        assert siege is not None  # only such are on offer
        await begin_storm(game, announce_storm(game, self.area, "sortie", SideId(ask.side), siege.side))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} makes a sortie from {game.name(self.area, Area)}"
