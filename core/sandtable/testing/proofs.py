"""The proofs every rule should pass: saved and opened, replayed, taken back and done again, it is the same game."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from sandtable.engine.errors import Broken
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.lab.bots import RandomBot, play_on
from sandtable.library.campaigns.campaign_header import CampaignHeader
from sandtable.library.campaigns.campaigns import CampaignFile
from sandtable.library.campaigns.carried_setup import CarriedSetup, carried_map
from sandtable.library.campaigns.opening import open_campaign

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.state.state import State
    from sandtable.testing.under_test import GameUnderTest

G = TypeVar("G", bound="GameUnderTest")
ASKED: Final = 10
"""After the first plies, and then after each tenth, a proof asks twice what is offered and refused."""
MEMORY: Final = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""A folder in memory, where there is one, for what need not outlive a power cut."""


def first_position(play: GameUnderTest) -> State:
    """Return the position a game under test began with."""
    return play.start.clone()


def save(play: GameUnderTest, path: Path) -> None:
    """Write a game under test to a campaign file."""
    first, journal = first_position(play), play.referee.journal
    family = play.referee.family
    header = CampaignHeader(family.system.key, "", "test", "test", play.referee.take_back, f"{first.hash:032x}")
    file = CampaignFile.create(path, header, first, CarriedSetup(carried_map(play.game.board)))
    with file.file.unit():
        for epoch in journal.epochs:
            file.epoch(epoch)
        for ply in journal.plies.values():
            file.ply(ply)
        file.head(journal.head)
    file.close()


def reload(play: G) -> G:
    """Save a game to a file, open it again, and return the game that continues there."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        path = Path(folder, "campaign")
        save(play, path)
        opened = open_campaign(play.referee.family, path, reading=True)
        opened.referee.game.board  # noqa: B018  # it is read from the file while that is there
    if opened.notices:
        raise Broken(f"opened again: {opened.notices[0]}")
    opened.referee.source = play.referee.source
    opened.referee.prologue = play.prologue
    again = type(play)(opened.referee, play.start, play.prologue)
    if again.game.state.hash != play.game.state.hash:
        raise Broken("opened again, the position has another hash")
    if again.questions != play.questions:
        raise Broken(f"opened again, the game asks {again.questions}, not {play.questions}")
    return again


def verify_replay(play: GameUnderTest) -> int:
    """Work the whole journal out again and return the number of plies; raises ``Broken`` on a mismatch."""
    state = first_position(play)
    plies = 0
    for result in verify(play.referee.family, state, play.referee.journal, play.prologue, every=ASKED):
        if isinstance(result, Mismatch):
            raise Broken(f"ply {result.ply}: {result.says}")
        plies += 1
    return plies


def prove(play: GameUnderTest) -> None:
    """Reload and verify; undo and redo every ply, comparing hashes."""
    hashes = [(ply.id, ply.hash) for ply in play.referee.journal.line()]
    verify_replay(play)
    again = reload(play)
    for id, known in reversed(hashes):
        again.referee.history.goto(id)
        if again.referee.journal.head == id and again.game.state.hash != known:
            raise Broken(f"taken back to ply {id}, the position has another hash")
        again.questions  # noqa: B018  # the prompt must come up too
    for id, known in hashes:
        again.referee.history.goto(id)
        if again.referee.journal.head == id and again.game.state.hash != known:
            raise Broken(f"redone up to ply {id}, the position has another hash")
    if again.questions != play.questions:
        raise Broken(f"undone and redone, the game asks {again.questions}, not {play.questions}")


def play_randomly(
    referee: Referee, seed: int | str, *, most: int = 100_000, tick: Callable[[Referee], None] | None = None
) -> int:
    """Play random legal actions until the game is over; return how many (see ``lab.bots.play_on``)."""
    return play_on(referee, RandomBot(seed), most=most, tick=tick)
