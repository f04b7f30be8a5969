"""Chance: fair, the same again for the same ply, other for another, and never out of nowhere."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from itertools import product
from math import sqrt
from typing import Any

import pytest

from sandtable.engine import Broken, EnteredDice, Invalid, ScriptedDice, SeededDice
from sandtable.engine.running.chance import EnumeratedDice, OutcomeNeeded, Throw, faces_for, outcomes
from sandtable.engine.running.dice import Dice, parse
from tests.tiers import count


def throw_from(source: Any, dice: tuple[int, ...], ply: int = 1, nth: int = 0) -> Any:
    return source.throw(Throw(Dice(*dice), "why", "C-1"), ply, nth)


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 100])
def test_seeded_dice_are_fair(sides: int) -> None:
    throws = count(200_000)
    found = Counter(throw_from(SeededDice("fair"), (1, sides), ply=n)[0] for n in range(throws))
    assert set(found) == set(range(1, sides + 1))
    chi = sum((found[face] - throws / sides) ** 2 / (throws / sides) for face in range(1, sides + 1))
    assert chi < sides - 1 + 5 * sqrt(2 * (sides - 1))


def test_a_value_that_would_favour_low_faces_is_drawn_again() -> None:
    """With sides just above half the range of 64 bits nearly every other draw must be rejected."""
    sides = (1 << 63) + 1
    fair = (1 << 64) - (1 << 64) % sides
    assert fair == sides
    rejected = 0
    for ply in range(60):
        again = 0
        while (
            value := int.from_bytes(blake2b(f"s|{ply}|0|0|{again}".encode(), digest_size=8).digest(), "little")
        ) >= fair:
            again += 1
        rejected += bool(again)
        assert throw_from(SeededDice("s"), (1, sides), ply=ply) == (value % sides + 1,)
    assert rejected > 10


def test_a_throw_follows_from_seed_ply_and_place() -> None:
    seeds: tuple[str | int, ...] = ("a", "b", 1, "1")
    plies, places = range(3), range(3)
    found = {key: throw_from(SeededDice(key[0]), (4, 1000), *key[1:]) for key in product(seeds, plies, places)}
    assert found == {key: throw_from(SeededDice(key[0]), (4, 1000), *key[1:]) for key in found}
    assert len(set(found.values())) == len(found) - 9, "only the seeds 1 and '1' are one"


@pytest.mark.parametrize(
    ("dice", "read"),
    [("1d6", (1, 6)), ("2d10", (2, 10)), ("12d100", (12, 100)), ("1d0-9", (1, 10, 0)), ("2d00-99", (2, 100, 0))],
)
def test_dice_are_read_and_written(dice: str, read: tuple[int, ...]) -> None:
    assert parse(dice) == Dice(*read)
    assert str(parse(dice)) == dice


@pytest.mark.parametrize(
    "dice",
    [
        "",
        "d6",
        "6",
        "0d6",
        "1d0",
        "1d",
        "-1d6",
        "1d6+1",
        "1D6",
        "1 d6",
        "²d6",
        "one die",
        "1d0-6",
        "1d0-99",
        "1d00-9",
        "1d1-6",
        "0d0-9",
        "1d-9",
    ],
)
def test_what_is_no_dice_is_refused(dice: str) -> None:
    with pytest.raises(Broken, match="is not a kind of dice: write 1d6"):
        parse(dice)


def test_scripted_outcomes_come_in_order_and_must_fit() -> None:
    source = ScriptedDice(7, (1, 6), 3)
    assert sum(throw_from(source, (2, 6))) == 7
    assert throw_from(source, (2, 6)) == (1, 6)
    assert throw_from(source, (1, 6)) == (3,)
    with pytest.raises(Invalid, match=r"no scripted outcome is left for 1d6 \(why\)"):
        throw_from(source, (1, 6))
    for outcome in ((1, 2, 3), (0, 6), (7, 1)):
        with pytest.raises(Invalid, match="does not fit 2d6"):
            throw_from(ScriptedDice(outcome), (2, 6))
    with pytest.raises(Invalid, match="13 cannot be thrown with 2d6"):
        throw_from(ScriptedDice(13), (2, 6))


def test_spread_adds_up() -> None:
    for dice, sides in product(range(1, 4), range(1, 5)):
        for low in (0, 1):
            throw = Throw(Dice(dice, sides, low), "", "")
            for total in range(dice * low, dice * throw.dice.highest + 1):
                faces = faces_for(total, throw)
                assert (len(faces), sum(faces)) == (dice, total)
                assert throw.dice.may_show(faces)


def test_enumerated_lists_every_outcome_once() -> None:
    throw = Throw(Dice(2, 3), "", "")
    assert sorted(outcomes(throw)) == sorted(product((1, 2, 3), repeat=2))
    source = EnumeratedDice([(2, 2)])
    assert source.throw(throw, 1, 0) == (2, 2)
    with pytest.raises(OutcomeNeeded) as wanted:
        source.throw(throw, 1, 1)
    assert wanted.value.throw == throw
    assert not isinstance(wanted.value, Exception), "a rule that catches everything must not catch it"


def test_dice_on_the_table_are_asked_for() -> None:
    assert throw_from(EnteredDice(), (1, 6)) is None


def test_a_die_of_00_to_99_shows_every_number_from_0() -> None:
    found = Counter(throw_from(SeededDice("percent"), (1, 100, 0), ply=n)[0] for n in range(4000))
    assert set(found) == set(range(100))
    throw = Throw(parse("1d00-99"), "", "")
    assert list(outcomes(throw)) == [(face,) for face in range(100)]
    assert throw_from(ScriptedDice(0, 75), (1, 100, 0)) == (0,)
    with pytest.raises(Invalid, match="100 cannot be thrown with 1d00-99"):
        throw_from(ScriptedDice(100), (1, 100, 0))


@pytest.mark.parametrize(
    ("dice", "faces", "shown"), [("1d00-99", (75,), "75"), ("1d00-99", (5,), "05"), ("2d10", (7, 5), "7 5")]
)
def test_a_throw_is_shown_as_the_dice_are_read(dice: str, faces: tuple[int, ...], shown: str) -> None:
    assert Throw(parse(dice), "", "").with_faces(faces).shown == shown
