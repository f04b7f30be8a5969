"""What comes when: the schedule of reinforcements."""

from __future__ import annotations

from typing import Annotated, NewType

from msgspec import Meta

from sandtable.engine import Row, SideId
from sandtable_empires.model.forces import CorpsId, LeaderId, Troops
from sandtable_empires.model.nations import NationId
from sandtable_empires.model.places import AreaId

ArrivalId = NewType("ArrivalId", str)


class Arrival(Troops, frozen=True, kw_only=True):
    """Reinforcements: a ``corps`` with its factors and leaders, or (``None``) a draft for a corps of the nation.

    It may come on in one of ``areas``; a draft without areas reaches corps anywhere.
    """

    indexes = ("side",)
    id: ArrivalId
    side: SideId
    nation: NationId
    turn: Annotated[int, Meta(ge=1, title="Turn")]
    corps: CorpsId | None = None
    leaders: tuple[LeaderId, ...] = ()
    areas: tuple[AreaId, ...] = ()
    says: str = ""


class Recall(Row, frozen=True):
    """A leader whom his government calls away in a turn, and sends back in another; ``back`` 0: never."""

    id: LeaderId
    turn: Annotated[int, Meta(ge=0, title="Turn")]
    back: Annotated[int, Meta(ge=0, title="Back in turn")] = 0
