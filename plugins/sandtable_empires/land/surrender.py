"""Surrender (7.5): the besieged give a city up, with the honours of war or without them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.engine import Action, Ask, Choice, Game, Refusal, RuleModule, SideId, ask, fills, hookimpl, refuses, rule
from sandtable.present import Advice, Lesson
from sandtable_empires.combat.captives import capture
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.land.investing import review, sieges_of
from sandtable_empires.model import (
    HONOURS,
    SPAIN,
    TURKEY,
    Area,
    AreaId,
    Arrival,
    ArrivalId,
    Corps,
    Garrison,
    Leader,
    NationId,
    date_text,
    garrisons_at,
    lose,
    siege_of,
    surrender,
    the_corps,
)  # fmt: skip
from sandtable_empires.steps import LAND_COMBAT_STEP


class Surrender(Action, frozen=True):
    """Give up a besieged city."""

    if_none = {"area": ("nobody of yours is besieged in a city", "BASE-7.5-surrender")}

    area: AreaId

    @fills("area")
    @staticmethod
    def where_shut_in(game: Game, ask: Ask) -> Choice[AreaId]:
        return Choice(siege.area for siege in sieges_of(game, ask.side))

    async def perform(self, game: Game, ask: Ask) -> None:
        siege = siege_of(game, self.area)
        assert siege is not None  # only such are on offer
        side, hooks = SideId(ask.side), game.hooks(SiegeHooks)
        free = bool(await hooks.grants_honours(game, self.area, side, siege.side))
        await hooks.lay_down_arms(game, self.area, side, siege.side, free)
        review(game)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} surrenders {game.name(self.area, Area)}"


class Terms(Action, frozen=True):
    """Say what terms a garrison gets."""

    honours: bool

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} {'grants' if self.honours else 'refuses'} the honours of war"


NEVER: tuple[NationId, ...] = (SPAIN, TURKEY)
"""Nations whose garrisons do not get the honours of war."""


def _may_leave(garrison: Garrison) -> bool:
    return garrison.place == "city" and garrison.nation not in NEVER


class Surrenders(RuleModule):
    """Who may give up, and what becomes of them."""

    key = "surrender"
    actions = {LAND_COMBAT_STEP: (Surrender,)}

    @refuses(Surrender)
    @rule("BASE-7.5-surrender")
    def shut_in_there(self, game: Game, act: Surrender, ask: Ask) -> Refusal | None:
        """A side whose factors are shut up in a besieged city, in its own Land Combat Step."""
        if any(siege.area == act.area for siege in sieges_of(game, ask.side)):
            return None
        return Refusal("{side} is not besieged in {area}", side=ask.side, area=act.area)

    @hookimpl
    @rule("BASE-7.5-honours")
    async def grants_honours(self, game: Game, area: AreaId, side: SideId, besieger: SideId) -> bool | None:
        """The besieger says whether garrisons may march off, where there are any that may."""
        if not any(_may_leave(garrison) for garrison in garrisons_at(game, area, side)):
            return None
        return (await ask(besieger, Terms, f"{side} gives up {game.name(area)}: may its garrison march off?")).honours

    @hookimpl(of=SiegeHooks.lay_down_arms)
    @rule("BASE-7.5-march-off")
    async def march_off(self, game: Game, area: AreaId, side: SideId, captor: SideId, free: bool) -> None:
        """With the honours of war a garrison goes home, to be back next turn, unless it is Spanish or Turkish."""
        for garrison in list(garrisons_at(game, area, side)) if free else ():
            if not _may_leave(garrison):
                continue
            id, says = _name(game, garrison), f"the former garrison of {game.name(area)}"
            draft = Arrival(id=id, side=side, nation=garrison.nation, turn=game.round + 1, says=says)
            game.put(replace(draft, **garrison.by_arm()))
            game.note(f"{game.name(garrison)} leaves {game.name(area)} with the honours of war")
            lose(game, garrison, garrison.by_arm(), HONOURS)

    @hookimpl(of=SiegeHooks.lay_down_arms)
    @rule("BASE-7.5-corps-surrender")
    async def corps_surrender(self, game: Game, area: AreaId, side: SideId, captor: SideId, free: bool) -> None:
        """Corps in the city are prisoners, and so are their leaders."""
        for corps in list(game[Corps].where("there", f"{side}|{area}")):
            if corps.inside:
                for leader in game[Leader].where("corps", corps.id):
                    await capture(game, leader.id, [captor])
                game.note(f"{the_corps(game, corps.id)} surrenders in {game.name(area)}")
                surrender(game, game[Corps][corps.id], captor)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """What it does, and that one need not be generous."""
        if Surrender in ask.kinds:
            says = "Gives up a besieged city with all that is in it."
            yield Lesson(kind=Surrender, says=says, rules=("BASE-7.5-surrender", "BASE-7.5-prisoners"))
        if Terms in ask.kinds:
            because = "As prisoners they do not come back next month."
            yield Lesson(
                title="Terms", says="A city gives up: say whether its garrison may march off with honours.",
                rules=("BASE-7.5-honours", "BASE-7.5-march-off"),
                advice=(Advice(action=Terms(False), because=because),),
            )  # fmt: skip


def _name(game: Game, garrison: Garrison) -> ArrivalId:
    """Return what a garrison that goes home is called by those who draft its men."""
    name = ArrivalId(f"{garrison.nation}'s garrison of {game.name(garrison.area)}, {date_text(game)}")
    return name if game[Arrival].get(name) is None else ArrivalId(game.new_id(name))
