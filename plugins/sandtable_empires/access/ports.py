"""Ports of others (10.3.1): fleets put into them where their access says so."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Game, Refusal, RuleModule, SideId, Was, hookimpl, rule
from sandtable_empires.hookspecs.access import AccessHooks
from sandtable_empires.model import AreaId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.sail import SailStep, port_areas
from sandtable_empires.territory import open_areas


class GuestPorts(RuleModule):
    """Whose ports are open to whose fleets."""

    key = "guest_ports"
    needs = CAMPAIGN
    after = ("sailing",)

    @hookimpl(of=AccessHooks.open_ports_of)
    @rule("BASE-10.3.1-fleets")
    def by_access(self, game: Game, side: SideId) -> Iterator[AreaId]:
        """Access that is for fleets too opens the ports of the territory it is to."""
        yield from (area for area, right in open_areas(game, side).items() if right.fleets)

    @rule("BASE-10.3.1-ports", amends=("BASE-6.2-ports", "BASE-6.2-boxes"))
    def into_port(self, was: Was[Refusal | None], game: Game, stride: SailStep) -> Refusal | None:
        """A fleet puts into the ports of a power that has let its side's fleets in, through the boxes before them."""
        refusal, area = was(), port_areas(game).get(stride.there)
        return None if refusal and area in game.hooks(AccessHooks).open_ports_of(game, stride.side) else refusal
