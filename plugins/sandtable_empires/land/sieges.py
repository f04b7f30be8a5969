"""Sieges (7.5): announced in the Land Combat Step, kept up by a corps before the city, lifted when it goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Refusal,
    Rows,
    RuleModule,
    ScenarioFinding,
    SideId,
    fills,
    hookimpl,
    leaves,
    opens,
    refuses,
    rule,
)
from sandtable_empires.hookspecs.movement import AreaEntered, together
from sandtable_empires.hookspecs.sieges import Insider, SiegeHooks, insiders
from sandtable_empires.land.investing import besieging_powers, end_siege, hostile_inside, review
from sandtable_empires.model import (
    Area,
    AreaId,
    Corps,
    Siege,
    SiegeId,
    hostile_corps,
    in_the_open,
    siege_of,
)  # fmt: skip
from sandtable_empires.soundness.forces import NO_SIEGE, sieges


class Besiege(Action, frozen=True):
    """Announce the siege of a city."""

    area: AreaId

    @fills("area")
    @staticmethod
    def where_our_corps_are(game: Game, ask: Ask) -> Choice[AreaId]:
        corps = game[Corps].where("side", ask.side)
        return Choice(dict.fromkeys(one.area for one in corps if one.area is not None and not one.inside))

    def perform(self, game: Game, ask: Ask) -> None:
        game.put(Siege(SiegeId(self.area), self.area, SideId(ask.side)))
        game.note(f"{ask.side} besieges {game[Area][self.area].city}", "BASE-7.5-siege")


class LiftSiege(Action, frozen=True):
    """Lift a siege."""

    siege: SiegeId

    @fills("siege")
    @staticmethod
    def own_sieges(game: Game, ask: Ask) -> Rows:
        return Rows(game[Siege], side=ask.side)

    def perform(self, game: Game, ask: Ask) -> None:
        siege = game[Siege][self.siege]
        end_siege(game, siege, f"{ask.side} lifts it", "BASE-7.5-siege-lifted")
        game.mark(siege.area, "siege lifted", until="land_combat")


class Sieges(RuleModule):
    """Which cities can be besieged, and how long a siege lasts."""

    key = "sieges"
    faults = (NO_SIEGE,)
    actions = {"land_combat": (Besiege, LiftSiege)}

    # --- announcing

    @refuses(Besiege)
    @rule("BASE-7.5-siege-who", "BASE-7.5-siege")
    def corps_before_it(self, game: Game, act: Besiege, ask: Ask) -> Refusal | None:
        """Only a corps in the open before a city besieges it."""
        area = game[Area][act.area]
        if not area.city:
            return Refusal("there is no city in {area}", area=area.id)
        if in_the_open(game, act.area, ask.side):
            return None
        return Refusal("no corps of {side} stands before {city}", side=ask.side, city=area.city)

    @refuses(Besiege)
    @rule("BASE-7.5-siege-whom")
    def enemies_in_it(self, game: Game, act: Besiege, ask: Ask) -> Refusal | None:
        """A city in which enemies are; any that is empty falls by itself."""
        if hostile_inside(game, act.area, ask.side):
            return None
        return Refusal("no enemy is in {city}", city=game[Area][act.area].city or act.area)

    @refuses(Besiege)
    @rule("BASE-7.5-siege-field")
    def field_is_ours(self, game: Game, act: Besiege, ask: Ask) -> Refusal | None:
        """Not while an enemy corps stands in the open there."""
        enemy = hostile_corps(game, act.area, ask.side)
        if not enemy:
            return None
        return Refusal("{corps} stands before {area}", corps=enemy[0].id, area=act.area, cure="beat it first")

    @refuses(Besiege)
    @rule("BASE-7.5-siege-one")
    def not_besieged_yet(self, game: Game, act: Besiege) -> Refusal | None:
        """A city is besieged by one side at a time, which lifts a siege for good in a step."""
        city = game[Area][act.area].city or act.area
        if (siege := siege_of(game, act.area)) is not None:
            return Refusal("{city} is besieged by {side} already", city=city, side=siege.side)
        if game.mark_of(act.area, "siege lifted"):
            return Refusal("the siege of {city} has just been lifted", city=city)
        return None

    @hookimpl(of=SiegeHooks.besiegers)
    @rule("BASE-7.5-besiegers", "BASE-4.9-siege")
    def corps_besiege(self, game: Game, area: AreaId, side: SideId) -> Iterator[Insider]:
        """A siege is kept up by all corps in the open there of the side, and of those that move with it."""
        powers = besieging_powers(game, area, side)
        for corps in (one for each in powers for one in in_the_open(game, area, each)):
            yield from insiders(corps)

    # --- lifting

    @refuses(LiftSiege)
    @rule("BASE-7.5-siege-own")
    def own_siege(self, game: Game, act: LiftSiege, ask: Ask) -> Refusal | None:
        """A side lifts its own sieges."""
        side = game[Siege][act.siege].side
        return None if side == ask.side else Refusal("{side} besieges {area}", side=side, area=act.siege)

    @hookimpl
    @rule("BASE-7.5-siege-left")
    async def after_area_entered(self, game: Game, entry: AreaEntered) -> None:
        """A siege is over when the last corps that keeps it up has gone away."""
        siege = siege_of(game, entry.origin or "")
        if siege is not None and siege.side in together(game, entry.side):
            review(game)

    @leaves("combat")
    @rule("BASE-7.5-siege-relieved")
    def after_a_combat(self, game: Game, frame: Frame) -> None:
        """It is over when they have been beaten off."""
        review(game)

    @opens("land_combat")
    @rule("BASE-7.5-siege-kept-up", "BASE-7.5-siege-lifted", "BASE-7.5-siege-over")
    def before_combat(self, game: Game, frame: Frame) -> None:
        """It is over when nobody is left before the city, or in it, however that has come about."""
        review(game)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name sieges that would be over at once."""
        return sieges(game)
