"""The page of the manual is what the commands say, and is laid out without a complaint."""

import shutil
import subprocess

import pytest
from docs.man_reference import PAGE, page

from tests.cli.test_the_page_of_commands import NAMES, command_called, options_of


def test_the_page_is_what_the_commands_say() -> None:
    assert PAGE.read_text("utf-8") == page(), "say scripts/docs"


def test_every_command_is_told_with_its_options() -> None:
    told = PAGE.read_text("utf-8").replace("\\-", "-")
    parts = {part.partition("\\fR")[0].removeprefix("\\fB"): part for part in told.split(".SS ")[1:]}
    groups = {name.rpartition(" ")[0] for name in NAMES}
    assert {f"sandtable {name}" for name in NAMES if name not in groups} == parts.keys()
    for name, part in parts.items():
        for option in options_of(command_called(name.removeprefix("sandtable "))):
            assert option in part, f"{name}: {option}"


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff here")
def test_it_is_laid_out_without_a_complaint() -> None:
    laid = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-Kutf8", "-P-cbou", str(PAGE)], capture_output=True, text=True, check=True
    )
    assert not laid.stderr
    assert "EXIT STATUS" in laid.stdout
