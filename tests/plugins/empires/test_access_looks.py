"""10.3: how access is shown: the matrix, the table, the map mode, the sheet of an area, lines for the terminal."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import CoreHooks, SpaceId
from sandtable.present import Matrix, PresentHooks, Table
from sandtable.testing import Play
from sandtable_empires.access.looks import CLOSED, FOE, FORCED, GIVEN, NEUTRAL, OWN, parties
from sandtable_empires.holding import declare_war_on_minor, run_by
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import CorpsId, DistrictId, Forcing, NationId, Passage, Permission, PermissionId
from sandtable_empires.model.accords import Truce
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.testing import AU, FR, GB, PR, RU, SP, TU, Piece, alliance, area, corps, position, province, war


def begin(*pieces: Piece, **others: Any) -> Play:
    return position(
        corps("F I", FR, "Innsbruck", infantry=10), corps("T I", TU, "Constantinople", infantry=1), *pieces,
        grants=(CAMPAIGN,), dice=(), at=f"{FR}: land_movement", order=(FR,),
        board=europe_1805(), **others,
    )  # fmt: skip


def access(owner: str, guest: str, **terms: Any) -> Permission:
    return Permission(id=PermissionId(f"{owner} for {guest}"), owner=owner, guest=guest, **terms)  # type: ignore[arg-type]


HELD = [
    *war(FR, GB), *alliance(AU, RU), *alliance(FR, SP), Truce("t", PR, AU, 9), access(SP, FR, garrisons=True),
    access(AU, FR, provinces=(province("tyrol"),), until=6, validity="closed"), access(TU, RU, fleets=True, against=GB),
    access(PR, FR, unconditional=True), Forcing("France through Russia", FR, RU),
    Passage("p", CorpsId("F I"), AU, PermissionId("Austria for France"), (area("Innsbruck"),)),
]  # fmt: skip


def matrix(game: Play) -> dict[tuple[str, str], str]:
    (found,) = (one for one in game.game.hooks(PresentHooks).panels(game.game) if one.key == "relations")
    assert isinstance(found, Matrix)
    pairs = zip(found.heads, found.cells, strict=True)
    return {(one, other): cell for one, row in pairs for other, cell in zip(found.columns, row, strict=True) if cell}


def test_the_matrix_says_how_each_stands_to_each() -> None:
    told = matrix(begin(*HELD))
    assert {pair: cell for pair, cell in told.items() if cell != "–"} == {
        (FR, GB): "war", (GB, FR): "war", (AU, RU): "ally", (RU, AU): "ally", (FR, SP): "ally, access",
        (SP, FR): "ally", (PR, AU): "truce", (FR, AU): "access closed", (RU, TU): "access, not now",
        (FR, PR): "access (C.5)", (FR, RU): "by force",
    }  # fmt: skip


def test_minor_countries_at_war_stand_in_it_too() -> None:
    async def attacked(game: Any) -> None:
        await declare_war_on_minor(game, FR, DistrictId("bavaria"))
        run_by(game, NationId("Bavaria"), AU)

    game = begin(do=attacked)
    assert parties(game.game)[-1] == "Bavaria"
    assert (matrix(game)["Bavaria", FR], matrix(game)["Bavaria", AU]) == ("war", "runs it")


def test_what_is_given_is_told_with_its_terms() -> None:
    tables = {one.key: one for one in begin(*HELD).game.hooks(PresentHooks).panels(begin(*HELD).game)}
    table = tables["permissions"]
    assert isinstance(table, Table)
    assert table.rows[0] == (AU, FR, "closed to others", "to Tyrol, without garrisons and depots, until February 1806")
    assert not any(one.key == "permissions" for one in begin().game.hooks(PresentHooks).panels(begin().game))


@pytest.mark.parametrize(
    ("where", "colour"),
    [("Paris", OWN), ("London", FOE), ("Munich", NEUTRAL), ("Madrid", GIVEN), ("Moscow", FORCED), ("Vienna", CLOSED)],
)
def test_the_map_says_where_forces_may_be(where: str, colour: str) -> None:
    game = begin(*HELD).game
    (mode,) = (one for one in game.hooks(PresentHooks).map_modes(game) if one.key == "access")
    assert mode.fills[area(where)] == colour
    assert (area(where) in mode.hatched) is (colour == CLOSED)


def test_the_sheet_of_an_area_says_by_what_right() -> None:
    game = begin(*HELD).game
    told = {one.key: one.entries for one in game.hooks(PresentHooks).about(game, SpaceId("innsbruck"))}
    assert [(one.title, one.value) for one in told["access"]] == [(FR, "no access"), ("F I", "let in by Austria")]


def test_at_the_terminal_it_is_told_in_lines() -> None:
    game = begin(*HELD).game
    lines = list(game.hooks(CoreHooks).situation(game))
    assert "At war: France and Great Britain" in lines
    assert "Allied: Austria and Russia, France and Spain" in lines
    assert "By force: France through Russia" in lines
    told = next(line for line in lines if line.startswith("Access: "))
    assert "Spain lets France in to all its land, with garrisons (holds)" in told
