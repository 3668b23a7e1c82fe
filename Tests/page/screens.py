"""Simulated states of a station with prompts, refusals and faults, to display on every screen."""

import copy as copying
import datetime
import json

import hub
from browser import expect
from test_layout import TITLES, WWW, scan_of

# Width and height of common screens, from a phone to a large monitor.
SCREENS = [
    (360, 740), (800, 480), (1024, 768), (1100, 800), (1280, 800), (1366, 650), (1440, 900), (1728, 1080), (1920, 1080),
    (2560, 1440),
]
LANGUAGES = ["en", "de", "fr"]
# The fonts that a machine may have: those that the page requests, and the wide ones of every small machine.
WIDE = "DejaVu alone"
FONTS = {"as served": None, WIDE: '"DejaVu Sans", sans-serif'}

REASONS = [
    {"code": "limit", "title": "As many loans as there may be", "detail": "They have 10 of 10 loans; two are overdue."},
    {"code": "hold-other", "title": "On hold for another borrower", "detail": "The first of 3 has waited since 3 November."},
    {"code": "overdue-block", "title": "Overdue loans", "detail": "Two records should have been back for 12 days."},
]


class Time:
    """A time in a state, in minutes from the moment at which the state is shown: on a busy machine a state may wait long."""

    def __init__(self, minutes):
        self.minutes = minutes

    def __deepcopy__(self, memory):
        return self


def soon(minutes=30):
    return Time(minutes)


def at_once(value):
    """Returns the state with the times that it has if it is shown now."""
    if isinstance(value, Time):
        return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=value.minutes)).isoformat()
    if isinstance(value, dict):
        return {key: at_once(item) for key, item in value.items()}
    return [at_once(item) for item in value] if isinstance(value, list) else value


def desks(language):
    """Returns the name, station, scans and readiness of each state."""
    whole = hub.station()
    base = {key: value for key, value in whole.items() if key not in ("confirming", "choosing", "question", "pin", "session")}
    base.update(mode="check-out", state="idle", home="auto", revertsAt=soon(), recent=[])
    base["policy"] = {**whole["policy"], "language": language, "modes": []}
    release = {**scan_of(*TITLES["long"])["outcome"]["release"]}
    copy = {**scan_of(*TITLES["long"])["outcome"]["copy"], "release": release}
    base["undo"] = {"id": "0193489a-7c20-7e0b-a1c3-5d9e8f274b17", "kind": "lend", "release": release}
    session = {
        "borrower": "Maximiliane von Hohenlohe-Langenburg", "open": 10, "limit": 10, "overdue": 2, "notes": [],
        "endsAt": soon(), "warnAt": soon(25), "id": "0193489a-7c20-7e0b-a1c3-5d9e8f274b18",
    }
    ready = hub.call("GET", "/readyz")
    asked = "0193489a-7c20-7e0b-a1c3-5d9e8f274b19"

    def made(outcome=None, **more):
        scan = scan_of(*TITLES["long"])
        scan["outcome"].update(outcome or {})
        return {**base, **more}, [scan]

    yield "calm", base, [], ready
    yield "found", *made(), ready
    def loan(number, **more):
        return {"id": f"0193489b-8b50-7e75-b90a-{number:012d}", "copy": {**copy, "id": f"0193489a-7c20-7e0b-a1c3-{number:012d}"},
                "release": {**release, "id": f"0193489a-7c1e-7b52-9d4e-{number:012d}"}, "openedAt": soon(-60), "dueAt": soon(60 * 24 * 9),
                "renewals": 0, "parts": 1, "isOverdue": False, "overdueDays": 0, "version": 1, **more}

    loans = [loan(1, isOverdue=True, dueAt=soon(-60 * 24 * 12)), loan(2, dueAt=soon(60 * 24)), *map(loan, range(3, 10))]
    lent = loan(10, copy={**copy, "id": "0193489a-7c20-7e0b-a1c3-000000000010", "status": "on-loan"})
    turn = {**session, "beganAt": soon(-1), "loans": [*loans, lent], "feesDue": [{"amount": 123450, "currency": "EUR"}],
            "holds": [{"id": "0193489b-8b50-7e75-b90a-000000000020", "state": "ready", "release": release, "copy": copy}]}
    yield "session", *made({"status": "done", "code": "session-started", "title": "Welcome", "release": None, "copy": None,
                            "detail": "Scan the copies to borrow."}, state="session", session=turn), ready
    yield "lent", *made({"status": "done", "code": "checked-out", "title": "Checked out", "copy": lent["copy"],
                         "dueAt": lent["dueAt"], "detail": "Due 9 December 2026."}, state="session", session=turn), ready
    # The band of the card announces the end.
    ending = {"endsAt": soon(9), "warnAt": soon(-1)}
    yield "the session ends soon", *made(
        {"status": "done", "code": "checked-out", "title": "Checked out", "copy": lent["copy"], "dueAt": lent["dueAt"],
         "detail": "Due 9 December 2026."}, state="session", session={**turn, **ending}), ready
    yield "choice", *made(
        {"status": "needs-choice", "code": "choose-copy", "title": "Which copy?"}, state="choosing", session=session,
        choosing={"id": asked, "code": "choose-copy", "sentence": "It is there twice.", "endsAt": soon(), "choices": [
            {"number": number, "kind": "copy", "copy": {**copy, "number": number}} for number in (1, 2, 3)]},
    ), ready
    words = json.loads((WWW / f"messages/{language}.json").read_text(encoding="utf-8"))
    # As many answers as there are numbers, of which some are long, below the longest question of each language.
    for name, question, answers in (
            ("question about the release", max((text for key, text in words.items() if key.startswith("source.ask-")), key=len),
             ("UK", "Germany", "Czechoslovakia", "UK, Europe & US", "Australasia, New Zealand & the Pacific Islands",
              "MX-4711-A1 STERLING / MX-4711-B1 STERLING / W.E.A. MFG. OLYPHANT", words["source.none"])),
            ("short question about the release", words["source.ask-year"], ("1991", "1994"))):
        choices = [{"number": number, "kind": "answer", "title": title} for number, title in enumerate(answers, 1)]
        acts = [words["choice.more"], words["choice.unknown"]] if len(answers) == 7 else [words["choice.unknown"]]
        choices += [{"number": number, "kind": "act", "title": title} for number, title in enumerate(acts, len(choices) + 1)]
        yield name, *made(
            {"status": "queued", "code": "added-unresolved", "title": "Added"}, state="choosing", mode="add",
            choosing={"id": asked, "code": "choose-source", "sentence": question, "release": release, "remaining": 12,
                      "endsAt": soon(), "choices": choices}), ready
    yield "confirmation", *made(
        {"status": "needs-confirmation", "code": "limit", "title": "As many loans as there may be"}, state="confirming",
        session={**session, **ending}, confirming={
            "id": asked, "act": "checkout", "reasons": REASONS, "needsStaff": True, "copy": copy, "release": release,
            "endsAt": soon()},
    ), ready
    yield "question", *made(
        {"status": "needs-confirmation", "code": "tag-bound", "title": "Tag of another record"}, state="question",
        mode="write", tagQueue={"total": 128, "done": 64, "skipped": 0, "isWritten": False, "next": copy},
        question={"id": asked, "code": "tag-bound", "sentence": "It is the tag of another record.", "copy": copy,
                  "release": release, "endsAt": soon()},
    ), ready
    yield "PIN", *made({"status": "noted", "code": "pin-needed", "title": "Enter your PIN"}, state="pin",
                       pin={"tries": 1, "isOfStaff": False, "endsAt": soon()}), ready
    broken = copying.deepcopy(ready)
    for reader in broken["readers"]:
        reader.update(state="failed", reason="the device does not answer", hint="Unplug it and plug it in again.")
    scanner = {**broken["readers"][0], "name": "counter-scanner", "kind": "hid", "state": "absent"}
    broken["readers"] += [scanner, {**scanner, "name": "second-camera", "kind": "camera", "state": "stalled"}]
    broken["lookup"] = {"state": "waiting", "queued": 12, "reason": "Discogs does not answer"}
    yield "everything is broken", *made(mode="stock-take", session=session, state="session"), broken
    yield "all is broken and the session ends", *made(session={**session, **ending}, state="session"), broken


def show(page, desk, scans, ready):
    """Displays such a state on the page."""
    name = desk["name"]
    desk, scans, ready = at_once([desk, scans, ready])
    ends_soon = desk.get("session", {}).get("warnAt", "9") < at_once(Time(0))
    page.route("**/api/v1/stations", lambda route: route.fulfill(json={"items": [desk]}))
    page.route(f"**/api/v1/stations/{name}", lambda route: route.fulfill(json=desk))
    page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": scans}))
    page.route("**/readyz", lambda route: route.fulfill(json=ready))
    page.goto("/")
    expect(page.locator("body")).to_have_attribute("data-hub", "up")
    expect(page.locator("html")).to_have_attribute("lang", desk["policy"]["language"])
    if desk["state"] == "session" and "loans" in desk.get("session", {}):
        expect(page.locator(".turn-name")).to_be_visible()
    shown = {"choosing": ".choice", "confirming": ".reasons", "question": ".choice", "pin": ".pin-pad"}
    for key, selector in shown.items():
        if key in desk:
            expect(page.locator(selector).first).to_be_attached()
    expect(page.locator("#outcome > *").first).to_be_attached()
    # An open prompt has its own time; the session's end is announced after it.
    warned = ends_soon and not any(key in desk for key in shown)
    expect(page.locator(".band #warning")).to_be_visible(visible=warned)


def settle(page, size, font):
    """Gives the page this size and font, and waits for its layout. What it has already stays: each change is a layout of all of it."""
    width, height = size
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})
    page.evaluate("""async (font) => {
      const { style } = document.documentElement;
      if (style.getPropertyValue("--sans") !== font) {
        for (const name of ["--sans", "--display"]) style.setProperty(name, font);
        await document.fonts.ready;
        dispatchEvent(new Event("resize"));
      }
      await document.fonts.ready;
      for (let turn = 0; turn < 3; turn += 1) await new Promise(requestAnimationFrame);
    }""", font or "")
