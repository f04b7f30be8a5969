"""The one check of morale and what comes of it, units that lie hidden, and how the drill ends."""

from collections.abc import Iterable

from sandtable.engine import (  # isort: skip
    Frame, Game, Part, RuleModule, SpaceId, Tally, closes, conceals, hookimpl, opens, doing, roll, rule,
)  # fmt: skip
from sandtable.board import Facing, Pose, of
from sandtable_drill_ground.march import March, MarchStep

from sandtable_drill_ground.model import (  # isort: skip
    DRILL_CHART, RALLY_STEP, RECKONING_STEP, Army, DrillHooks, Entered, Unit, UnitId,
)  # fmt: skip


class Morale(RuleModule):
    """The check, the rout, the rally."""

    key = "morale"

    @hookimpl
    @rule("DRILL-4.1")
    async def hit(self, game: Game, target: UnitId, origin: SpaceId) -> None:
        """A step is lost; with the last one the unit, else its morale is tried."""
        unit = game[Unit][target]
        if unit.strength == 1:
            lose(game, unit, doing(target, "is lost", "are lost"))
            return
        game.change(unit, strength=unit.strength - 1)
        if not await stands(game, target, origin):
            flee(game, target, doing(target, "routs", "rout"))

    @hookimpl
    @rule("DRILL-4.2")
    def morale_parts(self, game: Game, target: UnitId, origin: SpaceId) -> Iterable[Part]:
        unit = game[Unit][target]
        yield Part("base", unit.morale, says="morale")
        front = unit.front(game, game.chart(DRILL_CHART).number("sight"))
        if origin not in (*unit.hexes, *front):
            yield Part("add", -2, says="not from the front")

    @opens(RALLY_STEP)
    @rule("DRILL-4.4")
    async def rally(self, game: Game, frame: Frame) -> None:
        """A routed unit that stands its check rallies; another runs on."""
        for unit in [one for one in game[Unit].where("side", frame.side) if one.routed]:
            if await stands(game, unit.id, unit.hexes[0]):
                game.note(doing(unit.id, "rallies", "rally"))
                game.change(unit, routed=False)
            else:
                flee(game, unit.id, doing(unit.id, "runs on", "run on"))


class Hiding(RuleModule):
    """Units that lie hidden, until they march or somebody comes near."""

    key = "hiding"

    @conceals(Unit)
    @rule("DRILL-5.1")
    def unseen(self, row: Unit, viewers: frozenset[str]) -> Unit | None:
        return None if row.hidden and row.side not in viewers else row

    @hookimpl
    @rule("DRILL-5.2")
    async def entered(self, game: Game, entry: Entered) -> None:
        for unit in [one for one in game[Unit] if one.hidden and (one.id == entry.unit or one.side != entry.side)]:
            if of(game).by_number.distance(unit.hexes, entry.hexes) < 2:
                game.note(f"{doing(unit.id, 'comes', 'come')} to light in {' and '.join(unit.hexes)}")
                game.change(unit, hidden=False)


class Victory(RuleModule):
    """How the drill ends."""

    key = "victory"

    @closes(RECKONING_STEP)
    @rule("DRILL-6.1", vital=True)
    def reckon(self, game: Game, frame: Frame) -> None:
        first, second = sorted(game[Army], key=lambda army: army.lost)
        winner = first.id if first.lost < second.lost else None
        if second.lost >= second.bears:
            game.end(winner, f"{second.id} has lost {second.lost} units")
        elif frame.round >= game.chart(DRILL_CHART).number("turns"):
            game.end(winner, "the last turn is over")


async def stands(game: Game, id: UnitId, origin: SpaceId) -> bool:
    """Throw for a unit's morale: the one check of the drill."""
    tally = Tally("morale", game.hooks(DrillHooks).morale_parts(game, id, origin))
    why = f"morale of the {id}, at most {tally.with_parts()}"
    return await roll("2d6", why=why, by=game[Unit][id].side) <= tally.whole()


def flee(game: Game, id: UnitId, says: str) -> None:
    """Run home as a column; who leaves the ground, or finds no way, is lost."""
    game.note(says)
    unit = game[Unit][id]
    home = Facing.side(game[Army][unit.side].home)
    unit = game.change(unit, hexes=unit.hexes[:1], facing=home, formation="column", routed=True, hidden=False)
    for _ in range(game.chart(DRILL_CHART).number("flight")):
        there = way_home(game, unit, home)
        if there is None:
            lose(game, unit, doing(id, "leaves the field", "leave the field"))
            return
        unit = game.change(unit, hexes=(there,))


def way_home(game: Game, unit: Unit, home: Facing) -> SpaceId | None:
    """Return the next hex towards home into which the rules on marches let a unit."""
    for direction in (home.k, home.k + 1, home.k - 1):
        there = of(game).by_number.step(unit.hexes[0], direction)
        step = MarchStep(Pose((there,), home, "column"), None, unit.id, unit.mover, (there,)) if there else None
        if step and not game.step_refusals(March, step):
            return there
    return None


def lose(game: Game, unit: Unit, says: str) -> None:
    """Take a unit off the ground."""
    game.note(says)
    game.remove(unit)
    army = game[Army][unit.side]
    game.change(army, lost=army.lost + 1)
