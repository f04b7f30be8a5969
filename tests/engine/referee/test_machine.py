"""Anything the table can do, in any order: after every step the position is sound and nothing is lost or shown."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from sandtable.engine import (
    Broken,
    Choices,
    EnterThrow,
    Illegal,
    InstalledGame,
    Invalid,
    Refused,
    Row,
    SandtableError,
    SeededDice,
)
from sandtable.engine.actions.actions import Action, Pass
from sandtable.engine.referee.referee import Referee
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.engine.running.offers import Offer
from sandtable.engine.state.rows import Proposal, StandingAnswer
from sandtable.engine.state.state import State
from sandtable.lab.bots import RandomBot
from sandtable.library.campaigns.beginning import new_campaign
from sandtable.library.campaigns.opening import open_campaign
from sandtable.testing.proofs import MEMORY
from sandtable_twin_rivers import TWIN_RIVERS, Unit
from tests.engine import skirmish
from tests.engine.invariants import afresh, check_offers, check_state, check_views, hidden_elsewhere, words_shown
from tests.engine.skirmish import FAULT, SKIRMISH, Shoot, Troop
from tests.tiers import ASKED, TIER

seeds = st.integers(0, 999)
SETTINGS = settings(
    max_examples=20 if TIER == "normal" else 5_000,
    stateful_step_count=100,
    deadline=None,
    database=None,
    derandomize=TIER == "normal",
    print_blob=False,
    report_multiple_bugs=False,
    phases=[Phase.generate] if TIER == "normal" else [Phase.generate, Phase.shrink],  # minutes, which nobody waits for
    suppress_health_check=list(HealthCheck),
)


class Table(RuleBasedStateMachine):
    """A campaign in a file, and all that may be done with it."""

    family: ClassVar[InstalledGame]
    sides: ClassVar[tuple[str, str]]
    seats: ClassVar[tuple[str, str]]
    options: ClassVar[tuple[str, ...]]

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(dir=MEMORY)  # no power fails here, and disks are slow
        self.path = Path(self.folder.name, "campaign")
        self.steps = 0

    def rows(self) -> list[Row]:
        raise NotImplementedError

    def secrets(self, side: str) -> list[Row]:
        """Rows that could lie hidden from a side in place of those that do."""
        raise NotImplementedError

    @initialize(seed=seeds, dice=st.booleans(), picks=st.integers(0, 15))
    def begin(self, seed: int, dice: bool, picks: int) -> None:
        on = frozenset(key for at, key in enumerate(self.options) if picks >> at & 1)
        choices = Choices(on if not self.family.problems(Choices(on)) else frozenset())
        self.referee = new_campaign(
            self.family,
            self.path,
            lambda: Referee.begin(self.family, self.rows(), choices),
            scenario="",
            title="a table",
            seed=None if dice else str(seed),
            take_back="free",
        )
        self.header = self.referee.game.state.schema

    def teardown(self) -> None:
        FAULT["armed"] = False
        if hasattr(self, "referee"):
            self.referee.sink.close()
        self.folder.cleanup()

    # -- what is done

    def act(self, seed: int) -> None:
        prompt = self.referee.prompt
        if prompt is None:
            self.somewhere(seed)
            return
        ask = prompt.open[seed % len(prompt.open)]
        action = RandomBot(seed).answer(self.referee, ask)
        assert action is not None, f"dead end at {ask}"
        before = self.referee.journal.head
        ply = self.referee.play(action, ask.side)
        assert self.referee.journal.head == ply.id != before
        assert ply.hash == self.referee.game.state.hash

    act_once = rule(seed=seeds)(act)

    def act_on(self, seed: int, times: int) -> None:
        for at in range(times):
            self.act(seed + at)

    act_some = rule(seed=seeds, times=st.integers(2, 6))(act_on)

    @rule(seed=seeds, times=st.integers(6, 15))
    def act_for_long(self, seed: int, times: int) -> None:
        self.act_on(seed, times)
        assert self.referee.journal.at is not None

    @rule(seed=seeds, kind=seeds)
    def what_is_refused_changes_nothing(self, seed: int, kind: int) -> None:
        rng, before, prompt = Random(seed), self.standing(), self.referee.prompt
        if prompt is None:
            with pytest.raises(SandtableError):
                self.referee.play(Pass())
            return
        ask = prompt.open[0]
        wrong = ask.kinds[kind % len(ask.kinds)]
        action = spoilt(self.referee, Offer(self.referee.view(ask.side), ask, wrong).sample(rng), rng)
        if action is not None and self.referee.verdict(action, ask.side):
            with pytest.raises((Refused, Invalid)):
                self.referee.play(action, ask.side)
            assert self.standing() == before

    @rule()
    def undo_and_redo(self) -> None:
        before, head = self.standing(), self.referee.journal.head
        try:
            self.referee.history.undo()
        except Illegal:
            return
        ply = self.referee.history.redo()
        assert ply.id == head
        assert self.standing() == before

    @rule(times=st.integers(1, 5), forth=st.booleans())
    def undo(self, times: int, forth: bool) -> None:
        passed = [self.standing()]
        for _ in range(times):
            try:
                self.referee.history.undo()
            except Illegal:
                break
            passed.append(self.standing())
        for expected in passed[-2::-1] if forth else ():
            self.referee.history.redo()
            assert self.standing() == expected

    @rule()
    def redo(self) -> None:
        before, head = self.standing(), self.referee.journal.head
        try:
            self.referee.history.redo()
        except Illegal:
            assert not self.referee.journal.children(head)
            return
        self.referee.history.undo()
        assert (self.referee.journal.head, self.standing()) == (head, before)
        self.referee.history.redo()

    @rule(seed=seeds)
    def somewhere(self, seed: int) -> None:
        """Go to any ply of the tree; the next act begins a branch there."""
        plies = list(self.referee.journal.plies)
        self.referee.history.goto(plies[seed % len(plies)])

    @rule(seed=seeds)
    def back_and_forth(self, seed: int) -> None:
        before, head = self.standing(), self.referee.journal.head
        plies = list(self.referee.journal.plies)
        prompt = self.referee.prompt
        if prompt is None or not prompt.answered:  # once revealed, a set of sealed answers goes back as one
            self.referee.history.goto(plies[seed % len(plies)])
            self.referee.history.goto(head)
            assert self.standing() == before

    @rule(picks=st.integers(0, 15), number=st.integers(-1, 6), seat=st.integers(0, 1))
    def propose(self, picks: int, number: int, seat: int) -> None:
        on = frozenset(key for at, key in enumerate(self.options) if picks >> at & 1)
        try:
            self.referee.council.propose_options(self.seats[seat], Choices(on, self.numbers(on, number)))
        except SandtableError:
            assert self.family_says(on, number)

    def numbers(self, on: frozenset[str], number: int) -> dict[str, dict[str, int]]:
        raise NotImplementedError

    def family_says(self, on: frozenset[str], number: int) -> bool:
        """Tell whether the family has something against a choice."""
        try:
            return bool(self.family.problems(Choices(on, self.numbers(on, number))))
        except Invalid:
            return True

    @precondition(lambda self: bool(len(self.referee.game[Proposal])))
    @rule(seed=seeds, agrees=st.booleans())
    def answer_a_proposal(self, seed: int, agrees: bool) -> None:
        rows = list(self.referee.game[Proposal])
        proposal = rows[seed % len(rows)]
        seat = next((seat for seat in self.seats if seat not in proposal.agreed), None)
        if agrees and seat is not None:
            before = self.standing()
            try:
                self.referee.council.agree(seat, proposal.id)
            except Invalid as error:  # the row to be corrected is gone
                assert proposal.what == "correct", error  # noqa: PT017
                assert self.standing() == before
        elif not agrees:
            self.referee.council.decline(self.seats[seed % 2], proposal.id)

    @rule(seed=seeds)
    def correct(self, seed: int) -> None:
        """Agree to a correction of a row, whatever is going on."""
        row, fields = self.correction(Random(seed))
        before = self.standing()
        try:
            self.referee.council.propose_correction(self.seats[0], row, **fields)
        except Invalid:
            assert self.standing() == before
            return
        proposal = list(self.referee.game[Proposal])[-1].id
        self.referee.council.agree(self.seats[1], proposal)
        corrected = self.referee.game[type(row)][row.id]
        assert all(getattr(corrected, name) == value for name, value in fields.items())

    def correction(self, rng: Random) -> tuple[Row, dict[str, Any]]:
        raise NotImplementedError

    @rule(seed=seeds, down=st.booleans())
    def stand(self, seed: int, down: bool) -> None:
        side = seed % 2
        mine = self.referee.game[StandingAnswer].where("side", self.sides[side])
        if down and mine:
            self.referee.council.withdraw_standing_answer(self.seats[side], mine[0].id)
        else:
            kind = self.stands_for()
            self.referee.council.add_standing_answer(
                self.seats[side],
                self.sides[side],
                kind,
                topic=("", "2")[seed % 3 == 0],
                below=20 if seed % 5 == 0 else None,
            )

    def stands_for(self) -> type[Action]:
        raise NotImplementedError

    @rule(seed=seeds)
    def withdraw(self, seed: int) -> None:
        prompt = self.referee.prompt
        if prompt is not None and prompt.answered:
            side = min(prompt.answered)
            self.referee.withdraw(side)
            again = self.referee.prompt
            assert again is not None
            assert side in {ask.side for ask in again.open}

    @rule()
    def save_and_load(self) -> None:
        before, redo = self.standing(), self.referee.journal.redo_of(self.referee.journal.head)
        self.referee.sink.close()
        opened = open_campaign(self.family, self.path)
        assert not opened.notices
        self.referee = opened.referee
        assert self.standing() == before
        assert self.referee.journal.redo_of(self.referee.journal.head) == redo

    @precondition(lambda self: len(self.referee.journal.plies) < 150)
    @rule()
    def replay(self) -> None:
        start = State(self.family.schema)
        start.load(self.first_rows())
        found = list(verify(self.family, start, self.referee.journal, every=ASKED))
        assert not [one.says for one in found if isinstance(one, Mismatch)]
        assert {one.id for one in found if not isinstance(one, Mismatch)} == set(self.referee.journal.plies)

    def first_rows(self) -> dict[str, dict[str, Any]]:
        state = self.referee.game.state.clone()
        for ply in reversed(self.referee.journal.line()):
            state.revert(ply.changes)
        return state.documents()

    @rule(seed=seeds)
    def go_on_without(self, seed: int) -> None:
        """Drop an option on the spot, as if it had failed; what it took back can be had again."""
        on = sorted(self.referee.game.rulebook.choices.on)
        if seed % 4 or not on:
            return
        module, head = on[seed % len(on)], self.referee.journal.head
        prompt, before = self.referee.prompt, self.standing()
        self.referee.without(module)
        assert module not in self.referee.game.rulebook.choices.on
        if prompt is None or not prompt.answered:
            after, there = self.standing(), self.referee.journal.head
            self.referee.history.goto(head)
            assert self.standing() == before
            self.referee.history.goto(there)
            assert self.standing() == after

    @rule(seed=seeds)
    def sandbox(self, seed: int) -> None:
        """Whatever is done in a copy, the campaign does not notice."""
        before, shown = self.standing(), len(self.referee.journal.plies)
        twin = self.referee.sandbox(SeededDice(f"sandbox {seed}"))
        assert (twin.game.state.hash, self.open_question(twin)) == (before[0], before[1])
        for at in range(3):
            prompt = twin.prompt
            if prompt is None:
                break
            action = RandomBot(seed + at).answer(twin, prompt.open[0])
            assert action is not None
            twin.play(action, prompt.open[0].side)
        twin.history.goto(0)
        assert (self.standing(), len(self.referee.journal.plies)) == (before, shown)

    # -- what must hold

    def at_rest(self) -> bool:
        prompt = self.referee.prompt
        return prompt is None or prompt.purpose == "step"

    @staticmethod
    def open_question(referee: Referee) -> Any:
        prompt = referee.prompt
        return prompt and (prompt.purpose, prompt.asks, prompt.answered)

    def standing(self) -> tuple[int, Any]:
        """The position and the question, to be compared."""
        return self.referee.game.state.hash, self.open_question(self.referee)

    @invariant()
    def all_is_sound(self) -> None:
        if not hasattr(self, "referee"):
            return
        self.steps += 1
        fresh = afresh(self.referee)
        check_state(self.referee, fresh)
        head = self.referee.journal.at
        assert head is not None
        assert head.hash == self.referee.game.state.hash
        check_views(self.referee, fresh, self.sides)
        side = self.sides[self.steps % 2]
        assert hidden_elsewhere(fresh, side, self.secrets(side)), f"{side} sees what is hidden"
        if self.steps % 3 == 0:
            check_offers(self.referee, Random(self.steps))
            assert check_sealed(self.referee, self.sides)
        if self.steps % 10 == 0:
            twin = self.referee.game.state.clone()
            twin.load_row("Seat", "a third", {"id": "a third"})
            assert twin.hash != self.referee.game.state.hash
            assert "a third" not in self.referee.game.state.tables[self.family.schema.kinds["Seat"]]


def check_sealed(referee: Referee, sides: tuple[str, str]) -> bool:
    """Nobody is shown what an answer that waits says."""
    prompt = referee.prompt
    if prompt is None or prompt.purpose != "sealed":
        return True
    return all(
        f"secret-{side}-{referee.game.round}" not in words_shown(referee, other)
        for side in prompt.answered
        for other in sides
        if other != side
    )


def spoilt(referee: Referee, action: Action | None, rng: Random) -> Action | None:
    """Put some value of the position, or nonsense, into a field of an action."""
    if action is None or not action.__struct_fields__:
        return None
    name = rng.choice(action.__struct_fields__)
    old: Any = getattr(action, name)
    if isinstance(action, EnterThrow):
        return EnterThrow((*old[1:], rng.choice([0, 7, 99])))
    ids = [row.id for kind in referee.game.state.tables for row in referee.game[kind]]
    new: Any = (
        rng.choice([*ids, "nobody"])
        if isinstance(old, str)
        else rng.choice([-1, 99])
        if isinstance(old, int)
        else ("nobody",)
    )
    return replace(action, **{name: new})


class TwinRivers(Table):
    """The example game, both options."""

    family = InstalledGame(TWIN_RIVERS)
    sides, seats = ("Blue", "Red"), ("Blue's player", "Red's player")
    options = ("forced_march", "river_line")

    def rows(self) -> list[Row]:
        from sandtable.testing.positions import with_seats

        return with_seats(tuple(TWIN_RIVERS.scenarios[0].rows()))

    def secrets(self, side: str) -> list[Row]:
        units = [u for u in self.referee.game[Unit] if u.side != side and not u.known]
        return [replace(unit, steps=1 + (unit.steps or 0) % 4) for unit in units]

    def numbers(self, on: frozenset[str], number: int) -> dict[str, dict[str, int]]:
        return {"forced_march": {"straggles_on": number}} if "forced_march" in on else {}

    def correction(self, rng: Random) -> tuple[Row, dict[str, Any]]:
        unit = rng.choice(list(self.referee.game[Unit]) or [self.referee.game[Unit]["Blue 1"]])
        away = (
            {"area": "Larch"} if self.at_rest() else {}
        )  # out of a battle it would leave a question without an answer
        return unit, rng.choice([{"steps": rng.randint(0, 5)}, {"known": True}, {"area": "Nowhere"}, away])

    def stands_for(self) -> type[Action]:
        from sandtable_twin_rivers import Retreat

        return Retreat


class Skirmish(Table):
    """The toy with sealed bids, typed dice, reactions, duels, agenda, dues, duties and a rule that fails."""

    family = InstalledGame(SKIRMISH)
    sides, seats = ("East", "West"), ("Ann", "Bob")
    options = skirmish.OPTIONS

    def rows(self) -> list[Row]:
        return skirmish.start()

    def secrets(self, side: str) -> list[Row]:
        troops = [t for t in self.referee.game[Troop] if t.side != side and not t.known]
        bids = [b for b in self.referee.game[skirmish.Bid] if b.id != side]
        return [
            *(replace(t, strength=1 + (t.strength or 0) % 4) for t in troops),
            *(replace(b, words="changed") for b in bids),
        ]

    def numbers(self, on: frozenset[str], number: int) -> dict[str, dict[str, int]]:
        return {"runners": {"fields": number}} if "runners" in on and number >= 0 else {}

    def correction(self, rng: Random) -> tuple[Row, dict[str, Any]]:
        rows = list(self.referee.game[Troop])
        troop = rng.choice(rows) if rows else self.referee.game[skirmish.Banner]["East 1"]
        away = {"field": rng.randint(-1, 5)} if self.at_rest() else {}
        return troop, rng.choice([{"strength": rng.randint(0, 5)}, away, {"known": True}, {"nonsense": 1}])

    def stands_for(self) -> type[Action]:
        return Shoot

    @rule(seed=seeds, times=st.integers(1, 3))
    def a_rule_fails(self, seed: int, times: int) -> None:
        """A failing rule leaves no trace: neither in the position nor in the question, and its throws stay."""
        before = self.standing()
        FAULT["armed"] = True
        try:
            for at in range(times):
                self.act_or_fail(seed + at, before)
        finally:
            FAULT["armed"] = False
        assert self.standing() == before

    def act_or_fail(self, seed: int, before: tuple[int, Any]) -> None:
        prompt = self.referee.prompt
        if prompt is None or prompt.answered or "faulty" not in self.referee.game.rulebook.choices.on:
            return
        ask, head = prompt.open[0], self.referee.journal.head
        action = RandomBot(seed).answer(self.referee, ask)
        assert action is not None
        failed: Broken | None = None
        try:
            self.referee.play(action, ask.side)
        except Broken as error:
            failed = error
        else:
            self.referee.history.goto(head)
        assert failed is None or (failed.module == "faulty" and "ZeroDivisionError" in str(failed))
        FAULT["armed"] = False
        assert self.standing() == before
        FAULT["armed"] = True


TestTwinRivers = TwinRivers.TestCase
TestTwinRivers.settings = SETTINGS
TestSkirmish = Skirmish.TestCase
TestSkirmish.settings = SETTINGS


def test_a_game_that_went_on_without_a_module_in_its_set_up_is_worked_out_again() -> None:
    """What the table agreed to comes before the set-up then, where nobody is asked anything."""
    family, options = Skirmish.family, frozenset({skirmish.OPTIONS[0], skirmish.OPTIONS[2]})
    referee = Referee.begin(family, skirmish.start(), Choices(options), source=SeededDice("1"))
    start = referee.game.state.clone()
    referee.open().without(skirmish.OPTIONS[0])
    assert referee.journal.line()[0].kind == "table"
    assert not [one for one in verify(family, start, referee.journal) if isinstance(one, Mismatch)]
