"""Forcible access (10.3.4): where access was refused, land forces may go through a territory all the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Refusal,
    RuleModule,
    SideId,
    closes,
    counted,
    fills,
    hookimpl,
    react,
    refuses,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.access.terms import was_denied
from sandtable_empires.charts.keys import FORCIBLE_ACCESS, POLITICAL_POINTS
from sandtable_empires.hookspecs.access import AccessForced, AccessHooks, Right
from sandtable_empires.hookspecs.movement import AreaEntered, MovementHooks
from sandtable_empires.model import AreaId, Forcing, at_war, powers
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.status import befall
from sandtable_empires.steps import LAND_MOVEMENT_STEP, TIME_RECORD_STEP
from sandtable_empires.territory import forcing_of, is_power, owner_in, right_in, territory


class ForceAccess(Action, frozen=True):
    """Send your land forces through the territory of a power that refuses you access."""

    title = "Forcible access"
    if_none = {"owner": ("no power has refused you access this month", "EIA-10.3.4-basis")}

    owner: SideId

    @fills("owner")
    @staticmethod
    def any_power(game: Game, ask: Ask) -> Choice[SideId]:
        return Choice(one for one in powers(game) if one != ask.side)

    async def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        game.put(Forcing(f"{side} through {self.owner}", side, self.owner))
        await react(AccessForced(side, self.owner))

    def says(self, game: Game, ask: Ask) -> str:
        price = counted(-game.chart(POLITICAL_POINTS).number(FORCIBLE_ACCESS), "political point")
        return f"{ask.side} will go through the territory of {game.name(self.owner)} by force, for {price}"


class ForcibleAccess(RuleModule):
    """Who may go through whose territory against its will, and what it costs."""

    key = "forcible_access"
    needs = CAMPAIGN
    actions = {LAND_MOVEMENT_STEP: (ForceAccess,)}

    # --- declaring it

    @refuses(ForceAccess, "owner")
    @rule("EIA-10.3.4-basis")
    def was_refused(self, game: Game, act: ForceAccess, ask: Ask) -> Refusal | None:
        """It is for a power that was refused access, or the conditions that it wanted, this month."""
        if was_denied(game, act.owner, ask.side):
            return None
        says = "{owner} has not refused {side} access this month"
        return Refusal(says, owner=act.owner, side=ask.side, cure="ask for it first")

    @refuses(ForceAccess, "owner")
    @rule("BASE-10.3.4-once")
    def not_yet(self, game: Game, act: ForceAccess, ask: Ask) -> Refusal | None:
        """It is declared once a month to a power, a major one with which there is no war."""
        side = SideId(ask.side)
        if not is_power(game, side):
            return Refusal("{side} is not a major power", side=side)
        if at_war(game, side, act.owner):
            return Refusal("{side} and {owner} are at war", side=side, owner=act.owner)
        if forcing_of(game, side, act.owner) is not None:
            return Refusal("it is declared to {owner} for this month", owner=act.owner)
        return None

    @hookimpl(of=AccessHooks.rights)
    @rule("BASE-10.3.4-passage")
    def by_force(self, game: Game, side: SideId) -> Iterator[Right]:
        """Who has declared it moves and traces supply through all the territory of that power until the month ends."""
        for one in game[Forcing].where("side", side):
            yield Right(territory(game, one.owner), one.owner, "forcible access", forced=True)

    @hookimpl(of=AccessHooks.open_ports_of)
    @rule("EIA-10.3.4-land-only")
    def not_at_sea(self, game: Game, side: SideId) -> Iterable[AreaId]:
        """It is for land forces: no port is open to a fleet by it."""
        return ()

    # --- what it costs

    @hookimpl(of=MovementHooks.after_area_entered)
    @rule("BASE-10.3.4-use")
    async def is_used(self, game: Game, entry: AreaEntered) -> None:
        """It is used when forces first enter an area of that power by it, in whatever sequence of the turn (R-40)."""
        one = forced_here(game, entry)
        if one is not None and not one.used:
            game.change(one, used=True)
            await game.hooks(AccessHooks).access_forced(game, one.side, one.owner)

    @hookimpl
    @rule("EIA-10.3.4-cost")
    async def access_forced(self, game: Game, side: SideId, owner: SideId) -> None:
        """It costs a political point a turn for each power whose territory is used, however much of it."""
        await befall(game, side, FORCIBLE_ACCESS)

    @closes(TIME_RECORD_STEP)
    @rule("BASE-10.3.4-over")
    def over(self, game: Game, frame: Frame) -> None:
        """It is over with the month."""
        for one in list(game[Forcing]):
            game.remove(one)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """What it is for."""
        if ForceAccess in ask.kinds:
            yield Lesson(
                kind=ForceAccess, says="Sends your corps through the territory of a power that has refused you access. "
                "It may declare war on you whenever one of them moves.",
                rules=("EIA-10.3.4-basis", "EIA-10.3.4-cost", "EIA-10.3.4-war-response"),
            )  # fmt: skip


def forced_here(game: Game, entry: AreaEntered) -> Forcing | None:
    """Return the forcible access by which a corps has just entered an area; ``None``: it has come by another right."""
    owner = owner_in(game, entry.area)
    right = right_in(game, entry.side, entry.area, entry.corps)
    if owner is None or right is None or not right.forced:
        return None
    return forcing_of(game, entry.side, owner)
