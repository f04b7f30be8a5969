"""Moving on land (7.3): once a step, within the points of the corps, stopping where an enemy stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from sandtable.engine import Ask, Game, Part, Refusal, RuleModule, ScenarioFinding, hookimpl, refuses, rule
from sandtable_empires.charts.keys import TERRAINS, numbers
from sandtable_empires.hookspecs.movement import Bar, Stop
from sandtable_empires.march import March, plan
from sandtable_empires.model import AreaId, Corps, CorpsId, Link, enemies, is_besieged, link_id
from sandtable_empires.model.marks import MARCHED
from sandtable_empires.soundness.forces import STILL, still
from sandtable_empires.soundness.ground import CUT_OFF, ENDS, OFF_MAP, OTHER_ID, land
from sandtable_empires.steps import LAND_MOVEMENT_STEP


class Movement(RuleModule):
    """How corps march."""

    key = "movement"
    charts = (numbers("terrain movement", TERRAINS, least=1, most=9),)
    faults = (ENDS, OTHER_ID, CUT_OFF, OFF_MAP, STILL)
    actions = {LAND_MOVEMENT_STEP: (March,)}

    # --- whether it marches at all

    @refuses(March, "corps")
    @rule("BASE-7.3-own")
    def own(self, game: Game, act: March, ask: Ask) -> Refusal | None:
        """A side moves its own corps."""
        side = game[Corps][act.corps].side
        return None if side == ask.side else Refusal("{corps} belongs to {side}", corps=act.corps, side=side)

    @refuses(March, "corps")
    @rule("BASE-7.3-on-map")
    def on_the_map(self, game: Game, act: March) -> Refusal | None:
        """A corps off the map does not march."""
        return Refusal("{corps} is not on the map", corps=act.corps) if game[Corps][act.corps].area is None else None

    @refuses(March, "corps")
    @rule("BASE-7.3-once")
    def once(self, game: Game, act: March) -> Refusal | None:
        """A corps marches once in a Land Movement Step."""
        return Refusal("{corps} has already marched", corps=act.corps) if game.mark_of(act.corps, MARCHED) else None

    @refuses(March, "corps")
    @rule("BASE-7.3-besieged")
    def shut_up(self, game: Game, act: March) -> Refusal | None:
        """A besieged corps stays where it is."""
        corps = game[Corps][act.corps]
        return (
            Refusal("{corps} is besieged in {area}", corps=corps.id, area=corps.area)
            if is_besieged(game, corps)
            else None
        )

    # --- where it may go

    @hookimpl
    @rule("BASE-7.3-points")
    def allowance_parts(self, game: Game, corps: CorpsId) -> Iterable[Part]:
        """The points printed on the corps."""
        return [Part("base", game[Corps][corps].movement, says="printed on the corps")]

    @hookimpl
    @rule("BASE-7.3-stop-on-enemy")
    def stops(self, game: Game, corps: CorpsId) -> Iterator[Stop]:
        """A corps stops in an area with an unbesieged enemy corps."""
        for enemy in sorted(enemies(game, game[Corps][corps].side)):
            for there in game[Corps].where("side", enemy):
                if there.area is not None and not is_besieged(game, there):
                    yield Stop(there.area, "BASE-7.3-stop-on-enemy", f"{there.id} stands there")

    @hookimpl
    @rule("BASE-7.3-optional-crossing")
    def bars(self, game: Game, corps: CorpsId) -> Iterator[Bar]:
        """The arrows of the options are no way without their option."""
        for link in game[Link].where("across", "optional_crossing"):
            for area in link.ends:
                yield Bar(area, "BASE-7.3-optional-crossing", "the crossing is optional, and not in play", link.id)

    # --- why not there

    @refuses(March)
    @rule("BASE-7.3-links")
    def linked(self, game: Game, act: March) -> Refusal | None:
        """A way leads from an area to one that borders it or that an arrow leads to."""
        for here, there in self._steps(game, act):
            if link_id(here, there) not in game[Link]:
                planned = plan(game, act.corps, act.extra)
                if any(way[-1] == there for way in planned.path()):
                    return Refusal("{there} is not next to {here}", here=here, there=there)
                says = "{there} is not next to {here}, and no way of {points} movement points leads there"
                return Refusal(says, here=here, there=there, points=planned.points_told)
        return None

    @refuses(March)
    @rule("BASE-7.3-cost")
    def affordable(self, game: Game, act: March) -> Refusal | None:
        """The areas entered cost no more than the corps has points."""
        planned = plan(game, act.corps, act.extra)
        if planned.spent(act.way) <= planned.points:
            return None
        return Refusal(
            "{corps} has {points} movement points, but the way to {to} costs {cost}",
            corps=act.corps, points=planned.points_told, to=act.way[-1], cost=planned.spent_told(act.way),
        )  # fmt: skip

    @refuses(March)
    @rule("BASE-7.3-barred")
    def barred(self, game: Game, act: March) -> Refusal | None:
        """What keeps a corps out says so with its own rule."""
        planned = plan(game, act.corps, act.extra)
        for here, there in self._steps(game, act) if planned.bars else ():
            link = game[Link].get(link_id(here, there))
            if link and (bar := planned.bar(link, there)):
                return Refusal(
                    "{corps} may not enter {area}: {says}",
                    cure=bar.cure, rule=bar.rule, corps=act.corps, area=there, says=bar.says,
                )  # fmt: skip
        return None

    @refuses(March)
    @rule("BASE-7.3-beyond-stop")
    def beyond(self, game: Game, act: March) -> Refusal | None:
        """A way does not go on beyond an area where the corps must stop."""
        stops = plan(game, act.corps, act.extra).stops if len(act.way) > 1 else {}
        for area in act.way[:-1]:
            if stop := stops.get(area):
                return Refusal("{corps} must stop in {area}: {says}", corps=act.corps, area=area, says=stop.says)
        return None

    def _steps(self, game: Game, act: March) -> Iterator[tuple[AreaId, AreaId]]:
        start = game[Corps][act.corps].area
        return iter(pairwise((start, *act.way))) if start else iter(())

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name what no corps can march over, and corps that cannot march."""
        yield from land(game, board)
        yield from still(game)
