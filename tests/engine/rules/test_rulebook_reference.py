"""The compiled rulebook answers what a plain reading of the declared rules says, on random families of modules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from sandtable.engine import Action, Ask, Choices, InstalledGame, Moment, SandtableError, Side, SideId
from sandtable.engine.running.game import RunningGame
from sandtable.testing import position
from tests.engine.rulebooks import (
    ARGUMENTS,
    MANNER,
    SEEN,
    TRACE,
    Advance,
    Ambush,
    Charge,
    Conflict,
    Draw,
    Module,
    Places,
    Reference,
    Sighted,
    system,
)
from tests.tiers import count

FAMILIES = count(20_000)
BATCHES = 10
ASK = Ask("Blue", (Advance, Charge))
ARRIVES: dict[str, Action | Moment] = {
    "refuses Advance": Advance(),
    "refuses Charge": Charge(),
    "reacts Sighted": Sighted(),
    "reacts Ambush": Ambush(),
}


class Ones:
    """Every die shows a one."""

    def throw(self, throw: Any, ply: int, nth: int) -> tuple[int, ...]:
        return (1,) * int(throw.dice.count)


def option_sets(modules: Sequence[Module], rng: Random) -> list[frozenset[str]]:
    options = sorted(m.key for m in modules if m.option)
    some = [frozenset(key for key in options if rng.random() < 0.6) for _ in range(2)]
    return list(dict.fromkeys([frozenset[str](), frozenset(options), *some]))


def plain(answer: Any) -> Any:
    """An answer as values that can be compared: a refusal with all it cites."""
    if isinstance(answer, list):
        return [plain(one) for one in answer]
    return (answer.text, answer.rule, answer.instead_of) if hasattr(answer, "instead_of") else answer


async def engine_answer(game: RunningGame, place: str) -> Any:
    """What the compiled rulebook answers at a place."""
    given = [SEEN[name] for name in ARGUMENTS[place] if name in SEEN]
    match MANNER[place], place.partition(" ")[0]:
        case "refuses", _:
            return game.verdict(ARRIVES[place], ASK)  # type: ignore[arg-type]
        case "reacts", _:
            return game.reactions(ARRIVES[place])  # type: ignore[arg-type]
        case _, "opens":
            event = game.rulebook.event("opens", place.partition(" ")[2])
            return [] if event is None else await event(game, game.frame)
        case "happens" | "settles", _:
            return await getattr(game.hooks(Places), place)(game, *given)
        case _:
            return getattr(game.hooks(Places), place)(game, *given)


def engine_answers(family: InstalledGame, on: frozenset[str]) -> dict[str, Any]:
    """Every place's answer and what was called for it, or the words of the conflict."""
    found: dict[str, Any] = {}

    async def all_places(game: RunningGame) -> None:
        for place in MANNER:
            TRACE.clear()
            try:
                answer = plain(await engine_answer(game, place))
            except SandtableError as error:
                found[place] = error
            else:
                found[place] = (answer, asked_once(place))
        game.end(None, "all has been asked")

    position(family, Side(SideId("Blue")), Side(SideId("Red")), on=on, source=Ones(), do=all_places)
    return found


def asked_once(place: str) -> tuple[Any, ...]:
    """Return who was asked; where there are reasons all are asked again, to see which options they rest on."""
    half = len(TRACE) // 2
    again = MANNER[place] == "refuses" and TRACE[:half] == TRACE[half:]
    return tuple(TRACE[:half] if again else TRACE)


def reference_answers(reference: Reference, game: Any, frame: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for place in MANNER:
        given = {
            **SEEN,
            "game": game,
            "frame": frame,
            "ask": ASK,
            "act": ARRIVES.get(place),
            "moment": ARRIVES.get(place),
        }
        reference.trace = []
        try:
            found[place] = (plain(reference.answers(place, given)), tuple(reference.trace))
        except Conflict as conflict:
            found[place] = conflict
    return found


def compare(
    modules: Sequence[Module], on: frozenset[str], family: InstalledGame, tally: dict[str, int]
) -> dict[str, Any] | None:
    reference = Reference(modules, on)
    against = reference.conflicts()
    if against:
        with pytest.raises(SandtableError) as caught:
            family.rulebook(Choices(on))
        assert any(id in str(caught.value) for id in against), (caught.value, against)
        tally["conflicts"] += 1
        return None
    rulebook = family.rulebook(Choices(on))
    ids = {id for m in modules for f in m.functions for id in f.ids} | {id for m in modules for id in m.ids}
    assert {id for id in ids if rulebook.stands(id)} == {id for id in ids if reference.stands(id)}
    answers = engine_answers(family, on)
    for place, expected in reference_answers(reference, *seen_types()).items():
        if isinstance(expected, Conflict):
            assert isinstance(answers[place], SandtableError), (place, expected)
            assert any(id in str(answers[place]) for id in expected.ids), (answers[place], expected)
            tally["conflicts at the call"] += 1
        else:
            assert answers[place] == expected, place
            tally["answers"] += bool(expected[1])
    return answers


def seen_types() -> tuple[Any, Any]:
    """Stand-ins for the game and its frame: the modules of these tests show only what class an argument has."""
    return type("RunningGame", (), {})(), type("Frame", (), {})()


def families(batch: int) -> range:
    return range(batch, FAMILIES, BATCHES)


def draw_family(seed: int) -> tuple[list[Module], Random]:
    rng = Random(f"rulebook {seed}")
    return Draw(rng).family(), rng


@pytest.mark.parametrize("batch", range(BATCHES))
def test_compiled_rulebook_answers_what_the_declarations_say(batch: int) -> None:
    tally = {"answers": 0, "conflicts": 0, "conflicts at the call": 0}
    for seed in families(batch):
        modules, rng = draw_family(seed)
        family = InstalledGame(system(modules))
        for on in option_sets(modules, rng):
            try:
                compare(modules, on, family, tally)
            except BaseException as error:
                error.add_note(f"family {seed} with {sorted(on)}")
                raise
    assert tally["answers"] > 4 * len(families(batch)), tally
    assert tally["conflicts"] > len(families(batch)) // 80, tally


def outcome(family: InstalledGame, on: frozenset[str]) -> Any:
    """All that a rulebook answers, with the words of what it refuses."""
    try:
        family.rulebook(Choices(on))
    except SandtableError as error:
        return type(error).__name__, str(error)
    return {
        place: str(said) if isinstance(said, Exception) else said for place, said in engine_answers(family, on).items()
    }


def test_order_of_registration_changes_nothing() -> None:
    for seed in range(FAMILIES // 5):
        modules, rng = draw_family(seed)
        shuffled = rng.sample(modules, len(modules))
        on = frozenset(m.key for m in modules if m.option and rng.random() < 0.7)
        assert outcome(InstalledGame(system(modules)), on) == outcome(InstalledGame(system(shuffled)), on), (
            f"family {seed}"
        )


def test_an_option_switched_off_leaves_no_trace() -> None:
    for seed in range(FAMILIES // 5):
        modules, _ = draw_family(seed)
        base = frozenset[str]()
        fresh = outcome(InstalledGame(system(modules)), base)
        used = InstalledGame(system(modules))
        for on in combinations([m.key for m in modules if m.option], 2):
            outcome(used, frozenset(on))
        assert outcome(used, base) == fresh, f"family {seed}"


def test_options_that_are_off_count_as_if_they_were_not_installed() -> None:
    """Apart from the order that their `after` lends to others: a module that others stand after stays."""
    for seed in range(FAMILIES // 5):
        modules, _ = draw_family(seed)
        named = {key for m in modules for key in m.after}
        cited = {id for m in modules for f in m.functions for id in (*f.supersedes, *f.amends)}
        cited |= {id for m in modules for id in m.supersedes}
        idle = {
            m.key
            for m in modules
            if m.option and m.key not in named and not cited & {id for f in m.functions for id in f.ids}
        }
        rest = [replace(m, functions=tuple(replace(f, after=(), before=()) for f in m.functions)) for m in modules]
        whole, without = (InstalledGame(system(some)) for some in (rest, [m for m in rest if m.key not in idle]))
        on = frozenset(m.key for m in modules if m.option) - idle
        assert outcome(whole, on) == outcome(without, on), f"family {seed}"
