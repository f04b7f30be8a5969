"""Harbours (7.4): ships bring food into the ports of a side and of its allies; a fleet before a port closes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import Game, RuleModule, ScenarioFinding, SideId, hookimpl, rule
from sandtable_empires.hookspecs.supply import open_ports
from sandtable_empires.model import AreaId, blockaded_ports
from sandtable_empires.soundness.campaign import PORT_FAULTS, check_ports
from sandtable_empires.soundness.fleets import FLEET_FAULTS, fleets


class Harbours(RuleModule):
    """Which ports ships come into."""

    key = "harbours"
    faults = (*PORT_FAULTS, *FLEET_FAULTS)

    @hookimpl
    @rule("BASE-7.4-harbours")
    def harbours(self, game: Game, side: SideId) -> Iterator[AreaId]:
        """Ports of the side and of its allies that nothing closes; a siege alone closes none (3.22)."""
        yield from (area.id for area in open_ports(game, side))

    @hookimpl
    @rule("BASE-7.4-blockade")
    def closed_ports(self, game: Game, side: SideId) -> Iterable[AreaId]:
        """Ports before which an enemy fleet lies."""
        return blockaded_ports(game, side)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name ports that are cut off from the sea, and fleets that cannot lie where they do."""
        yield from check_ports(game, board)
        yield from fleets(game, board)
