"""The printed tables, as data files beside this module."""

from functools import cache
from pathlib import Path

from sandtable.engine import Chart, read_charts

FOLDER = Path(__file__).parent


@cache
def charts() -> tuple[Chart, ...]:
    """Return every chart that each game is played by, as printed."""
    return _charts_in(FOLDER)


@cache
def campaign_charts() -> tuple[Chart, ...]:
    """Return the charts that only a campaign of all phases is played by."""
    return _charts_in(FOLDER / "campaign")


def _charts_in(folder: Path) -> tuple[Chart, ...]:
    return tuple(chart for path in sorted(folder.glob("*.toml")) for chart in read_charts(path))
