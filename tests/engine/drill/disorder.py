"""Drill 10: one Disorder Check at the end of a move; a hit brings it on at once (12.7f, 17.1c)."""

from sandtable.engine import Game, Part, Row, RuleModule, Tally, hookimpl, roll, rule

from .hexes import Hex, HexId, Unit, UnitId, percent
from .moves import STOPPED


class Pending(Row, frozen=True):
    """What a unit's move has gathered for its Disorder Check: where, and how much."""

    id: UnitId
    parts: tuple[tuple[str, int], ...] = ()


def pending_of(game: Game, unit: UnitId) -> Pending:
    return game[Pending].get(unit) or Pending(unit)


class Disorder(RuleModule):
    """What terrain and fire do to the order of a unit on the move."""

    key = "disorder"
    rows = (Pending,)

    @hookimpl
    @rule("DRILL-11.2-terrain")
    def entered(self, game: Game, unit: UnitId, at: HexId) -> None:
        if game[Hex][at].terrain == "wood":
            game.put(Pending(unit, (*pending_of(game, unit).parts, (f"wood in {at}", 5))))

    @hookimpl
    @rule("DRILL-17.1c-one-check-at-end")
    async def ended(self, game: Game, unit: UnitId) -> None:
        if unit in game[Pending]:
            await self.check(game, unit, "DRILL-17.1c-one-check-at-end")

    @hookimpl
    @rule("DRILL-12.7f-check-at-once")
    async def hit(self, game: Game, unit: UnitId) -> None:
        await self.check(game, unit, "DRILL-12.7f-check-at-once")

    async def check(self, game: Game, unit: UnitId, why: str) -> None:
        """Pass: what was pending is wiped out, the unit moves on. Fail: it is disordered, its move is over."""
        base = Part("base", game[Unit][unit].er, why, "ER")
        terrain = [Part("add", value, "DRILL-11.2-terrain", says) for says, value in pending_of(game, unit).parts]
        er = Tally(f"modified ER of {unit}", [base, *terrain])
        die = percent(await roll("1d100", why=f"Disorder Check of {unit}", rule=why))
        game.note(f"{unit} throws {die:02} against {er}", why)
        if unit in game[Pending]:
            game.remove(game[Pending][unit])
        if die < er.whole():
            game.change(game[Unit][unit], disordered=True)
            game.mark(unit, STOPPED)
