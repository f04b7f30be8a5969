"""Retreat (7.5.2): the beaten, and those who withdrew, leave the area, or shut themselves up in the city."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Refusal,
    RuleModule,
    SideId,
    ask,
    fills,
    hookimpl,
    opens,
    refuses,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.combat.captives import capture, imprison
from sandtable_empires.combat.tallies import powers_in
from sandtable_empires.combat.ways import bar_between
from sandtable_empires.counsel.strength import own_factors, threat_to
from sandtable_empires.entering import arrive
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.movement import How
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.model import (
    Area,
    AreaId,
    Battle,
    BattleId,
    Corps,
    CorpsId,
    Engaged,
    Force,
    Leader,
    allies,
    area_id,
    corps_of,
    enemies,
    force_id,
    forces_of,
    hostile_corps,
    links_of,
    siege_of,
    the_corps,
    unbesieged_foes,
)
from sandtable_empires.model.marks import WITHDRAWS
from sandtable_empires.steps import RETREAT_STEP

CITY: Final = area_id("the city")
"""Where a corps goes that does not leave the area."""


class Retreat(Action[CorpsId], frozen=True):
    """Retreat to a neighbouring area, or into the city."""

    to: AreaId

    @fills("to")
    @staticmethod
    def ways_out(game: Game, ask: Ask[CorpsId]) -> Choice[AreaId]:
        here = game[Corps][ask.about].area
        areas = sorted({link.other(here) for link in links_of(game, here)}) if here else []
        return Choice([*areas, *([CITY] if here and game[Area][here].city else [])])

    def says(self, game: Game, ask: Ask[CorpsId]) -> str:
        corps = game[Corps][ask.about]
        if self.to == CITY:
            return f"{the_corps(game, corps.id)} takes refuge in the city of {game.name(corps.area, Area)}"
        return f"{the_corps(game, corps.id)} retreats from {game.name(corps.area, Area)} to {game.name(self.to, Area)}"


class Retreats(RuleModule):
    """Where the beaten go."""

    key = "retreat"

    @opens(RETREAT_STEP)
    @rule("BASE-7.5.2-retreat")
    async def go(self, game: Game, frame: Frame) -> None:
        """Each beaten corps retreats, and each that withdrew, to where its side says."""
        battle = game[Battle][frame.subject]
        if not battle.winner:
            return
        for role in ("attacker", "defender"):
            force = game[Force][force_id(battle.id, role)]
            for corps in corps_of(game, force.id):
                if corps.factors and self._leaves(battle, role):
                    await self._retreats(game, corps.id, battle)
        for corps in list(game[Corps].where("area", battle.area)):
            if game.mark_of(corps.id, WITHDRAWS) and corps.id not in game[Engaged]:
                await self._retreats(game, corps.id, battle)

    def _leaves(self, battle: Battle, role: str) -> bool:
        """Tell whether a force must go: it is beaten, or has withdrawn."""
        return battle.winner not in (role, "")

    async def _retreats(self, game: Game, id: CorpsId, battle: Battle) -> None:
        corps = game[Corps][id]
        question = Ask(
            corps.side,
            (Retreat,),
            f"{the_corps(game, corps.id)} retreats from {game.name(battle.area)}",
            "BASE-7.5.2-retreat",
            id,
        )
        if not game.can_answer(question):
            await game.hooks(CombatHooks).cannot_retreat(game, id, battle.id)
            return
        answer = await ask(corps.side, Retreat, question.why, rule=question.rule, about=id)
        corps = game[Corps][id]
        if answer.to == CITY:
            game.change(corps, inside=True)
        else:
            how: How = "withdrawal" if game.mark_of(id, WITHDRAWS) else "retreat"
            await arrive(game, id, answer.to, how)

    # --- where one may not go

    @refuses(Retreat)
    @rule("BASE-7.5.2-retreat-free")
    def not_into_enemies(self, game: Game, act: Retreat, ask: Ask[CorpsId]) -> Refusal | None:
        """Not where unbesieged enemy corps stand."""
        side = game[Corps][ask.about].side
        if act.to == CITY or not unbesieged_foes(game, act.to, side):
            return None
        return Refusal("an enemy stands in {area}", area=act.to)

    @refuses(Retreat)
    @rule("BASE-7.5.2-retreat-access")
    def not_where_barred(self, game: Game, act: Retreat, ask: Ask[CorpsId]) -> Refusal | None:
        """Not where the corps might not march, nor by a way that it might not take."""
        bar = bar_between(game, ask.about, game[Corps][ask.about].area or "", act.to) if act.to != CITY else None
        return Refusal("{area}: {says}", area=act.to, says=bar.text, rule=bar.rule) if bar is not None else None

    @refuses(Retreat)
    @rule("BASE-7.5.2-retreat-city")
    def room_in_the_city(self, game: Game, act: Retreat, ask: Ask[CorpsId]) -> Refusal | None:
        """Into a city that its side or an ally holds, with as many corps as its fortress is strong, at least one."""
        if act.to != CITY:
            return None
        corps = game[Corps][ask.about]
        area = game[Area][corps.area or ""]
        if area.holder not in (corps.side, *allies(game, corps.side)):
            return Refusal("{city} is not held by {side} or its allies", city=area.city, side=corps.side)
        room = max(1, area.fortress)
        inside = sum(1 for one in game[Corps].where("area", area.id) if one.inside)
        return None if inside < room else Refusal("{city} has room for {room} corps", city=area.city, room=room)

    @refuses(Retreat)
    @rule("BASE-7.5.2-retreat-closed")
    def gates_shut(self, game: Game, act: Retreat, ask: Ask[CorpsId]) -> Refusal | None:
        """Not into a city that is besieged, or that enemies hold."""
        corps = game[Corps][ask.about]
        if act.to != CITY or corps.area is None:
            return None
        city, foes = game[Area][corps.area].city, enemies(game, corps.side)
        if siege_of(game, corps.area) is not None:
            return Refusal("{city} is besieged", city=city)
        other = next((one for one in game.hooks(SiegeHooks).inside(game, corps.area) if one.side in foes), None)
        return Refusal("{city} has a garrison of {side}", city=city, side=other.side) if other is not None else None

    # --- who is lost

    @hookimpl
    @rule("BASE-7.5.2-no-retreat")
    async def cannot_retreat(self, game: Game, corps: CorpsId, battle: BattleId) -> None:
        """A corps that cannot retreat surrenders with all its factors, and its leader with it, if anybody is left."""
        captors = self._captors(game, game[Corps][corps], game[Battle][battle])
        if not captors:
            game.note(f"{the_corps(game, corps)} cannot retreat and stays: no enemy is left to take it")
            return
        game.note(f"{the_corps(game, corps)} cannot retreat and surrenders")
        for leader in game[Leader].where("corps", corps):
            await capture(game, leader.id, captors)
        await imprison(game, game[Corps][corps], captors)

    def _captors(self, game: Game, corps: Corps, battle: Battle) -> list[SideId]:
        """The powers that fought it, the one that decides first; irregulars alone have beaten it for theirs.

        Enemies who stood by have no part in it, and those whose corps are all gone take nobody.
        """
        foes = enemies(game, corps.side)
        opposed = [one for one in forces_of(game, battle.id) if powers_in(game, one.id) & foes]
        fought = {side for one in opposed for side in powers_in(game, one.id)}
        there = {one.side for one in hostile_corps(game, battle.area, corps.side)} & fought
        decides = [one.side for one in opposed if one.side in foes and battle.winner == one.role]
        return sorted({*there, *decides}, key=lambda side: (side not in decides, side))

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Away from the enemy, to friends, or behind walls."""
        if Retreat in ask.kinds:
            yield Lesson(
                title="Retreat", says="A corps that is beaten, or has withdrawn, must leave: choose where it goes.",
                why="A corps that finds no way out surrenders. In a city it is safe for now, but can be besieged.",
                rules=("BASE-7.5.2-retreat", "BASE-7.5.2-retreat-free", "BASE-7.5.2-no-retreat"),
                advice=tuple(ways_out(game, CorpsId(str(ask.about)))),
            )  # fmt: skip


def ways_out(game: Game, id: CorpsId) -> Iterator[Advice]:
    """Yield where a beaten corps might go: furthest from the enemy's strength, beside its own."""
    corps = game[Corps][id]
    if corps.area is None:
        return
    areas = {link.other(corps.area) for link in links_of(game, corps.area)}
    threats = {area: threat_to(game, area, corps.side) for area in areas}
    for area in sorted(areas, key=lambda one: (threats[one], -own_factors(game, one, corps.side), one)):
        friends = own_factors(game, area, corps.side)
        because = "Of the ways out it is the one with the least of the enemy near it"
        yield Advice(action=Retreat(area), because=because + (", and friends stand there." if friends else "."))
    yield Advice(action=Retreat(CITY), because="No other way is open, and the walls protect it for now.", weight=-1)
