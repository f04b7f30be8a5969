"""Every text that somebody at the table can meet is listed, and none has what only a program would say."""

import re
from functools import cache
from typing import Final

import pytest
from docs.texts import Text, of_source, texts

PLAYED: Final = (
    "refusal",
    "question",
    "throw",
    "log",
    "reason",
    "option",
    "finding",
    "title",
    "action",
    "rule",
    "window",
)
CODE: Final = re.compile(r"`[^`]*`|\{[^}]*\}|https?:\S+|--\S+|\S+\.(?:py|toml|md)\S*")
RAW: Final = re.compile(r"(?<![\w/.-])(?:[a-z]+(?:_[a-z]+)+|[A-Z]+_[A-Z_]+)(?![\w(=/])")
SENTENCES: Final = (
    "Sentence", "setToolTip", "setStatusTip", "setPlaceholderText", "information", "warning", "critical",
    "setInformativeText", "says", "command", "Action", "Code", "ScenarioFault",
)  # fmt: skip
"""Where a text is shown alone, and is a sentence."""


@cache
def all_texts() -> tuple[Text, ...]:
    """Read them once, where they are asked for: each worker that only collects would read all code."""
    return tuple(texts())


def raw(one: Text) -> list[str]:
    """Return the words of a text that only code knows."""
    return RAW.findall(CODE.sub(" ", one.words))


NO_NATIVE: Final = re.compile(
    r"\b(?:is|are) no (?!longer\b|more\b|better\b|larger\b|smaller\b|further\b|less\b|such\b)[a-z]"
    r"|\b(?:is|are) none\b(?! of| there)|\bwants (?:a|an|the|to|two|\{)|\}\. is\b"
)
"""Ways to say it that come of another language: "is no number", "wants a number", "the 3. is none"."""
THERE: Final = re.compile(r"\b[Tt]here (?:is|are) (?:no|none)\b|\bwhere there is none\b")


def unlike_a_native(one: Text) -> list[str]:
    """Return what a native speaker would not say."""
    return NO_NATIVE.findall(THERE.sub(" ", one.words))


def begins_small(one: Text) -> bool:
    """Tell whether a text that is shown as a sentence does not begin like one."""
    first = re.sub(r"^(?:<[^>]*>)+", "", one.words)[:1]
    return one.by in SENTENCES and first.islower()


def test_the_list_has_what_is_met_in_every_place() -> None:
    assert {one.kind for one in all_texts()} >= {*PLAYED, "error", "terminal", "rules", "program"}
    assert len(all_texts()) > 3_000
    assert any(one.kind == "refusal" and "has a garrison of {side}" in one.words for one in all_texts())


@pytest.mark.parametrize(
    ("source", "kind", "words"),
    [
        ("raise Invalid(f'{name} is gone')", "error", "{name} is gone"),
        ("Refusal('{corps} is tired', corps=corps)", "refusal", "{corps} is tired"),
        ("game.note('rain falls', 'A-1')", "log", "rain falls"),
        (
            "class March:\n    '''Go there.\n\n    Not shown.\n    '''\n    def perform(self): ...",
            "action",
            "Go there.",
        ),
    ],
)
def test_a_text_is_found_in_code(source: str, kind: str, words: str) -> None:
    (one,) = of_source(source, "plugins/x.py")
    assert (one.kind, one.words, one.open) == (kind, words, ())


def test_nothing_a_player_reads_is_a_word_of_the_code() -> None:
    assert [(one.place, raw(one)) for one in all_texts() if one.kind in PLAYED and raw(one)] == []


def test_every_brace_is_filled() -> None:
    assert [(one.place, one.words) for one in all_texts() if one.open and one.by != "format"] == []


def test_what_is_shown_as_a_sentence_begins_like_one() -> None:
    assert [(one.place, one.words) for one in all_texts() if begins_small(one)] == []


def test_it_is_said_as_a_native_speaker_says_it() -> None:
    assert [(one.place, one.words[:100]) for one in all_texts() if unlike_a_native(one)] == []


@pytest.mark.parametrize("words", ["{text} is no number: write one", "the {number}. is cut", "a limit wants a bound"])
def test_what_no_native_speaker_says_is_found(words: str) -> None:
    assert unlike_a_native(Text("error", "x.py:1", words)) != []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("Refusal('{corps} is tired')", "open"),
        ("note('it is land_combat')", "raw"),
        ("Sentence('there is nothing')", "small"),
    ],
)
def test_each_fault_is_found(source: str, fault: str) -> None:
    (one,) = of_source(source, "editor/x.py")
    assert [bool(one.open), bool(raw(one)), begins_small(one)] == [fault == kind for kind in ("open", "raw", "small")]
