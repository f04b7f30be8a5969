"""Bots at the table: whether one is asked, and its answers, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Broken
from sandtable.engine.referee.referee import Refused
from sandtable.lab.bots import ask_bot

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Ask
    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.referee.referee import Referee
    from sandtable.lab.bots import Bot
    from sandtable.play.table.sitting import Sitting

DISCOVERIES: Final = 200
"""So often a bot tries something else in one place, after what it could not see stood against it."""


class BotTurns:
    """Answers for the seats of a sitting that bots have."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._bot: tuple[int, str, Bot] | None = None
        self._discoveries = 0

    def next_question(self, referee: Referee | None = None) -> Ask | None:
        """Return the question that a bot answers next, ``None`` where people alone are asked."""
        prompt = (referee or self.sitting.referee).prompt
        open_asks = prompt.open if prompt is not None else ()
        return next((ask for ask in open_asks if self.sitting.bot_for(ask) is not None), None)

    def answer(self, referee: Referee | None = None) -> Ply | None:
        """Have one bot answer one question; ``None`` where it was not done. Raises ``Broken`` where it finds no answer.

        ``referee``: one that stands in for that of the sitting.
        """
        ask = self.next_question(referee)
        if ask is None:
            return None
        referee = referee or self.sitting.referee
        action = ask_bot(self._bot_of(ask), referee, ask)
        if action is None:
            raise Broken(f"dead end: {ask.side} has no legal answer to {ask.why!r} ({ask.rule})")
        try:
            ply = referee.play(action, ask.side)
        except Refused as refused:  # what it could not see stands against it: a discovery; it tries something else
            self._discoveries += 1
            if self._discoveries == DISCOVERIES:
                raise Broken(f"{ask.side} is refused {DISCOVERIES} times in one place, lastly: {refused}") from None
            return None
        self._discoveries = 0
        return ply

    def _bot_of(self, ask: Ask) -> Bot:
        """Return the bot that answers: the same one as long as it tries to answer the same question."""
        serial = self.sitting.referee.journal.serial
        if self._bot is None or self._bot[:2] != (serial, ask.side):
            bot = self.sitting.bot_for(ask)
            assert bot is not None
            self._bot = (serial, ask.side, bot)
        return self._bot[2]
