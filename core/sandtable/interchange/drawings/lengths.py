"""Lengths of a drawing, in pixels of which an inch has 96, and how its page lies on them."""

from __future__ import annotations

import re
from math import isfinite
from typing import Final, NamedTuple

from sandtable.engine.errors import Invalid
from sandtable.interchange.drawings.affine import NUMBER, STRAIGHT, Affine

INCH: Final = 96.0
PIXELS: Final = {
    "": 1.0, "px": 1.0, "pt": INCH / 72, "pc": INCH / 6, "in": INCH, "cm": INCH / 2.54, "mm": INCH / 25.4,
    "q": INCH / 101.6, "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0,
}  # fmt: skip
LENGTH: Final = re.compile(rf"\s*({NUMBER.pattern})\s*([a-zA-Z%]*)\s*")
FARTHEST: Final = 1e7
METRIC: Final = frozenset({"mm", "cm", "in"})


class Page(NamedTuple):
    """Where the units of a drawing lie on its page, in pixels, and what its size was written in."""

    turn: Affine
    width: float
    height: float
    unit: str


def length(text: str | None, what: str, *, whole: float = 0.0, default: float = 0.0) -> float:
    """Return a length in pixels, a part (%) of ``whole``; raises ``Invalid`` for one that cannot be read."""
    if text is None or text.strip() in ("", "auto"):
        return default
    read = LENGTH.fullmatch(text)
    unit = read[2].lower() if read is not None else ""
    if read is None or unit not in (*PIXELS, "%"):
        raise Invalid(f"has a {what} of {text[:40]!r}: give it in mm, cm, in, pt or px")
    found = float(read[1]) * (whole / 100 if unit == "%" else PIXELS[unit])
    if not isfinite(found) or abs(found) > FARTHEST:
        raise Invalid(f"has a {what} of {text[:40]!r}: draw it within {FARTHEST:,.0f} px")
    return found


def page_of(attributes: dict[str, str]) -> Page:
    """Return the page of the outermost element; raises ``Invalid`` for a size or a viewBox that makes none."""
    box = _view_box(attributes.get("viewBox"))
    wide, high = (box[2], box[3]) if box is not None else (0.0, 0.0)
    width = length(attributes.get("width"), "width", whole=wide, default=wide)
    height = length(attributes.get("height"), "height", whole=high, default=high)
    if (attributes.get("width") or "").strip().endswith("%") or (attributes.get("height") or "").strip().endswith("%"):
        width, height = wide, high
    if width < 0 or height < 0:
        raise Invalid(f"has a page of {width:g} by {height:g} px: give it a size above 0")
    given = LENGTH.fullmatch(attributes.get("width", ""))
    unit = given[2].lower() if given is not None and given[2] else "px"
    if box is None or not width or not height:
        return Page(STRAIGHT, width, height, unit)
    return Page(_fitted(box, width, height, attributes.get("preserveAspectRatio", "")), width, height, unit)


def _view_box(text: str | None) -> tuple[float, float, float, float] | None:
    if text is None or not text.strip():
        return None
    parts = re.split(r"[\s,]+", text.strip())
    try:
        left, top, width, height = map(float, parts)
    except ValueError:
        raise Invalid(f"has a viewBox of {text[:40]!r}: write left, top, width and height") from None
    if not all(isfinite(one) and abs(one) <= FARTHEST for one in (left, top, width, height)):
        raise Invalid(f"has a viewBox of {text[:40]!r}: draw it within {FARTHEST:,.0f} px")
    if width <= 0 or height <= 0:
        raise Invalid(f"has a viewBox of {width:g} by {height:g}: give it a size above 0")
    return left, top, width, height


def _fitted(box: tuple[float, float, float, float], width: float, height: float, how: str) -> Affine:
    """Return how a viewBox is laid on its page: as large as it fits, in the middle, unless it says otherwise."""
    left, top, wide, high = box
    across, down = width / wide, height / high
    if how.strip().startswith("none"):
        return Affine(a=across, d=down, e=-left * across, f=-top * down)
    scale = max(across, down) if "slice" in how else min(across, down)
    align = how or "xMidYMid"
    spare_x, spare_y = width - wide * scale, height - high * scale
    x = spare_x * (0.0 if "xMin" in align else 1.0 if "xMax" in align else 0.5)
    y = spare_y * (0.0 if "YMin" in align else 1.0 if "YMax" in align else 0.5)
    return Affine(a=scale, d=scale, e=x - left * scale, f=y - top * scale)
