"""The power at sea (7.4): until fleets sail the sea is a source of supply for one power alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from sandtable.engine import Game, RuleModule, SideId, hookimpl, rule, ruling
from sandtable_empires.hookspecs.supply import Source, SupplyHooks, open_ports
from sandtable_empires.model import BRITAIN, Area, AreaId, Nation, NationId, enemies
from sandtable_empires.model.grants import SINGLE_WAR


class Seaways(RuleModule):
    """Who has the sea."""

    key = "seaways"
    needs = SINGLE_WAR
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        rules_the_waves: Annotated[
            NationId, ruling("The power at sea", "Who has the sea for a source of supply.", "BASE-7.4-sea-source")
        ] = BRITAIN
        closed_by: Annotated[
            Literal["a blockade", "the power at sea"],
            ruling(
                "What closes a port",
                "A blockade closes the port it lies before. The power at sea, where it does, closes all ports of its "
                "enemies.",
                "BASE-7.4-sea-closed",
            ),
        ] = "a blockade"

    @hookimpl(of=SupplyHooks.closed_ports)
    @rule("BASE-7.4-sea-closed")
    def closed_by_the_ruler(self, game: Game, side: SideId) -> Iterable[AreaId]:
        """By the ruling, all ports of those at war with the power at sea."""
        ruler = self._ruler(game) if self.parameters.closed_by == "the power at sea" else None
        return [area.id for area in game[Area] if area.port] if ruler in enemies(game, side) else ()

    @hookimpl
    @rule("BASE-7.4-sea-source")
    def supply_sources(self, game: Game, side: SideId) -> Iterator[Source]:
        """The ports of the power at sea and of its allies are sources for it."""
        if side == self._ruler(game):
            for area in open_ports(game, side):
                yield Source(area.id, says=f"ships come to {area.title}")

    def _ruler(self, game: Game) -> SideId | None:
        nation = game[Nation].get(self.parameters.rules_the_waves)
        return nation.side if nation is not None else None
