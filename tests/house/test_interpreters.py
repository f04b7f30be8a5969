"""Every Python that is here plays the same: hashes of whole games in a fresh process, with another order of hashes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.interpreters import environment, others

NONE_HERE = "no other interpreter is here with what the program needs; scripts/test --interpreters makes environments"
PLAY = """
import json
from sandtable.engine import Choices, InstalledGame
from sandtable.engine.running.chance import Seeded
from sandtable.engine.referee.referee import Referee
from sandtable.lab.bots import RandomBot, play_on
from sandtable_empires.system import EMPIRES
from sandtable_twin_rivers import TWIN_RIVERS

hashes = []
for system, rounds, seeds in ((TWIN_RIVERS, None, range(5)), (EMPIRES, 3, range(1))):
    family = InstalledGame(system)
    for scenario in system.scenarios:
        for seed in seeds:
            choices = Choices(frozenset(scenario.options), scenario.parameters)
            referee = Referee.begin(family, system.start_rows(scenario), choices, source=Seeded(str(seed))).open()
            play_on(referee, RandomBot(seed), rounds=rounds)
            hashes += [f"{ply.hash:032x}" for ply in referee.journal.line()]
print(json.dumps(hashes))
"""
TYPES = """
from sandtable.engine.annotations import answer_class, may_be_none
from typing import Literal, NewType, Optional, Union

class A: ...
class B: ...
Name = NewType("Name", str)

def bar() -> A | None: ...
def union() -> Union[A, B]: ...
def optional() -> Optional[A]: ...
def both() -> "A | B | None": ...
def listed() -> list[A | B]: ...
def tuples() -> tuple[A | None, ...] | None: ...
def named() -> Name | None: ...
def words() -> Literal["a", "b"]: ...
def generic() -> dict[str, A] | None: ...

for function in (bar, union, optional, both, named, words, generic):
    print(function.__name__, answer_class(function, listed=False), may_be_none(function))
for function in (listed, tuples):
    print(function.__name__, answer_class(function, listed=True), may_be_none(function))
"""
LAZY = """
import sys, types
SOURCE = '''
from typing import TYPE_CHECKING
from sandtable.engine import Option, Refusal, RuleModule, hookimpl, refuses, rule
from sandtable_twin_rivers import March
if TYPE_CHECKING:
    from collections.abc import Iterable
    from sandtable.engine import Game, Part, SideId
    from sandtable_twin_rivers import AreaId

class Garrison(RuleModule):
    key = "garrison"
    game = "twin_rivers"
    option = Option("Garrison", "The last unit on a bridge stays there.", ("HOUSE-garrison", "HOUSE-deaf"))

    @refuses(March)
    @rule("HOUSE-garrison")
    def stays(self, game: Game, act: March) -> Refusal | None:
        return Refusal("no marches") if act.unit == "nobody" else None

    @hookimpl
    @rule("HOUSE-deaf")
    def fire_parts(self, game: Game, area: AreaId, side: SideId) -> Iterable[Part] | None:
        return ANSWER
'''
from sandtable.engine import Choices, InstalledGame
from sandtable.engine.annotations import answer_class
from sandtable.engine.running.chance import Seeded
from sandtable.engine.referee.referee import Referee
from sandtable.lab.bots import RandomBot, play_on
from sandtable_twin_rivers import TWIN_RIVERS

for answer in ("None", "[3]"):
    house = types.ModuleType("house")
    house.__file__ = "house.py"
    sys.modules["house"] = house
    exec(compile(SOURCE.replace("ANSWER", answer), "house.py", "exec"), house.__dict__)
    family = InstalledGame(TWIN_RIVERS, [house.Garrison])
    print(family.left_out, "garrison" in family.modules)
    start = TWIN_RIVERS.scenarios[0].rows()
    referee = Referee.begin(family, start, Choices(frozenset({"garrison"})), source=Seeded("1")).open()
    try:
        play_on(referee, RandomBot(1))
    except Exception as error:
        print(error)
    print(referee.game.ended is not None)
"""
READ = """\
bar (<class '__main__.A'>,) True
union (<class '__main__.A'>, <class '__main__.B'>) False
optional (<class '__main__.A'>,) True
both (<class '__main__.A'>, <class '__main__.B'>) True
named (<class 'str'>,) True
words None False
generic (<class 'dict'>,) True
listed (<class '__main__.A'>, <class '__main__.B'>) False
tuples (<class '__main__.A'>,) True
"""


def said(python: Path, program: str, hash_seed: str) -> str:
    done = subprocess.run(
        [python, "-c", program], env=environment(python, hash_seed), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_interpreter_here_plays_the_same() -> None:
    if not others():
        pytest.skip(NONE_HERE)
    hashes = json.loads(said(Path(sys.executable), PLAY, "1"))
    assert len(hashes) > 300
    for version, python in others().items():
        assert json.loads(said(python, PLAY, "2")) == hashes, f"Python {version} plays otherwise"


@pytest.mark.parametrize("own", [True, False], ids=["this one", "the others"])
def test_unions_are_read_however_they_are_made(own: bool) -> None:
    if not own and not others():
        pytest.skip(NONE_HERE)
    for python in [Path(sys.executable)] if own else others().values():
        assert said(python, TYPES, "0") == READ, python


def test_a_rules_module_whose_annotations_wait_until_they_are_asked_for() -> None:
    """From Python 3.14 on nobody needs the import from the future to name what only the type checker sees."""
    here = {"3.14": Path(sys.executable)} if sys.version_info >= (3, 14) else {}
    lazy = {**others(), **here}
    if "3.14" not in lazy:
        pytest.skip("no Python 3.14 is here; scripts/test --interpreters makes an environment where there is one")
    sound, wrong = said(lazy["3.14"], LAZY, "0").split("{} True\n")[1:]
    assert sound == "True\n"
    assert wrong.startswith("module garrison answered 3 in garrison.fire_parts, where Part belongs")
