"""What a game shows while it is played: no braces, no word of the code, no rule cited twice in a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from sandtable.engine import Game, GameSystem, InstalledGame
from sandtable.engine.referee.referee import Referee
from sandtable.lab.bots import RandomBot
from sandtable.play.record.log_lines import log_lines
from sandtable.play.words.objections import is_possible, of_kind
from sandtable.play.words.where import current_place
from sandtable_empires.system import EMPIRES
from sandtable_twin_rivers import TWIN_RIVERS
from tests.tiers import count

RAW: Final = re.compile(r"(?<![\w/.-])[a-z]+(?:_[a-z]+)+(?![\w(=/])|[{}]")
NOTHING: Final = re.compile(r"(?!)")
CITED: Final = re.compile(r"\b[A-Z]{2,}-[A-Za-z0-9][\w.-]*[\w]")


def faults(line: str, ids: re.Pattern[str] = NOTHING) -> list[str]:
    """Return what a shown line has that it should not have; ``ids`` are never shown."""
    cited = CITED.findall(line)
    return [*RAW.findall(line), *ids.findall(line), *(id for id in set(cited) if cited.count(id) > 1)]


def hidden_ids(game: Game) -> re.Pattern[str]:
    """Return the ids that are not what their rows are called."""
    ids = {row.id for kind in game.state.schema.named for row in game[kind] if game.name(row) != row.id}
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(ids)))})(?![\w-])") if ids else NOTHING


def shown(referee: Referee) -> Iterator[str]:
    """Return the lines that those at the table can read at a prompt, and of the ply before it."""
    prompt = referee.prompt
    assert prompt is not None
    yield current_place(referee.game)
    for ask in prompt.open:
        yield f"{ask.why} ({ask.rule})" if ask.rule else ask.why
    for offer in referee.offers():
        yield offer.label
        if not is_possible(offer):
            yield from of_kind(offer).lines()
    ply = referee.journal.plies.get(referee.journal.head)
    yield from (line.cited for line in log_lines(referee.game, referee.journal, ply, None)) if ply is not None else ()


@pytest.mark.parametrize(("system", "scenario"), [(TWIN_RIVERS, "twin_rivers"), (EMPIRES, "peninsula-1808")])
def test_what_is_shown_in_a_game_is_fit_to_be_read(system: GameSystem, scenario: str) -> None:
    game = InstalledGame(system)
    start = game.scenario(scenario)
    found: dict[str, list[str]] = {}
    referee = Referee.begin(game, system.start_rows(start), None)
    referee.open()
    bot, ids = RandomBot("words"), hidden_ids(referee.game)
    for _ in range(count(40_000)):
        prompt = referee.prompt
        if prompt is None:
            break
        found |= {line: wrong for line in shown(referee) if (wrong := faults(line, ids))}
        ask = prompt.open[0]
        action = bot.answer(referee, ask)
        assert action is not None
        referee.play(action, ask.side)
    assert found == {}


@pytest.mark.parametrize("line", ["{corps} is tired", "it is land_combat", "so (BASE-7.3-cost): dear (BASE-7.3-cost)"])
def test_what_is_not_fit_is_found(line: str) -> None:
    assert faults(line)


def test_two_rules_may_stand_in_a_line() -> None:
    assert faults("so (EIA-12.3.7-corps-leaders in place of BASE-10.6.1-maximum)") == []
