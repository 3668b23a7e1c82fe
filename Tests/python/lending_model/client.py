"""The real hub, started for one run, and its HTTP interface."""

import contextlib
import dataclasses
import http.client
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any

from .clock import TestClock

JSON = dict[str, Any]
ROOT = pathlib.Path(__file__).resolve().parents[3]
START_SECONDS = 60
LOOK_SECONDS = 60
# Milliseconds. The hub stores the newest time again when it is this much later.
LOOK_STEP = 300_000


@dataclasses.dataclass(frozen=True)
class Answer:
    """Status and body of one response."""

    status: int
    body: JSON
    etag: str

    @property
    def code(self) -> str:
        """The code of a problem, or an empty text."""
        return str(self.body.get("code", "")) if self.status >= 400 else ""

    @property
    def reasons(self) -> list[str]:
        return [reason["code"] for reason in self.body.get("reasons", [])]


class Hub:
    """A deadwaxd with its own folder and a free port of 127.0.0.1, on the clock of the test."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, clock: TestClock) -> None:
        self._program, self._folder, self._clock = program, folder, clock
        self._token = ""
        self._process: subprocess.Popen[str] | None = None
        self._connection: http.client.HTTPConnection | None = None
        self.requests = 0

    def start(self, accepted_day: str = "") -> None:
        """Starts the hub, also again. `accepted_day` is the day that an operator states for the clock."""
        arguments = ["--data", self._folder / "data", "--listen", "127.0.0.1:0", "--www", ROOT / "www"]
        arguments += ["--docs", ROOT / "docs", "--demo", self._folder / "demo", "--camera", "none", "--nfc", "none"]
        arguments += ["--scanner", "none", "--discogs-url", "http://127.0.0.1:9", "--trust-clock"]
        arguments += ["--accept-clock", accepted_day] if accepted_day else []
        with (self._folder / "hub.log").open("a") as log:
            self._process = subprocess.Popen(
                [self._program, *map(str, arguments)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=ROOT,
                env={**os.environ, **self._clock.environment},
            )
        secret = self._first_lines(needs_secret=not self._token)
        if not self._token:
            self._token = self.post("/setup", {"secret": secret}).body["token"]

    def _first_lines(self, needs_secret: bool) -> str:
        """Reads the address on which the hub listens, and the secret of its set-up link."""
        assert self._process and self._process.stdout
        watchdog = threading.Timer(START_SECONDS, self._process.kill)
        watchdog.start()
        try:
            for line in self._process.stdout:
                if found := re.search(r"http://127\.0\.0\.1:(\d+)/$", line.strip()):
                    self._connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=60)
                    if not needs_secret:
                        return ""
                if found := re.search(r"/setup#(\S+)", line):
                    return found[1]
        finally:
            watchdog.cancel()
        raise RuntimeError(f"the hub did not start: {self.log()}")

    def wait_for_look(self, time: int) -> int:
        """Waits until the hub has trusted its clock at this time; returns the time that it stored (docs/schema.md, `job`)."""
        ends = monotonic() + LOOK_SECONDS
        with contextlib.closing(sqlite3.connect(f"file:{self._folder / 'data/deadwax.sqlite'}?mode=ro", uri=True)) as database:
            while True:
                seen = database.execute("SELECT position FROM job WHERE name = 'clock'").fetchone()
                if seen and seen[0] >= time - LOOK_STEP:
                    return int(seen[0])
                if monotonic() > ends:
                    raise RuntimeError(f"the hub does not look at its clock: {self.log()}")
                sleep(0.05)

    def log(self) -> str:
        """Returns the newest part of the hub's log."""
        return (self._folder / "hub.log").read_text()[-4000:]

    def stop(self) -> None:
        if self._connection:
            self._connection.close()
        if self._process:
            self._process.terminate()
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None

    def call(self, method: str, path: str, body: JSON | None = None, if_match: str = "") -> Answer:
        assert self._connection
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {}
        if body is not None:
            headers["content-type"] = "application/json"
        if if_match:
            headers["if-match"] = if_match
        data = None if body is None else json.dumps(body)
        self.requests += 1
        try:
            self._connection.request(method, f"/api/v1{path}", data, headers)
            answer = self._connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            # An idle connection that the hub has closed meanwhile: it has read nothing of the request.
            self._connection.close()
            self._connection.request(method, f"/api/v1{path}", data, headers)
            answer = self._connection.getresponse()
        text = answer.read()
        return Answer(answer.status, json.loads(text) if text else {}, answer.headers.get("etag", ""))

    def get(self, path: str) -> Answer:
        answer = self.call("GET", path)
        if answer.status != 200:
            raise RuntimeError(f"GET {path}: {answer.status} {answer.body}")
        return answer

    def post(self, path: str, body: JSON | None = None) -> Answer:
        return self.call("POST", path, body)

    def items(self, path: str) -> Iterator[JSON]:
        """Returns everything in a list, page by page."""
        cursor = ""
        joint = "&" if "?" in path else "?"
        while True:
            page = self.get(f"{path}{joint}limit=200{cursor}").body
            yield from page["items"]
            if "next" not in page:
                return
            cursor = f"&cursor={page['next']}"
