"""Whose a campaign is: each library may have a scenario of the same key, and the same one may change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.errors import Invalid, SandtableError
from sandtable.library.campaigns.carried_setup import carried_scenario
from sandtable.library.files.file import File
from sandtable.library.files.schema import CAMPAIGN
from sandtable.library.files.sqlite_errors import path_text

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.play.begin.starts import Start


def is_begun_from(path: Path, start: Start) -> bool:
    """Tell whether a campaign of this key was begun from the scenario as it is here.

    One that is too damaged to say so counts: whoever opens it is told of the damage.
    """
    try:
        with File.open(path, CAMPAIGN) as file:
            carried = carried_scenario(file)
    except Invalid:
        return True
    if carried is None or start.document is None:
        return carried is start.document
    there, here = (_as_it_is_now(one, start.family) for one in (carried, start.document))
    return there.digest == here.digest


def _as_it_is_now(document: ScenarioDocument, family: InstalledGame) -> ScenarioDocument:
    """Return a scenario as its game has it now; one that cannot be brought up stays as it is."""
    try:
        return document.upgrade(family)
    except SandtableError:
        return document


def other_scenario(path: Path, start: Start) -> str:
    """Say that a campaign was begun from another scenario of this key."""
    of = (
        f"the one in {path_text(start.library)}"
        if start.library is not None
        else f"that of {start.family.system.title}"
    )
    return f"{path_text(path)} was begun from another scenario {start.name} than {of}, or before that was changed"
