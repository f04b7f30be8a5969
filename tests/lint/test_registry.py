"""Every kind of finding is declared once, and the page that lists them says what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.lint_reference import PAGE, page

from sandtable.engine import InstalledGame
from sandtable.library.store.documents import ScenarioDocument
from sandtable.lint import registry
from sandtable.lint.scenarios import check_scenario
from sandtable_empires.system import EMPIRES
from tests.docs.guide import blocks

LINT = Path(registry.__file__).parent


def test_the_page_is_what_the_code_says() -> None:
    assert PAGE.read_text("utf-8") == page(), "say scripts/docs"


def test_every_code_is_on_the_page_once() -> None:
    named = re.findall(r"^\| `([a-z-]+)` \| (error|warning|hint) \|", page(), re.MULTILINE)
    assert [name for name, _ in named] == list(registry.codes())
    assert {(one.name, one.severity) for one in registry.codes().values()} == set(named)


def test_every_module_that_declares_a_code_is_a_family() -> None:
    declaring = {path.stem for path in LINT.glob("*.py") if re.search(r"= code\(", path.read_text("utf-8"))}
    assert declaring == set(registry.FAMILIES)


def test_every_code_says_what_it_is_in_a_sentence() -> None:
    for one in registry.codes().values():
        assert one.says[0].isupper()
        assert one.says.endswith(".")
        assert not one.fix.endswith(".")


@pytest.mark.parametrize("name", ["area-gap", "Area-Gap", "gap", "area_gap"])
def test_a_code_that_is_taken_or_cannot_stay_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(name))):
        registry.code(name, "map", "error", "It is wrong.")


def test_the_module_of_the_page_finds_what_it_says() -> None:
    from sandtable.engine import Side
    from sandtable_twin_rivers import BLUE, RED, TWIN_RIVERS, Area, AreaId, Unit, UnitId
    from tests.lint.marches import plain

    ((_, source),) = blocks(page())
    told: dict[str, object] = {}
    exec(source, told)
    family = InstalledGame(TWIN_RIVERS, [told["Stacking"]])  # type: ignore[list-item]
    assert not family.left_out

    def scenario(units: int, steps: int | None = 1) -> ScenarioDocument:
        rows = [Side(BLUE), Side(RED), Area(AreaId("Cobham"), ())]
        rows += [Unit(UnitId(f"Blue {number}"), BLUE, AreaId("Cobham"), steps) for number in range(units)]
        documents: dict[str, dict[str, dict[str, object]]] = {}
        for row in rows:
            documents.setdefault(type(row).__name__, {})[row.id] = plain(row)
        return ScenarioDocument(key="four", game="twin_rivers", title="Four", rows=documents)

    assert check_scenario(scenario(3), None, family) == []
    assert [one.code for one in check_scenario(scenario(4), None, family)] == ["scenario-over-stacked"]
    assert [one.code for one in check_scenario(scenario(1, None), None, family)] == ["twin_rivers/unit-spent"]


def test_the_page_lists_what_the_games_find_module_by_module() -> None:
    whole = page()
    faults = [fault for module in EMPIRES.modules for fault in module.faults]
    assert faults
    for fault in faults:
        assert f"| `empires/{fault.code}` | {fault.severity} | {fault.says} |" in whole
