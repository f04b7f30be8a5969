"""Fire: in an arc, along lines of sight, in one's own turn and at what marches by."""

from collections.abc import Iterable, Mapping

from sandtable.engine import (  # isort: skip
    Action, Ask, Choice, Domain, Game, Part, Reaction, Refusal, Rows, RuleModule, SpaceId, Tally, fills,
    hookimpl, own_pieces, doing, reacts, refuses, roll, rule,
)  # fmt: skip
from sandtable.board import Sights, of, sights_over

from sandtable_drill_ground.model import (  # isort: skip
    DRILL_CHART, FIRE_CHART, FIRE_STEP, FIRED, DrillHooks, Entered, Unit, UnitId, enemy_of,
)  # fmt: skip


def in_fire(game: Game, unit: Unit, fire: str = "reach") -> Mapping[SpaceId, int]:
    """Return the hexes into which a unit can fire: at all within its ``reach``, or at who is ``passing``."""
    return unit.front(game, game.chart(FIRE_CHART).number(unit.mover, fire))


def aims(game: Game, firer: UnitId, target: UnitId, fire: str = "reach") -> dict[SpaceId, int]:
    """Return which hexes of another a unit can aim at, and how far they are; whether it sees them is not asked."""
    arc = in_fire(game, game[Unit][firer], fire)
    return {hex: arc[hex] for hex in game[Unit][target].hexes if hex in arc}


def sights(game: Game) -> Sights:
    """Return the lines of sight over the map: a wood is as high as a hill."""
    return sights_over(of(game).by_number, wood=1)


def obstacles(game: Game, firer: UnitId, target: UnitId, fire: str = "reach") -> list[str]:
    """Return what stands in each line of fire; nothing where it is free."""
    aimed = aims(game, firer, target, fire)
    return [sights(game).obstacle(here, there) for there in aimed for here in game[Unit][firer].hexes]


class Fire(Action, frozen=True):
    """Fire at an enemy unit, in one's own turn or as it marches by; at one hex columns and horse use cold steel."""

    if_declined = "Hold your fire"
    if_none = {
        "unit": ("you have no unit left on the field", "DRILL-3.1"),
        "target": ("the enemy has no unit left on the field", "DRILL-3.2"),
    }
    unit: UnitId
    target: UnitId
    own_units = fills("unit")(own_pieces(Unit))

    @fills("target")
    @staticmethod
    def enemies(game: Game, ask: Ask, unit: UnitId) -> Domain[UnitId]:
        if isinstance(ask.about, Entered):
            return Choice((ask.about.unit,))
        return Rows(game[Unit], side=enemy_of(game, ask.side))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{doing(self.unit, 'fires', 'fire')} at the {self.target}"

    async def perform(self, game: Game, ask: Ask) -> None:
        await game.hooks(DrillHooks).fired(game, self.unit, self.target)


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
