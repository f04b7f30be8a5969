"""Corps in cities (7.3): a corps goes into a city, or comes out of it."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Action, Ask, Game, Refusal, Rows, RuleModule, fills, hookimpl, refuses, rule
from sandtable.present import Lesson
from sandtable_empires.land.detaching import city_closed
from sandtable_empires.model import Area, Corps, CorpsId, is_besieged, the_corps
from sandtable_empires.steps import LAND_MOVEMENT_STEP


class TakeQuarters(Action, frozen=True):
    """Take a corps into the city of its area."""

    corps: CorpsId

    @fills("corps")
    @staticmethod
    def own_corps(game: Game, ask: Ask) -> Rows:
        return Rows(game[Corps], side=ask.side)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Corps][self.corps], inside=True)

    def says(self, game: Game, ask: Ask) -> str:
        corps = game[Corps][self.corps]
        return f"{the_corps(game, corps.id)} goes into the city of {game.name(corps.area, Area)}"


class LeaveQuarters(Action, frozen=True):
    """Take a corps out of the city, into the open of its area."""

    corps: CorpsId

    @fills("corps")
    @staticmethod
    def own_corps(game: Game, ask: Ask) -> Rows:
        return Rows(game[Corps], side=ask.side)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Corps][self.corps], inside=False)

    def says(self, game: Game, ask: Ask) -> str:
        corps = game[Corps][self.corps]
        return f"{the_corps(game, corps.id)} comes out of the city of {game.name(corps.area, Area)}"


class Quarters(RuleModule):
    """Which corps may be in which city."""

    key = "quarters"
    actions = {LAND_MOVEMENT_STEP: (TakeQuarters, LeaveQuarters)}

    @refuses(TakeQuarters)
    @rule("BASE-7.3-city-who")
    def own_corps_outside(self, game: Game, act: TakeQuarters, ask: Ask) -> Refusal | None:
        """A side's own corps that stands outside."""
        corps = game[Corps][act.corps]
        if corps.side != ask.side:
            return Refusal("{corps} belongs to {side}", corps=corps.id, side=corps.side)
        if corps.area is None:
            return Refusal("{corps} is not on the map", corps=corps.id)
        return Refusal("{corps} is in the city", corps=corps.id) if corps.inside else None

    @refuses(TakeQuarters)
    @rule("BASE-7.3-city-open")
    def gates_open(self, game: Game, act: TakeQuarters, ask: Ask) -> Refusal | None:
        """The city must be open to its side."""
        area = game[Corps][act.corps].area
        return city_closed(game, area, ask.side) if area is not None else None

    @refuses(TakeQuarters)
    @rule("BASE-7.3-city-room")
    def has_room(self, game: Game, act: TakeQuarters) -> Refusal | None:
        """A city has room for as many corps as its fortress is strong, for one at least."""
        area = game[Area].get(game[Corps][act.corps].area)
        if area is None:
            return None
        room = max(1, area.fortress)
        inside = sum(corps.inside for corps in game[Corps].where("area", area.id))
        return None if inside < room else Refusal("{city} has room for {room} corps", city=area.city, room=room)

    @refuses(LeaveQuarters)
    @rule("BASE-7.3-city-leave")
    def own_corps_inside(self, game: Game, act: LeaveQuarters, ask: Ask) -> Refusal | None:
        """A side's own corps that is inside and not besieged."""
        corps = game[Corps][act.corps]
        if corps.side != ask.side:
            return Refusal("{corps} belongs to {side}", corps=corps.id, side=corps.side)
        if not corps.inside:
            return Refusal("{corps} is not in a city", corps=corps.id)
        return Refusal("{corps} is besieged", corps=corps.id) if is_besieged(game, corps) else None

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """What it does."""
        if TakeQuarters in ask.kinds:
            says = "Takes a corps into the city of its area: there it need not fight, but can be shut up by a siege."
            yield Lesson(kind=TakeQuarters, says=says, rules=("BASE-7.3-city-open", "BASE-7.3-city-room"))
            yield Lesson(
                kind=LeaveQuarters, says="Takes a corps out of a city, so that it can fight and march.",
                rules=("BASE-7.3-city-leave",),
            )  # fmt: skip
