"""Drill 14: dice typed in at the table, and a program that is killed in the middle of a round."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.engine import EnteredDice, EnterThrow, Illegal, Refused
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.library.campaigns.opening import OpenedCampaign, open_campaign
from sandtable.testing import Play, position
from tests.engine.drill.battle import FR, RU, battle
from tests.engine.drill.guard import GUARD_LOSSES, CommitGuard, Guard
from tests.engine.drill.guns import Bombard, Guns
from tests.engine.drill.player import FAMILY, begin, describe_game, go_on
from tests.tiers import count

ROOT = Path(__file__).parents[3]
BOTH = ("guard_commitment", "bombardment")
DICE = [None, "1809"]


def battle_by_hand(*units: Guard | Guns) -> Play:
    """Begin a battle with dice on the table."""
    return position(FAMILY, *battle(), *units, GUARD_LOSSES, on=BOTH, source=EnteredDice())


# -- dice typed in


def test_the_dice_are_asked_for_one_throw_at_a_time() -> None:
    play = battle_by_hand(Guns(FR, 10))
    play.play(Bombard())
    assert play.questions == [("", ("EnterThrow",))]
    play.play(EnterThrow((6,)))
    assert play.prompt is not None
    assert (play.prompt.purpose, play.prompt.asks[0].why) == ("dice", "France fires")
    play.play(EnterThrow((3,)), EnterThrow((1,)))
    assert play.throws == [6, 3, 1]
    assert play.log[0].startswith("France fires 30 factors on 3-2, die 3")


@pytest.mark.parametrize("faces", [(), (0,), (7,), (3, 3)])
def test_what_no_die_can_show_is_refused(faces: tuple[int, ...]) -> None:
    play = battle_by_hand()
    with pytest.raises(Refused, match="enter 1 number from 1 to 6"):
        play.play(EnterThrow(faces))
    assert play.throws == []


def test_a_die_mistyped_is_taken_back_and_the_others_stay() -> None:
    play = battle_by_hand(Guard(FR, 4), Guard(RU, 4))
    play.play(CommitGuard(2), side=FR)
    play.play(CommitGuard(1), side=RU)
    play.play(EnterThrow((6,)), EnterThrow((5,)), EnterThrow((1,)))
    play.undo(2)
    play.play(EnterThrow((1,)))
    assert play.throws == [6, 1]
    assert [guard.factors for guard in play[Guard]] == [0, 4]
    assert play.prove().verify_replay() == 7  # both branches


def test_saved_between_two_dice_the_next_one_is_asked_for() -> None:
    play = battle_by_hand(Guns(FR, 10), Guns(RU, 10))
    play.play(Bombard(), EnterThrow((6,)), Bombard())
    again = play.reload()
    assert again.prompt is not None
    assert (again.prompt.asks[0].why, again.throws) == ("guns of Russia", [6])
    again.play(EnterThrow((4,)), EnterThrow((1,)), EnterThrow((1,)))
    assert again.throws == [6, 4, 1, 1]
    again.prove()


def test_where_nothing_is_taken_back_an_entered_die_stands() -> None:
    play = battle_by_hand()
    play.referee.take_back = "never"
    play.play(EnterThrow((6,)))
    with pytest.raises(Illegal, match="nothing can be taken back past a throw"):
        play.undo()


# -- killed


def play_and_kill(path: Path, seed: str | None, lines: int, wait: float) -> list[dict[str, Any]]:
    """Play on in a process of its own and kill it some time after so many lines; return what it has acknowledged."""
    command = [sys.executable, "-m", "tests.engine.drill.player", str(path), seed or "-"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as player:
        assert player.stdout is not None
        assert player.stderr is not None
        heard = [line for line in (player.stdout.readline() for _ in range(lines)) if line]
        time.sleep(wait)
        player.send_signal(signal.SIGKILL)
        heard += player.stdout.readlines()
        assert not player.stderr.read()
    return [json.loads(line) for line in heard if line.endswith(b"\n")]


def play_through(seed: str | None) -> list[dict[str, Any]]:
    """Play the whole campaign in memory."""
    referee = begin(None, seed)
    told_so_far = [describe_game(referee)]
    while go_on(referee):
        told_so_far.append(describe_game(referee))
    return told_so_far


def count_proved(opened: OpenedCampaign) -> int:
    """Work the campaign out again from its first rows; return the number of plies."""
    results = list(verify(FAMILY, opened.start, opened.referee.journal))
    assert not [result for result in results if isinstance(result, Mismatch)]
    return len(results)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
@pytest.mark.parametrize("seed", DICE, ids=["typed in", "seeded"])
def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path, seed: str | None) -> None:
    """After each kill: the same prompt, the same rolls; in the end the same battle as without any."""
    rng, kills, whole = Random(14), count(500), play_through(seed)
    path = tmp_path / "campaign-0"
    for kill in range(kills):
        heard = play_and_kill(path, seed, rng.randint(1, 9), rng.random() / 300)
        referee = open_campaign(FAMILY, path, reading=True).referee
        assert heard == whole[heard[0]["ply"] - 1 : heard[-1]["ply"]]
        assert (
            describe_game(referee) in whole[heard[-1]["ply"] - 1 : heard[-1]["ply"] + 1]
        )  # or one ply more, not acknowledged
        if referee.prompt is None:
            path = tmp_path / f"campaign-{kill + 1}"
    if not path.exists():
        return
    opened = open_campaign(FAMILY, path)
    while go_on(opened.referee):
        pass
    assert describe_game(opened.referee) == whole[-1]
    assert count_proved(opened) == len(whole)
    opened.referee.sink.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
@pytest.mark.parametrize(("seed", "purpose"), [*((seed, "sealed") for seed in DICE), (None, "dice")])
def test_killed_between_sealed_answers_or_dice_the_next_one_is_asked_for(
    tmp_path: Path, seed: str | None, purpose: str
) -> None:
    """It stands still at a prompt of such a purpose: killed there, it opens there."""
    path, command = tmp_path / "campaign", [sys.executable, "-m", "tests.engine.drill.player"]
    whole = play_through(seed)
    there = next(number for number, said in enumerate(whole) if said["purpose"] == purpose)
    with subprocess.Popen(
        [*command, str(path), seed or "-", purpose], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as player:
        assert player.stdout is not None
        heard = [json.loads(player.stdout.readline()) for _ in range(there + 1)]
        player.send_signal(signal.SIGKILL)
    assert heard == whole[: there + 1]
    opened = open_campaign(FAMILY, path)
    assert describe_game(opened.referee) == whole[there]
    while go_on(opened.referee):
        pass
    assert describe_game(opened.referee) == whole[-1]
    opened.referee.sink.close()
