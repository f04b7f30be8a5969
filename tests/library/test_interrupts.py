"""Ctrl-C at any step of the program costs nothing: once, many times, in whatever is done to put things right too."""

import gc
import shutil
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from sandtable.engine.referee.referee import Referee
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.library.campaigns.opening import OpenedCampaign, open_campaign
from sandtable.library.files.file import File
from sandtable.library.files.turns import is_open_here
from tests.library.campaigns import FAMILY, begun, go_on, played, tries
from tests.library.interrupts import Interrupts
from tests.library.samples import names
from tests.tiers import count

STEPS = 6_000
"""Bytecodes of a ply of Twin Rivers with the answer to it, or of closing its file; a few more."""


def act(referee: Referee, rng: Random) -> None:
    """Play, mostly; else take back, do again, go somewhere."""
    match rng.randrange(10):
        case 0:
            tries(referee.history.undo)
        case 1:
            tries(referee.history.redo)
        case 2:
            referee.history.goto(rng.choice([0, *referee.journal.plies]))
        case _:
            go_on(referee)


def some(rng: Random, steps: int = STEPS) -> Interrupts:
    """Interrupt once, at a few places, or at some that follow each other closely."""
    first = rng.randrange(1, steps)
    match rng.randrange(3):
        case 0:
            return Interrupts(first)
        case 1:
            return Interrupts(first, *(rng.randrange(1, steps) for _ in range(3)))
        case _:
            return Interrupts(first, first + rng.randrange(1, 40), first + rng.randrange(1, 400))


def interrupted(what: Callable[[], object], interrupts: Interrupts, told: list[str]) -> bool:
    """Do something with interrupts; tell whether it came to its end."""
    try:
        with interrupts.counting():
            what()
    except KeyboardInterrupt:
        return False
    finally:
        told += interrupts.made
    return True


def sat_through(referee: Referee, rng: Random, told: list[str]) -> set[int]:
    """Play a sitting with interrupts; return the plies that it was told of."""
    known = set(referee.journal.plies)
    for _ in range(rng.choice((1, 1, 12))):
        interrupted(lambda: act(referee, rng), some(rng), told)
        known |= set(referee.journal.plies)
    return known


def closed(referee: Referee, rng: Random, told: list[str]) -> None:
    """Close it with interrupts until that has come to its end; or leave it to the end of the program."""
    if rng.randrange(3):
        while not interrupted(referee.sink.close, some(rng, 3_000) if rng.randrange(3) else Interrupts(), told):
            pass


def after_the_program(path: Path) -> Path:
    """Close what nobody closed, as the end of the program does; return where the next program finds the file.

    An interrupt between two lines can leave CPython with a frame that nobody lets go of, and so with a file that
    counts as open in this program: the next one is stood for by a copy.
    """
    for end in [one for one in weakref.finalize._registry if one.peek() and isinstance(one.peek()[0], File)]:  # type: ignore[attr-defined]
        end()
    if not is_open_here(path):
        return path
    there = path.parent.with_name(f"{path.parent.name}-next")
    there.mkdir()
    return Path(shutil.copy(path, there))


def open_and_close(path: Path) -> None:
    open_campaign(FAMILY, path).referee.sink.close()


def opened(path: Path, rng: Random, told: list[str]) -> OpenedCampaign:
    """Open it, with interrupts first."""
    for _ in range(rng.choice((0, 1, 3))):
        interrupted(partial(open_and_close, path), some(rng, 30_000), told)
        gc.collect()
        path = after_the_program(path)
    return open_campaign(FAMILY, path)


def sittings(folder: Path, seed: str, interrupts: int) -> Iterator[str]:
    """Play sittings until so many interrupts were made; yield what was found to be wrong."""
    rng, made, number = Random(seed), 0, 0
    while made < interrupts:
        number += 1
        path, told = folder / str(number) / "x.campaign", list[str]()
        referee = played(begun(path), rng.randrange(1, 12))
        known = sat_through(referee, rng, told)
        closed(referee, rng, told)
        del referee
        gc.collect()
        path = after_the_program(path)
        try:
            again = opened(path, rng, told)
            wrong = [*again.notices]
            wrong += [f"lost: {known - set(again.referee.journal.plies)}"] * (
                not known <= set(again.referee.journal.plies)
            )
            played(again.referee, 2)
            wrong += [
                one.says for one in verify(FAMILY, again.start, again.referee.journal) if isinstance(one, Mismatch)
            ]
            again.referee.sink.close()
            wrong += [name for name in names(path.parent) if name != "x.campaign"]
        except Exception as error:  # noqa: BLE001  # whatever it is, the list tells it
            wrong = [repr(error)]
        if wrong:
            yield f"sitting {number}: {wrong}, interrupted at {told}"
        made += len(told)
        again = None  # type: ignore[assignment]
        gc.collect()


@pytest.mark.filterwarnings(
    "ignore::ResourceWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
    "ignore:coroutine .* was never awaited:RuntimeWarning",  # whoever records it holds what it was of
)
@pytest.mark.parametrize("seed", ["Jena", "Friedland"])
def test_interrupted_at_any_step_nothing_is_lost(tmp_path: Path, seed: str) -> None:
    """2,000 interrupts in all."""
    assert list(sittings(tmp_path, seed, count(1_000))) == []
