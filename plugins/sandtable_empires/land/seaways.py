"""Supply by sea (7.4): a fleet before a port closes it; until fleets sail the sea is a source for one power alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from sandtable.engine import Game, RuleModule, SideId, hookimpl, rule, ruling
from sandtable_empires.hookspecs.supply import Source, SupplyHooks
from sandtable_empires.model import BRITAIN, Area, AreaId, Nation, NationId, allies, blockaded_ports, enemies


class Seaways(RuleModule):
    """Whose ships come into which ports."""

    key = "seaways"
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
                "BASE-7.4-blockade",
            ),
        ] = "a blockade"

    @hookimpl
    @rule("BASE-7.4-harbours")
    def harbours(self, game: Game, side: SideId) -> Iterator[AreaId]:
        """Ports of the side and of its allies that nothing closes; a siege alone closes none (3.22)."""
        yield from (area.id for area in self._open_ports(game, side))

    @hookimpl
    @rule("BASE-7.4-blockade")
    def closed_ports(self, game: Game, side: SideId) -> Iterable[AreaId]:
        """Ports before which an enemy fleet lies; by the ruling all of those at war with the power at sea."""
        ruler = self._ruler(game) if self.parameters.closed_by == "the power at sea" else None
        if ruler is not None and ruler in enemies(game, side):
            return [area.id for area in game[Area] if area.port]
        return blockaded_ports(game, side)

    def _open_ports(self, game: Game, side: SideId) -> Iterator[Area]:
        """Ports of the side and of its allies that nothing closes."""
        closed = set(game.hooks(SupplyHooks).closed_ports(game, side))
        for friend in sorted({side, *allies(game, side)}):
            yield from (area for area in game[Area].where("holder", friend) if area.port and area.id not in closed)

    @hookimpl
    @rule("BASE-7.4-sea-source")
    def supply_sources(self, game: Game, side: SideId) -> Iterator[Source]:
        """The ports of the power at sea and of its allies are sources for it."""
        if side == self._ruler(game):
            for area in self._open_ports(game, side):
                yield Source(area.id, says=f"ships come to {area.title}")

    def _ruler(self, game: Game) -> SideId | None:
        nation = game[Nation].get(self.parameters.rules_the_waves)
        return nation.side if nation is not None else None
