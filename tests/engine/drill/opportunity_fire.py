"""Drill 10: opportunity fire at what moves (12.7); it knows nothing of charges, nor of what a hit does."""

from collections.abc import Iterable

from sandtable.engine import Ask, Game, MarkKind, Reaction, Refusal, RuleModule, conceals, reacts, refuses, roll, rule

from .hexes import Unit, distance, enemy
from .moves import HexEntered, MoveHooks, Reply

FIRED = MarkKind("fired", until="step")


class Fire(Reply, frozen=True):
    """Fire at the moving unit."""

    async def perform(self, game: Game, ask: Ask[HexEntered]) -> None:
        game.mark(self.by, FIRED)
        game.change(game[Unit][self.by], hidden=False)
        if await roll("1d6", why=f"{self.by} fires at {ask.about.unit}", rule="DRILL-12.7f-fire") >= 5:
            await game.hooks(MoveHooks).hit(game, ask.about.unit)


class OpportunityFire(RuleModule):
    """A gun fires once in an enemy step, at a unit that comes within two hexes."""

    key = "opportunity_fire"
    brings = (FIRED,)

    @reacts(HexEntered)
    @rule("DRILL-12.7f-fire")
    def may_fire(self, game: Game, moment: HexEntered) -> Iterable[Reaction]:
        side = enemy(game[Unit][moment.unit].side)
        yield Reaction(side, Fire, f"{moment.unit} comes to {moment.at}", "DRILL-12.7f-fire")

    @refuses(Fire)
    @rule("DRILL-12.7f-guns-in-range")
    def guns_in_range(self, game: Game, act: Fire, ask: Ask[HexEntered]) -> Refusal | None:
        gun = game[Unit][act.by]
        reaches = gun.arm == "artillery" and distance(gun.hexes[0], ask.about.at) <= 2
        return None if reaches else Refusal("{by} cannot fire so far", by=act.by)

    @refuses(Fire)
    @rule("DRILL-12.7f-once")
    def once(self, game: Game, act: Fire) -> Refusal | None:
        return Refusal("{by} has fired", by=act.by) if game.mark_of(act.by, FIRED) else None


class Ambush(RuleModule):
    """Units may lie hidden until they fire; so that silence tells nothing, the other side is asked in every hex."""

    key = "ambush"

    @conceals(Unit)
    @rule("DRILL-AMBUSH-hidden")
    def hide_unit(self, row: Unit, viewers: frozenset[str]) -> Unit | None:
        return None if row.hidden and row.side not in viewers else row

    @reacts(HexEntered)
    @rule("DRILL-AMBUSH-silence")
    def may_lie_in_wait(self, game: Game, moment: HexEntered) -> Iterable[Reaction]:
        side = enemy(game[Unit][moment.unit].side)
        yield Reaction(side, Fire, f"{moment.unit} comes to {moment.at}", "DRILL-AMBUSH-silence", tells=True)
