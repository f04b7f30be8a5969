"""April 1809 on the Danube as somebody played it at the terminal, both sides: what was told is kept."""

from __future__ import annotations

from pathlib import Path

from tests.plugins.kept_sittings import kept, play


def test_april_on_the_danube_comes_out_as_it_was_kept(tmp_path: Path) -> None:
    """On the way: marches in bad directions refused, a failed and a good withdrawal, both sides broken, a siege."""
    told, found = play(tmp_path, "danube-1809", "1809", "danube-1809")
    assert found == kept("danube-1809")
    assert "Archduke Charles commands for Austria (EIA-10.6.1-one-commander)" in told
    assert "VIII Corps has 4 movement points, but the way to Vienna costs 9 (BASE-7.3-cost)" in told
    assert "Hiller withdraws: 3 against 3 (BASE-7.5.2-withdraw)" in told
