"""What must be true of armies in every position of a campaign: strength balances, everybody is somewhere, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from sandtable.board import of
from sandtable.engine import Game, Row, SpaceId
from sandtable.engine.state.rows import AgendaItem
from sandtable_grande_armee.model import (
    Account,
    Arrival,
    Battle,
    Engaged,
    Formation,
    Purse,
    Retreat,
    Ride,
    Unit,
    UnitId,
    enemies,
)
from sandtable_grande_armee.model.companions import COMPANIONS
from sandtable_grande_armee.model.terrain import CLOSED, PASS
from sandtable_grande_armee.movement.purses import allowance
from sandtable_grande_armee.steps import MOVEMENT_STEP

FIGHTS: Final[tuple[type[Row], ...]] = (Battle, Engaged, Retreat, AgendaItem)
"""What is gone between two steps of a turn."""


def strength(game: Game) -> Counter[str]:
    """Return the strength points of each side, on the map and still to come."""
    found = Counter[str]()
    for unit in game[Unit]:
        found[unit.side] += unit.strength(game)
    return found


class Books:
    """The strength that a campaign began with; positions that follow are held against it."""

    def __init__(self, game: Game) -> None:
        self.began = strength(game)
        self.moving: tuple[int, str] | None = None
        self.stood: Mapping[UnitId, SpaceId] = {}

    def hold(self, game: Game) -> None:
        """Check a position."""
        self._balance(game)
        everybody_is_somewhere(game)
        nobody_has_more_than_his_points(game)
        self._nobody_goes_beyond(game)

    def at_rest(self, game: Game) -> None:
        """Check a position between two steps of a turn."""
        for kind in FIGHTS:
            assert not len(game[kind]), f"a {kind.__name__} is left"

    def _balance(self, game: Game) -> None:
        entered = Counter[str]()
        for entry in game[Account]:
            entered[entry.side] += 0 if entry.cause == "arrived" else entry.strength
        assert {side: self.began[side] + entered[side] for side in self.began} == {
            side: strength(game)[side] for side in self.began
        }

    def _nobody_goes_beyond(self, game: Game) -> None:
        """Check that whoever is where its side's movement found it has gone no more hexes than it has points."""
        frame = game.frame
        if frame.step != MOVEMENT_STEP or frame.side is None:
            self.moving = None
            return
        if self.moving != (game.round, frame.side):
            self.moving = game.round, frame.side
            self.stood = {one.id: one.hex for one in game[Unit] if one.side == frame.side and one.hex is not None}
        for id, hex in self.stood.items():
            unit = game[Unit].get(id)
            if unit is None or unit.hex in (None, hex) or id in game[Ride]:
                continue
            gone = of(game).by_number.distance((hex,), (unit.hex,))
            assert gone <= allowance(game, unit.kind, game[Purse][id].force).whole(), f"{id} has gone {gone} hexes"


def everybody_is_somewhere(game: Game) -> None:
    """Check that each unit is on open ground or still to come, in one place, with no enemy, and what goes with it."""
    hexes = of(game).by_number
    for unit in game[Unit]:
        assert (unit.hex is None) == (unit.id in game[Arrival]), f"{unit.id} is in {unit.hex}"
        if unit.hex is not None:
            terrain = hexes.terrain(unit.hex)
            assert PASS in terrain or not set(CLOSED) & set(terrain), f"{unit.id} stands in {terrain}"
            foes = [one for one in game[Unit].where("hex", unit.hex) if one.side in enemies(game, unit.side)]
            assert not foes, f"{unit.id} and {foes[0].id} stand in {unit.hex}"
    there = [one.id for hex in {one.hex for one in game[Unit]} - {None} for one in game[Unit].where("hex", hex)]
    assert len(there) == len(set(there)), "a unit stands in two places"
    for kind in COMPANIONS:
        assert not {row.id for row in game[kind]} - set(game[Unit].ids()), f"a {kind.__name__} is of no unit"
    for ride in game[Ride]:
        assert all(one in game[Unit] for one in ride.units), f"{ride.id} rides with who is gone"


def nobody_has_more_than_his_points(game: Game) -> None:
    """Check that what units have spent and have left is no more than what they can have."""
    for purse in game[Purse]:
        kind = game[Unit][purse.id].kind
        if purse.left + purse.spent > allowance(game, kind, purse.force).whole():  # but for one that has combined
            assert purse.id in game[Formation], f"{purse.id} has spent {purse.spent} and has {purse.left}"
            assert purse.left <= allowance(game, kind, "none").whole(), f"{purse.id} has {purse.left}"
