"""Drill 6: a variant replaces half of a rule, a second one amends it; all four on/off combinations."""

from collections.abc import Iterable
from itertools import permutations

import pytest

from sandtable.engine import (
    EndStep,
    Game,
    Invalid,
    Option,
    Part,
    Pass,
    RuleModule,
    SeededDice,
    Side,
    SideId,
    hookimpl,
    rule,
)
from sandtable.engine.rules.system import GameSystem
from sandtable.lab.bots import RandomBot, play_on
from sandtable.testing import Play, position, toy
from tests.engine.drill.rally import (
    TURN,
    DeclineCheck,
    DeclinedChecks,
    Rally,
    RallyHooks,
    RallyLossCap,
    RoutByChoice,
    Unit,
    UnitId,
)
from tests.tiers import count

BLUE, RED = SideId("Blue"), SideId("Red")
STEADY = Unit(UnitId("steady"), BLUE, er=33, state="steady")
ROUTED = Unit(UnitId("routed"), RED, er=33, added=15)
CHOSEN = Unit(UnitId("chosen"), RED, er=33, added=15, by_choice=True)
CAP, DECLINE = "rally_loss_cap", "vr_decline_check"
FOUR = ((), (CAP,), (DECLINE,), (CAP, DECLINE))


def field(*modules: type[RuleModule]) -> GameSystem:
    return toy(*modules, rows=(Unit,), sequences=(TURN,), hook_sets=(RallyHooks,))


FIELD = field(Rally, RallyLossCap, DeclinedChecks)


def rally(*units: Unit, on: tuple[str, ...] = (), dice: tuple[int, ...] = (), system: GameSystem = FIELD) -> Play:
    """Begin the Rally Phase; dice are read as 00-99."""
    faces = [(number // 10 + 1, number % 10 + 1) for number in dice]
    return position(system, Side(BLUE), Side(RED), STEADY, *units, on=on, at="rally", dice=faces)


def sps_lost(play: Play, unit: UnitId) -> int:
    return 6 - play[Unit][unit].sp


@pytest.mark.parametrize("on", FOUR)
def test_who_passes_is_shaken_and_disordered_in_every_combination(on: tuple[str, ...]) -> None:
    play = rally(ROUTED, on=on, dice=(48,))
    unit = play[Unit][ROUTED.id]
    assert (unit.state, unit.disordered, unit.sp, unit.retreats) == ("shaken", True, 6, 0)


@pytest.mark.parametrize(("on", "sps"), [((), 3), ((CAP,), 1), ((DECLINE,), 3), ((CAP, DECLINE), 1)])
def test_er_33_modified_to_48_rolls_19(on: tuple[str, ...], sps: int) -> None:
    play = rally(ROUTED, on=on, dice=(19,))
    assert (sps_lost(play, ROUTED.id), play[Unit][ROUTED.id].retreats) == (sps, 1)


@pytest.mark.parametrize(
    ("dice", "base", "capped"),
    [(47, 0, 0), (43, 1, 0), (44, 0, 0), (20, 3, 0), (19, 3, 1), (11, 4, 1), (10, 4, 0), (0, 5, 0)],
)
def test_losses_by_dice(dice: int, base: int, capped: int) -> None:
    assert sps_lost(rally(ROUTED, dice=(dice,)), ROUTED.id) == base
    assert sps_lost(rally(ROUTED, on=(CAP,), dice=(dice,)), ROUTED.id) == capped


def test_a_unit_without_sps_left_does_not_retreat() -> None:
    play = rally(Unit(UnitId("remnant"), RED, er=48, sp=3), dice=(19,))
    assert (play[Unit]["remnant"].sp, play[Unit]["remnant"].retreats) == (0, 0)


def test_every_unit_takes_its_own_check() -> None:
    play = rally(ROUTED, Unit(UnitId("another"), RED, er=33), dice=(33, 47))
    assert (play[Unit]["another"].state, play[Unit][ROUTED.id].state) == ("shaken", "routed")


# -- the check declined


@pytest.mark.parametrize("on", FOUR)
def test_only_the_option_lets_a_voluntary_rout_decline(on: tuple[str, ...]) -> None:
    play = rally(CHOSEN, on=on, dice=(48,))
    assert (play.questions == [(RED, ("DeclineCheck",))]) == (DECLINE in on)


@pytest.mark.parametrize("on", FOUR[2:])
def test_declined_it_loses_nothing_and_goes_on_retreating(on: tuple[str, ...]) -> None:
    play = rally(CHOSEN, on=on)
    play.play(DeclineCheck())
    unit = play[Unit][CHOSEN.id]
    assert (unit.state, unit.sp, unit.retreats, play.throws) == ("routed", 6, 1, [])


@pytest.mark.parametrize(("on", "sps"), [((DECLINE,), 3), ((CAP, DECLINE), 1)])
def test_taken_the_check_fails_by_the_rule_in_force(on: tuple[str, ...], sps: int) -> None:
    play = rally(CHOSEN, on=on, dice=(19,))
    play.play(Pass())
    assert sps_lost(play, CHOSEN.id) == sps


@pytest.mark.parametrize("on", FOUR[2:])
def test_who_was_routed_by_the_enemy_must_check(on: tuple[str, ...]) -> None:
    assert rally(ROUTED, on=on, dice=(48,)).throws == [14]  # tens 5, ones 9


# -- what the log cites


@pytest.mark.parametrize(
    ("on", "cites"),
    [
        ((), "(DRILL-rally-failure)"),
        ((CAP,), "(DRILL-rally-loss-cap in place of DRILL-rally-failure)"),
        ((DECLINE,), "(DRILL-rally-failure)"),
        ((CAP, DECLINE), "(DRILL-rally-loss-cap in place of DRILL-rally-failure)"),
    ],
)
def test_the_log_names_the_rule_and_the_one_it_replaces(on: tuple[str, ...], cites: str) -> None:
    assert cites in rally(ROUTED, on=on, dice=(19,)).log[0]


@pytest.mark.parametrize("on", FOUR[2:])
def test_the_log_names_the_amendment_and_what_it_amends(on: tuple[str, ...]) -> None:
    play = rally(CHOSEN, on=on)
    play.play(DeclineCheck())
    assert play.log == ["chosen: 0 no check (DRILL-vr-no-check in place of DRILL-rally-failure); = 0 SPs lost"]


@pytest.mark.parametrize("on", FOUR)
def test_what_stands(on: tuple[str, ...]) -> None:
    game = rally(on=on).game
    assert game.stands("DRILL-rally-success")
    assert game.stands("DRILL-rally-failure") == (CAP not in on)
    assert game.stands("DRILL-rally-loss-cap") == (CAP in on)
    assert game.stands("DRILL-vr-no-check") == (DECLINE in on)


@pytest.mark.parametrize("modules", list(permutations((Rally, RallyLossCap, DeclinedChecks))))
def test_the_order_of_loading_changes_nothing(modules: tuple[type[RuleModule], ...]) -> None:
    play = rally(CHOSEN, ROUTED, on=(CAP, DECLINE), dice=(19,), system=field(*modules))
    play.play(DeclineCheck())
    assert (sps_lost(play, CHOSEN.id), sps_lost(play, ROUTED.id)) == (0, 1)


class OtherCap(RuleModule):
    """Another replacement of the same rule."""

    key = "other_cap"
    option = Option("Other losses", "Nothing is lost.", ("DRILL-other-cap",))

    @hookimpl
    @rule("DRILL-other-cap", supersedes="DRILL-rally-failure")
    def losses(self, game: Game, unit: UnitId, dice: int) -> Iterable[Part]:
        return []


def test_two_replacements_of_one_rule_are_an_error_that_names_both() -> None:
    twice = field(Rally, RallyLossCap, OtherCap)
    named = "replaced twice, by other_cap.losses .* and rally_loss_cap.losses"
    with pytest.raises(Invalid, match=named):
        rally(ROUTED, on=(CAP, "other_cap"), system=twice)
    assert sps_lost(rally(ROUTED, on=("other_cap",), dice=(19,), system=twice), ROUTED.id) == 0


# -- in play


def test_switched_between_turns_and_taken_back() -> None:
    """Base, then both variants, then the base again: 3 SPs, 1 SP, 2 SPs (of what is left)."""
    play = rally(ROUTED, dice=(19, 19, 24))
    play.switch(on=(CAP, DECLINE))
    play.play(EndStep())
    assert sps_lost(play, ROUTED.id) == 4
    play.switch(off=(CAP, DECLINE))
    play.play(EndStep())
    assert sps_lost(play, ROUTED.id) == 6
    play.prove()
    play.undo(3)
    assert (sps_lost(play, ROUTED.id), play.game.stands("DRILL-rally-failure")) == (4, False)


def test_undo_save_and_replay_at_the_open_offer() -> None:
    play = rally(CHOSEN, ROUTED, on=(CAP, DECLINE), dice=(19, 19))
    again = play.reload()
    assert again.questions == [(RED, ("DeclineCheck",))]
    again.play(Pass())
    assert (sps_lost(again, CHOSEN.id), sps_lost(again, ROUTED.id)) == (1, 1)
    again.undo()
    assert again.questions == [(RED, ("DeclineCheck",))]
    again.redo()
    assert again.prove().verify_replay() == 2


@pytest.mark.parametrize("on", FOUR)
def test_random_play_replays(on: tuple[str, ...]) -> None:
    for seed in range(count(500)):
        units = [Unit(UnitId(f"{side} {n}"), side, er=20 + n, state="steady") for side in (BLUE, RED) for n in (1, 2)]
        play = position(FIELD, Side(BLUE), Side(RED), *units, on=on, source=SeededDice(seed))
        played = play_on(play.referee, RandomBot(seed), rounds=3)
        assert play.game.round > 3  # a round in which all are routed asks nobody
        assert play.prove().verify_replay() == played + 1


def test_a_voluntary_rout_is_the_players_own() -> None:
    play = position(FIELD, Side(BLUE), Side(RED), STEADY, on=(DECLINE,))
    play.play(RoutByChoice(STEADY.id))
    assert play[Unit][STEADY.id].by_choice
