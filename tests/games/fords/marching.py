"""How corps march, rest, are raised and fed."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    Choice,
    CostUnit,
    Game,
    Part,
    Range,
    Refusal,
    RuleModule,
    Stop,
    Stride,
    Subset,
    Sums,
    Tally,
    Text,
    Ways,
    ends_way,
    fills,
    own_pieces,
    refuses,
    refuses_end,
    rule,
)
from tests.games.fords.area_map import beside
from tests.games.fords.model import FED, LEVIED, MARCHED, PROCLAIMED, Corps, CorpsId, there
from tests.games.sides import ENEMY

MOST: Final = 3
"""Steps of the longest march."""
STEPS: Final = CostUnit("steps")


class March(Action, frozen=True):
    """March a corps along a way. It stops where the enemy stands."""

    corps: CorpsId
    way: tuple[str, ...]

    own = fills("corps")(own_pieces(Corps))

    @fills("way")
    @staticmethod
    def roads(game: Game, ask: Ask, corps: CorpsId) -> Ways[str]:
        return marches(game, corps)

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Corps][self.corps], area=self.way[-1])
        game.mark(self.corps, MARCHED)


class MarchStep(Stride[str], frozen=True, gc=False):
    """A step of a corps."""

    corps: CorpsId


def marches(game: Game, corps: CorpsId) -> Ways[str]:
    """Return the ways of a corps, three areas far."""

    def strides(here: str) -> list[MarchStep]:
        return [MarchStep(area, "a step", corps) for area in beside(here)]

    def too_far(way: tuple[str, ...], steps: int) -> Refusal:
        return Refusal("{to} is {steps} steps away", to=way[-1], steps=steps, rule="FOR-2-roads")

    step = Tally("steps", [Part("base", 1, "FOR-2-roads", "a step")])
    start, most = game[Corps][corps].area, Allowance(MOST, unit=STEPS)
    return Ways(game, March, start, strides, lambda key: step, most, too_dear=too_far)


class Leap(Action, frozen=True):
    """Leap to a neighbouring area without a march: only with the option."""

    corps: CorpsId
    to: str

    @fills("to")
    @staticmethod
    def anywhere(game: Game, ask: Ask, corps: CorpsId) -> Choice[str]:
        return Choice(beside(game[Corps][corps].area))

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Corps][self.corps], area=self.to)
        game.mark(self.corps, MARCHED)


class Rest(Action, frozen=True):
    """Rest some corps: they do not march this turn."""

    corps: tuple[CorpsId, ...]

    @fills("corps")
    @staticmethod
    def fresh(game: Game, ask: Ask) -> Subset[CorpsId]:
        own = [corps.id for corps in game[Corps].where("side", ask.side) if not game.mark_of(corps.id, MARCHED)]
        return Subset(own, 1, 2)

    def perform(self, game: Game, ask: Ask) -> None:
        for corps in self.corps:
            game.mark(corps, MARCHED)


class Levy(Action, frozen=True):
    """Raise troops for a corps, so many factors."""

    corps: CorpsId
    factors: int

    own = fills("corps")(own_pieces(Corps))

    @fills("factors")
    @staticmethod
    def some(game: Game, ask: Ask) -> Range:
        return Range(1, 6)

    def perform(self, game: Game, ask: Ask) -> None:
        corps = game[Corps][self.corps]
        game.change(corps, strength=(corps.strength or 0) + self.factors)
        game.mark(ask.side, LEVIED)


class Feed(Action, frozen=True):
    """Share four wagons among the corps."""

    wagons: tuple[tuple[CorpsId, int], ...]

    @fills("wagons")
    @staticmethod
    def among(game: Game, ask: Ask) -> Sums[CorpsId]:
        return Sums({corps.id: 3 for corps in game[Corps].where("side", ask.side)}, 4)

    def perform(self, game: Game, ask: Ask) -> None:
        for corps, wagons in self.wagons:
            game.change(game[Corps][corps], fed=wagons)
        game.mark(ask.side, FED)


class Proclaim(Action, frozen=True):
    """Say something to the world, once."""

    words: str
    manner: Literal["kind", "stern"]
    loud: bool

    @fills("words")
    @staticmethod
    def anything(game: Game, ask: Ask) -> Text:
        return Text(24)

    def perform(self, game: Game, ask: Ask) -> None:
        game.mark(ask.side, PROCLAIMED)


class Marches(RuleModule):
    """How corps march, rest, are raised and fed."""

    key = "marches"
    actions: ClassVar = {"march": (March, Rest, Levy, Feed, Proclaim)}

    @refuses(March, "corps")
    @rule("FOR-2-own")
    def own(self, game: Game, act: March, ask: Ask) -> Refusal | None:
        side = game[Corps][act.corps].side
        return None if side == ask.side else Refusal("{corps} is {side}'s", corps=act.corps, side=side)

    @refuses(March, "corps")
    @rule("FOR-2-once")
    def once(self, game: Game, act: March) -> Refusal | None:
        if game.mark_of(act.corps, MARCHED):
            return Refusal("{corps} has marched this turn", corps=act.corps, cure="wait for the next turn")
        return None

    @refuses(March)
    @rule("FOR-2-roads")
    def roads(self, game: Game, act: March) -> Refusal | None:
        here = game[Corps][act.corps].area
        for area in act.way:
            if area not in beside(here):
                return Refusal("no road leads from {here} to {to}", here=here, to=area)
            here = area
        return None

    @ends_way(March, "corps", "there")
    @rule("FOR-2-enemy")
    def met(self, game: Game, stride: MarchStep) -> Stop | None:
        enemies = there(game, stride.there, ENEMY[game[Corps][stride.corps].side])
        return Stop("the enemy stands in {area}", area=stride.there) if enemies else None

    @refuses_end(March, "corps", "there")
    @rule("FOR-2-stacking")
    def stacking(self, game: Game, stride: MarchStep) -> Refusal | None:
        full = len(there(game, stride.there, game[Corps][stride.corps].side)) >= 2
        return Refusal("two corps stand in {to} already", to=stride.there, cure="stop short of it") if full else None

    @refuses(Levy)
    @rule("FOR-2-levy")
    def levy(self, game: Game, act: Levy, ask: Ask) -> Refusal | None:
        if game.mark_of(ask.side, LEVIED):
            return Refusal("troops were raised this turn")
        strength = game[Corps][act.corps].strength or 0
        return Refusal("{corps} would be too large", corps=act.corps) if strength + act.factors > 12 else None

    @refuses(Feed)
    @rule("FOR-2-feed")
    def feed(self, game: Game, act: Feed, ask: Ask) -> Refusal | None:
        if game.mark_of(ask.side, FED):
            return Refusal("the wagons are empty", cure="wait for the next turn")
        return Refusal("no corps may have all three spare wagons") if any(n == 3 for _, n in act.wagons) else None

    @refuses(Proclaim)
    @rule("FOR-2-proclaim")
    def once_only(self, game: Game, act: Proclaim, ask: Ask) -> Refusal | None:
        return Refusal("it has been said") if game.mark_of(ask.side, PROCLAIMED) else None
