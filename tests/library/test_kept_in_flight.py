"""Campaigns kept before kinds of work and duties were declared, with work and a duty in flight: they go on."""

from __future__ import annotations

import lzma
from pathlib import Path

from sandtable.engine import AgendaItem, Due, Duty, EndStep, SeededDice
from sandtable.library.campaigns.opening import open_campaign
from sandtable.testing import Play
from sandtable_empires.model import Leader
from tests.engine.drill import test_rout as rout
from tests.engine.drill import test_treaty as treaty
from tests.engine.drill.rout import Run
from tests.plugins.empires.test_combat_options import after_trivial_combat

KEPT = Path(__file__).parent / "kept_in_flight"

BROUGHT_UP = "The campaign was brought up to newer data of its game"


def opened(name: str, like: Play, folder: Path) -> Play:
    """Open a copy of a kept campaign: it stands where the same game stands that is played here, and verifies."""
    path = folder / f"{name}.campaign"
    path.write_bytes(lzma.decompress((KEPT / f"{name}.campaign.xz").read_bytes()))
    found = open_campaign(like.referee.family, path, reading=True)
    play = Play(found.referee, found.start, like.prologue)
    assert play.game.state.hash == like.game.state.hash
    if like.referee.family.system.upgrades:
        assert [one.partition(" at ply ")[0] for one in found.notices] == [BROUGHT_UP]
    else:
        assert found.notices == []
        assert play.verify_replay() == len(play.referee.journal.plies)
    return play


def test_a_leader_who_was_wounded_then_recovers(tmp_path: Path) -> None:
    play = opened("due", after_trivial_combat((6, 6), 2), tmp_path)
    assert [(due.what, due.subject) for due in play[Due]] == [("recovers", "Soult")]
    play.referee.source = SeededDice(1)
    play.until(lambda play: play.game[Leader]["Soult"].standing == "waiting", seed=3)
    assert (play.game.round, len(play[Due])) == (4, 0)


def test_a_duty_that_was_owed_binds_and_fails(tmp_path: Path) -> None:
    play = opened("duty", treaty.land_phase(treaty.peace(far="Cluj"), 3), tmp_path)
    assert [duty.id for duty in play[Duty]] == ["go home:France:France in Austria"]
    assert play.why_not(EndStep()) == {"DRILL-12.4.1-deadline"}
    play.play(treaty.move(treaty.NEAR, "Munich"), EndStep())
    assert treaty.where(play) == ["Munich", "Strasbourg"]


def test_what_was_on_the_agenda_in_the_middle_of_a_question_is_done(tmp_path: Path) -> None:
    units = (rout.blue(rout.A, "0008", "shaken"), rout.blue(rout.B, "0006"), rout.blue(rout.C, "0005", "routed"))
    like = rout.game(*units, dice=(1, 39))
    like.play(*like.may(Run))
    play = opened("agenda", like, tmp_path)
    assert [(item.what, item.subject, item.after) for item in play[AgendaItem]] == [("morale_check", "B", "rout")]
    play.referee.source = like.referee.source
    while play.questions == [("Blue", ("Run",))]:
        play.play(*play.may(Run))
    assert rout.morale(play)[rout.B] == "shaken"
