"""Sailing (6.2): fleets have points, sail once, and put into ports that are open to them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Ask,
    Game,
    Insert,
    Part,
    Refusal,
    RuleModule,
    ScenarioFinding,
    Step,
    Stop,
    ends_way,
    hookimpl,
    refuses,
    refuses_step,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.charts.keys import SAILING_COST, SAILING_POINTS, SPACES, numbers
from sandtable_empires.hookspecs.naval import NavalHooks
from sandtable_empires.model import Area, Fleet, FleetId, allies, enemies, own_fleets_at
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.marks import MOORED, SAILED
from sandtable_empires.sail import Sail, SailStep, SailTogether, kind_of, port_areas, sail_plan, sailing_points, waters
from sandtable_empires.soundness.campaign import SAILING_FAULTS, check_waters
from sandtable_empires.steps import NAVAL_MOVEMENT_STEP, NAVAL_PHASE


class Sailing(RuleModule):
    """How fleets sail."""

    key = "sailing"
    needs = CAMPAIGN
    brings = (SAILED, MOORED)
    charts = (numbers(SAILING_COST, SPACES, least=1, most=9), numbers(SAILING_POINTS, ("fleet",), most=20))
    steps = (Insert(Step(NAVAL_MOVEMENT_STEP, "Naval movement"), phase=NAVAL_PHASE),)
    actions = {NAVAL_MOVEMENT_STEP: (Sail, SailTogether)}
    faults = SAILING_FAULTS

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name ports that are not drawn, and fleets that could never sail."""
        return check_waters(game, board)

    # --- whether it sails at all

    @refuses(Sail, "fleet")
    @rule("BASE-6.2-own")
    def own(self, game: Game, act: Sail, ask: Ask) -> Refusal | None:
        """A side sails its own fleets."""
        side = game[Fleet][act.fleet].side
        return None if side == ask.side else Refusal("{fleet} belongs to {side}", fleet=act.fleet, side=side)

    @refuses(Sail, "fleet")
    @rule("BASE-6.2-on-map")
    def on_the_map(self, game: Game, act: Sail) -> Refusal | None:
        """A fleet off the map does not sail."""
        return Refusal("{fleet} is not on the map", fleet=act.fleet) if game[Fleet][act.fleet].space is None else None

    @refuses(Sail, "fleet")
    @rule("BASE-6.2-once")
    def once(self, game: Game, act: Sail) -> Refusal | None:
        """A fleet sails once in a Naval Movement Step."""
        return Refusal("{fleet} has already sailed", fleet=act.fleet) if game.mark_of(act.fleet, SAILED) else None

    # --- stacks

    @refuses(SailTogether, "fleet")
    @rule("BASE-6.2-stack")
    def with_others(self, game: Game, act: SailTogether, ask: Ask) -> Refusal | None:
        """Fleets of a side that lie in one space may sail together."""
        lead = game[Fleet][act.fleet]
        if lead.space is not None and len(own_fleets_at(game, lead.space, ask.side)) > 1:
            return None
        return Refusal("no other fleet of {side} lies with {fleet}", side=ask.side, fleet=act.fleet)

    @refuses(SailTogether, "others")
    @rule("BASE-6.2-stack-once")
    def none_has_sailed(self, game: Game, act: SailTogether) -> Refusal | None:
        """None of a stack may have sailed in this step."""
        tired = next((one for one in act.others if game.mark_of(one, SAILED)), None)
        return Refusal("{fleet} has already sailed", fleet=tired) if tired is not None else None

    @refuses(SailTogether)
    @rule("BASE-6.2-stack-points")
    def no_further_than_the_slowest(self, game: Game, act: SailTogether) -> Refusal | None:
        """A stack sails no further than the points of each of its fleets allow."""
        spent = sail_plan(game, act.fleet).spent(act.way)
        slow = next((one for one in act.others if sailing_points(game, one).whole() < spent), None)
        if slow is None:
            return None
        return Refusal("{fleet} has {points} movement points", fleet=slow, points=sailing_points(game, slow))

    # --- where it may go

    @hookimpl(of=NavalHooks.sailing_parts)
    @rule("BASE-6.2-allowance")
    def points(self, game: Game, fleet: FleetId) -> Iterable[Part]:
        """The points of a fleet."""
        return [game.chart(SAILING_POINTS).part("base", "fleet", says="a fleet")]

    @refuses_step(Sail, "side", "there")
    @rule("BASE-6.2-ports")
    def closed_port(self, game: Game, stride: SailStep) -> Refusal | None:
        """A fleet puts into ports of its own side and of its allies alone."""
        if kind_of(game, stride.there) != "port":
            return None
        holder = self._holder(game, stride)
        if holder == stride.side or holder in allies(game, stride.side):
            return None
        return Refusal("{port} is held by {holder}", port=stride.there, holder=holder or "nobody")

    @refuses_step(Sail, "side", "there")
    @rule("BASE-6.2-boxes")
    def closed_box(self, game: Game, stride: SailStep) -> Refusal | None:
        """It enters the blockade box of such a port, or of an enemy's; it blockades nobody else."""
        if kind_of(game, stride.there) != "blockade":
            return None
        holder = self._holder(game, stride)
        if holder == stride.side or holder in (*allies(game, stride.side), *enemies(game, stride.side)):
            return None
        return Refusal("{box} lies before a port of {holder}", box=stride.there, holder=holder or "nobody")

    @ends_way(Sail, "there")
    @rule("BASE-6.2-port-ends")
    def in_port(self, game: Game, stride: SailStep) -> Stop | None:
        """A fleet that has put into a port stays there."""
        return Stop("{port} is a port", port=stride.there) if kind_of(game, stride.there) == "port" else None

    def _holder(self, game: Game, stride: SailStep) -> str | None:
        area = game[Area].get(port_areas(game).get(stride.there))
        return area.holder if area is not None else None

    # --- why not there

    @refuses(Sail)
    @rule("BASE-6.2-waters")
    def linked(self, game: Game, act: Sail) -> Refusal | None:
        """A way leads from sea to sea, from there into a blockade box, and through that into a port."""
        near = waters(game)
        for step in sail_plan(game, act.fleet).steps(act.way):
            if step.there not in near.get(step.here, ()):
                return Refusal("{there} is not next to {here}", here=step.here, there=step.there)
        return None

    @refuses(Sail)
    @rule("BASE-6.2-points")
    def affordable(self, game: Game, act: Sail) -> Refusal | None:
        """The spaces entered cost no more than the fleet has points."""
        plan = sail_plan(game, act.fleet)
        return plan.too_dear(act.way) if plan.spent(act.way) > plan.points else None

    @refuses(Sail)
    @rule("BASE-6.2-barred")
    def barred(self, game: Game, act: Sail) -> Refusal | None:
        """What keeps a fleet out, or holds it on the way, says so with its own rule."""
        rules, steps = game.step_rules(Sail), sail_plan(game, act.fleet).steps(act.way)
        for nth, step in enumerate(steps):
            if bars := rules.against(step):
                says, bar = "{fleet} may not enter {space}: {says}", bars[0]
                return Refusal(says, rule=bar.rule, fleet=act.fleet, space=step.there, says=bar.text)
            if nth + 1 < len(steps) and (stops := rules.stops(step)):
                says, stop = "{fleet} must stop in {space}: {says}", stops[0]
                return Refusal(says, rule=stop.rule, fleet=act.fleet, space=step.there, says=stop.text)
        return None

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Sail to where something is to be gained."""
        if Sail in ask.kinds:
            yield Lesson(
                kind=Sail, says="Sails a fleet over seas, before the port of an enemy, or into a port of yours.",
                rules=("BASE-6.2-points", "BASE-6.2-ports", "BASE-6.2-boxes"),
            )  # fmt: skip
