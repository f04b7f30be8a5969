"""A program that plays without end, to be killed: forked anew from a warm one for every line on standard input.

A line is the path of a campaign, which is begun if there is none. The child says its process id; then, before
whatever it does, ``try``, and after it where the campaign stands: plies, head, hash.
"""

import gc
import os
import sys
from pathlib import Path
from random import Random

from sandtable.engine.referee.referee import Referee
from sandtable.library.campaigns.incomplete_campaigns import is_incomplete, remove_incomplete
from sandtable.library.campaigns.opening import open_campaign
from tests.library.campaigns import FAMILY, begun, go_on, tries


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def standing(referee: Referee) -> str:
    journal = referee.journal
    return f"{len(journal.plies)} {journal.head} {referee.game.state.hash:032x}"


def play_without_end(path: Path) -> None:
    """Play, take back, do again and branch."""
    say("try")
    if path.exists() and is_incomplete(path):
        remove_incomplete(path)
    referee = open_campaign(FAMILY, path).referee if path.exists() else begun(path)
    if not referee.journal.plies:  # killed before its first ply
        if not referee.journal.epochs:
            referee = restarted(referee, path)
        referee.open()
    rng = Random(referee.journal.serial)
    while True:
        say(standing(referee))
        say("try")
        match rng.randrange(12):
            case 0:
                tries(referee.history.undo)
            case 1:
                tries(referee.history.redo)
            case 2:
                referee.history.goto(rng.choice(list(referee.journal.plies)))
            case _ if referee.prompt is None:
                referee.history.undo()
            case _:
                go_on(referee)


def restarted(referee: Referee, path: Path) -> Referee:
    from sandtable.engine.referee.epochs import epoch_of

    referee.accept_rules(epoch_of(referee))
    return referee


def main() -> None:
    go_on(begun(None))
    gc.freeze()  # what is here stays: no child looks through it, and its memory is shared with all
    for line in sys.stdin:
        if not os.fork():
            say(f"pid {os.getpid()}")
            play_without_end(Path(line.rstrip("\n")))
        os.wait()
        say("gone")


if __name__ == "__main__":
    main()
