"""Assaults (7.5): the walls are breached, the breach is stormed; the besieged may sally out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    MarkKind,
    Part,
    Quantity,
    Refusal,
    Rows,
    RuleModule,
    SideId,
    Tally,
    fills,
    hookimpl,
    opens,
    refuses,
    roll,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.charts.keys import FORTRESSES, numbers
from sandtable_empires.counsel.strength import held_inside, own_factors
from sandtable_empires.disputes import dispute
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.land.attempts import Assault, Sortie
from sandtable_empires.land.investing import end_siege, hostile_inside, review
from sandtable_empires.land.storming import settle_speaker, speaker, was_attempted
from sandtable_empires.model import Area, AreaId, Siege, SiegeId, Storm, StormId, hostile_corps, siege_of
from sandtable_empires.model.words import factors_text
from sandtable_empires.steps import LAND_COMBAT_STEP

DIE: Final = Quantity("to breach the walls")
TRIED: Final = MarkKind("battered", until=LAND_COMBAT_STEP)


class BatterWalls(Action, frozen=True):
    """Try to breach the walls of a besieged city."""

    if_none = {"siege": ("you are not besieging a city", "BASE-7.5-breach")}

    siege: SiegeId

    @fills("siege")
    @staticmethod
    def own_sieges(game: Game, ask: Ask) -> Rows:
        return Rows(game[Siege], side=ask.side)

    async def perform(self, game: Game, ask: Ask) -> None:
        await game.hooks(SiegeHooks).batters(game, self.siege)
        game.mark(game[Siege][self.siege].area, TRIED)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} batters the walls of {game.name(self.siege, Siege)}"


class Assaults(RuleModule):
    """When walls can be battered and stormed, when the besieged may sally, and what comes of it."""

    key = "assaults"
    brings = (TRIED,)
    charts = (numbers("breach", FORTRESSES, most=99),)
    actions = {LAND_COMBAT_STEP: (BatterWalls, Assault, Sortie)}

    # --- the breach

    @hookimpl
    @rule("BASE-7.5-breach")
    async def batters(self, game: Game, siege: SiegeId) -> None:
        """A die, with what is added to it, must reach the number that the chart has for the fortress."""
        row = game[Siege][siege]
        area = game[Area][row.area]
        thrown = await roll("1d6", why=f"battering the walls of {area.city}", by=row.side)
        base = Part("base", thrown, says="die")
        die = Tally(DIE, [base, *game.hooks(SiegeHooks).breach_parts(game, area.id)])
        needed = game.chart("breach").number(area.fortress)
        breached = die.whole() >= needed
        game.change(row, tries=row.tries + 1, breached=breached)
        says = "are breached" if breached else "stand"
        game.note(f"the walls of {area.city} {says}: {die.with_parts()}, {needed} needed")

    @refuses(BatterWalls)
    @rule("BASE-7.5-breach-once")
    def once_a_step(self, game: Game, act: BatterWalls, ask: Ask) -> Refusal | None:
        """The besieger tries once in his Land Combat Step, where walls stand and no relief has come."""
        siege = game[Siege][act.siege]
        area = game[Area][siege.area]
        if siege.side != ask.side:
            return Refusal("{side} besieges {city}", side=siege.side, city=area.city)
        if siege.breached or not area.fortress:
            return Refusal("{city} has no walls left to batter", city=area.city)
        if game.mark_of(siege.area, TRIED):
            return Refusal("the walls of {city} have already been battered this turn", city=area.city)
        return _relief(game, siege)

    @hookimpl
    @rule("BASE-7.5-breach-tries")
    def breach_parts(self, game: Game, area: AreaId) -> Iterable[Part]:
        """Each attempt before adds one to the die."""
        siege = siege_of(game, area)
        if siege is None or not siege.tries:
            return []
        return [Part("add", siege.tries, says="battered before")]

    # --- the assault

    @refuses(Assault)
    @rule("BASE-7.5-assault-breach")
    def through_a_breach(self, game: Game, act: Assault, ask: Ask) -> Refusal | None:
        """A side storms a city that it besieges: through a breach, if it has walls."""
        siege = game[Siege][act.siege]
        area = game[Area][siege.area]
        if siege.side != ask.side:
            return Refusal("{side} besieges {city}", side=siege.side, city=area.city)
        if area.fortress and not siege.breached:
            return Refusal("the walls of {city} stand", city=area.city, cure="batter them first")
        return _relief(game, siege)

    @refuses(Assault)
    @rule("BASE-7.5-assault-once")
    def one_a_step(self, game: Game, act: Assault) -> Refusal | None:
        """A city is stormed once in a Land Combat Step."""
        area = game[Siege][act.siege].area
        if not was_attempted(game, area, "assault"):
            return None
        return Refusal("{area} has already been stormed this turn", area=area)

    # --- who decides in the city

    @opens(LAND_COMBAT_STEP)
    @rule("BASE-10.3.2-settled")
    async def settle_speakers(self, game: Game, frame: Frame) -> None:
        """Who decides for a besieged city is settled when a Land Combat Step begins."""
        for siege in list(game[Siege]):
            if insiders := hostile_inside(game, siege.area, siege.side):
                await settle_speaker(game, siege.area, insiders)

    @hookimpl(default=True, of=SiegeHooks.speaker)
    @rule("EIA-10.3.2-garrison-controls")
    def who_is_in_it(self, game: Game, area: AreaId, sides: tuple[SideId, ...]) -> SideId | None:
        """Who is in a city decides for it, whoever holds the land."""
        return sides[0] if len(sides) == 1 else None

    @hookimpl(of=SiegeHooks.speaker)
    @rule("EIA-10.3.2-mixed-with-owner")
    def its_master(self, game: Game, area: AreaId, sides: tuple[SideId, ...]) -> SideId | None:
        """Of several powers in a city the one that holds the land decides, if it is among them."""
        holder = game[Area][area].holder
        return holder if holder in sides else None

    @hookimpl(of=SiegeHooks.settle_speaker)
    @rule("EIA-10.3.2-mixed-without-owner")
    async def agree(self, game: Game, area: AreaId, sides: tuple[SideId, ...]) -> SideId | None:
        """Otherwise they agree which of them decides, or throw for it."""
        side = await dispute(game, sides, f"who commands in {game.name(area)}")
        game.note(f"{side} commands in {game.name(area)}")
        return side

    # --- the sortie

    @refuses(Sortie)
    @rule("BASE-7.5-sortie")
    def shut_in_there(self, game: Game, act: Sortie, ask: Ask) -> Refusal | None:
        """The besieged sally once in their own Land Combat Step; who holds the city decides."""
        siege = siege_of(game, act.area)
        if siege is None:
            return Refusal("{area} is not besieged", area=act.area)
        insiders = hostile_inside(game, act.area, siege.side)
        if not insiders or speaker(game, act.area, insiders) != ask.side:
            return Refusal("{side} does not command in {area}", side=ask.side, area=act.area)
        if not was_attempted(game, act.area, "sortie"):
            return None
        return Refusal("the garrison of {area} has already made a sortie", area=act.area)

    # --- what comes of them

    @hookimpl(of=SiegeHooks.after_storm)
    @rule("BASE-7.5-assault-taken")
    async def take_stormed_city(self, game: Game, storm: StormId) -> None:
        """A stormed city is lost with all in it; one whose last defender has fallen is taken too."""
        row = game[Storm][storm]
        if row.kind == "assault" and row.winner == "attacker":
            for side in dict.fromkeys(one.side for one in hostile_inside(game, row.area, row.attacker)):
                await game.hooks(SiegeHooks).lay_down_arms(game, row.area, side, row.attacker, False)
        review(game)

    @hookimpl(of=SiegeHooks.after_storm)
    @rule("BASE-7.5-sortie-frees")
    async def sortie_ends_siege(self, game: Game, storm: StormId) -> None:
        """A sortie that carries the day ends the siege."""
        row = game[Storm][storm]
        siege = siege_of(game, row.area)
        if row.kind == "sortie" and row.winner == "attacker" and siege is not None:
            end_siege(game, siege, "the besiegers are driven from their trenches")

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Batter first; storm when the odds are good."""
        if BatterWalls in ask.kinds:
            because = "It costs nothing, and each attempt makes the next one easier."
            own = [siege for siege in game[Siege] if siege.side == ask.side]
            yield Lesson(
                kind=BatterWalls, says="Tries to breach the walls of a city that you besiege, on a die.",
                rules=("BASE-7.5-breach", "BASE-7.5-breach-tries"),
                advice=tuple(Advice(action=BatterWalls(siege.id), because=because) for siege in own),
            )  # fmt: skip
            yield Lesson(
                kind=Assault, says="Storms a city whose walls are breached, or that has none: three rounds of fire.",
                rules=("BASE-7.5-assault-breach", "BASE-7.5-storm-end"), advice=tuple(storms(game, ask.side)),
            )  # fmt: skip
            yield Lesson(
                kind=Sortie, says="Attacks the besiegers with all that is in a besieged city.",
                rules=("BASE-7.5-sortie",)
            )  # fmt: skip


def _relief(game: Game, siege: Siege) -> Refusal | None:
    enemy = hostile_corps(game, siege.area, siege.side)
    return Refusal("{corps} has come to relieve it", corps=enemy[0].id, cure="beat it first") if enemy else None


def storms(game: Game, side: str) -> Iterator[Advice]:
    """Yield the assaults that promise well: twice as many factors outside as in."""
    for siege in game[Siege]:
        inside, own = held_inside(game, siege.area, side), own_factors(game, siege.area, side)
        if siege.side == side and own >= 2 * inside:
            because = f"You have {factors_text(own)} against {inside} in the city."
            yield Advice(action=Assault(siege.id), because=because)
