"""What is offered and refused at a prompt, in short: the same position must answer the same, whoever asks again.

Offers and reasons leave no trace in the journal, so that a rule which asks time, chance, ``hash()`` or the order of a
set there is not found by working plies out again. Asked twice, or by two processes, it is.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Final

from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.offers import Offer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.actions.actions import Ask
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.installed_game import InstalledGame

LOOKED_AT: Final = 4
"""So many ways to fill each kind of action are looked at."""
Answers = dict[str, str]
"""What was answered, as a digest: by kind of action what is offered, by rule what it says."""


def asked_now(referee: Referee) -> Answers:
    """Return what is answered at the open prompt."""
    return _answers(referee.game, referee)


def asked_anew(referee: Referee) -> Answers:
    """Return what is answered there by a game that remembers nothing."""
    return _answers(RunningGame(referee.family, referee.game.state), referee)


def _answers(game: RunningGame, referee: Referee) -> Answers:
    prompt = referee.prompt
    texts: dict[str, list[str]] = {}
    for ask in prompt.open if prompt is not None and prompt.purpose != "dice" else ():
        _listen(game.sight(ask.side), ask, texts)
    return {key: blake2b("\0".join(said).encode(), digest_size=8).hexdigest() for key, said in texts.items()}


def _listen(view: RunningGame, ask: Ask, texts: dict[str, list[str]]) -> None:
    for kind in ask.kinds:
        offered = texts.setdefault(f"{ask.side} {kind.__name__}", [])
        for filled in islice(Offer(view, ask, kind).fillings(), LOOKED_AT):
            action = kind(**filled)
            offered.append(repr(action))
            for reason in view.verdict(action, ask):
                texts.setdefault(reason.rule or f"{ask.side} {kind.__name__}", []).append(f"{action!r}: {reason.text}")


def differing(family: InstalledGame, one: Answers, other: Answers) -> str:
    """Name what was answered in two ways, with its module; empty when nothing was."""
    keys = sorted(key for key in {*one, *other} if one.get(key) != other.get(key))
    rules = [key for key in keys if key in family.where]
    if not keys:
        return ""
    if rules:
        modules = dict.fromkeys(function.module.key for function in family.where[rules[0]])
        what = f"module {', '.join(modules)}: what {rules[0]} says"
    else:
        kind = family.kinds.get(keys[0].rpartition(" ")[2])
        what = f"module {family.owner(kind.__module__) if kind else '?'}: what can be done with {keys[0]}"
    return f"{what} differs when it is asked again: a rule asks time, chance, hash() or the order of a set"


def astray(family: InstalledGame, here: Iterable[tuple[int, Answers]], there: dict[int, Answers]) -> dict[int, str]:
    """Say, ply by ply, what two processes have answered in two ways."""
    found = {ply: differing(family, answers, there[ply]) for ply, answers in here if ply in there}
    return {ply: says for ply, says in found.items() if says}
