"""Wars with minor countries that lapse (4.6.6): the attacker has nobody there and gives them up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    RuleModule,
    SideId,
    Subset,
    cached_while_unchanged,
    fills,
    hookimpl,
    in_a_row,
    offer,
    opens,
    rule,
)
from sandtable_empires.accords import seated_powers
from sandtable_empires.entering import arrive
from sandtable_empires.holding import set_control
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.peace import PeaceHooks
from sandtable_empires.land.investing import review
from sandtable_empires.model import (
    Aboard,
    Area,
    AreaId,
    Corps,
    Fleet,
    Garrison,
    Nation,
    NationId,
    areas_of,
    at_war,
    declare,
    enemies,
    garrison_id,
    is_on_the_map,
    major_district,
    transfer,
)
from sandtable_empires.model.districts import District
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.relations import end_war, wars_between
from sandtable_empires.sail import harbours
from sandtable_empires.steps import MINOR_CONTROL_STEP

LAPSED: Final = declare("lapsed", "Wars with minor countries that have lapsed")


class LetLapse(Action, frozen=True):
    """Give up wars with minor countries in which you have no forces."""

    title = "Let wars lapse"
    if_declined = "Go on with them"

    countries: tuple[NationId, ...]

    @fills("countries")
    @staticmethod
    def those_left_alone(game: Game, ask: Ask) -> Subset[NationId]:
        return Subset(left_alone(game, SideId(ask.side)), 1)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} gives up the war with {in_a_row(game.name(one, Nation) for one in self.countries)}"


class LapsingWars(RuleModule):
    """How the war of a minor country ends without a conquest."""

    key = "lapsing_wars"
    needs = CAMPAIGN
    after = ("unstable_minors?",)

    @opens(MINOR_CONTROL_STEP)
    @rule("BASE-4.6.6-lapse", before="BASE-4.6.2-who-throws")
    async def lapse(self, game: Game, frame: Frame) -> None:
        """A power that has no forces in a minor country that it fights may let the war lapse."""
        for side in seated_powers(game):
            answer = await offer(side, LetLapse, "you have no forces in minor countries that you are at war with")
            for nation in answer.countries if answer is not None else ():
                await end_war(game, side, SideId(nation))
                if not enemies(game, nation):
                    await game.hooks(PeaceHooks).minor_at_peace(game, nation)

    @hookimpl
    @rule("BASE-4.6.6-forces")
    def no_lapse(self, game: Game, side: SideId, nation: NationId) -> Iterable[Hindrance]:
        """It goes on while the power has corps or garrisons there."""
        areas = land_of(game, nation)
        corps, garrisons = game[Corps].where("side", side), game[Garrison].where("side", side)
        there = any(one.area in areas for one in corps) or any(one.area in areas for one in garrisons)
        return [Hindrance("your forces are there")] if there else []

    @hookimpl(of=PeaceHooks.no_lapse)
    @rule("BASE-4.6.6-not-at-once")
    def not_at_once(self, game: Game, side: SideId, nation: NationId) -> Iterable[Hindrance]:
        """A war that was declared this month does not lapse in it."""
        fresh = any(one.since == game.round for one in wars_between(game, side, SideId(nation)))
        return [Hindrance("it has just been declared")] if fresh else []

    @hookimpl
    @rule("BASE-4.6.6-neutral-again")
    async def minor_at_peace(self, game: Game, nation: NationId) -> None:
        """With its last war it is neutral again: its forces come home, and nobody runs it any more."""
        home = major_district(game, nation)
        if home is None:
            return
        game.note(f"{home.title} is neutral again")
        inside = land_of(game, nation)
        for corps in [one for one in game[Corps].where("nation", nation) if is_on_the_map(game, one)]:
            if corps.area not in inside:
                if corps.id in game[Aboard]:
                    game.remove(game[Aboard][corps.id])
                await arrive(game, corps.id, home.capital, "placing")
        for guard in [one for one in game[Garrison] if one.nation == nation]:
            if guard.place == "depot" or guard.area not in inside:
                _into_the_capital(game, guard, home.capital)
        ports = sorted(one for one in inside if game[Area][one].port)
        for fleet in [one for one in game[Fleet] if one.nation == nation and one.lies != "reserve"]:
            if ports and fleet.port not in inside:
                game.change(fleet, lies="port", port=ports[0], space=harbours(game).get(ports[0]))
        await set_control(game, home.id, None, "neutral", LAPSED)
        review(game)


def _into_the_capital(game: Game, guard: Garrison, capital: AreaId) -> None:
    """Have a garrison join that of the capital of its country."""
    id = garrison_id(guard.nation, capital)
    city = game[Garrison].get(id) or game.put(Garrison(id=id, side=guard.side, nation=guard.nation, area=capital))
    transfer(game, guard, city, guard.by_arm())


@cached_while_unchanged
def land_of(game: Game, nation: NationId) -> frozenset[AreaId]:
    """Return the areas of a minor country, in whatever district."""
    return frozenset(area.id for one in game[District].where("nation", nation) for area in areas_of(game, one.id))


@cached_while_unchanged
def left_alone(game: Game, side: SideId) -> list[NationId]:
    """Return the minor countries with which a power can let its war lapse."""
    foes = [one.nation for one in game[District] if one.status == "in conflict" and not one.secondary]
    no_lapse = game.hooks(PeaceHooks).no_lapse
    return [one for one in foes if at_war(game, side, one) and not list(no_lapse(game, side, one))]
