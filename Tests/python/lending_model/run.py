"""One run: a hub, the model beside it, and the results of the same operations on both."""

import dataclasses
import pathlib
import shutil
from typing import Any

from .clock import TestClock
from .client import Answer, Hub
from .compare import Facts, Reader, differences, expected_rows, time
from .station import Station
from .library import read_library, write_demo
from .records import Hold, Records
from .effects import end_hold
from .rules import is_over
from .settings import Settings
from .staff import Operation, Step

# After this number of operations everything is compared, also closed rows.
WHOLE_EVERY = 50
# docs/operating.md, "The clock".
LONGEST_PAUSE = 14 * 86_400_000


class Difference(Exception):
    """A difference between the hub and the model, with the expected and the actual value."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclasses.dataclass(frozen=True)
class Done:
    """One operation with its time."""

    number: int
    at: int
    operation: Operation


class Run:
    """The hub under test and the model, in step."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, start: int, settings: Settings) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.clock = TestClock(folder, start)
        write_demo(folder / "demo")
        self.hub = Hub(program, folder, self.clock)
        self.hub.start()
        self.library = read_library(self.hub)
        self.records = Records(self.library, settings)
        self.records.begin(0, start)
        # The hub has seen its clock at least at this time.
        self._seen = start
        self.ids: dict[str, str] = {}
        for copy in self.library.copies.values():
            self.ids[f"copy {copy.number}"] = copy.id
        for release in self.library.releases.values():
            self.ids[f"release {release.barcode}"] = release.id
        for borrower in self.library.borrowers.values():
            self.ids[f"borrower {borrower.name}"] = borrower.id
        self._reader = Reader(self.hub, self.library)
        self._send_settings()
        self._open_desks()
        self._sequence = self._newest_change()[0]
        self.answers: list[str] = []

    def _open_desks(self) -> None:
        """Opens an attended station and a self-service station."""
        for name, is_self_service in (("desk", False), ("kiosk", True)):
            # A station exists after its first scan.
            self.hub.post("/scans", {"station": name, "code": "0", "symbology": "QR"})
            path = f"/stations/{name}/policy"
            policy = self.hub.get(path)
            wanted = policy.body | {"home": "check-out", "isSelfService": is_self_service, "receipt": "none"}
            answer = self.hub.call("PUT", path, wanted, policy.etag)
            mode = self.hub.call("PUT", f"/stations/{name}/mode", {"mode": "check-out"})
            if answer.status != 200 or mode.status != 200:
                raise RuntimeError(f"the station {name}: {answer.body} {mode.body}")
            self.records.stations[name] = Station(name, is_self_service)

    def stop(self) -> None:
        self.hub.stop()

    def _send_settings(self) -> None:
        for key, value in self.records.settings.values.items():
            etag = self.hub.get(f"/settings/{key}").etag
            answer = self.hub.call("PUT", f"/settings/{key}", {"value": value}, etag)
            if answer.status != 200:
                raise RuntimeError(f"the setting {key}: {answer.body}")

    def _move_clock(self, at: int) -> None:
        """The clock: a hub does not trust a clock that is more than 14 days after a time that it has seen."""
        if not self.records.is_clock_believed:
            pass
        elif at - self.clock.now > LONGEST_PAUSE:
            self.records.is_clock_believed = False
        elif at - self._seen > LONGEST_PAUSE:
            self._seen = self.hub.wait_for_look(self.clock.now)
        self.clock.now = at

    def perform(self, done: Done) -> None:
        """Runs one operation on both sides, and compares the answers and the rows."""
        self._settle()
        self._move_clock(done.at)
        records, changes = self.records, len(self.records.changes)
        records.begin(done.number, done.at)
        over = [hold.key for hold in records.queue() if is_over(hold, done.at)]
        before = records.copy_of_itself() if over else records
        steps = self._expect(done)
        answers = self._send(steps)
        found = self._compare(steps, answers, changes, done)
        if found and over:
            # The hub expires holds by itself: this may happen after the operation, or before it.
            self._expire(over)
            if self._compare(steps, answers, changes, done):
                records.become(before)
                self._expire(over)
                if not self._compare(self._expect(done), answers, changes, done):
                    found = []
            else:
                found = []
        if found:
            raise Difference(found)

    def _expect(self, done: Done) -> list[Step]:
        """Returns the model's steps of an operation."""
        before, changes = dict(self.records.rows), len(self.records.changes)
        steps = done.operation.steps(self.records, self.ids)
        if len(self.records.changes) == changes:
            self.records.keep_change(before)
        return steps

    def _send(self, steps: list[Step]) -> list[Answer]:
        self.answers, token = [], ""
        answers = []
        for step in steps:
            body = step.body
            if body and body.get("confirm") == "TOKEN":
                body = {**body, "confirm": token}
            if body and body.get("prompt") == "ASKED":
                body = self._as_shown(step.path.split("/")[2], body)
            if step.method == "START":
                self._start_anew(step)
                continue
            etag = self.hub.get(step.if_match).etag if step.if_match else ""
            answer = self.hub.call(step.method, step.path, body, etag)
            self.answers.append(f"{step.method} {step.path} {body or ''} -> {answer.status} {brief(answer)}")
            token = answer.body.get("token", "")
            answers.append(answer)
            if check(step, answer):
                break
        return answers

    def _start_anew(self, step: Step) -> None:
        """Restarts the hub with a stated day."""
        self.answers.append(f"{step.method} {step.path}")
        self.hub.stop()
        self.hub.start(accepted_day=step.path)
        self._seen = self.clock.now

    def _compare(self, steps: list[Step], answers: list[Answer], changes: int, done: Done) -> list[str]:
        found = [line for step, answer in zip(steps, answers, strict=False) for line in check(step, answer)]
        found += self._rows(done.number % WHOLE_EVERY == 0)
        return found + self._changes(changes, is_right=not found)

    def _settle(self) -> None:
        """Adopts the expiries of the hub since the last operation."""
        over = [hold.key for hold in self.records.queue() if is_over(hold, self.records.clock) and hold.key in self.ids]
        ended = [key for key in over if self.hub.get(f"/holds/{self.ids[key]}").body["state"] == "expired"]
        changes = len(self.records.changes)
        self._expire(ended)
        if ended:
            self._rows(whole=False)
            self._changes(changes, is_right=True)

    def _expire(self, over: list[str]) -> None:
        """Holds, ending a hold: `expired` by the hub."""
        for key in over:
            hold = self.records.rows.get(key)
            if isinstance(hold, Hold) and hold.is_open and is_over(hold, self.records.now):
                before = dict(self.records.rows)
                end_hold(self.records, hold, "expired")
                self.records.keep_change(before)

    def _as_shown(self, station: str, body: dict[str, Any]) -> dict[str, Any]:
        """Returns the answer with the id of the station's prompt, and with the displayed number of a copy."""
        shown = self.hub.get(f"/stations/{station}").body
        choosing = shown.get("choosing") or {}
        asked = (shown.get("confirming") or choosing).get("id", "00000000-0000-7000-8000-000000000000")
        numbers = {f"NUMBER {each['copy']['number']}": each["number"] for each in choosing.get("choices", []) if "copy" in each}
        number = body.get("number")
        return {**body, "prompt": asked} | ({"number": numbers[number]} if number in numbers else {})

    def _rows(self, whole: bool) -> list[str]:
        present, over, names = expected_rows(self.records)
        seen = self._reader.open_rows()
        found = differences(present, seen.rows)
        by_name = {name: key for key, name in names.items()}
        for name, id in seen.ids.items():
            if name in by_name:
                self.ids[by_name[name]] = id
        closed = over.keys() - {name for name, facts in getattr(self, "_over", {}).items() if facts == over.get(name)}
        if whole:
            found += differences(over, self._reader.closed_rows(seen.rows).rows)
        else:
            for name in closed:
                key = by_name[name]
                # Which of several that are alike an id is that of, is not known: all of them are compared with the whole.
                if key in self.ids and not name.endswith("(another)"):
                    found += differences({name: over[name]}, {name: self._reader.row(key.split()[0], self.ids[key])})
        self._over: dict[str, Facts] = over
        return found

    def _newest_change(self) -> tuple[int, str]:
        items = self.hub.get("/changes?limit=1").body["items"]
        return (items[0]["seq"], items[0]["id"]) if items else (0, "")

    def _changes(self, before: int, is_right: bool) -> list[str]:
        """Compares the number of changes in the records with the model's."""
        made = len(self.records.changes) - before
        newest = self.hub.get(f"/changes?limit={made + 20}").body["items"]
        # An act of access, such as a staff card that unlocks the staff functions, changes no record.
        items = [item for item in newest if item["seq"] > self._sequence and item["kind"] != "access"]
        if len(items) != made:
            return [f"changes made: expected {made}, got {len(items)}: {[item['kind'] for item in items]}"]
        if is_right and newest:
            self._sequence = newest[0]["seq"]
        for change, item in zip(self.records.changes[before:], reversed(items), strict=True):
            self.ids[change.key] = item["id"]
        return []


def brief(answer: Answer) -> str:
    if "outcome" in answer.body:
        hidden = ("title", "detail", "release", "copy", "status", "mode", "slot", "loans")
        outcome = answer.body["outcome"].items()
        return str({name: plain(name, value) for name, value in outcome if name not in hidden})
    if answer.status >= 400:
        return f"{answer.code} {answer.reasons} {answer.body.get('detail', '')}"
    kept = ("items", "id", "code", "notes", "dueAt", "returnedAt", "overdueDays", "fee", "parts", "state", "renewals", "outcome")
    return str({name: answer.body[name] for name in kept if name in answer.body})


def check(step: Step, answer: Answer) -> list[str]:
    """Returns the differences between an answer and its step."""
    if answer.status != step.status:
        what = f"{step.status} {step.code or step.facts}"
        return [f"{step.method} {step.path} {step.body}: expected {what}, got {answer.status} {brief(answer)}"]
    found = []
    if step.code and answer.code != step.code:
        found.append(f"code: expected {step.code}, got {answer.code}")
    if step.reasons is not None and answer.reasons != step.reasons:
        found.append(f"reasons: expected {step.reasons}, got {answer.reasons}")
    if step.token is not None and ("token" in answer.body) != step.token:
        found.append(f"token: expected {step.token}, got {'token' in answer.body}")
    body = answer.body[step.within] if step.within else answer.body
    for name, value in step.facts.items():
        got = plain(name, body.get(name))
        if name in ("notes", "reasons") and got is None:
            got = []
        if name == "reasons" and got == [] and value == [step.facts.get("code")]:
            # A refusal with one reason has the code of that reason.
            got = value
        if got != value:
            found.append(f"{name}: expected {value}, got {got}")
    return [f"{step.method} {step.path}: {line}; answered {brief(answer)}" for line in found]


def plain(name: str, value: Any) -> Any:
    """Returns lists of reasons as codes, and lists of loans as ids."""
    if name in ("notes", "blockers", "confirms", "warnings", "reasons") and value is not None:
        return [item["code"] for item in value if item["code"] != "declined"]
    if name == "items":
        return [(item["sequence"], item["state"], item["code"], item["reasons"]) for item in value]
    if name == "dueAt" and isinstance(value, str):
        return time(value)
    if name == "renewed":
        return sorted(loan["id"] for loan in value)
    if name == "unrenewed":
        return sorted((item["loan"]["id"], [reason["code"] for reason in item["reasons"]]) for item in value)
    return value
