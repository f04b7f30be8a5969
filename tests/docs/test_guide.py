"""The guide "Write a rules module" does what it says."""

import inspect
import re
from pathlib import Path

import pytest

import sandtable.testing
from sandtable import engine
from sandtable.engine import RuleModule
from sandtable.engine.discovery.modules import Plugins
from sandtable.engine.discovery.trust import trust
from sandtable.engine.hooks import SIGNATURES, Listen
from sandtable.engine.rules.forms.rule_text import read_rules
from sandtable.lint.house_rules import check_house_rules
from sandtable_twin_rivers import TWIN_RIVERS
from tests.docs.guide import blocks, run

GUIDE = Path(__file__).parents[2] / "docs" / "rules-module.md"
TEXT = GUIDE.read_text("utf-8")


def test_every_block_runs_and_every_assertion_holds() -> None:
    run(GUIDE)


@pytest.mark.parametrize("page", ["house-rules.md", "house-rules-on-hexes.md"])
def test_house_rules_on_printed_rules_do_what_their_pages_say(page: str) -> None:
    run(GUIDE.with_name(page))


def test_the_house_rules_by_form_do_what_their_page_says() -> None:
    run(GUIDE.with_name("house-rules-by-form.md"))


def test_the_text_on_the_page_is_a_house_rule() -> None:
    page = GUIDE.with_name("house-rules-by-form.md").read_text("utf-8")
    text = page.partition("```toml\n")[2].partition("```")[0]
    family = engine.InstalledGame(TWIN_RIVERS)
    assert [*check_house_rules(family, read_rules(text, "garrison.toml"))] == []


def test_a_wrong_number_in_the_guide_is_found() -> None:
    right = 'assert play[Fatigue]["Blue 1"].points == 1'
    assert TEXT.count(right) == 1
    with pytest.raises(AssertionError):
        run(GUIDE, TEXT.replace(right, right.replace("== 1", "== 2")))


def test_no_block_is_overlooked() -> None:
    assert len(blocks(TEXT)) == TEXT.count("```python") > 15


@pytest.mark.parametrize("listener", sorted(SIGNATURES))
def test_every_way_to_listen_but_one_is_shown(listener: Listen) -> None:
    """Only ``leaves`` has no example: Twin Rivers has nothing to say when a battle is left."""
    assert (f"@{listener}(" in TEXT) == (listener != "leaves")


def test_every_name_in_the_guide_is_public() -> None:
    shown = re.search(r"from sandtable\.engine import \((.*?)\)", TEXT, re.DOTALL)
    assert shown
    assert {name.strip() for name in shown.group(1).split(",")} - {""} <= set(engine.__all__)


def test_the_table_of_the_harness_is_true() -> None:
    rows = re.search(r"\| `sandtable\.testing` \|.*?\n\n", TEXT, re.DOTALL)
    assert rows
    for name, given in re.findall(r"`play\.(\w+)(?:\(([^`]*)\))?`", rows.group()):
        known = getattr(sandtable.testing.Play, name)
        words = {word.rstrip("=") for word in re.findall(r"\w+=", given)}
        assert not words or words <= set(inspect.signature(known).parameters), name
    public = {name for name in vars(sandtable.testing.Play) if not name.startswith("_")}
    told = set(re.findall(r"`play\.(\w+)", rows.group()))
    assert public - told <= {"game", "prompt", "read_by", "reload", "verify_replay"}
    for name, given in re.findall(r"`(\w+)\(([^`]*)\)`", rows.group()):
        known = inspect.signature(getattr(sandtable.testing, name)).parameters
        assert {word.rstrip("=") for word in re.findall(r"\w+=", given)} <= set(known), name


def test_the_single_file_of_the_guide_is_found_once_it_is_trusted(tmp_path: Path) -> None:
    code = next(code for _, code in blocks(TEXT) if code.startswith('"""House rules'))
    (tmp_path / "guarded.py").write_text(code)
    assert "guarded" not in Plugins(folder=tmp_path).family("twin_rivers").options
    trust(tmp_path, "guarded.py")
    family = Plugins(folder=tmp_path).family("twin_rivers")
    option = family.options["guarded"].option
    assert option is not None
    assert option.title == "Guarded bridges"
    assert family.texts["HOUSE-guarded"].says == "The last unit on a bridge does not leave it."
    (tmp_path / "guarded.py").write_text(code + "\n")
    assert "guarded" not in Plugins(folder=tmp_path).family("twin_rivers").options


def test_all_house_rules_can_be_installed_at_once() -> None:
    guide = run(GUIDE)
    modules = [one for one in vars(guide).values() if inspect.isclass(one) and issubclass(one, RuleModule)]
    house = {one.key: one for one in modules if one not in (RuleModule, guide.Hills)}  # those are a game of their own
    family = engine.InstalledGame(TWIN_RIVERS, house.values())
    assert not family.left_out
    assert house.keys() <= family.modules.keys()
