"""``sandtable rule``: a house rule from a template to a game that is played under it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.engine import Invalid
from sandtable.testing import install_rules_file
from tests.cli.house import House

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def test_a_rule_is_checked_kept_listed_played_and_written_out(house: House) -> None:
    told = house.run("rule", "check", EXAMPLES / "garrison.toml").stdout
    assert "HOUSE-garrison: Nobody may march if the area of the unit that marches is a bridge" in " ".join(told.split())
    house.run("rule", "import", EXAMPLES / "garrison.toml")
    options = json.loads(house.run("options", "twin_rivers", "--json").stdout)["options"]
    assert "garrison" in {one["key"] for one in options}
    rule = json.loads(house.run("rules", "HOUSE-garrison", "--json").stdout)
    assert rule["by_form"][0].startswith("Nobody may march if")
    played = house.run("simulate", "twin_rivers", "--games", "1", "--seed", "1", "--on", "garrison", "--json")
    assert json.loads(played.stdout)["games"][0]["finished"]
    text = house.run("rule", "export", "garrison").stdout
    (house.home / "again.toml").write_text(text)
    assert house.run("rule", "import", house.home / "again.toml", "--replace").stdout
    assert house.run("rule", "export", "garrison").stdout == text
    assert "house rule" in house.run("plugins").stdout.casefold()


def test_what_is_wrong_is_told_in_a_sentence_and_nothing_is_kept(house: House) -> None:
    text = (EXAMPLES / "garrison.toml").read_text()
    wrong = house.home / "wrong.toml"
    wrong.write_text(text.replace("refused = false", "refused = true"))
    said = house.refused("rule", "import", wrong)
    assert said.startswith("example 2 of HOUSE-garrison: HOUSE-garrison does not refuse it: nothing stands in the way")
    wrong.write_text(text.replace("unit.area.bridge", "unit.area.brigde"))
    assert "no fact is called 'brigde': did you mean bridge" in house.refused("rule", "import", wrong)
    wrong.write_text("[[rule")
    assert "wrong.toml is not TOML" in house.refused("rule", "import", wrong)
    assert not (house.rules / "garrison.toml").exists()


def test_a_broken_text_in_the_folder_is_left_out_and_told(house: House) -> None:
    house.rules.mkdir(exist_ok=True)
    shutil.copy(EXAMPLES / "garrison.toml", house.rules)
    shutil.copy(EXAMPLES / "garrison.toml", house.rules / "twin.toml")
    (house.rules / "empty.toml").write_text("")
    run = house.run("plugins", "--json", status=1)
    why = {one["name"]: one["why"] for one in json.loads(run.stdout)["plugins"] if one["kind"] == "house rule"}
    assert why["twin_rivers.garrison"] == ""
    assert "twin.toml has the key garrison, and so has garrison.toml" in why["twin.toml"]
    assert "empty.toml is not a house rule" in why["empty.toml"]


def test_a_rule_with_code_comes_with_its_test_and_is_trusted_by_its_content(house: House) -> None:
    written = json.loads(house.run("rule", "new", "twin_rivers", "mine", "--code", "--json").stdout)["written"]
    assert [Path(one).relative_to(house.rules).as_posix() for one in written] == ["mine.py", "tests/test_mine.py"]
    house.run("plugins", "--trust", "mine.py")
    assert "mine" in house.run("options", "twin_rivers").stdout
    (house.rules / "mine.py").write_text((house.rules / "mine.py").read_text() + "\n1 / 0\n")
    assert "has changed since it was trusted" in house.run("plugins").stdout
    house.run("plugins", "--trust", "mine.py", status=1)
    assert "mine" not in house.run("options", "twin_rivers").stdout.split()
    assert "already exists" in house.refused("rule", "new", "twin_rivers", "mine", "--code")


def test_the_words_of_a_game_are_listed(house: House) -> None:
    words = json.loads(house.run("rule", "words", "twin_rivers", "--json").stdout)
    assert ("AreaId", "bridge", "yes or no") in {(one["subject"], one["name"], one["type"]) for one in words["facts"]}
    assert [one["name"] for one in words["events"]] == ["after_march"]


def test_a_template_is_a_rule(house: House) -> None:
    house.run("rule", "new", "twin_rivers", "mine", "--output", house.home / "mine.toml")
    run = house.run("rule", "check", house.home / "mine.toml", status=1)
    assert "HOUSE-mine has no worked example" in run.stderr


def test_what_is_played_by_is_written_as_a_sheet(house: House) -> None:
    house.run("rule", "import", EXAMPLES / "garrison.toml")
    target = house.home / "rules.html"
    facts = json.loads(house.run("rule", "sheet", "twin_rivers", target, "--json").stdout)
    assert facts["written"] == str(target)
    page = target.read_text("utf-8")
    assert "What differs from the printed rules" in page
    assert "Garrison" in page
    assert "name a file that ends in .html or .pdf" in house.refused("rule", "sheet", "twin_rivers", "rules.txt")


def test_a_sheet_has_no_rulings_of_modules_that_are_out_of_force_there(house: House) -> None:
    """What a campaign of all phases rules on, such as the price of a bid, is nothing to a single war."""
    war, campaign = house.home / "war.html", house.home / "campaign.html"
    house.run("rule", "sheet", "peninsula-1808", war)
    house.run("rule", "sheet", "grand-campaign-1805", campaign)
    for words in ("Wars declared at once", "Allied voluntary access"):
        assert words in campaign.read_text("utf-8")
        assert words not in war.read_text("utf-8")
    assert "Depots a side may have" in war.read_text("utf-8")


def test_a_house_rule_is_let_go_of(house: House) -> None:
    house.run("rule", "import", EXAMPLES / "garrison.toml")
    house.run("rule", "drop", "garrison")
    assert not (house.rules / "garrison.toml").exists()
    assert "no house rule by form is called 'garrison'" in house.refused("rule", "drop", "garrison")


def test_the_test_of_the_template_passes_as_it_is_written(house: House) -> None:
    house.run("rule", "new", "twin_rivers", "mine", "--code")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", house.rules / "tests" / "test_mine.py"],
        cwd=house.rules, env={**os.environ, "SANDTABLE_HOME": str(house.home)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout
    assert "1 passed" in run.stdout
    assert "not trusted" in house.run("plugins").stdout  # nobody has been asked


def test_a_test_of_a_rules_file_says_why_it_would_be_left_out(house: House) -> None:
    house.run("rule", "new", "twin_rivers", "mine", "--code")
    file = house.rules / "mine.py"
    assert "mine" in install_rules_file(file, "twin_rivers").options
    file.write_text("from nowhere import nothing\n", "utf-8")
    with pytest.raises(Invalid, match=r"mine\.py.*nowhere"):
        install_rules_file(file, "twin_rivers")
    file.write_text("x = 1\n", "utf-8")
    with pytest.raises(Invalid, match="it holds no RuleModule"):
        install_rules_file(file, "twin_rivers")
