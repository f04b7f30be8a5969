"""The pages lead somewhere, and what they tell to type exists."""

import re
from pathlib import Path

import click
import pytest

from tests.docs.guide import blocks, run

ROOT = Path(__file__).parents[2]
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")})
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)")


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def dead_links(page: Path, text: str) -> list[str]:
    """Return the links of a page that lead nowhere."""
    dead: list[str] = []
    for target, place in LINK.findall(text):
        path = page.parent / target if target else page
        if not path.exists():
            dead.append(target)
        elif place and place not in map(anchor, re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)):
            dead.append(f"{target}#{place}")
    return dead


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    assert dead_links(page, page.read_text("utf-8")) == []


def test_a_dead_link_is_found() -> None:
    text = "[a](docs/nowhere.md) [b](README.md#play) [c](README.md#fly) [d](https://example.org/x)"
    assert dead_links(ROOT / "README.md", text) == ["docs/nowhere.md", "README.md#fly"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_that_is_told_exists_with_its_options(page: Path) -> None:
    from sandtable.cli import main

    shell = "\n".join(re.findall(r"^```sh\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL))
    for name, rest in re.findall(r"^(?:scripts/run|sandtable) ([a-z]+)([^#\n]*)", shell, re.MULTILINE):
        command = main.get_command(click.Context(main), name)
        if isinstance(command, click.Group):
            command = command.get_command(click.Context(command), rest.split()[0])
        assert command is not None
        known = {flag for parameter in command.params for flag in parameter.opts}
        assert set(re.findall(r"--[\w-]+", rest)) <= known


def test_the_house_rule_of_the_readme_passes_the_tests_of_the_guide() -> None:
    told = run(ROOT / "docs" / "rules-module.md")
    ((_, code),) = blocks((ROOT / "README.md").read_text("utf-8"))
    exec(code, told.__dict__)
    told.test_the_last_unit_on_a_bridge_stays()
    told.test_the_rule_can_be_switched_off_in_a_running_game()


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    missing = [page.name for page in PAGES if page.parent.name == "docs" and page.name not in index]
    assert missing == []


def test_twin_rivers_stays_short() -> None:
    """The whole game stands in one file that is read in one sitting, with what it teaches whoever plays it first."""
    lines = len((ROOT / "docs/examples/sandtable_twin_rivers.py").read_text("utf-8").splitlines())
    assert lines <= 540
    said = re.search(r"some (\d+) lines", (ROOT / "docs/rules-module.md").read_text("utf-8"))
    assert said is not None
    assert round(lines, -1) == int(said[1]), "the guide says how long it is"
