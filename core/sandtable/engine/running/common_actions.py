"""The actions of every game, ending a step and typing in what the dice show; and what is asked at a step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from sandtable.engine.actions.actions import Action, Ask, Game, fills
from sandtable.engine.actions.domains import Domain
from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.running.chance import DiceFaces
from sandtable.engine.running.dice import Dice
from sandtable.engine.running.flow import duties_owed, ending

if TYPE_CHECKING:
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.running.game import RunningGame


class EndStep(Action, frozen=True):
    """End this step."""

    title = "End step"

    def says(self, game: Game, ask: Ask) -> str:
        return f"{game.name(ask.side)} ends the step"

    async def perform(self, game: Game, ask: Ask) -> None:
        await ending(cast("RunningGame", game), game.frame)


class EnterThrow(Action[Dice], frozen=True):
    """Type in what the dice on the table show."""

    title = "Enter the dice"
    faces: tuple[int, ...]

    def refusals(self, game: Game, ask: Ask[Dice]) -> Iterable[Refusal]:
        if not ask.about.may_show(self.faces):
            yield Refusal("enter {numbers}", numbers=ask.about.says())

    def says(self, game: Game, ask: Ask[Dice]) -> str:
        return f"The dice show {', '.join(map(str, self.faces))}"

    @fills("faces")
    @staticmethod
    def what_dice_show(game: Game, ask: Ask[Dice]) -> Domain[Any]:
        return DiceFaces(ask.about)


def step_prompt(game: RunningGame) -> Prompt | None:
    """Return the prompt of the step we are at, ``None`` when the game is over."""
    if game.ended:
        return None
    frame, rulebook = game.frame, game.rulebook
    step = rulebook.steps[frame.step]
    if step.ends or step.tells or duties_owed(game, frame):
        return rulebook.prompt(frame.step, frame.side, EndStep)
    return rulebook.prompt(frame.step, frame.side)
