"""Saying and hearing at the terminal: what commands, fields and decisions have in common.

It takes lines and yields what it asks; what it says waits in ``said``. It knows no terminal and no file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sandtable.cli.talk.help import COMMANDS
from sandtable.cli.talk.lines import Leave, Manner, StyledLine, Talk
from sandtable.engine.referee.ply_runner import TABLE
from sandtable.engine.words import sentence
from sandtable.play.table.bot_turns import BotTurns
from sandtable.play.table.passing_on import PassingOn
from sandtable.play.table.table_seats import SharedScreen
from sandtable.play.turn.entries.entry import same_word
from sandtable.play.turn.many import ManyAtOnce
from sandtable.play.words.wording import side_title

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.running.offers import Offer
    from sandtable.play.table.sitting import Sitting
    from sandtable.play.table.watch import Watch


class Dialogue(SharedScreen, ABC):
    """What is said and heard at one sitting, and what it is about just now."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.bots = BotTurns(sitting)
        self.said: list[StyledLine] = []
        self.error = ""
        self.watch: Watch | None = None
        """What notices a rule that does not come to an end; the terminal brings it."""
        self.seat: str | None = None
        self.refused: tuple[Action, str] | None = None
        self.ahead: list[str] = []
        """Inputs that were typed ahead on one line."""
        self.loose = True
        """Whether they were separated by commas: a field of several values takes all that is left of them."""
        self.many = ManyAtOnce(sitting.referee)
        self.passing = PassingOn(sitting.referee)
        self.filling = False
        """Whether an offer is being filled: what is said now answers one of its fields."""
        self.expected: tuple[str, ...] = ()
        """Names that answer what is asked."""
        self.choices: list[Offer] = []
        """What may be done, where that is asked."""

    # -- saying

    def say(self, text: str, manner: Manner = "plain") -> None:
        self.said.append(StyledLine(text, manner))

    def show(self, lines: Iterable[StyledLine]) -> None:
        self.said += lines

    def wrong(self, text: str, because: Iterable[str] = ()) -> None:
        """Say that what was typed will not do; a script stops here."""
        because = list(because)
        self.say(sentence(text), "bad")
        self.show(StyledLine(f"  - {reason}", "bad") for reason in because)
        self.error = " ".join([text, "; ".join(because)]).strip()
        self.ahead.clear()
        self.many.clear()
        self.passing.clear()

    def drain(self) -> list[StyledLine]:
        """Return what has been said since the last time."""
        said, self.said = self.said, []
        return said

    @abstractmethod
    def look(self) -> None:
        """Have the situation and what may be done shown again."""

    @abstractmethod
    def again(self) -> None:
        """Have where we are and what may be done shown again."""

    @abstractmethod
    def guide(self, rest: str) -> None:
        """Take the guide up, or leave it."""

    @abstractmethod
    def guide_through(self, view: RunningGame, ask: Ask) -> None:
        """Let the guide speak of a question, if one is on."""

    # -- hearing

    def hear(self, prompt: str, *, names: Iterable[str] = (), text: bool = False) -> Talk[str]:
        """Ask for a line; ``quit`` leaves, and what only looks at the game is answered on the spot."""
        self.expected = names = tuple(names)
        while True:
            line = self.ahead.pop(0) if self.ahead else (yield f"{prompt}> ").strip()
            if text or any(same_word(line, name) for name in names):
                return line
            if line.casefold() in ("quit", "exit"):
                raise Leave
            if not self.looks(line):
                return line

    @abstractmethod
    def looks(self, line: str) -> bool:
        """Answer what only looks at the game; tell whether it was such a thing."""

    def yes(self, question: str, *, details: Sequence[str] = ()) -> Talk[bool]:
        """Ask a question to be answered with yes or no; where there are ``details`` they are told on request."""
        choices = "yes/no/details" if details else "yes/no"
        while True:
            line = (yield from self.hear(f"{question} ({choices})")).casefold()
            if details and line == "details":
                self.show(StyledLine(f"  - {one}") for one in details)
                continue
            if line in ("yes", "y"):
                return True
            if line in ("no", "n"):
                return False
            self.wrong("type yes, no or details" if details else "type yes or no")

    def is_command(self, line: str) -> bool:
        """Tell whether a line begins with a word that is a command."""
        return line.partition(" ")[0].casefold() in COMMANDS

    def asking(self, ask: Ask) -> str:
        """Say who is asked, for the prompt."""
        return side_title(self.game, ask.side) if ask.side != TABLE else "dice"
