"""The house rules by form that a campaign carries: they come with it wherever it is opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.journal.documents import read_epoch
from sandtable.engine.referee.epochs import continue_epoch
from sandtable.engine.rules.forms.rule_document import HouseRules, stored_rules
from sandtable.engine.state.rows import InForce
from sandtable.library.files.sqlite_errors import path_text

if TYPE_CHECKING:
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.campaigns.contents import Contents


def with_carried_rules(family: InstalledGame, contents: Contents, path: Path) -> tuple[InstalledGame, list[str]]:
    """Return the game with the rules that a campaign carries, and what is to be said of them.

    The campaign's own count: what has the same key in the rules folder may have been changed since.
    """
    carried, notices = _carried(contents, path)
    for one in carried:
        here = family.by_form.get(one.key)
        if here is not None and here != one:
            notices.append(
                f"The house rule {one.title} ({one.key}) in your rules folder is another than this campaign carries; "
                "the campaign goes on with its own."
            )
    return family.carrying(carried), notices


def _carried(contents: Contents, path: Path) -> tuple[list[HouseRules], list[str]]:
    if not contents.epochs:
        return [], []
    found: list[HouseRules] = []
    notices: list[str] = []
    for text in read_epoch(contents.epochs[-1]).house.values():
        try:
            found.append(stored_rules(text, path_text(path)))
        except Invalid as error:
            notices.append(str(error))
    return found, notices


def keep_rules(referee: Referee, rules: HouseRules, *, anew: bool = False) -> None:
    """Have a campaign that is open for writing carry a house rule from now on; it is played under it once reopened.

    Raises ``Invalid`` for one that does not fit the game, and, but for ``anew``, where it carries another of its key.
    """
    family = referee.family
    known = family.by_form.get(rules.key)
    if known is not None and known != rules and not anew:
        raise Invalid(
            f"the campaign already carries another house rule {rules.key!r}: replace it, or give this one another key"
        )
    with_it = family.carrying([rules])
    if rules.key in with_it.left_out:
        raise Invalid(with_it.left_out[rules.key])
    epoch = continue_epoch(referee)
    referee.accept_rules(replace(epoch, house={**epoch.house, rules.key: rules.text}))


def drop_rules(referee: Referee, key: str) -> None:
    """Have a campaign no longer carry a house rule; raises ``Invalid`` for one that is on."""
    epoch = continue_epoch(referee)
    if key not in epoch.house:
        raise unknown("house rule of the campaign", key, epoch.house)
    in_force = referee.game[InForce].get("options")
    if in_force is not None and key in in_force.on:
        raise Invalid(f"{key} is on in this campaign: let the table switch it off first")
    referee.accept_rules(replace(epoch, house={one: text for one, text in epoch.house.items() if one != key}))
