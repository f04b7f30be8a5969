"""Fleets: where they lie, what they close, who takes them; and who comes and goes in the campaign of 1808."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec.structs import replace

from sandtable import testing
from sandtable.engine import InstalledGame, SideId
from sandtable.present import PresentHooks
from sandtable.testing import Play
from sandtable_empires.campaign.appointments import Appoint
from sandtable_empires.campaign.reinforcements import BringOn
from sandtable_empires.campaign_texts import PENINSULA
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.model import (
    BRITAIN,
    FRANCE,
    SPAIN,
    Area,
    Arrival,
    ArrivalId,
    Corps,
    CorpsId,
    Fleet,
    FleetId,
    Leader,
    LeaderId,
    NationId,
    Recall,
    Seizure,
)  # fmt: skip
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing import FR, GB, SP, Piece, area, corps, holdings, iberia, leader, position
from sandtable_empires.testing.peninsula import rows

FAMILY = InstalledGame(EMPIRES)
Lies = Literal["port", "blockade", "sea"]
NATION = {FR: FRANCE, GB: BRITAIN, SP: SPAIN}


def fleet(side: SideId, port: str, lies: Lies = "port") -> Fleet:
    return Fleet(
        id=FleetId("fleet"), title="the squadron", side=side, nation=NATION[side], ships=5, lies=lies, port=area(port)
    )


def at(step: str, *pieces: Piece) -> Play:
    someone = [
        corps("F I", FR, "Bayonne", infantry=5), corps("B I", GB, "Oporto", infantry=5),
        corps("S I", SP, "Seville", infantry=5),
    ]  # fmt: skip
    return position(*someone, *pieces, land=iberia, at=step, dice=())


# --- ports and blockades


def harbours(game: Play, side: SideId) -> set[str]:
    return set(game.game.hooks(SupplyHooks).harbours(game.game, side))


@pytest.mark.rule("BASE-7.4-blockade", "BASE-7.4-harbours")
@pytest.mark.parametrize(("lies", "open_to_ships"), [("blockade", False), ("port", True), ("sea", True)])
def test_an_enemy_fleet_before_a_port_closes_it(lies: Lies, open_to_ships: bool) -> None:
    """Before Cadiz a French squadron lets nothing in, for Spain or its British ally; elsewhere it is no matter."""
    game = at(f"{SP}: supply", fleet(FR, "Cadiz", lies))
    assert ("cadiz" in harbours(game, SP)) == open_to_ships
    assert ("cadiz" in harbours(game, GB)) == open_to_ships
    assert "barcelona" in harbours(game, SP)
    sources = {source.area for source in game.game.hooks(SupplyHooks).supply_sources(game.game, GB)}
    assert ("cadiz" in sources, "lisbon" in sources) == (open_to_ships, True)


def test_a_friendly_fleet_closes_nothing() -> None:
    assert "cadiz" in harbours(at(f"{SP}: supply", fleet(GB, "Cadiz", "blockade")), SP)


@pytest.mark.rule("BASE-7.4-sea-closed")
@pytest.mark.parametrize(("ruling", "open_to_ships"), [("a blockade", True), ("the power at sea", False)])
def test_a_port_must_be_blockaded_to_be_closed_unless_so_ruled(ruling: str, open_to_ships: bool) -> None:
    someone = corps("F I", FR, "Bayonne", infantry=5), corps("B I", GB, "Oporto", infantry=5)
    game = position(*someone, land=iberia, at=f"{FR}: supply", dice=(), parameters={"seaways": {"closed_by": ruling}})
    assert ("bayonne" in harbours(game, FR)) == open_to_ships


def test_a_fleet_stays_in_a_port_that_changes_hands() -> None:
    """No rule of the base game takes it with the city."""
    game = position(
        corps("F I", FR, "Cadiz", infantry=5),
        fleet(SP, "Cadiz"),
        corps("S X", SP, "Seville", infantry=1),
        land=iberia,
        at="conquest_step",
        dice=(),
    )
    assert game[Area]["cadiz"].holder == FR
    assert (game[Fleet]["fleet"].side, game[Fleet]["fleet"].port) == (SP, "cadiz")


# --- a squadron is seized

SEIZED = Seizure(FleetId("fleet"), 1, SP, SPAIN)


@pytest.mark.rule("BASE-6-seized")
def test_a_fleet_in_an_enemy_port_is_taken_on_its_date() -> None:
    game = at(f"{SP}: army_reinforcement", fleet(FR, "Cadiz"), SEIZED)
    assert (game[Fleet]["fleet"].side, game[Fleet]["fleet"].nation) == (SP, "Spain")
    assert not len(game[Seizure])
    assert any("Spain takes the squadron in Cadiz" in line for line in game.log)


def test_it_is_not_taken_before_its_date_nor_by_anybody_else() -> None:
    game = at(f"{SP}: army_reinforcement", fleet(FR, "Cadiz"), replace(SEIZED, turn=2))
    assert (game[Fleet]["fleet"].side, len(game[Seizure])) == (FR, 1)
    game = at(f"{GB}: army_reinforcement", fleet(FR, "Cadiz"), SEIZED)
    assert game.at.startswith(GB) is False or game[Fleet]["fleet"].side == FR


def test_it_escapes_when_the_port_has_been_lost_by_then() -> None:
    game = at(f"{SP}: army_reinforcement", fleet(FR, "Cadiz"), SEIZED, holdings(FR, "Cadiz"))
    assert (game[Fleet]["fleet"].side, len(game[Seizure])) == (FR, 0)


# --- the campaign of 1808


@pytest.fixture(scope="module")
def peninsula() -> Play:
    return testing.position(FAMILY, *rows(), dice=())


def test_the_squadrons_of_1808_lie_where_they_lay(peninsula: Play) -> None:
    found = {str(one.id): (one.side, one.lies, one.port, one.space) for one in peninsula[Fleet]}
    assert found["Rosily's Squadron"] == (FR, "port", "cadiz", "port-cadiz")
    assert found["Cotton's Squadron"] == (GB, "blockade", "lisbon", "blockade-lisbon")
    assert found["Purvis's Squadron"] == (GB, "sea", None, "gulf-of-cadiz")
    assert {port for side, _, port, _ in found.values() if side == SP} == {"cadiz", "corunna", "murcia"}
    assert [(one.id, one.turn, one.side) for one in peninsula[Seizure]] == [("Rosily's Squadron", 2, SP)]
    assert "the numbers are house data" in PENINSULA.read_text("utf-8").replace("\n# ", " ")


def test_fleets_are_shown_on_the_sea(peninsula: Play) -> None:
    shown = [one for one in peninsula.game.hooks(PresentHooks).counters(peninsula.game) if one.kind == "Fleet"]
    assert {(one.piece, one.space, one.symbol, one.strength) for one in shown} >= {
        ("Rosily's Squadron", "port-cadiz", "fleet", "5"), ("Purvis's Squadron", "gulf-of-cadiz", "fleet", "10"),
    }  # fmt: skip
    assert [one.piece for one in shown if "blockades" in one.badges] == ["Cotton's Squadron"]


TURN = {
    "May 1808": 1,
    "July 1808": 3,
    "August 1808": 4,
    "October 1808": 6,
    "November 1808": 7,
    "January 1809": 9,
    "April 1809": 12,
}


def arrival_of(peninsula: Play, name: str) -> int:
    return next(one.turn for one in peninsula[Arrival] if name in one.leaders)


def test_leaders_come_and_go_as_they_did(peninsula: Play) -> None:
    recalls = {one.id: (one.turn, one.back) for one in peninsula[Recall]}
    assert arrival_of(peninsula, "Napoleon") == TURN["November 1808"]
    assert recalls[LeaderId("Napoleon")] == (TURN["January 1809"], 0)
    assert arrival_of(peninsula, "Wellesley") == TURN["August 1808"]
    assert recalls[LeaderId("Wellesley")] == (TURN["October 1808"], TURN["April 1809"])
    assert arrival_of(peninsula, "Moore") == TURN["August 1808"] + 1
    assert peninsula[Leader]["Murat"].corps == "Murat's Reserve"
    assert recalls[LeaderId("Murat")] == (TURN["July 1808"], 0)
    assert (recalls[LeaderId("Suchet")], peninsula[Leader]["Suchet"].standing) == ((0, TURN["April 1809"]), "away")


def test_every_leader_of_a_recall_is_there_and_nobody_has_two_corps(peninsula: Play) -> None:
    assert {one.id for one in peninsula[Recall]} <= set(peninsula[Leader].ids())
    led = [one.corps for one in peninsula[Leader] if one.corps is not None]
    assert len(led) == len(set(led))
    assert all(sum(one.by_arm().values()) <= sum(one.room) for one in peninsula[Corps])


# --- called away, and sent back


def recall_step(turn: int, back: int, standing: str = "on the map") -> Play:
    """Return France's Reinforcement Step of turn 1."""
    soult = replace(leader("Soult", FR, "F I" if standing == "on the map" else None, 4, 3), standing=standing)
    return at(f"{FR}: army_reinforcement", soult, Recall(LeaderId("Soult"), turn, back))


def test_who_is_sent_back_may_be_given_a_corps_again() -> None:
    game = recall_step(0, 1, standing="away")
    assert game[Leader]["Soult"].standing == "waiting"
    game.play(Appoint(LeaderId("Soult"), CorpsId("F I")))
    assert game[Leader]["Soult"].corps == "F I"
    assert not len(game[Recall])


def test_who_is_to_come_back_is_kept_in_mind() -> None:
    game = recall_step(1, 3)
    assert game[Leader]["Soult"].standing == "away"
    assert [one.back for one in game[Recall]] == [3]
    assert not len(recall_step(1, 0)[Recall])


def test_who_has_died_meanwhile_does_not_come_back() -> None:
    assert recall_step(0, 1, standing="dead")[Leader]["Soult"].standing == "dead"


def test_a_corps_that_comes_late_comes_without_a_leader_who_has_been_called_away() -> None:
    waiting = replace(leader("Wellesley", FR, None, 5, 5), side=GB, nation=BRITAIN)
    arrival = Arrival(
        id=ArrivalId("B II"), side=GB, nation=NationId("Great Britain"), turn=1, infantry=9, corps=CorpsId("B II"),
        leaders=(LeaderId("Wellesley"),), areas=(area("Lisbon"),),
    )  # fmt: skip
    game = at(f"{GB}: army_reinforcement", corps("B II", GB, None), waiting, arrival, Recall(LeaderId("Wellesley"), 1))
    game.play(BringOn(ArrivalId("B II"), area("Lisbon")))
    assert (game[Leader]["Wellesley"].standing, game[Leader]["Wellesley"].corps) == ("away", None)
