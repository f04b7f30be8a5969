"""Straits and arrows over water (7.3): an enemy fleet in the sea that they cross bars them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Game, Refusal, RuleModule, SideId, cached_while_unchanged, hookimpl, refuses_step, rule
from sandtable_empires.campaign.map_kinds import SeaCrossingRegion
from sandtable_empires.hookspecs.supply import Bar
from sandtable_empires.march import March, MarchStep
from sandtable_empires.model import LinkId, hostile_fleets, link_id
from sandtable_empires.model.grants import CAMPAIGN


@cached_while_unchanged
def seas_between(game: Game) -> dict[LinkId, str]:
    """Return the sea area that each strait and each arrow leads over, by its link; none without a map."""
    if not game.board.digest:
        return {}
    from sandtable.board import of  # maps are loaded where one is played on, not with the game

    read = (SeaCrossingRegion.read(one) for one in of(game).regions if one.kind == SeaCrossingRegion.kind)
    return {link_id(one.shore, one.opposite): one.sea for one in read}


class Crossings(RuleModule):
    """Who bars the water."""

    key = "crossings"
    needs = CAMPAIGN
    after = ("sailing?", "movement?")

    @refuses_step(March, "link", "side")
    @rule("BASE-7.3-crossing-barred")
    def barred_by_a_fleet(self, game: Game, stride: MarchStep) -> Refusal | None:
        """Nobody marches over a sea area in which an enemy fleet lies; those in ports and blockade boxes bar none."""
        sea = seas_between(game).get(stride.link)
        foes = hostile_fleets(game, sea, stride.side) if sea is not None else []
        return Refusal("{fleet} lies in {sea}", fleet=foes[0].id, sea=sea) if foes else None

    @hookimpl
    @rule("BASE-7.4-crossing-barred")
    def barred_ways(self, game: Game, side: SideId) -> Iterator[Bar]:
        """No supply of a side comes over it either."""
        for link, sea in seas_between(game).items():
            if foes := hostile_fleets(game, sea, side):
                yield Bar(link, says=f"{game.name(foes[0])} lies in {game.name(sea)}")
