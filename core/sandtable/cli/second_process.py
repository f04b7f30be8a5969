"""A second process that works a campaign out too, with its hashes sown otherwise: it must be answered the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from sandtable.engine.referee.asking import Answers

SEED: Final = "PYTHONHASHSEED"


@contextmanager
def in_second_process(campaign: Path, *, last_good: bool) -> Generator[Callable[[], dict[int, Answers]]]:
    """Have a second process work it out meanwhile; what is yielded waits for what it was answered, by ply."""
    shared = click.get_current_context(silent=True)
    safe = bool(shared is not None and shared.obj and shared.obj.get("safe"))
    before = os.environ.get(SEED)
    os.environ[SEED] = "2" if before == "1" else "1"
    try:
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            answers = pool.submit(_answers, campaign, safe, last_good)
            yield answers.result
    finally:
        if before is None:
            del os.environ[SEED]
        else:
            os.environ[SEED] = before


def _answers(campaign: Path, safe: bool, last_good: bool) -> dict[int, Answers]:
    """Return what is answered after each ply."""
    from sandtable.engine.discovery.modules import Plugins
    from sandtable.engine.referee.replay import verify
    from sandtable.library.campaigns.opening import open_campaign, read_header

    family = Plugins(safe=safe).family(read_header(campaign, damaged=True).game)
    opened = open_campaign(family, campaign, last_good=last_good, reading=True)
    found: dict[int, Answers] = {}
    for _ in verify(opened.referee.family, opened.start, opened.referee.journal, tell=found.__setitem__):
        pass
    return found
