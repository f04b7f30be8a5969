"""What of the geography becomes what of a hex map: the rules, read from a TOML or JSON file.

Every rule names the features it is about by their properties (``where``)::

    key = "danube"                      # the map's key; title, says, source, licence beside it
    default = "clear"                   # terrain of hexes with no other

    [hexes]
    size = 5.0                          # from hex to hex, map units (kilometres where there were degrees)
    orientation = "flat"                # or "pointy"; stagger = "odd" or "even"
    box = [9.0, 47.0, 17.5, 50.0]       # what to cover, as the files have it (left to all there is)

    [[terrain]]
    terrain = "woods"
    where = {landuse = ["forest", "wood"]}
    share = 0.4                         # the least part of a hex that must be covered
    group = "ground"                    # of one group the terrain that covers most

    [[hexside]]
    kind = "river"
    where = {featurecla = "River", scalerank = {most = 7}}

    [[road]]
    kind = "road"
    where = {highway = "*"}
    bridge = "bridge"                   # what lies across where it crosses a hexside with something of `over`

    [[name]]
    where = {place = ["city", "town"]}
    rank = "population"                 # the larger gets the hex; "-scalerank": the smaller
    terrain = "town"

    [[height]]
    where = {contour = "*"}
    field = "elevation"                 # or level = 2
    step = 100.0

    [slopes]
    1 = "slope"                         # from a difference of one level on
"""

from __future__ import annotations

import tomllib
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from sandtable.board.numbering import COLUMN_ROW, Numbering
from sandtable.engine.errors import Invalid
from sandtable.engine.words import fit_all
from sandtable.interchange.plain_geometry import FARTHEST

MOST_BYTES: Final = 1 << 20
SMALLEST: Final = 1e-6
"""Width of a hex, map units."""


class NumberRange(Struct, frozen=True, forbid_unknown_fields=True):
    """Any number from one to another."""

    least: float = float("-inf")
    most: float = float("inf")


Wish = str | bool | int | float | NumberRange | list[str | bool | int | float]
Where = dict[str, Wish]


class HexRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the hexes lie.

    ``size``: from the middle of a hex to that of its neighbours, map units. ``box``: what to cover (left, least
    y, right, greatest y, in the coordinates of the files). ``origin``: where the middle of the first hex lies
    (map units, ``y`` downwards), with ``columns`` and ``rows``; these are worked out where they are not given.
    """

    size: float
    orientation: Literal["flat", "pointy"] = "flat"
    stagger: Literal["odd", "even"] = "odd"
    box: tuple[float, float, float, float] | None = None
    origin: tuple[float, float] | None = None
    columns: int | None = None
    rows: int | None = None


class TerrainRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A terrain where polygons cover at least ``share`` of a hex; ``outside``: where they do not."""

    terrain: str
    where: Where
    share: float = 0.5
    group: str = ""
    outside: bool = False


class SideRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What lines lay along hexsides, as a connected chain of them: rivers, streams, walls."""

    kind: str
    where: Where


class RoadRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What lines lay through hexes, as a connected chain of them; ``bridge`` lies across hexsides with ``over``."""

    kind: str
    where: Where
    bridge: str = ""
    over: tuple[str, ...] = ("river", "stream", "canal")


class NameRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What points give hexes their names, and perhaps a terrain."""

    where: Where
    field: str = "name"
    rank: str = ""
    terrain: str = ""


class HeightRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Polygons of ground of a level or more: ``level``, or the value of ``field`` in steps of ``step``."""

    where: Where
    level: int | None = None
    field: str = ""
    step: float = 1.0
    share: float = 0.5


class CoastRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What lies along hexsides between hexes of water and others."""

    water: tuple[str, ...] = ("sea", "lake")
    kind: str = "coast"


class CutRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Only hexes of which polygons cover at least ``share`` are on the map."""

    where: Where
    share: float = 0.01


class HexMapRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All of it.

    ``project``: degrees become kilometres (``auto``, ``lcc``) or stay (``none``); ``north_up``: ``y`` of files
    that are not in degrees grows to the north. ``join``: lines that come this near to each other meet, as a part
    of the size of a hex.
    """

    hexes: HexRules
    key: str = ""
    title: str = ""
    says: str = ""
    source: str = ""
    licence: str = ""
    unit: str = ""
    default: str = ""
    project: Literal["auto", "lcc", "none"] = "auto"
    north_up: bool = False
    join: float = 0.05
    numbering: Numbering = COLUMN_ROW
    terrain: tuple[TerrainRule, ...] = ()
    hexside: tuple[SideRule, ...] = ()
    road: tuple[RoadRule, ...] = ()
    name: tuple[NameRule, ...] = ()
    height: tuple[HeightRule, ...] = ()
    slopes: dict[str, str] = {}
    coast: CoastRule | None = None
    cut: CutRule | None = None

    def __post_init__(self) -> None:
        if not SMALLEST <= self.hexes.size <= FARTHEST:
            within = f"{SMALLEST:g} to {FARTHEST:,.0f}"
            raise ValueError(f"hexes.size is {self.hexes.size:g}: give a width above 0, in map units ({within})")
        if not all(abs(part) <= FARTHEST for part in self.hexes.origin or ()):
            raise ValueError(
                f"hexes.origin is {list(self.hexes.origin or ())}: give a place within ±{FARTHEST:,.0f} map units"
            )
        for share in (*(rule.share for rule in self.terrain), *(rule.share for rule in self.height)):
            if not 0 < share <= 1:
                raise ValueError(f"a share is {share:g}: give a part of a hex, above 0 to 1")
        for number, height in enumerate(self.height, 1):
            if (height.level is None) == (not height.field) or not height.step > 0:
                raise ValueError(f"height rule {number} gives its levels by `level`, or by `field` in steps above 0")
        if min(self.hexes.columns or 1, self.hexes.rows or 1) < 1 or 0 in (self.hexes.columns, self.hexes.rows):
            raise ValueError("hexes.columns and hexes.rows are 1 or more, or left out")
        if not 0 <= self.join <= 0.5:
            raise ValueError(f"join is {self.join:g}: give a part of the size of a hex, 0 to 0.5")
        if any(not least.isdecimal() or int(least) < 1 for least in self.slopes):
            raise ValueError(
                f"slopes are given by the least difference of levels, 1 or more, not {sorted(self.slopes)}"
            )

    @property
    def steps(self) -> dict[int, str]:
        """The slopes by the least difference of levels."""
        return {int(least): name for least, name in self.slopes.items()}


def read_rules(data: bytes, *, what: str) -> HexMapRules:
    """Read rules; JSON begins with a brace. Raises ``Invalid`` naming the place that is wrong."""
    if len(data) > MOST_BYTES:
        raise Invalid(f"{what}: {len(data) / 2**20:.0f} MB are too much for rules; name the file with the rules")
    try:
        text = data.decode("utf-8")
        given = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
        return msgspec.convert(fit_all(given), HexMapRules)
    except UnicodeDecodeError:
        raise Invalid(f"{what}: is not UTF-8 text; save it as plain UTF-8") from None
    except (msgspec.DecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise Invalid(f"{what}: the rules cannot be read: {error}; docs/hexify.md describes them") from None


def fits(where: Where, properties: dict[str, Any]) -> bool:
    """Say whether a feature has all the properties that a rule asks for.

    A value stands for itself, a list for any of its values, ``"*"`` for anything, ``{least, most}`` for numbers
    in between.
    """
    return all(_fits(wanted, properties.get(name)) for name, wanted in where.items())


def _fits(wish: Wish, value: Any) -> bool:
    if value is None:
        return False
    if isinstance(wish, list):
        return any(_fits(one, value) for one in wish)
    number = number_of(value)
    if isinstance(wish, NumberRange):
        return number is not None and wish.least <= number <= wish.most
    return str(wish) in ("*", str(value)) or (number is not None and number == number_of(wish))


def number_of(value: Any) -> float | None:
    """Return a property as a number, if it is one or says one."""
    if isinstance(value, bool):
        return None
    try:
        number = float(value) if isinstance(value, int | float | str) else None
    except (ValueError, OverflowError):
        return None
    return number if number is not None and number == number and abs(number) < float("inf") else None
