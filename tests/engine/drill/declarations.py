"""Drill 3: seven powers declare war sealed and at once."""

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    RuleModule,
    Side,
    SideId,
    Subset,
    ask_together,
    fills,
    opens,
    rule,
)
from tests.engine.drill.marches import at_war, declare


class Declare(Action, frozen=True):
    """Say on whom to declare war, if on anybody."""

    on: tuple[SideId, ...]

    @fills("on")
    @staticmethod
    def others(game: Game, ask: Ask) -> Subset[SideId]:
        return Subset(s.id for s in game[Side] if s.id != ask.side and not at_war(game, ask.side, s.id))


class Declarations(RuleModule):
    """War is declared by all at once."""

    key = "declarations"

    @opens("declarations")
    @rule("DRILL-4.2-sealed")
    async def declared_together(self, game: Game, frame: Frame) -> None:
        """Nobody knows anybody's choice before the last is in."""
        asks = [Ask(side.id, (Declare,), "declare war", "DRILL-4.2-sealed") for side in game[Side]]
        for side, answer in (await ask_together(asks)).items():
            for enemy in answer.on if isinstance(answer, Declare) else ():
                declare(game, side, enemy)
                game.note(f"{side} declares war on {enemy}", "DRILL-4.2-sealed")
