"""The text files of the map, read and checked: what a designer has written, before anything is made of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct, field

from sandtable.engine import Invalid
from sandtable_empires.maps.cartography.units import Together

HERE = Path(__file__).parent
Degrees = tuple[float, float]
_T = TypeVar("_T")


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """A land area: ``at`` is where its town lies, ``port`` the sea area that its harbour opens on.

    ``guns`` are those of the harbour, where they are not as many as its fortress gives it.
    """

    name: str
    at: Degrees
    terrain: str = "clear"
    fortress: int = 0
    city: str | None = None
    port: str = ""
    port_at: Degrees | None = None
    guns: int | None = None
    owner: str = ""
    units: tuple[str, ...] = ()
    drawn: tuple[Degrees, ...] = ()

    @property
    def id(self) -> str:
        return slug(self.name)


class Province(Struct, frozen=True, forbid_unknown_fields=True):
    """A province: ``home`` is the country it belongs to by right, ``owner`` the one that held it in 1805.

    ``capital`` names an area of it; if it does not, the first is meant.
    """

    name: str
    home: str
    areas: tuple[Area, ...]
    owner: str = ""
    district: str = ""
    capital: str = ""
    money: int = 0
    manpower: int = 0
    guerilla: int = 0
    cossack: bool = False
    border_province: bool = False
    feudal: str = ""
    polish: bool = False

    @property
    def id(self) -> str:
        """The id of its name; a province that is called like a country or a district is told apart."""
        known = countries()
        id = slug(self.name)
        return f"{id}-province" if id in known.country or id in known.district else id


class Country(Struct, frozen=True, forbid_unknown_fields=True):
    """A major power or a minor country; ``capital`` is an area."""

    name: str
    rank: str
    capital: str
    controlled_by: str = ""
    allied_to: str = ""
    exists: bool = True
    says: str = ""


class District(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a country that may have another master: ``secondary`` for the one that does not name the whole."""

    name: str
    country: str
    capital: str
    secondary: bool = False


class Sea(Struct, frozen=True, forbid_unknown_fields=True):
    """A sea area and the places in the water that are surely part of it."""

    name: str
    marks: tuple[Degrees, ...]


class River(Struct, frozen=True, forbid_unknown_fields=True):
    """A river: lines of the base geography by name, and courses drawn by hand."""

    base: tuple[str, ...] = ()
    drawn: tuple[tuple[Degrees, ...], ...] = ()


class RiverRecipe(Struct, frozen=True, forbid_unknown_fields=True):
    """When a border runs along a river: within ``width`` kilometres for this ``share`` of its length."""

    width: float
    share: float


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """River borders that geometry gets wrong, by the names of the areas."""

    along: tuple[tuple[str, str, str], ...] = ()
    off: tuple[tuple[str, str], ...] = field(name="not", default=())


class Rivers(Struct, frozen=True, forbid_unknown_fields=True):
    """``rivers.toml``."""

    recipe: RiverRecipe
    river: dict[str, River]
    correction: Correction


class Way(Struct, frozen=True, forbid_unknown_fields=True):
    """Something across an edge, with what it is called; ``sea`` is the sea area that it goes over."""

    between: tuple[str, str]
    name: str = ""
    sea: str = ""
    source: str = ""


class Crossings(Struct, frozen=True, forbid_unknown_fields=True):
    """``crossings.toml``."""

    strait: tuple[Way, ...] = ()
    crossing: tuple[Way, ...] = ()
    optional_crossing: tuple[Way, ...] = ()
    mountain_pass: tuple[Way, ...] = field(name="pass", default=())
    blocked: tuple[Way, ...] = ()
    passage: tuple[Way, ...] = ()


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a value comes from."""

    origin: str
    attribute: str = ""
    of: str = ""
    source: str = ""
    confidence: str = ""


class Guns(Struct, frozen=True, forbid_unknown_fields=True):
    """How many guns a harbour has: so many for each level of its fortress."""

    level: int


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """``house.toml``: what holds for all areas, and where every value comes from."""

    forage: dict[str, int]
    guns: Guns
    provenance: tuple[Said, ...]


class Lands(Struct, frozen=True, forbid_unknown_fields=True):
    """One file of ``lands/``."""

    province: tuple[Province, ...]


class Countries(Struct, frozen=True, forbid_unknown_fields=True):
    """``countries.toml``."""

    country: dict[str, Country]
    district: dict[str, District]


class Channel(Struct, frozen=True, forbid_unknown_fields=True):
    """Water that the base does not show: a line through the land, so many kilometres wide."""

    name: str
    line: tuple[Degrees, ...]
    width: float


class Seas(Struct, frozen=True, forbid_unknown_fields=True):
    """``seas.toml``."""

    sea: dict[str, Sea]
    channel: tuple[Channel, ...] = ()


class Blocks(Struct, frozen=True, forbid_unknown_fields=True):
    """``blocks.toml``."""

    together: tuple[Together, ...]


@cache
def slug(name: str) -> str:
    """Return the id that a name gives: small letters, without accents and stops."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    words = "".join(letter if letter.isalnum() else " " if letter in " -" else "" for letter in plain.lower())
    return "-".join(words.split())


@cache
def provinces() -> tuple[Province, ...]:
    """Return the provinces of all files of ``lands/``, file by file."""
    files = sorted((HERE / "lands").glob("*.toml"))
    return tuple(province for path in files for province in _read_toml(path, Lands).province)


def areas() -> Iterator[tuple[Province, Area]]:
    """Yield every area with its province."""
    for province in provinces():
        for area in province.areas:
            yield province, area


@cache
def countries() -> Countries:
    """Return the countries and their districts."""
    return _read_toml(HERE / "countries.toml", Countries)


@cache
def seas() -> dict[str, Sea]:
    """Return the sea areas by id."""
    return _read_toml(HERE / "seas.toml", Seas).sea


def channels() -> tuple[Channel, ...]:
    """Return what is cut into the land."""
    return _read_toml(HERE / "seas.toml", Seas).channel


@cache
def rivers() -> Rivers:
    """Return the rivers, and when one is a border."""
    return _read_toml(HERE / "rivers.toml", Rivers)


@cache
def blocks() -> tuple[Together, ...]:
    """Return what is cut as one."""
    return _read_toml(HERE / "blocks.toml", Blocks).together


@cache
def crossings() -> Crossings:
    """Return what lies across edges."""
    return _read_toml(HERE / "crossings.toml", Crossings)


@cache
def house() -> House:
    """Return what holds for all areas."""
    return _read_toml(HERE / "house.toml", House)


def _read_toml(path: Path, kind: type[_T]) -> _T:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        raise Invalid(f"{path.name} cannot be read: {error}; mend it there") from error
