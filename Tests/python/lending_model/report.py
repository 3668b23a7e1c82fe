"""Explains a difference: the fewest operations that lead to it, and the rule in the document."""

import pathlib
import re
import time
from collections.abc import Callable

from .client import ROOT
from .compare import text_of
from .station import is_plain
from .station_acts import Choose, PickParts, ScanBarcode
from .staff_records import UndoChange
from .run import Difference, Done, Run

SECONDS = 30
LINES = 8


def attempt(make: Callable[[], Run], log: list[Done]) -> tuple[Difference, list[Done], Run] | None:
    """Runs the operations on a new hub; returns the difference, the operations up to it, and the run."""
    run = make()
    done: list[Done] = []
    try:
        for each in log:
            if not is_possible(run, each):
                continue
            done.append(each)
            try:
                run.perform(each)
            except Difference as difference:
                return difference, done, run
        return None
    finally:
        run.stop()


def is_possible(run: Run, done: Done) -> bool:
    """Returns true if the target of an operation exists, also without the operations that were left out."""
    operation = done.operation
    for name in ("loan", "hold", "fee"):
        key = getattr(operation, name, None)
        if isinstance(key, str) and (key not in run.records.rows or key not in run.ids):
            return False
    if isinstance(operation, UndoChange) and operation.change not in run.ids:
        return False
    station = run.records.stations.get(getattr(operation, "station", ""))
    question = station.question if station and station.question and done.at < station.question.ends else None
    match operation:
        case PickParts():
            return question is not None and "parts-check" in question.reasons
        case Choose():
            return question is not None and operation.copy in question.choices
        case ScanBarcode():
            return station is not None and is_plain(run.records, station, operation.release)
        case _:
            return True


def kind(line: str) -> str:
    """Returns a difference without ids, times and numbers."""
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9T:.Z-]{10,}|\d+", "#", line)


def shorten(make: Callable[[], Run], log: list[Done]) -> tuple[Difference, list[Done], Run] | None:
    """Leaves out smaller and smaller parts of the operations, as long as a difference remains."""
    ends = time.monotonic() + SECONDS
    best = attempt(make, log)
    if best is None:
        return None
    wanted = {kind(line) for line in best[0].lines}
    size = max(1, len(best[1]) // 2)
    while True:
        start = 0
        while start < len(best[1]) - 1 and time.monotonic() < ends:
            done = best[1]
            fewer = done[:start] + done[min(start + size, len(done) - 1) :]
            found = attempt(make, fewer)
            if found and {kind(line) for line in found[0].lines} & wanted:
                best = found
            else:
                start += size
        if size == 1 or time.monotonic() >= ends:
            return best
        size //= 2


def sentences(lines: list[str]) -> list[str]:
    """Returns the lines of "The rules" that name the differing values."""
    document = pathlib.Path(ROOT / "docs/lending.md").read_text()
    section = document.partition("## The rules")[2].partition("\n## ")[0].splitlines()
    words = re.findall(r"[a-z]+(?:-[a-z]+)+|overdueDays|dueAt|fee", " ".join(lines))
    wanted = list(dict.fromkeys(words))
    return [line for line in section if any(f"`{word}`" in line for word in wanted)][:LINES]


def tell(found: tuple[Difference, list[Done], Run], whole: int) -> None:
    difference, log, run = found
    print(f"\nThe hub and the model differ after {len(log)} operations ({whole} before they were made fewer):")
    for done in log:
        print(f"  {text_of(done.at)} {done.number} {done.operation}")
    print("What was sent last:")
    for line in run.answers:
        print(f"  {line}")
    print("What differs:")
    for line in difference.lines:
        print(f"  {line}")
    print("docs/lending.md, The rules:")
    for line in sentences(difference.lines):
        print(f"  {line}")
    settings = {key: value for key, value in run.records.settings.values.items()}
    print(f"Settings: {settings}", flush=True)
