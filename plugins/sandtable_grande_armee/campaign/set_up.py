"""How a campaign of Grande Armée is set up: units by type, on which hexes they may stand, when they arrive."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, Row, RuleModule, SideId, SpaceId, hookimpl
from sandtable.present import AimForm, Branch, DatedField, PieceTemplate, PlacingFault, Relation, SetUpCount
from sandtable_grande_armee.model import Aim, Army, Arrival, Calendar, Unit, enemies, type_of, unit_types
from sandtable_grande_armee.movement.soundness import can_stand


class SetUp(RuleModule):
    """What a designer lays out, and where it may stand."""

    key = "set_up"

    @hookimpl
    def templates(self, game: Game) -> Iterable[PieceTemplate]:
        for army in game[Army]:
            for kind in unit_types(game):
                yield PieceTemplate(
                    key=f"{army.id} {kind}", title=f"{game.name(army.id)}: {_called(game, kind)}", table=Unit.stored,
                    fields={"side": army.id, "kind": kind}, place="hex", under=army.id, ids=f"{army.id} {kind} {{}}",
                )  # fmt: skip

    @hookimpl
    def order_of_battle(self, game: Game) -> Iterable[Branch]:
        for army in game[Army]:
            yield Branch(id=army.id, title=game.name(army.id), table=Army.stored, row=army.id)
            for arm in _arms(game, SideId(army.id)):
                yield Branch(id=f"{army.id} {arm}", title=arm.capitalize(), under=army.id)
        for unit in game[Unit]:
            arrival = game[Arrival].get(unit.id)
            yield Branch(
                id=f"unit {unit.id}", title=f"{unit.id} ({unit.kind})", under=f"{unit.side} {unit.arm(game)}",
                table=Unit.stored, row=unit.id, place="hex", space=unit.hex,
                waits=f"turn {arrival.turn}" if arrival is not None and unit.hex is None else "",
            )  # fmt: skip

    @hookimpl
    def placing(self, game: Game, row: Row, space: SpaceId) -> Iterable[PlacingFault]:
        if not isinstance(row, Unit):
            return
        if not game.board.knows(space) or not can_stand(game, space):
            yield PlacingFault(says=f"nobody can stand in {game.name(space)}", rule="BASE-2c-closed")
            return
        foes = enemies(game, row.side)
        for other in game[Unit].where("hex", space):
            if other.side in foes:
                yield PlacingFault(says=f"{other.id} is in {game.name(space)}, an enemy", rule="BASE-2c-enemy-hex")
                return

    @hookimpl
    def counts(self, game: Game) -> Iterable[SetUpCount]:
        for army in game[Army]:
            units = list(game[Unit].where("side", army.id))
            there = [unit for unit in units if unit.hex is not None]
            yield SetUpCount(side=army.id, title="Units on the map", number=len(there))
            yield SetUpCount(side=army.id, title="Strength on the map", number=sum(one.strength(game) for one in there))
            yield SetUpCount(side=army.id, title="Units to arrive", number=len(units) - len(there))

    @hookimpl
    def relations(self, game: Game) -> Iterable[Relation]:
        army = Army.stored
        yield Relation(key="war", title="at war", parties=army, table=army, field="enemies", colour="#b3262b")

    @hookimpl
    def dated(self, game: Game) -> Iterable[DatedField]:
        return (
            DatedField(table=Arrival.stored, field="turn", title="arrives"),
            DatedField(table=Calendar.stored, field="turns", title="the campaign ends", last=True),
        )

    @hookimpl
    def aims(self, game: Game) -> Iterable[AimForm]:
        yield AimForm(
            table=Aim.stored, title="What a side fights for",
            says="{id} has a victory point for every {losses} strength points that its enemies lose, and {line} if at "
            "least half of its army has a line of retreat at the end.",
        )  # fmt: skip
        yield AimForm(
            table=Calendar.stored, row="calendar", title="The length of the campaign",
            fields={"begins": "1805-10-01"},
            says="The campaign begins on {begins}, and lasts {turns} turns of {days} days.",
        )  # fmt: skip


def _arms(game: Game, side: SideId) -> list[str]:
    return list(dict.fromkeys(unit.arm(game) for unit in game[Unit].where("side", side)))


def _called(game: Game, kind: str) -> str:
    one = type_of(game, kind)
    return f"{kind} ({one.arm})" if kind != one.arm else kind
