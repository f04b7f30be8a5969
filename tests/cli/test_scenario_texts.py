"""Scenarios and presets as text by command: what goes out comes in the same; what is wrong is told with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sandtable.cli import main
from sandtable.design.scenario.scenario_script import read_edit
from sandtable.design.scenario_draft import ScenarioDraft
from sandtable.engine.discovery.modules import Plugins
from sandtable.library.store.documents import PresetDocument, ScenarioDocument
from sandtable.library.store.library_file import Library
from tests.library.valley import OPTIONS, SIDES, TURNS, UNIT_HEX, VALLEY

SHIPPED = [
    f"{family.system.key}/{scenario.key}"
    for family in Plugins().families().values()
    for scenario in family.system.scenarios
]


def run(*args: str | Path, status: int = 0) -> Result:
    result = CliRunner().invoke(main, [str(one) for one in args])
    assert result.exit_code == status, (result.output, result.stderr)
    return result


def refused(*args: str | Path) -> str:
    (line,) = run(*args, status=2).stderr.splitlines()
    return line


def facts(*args: str | Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*args, "--json").stdout)
    return found


def kept(path: Path, key: str) -> ScenarioDocument:
    with Library.open(path) as library:
        return library.scenario(key)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_goes_out_as_text_comes_in_to_the_same_digest(name: str, tmp_path: Path) -> None:
    text, mine = tmp_path / "war.toml", tmp_path / "mine.db"
    out = facts("scenario", "export", name, text)["scenario"]["digest"]
    assert facts("scenario", "import", text, mine)["scenario"]["digest"] == out
    key = name.partition("/")[2]
    assert kept(mine, key).digest == out
    assert run("scenario", "export", f"{mine}#{key}", "-").stdout == text.read_text("utf-8")


WRONG = {
    "an unknown table": ("[Side]", "[Sides]", r"no table is called 'Sides': did you mean Side", SIDES),
    "an unknown field": ("turns = 5", "turm = 5", r"no field is called 'turm'", TURNS),
    "an unknown line at the head": ("options", "option", r"no table is called 'option': did you mean options", OPTIONS),
    "a place that is nowhere": ('"Erfurt"', '"Erfrt"', "is called 'Erfrt': did you mean Erfurt or", UNIT_HEX),
    "a value that is none": ("days = 3", 'days = "3"', r"days: write a whole number, not text", TURNS),
    "an option that is not there": ("simplified_undisruption", "winter_war", "option is called 'winter_war'", OPTIONS),
    "a preset that is not there": (
        "options = [", 'begins_with = "mild"\noptions = [', "begins_with: no preset is called 'mild'", OPTIONS,
    ),
    "a preset that builds on none": (
        "[setting]", '[setting]\n[[preset]]\nkey = "mild"\ntitle = "Mild"\nextends = "wild"',
        "preset 'mild': no preset is called 'wild'", 8,
    ),
    "a base that is not there": (
        'map = "thuringia"', 'extends = "the-vale"', "extends: no scenario is called 'the-vale'", 4,
    ),
    "a game that is not there": ('"grande_armee"', '"petite_armee"', "petite_armee", 0),
    "a map that is not there": ('"thuringia"', '"saxony"', "lies on the map 'saxony', which is not in", 0),
    "a revision that is gone": (
        'map = "thuringia"', 'map = "thuringia"\nrevision = "abc"',
        "for revision abc of the map 'thuringia', which is gone", 0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_in_a_text_is_told_in_a_sentence_and_nothing_is_kept(what: str, tmp_path: Path) -> None:
    text, mine = tmp_path / "valley.toml", tmp_path / "mine.db"
    was, now, says, line = WRONG[what]
    text.write_text(VALLEY.replace(was, now), "utf-8")
    told = refused("scenario", "import", text, mine)
    assert says in told
    assert ("(at line " in told) == bool(line)
    assert not line or f"(at line {line})" in told
    assert not mine.exists()


def test_all_that_is_wrong_in_a_text_is_told_in_the_order_of_its_lines(tmp_path: Path) -> None:
    text, mine = tmp_path / "valley.toml", tmp_path / "mine.db"
    wrong = VALLEY.replace("turns = 5", "turm = 5").replace("[Side]", "[Sides]").replace('"Erfurt"', '"Erfrt"')
    text.write_text(wrong + '\n[[note]]\nidd = "x"\n[[Unit]]\nside = "France"\n', "utf-8")
    told = run("scenario", "import", text, mine, status=2).stderr.splitlines()
    assert [line.rpartition("(at line ")[2] for line in told] == ["10)", "12)", "18)", "22)", "23)"]
    assert all(line.startswith("valley.toml: ") for line in told)
    assert not mine.exists()


def test_what_a_text_counts_on_and_is_not_there_is_told_with_its_line_and_nothing_is_lost(tmp_path: Path) -> None:
    text, mine = tmp_path / "valley.toml", tmp_path / "mine.db"
    text.write_text(VALLEY.replace('side = "France"', 'side = "Frence"'), "utf-8")
    told = run("scenario", "import", text, mine, status=1)
    assert told.stderr.splitlines()[0] == (
        "valley.toml: Unit '1': its side is 'Frence', but there is no such Side: did you mean 'France'? (at line 17)"
    )
    assert kept(mine, "valley").rows["Unit"]["1"]["side"] == "Frence"


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        pytest.param(
            'id = "arrival modifier"',
            'id = "arrivals"',
            "there is no chart 'arrival modifier', which module rounds looks up: add it",
            id="a missing chart",
        ),
        pytest.param(
            "infantry = 15\ncavalry = 1\n",
            "infantry = 45\ncavalry = 1\n",
            "Argenteau's Corps has 45 factors of infantry and room for 20: take some out (BASE-7.3-absorb-room)",
            id="an over-full corps",
        ),
    ],
)
def test_what_else_keeps_a_text_from_being_played_is_told_in_one_sentence(
    was: str, now: str, says: str, tmp_path: Path
) -> None:
    text, mine = tmp_path / "war.toml", tmp_path / "mine.db"
    run("scenario", "export", "austerlitz-1805", text)
    right = text.read_text("utf-8")
    assert was in right
    text.write_text(right.replace(was, now, 1), "utf-8")
    (told,) = run("scenario", "import", text, mine).stderr.splitlines()
    tells = "`sandtable check`, or Problems in the Scenario workspace, tells all"
    assert told == f"war.toml cannot be played yet: {says}; {tells}"


def test_one_that_would_extend_itself_by_another_is_told_its_line_and_the_one_there_stays(tmp_path: Path) -> None:
    mine = tmp_path / "mine.db"
    for key, base in {"vale": "", "dell": "vale"}.items():
        (tmp_path / f"{key}.toml").write_text(
            VALLEY.replace('"valley"', f'"{key}"').replace('map = "thuringia"', f'extends = "{base}"')
            if base else VALLEY.replace('"valley"', f'"{key}"'), "utf-8",
        )  # fmt: skip
        run("scenario", "import", tmp_path / f"{key}.toml", mine)
    before = kept(mine, "vale")
    circle = tmp_path / "circle.toml"
    circle.write_text('key = "vale"\ngame = "grande_armee"\ntitle = "The Vale"\nextends = "dell"\n', "utf-8")
    assert refused("scenario", "import", "--replace", circle, mine) == (
        "circle.toml: extends: scenario vale extends itself: vale → dell → vale: let one of them end it (at line 4)"
    )
    assert kept(mine, "vale") == before


def test_a_map_without_what_the_game_reads_is_told_with_its_line(tmp_path: Path) -> None:
    text, mine = tmp_path / "x.toml", tmp_path / "mine.db"
    text.write_text('key = "x"\ngame = "empires"\ntitle = "X"\nmap = "thuringia"\n', "utf-8")
    told = run("scenario", "import", text, mine, status=1).stderr.splitlines()
    assert "x.toml: map 'thuringia': it has no country: draw one, or say which one is (at line 4)" in told
    assert kept(mine, "x").map == "thuringia"


def test_a_scenario_is_made_from_nothing(tmp_path: Path) -> None:
    mine, text = tmp_path / "mine.db", tmp_path / "spring.toml"
    on_europe = ("--game", "empires", "--map", "europe-1805")
    made = facts("scenario", "new", f"{mine}#spring", *on_europe, "--title", "Spring", "--sides", "France, Spain")
    spring = kept(mine, "spring")
    assert (made["scenario"]["map"], spring.title, list(spring.rows["Side"])) == (
        "europe-1805", "Spring", ["France", "Spain"],
    )  # fmt: skip
    begun = {"Calendar", "Chart", "Nation", "Side", "Treasury"}
    assert begun <= spring.rows.keys(), "what any scenario of this game needs"
    run("scenario", "new", f"{mine}#empty", *on_europe)
    assert begun - {"Nation", "Side", "Treasury"} <= kept(mine, "empty").rows.keys()
    assert "two sides are called France" in refused(
        "scenario", "new", f"{mine}#x", *on_europe, "--sides", "France,France"
    )
    both = ("--extends", "peninsula-1808", "--sides", "France")
    assert "has the sides of that" in refused("scenario", "new", f"{mine}#x", "--game", "empires", *both)
    run("scenario", "new", text, "--game", "empires", "--map", "europe-1805")
    assert text.read_text("utf-8").startswith(
        'key = "spring"\ngame = "empires"\ntitle = "spring"\nmap = "europe-1805"\n'
    )
    assert "already has a scenario 'spring'" in refused(
        "scenario", "new", f"{mine}#spring", "--game", "empires", "--map", "europe-1805"
    )
    assert "is played on a map: name one with --map" in refused("scenario", "new", f"{mine}#x", "--game", "empires")
    assert "cannot be played on the map" in refused(
        "scenario", "new", f"{mine}#x", "--game", "empires", "--map", "thuringia"
    )


def test_a_scenario_laid_over_one_of_the_game_is_played_and_holds_what_differs(tmp_path: Path) -> None:
    mine, text = tmp_path / "mine.db", tmp_path / "late.toml"
    run("scenario", "new", f"{mine}#late", "--game", "grande_armee", "--extends", "jena-1806", "--title", "Late")
    assert (kept(mine, "late").extends, kept(mine, "late").rows) == ("jena-1806", {})
    run("scenario", "export", f"{mine}#late", text)
    text.write_text(text.read_text("utf-8") + "[change.Calendar]\ncalendar = { turns = 2 }\n", "utf-8")
    run("scenario", "import", text, mine, "--replace")
    played = facts("simulate", f"{mine}#late", "--games", "1", "--turns", "9")["games"][0]
    assert played["turns"] <= 2
    text.write_text(text.read_text("utf-8").replace('extends = "jena-1806"', 'extends = "late"'), "utf-8")
    assert "scenario late extends itself: late → late" in refused("scenario", "import", text, mine, "--replace")
    assert kept(mine, "late").extends == "jena-1806"
    run("scenario", "new", f"{mine}#later", "--game", "grande_armee", "--extends", "late")
    text.write_text(text.read_text("utf-8").replace('extends = "late"', 'extends = "later"'), "utf-8")
    assert "scenario late extends itself: late → later → late" in refused("scenario", "import", text, mine, "--replace")


def test_a_corps_moved_in_a_copy_is_one_line_of_differences_and_is_played(tmp_path: Path) -> None:
    mine, was = tmp_path / "mine.db", tmp_path / "was.db"
    for path in (mine, was):
        run("scenario", "export", "peninsula-1808", path)
    (corps, *_) = sorted(kept(mine, "peninsula-1808").rows["Corps"])
    edit = {"edit": "ChangeRows", "table": "Corps", "rows": [corps], "fields": {"area": "Burgos"}}
    told = facts("scenario", "edit", f"{mine}#peninsula-1808", json.dumps(edit))
    (line,) = told["differences"]
    assert line.startswith(f"Corps {corps}: area ")
    assert line.endswith(" → Burgos")
    differences = run("diff", f"{was}#scenario/peninsula-1808", f"{mine}#scenario/peninsula-1808", status=1).stdout
    assert [one.strip() for one in differences.splitlines() if one.strip().startswith("Corps")] == [line]
    assert kept(mine, "peninsula-1808").digest == told["scenario"]["digest"]
    first, other = (facts("simulate", f"{one}#peninsula-1808", "--turns", "1")["games"][0] for one in (mine, was))
    assert first["turns"] == other["turns"] == 1
    assert first["state_hash"] != other["state_hash"]


def test_a_scenario_with_errors_is_refused_before_it_is_begun(tmp_path: Path) -> None:
    mine, campaign = tmp_path / "mine.db", tmp_path / "jena.campaign"
    run("scenario", "export", "jena-1806", mine)
    (corps, other, *_) = sorted(kept(mine, "jena-1806").rows["Unit"])
    for unit, kind in ((corps, "17-3"), (other, "18-3")):
        edit = {"edit": "ChangeRows", "table": "Unit", "rows": [unit], "fields": {"kind": kind}}
        run("scenario", "edit", f"{mine}#jena-1806", json.dumps(edit))
    begun = ("play", f"{mine}#jena-1806", "--campaign", campaign), ("simulate", f"{mine}#jena-1806")
    for one in (refused(*call) for call in begun):
        assert "jena-1806 cannot be played yet" in one
        assert "17-3" in one
        assert "and 1 more error" in one
    assert not campaign.exists()


def test_a_script_of_edits_is_done_whole_or_not_at_all(tmp_path: Path) -> None:
    mine, script = tmp_path / "mine.db", tmp_path / "script"
    run("scenario", "export", "jena-1806", mine)
    was = kept(mine, "jena-1806")
    good = '{"edit": "SetDates", "begins": "1806-10-08", "ends": "1806-10-22"}\n'
    script.write_text(f'# first\n{good}{{"edit": "RemoveNote", "id": "n"}}\n', "utf-8")
    assert "edit 2 (RemoveNote) cannot be done: no note is called 'n'" in refused(
        "scenario", "edit", f"{mine}#jena-1806", "--script", script
    )
    assert kept(mine, "jena-1806") == was
    script.write_text(good, "utf-8")
    said = run("scenario", "edit", f"{mine}#jena-1806", "--script", script).stdout
    assert "dates nothing → begins 1806-10-08, ends 1806-10-22" in said
    assert "is not a scenario of a library" in refused("scenario", "edit", "jena-1806", good.strip())


# --- presets --------------------------------------------------------------------------------------------------------

MILD = '[[preset]]\nkey = "mild"\ngame = "empires"\ntitle = "Mild"\non = ["guard_commitment"]\n'


def test_presets_go_out_and_come_in_the_same(tmp_path: Path) -> None:
    text, mine, again = tmp_path / "mild.toml", tmp_path / "mine.db", tmp_path / "again.db"
    text.write_text(MILD + MILD.replace("mild", "milder").replace("on =", 'extends = "mild"\noff ='), "utf-8")
    run("preset", "import", text, mine)
    out = tmp_path / "out.toml"
    run("preset", "export", mine, out)
    run("preset", "import", out, again)
    with Library.open(mine) as one, Library.open(again) as other:
        assert one.content_hash() == other.content_hash()
        assert one.preset("milder") == PresetDocument(
            key="milder", game="empires", title="Mild", extends="mild", off=("guard_commitment",)
        )
    assert run("preset", "export", f"{mine}#mild", "-").stdout == MILD


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("guard_commitment", "guards_commit", "no option is called 'guards_commit': did you mean guard_commitment"),
        ("on =", "onn =", "no field is called 'onn': did you mean on? (at line 5)"),
        ("on =", 'extends = "tame"\non =', "no preset is called 'tame'"),
        ("[[preset]]", "[[presets]]", "no table is called 'presets': did you mean preset"),
        ('game = "empires"', "", "does not say for which game it is"),
    ],
)
def test_what_is_wrong_in_a_preset_is_told_and_nothing_is_kept(was: str, now: str, says: str, tmp_path: Path) -> None:
    text, mine = tmp_path / "mild.toml", tmp_path / "mine.db"
    text.write_text(MILD.replace(was, now), "utf-8")
    assert says in refused("preset", "import", text, mine)
    assert not mine.exists()


def test_a_parameter_out_of_its_bounds_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "mild.toml"
    text.write_text(MILD + "parameters = { leader_casualties = { speed = 99 } }\n", "utf-8")
    assert "preset 'mild'" in refused("preset", "import", text, tmp_path / "mine.db")


def test_a_preset_of_the_game_is_written(tmp_path: Path) -> None:
    told = run("preset", "export", "grande_armee/as_clarified", "-", status=0).stdout
    assert told.startswith('[[preset]]\nkey = "as_clarified"\ngame = "grande_armee"\n')
    assert "no preset is called 'as_clear'" in refused("preset", "export", "grande_armee/as_clear", "-")


# --- drafts ---------------------------------------------------------------------------------------------------------


def test_drafts_of_scenarios_are_listed_told_written_as_scripts_and_put_aside(tmp_path: Path) -> None:
    mine, key, script = tmp_path / "mine.db", "jena-1806", tmp_path / "script"
    run("scenario", "export", key, mine)
    was = kept(mine, key)
    assert "there are no drafts" in run("scenario", "drafts", mine).stdout
    with ScenarioDraft.open(mine, key, Plugins().family("grande_armee")) as draft:
        draft.document.do(read_edit('{"edit": "SetScenario", "title": "Jena again"}'))
        path = draft.path
    listed = run("scenario", "drafts", mine).stdout
    assert key in listed
    assert "1 edit, not saved" in listed
    run("scenario", "history", f"{mine}#{key}", "--output", script)
    assert script.read_text("utf-8") == run("scenario", "history", path).stdout
    said = run("scenario", "edit", f"{mine}#{key}", "--script", script)
    assert "is a draft of this scenario that is not saved" in said.stderr
    assert kept(mine, key).title == "Jena again" != was.title
    run("scenario", "drafts", f"{mine}#{key}", "--aside")
    assert not path.exists()
    assert "put aside" in run("scenario", "drafts", mine).stdout
    assert "there is no draft of" in refused("scenario", "drafts", f"{mine}#{key}", "--discard")


def test_a_scenario_is_compared_with_the_one_that_ships_by_its_key(tmp_path: Path) -> None:
    mine = tmp_path / "mine.db"
    run("scenario", "export", "jena-1806", mine)
    assert run("diff", "jena-1806", f"{mine}#scenario/jena-1806").stdout == "nothing differs\n"
    run("scenario", "edit", f"{mine}#jena-1806", '{"edit": "SetScenario", "title": "Jena again"}')
    differs = run("diff", "grande_armee/jena-1806", f"{mine}#scenario/jena-1806", status=1).stdout
    assert "Jena again" in differs
    assert "did you mean jena-1806" in refused("diff", "jena-1807", mine)
