"""Where code stands is told by the path that a reader can open."""

import pytest

from sandtable.engine.code_places import path_from_package, place_of
from tests.engine import workshop


@pytest.mark.parametrize(
    ("file", "module", "path"),
    [
        ("/x/plugins/sandtable_wars/land/march.py", "sandtable_wars.land.march", "sandtable_wars/land/march.py"),
        ("/x/plugins/sandtable_wars/land/__init__.py", "sandtable_wars.land", "sandtable_wars/land/__init__.py"),
        ("/x/site-packages/sandtable_small.py", "sandtable_small", "sandtable_small.py"),
        ("/x/rules/mud.py", "sandtable_rules_file_mud", "mud.py"),
        ("/x/run.py", "__main__", "run.py"),
    ],
)
def test_a_file_is_named_from_its_package_on(file: str, module: str, path: str) -> None:
    assert path_from_package(file, module) == path


def test_a_function_is_named_with_its_lines() -> None:
    place = place_of(workshop.put_in)
    lines = place.file.read_text("utf-8").splitlines()[place.line - 1 : place.last]
    assert lines[0].startswith("def put_in(")
    assert lines[-1].startswith("    return")
    assert str(place) == f"tests/engine/workshop.py:{place.line}"
