"""A number that an option has changed names that option, in the tally and in every refusal that quotes it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from sandtable.engine import Game, Option, Overlay, Part, Refusal, Refused, Row, RuleModule, Was, refuses, rule
from sandtable.engine.state.charts import ChartId
from sandtable.play.words.objections import reason_of
from sandtable.testing import Play
from sandtable_empires.land.lines import supply_cost
from sandtable_empires.march import March, allowance, plan
from sandtable_empires.model import Area, CorpsId
from sandtable_empires.testing import FR, area, corps, iberia, position

F_I = CorpsId("F I")


class SoreFeet(RuleModule):
    """Marches are shorter."""

    key = "sore_feet"
    option = Option("Sore feet", "A corps has one point less.")

    @rule("HOUSE-sore-feet", amends="BASE-7.3-points")
    def shorter(self, was: Was[Iterable[Part]], game: Game, corps: CorpsId) -> Iterable[Part]:
        return [*was(), Part("add", -1, "HOUSE-sore-feet", "sore feet")]


class Barefoot(RuleModule):
    """The printed number itself is another."""

    key = "barefoot"
    option = Option("Barefoot", "The points printed on a corps are halved.")

    @rule("HOUSE-barefoot", amends="BASE-7.3-points")
    def halve(self, was: Was[Iterable[Part]], game: Game, corps: CorpsId) -> Iterable[Part]:
        return [replace(part, value=int(part.value) // 2) for part in was()]


class Snow(RuleModule):
    """Mountains are dear."""

    key = "snow"
    option = Option("Snow", "Mountains cost four.")
    overlays = (
        Overlay(ChartId("terrain movement"), ((("mountain",), 4),), "HOUSE-snow"),
        Overlay(ChartId("supply prices"), ((("corps",), 99),), "HOUSE-dear"),
    )
    texts = {"HOUSE-snow": "Snow: mountains cost four.", "HOUSE-dear": "Dear: supply costs 99."}


def march(*pieces: Row, on: tuple[str, ...] = ()) -> Play:
    return position(*pieces, land=iberia, at=f"{FR}: land_movement", on=on, extra=(SoreFeet, Barefoot, Snow))


def refusal(game: Play, *way: str) -> str:
    with pytest.raises(Refused) as refused:
        game.play(March(F_I, tuple(map(area, way))))
    return next(str(one) for one in refused.value.reasons if one.rule == "BASE-7.3-cost")


FAR = ("burgos", "madrid", "cuenca", "toledo")


def test_without_options_a_refusal_is_as_short_as_it_was() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10))
    assert refusal(game, *FAR) == "F I has 4 movement points, but the way to Toledo costs 5 (BASE-7.3-cost)"


def test_an_amendment_that_adds_a_part_is_named() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10), on=("sore_feet",))
    told = "3 (4 printed on the corps, BASE-7.3-points, -1 sore feet, HOUSE-sore-feet)"
    assert refusal(game, *FAR) == f"F I has {told} movement points, but the way to Toledo costs 5 (BASE-7.3-cost)"


def test_an_amendment_that_changes_a_part_is_named() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10), on=("barefoot",))
    told = "2 (2 printed on the corps, HOUSE-barefoot in place of BASE-7.3-points)"
    assert f"F I has {told} movement points" in refusal(game, *FAR)
    assert allowance(game.game, F_I).parts[0].cited_rules == "HOUSE-barefoot in place of BASE-7.3-points"


def test_a_cell_that_an_option_changed_is_named_in_the_refusal_that_rests_on_it() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10), on=("snow",))
    told = "7 (3 by the chart, +4 for Cuenca, HOUSE-snow)"
    assert f"the way to Toledo costs {told}" in refusal(game, *FAR)
    assert game.game.chart("terrain movement").over("clear") == ""


def test_a_cell_that_an_option_changed_is_named_in_a_tally() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10), on=("snow",))
    assert supply_cost(game.game, F_I).with_rules() == "99 (99 a corps, HOUSE-dear in place of BASE-7.4-price)"


class Lame(RuleModule):
    """A part is taken away, and nothing is left of the number."""

    key = "lame"
    option = Option("Lame", "Nobody marches.")

    @rule("HOUSE-lame", amends="BASE-7.3-points")
    def lame(self, was: Was[Iterable[Part]], game: Game, corps: CorpsId) -> Iterable[Part]:
        return []


@rule("HOUSE-toll", supersedes="BASE-7.3-cost")
class Toll(RuleModule):
    """What a march may cost is a rule of this option."""

    key = "toll"
    option = Option("Toll", "Marches are paid for.")
    texts = {"HOUSE-toll": "Marches are paid for."}


class Lenient(RuleModule):
    """What a march may cost is amended."""

    key = "lenient"
    option = Option("Lenient", "Marches are looked at twice.")
    texts = {"HOUSE-lenient": "Marches are looked at twice."}

    @rule("HOUSE-lenient", amends="BASE-7.3-cost")
    def looked_at_twice(self, was: Was[Refusal | None], game: Game, act: March) -> Refusal | None:
        return was()


@pytest.mark.parametrize(
    ("on", "cited"),
    [
        ((), ("BASE-7.3-cost", ())),
        (("toll",), ("HOUSE-toll", ("BASE-7.3-cost",))),
        (("lenient",), ("HOUSE-lenient", ("BASE-7.3-cost",))),
    ],
)
def test_a_place_too_far_is_refused_by_the_rule_in_force(
    on: tuple[str, ...], cited: tuple[str, tuple[str, ...]]
) -> None:
    piece = corps("F I", FR, "Bayonne", infantry=10)
    game = position(piece, land=iberia, at=f"{FR}: land_movement", on=on, extra=(Toll, Lenient))
    ways = plan(game.game, F_I).ways
    reasons = [ways.why_not(one.id) for one in game[Area] if one.id not in ways.reach()]
    reason = next(found[-1] for found in reasons if "movement points" in found[-1].text)
    assert reason.text.startswith("F I has 4 movement points, but the way to")
    assert (reason.rule, reason.instead_of) == cited


class Steep(RuleModule):
    """A refusal that quotes a bare cell of a chart."""

    key = "steep"
    option = Option("Steep", "Mountains that cost much are closed.")

    @refuses(March)
    @rule("HOUSE-steep")
    def closed(self, game: Game, act: March) -> Refusal | None:
        cost = game.chart("terrain movement").number("mountain")
        return Refusal("mountains cost {cost}", cost=cost) if cost > 3 else None


def reasons_against(*on: str) -> list[str]:
    extra = (SoreFeet, Barefoot, Snow, Lame, Steep)
    piece = corps("F I", FR, "Bayonne", infantry=10)
    game = position(piece, land=iberia, at=f"{FR}: land_movement", on=on, extra=extra)
    with pytest.raises(Refused) as refused:
        game.play(March(F_I, FAR_AWAY))
    return [reason_of(one).says for one in refused.value.reasons]


FAR_AWAY = tuple(map(area, FAR))


def test_a_part_that_was_taken_away_is_named_by_its_option() -> None:
    told_so = "F I has 0 movement points, but the way to Toledo costs 5 (as amended by HOUSE-lame)"
    assert told_so in reasons_against("lame")


def test_a_bare_cell_that_an_option_changed_is_named() -> None:
    assert "Mountains cost 4 (as amended by HOUSE-snow)" in reasons_against("steep", "snow")
