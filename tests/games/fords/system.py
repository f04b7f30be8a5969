"""The game of the Fords: what is hidden, who wins, and what it is made of."""

from __future__ import annotations

from typing import Any, Final

from msgspec import structs

from sandtable.engine import (
    Frame,
    Game,
    GameSystem,
    Phase,
    Preset,
    Row,
    RuleModule,
    Scenario,
    Sequence,
    Side,
    Step,
    closes,
    conceals,
    rule,
)
from sandtable.present import (
    PresentHooks,
)
from tests.games.fords.area_map import area_id, fords
from tests.games.fords.fighting import Battles, Orders
from tests.games.fords.looks import Looks
from tests.games.fords.marching import Marches
from tests.games.fords.model import CHIT, FED, LAST, LEVIED, LOST, MARCHED, PROCLAIMED, Battle, Corps, CorpsId
from tests.games.fords.options import Depots, Forced, Fragile, Leaps, Mud, Supply
from tests.games.sides import BLUE, RED, SIDES, rule_texts


class Fog(RuleModule):
    """What each side sees."""

    key = "fog"

    @conceals(Corps)
    @rule("FOR-4-hidden")
    def hidden(self, row: Corps, viewers: frozenset[str]) -> Corps:
        return row if row.known or row.side in viewers else structs.replace(row, strength=None, fed=0)


class Victory(RuleModule):
    """Who wins."""

    key = "victory"

    @closes("reckoning")
    @rule("FOR-5-victory")
    def reckon(self, game: Game, frame: Frame) -> None:
        left = {side: len(game[Corps].where("side", side)) for side in SIDES}
        if not all(left.values()):
            winner = next((side for side in SIDES if left[side]), None)
            game.end(winner, "a side has no corps left", "FOR-5-victory")
        elif frame.round == LAST:
            game.end(max(SIDES, key=left.__getitem__), "six turns are over", "FOR-5-victory")


def start() -> list[Row]:
    """Return the rows of a new game: three corps a side, on the two banks."""
    rows: list[Row] = [Side(BLUE), Side(RED)]
    for side, places in ((BLUE, ("Aldbrook", "Eastwick", "Eastwick")), (RED, ("Dunford", "Hartwell", "Marlow"))):
        rows += [
            Corps(CorpsId(f"{side} {number}"), side, area_id(place), 7 + number + (side == RED))
            for number, place in enumerate(places, 1)
        ]
    return rows


RULES: Final = {
    "FOR-1-orders": "Orders are written at once.", "FOR-2-own": "A player marches his own corps.",
    "FOR-2-once": "A corps marches once a turn.", "FOR-2-roads": "A march goes from area to area.",
    "FOR-2-stacking": "Two corps stand in an area.",
    "FOR-2-enemy": "A march ends where the enemy stands.", "FOR-2-levy": "Troops are raised once a turn.",
    "FOR-2-feed": "Wagons are shared once a turn.", "FOR-2-proclaim": "Something is said once.",
    "FOR-3-battle": "Enemies in an area fight.", "FOR-3-chits": "Chits are chosen at once.",
    "FOR-3-fire": "Each side throws two dice.", "FOR-3-losses": "The loser shares out his losses.",
    "FOR-3-retreat": "The loser may retreat.", "FOR-3-retreat-free": "Nobody retreats onto the enemy.",
    "FOR-4-hidden": "Strengths are hidden until a corps has fought.", "FOR-5-victory": "Six turns decide.",
    "FOR-6-depots": "Depots are filled.", "FOR-6-supply": "Far from a depot a corps starves.",
    "FOR-6-forced": "A corps may march twice.", "FOR-6-mud": "Hills cannot be climbed.",
    "FOR-6-leaps": "A corps may leap.", "FOR-6-fragile": "A vase.",
}  # fmt: skip
TURN = Sequence(
    "turn",
    (
        Phase("planning", (Step("orders", "Orders"),)),
        Phase("operations", (Step("march", "March"), Step("battle", "Battle")), each="side"),
        Phase("end", (Step("reckoning", "Reckoning"),)),
    ),
)
FIGHTING = Sequence(
    "fighting",
    (
        Phase(
            "combat",
            (Step("chits", "Chits"), Step("fire", "Fire"), Step("losses", "Losses"), Step("retreat", "Retreat")),
        ),
    ),
)
MODULES: Any = (
    Orders, Marches, Battles, Fog, Victory, Looks, Depots, Supply, Forced, Mud, Leaps, Fragile,
)  # fmt: skip
FORDS = GameSystem(
    "fords",
    "The Fords",
    (TURN, FIGHTING),
    MODULES,
    rule_texts(RULES),
    (Corps, Battle),
    (PresentHooks,),
    (
        Scenario("fords", "The Fords", start, "Two sides, twelve areas, six turns.", map=fords),
        Scenario("leaping_fords", "The Fords with leaps", start, "Corps may leap.", ("leaps",), map=fords),
        Scenario("fragile_fords", "The fragile Fords", start, "Something breaks.", ("fragile",), map=fords),
    ),
    (Preset("full", "Everything that is printed", on=("depots", "supply", "forced")),),
    brings=(MARCHED, LEVIED, FED, PROCLAIMED, CHIT, LOST),
)
