"""The few rules that hold in every game: duties before a step ends, standing answers are private."""

from __future__ import annotations

from sandtable.engine.actions import Action, Ask, EndStep, Refusal
from sandtable.engine.flow import owed
from sandtable.engine.game import Game
from sandtable.engine.rows import Standing
from sandtable.engine.rules import RuleModule, conceals, refuses, rule


class CoreRules(RuleModule):
    """What the engine itself asks of players."""

    key = "core"
    texts = {
        "CORE-duty": "Duties: a step may not end before what must be done in it is done.",
        "CORE-standing": "Standing answers: only the side that left one knows it.",
    }

    @refuses(EndStep)
    @rule("CORE-duty")
    def duties_first(self, game: Game, act: Action, ask: Ask) -> Refusal | None:
        """A step may not end while the side still owes a duty in it."""
        duties = owed(game, game.frame)
        if not duties:
            return None
        first = duties[0]
        says = first.says or f"{first.what} {first.subject}".strip()
        more = f" (and {len(duties) - 1} more)" if len(duties) > 1 else ""
        return Refusal("{says} first{more}", says=says, more=more, rule=first.rule)

    @conceals(Standing)
    @rule("CORE-standing")
    def private(self, game: Game, row: Standing, viewers: frozenset[str]) -> Standing | None:
        """Nobody else sees a standing answer."""
        return row if row.side in viewers else None
