"""Access: whose areas a corps may enter (7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import Game, RuleModule, ScenarioFinding, hookimpl, rule
from sandtable_empires.hookspecs.movement import Bar
from sandtable_empires.model import Area, Corps, CorpsId, Nation, Province, allies, enemies
from sandtable_empires.soundness.relations import BOTH, ITSELF, NOT_TWO, relations


class Access(RuleModule):
    """A corps enters its own side's areas, those of allies and those of enemies."""

    key = "access"
    faults = (NOT_TWO, ITSELF, BOTH)

    @hookimpl
    @rule("BASE-7.3-access")
    def bars(self, game: Game, corps: CorpsId) -> Iterator[Bar]:
        """The areas of whoever is neither friend nor enemy are closed."""
        side = game[Corps][corps].side
        open_to = {side, *enemies(game, side), *allies(game, side)}
        for nation in game[Nation]:
            if nation.side in open_to:
                continue
            for province in game[Province].where("home", nation.id):
                for area in game[Area].where("province", province.id):
                    if area.holder not in open_to:
                        yield Bar(
                            area.id, "BASE-7.3-access", "no access",
                            cure=f"declare war on {nation.title}, or ask for access",
                        )  # fmt: skip

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name wars and alliances that cannot be."""
        return relations(game)
