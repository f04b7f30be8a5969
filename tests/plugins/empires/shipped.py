"""The campaigns of Empires as the library that ships has them."""

from __future__ import annotations

from functools import cache

from sandtable.engine.discovery.modules import Plugins
from sandtable.library.shipped import shipped_path
from sandtable.play.begin.starts import Start, find_scenario


def shipped_name(key: str) -> str:
    """Return what a campaign is named by on the command line."""
    return f"{shipped_path()}#{key}"


@cache
def shipped(key: str) -> Start:
    """Return a campaign, without what others have installed."""
    return find_scenario(shipped_name(key), Plugins(safe=True))
