"""How units march (base paper, section 5, step 2c): what it costs, where it may not lead, what ends it."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.board import of
from sandtable.engine import (
    Ask,
    ChartId,
    Frame,
    Game,
    Lookup,
    Part,
    Refusal,
    RuleModule,
    ScenarioFinding,
    SideId,
    Stop,
    closes,
    ends_way,
    hookimpl,
    refuses,
    refuses_step,
    rule,
)
from sandtable_grande_armee.charts.keys import UNIT_TYPES
from sandtable_grande_armee.hookspecs.movement import Doing, Held, MovementHooks
from sandtable_grande_armee.model import Entered, ForceMarch, Purse, Ride, Unit, foes_in
from sandtable_grande_armee.model.agreeing import of_them, refusal_of, sentence_of
from sandtable_grande_armee.movement.holding import first_held
from sandtable_grande_armee.movement.losses import eliminate
from sandtable_grande_armee.movement.march import Going, March, cost_of, points_of, too_dear
from sandtable_grande_armee.movement.soundness import UNIT_FAULTS, faults_of
from sandtable_grande_armee.movement.strides import HexStep, is_open, terrain_of, troops_at
from sandtable_grande_armee.movement.zones import zones
from sandtable_grande_armee.steps import HALT_STEP, MOVEMENT_STEP


class Marching(RuleModule):
    """How units march."""

    key = "marching"
    charts = (Lookup(ChartId(UNIT_TYPES)),)
    faults = UNIT_FAULTS
    actions = {MOVEMENT_STEP: (March,)}

    # --- who marches

    @refuses(March, "units")
    @rule("BASE-2c-own")
    def own(self, game: Game, act: March, ask: Ask) -> Refusal | None:
        """A side marches its own units."""
        other = next((unit for unit in act.units if game[Unit][unit].side != ask.side), None)
        if other is None:
            return None
        belongs = of_them(game, other, "belongs")
        return Refusal("{unit} {belongs} to {side}", unit=other, belongs=belongs, side=game[Unit][other].side)

    @refuses(March, "units")
    @rule("BASE-2c-together")
    def together(self, game: Game, act: March) -> Refusal | None:
        """Units that march together stand in one hex, on the map."""
        first, *others = (game[Unit][unit] for unit in act.units)
        if first.hex is None:
            return refusal_of(game, first.id, "is not on the map")
        apart = next((unit for unit in others if unit.hex != first.hex), None)
        says = "{one} and {other} do not stand in one hex, so they march one after the other"
        return Refusal(says, one=first.id, other=apart.id) if apart else None

    @refuses(March, "units")
    @rule("BASE-2c-held")
    def able(self, game: Game, act: March, ask: Ask) -> Refusal | None:
        """What keeps a unit from marching says so with its own rule."""
        return first_held(game, SideId(ask.side), "march", act.units)

    @hookimpl
    @rule("BASE-2c-points")
    def held(self, game: Game, side: SideId, doing: Doing) -> Iterable[Held]:
        """A unit marches as often as it has points for; a leader who has none may still ride along with troops."""
        if doing == "march":
            for purse in game[Purse]:
                unit = game[Unit][purse.id]
                if purse.left == 0 and unit.side == side and not carried(game, unit):
                    yield Held(purse.id, "has no movement points left")

    @hookimpl
    @rule("BASE-2c-allowance")
    def allowance_parts(self, game: Game, kind: str, force: ForceMarch) -> Iterable[Part]:
        """The points printed on the counter."""
        return [game.chart(UNIT_TYPES).part("base", kind, "movement", says="printed on the counter")]

    # --- where it may not lead

    @refuses_step(Going, "there")
    @rule("BASE-2c-closed")
    def closed(self, game: Game, stride: HexStep) -> Refusal | None:
        """Nobody goes into mountains and water, nor where the map says nothing."""
        terrain = terrain_of(game, stride.there)
        if not terrain:
            return Refusal("the map does not say what {hex} is", hex=stride.there)
        return None if is_open(terrain) else Refusal("{hex} is closed: {kind}", hex=stride.there, kind=terrain[0])

    @refuses_step(March, "side", "there", "units")
    @rule("BASE-2c-enemy-hex")
    def enemy_there(self, game: Game, stride: HexStep) -> Refusal | None:
        """Nobody marches into a hex with enemy troops, and only troops into one with other enemies."""
        enemies = foes_in(game, stride.there, stride.side)
        troops = [enemy for enemy in enemies if enemy.fights(game)]
        if not enemies or (not troops and any(game[Unit][unit].fights(game) for unit in stride.units)):
            return None
        enemy = (troops or enemies)[0].id
        return Refusal(
            "{enemy} {stands} in {hex}", enemy=enemy, stands=of_them(game, enemy, "stands"), hex=stride.there
        )

    @refuses(March)
    @rule("BASE-2c-linked")
    def hex_by_hex(self, game: Game, act: March) -> Refusal | None:
        """A march goes from hex to hex."""
        here = game[Unit][act.units[0]].hex
        for there in act.way:
            if here is not None and there not in of(game).by_number.beside(here):
                return Refusal("{there} is not next to {here}", there=there, here=here)
            here = there
        return None

    @refuses(March)
    @rule("BASE-2c-cost")
    def affordable(self, game: Game, act: March) -> Refusal | None:
        """A way costs no more than those who march have points."""
        cost = cost_of(game, act.units, act.way)
        return too_dear(game, act.units, act.way, cost) if cost > points_of(game, act.units) else None

    # --- what ends it

    @ends_way(March, "side", "there")
    @rule("BASE-2c-zone-stop")
    def zone_stops(self, game: Game, stride: HexStep) -> Stop | None:
        """Whoever enters a zone of control of an enemy stops there."""
        if stride.there not in zones(game, stride.side):
            return None
        return Stop("{hex} lies in a zone of control of the enemy", hex=stride.there)

    @hookimpl(of=MovementHooks.held)
    @rule("BASE-2c-zone-halt")
    def halted(self, game: Game, side: SideId, doing: Doing) -> Iterable[Held]:
        """Who has entered an enemy zone of control does not march on in this turn."""
        if doing == "march":
            for purse in game[Purse]:
                if purse.in_zone and game[Unit][purse.id].side == side:
                    yield Held(purse.id, "has entered a zone of control of the enemy")

    @hookimpl
    @rule("BASE-2c-taken")
    async def entered(self, game: Game, entry: Entered) -> None:
        """Enemy leaders, supply units and depots are lost where troops enter their hex and no troops cover them."""
        enemies = foes_in(game, entry.hex, entry.side)
        if not enemies or any(enemy.fights(game) for enemy in enemies):
            return
        if any(unit in game[Unit] and game[Unit][unit].fights(game) for unit in entry.units):
            for enemy in enemies:
                game.note(sentence_of(game, enemy.id, f"is taken in {game.name(entry.hex)}"))
                await eliminate(game, enemy.id, "overrun")

    # --- what is wrong with a scenario

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name units that are of no type, or stand, arrive, combine where or as they cannot."""
        return faults_of(game)

    # --- when it is over

    @closes(HALT_STEP)
    @rule("BASE-2c-halt")
    def put_away(self, game: Game, frame: Frame) -> None:
        """Points that are left when the movement phase ends are lost, and leaders dismount."""
        for kind in (Purse, Ride):
            for row in list(game[kind]):
                game.remove(row)


def carried(game: Game, unit: Unit) -> bool:
    """Tell whether a unit is a leader with whose hex's troops he could ride along."""
    return unit.arm(game) == "leader" and unit.hex is not None and bool(troops_at(game, unit.hex, unit.side))
