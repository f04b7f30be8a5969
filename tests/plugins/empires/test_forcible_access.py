"""10.3.4: forcible access: asked for first, then declared; a point for each owner and turn, war at any single move."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from sandtable.engine import InstalledGame, Pass, SideId
from sandtable.library.campaigns.opening import open_campaign
from sandtable.testing import Play
from sandtable.testing.proofs import save
from sandtable_empires.access.asking import AskOnTheMarch, LetIn
from sandtable_empires.access.forcible import ForceAccess
from sandtable_empires.access.responses import DeclareWarOnIntruder
from sandtable_empires.hookspecs.access import AccessHooks
from sandtable_empires.land.depots import LayDepot
from sandtable_empires.land.detaching import Detach
from sandtable_empires.land.quarters import TakeQuarters
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.march import March
from sandtable_empires.model import Corps, CorpsId, FleetId, Forcing, Permission, PermissionId, PoliticalStatus, at_war
from sandtable_empires.model.accords import Truce
from sandtable_empires.model.fleets import Aboard
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.naval.aboard import Disembark
from sandtable_empires.politics.calls import AnswerCall, CallAllies
from sandtable_empires.system import EMPIRES
from sandtable_empires.territory import right_in
from sandtable_empires.testing import (
    AU,
    FR,
    POWERS,
    PR,
    RU,
    TU,
    Piece,
    alliance,
    area,
    control,
    corps,
    depot,
    fleet,
    position,
    province,
    status,
    war,
)  # fmt: skip

ROOT: Final = Path(__file__).parents[3]
F_I, F_II = CorpsId("F I"), CorpsId("F II")
ANYHOW = "in any case"


def begin(*pieces: Piece, **others: Any) -> Play:
    """Return France's Land Movement Step, with corps in Munich and Stuttgart."""
    given: dict[str, Any] = {"dice": (), **others}
    return position(
        corps("F I", FR, "Munich", infantry=10, movement=6), corps("F II", FR, "Stuttgart", infantry=10, movement=6),
        corps("T I", "Turkey", "Constantinople", infantry=1), *(status(one, 23) for one in POWERS), *pieces,
        grants=(CAMPAIGN,), at=f"{FR}: land_movement", order=(FR,), **given,
    )  # fmt: skip


def ask_of(owner: str, *provinces: str) -> AskOnTheMarch:
    return AskOnTheMarch(SideId(owner), tuple(map(province, provinces)), (), ANYHOW, 0, 0, 0, "")


def forced(*owners: str, game: Play | None = None, **others: Any) -> Play:
    """Return the position in which some powers have refused, and nobody declares war when told of it."""
    game = game or begin(**others)
    for owner in owners:
        game.play(ask_of(owner))
        game.play(Pass(), side=owner)
        game.play(ForceAccess(SideId(owner)))
        game.play(Pass(), side=owner)
    return game


def let_pass(game: Play) -> int:
    """Have nobody declare war on whoever goes through by force; return how often somebody could have."""
    asked = 0
    while game.questions[0][1] == ("DeclareWarOnIntruder",):
        game.play(Pass())
        asked += 1
    return asked


def march(id: CorpsId, *areas: str) -> March:
    return March(id, tuple(map(area, areas)))


def box(game: Play, side: str) -> int:
    return game[PoliticalStatus][side].box


# --- asked for first


@pytest.mark.rule("EIA-10.3.4-basis")
def test_it_is_for_whom_access_was_refused() -> None:
    game = begin()
    assert game.why_not(ForceAccess(AU)) == {"EIA-10.3.4-basis"}
    game.play(ask_of(AU))
    assert game.questions == [(AU, ("LetIn",))]
    game.play(Pass(), side=AU)
    assert game.why_not(ForceAccess(AU)) == set()
    assert game.why_not(ForceAccess(PR)) == {"EIA-10.3.4-basis"}


@pytest.mark.rule("EIA-10.3.4-basis", "BASE-10.3.1-agreed")
def test_whoever_is_let_in_needs_none() -> None:
    game = begin()
    game.play(ask_of(AU), LetIn())
    assert game.why_not(march(F_I, "Salzburg", "Linz")) == set()
    assert "EIA-10.3.4-basis" in game.why_not(ForceAccess(AU))
    game.prove()


@pytest.mark.rule("EIA-10.3.4-basis", "BASE-10.3.4-passage")
def test_then_land_forces_go_through_all_the_same() -> None:
    game = forced(AU)
    game.play(march(F_I, "Salzburg", "Linz"))
    assert let_pass(game) == 2
    assert game[Corps]["F I"].area == area("Linz")
    game.prove()


@pytest.mark.rule("BASE-10.3.4-once")
def test_it_is_declared_once_a_month_and_to_no_enemy() -> None:
    assert "BASE-10.3.4-once" in forced(AU).why_not(ForceAccess(AU))
    assert "BASE-10.3.4-once" in begin(war(FR, RU)).why_not(ForceAccess(RU))


@pytest.mark.rule("BASE-10.3.4-over")
def test_it_is_over_with_the_month() -> None:
    game = forced(AU, dice=[1] * 9)
    game.until(lambda play: play.game.round == 2)
    assert not len(game[Forcing])


# --- no more than through a neutral country


@pytest.mark.rule("EIA-10.3.4-restrictions")
def test_no_depots_and_no_cities_by_it() -> None:
    game = forced(AU)
    game.play(march(F_I, "Salzburg"), Pass())
    assert "EIA-10.3.4-restrictions" in game.why_not(Detach(F_I, "city", "infantry", 1))
    assert "EIA-10.3.4-restrictions" in game.why_not(TakeQuarters(F_I))
    assert right_in(game.game, FR, area("Linz")) is not None  # supply goes through


@pytest.mark.rule("EIA-10.3.4-restrictions")
def test_nor_are_depots_laid_by_it() -> None:
    step = position(
        corps("F I", FR, "Salzburg", infantry=5), Forcing("France through Austria", FR, AU), depot(FR, "Strasbourg"),
        corps("T I", "Turkey", "Constantinople", infantry=1), grants=(CAMPAIGN,), at=f"{FR}: depots", order=(FR,),
    )  # fmt: skip
    assert "EIA-10.3.4-restrictions" in step.why_not(LayDepot(area("Salzburg")))


@pytest.mark.rule("EIA-10.3.4-land-only")
@pytest.mark.parametrize(
    ("forced", "let_in", "port_open"),
    [(True, None, False), (False, "fleets", True), (True, "land forces", False), (True, "fleets", True)],
)
def test_it_opens_no_port_to_a_fleet(forced: bool, let_in: str | None, port_open: bool) -> None:
    """Nor does it close one that is open by permission."""
    forcing = [Forcing("France through Turkey", FR, TU)] if forced else []
    id = PermissionId("Turkey lets France in")
    given = [Permission(id=id, owner=TU, guest=FR, fleets=let_in == "fleets")] if let_in is not None else []
    game = begin(*forcing, *given).game
    assert (area("Athens") in game.hooks(AccessHooks).open_ports_of(game, FR)) is port_open


@pytest.mark.rule("EIA-10.3.1-major-needs-right", "BASE-10.3.4-passage", "EIA-10.3.4-war-response-repeats")
def test_a_landing_is_a_move_as_any_other() -> None:
    """From the sea before Fiume: closed, then by force, and Austria may answer."""
    at_sea = corps("F IV", FR, None, infantry=5), fleet("F f", FR, "Northern Adriatic", lies="sea")
    game = begin(*at_sea, Aboard(CorpsId("F IV"), FleetId("F f")), board=europe_1805())
    port = area("Fiume")
    landing = Disembark(CorpsId("F IV"), port)
    assert game.why_not(landing) == {"EIA-10.3.1-major-needs-right"}
    forced(AU, game=game)
    game.play(landing)
    assert (let_pass(game), game[Corps]["F IV"].area, box(game, FR)) == (1, port, 22)


# --- its price


@pytest.mark.rule("EIA-10.3.4-cost", "BASE-10.3.4-use")
def test_declared_it_costs_nothing_and_used_a_point() -> None:
    game = forced(AU)
    assert box(game, FR) == 23
    game.play(march(F_I, "Salzburg"), Pass())
    assert box(game, FR) == 22


@pytest.mark.rule("EIA-10.3.4-cost")
@pytest.mark.parametrize(("saxony", "lost"), [(PR, 1), (AU, 2)])
def test_a_point_for_each_power_whose_territories_are_used(saxony: str, lost: int) -> None:
    """Bavaria and Saxony both under Prussia: one point; Bavaria under Austria: two."""
    bavaria = PR if lost == 1 else AU
    pieces = (control(bavaria, "Bavaria"), control(PR, "Saxony"), corps("F III", FR, "Wittenberg", infantry=5))
    game = begin(*pieces)
    for owner in dict.fromkeys((bavaria, PR)):
        forced(owner, game=game)
    for one in (march(F_II, "Ulm", "Augsburg"), march(CorpsId("F III"), "Leipzig")):
        game.play(one)
        let_pass(game)
    assert box(game, FR) == 23 - lost


@pytest.mark.rule("EIA-10.3.4-cost", "BASE-10.3.4-use")
def test_no_more_than_a_point_however_many_march() -> None:
    game = forced(AU)
    for one in (march(F_I, "Salzburg", "Linz"), march(F_II, "Ulm")):
        game.play(one)
        let_pass(game)
    third = CorpsId("F I")
    assert (box(game, FR), game[Corps][third].area) == (22, area("Linz"))


@pytest.mark.rule("EIA-10.3.4-cost")
def test_whoever_is_let_in_after_all_does_not_use_it() -> None:
    given = Permission(id=PermissionId("Austria lets France in"), owner=AU, guest=FR)
    game = forced(AU)
    game.put(given)
    game.play(march(F_I, "Salzburg"))
    assert (let_pass(game), box(game, FR)) == (0, 23)


# --- war at any single move


@pytest.mark.rule("EIA-10.3.4-war-response")
def test_war_may_be_declared_as_soon_as_it_is_told() -> None:
    game = begin()
    game.play(ask_of(AU))
    game.play(Pass(), side=AU)
    game.play(ForceAccess(AU))
    assert game.questions == [(AU, ("DeclareWarOnIntruder",))]
    game.play(DeclareWarOnIntruder(FR))
    assert at_war(game.game, AU, FR)
    assert (box(game, AU), box(game, FR)) == (20, 23)
    assert not len(game[Forcing])
    game.prove()


@pytest.mark.rule("EIA-10.3.4-war-response-repeats")
def test_and_again_at_each_area_that_a_corps_enters() -> None:
    game = forced(AU)
    game.play(march(F_I, "Salzburg", "Linz", "Krems"))
    assert let_pass(game) == 3
    game.play(march(F_II, "Ulm", "Augsburg"))
    assert let_pass(game) == 0  # Bavaria is nobody's


@pytest.mark.rule("EIA-10.3.4-war-response-repeats", "BASE-10.3.1-war-cancels")
def test_declared_in_the_middle_of_a_march_it_is_on_at_once() -> None:
    """The corps marches on, in enemy land now; at the next area with an Austrian corps it stops."""
    game = forced(AU, game=begin(corps("A I", AU, "Linz", infantry=5)))
    game.play(march(F_I, "Salzburg", "Linz", "Krems"))
    game.play(DeclareWarOnIntruder(FR))
    assert at_war(game.game, AU, FR)
    assert game[Corps]["F I"].area == area("Linz")
    assert (box(game, AU), box(game, FR)) == (20, 22)
    assert game.at == f"{FR}: land_movement"
    game.prove()


@pytest.mark.rule("EIA-10.3.4-war-response")
def test_on_any_of_those_who_use_it_there() -> None:
    game = forced(AU, game=begin(Forcing("Prussia through Austria", PR, AU, used=True)))
    game.play(march(F_I, "Salzburg"))
    assert {act.power for act in game.may(DeclareWarOnIntruder)} == {FR, PR}
    game.play(DeclareWarOnIntruder(PR))
    assert game.questions == [(AU, ("DeclareWarOnIntruder",))]  # it may declare another
    game.play(DeclareWarOnIntruder(FR))
    assert box(game, AU) == 17
    assert (at_war(game.game, AU, FR), at_war(game.game, AU, PR)) == (True, True)


@pytest.mark.rule("BASE-10.3.4-limits")
def test_not_where_a_truce_forbids_it() -> None:
    game = begin(Truce("Austria towards France", AU, FR, 9))
    game.play(ask_of(AU))
    game.play(Pass(), side=AU)
    game.play(ForceAccess(AU))
    assert game.at == f"{FR}: land_movement"
    game.play(march(F_I, "Salzburg"))
    assert let_pass(game) == 0


# --- in the middle of another's move: taken back, saved, killed


def half_way() -> Play:
    """Return the march of a French corps in the middle of which Austria is asked."""
    game = forced(AU)
    game.play(march(F_I, "Salzburg", "Linz", "Krems"), Pass())
    assert (game[Corps]["F I"].area, game.questions) == (area("Linz"), [(AU, ("DeclareWarOnIntruder",))])
    return game


def test_it_is_taken_back_answer_by_answer() -> None:
    game = half_way()
    game.undo()
    assert (game[Corps]["F I"].area, box(game, FR)) == (area("Salzburg"), 22)
    game.undo()
    assert (game[Corps]["F I"].area, box(game, FR)) == (area("Munich"), 23)
    assert game.at == f"{FR}: land_movement"
    game.redo()
    game.redo()
    assert game[Corps]["F I"].area == area("Linz")
    game.play(DeclareWarOnIntruder(FR))
    game.undo()
    assert not at_war(game.game, AU, FR)


def test_saved_there_it_goes_on_where_it_was() -> None:
    again = half_way().reload()
    again.play(DeclareWarOnIntruder(FR))
    assert (at_war(again.game, AU, FR), again[Corps]["F I"].area) == (True, area("Krems"))
    again.prove()


STOPS: Final = """
import os, sys
from pathlib import Path
from sandtable.engine import InstalledGame, Pass
from sandtable.library.campaigns.opening import open_campaign
from sandtable_empires.politics.calls import AnswerCall, CallAllies
from sandtable_empires.system import EMPIRES
from tests.plugins.empires.test_forcible_access import F_I, march
referee = open_campaign(InstalledGame(EMPIRES), Path(sys.argv[1])).referee
referee.play(march(F_I, "Salzburg", "Linz", "Krems"))
referee.play(Pass())
os.kill(os.getpid(), 9)
"""


def test_killed_there_it_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "campaign.sandtable"
    save(forced(AU), path)
    done = subprocess.run([sys.executable, "-c", STOPS, path], cwd=ROOT, check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    referee = open_campaign(InstalledGame(EMPIRES), path).referee
    assert referee.game.state.hash == half_way().game.state.hash
    assert referee.prompt is not None
    assert [ask.kinds for ask in referee.prompt.open] == [(DeclareWarOnIntruder,)]
    referee.play(DeclareWarOnIntruder(FR))
    assert at_war(referee.game, AU, FR)
    referee.sink.close()


@pytest.mark.rule("EIA-10.3.4-call-allies")
def test_in_the_middle_of_that_march_allies_are_called_and_the_corps_marches_on() -> None:
    """Russia follows Austria's call: both are at war with France before its corps enters the next area."""
    game = forced(AU, game=begin(alliance(AU, RU)))
    game.play(march(F_I, "Salzburg", "Linz", "Krems"))
    game.play(DeclareWarOnIntruder(FR))
    assert (game[Corps]["F I"].area, game.questions) == (area("Salzburg"), [(AU, ("CallAllies",))])
    game = game.reload()
    game.play(CallAllies((RU,)), side=AU)
    game.play(AnswerCall(True), side=RU)
    assert (at_war(game.game, AU, FR), at_war(game.game, RU, FR)) == (True, True)
    assert game[Corps]["F I"].area == area("Krems")
    game.prove()
