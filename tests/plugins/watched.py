"""Games that are held against their books before every ply, with ways there and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from sandtable.engine import Choices, Game, Illegal, InstalledGame, Referee, Row, SeededDice
from sandtable.engine.referee.epochs import epoch_of
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.lab.bots import RandomBot, play_on
from tests.tiers import ASKED

if TYPE_CHECKING:
    from sandtable.lab.bots import Bot


class Books(Protocol):
    """What must be true of a game, in every position and between two steps of a turn."""

    def hold(self, game: Game) -> None: ...

    def at_rest(self, game: Game) -> None: ...


class Watched:
    """A game that a random bot plays; ``seed`` says all that happens in it, ``most`` how long a round may be."""

    def __init__(
        self, family: InstalledGame, rows: Iterable[Row], choices: Choices, seed: str, books: Callable[[Game], Books],
        *, most: int, bot: Bot | None = None, **given: Any,
    ) -> None:  # fmt: skip
        self.family, self.most = family, most
        self.referee = Referee.begin(family, list(rows), choices, source=SeededDice(seed), **given)
        self.first = self.referee.game.state.clone()
        self.books, self.rng = books(self.referee.game), Random(f"detours {seed}")
        self.bot = RandomBot(seed) if bot is None else bot
        self.plies: Counter[int] = Counter()
        self.referee.accept_rules(epoch_of(self.referee))
        self.referee.open()
        self.begun = self.referee.journal.head

    def tick(self, referee: Referee) -> None:
        """Hold the position against the books; between two steps of the turn nothing may be pending."""
        game = referee.game
        self.plies[game.round] += 1
        assert self.plies[game.round] <= self.most, f"round {game.round} does not end"
        self.books.hold(game)
        if referee.prompt is not None and referee.prompt.purpose == "step" and game.frame.depth == 1:
            self.books.at_rest(game)

    def play(self, rounds: int | None) -> None:
        """Play until some rounds are over, or to the end."""
        play_on(self.referee, self.bot, rounds=rounds, tick=self.tick)
        self.books.hold(self.referee.game)

    def play_with_detours(self, rounds: int) -> None:
        """Play; after each round take some plies back, and do them again or go another way."""
        for one in range(1, rounds + 1):
            self.play(one)
            self._detour()
            self.plies.clear()
        self.play(rounds)

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
