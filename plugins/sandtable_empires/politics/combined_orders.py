"""The Declaration of Combined Movement (4.9): allies write down with whom they move, and read it out together."""

from __future__ import annotations

from itertools import combinations

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    Insert,
    NameGiver,
    RuleModule,
    SideId,
    Step,
    Subset,
    ask_together,
    fills,
    in_a_row,
    opens,
    rule,
)
from sandtable_empires.accords import seated_powers
from sandtable_empires.holding import leading_nation
from sandtable_empires.model import Combined, allies, partners
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.steps import (
    ALLIANCES_STEP,
    ANSWERS_STEP,
    BREAKING_STEP,
    COMBINED_STEP,
    FREE_STATES_STEP,
    POLITICAL_PHASE,
)


class DeclareCombined(Action, frozen=True):
    """Write down with which allies you move and fight as one this month; it counts where they write you down too."""

    title = "Declare combined movement"
    secret = True
    secretly = "has decided with whom to move"
    if_declined = "Move alone"

    allies: tuple[SideId, ...]

    @fills("allies")
    @staticmethod
    def allies_of_ours(game: Game, ask: Ask) -> Subset[SideId]:
        there = allies(game, ask.side) - partners(game, ask.side)
        return Subset((one for one in seated_powers(game) if one in there), 1)

    def plainly(self, game: NameGiver | None = None, side: str = "") -> str:
        return f"{side} declares combined movement with {in_a_row(self.allies)}"


class CombinedOrders(RuleModule):
    """Who declares to move with whom."""

    key = "combined_orders"
    needs = CAMPAIGN
    after = ("alliances?",)
    steps = (
        Insert(
            Step(COMBINED_STEP, "Combined movement"),
            after=(f"{ANSWERS_STEP}?", f"{ALLIANCES_STEP}?", f"{BREAKING_STEP}?", f"{FREE_STATES_STEP}?"),
            phase=POLITICAL_PHASE,
        ),
    )  # fmt: skip

    @opens(COMBINED_STEP)
    @rule("BASE-4.9-written")
    async def declare(self, game: Game, frame: Frame) -> None:
        """All write down at once with which allies they move; those who name each other do so until the month ends."""
        why = "with which allies do you move and fight as one this month? It counts where they name you too"
        asks = (Ask(side, (DeclareCombined,), why, optional=True) for side in seated_powers(game))
        answers = await ask_together([one for one in asks if game.can_answer(one)])
        named = {SideId(side): one.allies for side, one in answers.items() if isinstance(one, DeclareCombined)}
        for one, other in combinations(sorted(named), 2):
            if other in named[one] and one in named[other]:
                nations = tuple(sorted((leading_nation(game, one), leading_nation(game, other))))
                game.put(Combined(f"{' and '.join(nations)}, turn {game.round}", nations, game.round))
                game.note(f"{one} and {other} move together this month")
