"""What a game reads of a map, and the rows that it lays out from it: the ground under a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeVar, cast

import msgspec
from msgspec import Struct

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.failures import Blame, NamedCode, is_raised_by_the_engine
from sandtable.engine.state.boards import Board
from sandtable.engine.unfit import unfit

if TYPE_CHECKING:
    from typing import Self

    from sandtable.engine.state.row import Row

MapPart = Literal["space", "region", "along", "across", "terrain"]
"""What a kind is one of: spaces, regions, what lies along or across a side (an edge, a hexside), what lies in a hex."""


class Drawn(Protocol):
    """A space or a region, as far as a game reads it."""

    @property
    def id(self) -> str: ...
    @property
    def attributes(self) -> tuple[tuple[str, str | int | bool], ...]: ...


class MapKind(Struct, frozen=True, gc=False):
    """A kind of thing that a game reads of a map; its fields are the attributes, with type, bounds and words.

    Subclass it: ``of`` says what part of a map, ``kind`` which kind of it, ``fewest`` how many a map must have,
    ``within`` in which kinds of regions a region of it must lie. A field without a default must be there. The first
    line of the docstring, and the ``description`` of a field's ``Meta``, are what the documentation says. What lies
    along or across a side, and the terrain of hexes, have no attributes; ``favours`` says in words what something on a
    hexside must tell, where that matters: ``which of its hexes is up``. A game that reads any sides of hexes knows no
    others: a map with others is not played.

    .. versionadded:: 0.1
    """

    of: ClassVar[MapPart] = "space"
    kind: ClassVar[str] = ""
    fewest: ClassVar[int] = 0
    within: ClassVar[tuple[str, ...]] = ()
    favours: ClassVar[str] = ""

    @classmethod
    def named(cls, of: MapPart, kind: str, says: str, *, fewest: int = 0, favours: str = "") -> type[MapKind]:
        """Return a kind without attributes, of which there is nothing to read but that it is there: a wood, a stream.

        .. versionadded:: 0.3
        """
        name = "".join(word.capitalize() for word in kind.split("_"))
        body = {"__doc__": says, "of": of, "kind": kind, "fewest": fewest, "favours": favours}
        made = msgspec.defstruct(name, [], bases=(cls,), namespace=body, module=__name__, frozen=True, gc=False)
        return cast("type[MapKind]", made)

    @classmethod
    def read(cls, thing: Drawn) -> Self:
        """Return what a space or region says of itself; raises ``Invalid`` for an attribute that is not as wanted."""
        try:
            return msgspec.convert(dict(thing.attributes), cls)
        except msgspec.ValidationError as error:
            raise Invalid(f"{cls.kind} {thing.id!r} is not what the game reads: {unfit(error)}") from error


class Misfit(Struct, frozen=True):
    """Something that a game reads of a map and that is not there, or not as the game reads it.

    ``of`` and ``id`` say of what (no id: of the whole map), ``words`` what is wrong, ``cure`` what to do.
    """

    of: MapPart
    words: str
    cure: str
    id: str = ""
    attribute: str = ""

    def __str__(self) -> str:
        return f"{self.words}: {self.cure}"


class ReadableMap(Board, Protocol):
    """A map as the engine knows it here: it can say where it is not as a game reads it."""

    @property
    def title(self) -> str: ...

    def require_playable(self) -> Self:
        """Return the map; raises ``Invalid`` for one on which two spaces cannot be told apart."""
        ...

    def misfits(self, reads: Iterable[type[MapKind]]) -> Iterable[Misfit]:
        """Yield what a game reads and the map has not, or has otherwise."""
        ...


M = TypeVar("M", bound=ReadableMap)
S = TypeVar("S", bound=Struct)


@dataclass(frozen=True, slots=True)
class Ground(Generic[M, S]):
    """How a game stands on a map: the kinds it ``reads``, the ``setting`` of a scenario, the rows that it lays out.

    ``lay_out(map, setting)`` gives rows for what play changes, and for what other rows refer to; what never changes
    is asked of the map. A scenario's own row of an id replaces the ground's.

    .. versionadded:: 0.1
    """

    reads: tuple[type[MapKind], ...]
    setting: type[S]
    lay_out: Callable[[M, S], Iterable[Row]]

    def rows(self, sheet: M, setting: Mapping[str, Any]) -> list[Row]:
        """Return the rows; raises ``Invalid`` for a map or a setting that is not as the game reads it."""
        said = self.read_setting(setting)
        if (wrong := next(iter(sheet.misfits(self.reads)), None)) is not None:
            raise Invalid(f"the map {sheet.title!r} cannot be played: {wrong}")
        with Blame(NamedCode(getattr(self.lay_out, "__module__", "?"), "the rows of the ground")):
            try:
                return list(self.lay_out(sheet, said))
            except Invalid as error:
                if is_raised_by_the_engine(error):
                    raise
                refusal = error
        raise refusal

    def read_setting(self, setting: Mapping[str, Any]) -> S:
        """Return what a scenario says of its map; raises ``Invalid`` naming what is not as the game has it."""
        known = self.setting.__struct_encode_fields__
        for name in setting:
            if name not in known:
                raise unknown("setting", name, known)
        try:
            return msgspec.convert(dict(setting), self.setting)
        except msgspec.ValidationError as error:
            raise Invalid(f"the setting of the scenario is not what the game reads: {unfit(error)}") from error
