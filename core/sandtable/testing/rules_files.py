"""A rules file in a test: its game with its modules, though nobody has trusted it."""

from __future__ import annotations

from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sandtable.engine.discovery.modules import Plugins
from sandtable.engine.discovery.trust import PACKAGE, trust
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.engine.running.installed_game import InstalledGame


def install_rules_file(path: Path, game: str) -> InstalledGame:
    """Return a game with the modules of a rules file, which is run.

    A copy of it is: what is trusted in its folder stays as it is. Raises ``Invalid`` for a file that would be left out.
    """
    with TemporaryDirectory() as folder:
        trust(Path(folder), Path(copy(path, folder)).name)
        plugins = Plugins(folder=Path(folder))
        family = plugins.family(game)
        if not any(module.__module__.startswith(PACKAGE) for module in family.modules.values()):
            faults = [one.fault for one in plugins.report().plugins if one.kind == "rules file" and one.fault]
            raise Invalid("; ".join(faults) or f"{path.name} has no module for {game}")
    return family
