"""What has changed in the rules since a campaign was played last: module by module, or in a line for each game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from sandtable.engine.referee.epochs import changed_rules, epoch_of, new_modules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.engine.referee.referee import Referee

FEW: Final = 3
"""So many modules that have changed are named one by one."""


def summarize_changes(referee: Referee) -> list[str]:
    """Say what has changed: a few modules by name, of many how many of each game; an empty list means nothing."""
    found = list_changes(referee)
    return found if len(found) <= FEW else list(_by_game(referee))


def list_changes(referee: Referee) -> list[str]:
    """Say of each module what has changed, a line each."""
    return [f"The module {line}" for line in changed_rules(referee)]


def _by_game(referee: Referee) -> Iterator[str]:
    then, now = referee.journal.epochs[-1].modules, epoch_of(referee).modules
    newer, changed = Counter[str](), Counter[str]()
    for key in then.keys() & now.keys():
        if then[key] != now[key]:
            (changed if then[key][0] == now[key][0] else newer)[_game_of(referee, key)] += 1
    new = Counter(_game_of(referee, key) for key in new_modules(referee, -1))
    for game in sorted(new):
        yield f"{_modules(new[game], game)} {'is' if new[game] == 1 else 'are'} new since this campaign was played."
    for game in sorted(newer):
        are = "is" if newer[game] == 1 else "are"
        yield f"{_modules(newer[game], game)} {are} newer than in this campaign."
    for game in sorted(changed):
        has = "has" if changed[game] == 1 else "have"
        yield f"{_modules(changed[game], game)} {has} changed within the same version."


def _game_of(referee: Referee, key: str) -> str:
    """Return the title of the game whose module this is; of the engine's own Sandtable, of others their package."""
    system, module = referee.family.system, referee.game.rulebook.modules[key]
    package = _package(type(module))
    if package in map(_package, system.modules):
        return system.title
    return "Sandtable" if package == "sandtable" else package


def _package(module: type) -> str:
    return module.__module__.partition(".")[0]


def _modules(count: int, game: str) -> str:
    return f"1 module of {game}" if count == 1 else f"{count} modules of {game}"
