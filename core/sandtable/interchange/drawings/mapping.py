"""What of a drawing becomes what of a map: the rules, a text that a person reads and changes.

The first rule that fits a shape counts; what none fits is left out. A pattern stands for itself, ``*`` in it for
anything, a list for any of its patterns::

    title = "The Low Countries"         # key, unit, source beside it
    unit = "km"
    scale = 0.8                         # map units for each `of` of the drawing
    of = "mm"                           # or "px"
    curves = 0.1                        # curves are drawn straight within so many map units
    snap = 0.4                          # borders within so many map units of each other are put together

    [[rule]]
    layer = "Sea*"                      # what a layer or a group around it is called
    becomes = "area"
    kind = "sea"

    [[rule]]
    layer = "Provinces"
    fill = ["#9ab87a", "#7f9f5f"]       # also: class, stroke, id, label, form ("surface", "line", "circle", "text")
    becomes = "area"
    kind = "land"
    attributes = { terrain = "forest" }

    [[rule]]
    form = "text"
    becomes = "label"                   # names the area it stands in, or the place beside it (of = "place")
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from fnmatch import translate
from functools import cache
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field

from sandtable.board.spaces import Value
from sandtable.engine.errors import Invalid
from sandtable.engine.words import fit_all
from sandtable.interchange.drawings.drawn_things import DrawnThing
from sandtable.interchange.drawings.lengths import PIXELS
from sandtable.interchange.strict_json import is_list, is_object

MOST_BYTES: Final = 1 << 20
MOST_RULES: Final = 1_000

Becomes = Literal["area", "place", "line", "label", "terrain", "nothing"]
Patterns = str | list[str]
ANYTHING: Final = "*"
OWN: Final = ("space", "place", "label", "line")


class ShapeRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What shapes of one sort become.

    ``kind``: that of the area, place or line, and the terrain of areas under a shape that ``becomes`` terrain.
    ``own``: what a drawing of ours says it is, "space" (an area), "place", "label" or "line".
    ``of``: what a label names; left open, a place of its own layer, else the area it stands in.
    """

    layer: Patterns = ANYTHING
    class_: Patterns = field(default=ANYTHING, name="class")
    form: Patterns = ANYTHING
    fill: Patterns = ANYTHING
    stroke: Patterns = ANYTHING
    id: Patterns = ANYTHING
    label: Patterns = ANYTHING
    own: Patterns = ANYTHING
    becomes: Becomes
    kind: str = ""
    attributes: dict[str, Value] = {}
    of: Literal["", "area", "place"] = ""

    def fits(self, thing: DrawnThing) -> bool:
        """Say whether this is a shape of the sort."""
        return (
            _fits(self.layer, *_layers(thing))
            and _fits(self.class_, *thing.classes or ("",))
            and _fits(self.form, thing.form)
            and _fits(self.fill, thing.fill)
            and _fits(self.stroke, thing.stroke)
            and _fits(self.id, thing.id)
            and _fits(self.label, thing.label)
            and _fits(self.own, *(tuple(name for name in OWN if name in thing.own) or ("",)))
        )


class SvgMapping(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """All of it. ``upper``: ground under another area is left to the one that is drawn over it."""

    title: str = ""
    key: str = ""
    unit: str = ""
    source: str = ""
    scale: float = 1.0
    of: Literal["px", "mm"] = "px"
    curves: float = 0.0
    snap: float = 0.0
    upper: bool = True
    hidden: bool = False
    rule: tuple[ShapeRule, ...] = ()

    def __post_init__(self) -> None:
        if not 1e-9 <= self.scale <= 1e9:
            raise ValueError(f"scale is {self.scale:g}: give the map units of one {self.of}, above 0")
        for name, width in (("curves", self.curves), ("snap", self.snap)):
            if not 0 <= width <= 1e9:
                raise ValueError(f"{name} is {width:g}: give a width in map units, 0 or more")
        if len(self.rule) > MOST_RULES:
            raise ValueError(f"there are {len(self.rule):,} rules: {MOST_RULES:,} is the most there can be")

    @property
    def per_pixel(self) -> float:
        """Map units for each pixel of the page."""
        return self.scale / PIXELS[self.of]

    @property
    def fine(self) -> float:
        """Pixels that a curve may be left by; a tenth of one where nothing is said."""
        return self.curves / self.per_pixel if self.curves else 0.1

    def rule_of(self, thing: DrawnThing) -> ShapeRule | None:
        """Return the rule that counts for a shape."""
        return next((rule for rule in self.rule if rule.fits(thing)), None)


def _layers(thing: DrawnThing) -> Iterator[str]:
    """Yield what the layers around a shape may be called: each by itself, and by those that it lies in."""
    yield from thing.layers or ("",)
    for deep in range(2, len(thing.layers) + 1):
        yield "/".join(thing.layers[:deep])


def _fits(wanted: Patterns, *values: str) -> bool:
    if wanted == ANYTHING:
        return True
    listed = [wanted] if isinstance(wanted, str) else wanted
    return any(_pattern(one).fullmatch(value.lower()) is not None for one in listed for value in values)


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Return a pattern in which ``*`` and ``?`` are all that is special."""
    return re.compile(translate(text.lower().replace("[", "[[]")))


# --- as a text --------------------------------------------------------------------------------------------------------


def read_mapping(data: bytes, *, what: str) -> SvgMapping:
    """Read rules; raises ``Invalid`` naming the place that is wrong."""
    if len(data) > MOST_BYTES:
        raise Invalid(f"{what}: {len(data) / 2**20:.0f} MB are too much for rules; name the file with the rules")
    try:
        return msgspec.convert(fit_all(tomllib.loads(data.decode("utf-8"))), SvgMapping)
    except UnicodeDecodeError:
        raise Invalid(f"{what}: is not UTF-8 text; save it as plain UTF-8") from None
    except (msgspec.ValidationError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise Invalid(f"{what}: the rules cannot be read: {error}; docs/svg.md describes them") from None


def write_mapping(mapping: SvgMapping, remarks: tuple[str, ...] = ()) -> str:
    """Return rules as the text that ``read_mapping`` reads, with remarks at its head."""
    plain: dict[str, Any] = msgspec.to_builtins(mapping)
    rules = plain.pop("rule", ())
    lines = [f"# {line}".rstrip() for line in remarks]
    lines += [f"{name} = {_toml(value)}" for name, value in plain.items()]
    for rule in rules:
        lines += ["", "[[rule]]", *(f"{name} = {_toml(value)}" for name, value in rule.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """Return a value as TOML has it; JSON's texts are TOML's too."""
    if is_object(value):
        inner = ", ".join(f"{_toml(name)} = {_toml(one)}" for name, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if is_list(value):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, float):
        return repr(value)
    return msgspec.json.encode(value).decode("utf-8").replace("\x7f", "\\u007f")
