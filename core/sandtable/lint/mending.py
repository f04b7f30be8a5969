"""Applying fixes: only those that do what they say, and nothing that makes another finding appear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from sandtable.engine.errors import SandtableError
from sandtable.lint.findings import D, Finding, Fix

Check = Callable[[D], list[Finding[D]]]


@dataclass(frozen=True, slots=True)
class MendedDocument(Generic[D]):
    """A document after its fixes: what was done, what is left, and fixes that did not do what they say."""

    document: D
    done: tuple[str, ...]
    left: tuple[Finding[D], ...]
    failed: tuple[str, ...] = ()


def mend(document: D, check: Check[D], wanted: Callable[[Finding[D]], bool] = lambda _: True) -> MendedDocument[D]:
    """Apply the fixes of all findings that are wanted: all at once if that goes well, else one after the other.

    After each its finding must be gone and nothing else have appeared; otherwise the document stays as it was.
    """
    found = check(document)
    fixes = _fixes(found, wanted)
    at_once = _try_fixes(document, found, list(fixes.values()), check)
    if at_once is not None:
        document, done, found = at_once
        return MendedDocument(document, done, tuple(found))
    all_done: tuple[str, ...] = ()
    failed: dict[str, None] = {}
    while ahead := [fix for says, fix in _fixes(found, wanted).items() if says not in {*all_done, *failed}]:
        one = _try_fixes(document, found, ahead[:1], check)
        if one is None:
            failed[ahead[0].says] = None
        else:
            document, done, found = one
            all_done += done
    return MendedDocument(document, all_done, tuple(found), tuple(failed))


def _fixes(found: list[Finding[D]], wanted: Callable[[Finding[D]], bool]) -> dict[str, Fix[D]]:
    return {one.fix.says: one.fix for one in found if one.fix is not None and wanted(one)}


def _try_fixes(
    document: D, found: list[Finding[D]], fixes: list[Fix[D]], check: Check[D]
) -> tuple[D, tuple[str, ...], list[Finding[D]]] | None:
    """Return the document after the fixes, what was done and what is left; ``None`` if that went wrong."""
    after, done = document, list[str]()
    for fix in fixes:
        try:
            before, after = after, fix.apply(after)
        except SandtableError:
            return None
        if after is not before:
            done.append(fix.says)
    if not done:
        return None if fixes else (document, (), found)
    left = check(after)
    was, now = (Counter(one.name for one in these) for these in (found, left))
    gone = Counter(one.name for one in found if one.fix is not None and one.fix.says in {fix.says for fix in fixes})
    sound = now <= was and all(now[name] <= was[name] - count for name, count in gone.items())
    return (after, tuple(done), left) if sound else None
