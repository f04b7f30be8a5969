"""Moving on land (7.3): once a step, within the points of the corps, stopping where an enemy stands."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Ask,
    Game,
    Part,
    Refusal,
    RuleModule,
    ScenarioFinding,
    Stop,
    ends_way,
    hookimpl,
    refuses,
    refuses_step,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.charts.keys import TERRAIN_MOVEMENT, TERRAINS, numbers
from sandtable_empires.land.march_advice import marches
from sandtable_empires.march import March, MarchStep, plan, steps_of
from sandtable_empires.model import Corps, CorpsId, Link, is_besieged, unbesieged_foes
from sandtable_empires.model.marks import MARCHED
from sandtable_empires.soundness.forces import STILL, still
from sandtable_empires.soundness.ground import CUT_OFF, ENDS, OFF_MAP, OTHER_ID, land
from sandtable_empires.steps import LAND_MOVEMENT_STEP


class Movement(RuleModule):
    """How corps march."""

    key = "movement"
    charts = (numbers(TERRAIN_MOVEMENT, TERRAINS, least=1, most=9),)
    faults = (STILL, ENDS, OTHER_ID, CUT_OFF, OFF_MAP)
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

    @ends_way(March, "side", "there")
    @rule("BASE-7.3-stop-on-enemy")
    def stops(self, game: Game, stride: MarchStep) -> Stop | None:
        """A corps stops in an area with an unbesieged enemy corps."""
        foes = unbesieged_foes(game, stride.there, stride.side)
        return Stop("{enemy} stands in {area}", enemy=foes[0].id, area=stride.there) if foes else None

    @refuses_step(March, "link")
    @rule("BASE-7.3-optional-crossing")
    def not_across(self, game: Game, stride: MarchStep) -> Refusal | None:
        """The arrows of the options are no way without their option."""
        link = game[Link].get(stride.link)
        optional = link is not None and link.across == "optional_crossing"
        return Refusal("the crossing is optional, and not in play") if optional else None

    # --- why not there

    @refuses(March)
    @rule("BASE-7.3-links")
    def linked(self, game: Game, act: March) -> Refusal | None:
        """A way leads from an area to one that borders it or that an arrow leads to."""
        for step in steps_of(game, act):
            if step.link not in game[Link]:
                if step.there in game.board.forbidden_neighbours(step.here):
                    return Refusal("the map forbids the way from {here} to {there}", here=step.here, there=step.there)
                planned = plan(game, act.corps, type(act))
                if planned.ways.goals(step.there):
                    return Refusal("{there} is not next to {here}", here=step.here, there=step.there)
                says = "{there} is not next to {here}, and no way of {points} movement points leads there"
                return Refusal(says, here=step.here, there=step.there, points=planned.points_tally)
        return None

    @refuses(March)
    @rule("BASE-7.3-cost")
    def affordable(self, game: Game, act: March) -> Refusal | None:
        """The areas entered cost no more than the corps has points."""
        planned = plan(game, act.corps, type(act))
        return planned.too_dear(act.way) if planned.spent(act.way) > planned.points else None

    @refuses(March)
    @rule("BASE-7.3-barred")
    def barred(self, game: Game, act: March) -> Refusal | None:
        """What keeps a corps out says so with its own rule."""
        rules = game.step_rules(type(act))
        for step in steps_of(game, act):
            if step.link in game[Link] and (bars := rules.against(step)):
                says, bar = "{corps} may not enter {area}: {says}", bars[0]
                return Refusal(says, cure=bar.cure, rule=bar.rule, corps=act.corps, area=step.there, says=bar.text)
        return None

    @refuses(March)
    @rule("BASE-7.3-beyond-stop")
    def beyond(self, game: Game, act: March) -> Refusal | None:
        """A way does not go on beyond an area where the corps must stop; what stops it says so with its own rule."""
        rules = game.step_rules(type(act))
        for step in steps_of(game, act)[:-1]:
            if stops := rules.stops(step):
                says, stop = "{corps} must stop in {area}: {says}", stops[0]
                return Refusal(says, rule=stop.rule, corps=act.corps, area=step.there, says=stop.text)
        return None

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name corps that cannot march, and what no corps can march over."""
        yield from still(game)
        yield from land(game, board)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """March to where something is to be gained."""
        if March in ask.kinds:
            yield Lesson(
                title="Land movement", says="March your corps, each of them once; leave garrisons; then end the step.",
                why="Where you stand with enemy corps at the end you must attack. What you hold alone at the "
                "end of the month "
                "becomes yours, and whoever has the capital of a province has the province.",
                rules=("BASE-7.3-cost", "BASE-7.3-stop-on-enemy", "BASE-7.5-must-attack", "BASE-7.6-conquest"),
            )  # fmt: skip
            yield Lesson(
                kind=March, says="Moves a corps as far as its movement points go; each area costs what its "
                "terrain costs.",
                rules=("BASE-7.3-once",), advice=tuple(marches(game, ask.side)),
            )  # fmt: skip
