"""A fleet with corps aboard in the hand: put down on a coast it sets them ashore, by the offers that there are."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.engine import Referee
from sandtable.engine.running.offers import offers
from sandtable.play.turn.able_pieces import able_pieces
from sandtable.play.turn.landings import Landing, Question
from sandtable.play.turn.places import Places
from sandtable.present import presentation
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import Aboard, CorpsId, Fleet, FleetId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.naval.aboard import Disembark
from sandtable_empires.testing import FR, GB, area, corps, fleet, position, war

GB_1, BREST = FleetId("GB 1"), area("Brest")


def before_brest(*aboard: str) -> Referee:
    """British corps on a fleet in the Western Approaches."""
    pieces = [piece for one in aboard for piece in (corps(one, GB, None, infantry=8), Aboard(CorpsId(one), GB_1))]
    away = corps("F X", FR, "Paris", infantry=1), corps("B X", GB, "London", infantry=1)
    ships = fleet("GB 1", GB, "western-approaches", 10, "sea")
    given: dict[str, Any] = {"grants": (CAMPAIGN,), "board": europe_1805(), "order": (GB, FR)}
    return position(*away, ships, *pieces, war(FR, GB), at=f"{GB}: land_movement", **given).referee


def question_of(referee: Referee) -> Question:
    assert referee.prompt is not None
    ask = referee.prompt.open[0]
    view = referee.view(ask.side)
    possible = tuple(offer.kind for offer in offers(view, ask))
    shut = tuple(kind for kind in ask.kinds if kind not in possible)
    board = presentation.board(view)
    return Question(ask, possible, shut, Places(board, presentation.spaces(view)), board)


def put_down(referee: Referee, piece: str, where: str) -> Landing:
    question = question_of(referee)
    return question.of_drop(referee.view(question.ask.side), (piece,), where, piece)


def test_the_corps_aboard_lands_where_its_fleet_is_put_down() -> None:
    referee = before_brest("B I")
    question = question_of(referee)
    (ending,) = put_down(referee, GB_1, BREST).endings
    assert ending.offer(referee.view(GB), question.ask).action() == Disembark(CorpsId("B I"), BREST)
    assert GB_1 in able_pieces(question, referee.view(GB)).pieces


def test_all_that_are_aboard_land_one_after_the_other() -> None:
    referee = before_brest("B I", "B II")
    landing = put_down(referee, GB_1, BREST)
    assert (landing.endings, landing.able) == ((), ("B I", "B II"))
    labels = [one.label for one in question_of(referee).taking(referee.view(GB), GB_1)]
    assert labels == ["Disembark: B I", "Disembark: B II"]


@pytest.mark.parametrize("where", ["Madrid", "London"])
def test_elsewhere_the_rule_that_forbids_it_is_told(where: str) -> None:
    landing = put_down(before_brest("B I"), GB_1, area(where))
    assert landing.endings == ()
    assert landing.objection is not None
    assert landing.objection.reasons[0].rule == "BASE-6.2.5-landing"


def test_at_sea_it_is_the_fleet_that_goes_nowhere_in_this_step() -> None:
    landing = put_down(before_brest("B I"), GB_1, "bay-of-biscay")
    assert landing.objection is not None
    (line,) = landing.objection.lines()
    assert line.startswith("GB 1 can be moved in Naval movement")


def test_a_fleet_with_nobody_aboard_goes_nowhere_on_land() -> None:
    landing = put_down(before_brest(), GB_1, BREST)
    assert (landing.endings, landing.able) == ((), ())


def test_a_fleet_in_reserve_has_no_counter() -> None:
    game = before_brest().game
    away = replace(game[Fleet][GB_1], id=FleetId("GB 2"), lies="reserve", port=None, space=None)
    shown = position(away, corps("F X", FR, "Paris", infantry=1), grants=(CAMPAIGN,), board=europe_1805())
    assert GB_1 in {one.piece for one in presentation.counters(game)}
    assert "Fleet" not in {one.kind for one in presentation.counters(shown.game)}
