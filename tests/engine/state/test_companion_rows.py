"""A module's companion row has the id of another's row, and takes nothing from it."""

from typing import ClassVar, NewType

from sandtable.engine import Action, Row, RuleModule, Side, SideId
from sandtable.testing import position, toy

GunId = NewType("GunId", str)


class Gun(Row, frozen=True):
    id: GunId


class Spiked(Row, frozen=True):
    """A companion of some guns."""

    id: GunId


class Fire(Action, frozen=True):
    gun: GunId


class Gunnery(RuleModule):
    key = "gunnery"
    actions: ClassVar = {"play": (Fire,)}
    rows = (Spiked,)


def test_a_reference_means_the_table_that_was_declared_first_not_its_companion() -> None:
    guns = [Gun(GunId(name)) for name in ("A", "B")]
    play = position(toy(Gunnery, rows=(Gun,)), Side(SideId("Blue")), *guns, Spiked(GunId("B")))
    assert play.may(Fire) == [Fire(GunId("A")), Fire(GunId("B"))]
