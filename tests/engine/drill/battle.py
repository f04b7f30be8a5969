"""A toy battle in rounds: it knows of no guards, no guns and no cavalry (drills 4, 5 and 14 bring them)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, NewType

from msgspec import Meta

from sandtable.engine import (
    Action,
    Axis,
    Chart,
    ChartId,
    Frame,
    Game,
    HookSet,
    Part,
    Phase,
    Quantity,
    Row,
    RuleModule,
    Sequence,
    Side,
    SideId,
    Step,
    Tally,
    collects,
    decides,
    hookimpl,
    leaves,
    opens,
    roll,
    rule,
    settles,
)

ArmyId = NewType("ArmyId", str)
FRANCE, RUSSIA = SideId("France"), SideId("Russia")
FR, RU = ArmyId("France"), ArmyId("Russia")
A_DAY = 3
MODIFIER = Quantity("modifier", ("add", "at_most"))


class Army(Row, frozen=True):
    """What a side has in the battle: infantry factors, morale in tenths."""

    id: ArmyId
    infantry: Annotated[int, Meta(ge=0)]
    morale: int = 30
    broken: bool = False


class BattleHooks(HookSet):
    """Where modules can change a battle."""

    @collects
    def strength_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        """Add factors that fire."""
        return ()

    @collects
    def level_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        """Raise the morale level of the table an army fires on."""
        return ()

    @collects
    def die_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        """Modify the die an army fires with."""
        return ()

    @collects
    def spent(self, game: Game, army: ArmyId) -> Iterable[str]:
        """Say why an army cannot commit its guard any more."""
        return ()

    @settles
    async def declarations(self, game: Game, armies: tuple[ArmyId, ...]) -> Mapping[str, Action] | None:
        """Have armies say what they do with their guards; where no rule says how, they say it one by one."""

    @decides
    def fire_together(self, game: Game) -> bool | None:
        """Say whether what guns hit counts only when all have fired."""

    @collects
    def shaken_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        """Count the morale that an army loses which guns have hit."""
        return ()

    @collects
    def breaks(self, game: Game, army: ArmyId) -> Iterable[str]:
        """Say why an army breaks now."""
        return ()


def foe(army: ArmyId) -> ArmyId:
    return RU if army == FR else FR


def strength(game: Game, army: ArmyId) -> int:
    return Tally("factors", game.hooks(BattleHooks).strength_parts(game, army)).whole()


def modifier(game: Game, army: ArmyId) -> Tally:
    return Tally(MODIFIER, game.hooks(BattleHooks).die_parts(game, army))


def losses(game: Game, factors: int, table: str, die: int) -> int:
    """Return the percentage of the firing factors that the other side loses, .5 rounded up."""
    return (factors * game.chart("percent").number(table, die) + 50) // 100


def hit_army(game: Game, army: ArmyId, factors: int, morale: int = 0) -> None:
    row = game[Army][army]
    game.change(row, infantry=max(0, row.infantry - factors), morale=row.morale - morale)


class Battle(RuleModule):
    """Both sides fire at once, then who has no morale or no factors left breaks; three rounds are a day."""

    key, wipes = "battle", ("day",)

    @opens("meet")
    @rule("DRILL-battle")
    def begin(self, game: Game, frame: Frame) -> None:
        game.enter("battle")

    @opens("combat")
    @rule("DRILL-combat")
    async def combat(self, game: Game, frame: Frame) -> None:
        hits: dict[ArmyId, tuple[int, int]] = {}
        for army in [army.id for army in game[Army] if not army.broken]:
            table = f"3-{Tally('level', game.hooks(BattleHooks).level_parts(game, army)).whole()}"
            tally = modifier(game, army)
            die = max(0, min(7, await roll("1d6", why=f"{army} fires", rule="DRILL-combat") + tally.whole()))
            game.note(f"{army} fires {strength(game, army)} factors on {table}, die {die} ({tally})", "DRILL-combat")
            hits[foe(army)] = losses(game, strength(game, army), table, die), game.chart("morale").number(table, die)
        for army, (factors, morale) in hits.items():
            hit_army(game, army, factors, morale)

    @opens("break")
    @rule("DRILL-break")
    def check(self, game: Game, frame: Frame) -> None:
        why = {army.id: game.hooks(BattleHooks).breaks(game, army.id) for army in game[Army] if not army.broken}
        for army in [army for army, reasons in why.items() if reasons]:
            game.note(f"{army} breaks: {', '.join(why[army])}", "DRILL-break")
            game.change(game[Army][army], broken=True)

    @opens("nightfall")
    @rule("DRILL-day")
    def night(self, game: Game, frame: Frame) -> None:
        if any(army.broken for army in game[Army]):
            game.leave("battle")
        elif frame.round % A_DAY == 0:
            game.wipe("day")

    @leaves("battle")
    @rule("DRILL-winner")
    def over(self, game: Game, frame: Frame) -> None:
        left = [army.id for army in game[Army] if not army.broken]
        game.end(left[0] if left else None, "the battle is over", "DRILL-winner")

    @hookimpl
    @rule("DRILL-infantry")
    def strength_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        return [Part("base", game[Army][army].infantry, "DRILL-infantry", "infantry")]

    @hookimpl
    @rule("DRILL-table")
    def level_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        return [Part("base", 2, "DRILL-table", "table 3-2"), Part("at_most", 5, "DRILL-table", "the highest table")]

    @hookimpl
    @rule("DRILL-morale")
    def breaks(self, game: Game, army: ArmyId) -> list[str]:
        if strength(game, army) == 0:
            return ["it is destroyed"]
        return ["no morale is left"] if game[Army][army].morale <= 0 else []


TURN = Sequence("turn", (Phase("meeting", (Step("meet"),)),))
BATTLE = Sequence("battle", (Phase("round", (Step("combat"), Step("break"), Step("nightfall"))),))

FIRES = {
    "3-2": "0/1 5/3 5/6 5/10 10/14 10/18 15/22 15/26",
    "3-3": "0/5 5/8 5/11 10/14 10/18 15/23 15/28 15/33",
    "3-4": "5/9 5/11 5/14 10/18 10/23 15/29 15/35 20/41",
    "5-5": "5/18 10/21 15/25 15/29 20/34 20/39 25/44 25/50",
}
"""Percentage of the firing factors / morale in tenths that the other side loses, modified die 0 to 7."""


def battle(france: int = 20, russia: int = 20, morale: int = 30) -> list[Row]:
    """Return a battle about to begin."""
    axes = Axis("table", tuple(FIRES)), Axis("die", tuple("01234567"))
    cells = [cell.split("/") for row in FIRES.values() for cell in row.split()]
    return [
        Side(FRANCE),
        Side(RUSSIA),
        Army(FR, france, morale),
        Army(RU, russia, morale),
        Chart(ChartId("percent"), "losses", axes, tuple(int(percent) for percent, _ in cells)),
        Chart(ChartId("morale"), "morale losses", axes, tuple(int(tenths) for _, tenths in cells)),
    ]
