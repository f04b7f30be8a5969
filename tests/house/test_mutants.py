"""scripts/mutants: what it breaks, and that each way to break something is one."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from scripts.mutation.__main__ import drawn, sources
from scripts.mutation.recording import folders_of, package_of
from scripts.mutation.sites import mutants
from scripts.mutation.tree import ROOT

SOURCE = b'''
class Camp(RuleModule):
    @hookimpl
    @rule("T-1")
    async def camps(self, game: Game, most: int) -> Iterable[Corps]:
        """They camp \xe2\x80\x93 or not."""
        if most < 1:
            return []
        await wait(game)
        game.note("night")
        return [one for one in game[Corps] if one.side in here and max(one.size, most) > 2]
'''


def broken() -> dict[str, str]:
    """Return what each kind of mutant makes of the source, without what is the same in both."""
    lines = SOURCE.decode().splitlines()
    found: dict[str, str] = {}
    for mutant in mutants("camp.py", SOURCE):
        after = mutant.applied(SOURCE).decode()
        ast.parse(after)
        changed = [line.strip() for line in after.splitlines() if line not in lines]
        found[f"{mutant.line} {mutant.what} {mutant.text}"] = "; ".join(changed)
    return found


def test_each_way_to_break_a_rule() -> None:
    all_of_it = "return [one for one in game[Corps] if"
    assert broken() == {
        "7 rule emptied return ()": "return ()",
        "7 bound moved (most) <= (1)": "if (most) <= (1):",
        "7 comparison turned (most) >= (1)": "if (most) >= (1):",
        "7 condition negated (not (most < 1))": "if (not (most < 1)):",
        "7 guard dropped False": "if False:",
        "9 await deleted pass": "pass",
        "10 statement deleted pass": "pass",
        "11 filter always true True": f"{all_of_it} True]",
        "11 and/or ((one.side in here) or (max(one.size, most) > 2))": (
            f"{all_of_it} ((one.side in here) or (max(one.size, most) > 2))]"
        ),
        "11 comparison turned (one.side) not in (here)": (
            f"{all_of_it} (one.side) not in (here) and max(one.size, most) > 2]"
        ),
        "11 comparison turned (max(one.size, most)) <= (2)": (
            f"{all_of_it} one.side in here and (max(one.size, most)) <= (2)]"
        ),
        "11 bound moved (max(one.size, most)) >= (2)": (
            f"{all_of_it} one.side in here and (max(one.size, most)) >= (2)]"
        ),
        "11 turned round min": f"{all_of_it} one.side in here and min(one.size, most) > 2]",
    }


def test_a_seed_draws_the_same_and_from_every_package_in_turn() -> None:
    paths = set(sources(["core/sandtable/board", "core/sandtable/lint", "plugins/sandtable_empires/land"]))
    chosen = drawn(paths, 30, "1")
    assert drawn(paths, 30, "1") == chosen != drawn(paths, 30, "2")
    assert [package_of(one.path) for one in chosen[:3]] == ["sandtable/board", "sandtable/lint", "sandtable_empires"]
    assert len({(one.path, one.start, one.end, one.text) for one in chosen}) == 30


def test_every_mutant_of_what_is_here_can_be_parsed() -> None:
    for path in sources(["core/sandtable/board", "plugins/sandtable_empires/combat"]):
        source = path.read_bytes()
        for mutant in mutants(path.relative_to(ROOT).as_posix(), source)[::25]:
            assert mutant.applied(source) != source
            ast.parse(mutant.applied(source))


def test_every_source_has_a_folder_of_tests() -> None:
    for path in sources([]):
        name = path.relative_to(ROOT).as_posix()
        assert all((ROOT / one).is_dir() for one in folders_of(name)), f"{name} ({package_of(name)}) has no tests"


@pytest.mark.parametrize("path", ["tests", "docs/nothing", str(Path("/"))])
def test_what_holds_no_source_is_refused(path: str) -> None:
    with pytest.raises(SystemExit, match="holds no source"):
        list(sources([path]))
