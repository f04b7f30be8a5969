"""Draw mutants, run each against its tests, and say which survive."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import zip_longest
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Final

from scripts.mutation.recording import Recording, folders_of, kept, package_of, record
from scripts.mutation.sites import Mutant, mutants
from scripts.mutation.tree import ROOT, ROOTS, Tree

PATIENCE: Final = 40.0
"""Seconds of tests that a mutant gets, the quickest first, as they took when they were recorded."""
SLOWER: Final = 8
"""So much longer than recorded a run may take before it is taken to hang, which the mutant has done then."""
KILLED, SURVIVED, UNSEEN = "killed", "survived", "executed by no test"


def say(words: str) -> None:
    """Tell of the progress."""
    print(words, file=sys.stderr, flush=True)


def drawn(paths: Iterable[Path], sample: int, seed: str) -> list[Mutant]:
    """Draw from each package in turn, so that a small one counts as a large one does."""
    found: dict[str, list[Mutant]] = defaultdict(list)
    for path in sorted(paths):
        name = path.relative_to(ROOT).as_posix()
        found[package_of(name)] += mutants(name, path.read_bytes())
    for package, all_of_it in sorted(found.items()):
        Random(f"mutants {seed} {package}").shuffle(all_of_it)
    turns = (one for turn in zip_longest(*(found[key] for key in sorted(found))) for one in turn if one is not None)
    return [one for one, _ in zip(turns, range(sample), strict=False)]


def sources(named: list[str]) -> Iterator[Path]:
    """Go through the sources under the paths named; raises ``SystemExit`` for one that holds none."""
    for one in named or ROOTS:
        path = (ROOT / one).resolve()
        ours = any(path.is_relative_to(ROOT / root) for root in ROOTS)
        found = sorted(path.rglob("*.py")) if ours and path.is_dir() else [path]
        if not ours or not found or not found[0].is_file():
            raise SystemExit(f"{one} holds no source: name a file or folder of {', '.join(ROOTS)}")
        yield from found


def verdict(mutant: Mutant, tests: list[str], seconds: dict[str, float], tree: Tree) -> str:
    """Run a mutant's tests in a copy."""
    if not tests:
        return UNSEEN
    chosen, left = [tests[0]], PATIENCE - seconds[tests[0]]
    for test in tests[1:]:
        if (left := left - seconds[test]) < 0:
            break
        chosen.append(test)
    path = tree.root / mutant.path
    whole = path.read_bytes()
    listed = tree.root / "tests-of-the-mutant.txt"
    listed.write_text("\n".join(chosen))
    path.write_bytes(mutant.applied(whole))
    try:
        status, said = tree.run(["-x", f"@{listed}"], 60 + SLOWER * sum(seconds[one] for one in chosen))
    finally:
        path.write_bytes(whole)
    if status == 4 and "not found:" in said:
        raise SystemExit(f"the tests have changed since they were recorded (say --record):\n{said[-600:]}")
    return SURVIVED if status == 0 else KILLED


def judged(chosen: list[Mutant], recording: Recording, trees: list[Tree]) -> Iterator[tuple[Mutant, str]]:
    """Run all, as many at a time as there are copies."""
    free: SimpleQueue[Tree] = SimpleQueue()
    for tree in trees:
        free.put(tree)
    reading = threading.Lock()  # coverage's file is read by one at a time

    def judge(mutant: Mutant) -> tuple[Mutant, str]:
        with reading:
            tests = recording.tests(mutant)
        tree = free.get()
        try:
            return mutant, verdict(mutant, tests, recording.seconds, tree)
        finally:
            free.put(tree)

    pool = ThreadPoolExecutor(len(trees))
    try:
        for done in as_completed([pool.submit(judge, mutant) for mutant in chosen]):
            yield done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for tree in trees:
            tree.stop()


def report(results: list[tuple[Mutant, str]], asked: int) -> float:
    """Print the share killed by package and what survived; return the share of all in per cent."""
    by_package: dict[str, list[str]] = defaultdict(list)
    for mutant, how in results:
        by_package[package_of(mutant.path)].append(how)
    for package, hows in sorted(by_package.items()):
        print(f"{package:32} {hows.count(KILLED):3} of {len(hows):3} killed {_share(hows):4.0f} %")
    everything = [how for _, how in results]
    print(f"{'all':32} {everything.count(KILLED):3} of {len(everything):3} killed {_share(everything):4.0f} %")
    if len(results) < asked:
        print(f"stopped after {len(results)} of {asked}")
    for mutant, how in sorted(results, key=lambda one: (one[0].path, one[0].line)):
        if how != KILLED:
            print(f"{how}: {mutant.in_words()}")
    return _share(everything)


def _share(hows: list[str]) -> float:
    return 100 * hows.count(KILLED) / len(hows) if hows else 100.0


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders to break (all of the code)")
    parser.add_argument("--sample", type=int, default=60, metavar="N", help="how many mutants are drawn (60)")
    parser.add_argument("--seed", default="1", metavar="S", help="which: the same seed draws the same (1)")
    parser.add_argument("--least", type=float, default=0.0, metavar="PERCENT", help="exit with 1 below this share")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="runs at a time")
    parser.add_argument("--record", action="store_true", help="record anew which tests execute which lines")
    return parser.parse_args()


def main() -> int:
    """Do it; the status is 1 where fewer are killed than wanted, 130 after Ctrl-C."""
    given = arguments()
    chosen = drawn(set(sources(given.paths)), given.sample, given.seed)
    folders = sorted({folder for mutant in chosen for folder in folders_of(mutant.path)})
    trees: list[Tree] = []
    results: list[tuple[Mutant, str]] = []
    stopped = False
    try:
        trees += [Tree() for _ in range(max(1, given.jobs))]
        for folder in folders:
            if given.record or not kept(folder).with_suffix(".sources").exists():
                say(f"{folder}: recording which tests execute which lines")
                say(f"{folder}: {record(folder, trees[0])}")
        for mutant, how in judged(chosen, Recording(folders), trees):
            results.append((mutant, how))
            say(f"{len(results):4} of {len(chosen)}: {how}: {mutant.in_words()}")
    except KeyboardInterrupt:
        stopped = True
    finally:
        for tree in trees:
            tree.remove()
    share = report(results, len(chosen))
    return 130 if stopped else int(share < given.least)


if __name__ == "__main__":
    sys.exit(main())
