"""Compares the hub with the model: python -m lending_model [--operations N] [--seed N] [--program PATH] [--jobs N].

Prints a seed; the same seed in DEADWAX_SEED repeats the operations. Ends with 1 if the hub and the model differ.
"""

import argparse
import concurrent.futures
import functools
import os
import pathlib
import random
import secrets
import sys
import tempfile
import time

from .client import ROOT
from .generator import Generator, random_settings, random_start
from .report import shorten, tell
from .run import Difference, Done, Run
from .settings import Settings

# The operations of one hub and one library. Then a new round begins, in another zone.
ROUND = 250


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operations", type=int, default=500)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("DEADWAX_SEED") or secrets.randbelow(1_000_000)))
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/debug/deadwaxd")
    parser.add_argument("--jobs", type=int, default=1, help="so many hubs at once")
    parser.add_argument("--whole", action="store_true", help="tell all operations, not the fewest")
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}: DEADWAX_SEED={chosen.seed} repeats it", flush=True)
    began, done, requests = time.monotonic(), 0, 0
    counts = [min(ROUND, chosen.operations - first) for first in range(0, chosen.operations, ROUND)]
    with (
        tempfile.TemporaryDirectory(prefix="deadwax-model-") as folder,
        concurrent.futures.ProcessPoolExecutor(chosen.jobs) as pool,
    ):
        rounds = [
            pool.submit(one_round, chosen, pathlib.Path(folder, str(number)), f"{chosen.seed}.{number}", count)
            for number, count in enumerate(counts)
        ]
        for each, count in zip(rounds, counts, strict=True):
            asked = each.result()
            if asked is None:
                pool.shutdown(cancel_futures=True)
                return 1
            requests += asked
            done += count
            if done % (20 * ROUND) == 0:
                print(f"  {done} operations", flush=True)
    seconds = time.monotonic() - began
    print(
        f"seed {chosen.seed}: {done} operations in {len(counts)} libraries, {requests} requests in {seconds:.0f} s: "
        f"no difference; {done} passed"
    )
    return 0


def one_round(chosen: argparse.Namespace, folder: pathlib.Path, seed: str, count: int) -> int | None:
    """Runs the operations of one round; returns the number of requests, or None after a difference."""
    chance = random.Random(seed)
    values, start = random_settings(chance), random_start(chance)
    make = functools.partial(start_run, chosen.program, folder, start, values)
    run = make()
    generator = Generator(chance, run.records, run.ids)
    log: list[Done] = []
    try:
        for number in range(1, count + 1):
            run.records.now = generator.next_time()
            log.append(Done(number, run.records.now, generator.operation()))
            run.perform(log[-1])
        return run.hub.requests
    except Difference as difference:
        run.stop()
        print(f"\nround {seed}, operation {log[-1].number} is not as expected; looking for the fewest that lead to it", flush=True)
        found = None if chosen.whole else shorten(make, log)
        tell(found or (difference, log, run), len(log))
        return None
    finally:
        run.stop()


def start_run(program: pathlib.Path, folder: pathlib.Path, start: int, values: dict[str, str]) -> Run:
    return Run(program, folder, start, Settings(dict(values)))


if __name__ == "__main__":
    sys.exit(main())
