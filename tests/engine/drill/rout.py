"""Drill 12: a rout runs through friends, who may run in their turn; what they owe is on the agenda (19.2)."""

from collections.abc import Iterable

from sandtable.engine import (
    Action,
    AgendaItem,
    Allowance,
    Ask,
    Axis,
    Chart,
    ChartId,
    Game,
    HookSet,
    Part,
    Refusal,
    RuleModule,
    Stride,
    Tally,
    Ways,
    ask,
    collects,
    fills,
    happens,
    hookimpl,
    refuses,
    rule,
    works,
)

from .hexes import BLUE, EAST, RED, WEST, Hex, HexId, Unit, UnitId, beside, enemy, front, standing
from .morale import MoraleCheck, RoutUnit


def charts() -> list[Chart]:
    return [
        Chart(ChartId("rout_length"), "Rout Retreat", (Axis("arm", ("infantry", "cavalry")),), (4, 6)),
        Chart(ChartId("retreat_direction"), "Direction", (Axis("side", (BLUE, RED)),), (WEST, EAST)),
    ]


class RoutHooks(HookSet):
    """Where modules can change a rout."""

    @collects
    def barred(self, game: Game, side: str) -> Iterable[HexId]:
        """Name hexes that routing units of a side may not enter."""
        return ()

    @collects
    def lost_parts(self, game: Game, unit: Unit, short: int) -> Iterable[Part]:
        """Count the SP that a unit loses whose rout is so many hexes short."""
        return ()

    @happens
    async def run_over(self, game: Game, unit: Unit) -> None:
        """A routing unit has run across a friend."""


def length(game: Game, unit: Unit) -> int:
    return game.chart("rout_length").number(unit.arm)


class Paths:
    """Where a routing unit may run: towards home, not into what is barred; read once."""

    def __init__(self, game: Game, unit: Unit) -> None:
        self.start, self.full = unit.hexes[0], length(game, unit)
        self.home = game.chart("retreat_direction").number(unit.side)
        self.barred = set(game.hooks(RoutHooks).barred(game, unit.side))
        self.game = game

    def onward(self, at: HexId) -> list[HexId]:
        ahead = [beside(at, self.home + turn) for turn in (0, 1, -1)]
        return [to for to in ahead if to in self.game[Hex] and to not in self.barred]

    def furthest(self) -> int:
        """Return how far it can get and end in a free hex; beyond the full length only where that one is taken."""
        best, steps, at = 0, 0, {self.start}
        while at and best < self.full:
            steps, at = steps + 1, {to for here in at for to in self.onward(here)}
            best = steps if any(not standing(self.game, to) for to in at) else best
        return min(best, self.full)


class Run(Action[UnitId], frozen=True):
    """Take a routing unit back."""

    way: tuple[HexId, ...]

    @fills("way")
    @staticmethod
    def homeward(game: Game, ask: Ask[UnitId]) -> Ways[HexId]:
        paths = Paths(game, game[Unit][ask.about])

        def strides(here: HexId) -> list[Stride[HexId]]:
            return [Stride(to, "a hex") for to in paths.onward(here)]

        a_hex = Tally("hexes", [Part("base", 1, "DRILL-19.2a-rout-length")])
        return Ways(game, Run, paths.start, strides, lambda key: a_hex, Allowance(2 * paths.full))


class Rout(RuleModule):
    """How routed units run, and what that does to others."""

    key = "rout"

    @works(RoutUnit)
    @rule("DRILL-19.2a-rout-length")
    async def run_rout(self, game: Game, item: AgendaItem) -> None:
        """Four or six hexes."""
        unit = game[Unit].get(item.subject)
        if unit is None:
            return
        way: tuple[HexId, ...] = ()
        if Paths(game, unit).furthest():
            way = (await ask(unit.side, Run, f"{unit.id} routs", about=unit.id)).way
        friends = [friend for at in way for friend in standing(game, at)]
        short = max(0, length(game, unit) - len(way))
        lost = Tally("SP", game.hooks(RoutHooks).lost_parts(game, unit, short)).whole()
        game.note(f"{unit.id} runs {len(way)} hexes and loses {lost} SP")
        if lost >= unit.sp:
            game.remove(game[Unit][unit.id])
        else:
            game.change(game[Unit][unit.id], hexes=way[-1:] or unit.hexes, sp=unit.sp - lost)
        for friend in friends:
            await game.hooks(RoutHooks).run_over(game, friend)

    @hookimpl(of=RoutHooks.lost_parts)
    @rule("DRILL-19.2d-short-retreat-loss")
    def each_hex_short(self, game: Game, unit: Unit, short: int) -> Iterable[Part]:
        """Each hex short of the whole length costs an SP."""
        return [Part("base", short, says="hexes short")]

    @hookimpl(of=RoutHooks.run_over)
    @rule("DRILL-19.2b-routed-routs-again")
    def routs_again(self, game: Game, unit: Unit) -> None:
        if unit.morale == "routed":
            game.later(RoutUnit(), unit.id)

    @hookimpl(of=RoutHooks.run_over)
    @rule("DRILL-19.2a-rout-through-friends")
    def owes_a_check(self, game: Game, unit: Unit) -> None:
        """When the routing units have finished, one Morale Check, however many ran through."""
        if unit.morale != "routed":
            game.later(MoraleCheck(), unit.id, after=RoutUnit, once=True)

    @hookimpl(of=RoutHooks.barred)
    @rule("DRILL-19.2a-rout-not-through-enemies")
    def enemies(self, game: Game, side: str) -> Iterable[HexId]:
        return [at for unit in game[Unit].where("side", enemy(side)) for at in unit.hexes]

    @hookimpl(of=RoutHooks.barred)
    @rule("DRILL-19.2a-rout-not-into-ezoc")
    def enemy_zones(self, game: Game, side: str) -> Iterable[HexId]:
        return [at for unit in game[Unit].where("side", enemy(side)) for at in front(unit)]

    @refuses(Run)
    @rule("DRILL-19.2d-as-far-as-it-can")
    def as_far_as_it_can(self, game: Game, act: Run, ask: Ask[UnitId]) -> Refusal | None:
        furthest = Paths(game, game[Unit][ask.about]).furthest()
        return Refusal("it can run {n} hexes", n=furthest) if len(act.way) < furthest else None

    @refuses(Run)
    @rule("DRILL-19.2c-routed-no-stack")
    def to_a_free_hex(self, game: Game, act: Run, ask: Ask[UnitId]) -> Refusal | None:
        """It stops in a free hex; beyond its length in the first."""
        if standing(game, act.way[-1]):
            return Refusal("{at} is taken", at=act.way[-1])
        full = length(game, game[Unit][ask.about])
        passed = next((at for at in act.way[full - 1 : -1] if not standing(game, at)), None)
        return Refusal("it stops in {at}, which is free", at=passed) if passed is not None else None
