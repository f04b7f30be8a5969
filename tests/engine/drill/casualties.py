"""Drill 8: a leader's fate is rolled for before he can be captured (12.7, R-34), whatever is loaded first."""

from typing import ClassVar, NewType

from sandtable.engine import (
    Action,
    Ask,
    Due,
    Game,
    HookSet,
    Option,
    Phase,
    Row,
    RuleModule,
    Sequence,
    Side,
    SideId,
    Step,
    Work,
    happens,
    hookimpl,
    pick,
    roll,
    rule,
    works,
)

LeaderId = NewType("LeaderId", str)
FRANCE, RUSSIA = SideId("France"), SideId("Russia")


class Leader(Row, frozen=True):
    """A leader in the battle, off the map or a prisoner."""

    id: LeaderId
    side: SideId
    present: bool = True
    captor: SideId | None = None


class BattleHooks(HookSet):
    """What comes after a battle."""

    @happens
    async def after_battle(self, game: Game, loser: SideId) -> None:
        """A battle is over."""


def present(game: Game, side: SideId) -> list[Leader]:
    return [leader for leader in game[Leader] if leader.side == side and leader.present]


class GiveBattle(Action, frozen=True):
    """Fight; a die says who loses."""

    async def perform(self, game: Game, ask: Ask) -> None:
        loser = await pick((FRANCE, RUSSIA), why="who loses", rule="DRILL-battle")
        await game.hooks(BattleHooks).after_battle(game, loser)


class Battles(RuleModule):
    """Each side may give battle; it knows of no leaders."""

    key = "battles"
    actions: ClassVar = {"battle": (GiveBattle,)}


class Capture(RuleModule):
    """The winner takes the leaders that the loser leaves behind."""

    key = "capture"

    @hookimpl
    @rule("DRILL-capture")
    async def after_battle(self, game: Game, loser: SideId) -> None:
        for leader in present(game, loser):
            game.note(f"{leader.id} is captured", "DRILL-capture")
            game.change(leader, present=False, captor=RUSSIA if loser == FRANCE else FRANCE)


class Recover(Work, frozen=True):
    """A wounded leader is back."""

    stored = "recovers"


class LeaderCasualties(RuleModule):
    """Two dice a side; on 12 one of its leaders is killed or wounded."""

    key = "leader_casualties"
    option = Option("Leader casualties", "Leaders may be killed or wounded.", ("DRILL-casualty-check",))

    @hookimpl
    @rule("DRILL-casualty-check", before="DRILL-capture")
    async def after_battle(self, game: Game, loser: SideId) -> None:
        for side in [side.id for side in game[Side] if present(game, side.id)]:
            if await roll("2d6", why=f"leaders of {side}", rule="DRILL-casualty-check") == 12:
                leader = await pick(present(game, side), why="who is hit", rule="DRILL-casualty-pick")
                await self.kill_or_wound(game, leader.id)

    async def kill_or_wound(self, game: Game, id: LeaderId) -> None:
        """6: killed, gone for good; else wounded for that many months, the present one not counted."""
        die = await roll("1d6", why=f"{id} is hit", rule="DRILL-casualty-killed")
        game.note(f"{id} is {'killed' if die == 6 else f'wounded for {die} months'}", "DRILL-casualty-check")
        if die == 6:
            game.remove(game[Leader][id])
            return
        game.change(game[Leader][id], present=False)
        game.due(Recover(), id, step="reinforcement", when=game.round + die + 1, rule="DRILL-casualty-wounded")

    @works(Recover)
    @rule("DRILL-casualty-wounded")
    def recovers(self, game: Game, item: Due) -> None:
        game.change(game[Leader][item.subject], present=True)


MONTH = Sequence("month", (Phase("arrivals", (Step("reinforcement"),)), Phase("war", (Step("battle"),), each="side")))
