"""Garrisons (7.3): factors that corps leave in cities and at depots, and take along again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.engine import Ask, Game, Refusal, RuleModule, ScenarioFinding, SideId, hookimpl, refuses, rule
from sandtable.present import Advice, Lesson
from sandtable_empires.counsel.strength import has_garrison, is_capital
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.sieges import Insider, SiegeHooks, insiders
from sandtable_empires.land.detaching import CAME, Absorb, Detach, city_closed, depot_for, room_left, tired_factors
from sandtable_empires.model import (
    Area,
    AreaId,
    Arm,
    Corps,
    Garrison,
    GarrisonId,
    Nation,
    is_besieged,
    lose,
    shut_in,
    surrender,
)
from sandtable_empires.model.battles import troops_and_arm
from sandtable_empires.model.marks import MARCHED
from sandtable_empires.model.words import arm_text
from sandtable_empires.soundness.forces import CITY_FAULTS, cities
from sandtable_empires.steps import LAND_MOVEMENT_STEP

LARGE_ENOUGH: Final = 3
"""Factors from which on a corps can well spare one."""


class Garrisons(RuleModule):
    """Who may be left where, and who may be taken along."""

    key = "garrisons"
    brings = (CAME,)
    faults = CITY_FAULTS
    actions = {LAND_MOVEMENT_STEP: (Detach, Absorb)}

    # --- detaching

    @refuses(Detach, "corps")
    @rule("BASE-7.3-detach-who")
    def who_detaches(self, game: Game, act: Detach, ask: Ask) -> Refusal | None:
        """A side's own corps, on the map and not besieged; before its march or after it."""
        return self._cannot(game, game[Corps][act.corps], ask)

    @refuses(Detach, "corps", "place")
    @rule("BASE-7.3-detach-where")
    def where(self, game: Game, act: Detach, ask: Ask) -> Refusal | None:
        """Into a city that is open to the side, or at a depot of its own or of an ally."""
        area = game[Corps][act.corps].area
        if area is None:
            return None
        if act.place == "city":
            return city_closed(game, area, ask.side)
        if depot_for(game, area, ask.side) is None:
            return Refusal("neither {side} nor an ally has a depot in {area}", side=ask.side, area=area)
        return None

    @refuses(Detach)
    @rule("BASE-7.3-detach-last")
    def keeps_one(self, game: Game, act: Detach) -> Refusal | None:
        """A corps keeps a factor at least."""
        if act.factors < game[Corps][act.corps].factors:
            return None
        return Refusal("{corps} must keep at least one factor", corps=act.corps)

    # --- absorbing

    @refuses(Absorb, "corps")
    @rule("BASE-7.3-absorb-who")
    def who_absorbs(self, game: Game, act: Absorb, ask: Ask) -> Refusal | None:
        """A side's own corps, on the map and not besieged; before its march or after it."""
        return self._cannot(game, game[Corps][act.corps], ask)

    @refuses(Absorb, "corps", "garrison")
    @rule("BASE-7.3-absorb-nation")
    def of_its_nation(self, game: Game, act: Absorb) -> Refusal | None:
        """From a garrison of its nation in its area, unless that is besieged."""
        corps, garrison = game[Corps][act.corps], game[Garrison][act.garrison]
        if (corps.nation, corps.area) != (garrison.nation, garrison.area):
            adjective = game[Nation][corps.nation].adjective
            return Refusal(
                "{garrison} is not a {adjective} garrison in the same area", garrison=garrison.id, adjective=adjective
            )
        if garrison.place == "city" and shut_in(game, garrison.area, garrison.side):
            return Refusal("{garrison} is besieged", garrison=garrison.id)
        return None

    @refuses(Absorb)
    @rule("BASE-7.3-absorb-room")
    def has_room(self, game: Game, act: Absorb) -> Refusal | None:
        """No more than the corps has room for."""
        room = room_left(game[Corps][act.corps], act.arm)
        if act.factors <= room:
            return None
        return Refusal("{corps} has room for {troops}", corps=act.corps, troops=arm_text(act.arm, max(0, room)))

    @refuses(Absorb)
    @rule("BASE-7.3-absorb-once")
    def march_once(self, game: Game, act: Absorb) -> Refusal | None:
        """Factors that have marched this step do not march on with another corps."""
        if game.mark_of(act.corps, MARCHED):
            return None
        garrison = game[Garrison][act.garrison]
        fresh = garrison.of(act.arm) - tired_factors(game, garrison, act.arm)
        if act.factors <= fresh:
            return None
        return Refusal(
            f"only {{fresh}} there {'has' if fresh == 1 else 'have'} not marched", fresh=arm_text(act.arm, fresh)
        )

    def _cannot(self, game: Game, corps: Corps, ask: Ask) -> Refusal | None:
        if corps.side != ask.side:
            return Refusal("{corps} belongs to {side}", corps=corps.id, side=corps.side)
        if corps.area is None:
            return Refusal("{corps} is not on the map", corps=corps.id)
        return Refusal("{corps} is besieged", corps=corps.id) if is_besieged(game, corps) else None

    # --- what garrisons are to others

    @hookimpl(of=SiegeHooks.inside)
    @rule("BASE-7.5-inside")
    def hold_the_city(self, game: Game, area: AreaId) -> Iterator[Insider]:
        """A city is held by its garrisons, of one nation or several, and by the corps in it."""
        for garrison in game[Garrison].where("area", area):
            if garrison.place == "city":
                yield from insiders(garrison)
        for corps in game[Corps].where("area", area):
            if corps.inside:
                yield from insiders(corps)

    @hookimpl(of=CombatHooks.take_losses)
    @rule("BASE-7.5-garrison-losses")
    async def fall(self, game: Game, losses: dict[str, int], cause: str) -> None:
        """Garrisons lose the factors named; one without any is gone."""
        taken: dict[GarrisonId, Counter[Arm]] = {}
        for key, count in losses.items():
            named = troops_and_arm(key)
            if named is not None and named[0] in game[Garrison]:
                taken.setdefault(GarrisonId(named[0]), Counter())[named[1]] += count
        for id, lost in taken.items():
            lose(game, game[Garrison][id], dict(lost), cause)

    @hookimpl(of=SiegeHooks.lay_down_arms)
    @rule("BASE-7.5-prisoners", after="BASE-7.5-march-off")
    async def are_taken(self, game: Game, area: AreaId, side: SideId, captor: SideId, free: bool) -> None:
        """The garrisons of a city that is given up, or taken, are prisoners, but for those who have marched off."""
        for garrison in list(game[Garrison].where("there", f"{side}|{area}")):
            if garrison.place == "city":
                game.note(f"{game.name(garrison)} lays down its arms")
                surrender(game, garrison, captor)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name who is in cities, and at depots, where nobody can be."""
        return cities(game)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Somebody should hold a capital when the corps goes."""
        if Detach in ask.kinds:
            yield Lesson(
                kind=Detach, says="Leaves some factors of a corps in a city, or with a depot. A city that you "
                "leave empty is "
                "open to anyone.",
                rules=("BASE-7.3-detach-where",), advice=tuple(guards(game, SideId(ask.side))),
            )  # fmt: skip
            yield Lesson(
                kind=Absorb, says="Takes factors of a garrison into a corps of the same nation.",
                rules=("BASE-7.3-absorb-who",)
            )  # fmt: skip


def guards(game: Game, side: SideId) -> Iterator[Advice]:
    """Yield which capitals want a garrison: those that nobody holds but a corps that may march away."""
    for corps in game[Corps].where("side", side):
        area = game[Area].get(corps.area)
        if area is None or game.mark_of(corps.id, MARCHED) or corps.factors <= LARGE_ENOUGH:
            continue
        if is_capital(game, area) and area.holder == side and not has_garrison(game, area.id, side):
            arm: Arm = "militia" if corps.militia else "infantry"
            because = (
                f"{area.city} is the capital of its province: with a garrison in it the enemy cannot just walk in."
            )
            yield Advice(action=Detach(corps.id, "city", arm, 1), because=because, weight=1)
