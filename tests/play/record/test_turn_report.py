"""A round as a page: what happened, who leads, what is counted, the map; and nothing that its reader may not know."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest
from defusedxml.ElementTree import fromstring
from msgspec.structs import replace as with_fields

from sandtable.engine import Action, Choices, EndStep, Referee, SideId
from sandtable.engine.errors import Invalid
from sandtable.engine.running.chance import SeededDice
from sandtable.lab.bots import RandomBot, play_on
from sandtable.play.picture.drawing import draw
from sandtable.play.picture.map_picture import picture_of
from sandtable.play.record.chart import DASHES, chart_of, table_of
from sandtable.play.record.past import Past
from sandtable.play.record.report_page import draw_chart, page_of
from sandtable.play.record.statistics import Point, Series, series_of
from sandtable.play.record.turn_report import rounds_of, turn_report
from tests.games.fords import Corps, March, fords
from tests.games.fords.at_the_fords import FAMILY, ONE, ORDERS, at_march, play

BLUE, RED, BOTH = (SideId("Blue"),), (SideId("Red"),), (SideId("Blue"), SideId("Red"))
A_TURN: tuple[Action, ...] = (March(ONE, ("birchley", "cranmere")), EndStep())


def page(referee: Referee, sides: Sequence[str] = BOTH, number: int | None = None) -> str:
    return page_of(turn_report(referee, sides, "The Fords", number))


class Tags(HTMLParser):
    """Reads a page, and keeps what it could fetch or run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href") or name.startswith("on")]


def test_it_tells_what_happened_under_its_chapters_and_who_leads() -> None:
    referee = at_march(*A_TURN)
    report = turn_report(referee, BOTH, "The Fords")
    assert report.round == "Round 1"
    told = [line.text for chapter in report.chapters for line in chapter.lines]
    assert "Blue: March Blue 1 birchley, cranmere" in told
    assert all(chapter.title for chapter in report.chapters)
    assert report.lead
    assert any("Blue 1" in line for line in report.trails)
    text = page(referee)
    for words in ("<h1>Round 1</h1>", "What happened", "Counts", report.lead, "as Blue, Red may know it"):
        assert words in text


def test_it_is_one_file_that_fetches_and_runs_nothing() -> None:
    text = page(at_march(*A_TURN))
    tags = Tags(text)
    assert tags.links == []
    assert not tags.seen & {"script", "link", "img", "iframe", "object"}
    assert "svg" in tags.seen
    assert "default-src 'none'" in text
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org)", text)


def test_each_round_has_its_own_plies_and_they_are_all_there() -> None:
    referee = at_march()
    play_on(referee, RandomBot("b"), rounds=3)
    past = Past(referee)
    rounds = rounds_of(past, BOTH)
    assert [one.number for one in rounds] == list(range(1, len(rounds) + 1))
    assert len(rounds) > 1
    assert tuple(ply for one in rounds for ply in one.plies) == past.plies
    first, last = page(referee, number=1), page(referee)
    assert "<h1>Round 1</h1>" in first
    assert f"<h1>Round {len(rounds)}</h1>" in last
    assert first != last


def test_a_round_that_was_not_played_is_refused() -> None:
    with pytest.raises(Invalid, match="round 9 was not played, or cannot be looked at any more: name one of 1"):
        page(at_march(), number=9)


def begun(strength: int) -> Referee:
    """Come to Blue's march where a corps of Red has this strength, which Blue cannot see."""
    rows = [
        with_fields(row, strength=strength) if isinstance(row, Corps) and row.id == "Red 2" else row
        for row in FAMILY.scenario("fords").rows()
    ]
    referee = Referee.begin(FAMILY, rows, Choices(frozenset()), source=SeededDice("1"), board=fords()).open()
    for action in (*ORDERS, *A_TURN):
        play(referee, action)
    return referee


def test_nothing_hidden_leaks() -> None:
    one, other = begun(3), begun(11)
    assert page(one, BLUE) == page(other, BLUE)
    assert page(one, ()) == page(other, ())
    assert page(one, RED) != page(other, RED)


def test_foreign_words_do_nothing_in_the_page() -> None:
    report = turn_report(at_march(*A_TURN), BOTH, "<script>alert(1)</script>")
    assert "<script" not in page_of(report)
    assert "&lt;script&gt;" in page_of(report)


def test_the_map_is_a_drawing_of_what_stands_where() -> None:
    view = at_march(*A_TURN).game.seen_by_sides(frozenset(BLUE))
    picture = picture_of(view, 400, 300)
    assert picture is not None
    drawing = fromstring(draw(picture))
    titles = [one.text or "" for one in drawing.iter("{http://www.w3.org/2000/svg}title")]
    assert any("Blue 1" in title for title in titles)
    assert all(0 <= stack.x <= 400 and 0 <= stack.y <= 300 for stack in picture.stacks)
    assert draw(picture) == draw(picture)


def test_a_chart_has_the_numbers_of_its_table() -> None:
    referee = at_march()
    play_on(referee, RandomBot("b"), rounds=3)
    game = referee.game.seen_by_sides(frozenset(BOTH))
    for series in series_of(Past(referee), BOTH):
        chart = chart_of(game, series)
        heads, rows = table_of(game, series)
        assert heads[1:] == [line.title for line in chart.lines]
        low, high = int(chart.ticks[0][1]), int(chart.ticks[-1][1])
        for column, line in enumerate(chart.lines, 1):
            for row, point in zip(rows, line.points, strict=True):
                assert point is not None
                assert 0 <= point[0] <= 1
                assert round(low + point[1] * (high - low)) == int(row[column])
        assert 2 <= len(chart.ticks) <= 7
        assert len({line.mark for line in chart.lines}) == len(chart.lines)
        assert len({DASHES[line.mark] for line in chart.lines}) == len(chart.lines), "told apart without colour"
        fromstring(draw_chart(chart))


def test_what_is_not_known_is_a_gap_and_a_question_mark() -> None:
    referee = at_march()
    game = referee.game.seen_by_sides(frozenset(BLUE))
    point = Point(1, "Round 1", 1, 4)
    unknown = Point(2, "Round 2", 2, None)
    series = Series("strength", "Strength", "factors", ((BLUE[0], (point, unknown)), (RED[0], (unknown, point))))
    assert table_of(game, series)[1] == [["Round 1", "4", "?"], ["Round 2", "?", "4"]]
    assert [[one is None for one in line.points] for line in chart_of(game, series).lines] == [
        [False, True],
        [True, False],
    ]
