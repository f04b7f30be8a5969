"""Where modules change who is supplied, and by what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args

from sandtable.engine import Game, HookSet, collects
from sandtable_grande_armee.model import UnitId

Purpose = Literal["force march", "combat"]
"""What supply is for; that for combat is that for stacking, too."""
PURPOSES: Final[tuple[Purpose, ...]] = get_args(Purpose)


class SupplyHooks(HookSet):
    """Who supplies whom.

    .. versionadded:: 0.3
    """

    @collects
    def sources(self, game: Game, unit: UnitId, purpose: Purpose) -> Iterable[str]:
        """Name what can supply a unit where it stands: supply units by their ids, forts by their hexes.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def no_sources(self, game: Game, unit: UnitId, purpose: Purpose) -> Iterable[str]:
        """Name what cannot supply a unit for a purpose, whoever says that it can.

        .. versionadded:: 0.3
        """
        return ()
