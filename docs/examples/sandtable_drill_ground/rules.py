"""The rules of the drill: how units march, fire, stand their checks and hide, and how it ends."""

from collections.abc import Iterable

from sandtable.engine import (  # isort: skip
    Ask, Frame, Game, Part, Reaction, Refusal, RuleModule, SideId, SpaceId, Stop, Tally, cached_while_unchanged, closes,
    conceals, doing, ends_way, hookimpl, opens, reacts, refuses, refuses_step, roll, rule,
)  # fmt: skip
from sandtable.board import Facing, Pose, of
from sandtable_drill_ground.fire import Fire, aims, obstacles
from sandtable_drill_ground.march import March, MarchStep

from sandtable_drill_ground.model import (  # isort: skip
    DRILL_CHART, FIRE_CHART, FIRE_STEP, FIRED, MARCH_STEP, MARCHED, RALLY_STEP, RECKONING_STEP, Army, DrillHooks,
    Entered, Pace, Unit, UnitId, enemy_of,
)  # fmt: skip


class Marching(RuleModule):
    """How units march."""

    key, brings = "marching", (MARCHED,)
    actions = {MARCH_STEP: (March,)}

    @refuses(March, "unit")
    @rule("DRILL-2.1")
    def once(self, game: Game, act: March) -> Refusal | None:
        return Refusal("{unit} cannot march twice a turn", unit=act.unit) if game.mark_of(act.unit, MARCHED) else None

    @refuses(March, "unit")
    @rule("DRILL-4.3")
    def steady(self, game: Game, act: March) -> Refusal | None:
        return Refusal("{unit} cannot march while routed", unit=act.unit) if game[Unit][act.unit].routed else None

    @hookimpl
    @rule("DRILL-2.2")
    def step_parts(self, game: Game, pace: Pace) -> Iterable[Part]:
        return [game.chart("evolutions").part("base", pace.mover, pace.evolution, says=pace.evolution)]

    @refuses_step(March, "unit", "entered")
    @rule("DRILL-2.4")
    def free(self, game: Game, stride: MarchStep) -> Refusal | None:
        there = [(hex, other.id) for hex in stride.entered for other in game[Unit].where("hexes", hex)]
        taken = [(hex, other) for hex, other in there if other != stride.unit]
        return Refusal("{hex} is taken by {other}", hex=taken[0][0], other=taken[0][1]) if taken else None

    @ends_way(March, "unit", "entered")
    @rule("DRILL-2.5")
    def met(self, game: Game, stride: MarchStep) -> Stop | None:
        watched = watched_by_enemies(game, game[Unit][stride.unit].side)
        hex = next((hex for hex in stride.entered if hex in watched), None)
        return Stop("{hex} lies in front of {enemy}", hex=hex, enemy=watched[hex]) if hex else None


class RoughGround(RuleModule):
    """What the ground does to a march."""

    key = "ground"

    @hookimpl
    @rule("DRILL-2.3")
    def step_parts(self, game: Game, pace: Pace) -> Iterable[Part]:
        chart = game.chart("ground")
        return [chart.part("add", pace.mover, word, says=word) for word in pace.ground if word != "clear"]

    @refuses_step(March, "mover", "entered")
    @rule("DRILL-2.6")
    def no_guns_in_woods(self, game: Game, stride: MarchStep) -> Refusal | None:
        ground, entered = of(game).by_number, stride.entered if stride.mover == "guns" else ()
        wood = next((hex for hex in entered if "wood" in ground.terrain(hex)), None)
        return Refusal("guns cannot enter the wood in {hex}", hex=wood) if wood else None


class Firing(RuleModule):
    """How units fire."""

    key, brings = "firing", (FIRED,)
    actions = {FIRE_STEP: (Fire,)}

    @refuses(Fire, "unit")
    @rule("DRILL-3.1")
    def ready(self, game: Game, act: Fire) -> Refusal | None:
        unit = game[Unit][act.unit]
        if unit.routed or unit.hidden:
            return Refusal("{unit} cannot fire while routed or hidden", unit=unit)
        return Refusal("{unit} cannot fire twice in a step", unit=unit) if game.mark_of(unit.id, FIRED) else None

    @refuses(Fire)
    @rule("DRILL-3.2")
    def in_the_arc(self, game: Game, act: Fire) -> Refusal | None:
        if aims(game, act.unit, act.target):
            return None
        return Refusal("{target} must be in front of {unit}, within range", target=act.target, unit=act.unit)

    @refuses(Fire)
    @rule("DRILL-3.3")
    def in_sight(self, game: Game, act: Fire) -> Refusal | None:
        things = obstacles(game, act.unit, act.target)
        return Refusal("{thing} stands in the way", thing=things[0]) if things and all(things) else None

    @hookimpl
    @rule("DRILL-3.4")
    async def fired(self, game: Game, firer: UnitId, target: UnitId) -> None:
        """A hit costs a step, and tries the morale of those who are left."""
        game.mark(firer, FIRED)
        die = await roll("1d6", why=f"{doing(firer, 'fires', 'fire')} at the {target}", by=game[Unit][firer].side)
        added = game.hooks(DrillHooks).fire_parts(game, firer, target)
        tally = Tally("to hit", [Part("base", die, says="die"), *added])
        game.note(f"to hit: {tally.with_parts()}")
        if tally.whole() >= game.chart(DRILL_CHART).number("hits from"):
            await game.hooks(DrillHooks).hit(game, target, game[Unit][firer].hexes[0])

    @hookimpl
    @rule("DRILL-3.5")
    def fire_parts(self, game: Game, firer: UnitId, target: UnitId) -> Iterable[Part]:
        distance, ground = min(aims(game, firer, target).values()), of(game).by_number
        yield game.chart(FIRE_CHART).part("add", game[Unit][firer].mover, distance, says=f"at {distance}")
        if all("wood" in ground.terrain(hex) for hex in game[Unit][target].hexes):
            yield Part("add", -1, says="in the wood")


class Opportunity(RuleModule):
    """Fire at what marches by."""

    key = "opportunity"

    @reacts(Entered)
    @rule("DRILL-3.6")
    def somebody_marches_by(self, game: Game, moment: Entered) -> Iterable[Reaction]:
        side, unit = enemy_of(game, moment.side), game[Unit].get(moment.unit)
        enemies = game[Unit].where("side", side) if unit is not None and not unit.routed else ()
        if any(aims(game, enemy.id, moment.unit, "passing") for enemy in enemies):
            yield Reaction(side, Fire, f"{doing(moment.unit, 'marches', 'march')} by in {' and '.join(moment.hexes)}")

    @refuses(Fire)
    @rule("DRILL-3.7")
    def close_and_in_sight(self, game: Game, act: Fire, ask: Ask) -> Refusal | None:
        if not isinstance(ask.about, Entered) or not all(obstacles(game, act.unit, act.target, "passing")):
            return None
        return Refusal("{target} must march past close to the front of {unit}", target=act.target, unit=act.unit)


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


@cached_while_unchanged
def watched_by_enemies(game: Game, side: SideId) -> dict[SpaceId, str]:
    """Return the hexes directly before the fronts of the steady units of the other side."""
    steady = [unit for unit in game[Unit].where("side", enemy_of(game, side)) if not unit.routed]
    return {hex: unit.id for unit in steady for hex in unit.front(game)}


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
