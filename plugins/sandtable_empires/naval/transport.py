"""Transport (6.2.5): corps go aboard fleets in port, sail with them, and land where the sea is next to the land."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Ask, Game, Part, Refusal, RuleModule, ScenarioFinding, SideId, hookimpl, refuses, rule
from sandtable.present import Lesson
from sandtable_empires.charts.keys import numbers
from sandtable_empires.charts.naval_keys import CARRIERS, TRANSPORT
from sandtable_empires.combat.captives import unstack
from sandtable_empires.combat.ways import bar_between
from sandtable_empires.hookspecs.command import Unstacked
from sandtable_empires.hookspecs.control import ControlChange, ControlHooks
from sandtable_empires.hookspecs.movement import AreaEntered
from sandtable_empires.march import ForceMarch
from sandtable_empires.model import (
    Aboard,
    Area,
    Corps,
    Fleet,
    FleetId,
    Leader,
    allies,
    carried_by,
    lose,
    the_corps,
)
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.marks import MARCHED, SAILED, UNDER_WAY
from sandtable_empires.naval.aboard import (
    AT_A_COAST,
    LANDED,
    LOST_AT_SEA,
    Disembark,
    Embark,
    besieging,
    in_friendly_port,
    room_on,
    shores_of,
)
from sandtable_empires.soundness.fleets import ABOARD, check_aboard
from sandtable_empires.steps import LAND_MOVEMENT_STEP, NAVAL_MOVEMENT_STEP


class Transport(RuleModule):
    """How corps cross the sea."""

    key = "transport"
    needs = CAMPAIGN
    after = ("sailing?",)
    brings = (LANDED,)
    faults = (ABOARD,)
    charts = (numbers(TRANSPORT, CARRIERS, most=9),)
    actions = {NAVAL_MOVEMENT_STEP: (Embark,), LAND_MOVEMENT_STEP: (Disembark,)}

    # --- aboard

    @refuses(Embark)
    @rule("BASE-6.2.5-same-port")
    def in_one_port(self, game: Game, act: Embark, ask: Ask) -> Refusal | None:
        """A corps and the fleet of its side that takes it aboard are in one port, which the side or an ally holds."""
        corps, fleet = game[Corps][act.corps], game[Fleet][act.fleet]
        if (corps.side, fleet.side) != (ask.side, ask.side):
            return Refusal("{corps} and {fleet} are not both of {side}", corps=corps.id, fleet=fleet.id, side=ask.side)
        if fleet.lies != "port" or fleet.port != corps.area:
            return Refusal("{fleet} is not in a port where {corps} is", fleet=fleet.id, corps=corps.id)
        if not in_friendly_port(game, fleet, SideId(ask.side)):
            return Refusal("the port is held by {holder}", holder=game[Area][corps.area or ""].holder or "nobody")
        return None

    @refuses(Embark, "fleet")
    @rule("BASE-6.2.5-before-sailing")
    def before_it_sails(self, game: Game, act: Embark) -> Refusal | None:
        """A fleet takes nobody aboard after it has sailed."""
        sailed = game.mark_of(act.fleet, SAILED) or game.mark_of(act.fleet, UNDER_WAY)
        return Refusal("{fleet} has already sailed", fleet=act.fleet) if sailed else None

    @refuses(Embark, "fleet")
    @rule("BASE-6.2.5-room")
    def with_room(self, game: Game, act: Embark) -> Refusal | None:
        """A fleet takes no more corps aboard than it carries."""
        if len(carried_by(game, act.fleet)) < room_on(game, act.fleet).whole():
            return None
        return Refusal("{fleet} carries no more than {most} corps", fleet=act.fleet, most=room_on(game, act.fleet))

    @hookimpl
    @rule("BASE-6.2.5-capacity")
    def transport_parts(self, game: Game, fleet: FleetId) -> Iterable[Part]:
        """The chart's number of corps."""
        return [game.chart(TRANSPORT).part("base", CARRIERS[0], says="a fleet")]

    @refuses(Embark, "corps")
    @rule("BASE-6.2.5-besieging")
    def not_from_a_siege(self, game: Game, act: Embark) -> Refusal | None:
        """A corps that besieges a city does not go aboard."""
        siege = besieging(game, game[Corps][act.corps])
        return Refusal("{corps} is besieging {area}", corps=act.corps, area=siege.area) if siege is not None else None

    # --- ashore

    @refuses(Disembark)
    @rule("BASE-6.2.5-landing")
    def next_to_the_fleet(self, game: Game, act: Disembark, ask: Ask) -> Refusal | None:
        """A corps lands in the port its fleet lies in or before, or on the coast of the sea area where the fleet is."""
        if game[Corps][act.corps].side != ask.side:
            return Refusal("{corps} belongs to {side}", corps=act.corps, side=game[Corps][act.corps].side)
        fleet = game[Fleet][game[Aboard][act.corps].fleet]
        if fleet.space is not None and act.area in shores_of(game, fleet.space):
            return None
        return Refusal("{area} is not next to where {fleet} lies", area=act.area, fleet=fleet.id)

    @refuses(Disembark)
    @rule("BASE-6.2.5-landing-access")
    def where_it_might_march(self, game: Game, act: Disembark) -> Refusal | None:
        """It lands only where it might march."""
        bar = bar_between(game, act.corps, act.area, act.area)
        if bar is None:
            return None
        return Refusal(
            "{corps} may not enter {area}: {says}",
            cure=bar.cure,
            rule=bar.rule,
            corps=act.corps,
            area=act.area,
            says=bar.text,
        )

    @refuses(Disembark)
    @rule("BASE-6.2.5-landing-port")
    def not_into_an_enemy_harbour(self, game: Game, act: Disembark, ask: Ask) -> Refusal | None:
        """From a blockade box a corps lands only if its side or an ally holds the port."""
        fleet, area = game[Fleet][game[Aboard][act.corps].fleet], game[Area][act.area]
        if fleet.lies != "blockade" or area.holder in {ask.side, *allies(game, ask.side)}:
            return None
        return Refusal("the port of {area} is held by {holder}", area=area.id, holder=area.holder or "nobody")

    @refuses(ForceMarch, "corps")
    @rule("BASE-7.3-force-march-landed")
    def not_after_landing(self, game: Game, act: ForceMarch) -> Refusal | None:
        """A corps that has landed in this step makes no forced march."""
        return Refusal("{corps} has landed in this step", corps=act.corps) if game.mark_of(act.corps, LANDED) else None

    @hookimpl
    @rule("BASE-6.2.5-landing-ends-march")
    async def after_area_entered(self, game: Game, entry: AreaEntered) -> None:
        """Whoever lands elsewhere than in a port that his side or an ally holds marches no more in this step."""
        mark = game.mark_of(entry.corps, LANDED) if entry.how == "landing" else None
        if mark is not None and mark.count == AT_A_COAST and game.mark_of(entry.corps, MARCHED) is None:
            game.mark(entry.corps, MARCHED)

    # --- lost with the ships

    @hookimpl
    @rule("BASE-6.2.5-lost")
    async def fleet_lost(self, game: Game, fleet: Fleet, by: tuple[SideId, ...]) -> None:
        """With a fleet go the corps aboard; in a port they are put ashore."""
        for corps in carried_by(game, fleet.id):
            game.remove(game[Aboard][corps.id])
            if fleet.lies == "port" and fleet.port is not None:
                game.change(corps, area=fleet.port)
            else:
                await _drown(game, corps, fleet, by)

    @hookimpl(of=ControlHooks.control_changes)
    @rule("BASE-6.2.5-laid-up")
    async def put_ashore(self, game: Game, change: ControlChange) -> None:
        """When a country with its fleets changes hands its corps are aboard no longer; others go ashore in port."""
        for fleet in [one for one in game[Fleet] if one.nation == change.nation] if change.whole else ():
            for corps in carried_by(game, fleet.id):
                game.remove(game[Aboard][corps.id])
                if fleet.lies == "port" and fleet.port is not None:
                    game.change(corps, area=fleet.port)
                elif corps.nation != change.nation:
                    await _drown(game, corps, fleet)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name corps that are aboard and ashore, and those aboard fleets that do not exist."""
        return check_aboard(game)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Say what it takes to cross the sea."""
        if Embark in ask.kinds:
            yield Lesson(
                kind=Embark, says="Has a corps go aboard a fleet in the same port; then the fleet sails.",
                rules=("BASE-6.2.5-same-port", "BASE-6.2.5-capacity"),
            )  # fmt: skip
        if Disembark in ask.kinds:
            yield Lesson(
                kind=Disembark, says="Has a corps go ashore next to its fleet; on an open coast it marches no more.",
                rules=("BASE-6.2.5-landing", "BASE-7.3-force-march-landed"),
            )  # fmt: skip


async def _drown(game: Game, corps: Corps, fleet: Fleet, by: tuple[SideId, ...] = ()) -> None:
    """Lose a corps with the fleet that carried it; its leaders are taken by those who have sunk that."""
    leaders = {one.id: corps.id for one in game[Leader].where("corps", corps.id)}
    game.note(f"{the_corps(game, corps.id)} goes down with {fleet.title}")
    lose(game, corps, corps.by_arm(), LOST_AT_SEA)
    await unstack(game, leaders, (), Unstacked("combat", bool(by), by))
