"""Charts are read from text files that a designer can edit."""

from pathlib import Path

import pytest

from sandtable.engine import Invalid
from sandtable.engine.state.charts import read_charts

SOUND = """
[[chart]]
id = "fire"
title = "Fire"
origin = "house"
[[chart.axis]]
title = "table"
keys = ["1-1", "1-2"]
[[chart.axis]]
title = "die"
keys = ["1", "2", "3"]
[chart.cells]
"1-1" = [0, 5, ""]
"1-2" = [5, 10, 15]
"""


def test_a_chart_of_two_axes(tmp_path: Path) -> None:
    path = tmp_path / "fire.toml"
    path.write_text(SOUND, "utf-8")
    (chart,) = read_charts(path)
    assert (chart.id, chart.origin) == ("fire", "house")
    assert [chart.at("1-2", die) for die in (1, 2, 3)] == [5, 10, 15]
    assert chart.at("1-1", 3) is None


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ('"1-2" = [5, 10, 15]', "", "fire.toml: chart fire has lines for 1-1; its axes want 1-1, 1-2"),
        ("[5, 10, 15]", "[5, 10]", "fire.toml: chart fire: chart Fire: 5 cells where its axes make 6"),
        ("[5, 10, 15]", "[5, 10, 1.5]", "fire.toml: chart fire is not whole"),
        ('origin = "house"', 'origin = "rumour"', "fire.toml: chart fire is not whole"),
        ('id = "fire"', "", "chart ? is not whole"),
        ("[[chart]]", "[[chart", "fire.toml holds no charts"),
    ],
)
def test_a_chart_at_fault_is_named(tmp_path: Path, was: str, now: str, says: str) -> None:
    path = tmp_path / "fire.toml"
    path.write_text(SOUND.replace(was, now, 1), "utf-8")
    with pytest.raises(Invalid, match=r".") as refused:
        read_charts(path)
    assert says in str(refused.value)
