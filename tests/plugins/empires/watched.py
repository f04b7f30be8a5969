"""Games that are held against their books before every ply, with ways there and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final

from sandtable.engine import Choices, Illegal, InstalledGame, Referee, Row, SeededDice
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.lab.bots import RandomBot, play_on
from tests.plugins.empires.books import Books, nothing_pending
from tests.tiers import ASKED

MOST: Final = 400
"""Plies of a month: a few dozen are usual."""


class Watched:
    """A game that a random bot plays; ``seed`` says all that happens in it."""

    def __init__(self, family: InstalledGame, rows: Iterable[Row], choices: Choices, seed: str) -> None:
        self.family = family
        self.referee = Referee.begin(family, list(rows), choices, source=SeededDice(seed))
        self.first = self.referee.game.state.clone()
        self.books, self.bot, self.rng = Books(self.referee.game), RandomBot(seed), Random(f"detours {seed}")
        self.plies: Counter[int] = Counter()
        self.referee.open()
        self.begun = self.referee.journal.head

    def tick(self, referee: Referee) -> None:
        """Hold the position against the books; between two steps of the turn nothing may be pending."""
        game = referee.game
        self.plies[game.round] += 1
        assert self.plies[game.round] <= MOST, f"month {game.round} does not end"
        self.books.hold(game)
        if referee.prompt is not None and referee.prompt.purpose == "step" and game.frame.depth == 1:
            nothing_pending(game)

    def play(self, months: int | None) -> None:
        """Play until some months are over, or to the end."""
        play_on(self.referee, self.bot, rounds=months, tick=self.tick)
        self.books.hold(self.referee.game)

    def play_with_detours(self, months: int) -> None:
        """Play; after each month take some plies back, and do them again or go another way."""
        for month in range(1, months + 1):
            self.play(month)
            self._detour()
            self.plies.clear()
        self.play(months)

    def _detour(self) -> None:
        referee, before = self.referee, self.referee.game.state.hash
        for _ in range(self.rng.randint(1, 8)):
            if referee.journal.head == self.begun:
                break
            try:
                referee.history.undo()
            except Illegal:
                break
        if self.rng.random() < 0.5:
            while referee.journal.redo_of(referee.journal.head) is not None:
                referee.history.redo()
            assert referee.game.state.hash == before

    def prove(self) -> None:
        """Work the whole journal out again, every branch of it."""
        found = verify(self.family, self.first, self.referee.journal, every=ASKED)
        wrong = [one for one in found if isinstance(one, Mismatch)]
        assert not wrong, wrong[0]
