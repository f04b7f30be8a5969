"""Sieges (7.5): announced in the Land Combat Step, kept up by a corps before the city, lifted when it goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    MarkKind,
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
from sandtable.present import Advice, Lesson
from sandtable_empires.hookspecs.movement import AreaEntered, together
from sandtable_empires.hookspecs.sieges import Ending, Insider, SiegeHooks, insiders
from sandtable_empires.land.investing import besieging_corps, besieging_powers, end_siege, hostile_inside, review
from sandtable_empires.model import Area, AreaId, Corps, Siege, SiegeId, enemies, hostile_corps, in_the_open, siege_of
from sandtable_empires.soundness.forces import NO_SIEGE, sieges
from sandtable_empires.steps import COMBAT_SEQUENCE, LAND_COMBAT_STEP

LIFTED: Final = MarkKind("siege lifted", until=LAND_COMBAT_STEP)


class Besiege(Action, frozen=True):
    """Announce the siege of a city."""

    area: AreaId

    @fills("area")
    @staticmethod
    def any_city(game: Game, ask: Ask) -> Choice[AreaId]:
        return Choice(area.id for area in game[Area] if area.city)

    async def perform(self, game: Game, ask: Ask) -> None:
        await game.hooks(SiegeHooks).begins_siege(game, self.area, SideId(ask.side))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} lays siege to {game.name(self.area, Area)}"


class LiftSiege(Action, frozen=True):
    """Lift a siege."""

    if_none = {"siege": ("you are not besieging a city", "BASE-7.5-siege-lifted")}

    siege: SiegeId

    @fills("siege")
    @staticmethod
    def own_sieges(game: Game, ask: Ask) -> Rows:
        return Rows(game[Siege], side=ask.side)

    def perform(self, game: Game, ask: Ask) -> None:
        siege = game[Siege][self.siege]
        end_siege(game, siege, f"{ask.side} lifts it", "BASE-7.5-siege-lifted")
        game.mark(siege.area, LIFTED)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} lifts the siege of {game.name(self.siege, Siege)}"


class Sieges(RuleModule):
    """Which cities can be besieged, and how long a siege lasts."""

    key = "sieges"
    brings = (LIFTED,)
    faults = (NO_SIEGE,)
    actions = {LAND_COMBAT_STEP: (Besiege, LiftSiege)}

    # --- announcing

    @hookimpl
    @rule("BASE-7.5-siege")
    async def begins_siege(self, game: Game, area: AreaId, side: SideId) -> None:
        """A city whose siege is announced is besieged from then on."""
        game.put(Siege(SiegeId(area), area, side))
        game.note(f"{game[Area][area].city} is now besieged by {side}")

    @fills(Besiege, "area")
    @rule("BASE-7.5-siege-who")
    def corps_before_it(self, game: Game, ask: Ask) -> Choice[AreaId]:
        """Only a corps in the open before a city besieges it."""
        corps = game[Corps].where("side", ask.side)
        return Choice(dict.fromkeys(one.area for one in corps if one.area is not None and not one.inside))

    @refuses(Besiege)
    @rule("BASE-7.5-siege-whom")
    def enemies_in_it(self, game: Game, act: Besiege, ask: Ask) -> Refusal | None:
        """A city in which enemies are, or others that hold it for one; any that is empty falls by itself."""
        if hostile_inside(game, act.area, ask.side):
            return None
        if game.hooks(SiegeHooks).holds_for_enemy(game, act.area, SideId(ask.side)):
            return None
        return Refusal("no enemy is inside {city}", city=game[Area][act.area].city or act.area)

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
            return Refusal("{side} already besieges {city}", city=city, side=siege.side)
        if game.mark_of(act.area, LIFTED):
            return Refusal("the siege of {city} has just been lifted", city=city)
        return None

    @hookimpl(of=SiegeHooks.besiegers)
    @rule("BASE-7.5-besiegers")
    def corps_besiege(self, game: Game, area: AreaId, side: SideId) -> Iterator[Insider]:
        """All corps in the open there besiege a city, those of the side and of those that besiege it with it."""
        powers = besieging_powers(game, area, side)
        for corps in (one for each in powers for one in in_the_open(game, area, each)):
            yield from insiders(corps)

    @hookimpl
    @rule("BASE-4.9-siege")
    def besieging_partners(self, game: Game, area: AreaId, side: SideId) -> Iterable[SideId]:
        """Who moves together with a side besieges with it all whom it is at war with itself."""
        others = together(game, side)[1:]
        inside = {one.side for one in hostile_inside(game, area, side)} if others else set[SideId]()
        return [one for one in others if inside <= enemies(game, one)]

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

    @leaves(COMBAT_SEQUENCE)
    @rule("BASE-7.5-siege-relieved")
    def after_a_combat(self, game: Game, frame: Frame) -> None:
        """It is over when they have been beaten off."""
        review(game)

    @opens(LAND_COMBAT_STEP)
    @rule("BASE-7.5-siege-kept-up")
    def before_combat(self, game: Game, frame: Frame) -> None:
        """Whether sieges are kept up is looked at when a Land Combat Step begins, whatever has come about."""
        review(game)

    @hookimpl
    @rule("BASE-7.5-siege-starved")
    async def after_hunger(self, game: Game, area: AreaId) -> None:
        """It is over when hunger leaves nobody before the city, or nobody in it."""
        review(game)

    # --- why one is over

    @hookimpl(of=SiegeHooks.siege_ends)
    @rule("BASE-7.5-siege-lifted")
    def nobody_before_it(self, game: Game, siege: SiegeId) -> Iterator[Ending]:
        """A siege is over when no corps that keeps it up is left before the city."""
        row = game[Siege][siege]
        if not besieging_corps(game, row):
            yield Ending(says=f"no corps of {row.side} is left before it")

    @hookimpl(of=SiegeHooks.siege_ends)
    @rule("BASE-7.5-siege-over")
    def nobody_in_it(self, game: Game, siege: SiegeId) -> Iterator[Ending]:
        """A siege is over when nobody is left inside."""
        row = game[Siege][siege]
        if not hostile_inside(game, row.area, row.side):
            yield Ending(says="nobody is left inside")

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name sieges that would be over at once."""
        return sieges(game)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """A city with enemies in it falls only after a siege."""
        if Besiege in ask.kinds:
            cities = dict.fromkeys(
                one.area for one in game[Corps].where("side", ask.side) if one.area and not one.inside
            )
            because = "Nobody comes in or goes out any more: the city may starve, and can be breached and stormed."
            yield Lesson(
                kind=Besiege, says="Shuts up the enemies in a city before which your corps stand.",
                rules=("BASE-7.5-siege", "BASE-7.5-siege-who", "BASE-7.5-breach"),
                advice=tuple(Advice(action=Besiege(area), because=because) for area in cities),
            )  # fmt: skip
            yield Lesson(kind=LiftSiege, says="Gives up a siege of yours.", rules=("BASE-7.5-siege-own",))
