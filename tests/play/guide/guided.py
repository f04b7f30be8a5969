"""Somebody who does what the guide says, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Final

from sandtable.engine import InstalledGame, Referee
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.running.offers import offers
from sandtable.play.begin.starts import Start, switch_options
from sandtable.play.guide.guide import Guide
from sandtable.play.guide.page import GuidePage

LONG: Final = 600
"""More answers than any guided round takes."""


def begin(family: InstalledGame, *, on: tuple[str, ...] = (), seed: str = "7") -> Referee:
    """Begin the first scenario of a game, with some options on."""
    start = Start(family, family.system.scenarios[0])
    choices = switch_options(family, start.begins_with, on, (), ())
    return start.begin(choices, source=SeededDice(seed)).open()


def play_guided(referee: Referee, *sides: str, seed: int = 5) -> list[GuidePage]:
    """Play a round: these sides (none: all) do what the guide says, the others anything. Return what was shown."""
    guide, chance, shown = Guide(), Random(seed), list[GuidePage]()
    guide.take_up(referee.game)
    for _ in range(LONG):
        if guide.is_through(referee.game) or referee.prompt is None:
            return shown
        ask = referee.prompt.open[0]
        view = referee.view(ask.side)
        if sides and ask.side not in sides:
            action = chance.choice(offers(view, ask)).sample(chance)
            assert action is not None
            referee.play(action, ask.side)
            continue
        page = guide.page(view, ask, referee.journal)
        assert page.suggestion is not None
        shown.append(page)
        referee.play(page.suggestion.action, ask.side)
    raise AssertionError(f"the guide leads nowhere: {[page.suggestion for page in shown[-5:]]}")


def words(pages: list[GuidePage]) -> set[str]:
    """Return every sentence that was shown."""
    told: set[str] = set()
    for page in pages:
        assert page.suggestion is not None
        told |= {*page.asked, page.why, *page.notes, *(way.says for way in page.ways)}
        told |= {f"{page.suggestion.does}.", page.suggestion.because}
    return told - {""}
