"""Drill 10: opportunity charges at what moves (16.1a); it knows nothing of fire."""

from collections.abc import Iterable

from sandtable.engine import Ask, Game, Reaction, Refusal, RuleModule, reacts, refuses, rule

from .hexes import Hex, HexId, Unit, around, distance, enemy, front, standing
from .moves import STOPPED, HexEntered, Reply


class Charge(Reply, frozen=True):
    """Ride at the moving unit, which stops."""

    def perform(self, game: Game, ask: Ask[HexEntered]) -> None:
        horse = game[Unit][self.by]
        game.change(horse, hexes=(lane(game, horse, ask.about.at)[0],))
        game.mark(ask.about.unit, STOPPED)


def lane(game: Game, horse: Unit, at: HexId) -> list[HexId]:
    """Return where cavalry can charge from: where it stands, or else a free front hex next to the target."""
    ahead = [to for to in front(horse) if at in around(to) and to in game[Hex] and not standing(game, to)]
    return [horse.hexes[0]] if at in front(horse) else ahead


class OpportunityCharge(RuleModule):
    """Cavalry charges a unit that moves in its zone of control, or two hexes away from it."""

    key = "opportunity_charge"

    @reacts(HexEntered)
    @rule("DRILL-16.1a-charge")
    def may_charge(self, game: Game, moment: HexEntered) -> Iterable[Reaction]:
        side = enemy(game[Unit][moment.unit].side)
        yield Reaction(side, Charge, f"{moment.unit} comes to {moment.at}", "DRILL-16.1a-charge")

    @refuses(Charge)
    @rule("DRILL-16.1a-trigger")
    def within_reach(self, game: Game, act: Charge, ask: Ask[HexEntered]) -> Refusal | None:
        """In its zone of control, or two hexes away while no enemy stands in that."""
        horse, at = game[Unit][act.by], ask.about.at
        engaged = any(unit.side != horse.side for held in front(horse) for unit in standing(game, held))
        reach = at in front(horse) or (distance(horse.hexes[0], at) == 2 and not engaged)
        return None if reach and lane(game, horse, at) else Refusal("{by} cannot reach it", by=act.by)

    @refuses(Charge)
    @rule("DRILL-16.1a-bans")
    def fit_to_charge(self, game: Game, act: Charge, ask: Ask[HexEntered]) -> Refusal | None:
        """Only cavalry in good morale; disordered cavalry only at what is in its front hexes already."""
        horse = game[Unit][act.by]
        far = horse.disordered and ask.about.at not in front(horse)
        fit = horse.arm == "cavalry" and horse.morale == "good" and not far
        return None if fit else Refusal("{by} is not fit to charge", by=act.by)
