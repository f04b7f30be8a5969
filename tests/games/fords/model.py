"""What stands on the map of the Fords, and what is remembered of it."""

from __future__ import annotations

from typing import Annotated, Final, NewType

from msgspec import Meta

from sandtable.engine import (
    Game,
    MarkKind,
    Row,
    SideId,
)

CorpsId = NewType("CorpsId", str)
BattleId = NewType("BattleId", str)
LAST: Final = 6
MARCHED = MarkKind("marched", until="turn")
LEVIED = MarkKind("levied", until="turn")
FED = MarkKind("fed", until="turn")
PROCLAIMED = MarkKind("proclaimed", until="sequence")
CHIT = MarkKind("chit", until="round", of="chit")
LOST = MarkKind("lost the round", until="round")


class Corps(Row, frozen=True):
    """A corps; ``None`` is what its enemy knows of its strength before it has fought."""

    indexes = ("side", "area")
    id: CorpsId
    side: SideId
    area: str
    strength: Annotated[int, Meta(ge=0, le=20, title="Strength")] | None
    known: bool = False
    fed: Annotated[int, Meta(ge=0, le=9)] = 0


class Battle(Row, frozen=True):
    """A battle that is being fought."""

    id: BattleId
    area: str
    losses: int = 0


def there(game: Game, area: str, side: str) -> list[Corps]:
    return [corps for corps in game[Corps].where("area", area) if corps.side == side]
