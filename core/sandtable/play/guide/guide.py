"""The guide through a turn: where it was taken up, where it is now, and when it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.words import in_a_row
from sandtable.play.guide.page import GuidePage, guide_page
from sandtable.play.words.present_words import round_title
from sandtable.play.words.standing_words import describe_lead
from sandtable.play.words.where import winner_title
from sandtable.play.words.wording import side_title
from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Ask
    from sandtable.engine.journal.journal import Journal
    from sandtable.engine.running.game import RunningGame


class Guide:
    """A guide that leads through one round of the main sequence; it only speaks, and may be left at any moment."""

    def __init__(self) -> None:
        self.round = 0
        """The round it was taken up in; 0 while nobody is guided."""

    @property
    def is_on(self) -> bool:
        """Whether somebody is guided."""
        return self.round > 0

    def take_up(self, game: RunningGame) -> None:
        """Begin to guide, through the round that is played now."""
        self.round = game.frames[0].round

    def leave(self) -> None:
        """Say no more."""
        self.round = 0

    def is_through(self, game: RunningGame) -> bool:
        """Tell whether the round that was to be shown lies behind, or the game has ended."""
        return self.is_on and (game.ended is not None or game.frames[0].round > self.round)

    def page(self, game: RunningGame, ask: Ask, journal: Journal) -> GuidePage:
        """Return what is said of a question; ``game`` is what the seat that is asked sees."""
        return guide_page(game, ask, acted=_has_acted(journal, ask))


def _has_acted(journal: Journal, ask: Ask) -> bool:
    """Tell whether the last thing that was done in the game is something that this side has done in this step."""
    if EndStep not in ask.kinds:
        return False
    last = next((ply for ply in reversed(journal.line()) if ply.action is not None), None)
    return last is not None and last.side == ask.side and type(last.action) in ask.kinds and not _ends(last.action)


def _ends(action: object) -> bool:
    return isinstance(action, EndStep)


# -- how it begins and ends


def welcome_lines(game: RunningGame, sides: tuple[str, ...]) -> list[str]:
    """Say who one is, how one wins, and what the guide does."""
    played = [side_title(game, side) for side in sides]
    who = in_a_row(played) if played else "every side"
    lines = [f"You play {who}. The game asks one question after the other; you answer, and it goes on."]
    if (standing := presentation.standing(game)) is not None:
        lines.append(f"{standing.aim.rstrip('.')}.")
    lines.append(
        f"The guide goes with you through {round_title(game, game.frames[0].round)}: at each question it says what is "
        "asked, why it matters, and what one might do. It decides nothing. Whatever you do can be undone."
    )
    return lines


def farewell_lines(game: RunningGame, guided: int) -> list[str]:
    """Say that the round is over, how things stand, and where to go from here."""
    if game.ended is not None:
        return [f"The game is over: {winner_title(game)} wins.", "The guide ends with it."]
    lines = [f"That was {round_title(game, guided)}: you have played a whole turn, and every turn goes like it."]
    if lead := describe_lead(game):
        lines.append(f"{lead}.")
    return [*lines, "From here on you can play by yourself, or have the guide come along for another turn."]
