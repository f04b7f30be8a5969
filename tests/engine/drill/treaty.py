"""Drill 7: a treaty clock of three Land Phases with a duty at its end (after 12.4)."""

from typing import Annotated

from msgspec import Meta, Struct

from sandtable.engine import (
    Due,
    Duty,
    DutyKind,
    Frame,
    Game,
    Option,
    Refusal,
    Row,
    RuleModule,
    SideId,
    Was,
    Work,
    closes,
    doable,
    fails,
    hookimpl,
    rule,
    works,
)
from tests.engine.drill.marches import AreaEntered, Force, GoHome, Grant, Move, MoveStep, abroad, owner_of


class Treaty(Row, frozen=True):
    """The right of a former enemy to take its forces home, up to the Land Phase of round ``last``."""

    indexes = ("side",)
    id: str
    side: SideId
    host: SideId
    last: int


class LastPhase(Work, frozen=True):
    """The last Land Phase of a treaty begins."""

    stored = "last phase"


class Demobilise(Work, frozen=True):
    """A force that has not gone home is demobilised."""

    stored = "demobilise"


GO_HOME = DutyKind("go home", by="move")


class TreatyAccess(RuleModule):
    """Former enemies have some Land Phases to take their forces home."""

    key = "treaty_access"
    option = Option("Treaty-limited access", "Forces go home in three Land Phases.", ("DRILL-12.4-supersedes",))
    rows = (Treaty,)
    brings = (LastPhase, Demobilise, GO_HOME)

    class Parameters(Struct, frozen=True):
        """What the table may set."""

        land_phases: Annotated[int, Meta(ge=1, le=6, title="Land Phases to go home in")] = 3

    parameters: Parameters

    @hookimpl
    @rule("DRILL-12.4-supersedes", supersedes="DRILL-4.4.6.2-repatriation")
    async def peace_made(self, game: Game, one: SideId, other: SideId) -> None:
        """The Land Phase of the turn of the peace is the first."""
        last = game.round + self.parameters.land_phases - 1
        for side, host in ((one, other), (other, one)):
            treaty = game.put(Treaty(f"{side} in {host}", side, host, last))
            game.due(LastPhase(), treaty.id, step="move", when=last, rule="DRILL-12.4.1-deadline", side=side)

    @rule("DRILL-12.4-access", amends="DRILL-10.3.1-major-needs-right", commutes=True, looks_at=("force", "there"))
    def by_treaty(self, was: Was[Refusal | None], game: Game, stride: MoveStep) -> Refusal | None:
        side = game[Force][stride.force].side
        return None if f"{side} in {owner_of(game, stride.there)}" in game[Treaty] else was()

    @works(LastPhase)
    @rule("DRILL-12.4.1-deadline")
    def last_phase(self, game: Game, item: Due) -> None:
        """When the last phase ends none may be left."""
        treaty = game[Treaty][item.subject]
        if abroad(game, treaty.side, treaty.host):
            says = f"take your forces out of {treaty.host}'s territory"
            game.oblige(treaty.side, GO_HOME, treaty.id, rule="DRILL-12.4.1-deadline", says=says)

    @doable(GO_HOME)
    @rule("DRILL-12.4.1-way-left")
    def has_a_way(self, game: Game, duty: Duty) -> bool:
        treaty = game[Treaty][duty.subject]
        for force in abroad(game, treaty.side, treaty.host):
            if any(owner_of(game, act.way[-1]) != treaty.host for act in game.legal(Move, duty.side, force=force.id)):
                return True
        return False

    @hookimpl
    @rule("DRILL-12.4.1-done")
    async def entered(self, game: Game, entry: AreaEntered) -> None:
        for treaty in game[Treaty].where("side", entry.side):
            if not abroad(game, treaty.side, treaty.host):
                game.fulfil(treaty.side, GO_HOME, treaty.id)

    @fails(GO_HOME)
    @rule("DRILL-12.4.3-missed")
    def order_demobilisation(self, game: Game, duty: Duty) -> None:
        """What cannot leave is demobilised in the next Reinforcement Phase."""
        treaty, why = game[Treaty][duty.subject], "DRILL-12.4.3-demobilise"
        for force in abroad(game, treaty.side, treaty.host):
            game.due(Demobilise(), force.id, step="reinforcement", when=game.round + 1, rule=why, side=duty.side)

    @works(Demobilise)
    @rule("DRILL-12.4.3-demobilise")
    def demobilise(self, game: Game, item: Due) -> None:
        """Unless the owner has given voluntary access meanwhile."""
        force = game[Force][item.subject]
        if f"{force.side} in {owner_of(game, force.area)}" not in game[Grant]:
            game.note(f"{force.id} is demobilised", "DRILL-12.4.3-demobilise")
            game.remove(force)

    @closes("move")
    @rule("DRILL-12.4-ends")
    def runs_out(self, game: Game, frame: Frame) -> None:
        for treaty in game[Treaty].where("side", frame.side):
            if treaty.last <= game.round:
                game.remove(treaty)

    async def switched_off(self, game: Game) -> None:
        """The base rule takes over: who is still abroad goes home at once."""
        for treaty in list(game[Treaty]):
            for force in abroad(game, treaty.side, treaty.host):
                game.later(GoHome(), force.id)
            game.remove(treaty)
