"""What a module gives away of what is hidden is found out by the harness."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.engine import Game, Refusal, RuleModule, Side, SideId, conceals, refuses_step, rule
from sandtable.testing import leaks, position, toy
from tests.games.rambles import ANN, Rambling, Site, SiteId, Walk, Walker, WalkerId, WalkStep, lane
from tests.games.sides import BLUE


class Hiding(RuleModule):
    """Nobody sees the walkers of others."""

    key = "hiding"

    @conceals(Walker)
    @rule("R-hidden")
    def hides(self, row: Walker, viewers: frozenset[str]) -> Walker | None:
        return row if row.side in viewers else None


class Peeking(RuleModule):
    """Nobody goes where an enemy hides, whether they know of it or not."""

    key = "peeking"

    @refuses_step(Walk, "there")
    @rule("R-peeks")
    def peeks(self, game: Game, stride: WalkStep) -> Refusal | None:
        true = vars(game)["state"]._true  # behind what the side is shown
        hidden = [walker for walker in true[Walker] if walker.at == stride.there and walker.side != BLUE]
        return Refusal("somebody hides in {there}", there=stride.there) if hidden else None


def test_a_rule_on_steps_that_looks_behind_what_a_side_is_shown_is_found_out() -> None:
    red = SideId("Red")
    hidden = Walker(WalkerId("Rob"), red, SiteId("c"))
    walkers = Side(BLUE), Side(red), Walker(ANN, BLUE, SiteId("a")), hidden
    honest, peeking = (
        position(toy(*modules, rows=(Site, Walker)), *lane(*["meadow"] * 4), *walkers, at="Blue: play")
        for modules in ((Rambling, Hiding), (Rambling, Hiding, Peeking))
    )
    elsewhere = replace(hidden, at=SiteId("b"))
    assert leaks(honest, BLUE, elsewhere) == []
    assert leaks(peeking, BLUE, elsewhere) == [
        "offers or reasons of Walk differ", "where a piece may go by Walk differs",
    ]  # fmt: skip
