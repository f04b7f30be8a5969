"""How a drawing moves, turns, stretches and slants what is in it: transforms, one inside the other."""

from __future__ import annotations

import re
from math import cos, hypot, isfinite, radians, sin, tan
from typing import Final, NamedTuple

from sandtable.engine.errors import Invalid

NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
STEP: Final = re.compile(r"\s*,?\s*([a-zA-Z]+)\s*\(([^()]*)\)\s*")
TAKES: Final = {
    "matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewx": (1,), "skewy": (1,),
}  # fmt: skip


class Affine(NamedTuple):
    """``x' = a x + c y + e``, ``y' = b x + d y + f``, as SVG has it."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return where a place comes to lie."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def after(self, inner: Affine) -> Affine:
        """Return this one done after another, which stands inside it."""
        return Affine(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            *self.place(inner.e, inner.f),
        )

    @property
    def size(self) -> float:
        """How large a length becomes, about."""
        return abs(self.a * self.d - self.b * self.c) ** 0.5 or max(hypot(self.a, self.b), hypot(self.c, self.d))


STRAIGHT: Final = Affine()


def affine_of(text: str | None) -> Affine:
    """Return what an attribute ``transform`` does; raises ``Invalid`` for one that cannot be read."""
    whole, at = STRAIGHT, 0
    text = (text or "").strip()
    while at < len(text):
        step = STEP.match(text, at)
        if step is None:
            raise Invalid(f"has a transform that cannot be read ({text[:60]!r}): write it anew")
        whole = whole.after(_one(step[1].lower(), step[2], text))
        at = step.end()
    if not all(map(isfinite, whole)):
        raise Invalid(f"has a transform beyond all numbers ({text[:60]!r}): write it anew")
    return whole


def _one(name: str, inside: str, text: str) -> Affine:
    given = [float(one) for one in NUMBER.findall(inside)]
    if len(given) not in TAKES.get(name, ()) or NUMBER.sub("", inside).strip(" ,\t\r\n"):
        raise Invalid(f"has a transform that cannot be read ({text[:60]!r}): write it anew")
    match name, given:
        case "matrix", _:
            return Affine(*given)
        case "translate", [x, *rest]:
            return Affine(e=x, f=rest[0] if rest else 0.0)
        case "scale", [x, *rest]:
            return Affine(a=x, d=rest[0] if rest else x)
        case "rotate", [turn, *about]:
            x, y = about or (0.0, 0.0)
            turned = Affine(cos(radians(turn)), sin(radians(turn)), -sin(radians(turn)), cos(radians(turn)))
            return Affine(e=x, f=y).after(turned).after(Affine(e=-x, f=-y))
        case "skewx", [slant]:
            return Affine(c=tan(radians(slant)))
        case _:
            return Affine(b=tan(radians(given[0])))
