"""The maps as the library that ships has them, to be played on."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sandtable.library import shipped_map

if TYPE_CHECKING:
    from sandtable.board import Map


@cache
def thuringia_to_play() -> Map:
    """Return the map of 1806."""
    return shipped_map("thuringia", _build_thuringia)


@cache
def upper_danube_to_play() -> Map:
    """Return the map of 1809."""
    return shipped_map("upper-danube", _build_upper_danube)


def _build_thuringia() -> Map:
    from sandtable_grande_armee.maps.build import thuringia  # brings the workshop along that the map is made in

    return thuringia()


def _build_upper_danube() -> Map:
    from sandtable_grande_armee.maps.build import upper_danube

    return upper_danube()
