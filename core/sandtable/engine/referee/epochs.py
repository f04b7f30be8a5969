"""The rules a campaign is played by now, and what has changed in them since it was played last."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from sandtable.distribution import VERSION
from sandtable.engine.journal.journal import Epoch

if TYPE_CHECKING:
    from sandtable.engine.journal.journal import Journal
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.engine.running.game import RunningGame

EARLY: Final = "of an early version"


class Played(Protocol):
    """A campaign that is being played, as a referee has it."""

    @property
    def game(self) -> RunningGame: ...

    @property
    def journal(self) -> Journal: ...


def continue_epoch(played: Played) -> Epoch:
    """Return the last epoch as it goes on here: the same rules, written as documents are written now."""
    epochs = played.journal.epochs
    here = epoch_of(played)
    last = epochs[-1] if epochs else here
    return replace(last, engine=VERSION, writing=here.writing, house={**last.house, **here.house})


def epoch_of(played: Played) -> Epoch:
    """Return the rules that are played by now."""
    rulebook = played.game.rulebook
    modules = {key: (module.version, played.game.family.content(key)) for key, module in rulebook.modules.items()}
    parameters: dict[str, dict[str, Any]] = {k: dict(v) for k, v in rulebook.choices.parameters.items()}
    family = played.game.family
    return Epoch(modules, parameters, VERSION, family.writing, house_of(family))


def house_of(family: Rulebooks) -> dict[str, str]:
    """Return the house rules by form that can be played here, as a campaign carries them."""
    return {key: one.text for key, one in sorted(family.by_form.items()) if key in family.modules}


def carries_house_rules(played: Played) -> bool:
    """Tell whether the journal's last epoch carries the house rules by form that can be played here."""
    epochs = played.journal.epochs
    return not epochs or house_of(played.game.family).items() <= epochs[-1].house.items()


def made_by(epoch: Epoch) -> str:
    """Say which programs wrote what was played in an epoch."""
    game = f" with {epoch.writing.game}" if epoch.writing.game else ""
    return f"Sandtable {epoch.engine or EARLY}{game}"


def made_here(family: Rulebooks) -> str:
    """Say which programs write here."""
    return made_by(Epoch(engine=VERSION, writing=family.writing))


def made_with(made: str) -> str:
    """Say which programs wrote something, from what it says of that, if anything."""
    return made or f"Sandtable {EARLY}"


def is_written_here(played: Played) -> bool:
    """Tell whether the journal's last epoch was written as documents are written now."""
    epochs = played.journal.epochs
    return not epochs or epochs[-1].writing == played.game.family.writing


def changed_rules(played: Played) -> list[str]:
    """Say what has changed in the rules since the journal's last epoch; an empty list means nothing.

    Options that the table has switched are no news; a module that is always in force and was not there before is.
    """
    return changed_since(played, -1) if played.journal.epochs else []


def changed_since(played: Played, number: int) -> list[str]:
    """Say what has changed in the rules since an epoch: in modules in force before and now, and those that are new."""
    then, now = played.journal.epochs[number].modules, epoch_of(played).modules
    both = then.keys() & now.keys()
    return Epoch({k: then[k] for k in both}).differences(Epoch({k: now[k] for k in both | new_modules(played, number)}))


def new_modules(played: Played, number: int) -> frozenset[str]:
    """Return the modules in force now, without any option, that were not in force in an epoch: they have come since."""
    rulebook, then = played.game.rulebook, played.journal.epochs[number].modules
    always = played.game.family.in_force(replace(rulebook.choices, on=frozenset()))
    return always.intersection(rulebook.modules) - then.keys()
