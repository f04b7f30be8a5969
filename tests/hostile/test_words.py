"""Foreign words: what moves the cursor, hides or turns a line round is gone wherever they are shown."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace as with_parts
from io import StringIO
from pathlib import Path
from typing import Any, cast

import click
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from sandtable.board.maps import Map
from sandtable.cli import main
from sandtable.cli.plain_streams import plain_output
from sandtable.cli.show import heading
from sandtable.cli.talk.lines import StyledLine
from sandtable.cli.terminal import converse
from sandtable.engine import Row, Scenario
from sandtable.engine.discovery.modules import Plugins
from sandtable.engine.words import fit, fit_all, read, suspect
from sandtable.interchange import geojson
from sandtable.interchange.geojson import ImportOptions
from sandtable.interchange.hexify import hexify, read_rules
from sandtable.library.shipped import shipped_path
from sandtable.library.store.library_file import Library
from sandtable.play.begin.starts import Start, campaigns_folder, find_scenario
from sandtable.play.table.sitting import Wishes, begin
from tests.library.samples import county

EVIL = "\x1b]0;owned\x07\x1b[31mRed\u202e\x9b2J\u2066Town\u200b\x00\x85\U000e0041"
RAW = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
    "|[\ud800-\udfff\U000e0000-\U000e007f]"
)
"""What no output may hold."""

CLEANED = {
    "\x1b]0;owned\x07Name": "Name",
    "\x1b]0;owned\x1b\\Name": "Name",
    "\x1b[31mRed\x1b[0m": "Red",
    "\x1b]0;never ended": "]0;never ended",
    "a\x9b2Jb": "ab",
    "a\x9d0;owned\x9cb": "ab",
    "\u202eevil": "evil",
    "a\u2066b\u2069": "ab",
    "zero\u200bwidth": "zerowidth",
    "soft\xadhyphen": "softhyphen",
    "NUL\x00": "NUL",
    "half \ud83d of a letter": "half \ufffd of a letter",
    "two\nlines": "two lines",
    "two\r\nlines": "two lines",
    "two\u2028lines": "two lines",
    "a\ttab": "a tab",
    "joined\u200dnothing": "joinednothing",
    "tags\U000e0041\U000e0042": "tags",
    "\ufeffmark": "mark",
    EVIL: "RedTown ",
}
STAYS = [
    "Zürich", "Ærø", "Łódź", "Besançon", "Αθήνα", "Москва", "עברית", "بغداد", "می\u200cخواهم", "क्\u200dष",
    "東京", "👩\u200d🚒", "❤\ufe0f\u200d🔥", "🇩🇪", "👍🏽",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "e\u0301", "½ ° · – “quoted” …", "𝔉raktur", "",
]  # fmt: skip


@pytest.mark.parametrize("text", CLEANED)
def test_what_only_a_hostile_text_has_is_gone(text: str) -> None:
    assert fit(text) == CLEANED[text]
    assert not RAW.search(fit(text, lines=True))
    assert fit(fit(text)) == fit(text)


@pytest.mark.parametrize("text", STAYS)
def test_every_script_stays(text: str) -> None:
    assert fit(text) == text
    assert fit(text, lines=True) == text


def test_text_of_several_lines_keeps_them_and_titles_are_one() -> None:
    assert fit("one\r\ntwo\tthree", lines=True) == "one\ntwo\tthree"
    assert fit_all({"title": "a\nb", "says": "a\nb", "of": ["\x1bx"]}) == {"title": "a b", "says": "a\nb", "of": ["x"]}


@pytest.mark.parametrize("text", CLEANED)
def test_a_document_is_read_clean_however_it_writes_its_letters(text: str) -> None:
    for document in (json.dumps({"title": text}), json.dumps({"title": text}, ensure_ascii=False)):
        if "\ud83d" not in document and "\\ud83d" not in document:
            assert suspect(document)
            assert read(document, dict[str, str]) == {"title": CLEANED[text]}


# --- what comes in ----------------------------------------------------------------------------------------------------


def texts_of(sheet: Map) -> str:
    """Return all words of a map as one text."""
    info = sheet.info
    words = [info.key, info.title, info.says, info.source, info.licence]
    for space in sheet.graph.spaces.values():
        words += [space.id, space.name, space.kind, *(f"{name} {value}" for name, value in space.attributes)]
    for region in sheet.regions:
        words += [region.id, region.name, region.kind, *(f"{name} {value}" for name, value in region.attributes)]
    return "|".join(words)


def evil_county() -> Map:
    """Return a map with evil words wherever there are words."""
    sheet = county()
    first = next(iter(sheet.graph.spaces))
    graph = sheet.graph.put_space(replace(sheet.graph[first], name=EVIL, attributes=(("note", EVIL),)))
    info = replace(sheet.info, title=f"County {EVIL}", says=EVIL, source=EVIL, licence=EVIL)
    return with_parts(sheet, info=info, graph=graph)


def test_a_foreign_geojson_is_cleaned() -> None:
    feature = {
        "type": "Feature",
        "id": f"id{EVIL}",
        "properties": {"name": EVIL, "kind": f"land{EVIL}", f"note{EVIL}": EVIL},
        "geometry": {"type": "Point", "coordinates": [1, 1]},
    }
    text = json.dumps({"type": "FeatureCollection", "name": EVIL, "features": [feature]})
    arrived = geojson.arrive(text, ImportOptions(title=f"Title {EVIL}"))
    assert not RAW.search(texts_of(arrived.map) + "".join(arrived.notices))
    assert arrived.map.info.title.startswith("Title RedTown")


def test_a_geojson_of_ours_is_cleaned() -> None:
    arrived = geojson.arrive(geojson.write(with_parts(evil_county(), underlays=())))
    assert not RAW.search(texts_of(arrived.map) + "".join(arrived.notices))
    assert "RedTown" in texts_of(arrived.map)


def evil_library(folder: Path) -> Path:
    """Return a library with a map, scenario and presets of evil words, sealed as they are."""
    path = folder / "evil.db"
    with Library.open(shipped_path()) as whole:
        scenario = whole.scenario("peninsula-1808")
        sheet = whole.map(scenario.map)
    leaders = {
        id: {**row, "name": f"{row['name']} {EVIL}"} if "name" in row else row
        for id, row in scenario.rows["Leader"].items()
    }
    evil = replace(scenario, key="evil", title=f"Scenario {EVIL}", says=EVIL, rows={**scenario.rows, "Leader": leaders})
    with Library.create(path) as library:
        library.put_map(evil_county())
        library.put_map(sheet)
        library.put_scenario(evil)
    return path


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return evil_library(tmp_path_factory.mktemp("evil"))


def test_a_library_shows_clean_words_and_its_seals_hold(evil: Path) -> None:
    with Library.open(evil) as library:
        assert library.damage() == ()
        scenario, sheet = library.scenario("evil"), library.map(county().info.key)
        heads = f"{library.scenarios()}{library.maps()}"
        assert not RAW.search(texts_of(sheet) + scenario.title + scenario.says + "".join(map(str, heads)))
        assert scenario.title.strip() == "Scenario RedTown"
        assert sheet.digest == library.revisions(sheet.info.key)[0] == evil_county().digest
        assert not [text for row in scenario.rows["Leader"].values() for text in row.values() if RAW.search(str(text))]


# --- what goes to the terminal ----------------------------------------------------------------------------------------

CALLS: list[tuple[Sequence[str], str]] = [
    (["list", "{}"], "RedTown"),
    (["list", "{}", "--json"], "RedTown"),
    (["check", "{}"], ""),
    (["check", "{}", "--json"], ""),
    (["options", "{}#evil"], ""),
    (["diff", "{}", str(shipped_path())], "RedTown"),
    (["map", "adjacency", "{}#{county}"], "RedTown"),
    (["map", "adjacency", "{}#{county}", "--csv"], "RedTown"),
    (["map", "adjacency", "{}#{county}", "--json"], "RedTown"),
    (["map", "export", "{}#{county}", "-"], "RedTown"),
    (["map", "render", "{}#{county}", "-"], "RedTown"),
    (["map", "adjacency", f"{{}}#{EVIL}"], "Town"),
    (["map", "adjacency", f"/nowhere/{EVIL.replace(chr(0), '')}.db"], "Town"),
    (["list", f"/nowhere/{EVIL.replace(chr(0), '')}.db"], "Town"),
    (["rules", EVIL], "Town"),
    (["play", "{}#evil", "--campaign", "{folder}/new.campaign", "--script", "{folder}/script.txt"], "RedTown"),
]


@pytest.mark.parametrize(
    ("call", "there"), CALLS, ids=[" ".join(call[:2]) + f" {at}" for at, (call, _) in enumerate(CALLS)]
)
def test_nothing_printed_holds_more_than_words(
    evil: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Sequence[str], there: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "script.txt").write_text("log\nquit\n")
    names = {"{}": str(evil), "{county}": county().info.key, "{folder}": str(tmp_path)}
    given = [re.sub(r"\{\w*\}", lambda found: names[found[0]], word) for word in call]
    result = CliRunner().invoke(main, given)
    said = result.stdout + result.stderr
    assert said
    assert not RAW.search(said), ascii(RAW.search(said))
    assert there in said


@pytest.fixture(scope="module")
def evil_campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a campaign whose own rows and title hold evil words: what its hashes are of stays as it is."""
    start = find_scenario("peninsula-1808", Plugins())

    def rows() -> list[Row]:
        return [_evil(row) for row in start.rows()]

    scenario = Scenario(
        "peninsula-1808", f"Title {EVIL}", rows, EVIL, start.scenario.options, start.scenario.parameters
    )
    path = tmp_path_factory.mktemp("evil") / "evil.campaign"
    begin(Start(start.family, scenario), Wishes(seed="1"), path).file.close()
    return path


def _evil(row: Row) -> Row:
    """Return a leader or a side with an evil name."""
    named = type(row).__name__ in {"Leader", "Side"} and isinstance(getattr(row, "name", None), str)
    return replace(row, name=f"{getattr(row, 'name', '')} {EVIL}") if named else row


@pytest.mark.parametrize(
    "call",
    [
        ["replay", "{}"],
        ["replay", "{}", "--verify"],
        ["replay", "{}", "--json"],
        ["odds", "{}"],
        ["list"],
        ["list", "--json"],
        ["play", "peninsula-1808", "--campaign", "{}", "--script", "{script}"],
    ],
    ids=" ".join,
)
def test_a_campaign_with_evil_words_in_its_rows_opens_and_is_shown_without(
    evil_campaign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Sequence[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = campaigns_folder()
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(evil_campaign, folder / "evil.campaign")
    (tmp_path / "script.txt").write_text("log\nsituation\nquit\n")
    names = {"{}": str(folder / "evil.campaign"), "{script}": str(tmp_path / "script.txt")}
    result = CliRunner().invoke(main, [names.get(word, word) for word in call])
    said = result.stdout + result.stderr
    assert said
    assert "damaged" not in said
    assert not RAW.search(said), ascii(RAW.search(said))


class Screen(StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_colours_and_no_other_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr("sys.stdout", screen)
    with plain_output():
        click.secho(f"bold {EVIL}", bold=True)
        click.secho("red", fg="red")
    assert screen.getvalue() == "\x1b[1mbold \x1b[31mRedTown\n\x1b[0m\n\x1b[31mred\x1b[0m\n"
    assert sys.stdout is screen


class Saying:
    """A conversation that says one thing."""

    pauses, error, asked = False, "", ""

    def __init__(self, *lines: StyledLine) -> None:
        self.lines = list(lines)

    def run(self) -> Iterator[str]:
        return iter(())

    def drain(self) -> list[StyledLine]:
        said, self.lines = self.lines, []
        return said


def test_a_colour_in_a_campaign_s_own_words_is_none_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr("sys.stdout", screen)
    with plain_output():
        converse(cast("Any", Saying(StyledLine(f"Soult {EVIL}", "bad"), StyledLine(f"Ney {EVIL}"))), [], "")
        heading(f"Madrid {EVIL}")
    assert screen.getvalue() == ("\x1b[31mSoult RedTown\x1b[0m\nNey RedTown\x1b[0m\n\x1b[1mMadrid RedTown \x1b[0m\n")


def test_hexes_are_named_in_clean_words() -> None:
    text = {"key": "k", "title": EVIL, "says": EVIL, "hexes": {"size": 5.0}, "name": [{"where": {"name": "*"}}]}
    town = {"type": "Feature", "properties": {"name": EVIL}, "geometry": {"type": "Point", "coordinates": [1, 1]}}
    done = hexify([("x.geojson", json.dumps(town).encode())], read_rules(json.dumps(text).encode(), what="r"))
    written = geojson.write(done.map)
    assert not RAW.search(json.loads(written)["name"] + "".join(done.notices))
    assert "RedTown" in written
    assert not RAW.search(texts_of(geojson.read(written)))
    assert "\\u202e" not in written
    assert "\u202e" not in written
