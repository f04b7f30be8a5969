"""Finding rules and lines of the log by their words."""

from __future__ import annotations

import pytest

from sandtable.engine import InstalledGame
from sandtable.play.words.word_search import WordSearch, rules_of
from sandtable_twin_rivers import TWIN_RIVERS

TEXTS = {
    1: "Masséna besieges Zaragoza (BASE-7.5.2-storm)",
    2: "Two corps are besieged in Lisbon (EIA-10.3.1-access)",
    3: 'The "old" guard is committed',
}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("massena", [1]),
        ("MASSÉNA zarag", [1]),
        ("besieging", [1, 2]),
        ("lisbon corps", [2]),
        ("10.3.1", [2]),
        ("BASE-7.5", [1]),
        ('"old"', [3]),
        ('gu"ard', []),
        ("guard lisbon", []),
        ("NOT guard", []),
        (" * ( ", [1, 2, 3]),
        ("", [1, 2, 3]),
    ],
)
def test_words_are_found_in_any_form_and_order(words: str, found: list[int]) -> None:
    assert sorted(WordSearch(TEXTS.items()).find(words)) == found


def test_what_is_added_later_is_found_too() -> None:
    search = WordSearch(TEXTS.items())
    assert search.find("dupont") == []
    search.add(4, "Dupont marches to Baylen")
    assert search.find("dupont") == [4]
    assert sorted(search.find("")) == [1, 2, 3, 4]


def test_the_text_that_says_it_more_often_comes_first() -> None:
    search = WordSearch([("a", "a bridge over the river, long and old and of stone"), ("b", "bridge and bridgehead")])
    assert search.find("bridge") == ["b", "a"]


def test_rules_are_found_by_number_title_and_words() -> None:
    family = InstalledGame(TWIN_RIVERS)
    search = rules_of(family)
    for id, text in family.texts.items():
        assert id in search.find(id)
        assert id in search.find(text.says)
