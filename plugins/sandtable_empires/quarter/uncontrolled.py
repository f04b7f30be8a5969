"""Uncontrolled powers (14.3): in December the others bid, in secret, for who plays a power that nobody plays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from sandtable.engine import (
    Action,
    Ask,
    CoreHooks,
    Frame,
    Game,
    Insert,
    Part,
    Range,
    RuleModule,
    Side,
    SideId,
    Step,
    ask_all,
    fills,
    hookimpl,
    opens,
    roll,
    rule,
    ruling,
)
from sandtable.engine import counted as number_of
from sandtable.present import Lesson
from sandtable_empires.charts.keys import POWERS, numbers
from sandtable_empires.charts.quarter_keys import BIDS, MOST, RELATIONS, SYMPATHY, UNCONTROLLED_DIE
from sandtable_empires.hookspecs.politics import Control, PoliticsHooks
from sandtable_empires.hookspecs.uncontrolled import UncontrolledHooks
from sandtable_empires.model import BRITAIN, Nation, NationId, allies, date, declare, enemies, powers
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.quarter import Score, score_points
from sandtable_empires.status import control_die
from sandtable_empires.steps import UNCONTROLLED_PHASE, UNCONTROLLED_STEP

DECEMBER: Final = 12
BID: Final = declare("victory: bids", "Victory points bid for uncontrolled powers")
UNCONTROLLED: Final[Control] = "an uncontrolled power"


class BidForPower(Action[SideId], frozen=True):
    """Bid victory points for playing a power that nobody plays; nobody sees what others bid before all have."""

    title = "Bid for an uncontrolled power"
    secret = True
    secretly = "has made its bid"

    points: int

    def says(self, game: Game, ask: Ask[SideId]) -> str:
        return f"{ask.side} bids {number_of(self.points, 'victory point')} for {game.name(ask.about)}"


class UncontrolledPowers(RuleModule):
    """Who plays powers that have no player."""

    key = "uncontrolled_powers"
    needs = CAMPAIGN
    after = ("victory_points?", "political_status?")
    steps = (Insert(Step(UNCONTROLLED_STEP, "Uncontrolled powers"), phase=UNCONTROLLED_PHASE),)
    charts = (
        numbers(BIDS, MOST, most=20),
        numbers(UNCONTROLLED_DIE, RELATIONS, least=-9, most=9),
        numbers(SYMPATHY, POWERS, least=-9, most=9),
    )
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        pays: Annotated[
            Literal["who gets the power", "everybody"],
            ruling(
                "Who pays his bid",
                "Whether only the power that gets to play an uncontrolled one pays what it has bid, or all do.",
                "BASE-14.3-price",
            ),
        ] = "who gets the power"

    @opens(UNCONTROLLED_STEP)
    @rule("BASE-14.3-december")
    async def each_december(self, game: Game, frame: Frame) -> None:
        """In December those who are played bid for each power that nobody plays: who gets it plays it for a year."""
        for side in uncontrolled(game) if date(game)[1] == DECEMBER else ():
            if game[Side][side].deputy is not None:
                game.change(game[Side][side], deputy=None)
            await _put_up(game, side, f"who plays {game.name(side)} in the year to come")

    @hookimpl(of=CoreHooks.set_up)
    @rule("BASE-14.3-beginning")
    async def when_it_begins(self, game: Game) -> None:
        """So they do when a campaign begins: from its first month on each power is played by somebody."""
        for side in uncontrolled(game):
            if game[Side][side].deputy is None:
                await _put_up(game, side, f"who plays {game.name(side)} until December is over")

    @hookimpl
    @rule("BASE-14.3-bidders")
    def may_bid(self, game: Game, side: SideId) -> Iterable[SideId]:
        """All powers that somebody plays may bid, and any of them may bid nothing."""
        return [one for one in powers(game) if game[Side][one].seat is not None]

    @fills(BidForPower, "points")
    @rule("BASE-14.3-bid")
    def as_many_as_it_has(self, game: Game, ask: Ask[SideId]) -> Range:
        """No more than the chart says, and than the power has."""
        row = game[Score].get(SideId(ask.side))
        return Range(0, min(game.chart(BIDS).number(MOST[0]), row.points if row is not None else 0))

    @hookimpl
    @rule("BASE-14.3-die")
    async def bids_made(self, game: Game, side: SideId, bids: dict[SideId, int]) -> None:
        """Each throws a die and adds its bid and its modifiers; the highest plays the power. Equals throw again."""
        left, nation = list(bids), _nation(game, side)
        for one, points in bids.items():
            game.note(f"{one} bids {number_of(points, 'victory point')} for {game.name(side)}")
        while len(left) > 1:
            totals: dict[SideId, int] = {}
            for one in left:
                die = await roll("1d6", why=f"{one}: who plays {game.name(side)}", by=one)
                added = control_die(game, one, UNCONTROLLED, nation)
                totals[one] = die + bids[one] + added.whole()
                game.note(f"{one} throws {die}, with its bid and {added.with_parts()} that is {totals[one]}")
            left = [one for one in left if totals[one] == max(totals.values())]
        await game.hooks(UncontrolledHooks).power_falls_to(game, side, left[0], bids)

    @hookimpl
    @rule("BASE-14.3-control")
    async def power_falls_to(self, game: Game, side: SideId, winner: SideId, bids: dict[SideId, int]) -> None:
        """It plays that power beside its own, and after it, until it is bid for again; its purse stays its own."""
        game.change(game[Side][side], deputy=winner)
        game.note(f"{winner} plays {game.name(side)} from now on")

    @hookimpl(of=UncontrolledHooks.power_falls_to)
    @rule("BASE-14.3-price")
    async def bid_paid(self, game: Game, side: SideId, winner: SideId, bids: dict[SideId, int]) -> None:
        """Who gets the power pays what it has bid in victory points; by a ruling all do."""
        for one, points in bids.items():
            if points and (one == winner or self.parameters.pays == "everybody"):
                score_points(game, one, BID, -points)

    @hookimpl(of=PoliticsHooks.control_die_parts)
    @rule("BASE-14.3-relations")
    def friend_or_foe(self, game: Game, side: SideId, what: Control, nation: NationId) -> Iterable[Part]:
        """An ally of the power has an easier game, an enemy a harder one."""
        power = game[Nation][nation].side
        if what != UNCONTROLLED or power is None:
            return
        chart = game.chart(UNCONTROLLED_DIE)
        if side in allies(game, power):
            yield chart.part("add", "allied", says=f"allied to {power}")
        if side in enemies(game, power):
            yield chart.part("add", "at war", says=f"at war with {power}")

    @hookimpl(of=PoliticsHooks.control_die_parts)
    @rule("BASE-14.3-sympathy")
    def old_friends(self, game: Game, side: SideId, what: Control, nation: NationId) -> Iterable[Part]:
        """Great Britain adds the number of the chart for that power."""
        if what == UNCONTROLLED and nation in POWERS and game[Nation][BRITAIN].side == side:
            yield game.chart(SYMPATHY).part("add", nation, says=f"Great Britain and {nation}")

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Say what a bid is."""
        if BidForPower in ask.kinds:
            yield Lesson(
                title="An uncontrolled power", says="Nobody plays this power: bid victory points for playing it too.",
                why="Your bid is added to your die; what you bid is gone if you get it.",
                rules=("BASE-14.3-december", "BASE-14.3-die"),
            )  # fmt: skip


async def _put_up(game: Game, side: SideId, why: str) -> None:
    """Have those who may bid for a power that nobody plays do so at once; nobody may: it stays at rest."""
    hooks = game.hooks(UncontrolledHooks)
    bidders = tuple(hooks.may_bid(game, side))
    if bidders:
        answers = await ask_all(bidders, BidForPower, why, about=side)
        await hooks.bids_made(game, side, {one: answers[one].points for one in bidders})


def uncontrolled(game: Game) -> list[SideId]:
    """Return the powers that no seat plays, whether or not another power plays them for a year."""
    return [one for one in powers(game) if game[Side][one].seat is None]


def _nation(game: Game, side: SideId) -> NationId:
    return next(one.id for one in game[Nation].where("side", side) if one.major)
