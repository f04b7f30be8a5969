"""What an edit has changed of a scenario: before and after of the fields and rows that it touched, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.design.swaps import Swap, swaps
from sandtable.engine.errors import Invalid
from sandtable.library.store.documents import ScenarioDocument

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario

FIELDS: Final = tuple(
    name
    for name in ScenarioDocument.__struct_fields__
    if name not in ("key", "game", "rows", "pictures", "writing", "made")
)
"""What of a scenario beside its rows an edit may change."""


class ScenarioPatch(Struct, frozen=True, omit_defaults=True):
    """What one edit has made of a scenario; fields are plain data."""

    fields: dict[str, Swap[Any]] = {}
    rows: dict[str, dict[str, Swap[dict[str, Any]]]] = {}
    pictures: dict[str, Swap[bytes]] = {}

    @classmethod
    def between(cls, was: ScenarioDocument, now: ScenarioDocument) -> ScenarioPatch:
        """Return what makes the one of the other."""
        fields = {
            name: Swap(_plain(one), _plain(other))
            for name in FIELDS
            if (one := getattr(was, name)) != (other := getattr(now, name))
        }
        rows = {
            table: found
            for table in sorted({*was.rows, *now.rows})
            if (found := swaps(was.rows.get(table, {}), now.rows.get(table, {})))
        }
        return cls(fields, rows, swaps(was.pictures, now.pictures))

    def __bool__(self) -> bool:
        """Tell whether it changes anything."""
        return bool(self.fields or self.rows or self.pictures)

    def turned_round(self) -> ScenarioPatch:
        """Return the way back."""
        return ScenarioPatch(
            {name: swap.turned_round() for name, swap in self.fields.items()},
            {table: {id: swap.turned_round() for id, swap in some.items()} for table, some in self.rows.items()},
            {name: swap.turned_round() for name, swap in self.pictures.items()},
        )

    def applied_to(self, design: DesignedScenario) -> DesignedScenario:
        """Return the scenario with these changes; raises ``Invalid`` for one that is not as they found it."""
        document = design.document
        changed: dict[str, Any] = {}
        for name, swap in self.fields.items():
            if _plain(getattr(document, name)) != swap.before:
                raise Invalid(f"the change does not fit the scenario: its {name} is not what it was")
            changed[name] = msgspec.convert(swap.after, _types()[name])
        if self.rows:
            changed["rows"] = self._rows(document)
        if self.pictures:
            changed["pictures"] = self._pictures(document)
        return design.with_document(replace(document, **changed))

    @staticmethod
    def all_applied_to(design: DesignedScenario, patches: Sequence[ScenarioPatch]) -> DesignedScenario:
        """Return the scenario after one patch upon the other."""
        for patch in patches:
            design = patch.applied_to(design)
        return design

    def _rows(self, document: ScenarioDocument) -> dict[str, dict[str, dict[str, Any]]]:
        rows = dict(document.rows)
        for table, some in self.rows.items():
            its = dict(rows.get(table, {}))
            for id, swap in some.items():
                if its.get(id) != swap.before:
                    raise Invalid(f"the change does not fit the scenario: {table} {id!r} is not what it was")
                if swap.after is None:
                    del its[id]
                else:
                    its[id] = swap.after
            if its:
                rows[table] = dict(sorted(its.items()))
            else:
                rows.pop(table, None)
        return dict(sorted(rows.items()))

    def _pictures(self, document: ScenarioDocument) -> dict[str, bytes]:
        pictures = {name: content for name, content in document.pictures.items() if name not in self.pictures}
        for name, swap in self.pictures.items():
            if document.pictures.get(name) != swap.before:
                raise Invalid(f"the change does not fit the scenario: its picture {name[:12]} is not what it was")
            if swap.after is not None:
                pictures[name] = swap.after
        return dict(sorted(pictures.items()))

    @property
    def touched(self) -> frozenset[tuple[str, str]]:
        """The rows that it changed, each by table and id."""
        return frozenset((table, id) for table, some in self.rows.items() for id in some)


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _types() -> dict[str, Any]:
    return {one.name: one.type for one in msgspec.structs.fields(ScenarioDocument)}


_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(ScenarioPatch).decode


def to_bytes(patch: ScenarioPatch, images: dict[str, bytes]) -> bytes:
    """Return a patch as bytes; it has no images."""
    return _encode(patch)


def from_bytes(data: bytes, image: Callable[[str], bytes]) -> ScenarioPatch:
    """Return the patch that was made bytes of; raises ``Invalid`` for bytes that are none."""
    try:
        return _decode(data)
    except msgspec.MsgspecError as error:
        raise Invalid(f"what an edit changed cannot be read: {error}") from error
