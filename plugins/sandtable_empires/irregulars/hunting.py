"""Hunting guerillas (10.1.1): anti-guerilla operations of those who are at war with Spain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    MarkKind,
    Part,
    Quantity,
    Refusal,
    RuleModule,
    SideId,
    Tally,
    cached_while_unchanged,
    fills,
    hookimpl,
    refuses,
    roll,
    rule,
    ruling,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.hookspecs.irregulars import IrregularHooks
from sandtable_empires.hookspecs.movement import together
from sandtable_empires.irregulars.bands import (
    HUNTED,
    Guerillas,
    areas_of,
    change,
    owner,
    spanish_provinces,
    unbesieged_factors,
)
from sandtable_empires.land.investing import besieging_powers
from sandtable_empires.model import (
    Corps,
    Province,
    ProvinceId,
    corps_at,
    enemies,
    fought_this_turn,
    is_besieged,
    shut_in,
    siege_of,
)  # fmt: skip
from sandtable_empires.steps import GUERILLA_STEP, LAND_PHASE

DIE: Final = Quantity("anti-guerilla die")
TWO: Final = 2


SEARCHED: Final = MarkKind("searched by", until=LAND_PHASE, of="side")


class HuntGuerillas(Action, frozen=True):
    """Run an anti-guerilla operation in a province."""

    province: ProvinceId

    @fills("province")
    @staticmethod
    def those_of_spain(game: Game, ask: Ask) -> Choice[ProvinceId]:
        return Choice([province.id for province in spanish_provinces(game)])

    async def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        for one in hunting_with(game, side):
            game.mark(self.province, SEARCHED, of=one)
        await game.hooks(IrregularHooks).hunts(game, self.province, side)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} hunts guerillas in {game.name(self.province, Province)}"


@cached_while_unchanged
def hunting_with(game: Game, side: SideId) -> tuple[SideId, ...]:
    """Return those who hunt as one power with a side, itself first."""
    return tuple(game.hooks(IrregularHooks).hunters(game, side))


@cached_while_unchanged
def is_at_war_with_guerillas(game: Game, side: SideId) -> bool:
    """Tell whether a side is at war with the one whose the guerillas are."""
    theirs = owner(game)
    return theirs is not None and side in enemies(game, theirs)


def available(game: Game, province: str, side: SideId) -> list[Corps]:
    """Return the corps of a side, and of those who move with it, that can hunt in a province.

    They have fought in no combat of their own Land Combat Steps this turn and neither besiege nor are besieged.
    """
    group = hunting_with(game, side)
    return [
        corps
        for one in group
        for area in areas_of(game, province)
        for corps in corps_at(game, area.id, one)
        if not is_besieged(game, corps)
        and not _besieges(game, corps)
        and not any(fought_this_turn(game, corps.id, of) for of in group)
    ]


def _besieges(game: Game, corps: Corps) -> bool:
    siege = siege_of(game, corps.area or "")
    return siege is not None and not corps.inside and corps.side in besieging_powers(game, siege.area, siege.side)


class Hunting(RuleModule):
    """Who may hunt, where, and with what success."""

    key = "hunting"
    brings = (SEARCHED,)
    actions = {GUERILLA_STEP: (HuntGuerillas,)}
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        partners: Annotated[
            Literal["those at war", "all of them"],
            ruling(
                "Powers that hunt together",
                "Which of those who move together with a power hunt with it: who is at peace with Spain may not.",
                "EIA-10.1.1-anti-op-combined-powers",
            ),
        ] = "those at war"

    @hookimpl
    @rule("EIA-10.1.1-anti-op-combined-powers")
    def hunters(self, game: Game, side: SideId) -> Iterable[SideId]:
        """Those who move together hunt as one power."""
        first, *others = together(game, side)
        mine = owner(game)
        foes = enemies(game, mine) if mine is not None and self.parameters.partners == "those at war" else others
        return [first, *(one for one in others if one in foes)]

    @hookimpl
    @rule("EIA-10.1.1-anti-op-roll")
    async def hunts(self, game: Game, province: ProvinceId, side: SideId) -> None:
        """A die, modified, above the guerilla value: every unbesieged guerilla of the province is gone."""
        row = game[Province][province]
        thrown = await roll("1d6", why=f"hunting guerillas in {row.title}", by=side)
        parts = game.hooks(IrregularHooks).hunt_parts(game, province, side)
        die = Tally(DIE, [Part("base", thrown, says="die"), *parts])
        game.note(f"the hunt in {row.title}: {die.with_parts()} against {row.guerilla or 0}")
        if die.whole() <= (row.guerilla or 0):
            return
        for area in areas_of(game, province):
            band = game[Guerillas].get(area.id)
            if band is not None and unbesieged_factors(game, band):
                if band.inside and not shut_in(game, area.id, owner(game) or ""):
                    change(game, area.id, -band.inside, HUNTED, "inside")
                if band.factors:
                    change(game, area.id, -band.factors, HUNTED)
                game.note(f"the guerillas in {area.title} are hunted down")

    @hookimpl
    @rule("BASE-10.1.1-anti-op-two-corps")
    def hunt_parts(self, game: Game, province: ProvinceId, side: SideId) -> Iterable[Part]:
        """Two corps or more that can hunt there add 1, however many."""
        corps = len(available(game, province, side))
        return [Part("add", 1, says=f"for {corps} corps")] if corps >= TWO else []

    @refuses(HuntGuerillas)
    @rule("EIA-10.1.1-anti-op-eligibility")
    def able(self, game: Game, act: HuntGuerillas, ask: Ask) -> Refusal | None:
        """A power at war with Spain that has a corps for it there, or one of those who hunt with it."""
        if not is_at_war_with_guerillas(game, SideId(ask.side)):
            return Refusal("{side} is not at war with Spain", side=ask.side)
        if not available(game, act.province, SideId(ask.side)):
            return Refusal("no corps in {province} is free to hunt", province=act.province)
        return None

    @refuses(HuntGuerillas)
    @rule("EIA-10.1.1-anti-op-each-power")
    def once(self, game: Game, act: HuntGuerillas, ask: Ask) -> Refusal | None:
        """Each power tries once in a province; those who move together have one try for all of them."""
        if game.mark_of(act.province, SEARCHED, of=ask.side) is None:
            return None
        return Refusal("{province} has already been searched", province=act.province)

    @refuses(HuntGuerillas, "province")
    @rule("BASE-10.1.1-nothing-to-hunt")
    def somebody_there(self, game: Game, act: HuntGuerillas) -> Refusal | None:
        """Where there are no guerillas, or only besieged ones, there is nothing to hunt."""
        bands = (game[Guerillas].get(area.id) for area in areas_of(game, act.province))
        if any(band is not None and unbesieged_factors(game, band) for band in bands):
            return None
        return Refusal("there are no guerillas in {province}", province=act.province)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """It costs nothing to try."""
        if HuntGuerillas in ask.kinds:
            yield Lesson(
                title="Guerillas", says="Hunt the guerillas in a province of Spain where you have a corps that "
                "is free for it.",
                why="They cut your supply until they are gone. A corps that has fought this step, or lays "
                "siege, cannot hunt.",
                rules=("EIA-10.1.1-anti-op-eligibility", "EIA-10.1.1-anti-op-roll", "EIA-10.1.1-block-supply"),
                advice=tuple(hunts(game, SideId(ask.side))),
            )  # fmt: skip


def hunts(game: Game, side: SideId) -> Iterator[Advice]:
    """Yield where guerillas might be hunted, the most promising province first."""
    for province in sorted(spanish_provinces(game), key=lambda one: one.guerilla or 0):
        because = f"It costs nothing: a die above {province.guerilla or 0} clears the whole province."
        yield Advice(action=HuntGuerillas(province.id), because=because)
