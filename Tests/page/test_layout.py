"""Tests of the layout: nothing overlaps, is cut off or is too small to press, with any content."""

import datetime
import pathlib
import re

import hub
from browser import SCHEMES, SIZES, SMALL, PageCase, expect

TITLES = {
    "short": ("Blue", "Joni Mitchell"),
    "long": (
        "The Rise and Fall of Ziggy Stardust and the Spiders from Mars, " * 4,
        "Orchestre de la Société des Concerts du Conservatoire, Chœur de la Radiodiffusion",
    ),
    "one word": ("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "X"),
    "japanese": ("千のナイフ", "坂本龍一"),
    "arabic": ("إلى عاصي", "فيروز"),
    "cyrillic": ("Группа крови", "Кино"),
    "emoji and marks": ("Z̷̮͝a̴͇̒l̸͚̈́g̶̱̐o 💿🎶", "👩‍🎤"),
    "markup": ("<script>alert(1)</script><b>&amp;", '" onload=alert(1)'),
}

FAULTS = (pathlib.Path(__file__).parent / "faults.js").read_text(encoding="utf-8")

WWW = pathlib.Path(__file__).parents[2] / "www"
# The paddings, margins and gaps of a style sheet, and the lengths in them.
SPACES = re.compile(r"(?<![\w-])(?:(?:row-|column-)?gap|(?:padding|margin)(?:-[a-z-]+)?)\s*:([^;}]*)")
LENGTH = re.compile(r"(?<![\w.-])-?(\d*\.?\d+)px\b")
# What is between the steps of the scale, in pixels: fine lines, and the room of parts whose height is fixed. No other is added.
BETWEEN = {"1", "2", "6", "10", "14", "20", "36", "40", "56", "64", "72"}


def scan_of(title, artist, choices=0, number=900_000):
    """Returns a scan as the hub answers it, with words that the demo does not have."""
    now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    copy = {
        "id": "0193489a-7c20-7e0b-a1c3-5d9e8f274b16",
        "number": 123456,
        "code": "DW:I:5VTPVXVRCNZGJD",
        "status": "available",
        "slot": "Basement archive, mobile shelving 14, slot 118",
    }
    outcome = {
        "status": "needs-choice" if choices else "noted",
        "code": "choose-copy" if choices else "found",
        "title": "Which copy?" if choices else "Found",
        "detail": f"Belongs at {copy['slot']}.",
        "mode": "look-up",
        "release": {
            "id": "0193489a-7c1e-7b52-9d4e-2f60c3a1b7d4",
            "title": title,
            "artist": artist,
            "year": 1972,
            "medium": "vinyl",
            "label": "Deutsche Grammophon Gesellschaft",
            "catalogNumber": "2530 200-201 SLPM",
            "status": "resolved",
        },
    }
    if choices:
        outcome["choices"] = [{"copy": {**copy, "number": index + 1}} for index in range(choices)]
    else:
        outcome["copy"] = copy
    return {
        "id": f"0193489b-10f4-7d3a-8b6e-{number:012d}",
        "seq": number,
        "station": hub.station()["name"],
        "reader": "camera",
        "at": now,
        "receivedAt": now,
        "symbology": "EAN-13",
        "text": "5099902988023",
        "verified": True,
        "outcome": outcome,
    }


SHOW = """async (scan) => {
  const { cardContent, fitTitle } = await import('/desk/card.js');
  const card = document.querySelector('#outcome');
  card.replaceChildren(...cardContent(scan, { onChoice() {} }));
  fitTitle(card);
}"""


class LayoutTests(PageCase):
    def test_paddings_margins_and_gaps_are_steps_of_one_scale(self):
        theme = (WWW / "theme.css").read_text(encoding="utf-8")
        steps = {length: name for name, length in re.findall(r"(--space-\d+): (\d+)px;", theme)}
        self.assertGreaterEqual(len(steps), 7)
        sheets = sorted(WWW.rglob("*.css"))
        self.assertGreater(len(sheets), 20)
        for sheet in sheets:
            with self.subTest(sheet=sheet.name):
                lengths = [length for space in SPACES.findall(sheet.read_text(encoding="utf-8")) for length in LENGTH.findall(space)]
                raw = [f"{length}px, which is var({steps[length]})" if length in steps else f"{length}px"
                       for length in lengths if length not in BETWEEN]
                self.assertEqual(raw, [])

    def screens(self):
        """Opens a page with a card on every screen, with the counter and without."""
        hub.report("a card to begin with")
        for counter in (False, True):
            page = None
            for size in SIZES:
                page = self.open(size=size, counter=counter, on=page)
                expect(page.locator(".band")).to_be_visible()
                yield page, size, counter

    def test_every_title_fits_every_screen_and_is_large_on_all_but_the_small(self):
        for page, size, counter in self.screens():
            for name, (title, artist) in TITLES.items():
                with self.subTest(size=size, counter=counter, title=name):
                    page.evaluate(SHOW, scan_of(title, artist))
                    shown = page.locator("#outcome .title")
                    self.assertEqual(shown.text_content(), title)
                    self.assertEqual(page.evaluate(FAULTS), [])
                    # The title comes first, then the other facts.
                    tops = page.evaluate("""() => ["headline", "particulars"].map((name) => (
                      document.querySelector(`#outcome .${name}`).getBoundingClientRect()))
                      .map(({ top, height }) => (height ? top : undefined))""")
                    self.assertTrue(None in tops or tops[0] < tops[1], tops)
                    self.assertEqual(page.locator("#outcome script, #outcome b").count(), 0)
                    height = shown.evaluate("title => parseFloat(getComputedStyle(title).fontSize)")
                    if size != SMALL:
                        self.assertGreaterEqual(height, 56)

    def test_the_sleeve_is_large_enough_beside_the_virtual_devices(self):
        page = None
        for mode in ("look-up", "add"):
            for size in ((1366, 768), (1366, 650)):
                with self.subTest(mode=mode, size=size):
                    page = self.open(size=size, on=page)
                    hub.set_mode(mode)
                    scan = hub.report("a card to begin with")
                    # It would be drawn over what is shown next.
                    expect(page.locator("#outcome")).to_have_attribute("data-scan", scan["id"])
                    expect(page.locator("#main .additions")).to_be_visible(visible=mode == "add")
                    for title, artist in (TITLES["short"], TITLES["long"]):
                        page.evaluate(SHOW, scan_of(title, artist))
                        sleeve = page.locator(".outcome .sleeve").bounding_box()
                        self.assertGreaterEqual(sleeve["height"], 120)
                        body = page.locator(".outcome-body").bounding_box()
                        self.assertLessEqual(sleeve["y"] + sleeve["height"], body["y"] + body["height"])
                        self.assertEqual(page.evaluate(FAULTS), [])

    def test_choices_fit_every_screen(self):
        for page, size, counter in self.screens():
            for count in (2, 4, 9):
                with self.subTest(size=size, counter=counter, choices=count):
                    page.evaluate(SHOW, scan_of("Kind of Blue", "Miles Davis", choices=count))
                    expect(page.locator(".choice")).to_have_count(count)
                    self.assertEqual(page.evaluate(FAULTS), [])

    def test_a_question_and_a_list_of_tags_fit_every_screen(self):
        copy = hub.every("/api/v1/copies")[0]
        deadline = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=5)).isoformat()
        title, artist = TITLES["long"]
        station = {
            **hub.station(),
            "mode": "write",
            "state": "question",
            "tagQueue": {"total": 128, "done": 64, "skipped": 0, "isWritten": False, "next": copy},
            "question": {
                "code": "tag-bound",
                "sentence": "It is the tag of another record.",
                "copy": copy,
                "release": {**copy["release"], "title": title},
                "endsAt": deadline,
            },
        }
        asked = scan_of(title, artist)
        asked["outcome"].update(status="needs-confirmation", code="tag-bound", title="Tag of another record")
        page = None
        for size in SIZES:
            with self.subTest(size=size):
                page = self.open("about:blank", size=size, counter=False, on=page)
                page.route("**/api/v1/stations", lambda route: route.fulfill(json={"items": [station]}))
                page.route(f"**/api/v1/stations/{station['name']}", lambda route: route.fulfill(json=station))
                page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": [asked]}))
                page.goto("/")
                expect(page.locator(".choice")).to_have_count(2)
                expect(page.locator("#session")).to_contain_text("Tag 65 of 128")
                self.assertEqual(page.evaluate(FAULTS), [])

    def test_the_calm_page_fits_every_screen(self):
        for counter in (False, True):
            page = None
            for size in SIZES:
                with self.subTest(size=size, counter=counter):
                    page = self.open("about:blank", size=size, counter=counter, on=page)
                    page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": []}))
                    page.goto("/")
                    expect(page.locator(".calm-words")).to_be_visible()
                    self.assertEqual(page.evaluate(FAULTS), [])

    def test_a_faulty_reader_is_shown_with_the_remedy(self):
        page = self.open("about:blank", size=SMALL, counter=False)
        ready = hub.call("GET", "/readyz")
        ready["readers"][-1].update(
            state="failed", reason="the chip does not answer", hint="Unplug it and plug it in again."
        )
        page.route("**/readyz", lambda route: route.fulfill(json=ready))
        page.goto("/")
        expect(page.locator("#trouble")).to_contain_text("Unplug it and plug it in again.")
        faults = [fault for fault in page.evaluate(FAULTS) if not fault.startswith("too high: .outcome-body")]
        self.assertEqual(faults, [])
        page.get_by_role("button", name="Hide this message").click()
        expect(page.locator("#trouble")).to_be_hidden()

    def test_the_other_pages_fit_every_screen(self):
        release = hub.call("GET", "/api/v1/releases?limit=1")["items"][0]
        page = None
        for size in SIZES:
            for path in ("/library", f"/library?release={release['id']}"):
                with self.subTest(size=size, path=path.split("=")[0]):
                    page = self.open(path, size=size, on=page)
                    expect(page.locator(".release-row:visible, .release h2").first).to_be_visible()
                    self.assertEqual(page.evaluate(FAULTS), [])

    def test_a_screen_is_set_in_the_fonts_of_the_hub(self):
        page = self.open("/library")
        expect(page.locator(".release-row").first).to_be_visible()
        page.evaluate("document.fonts.ready")
        loaded = page.evaluate("[...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family)")
        self.assertLessEqual({"Inter", "Inter Display"}, {family.strip('"') for family in loaded})
        asked = [url for url in self.requests if "/fonts/" in url]
        self.assertTrue(asked)
        # A browser that has them does not request them again.
        page.goto("/")
        page.goto("/library")
        expect(page.locator(".release-row").first).to_be_visible()
        again = page.evaluate(
            "performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/fonts/') && entry.transferSize)"
        )
        self.assertEqual(again, [])

    def test_motion_stops_for_those_who_asked(self):
        for scheme in SCHEMES:
            page = self.open("/", scheme=scheme, reduced_motion="reduce")
            moving = page.evaluate("""() => [...document.querySelectorAll('*')].filter((element) => {
                  const style = getComputedStyle(element);
                  return style.animationName !== 'none'
                    || (style.transitionDuration !== '0s' && style.transitionProperty !== 'none');
                }).length""")
            self.assertEqual(moving, 0)


class LayoutWithoutFontsTests(LayoutTests):
    """The same tests with a hub that has no fonts to serve: the screen's own fonts are used."""

    forgiven = (*LayoutTests.forgiven, "/fonts/")

    test_a_screen_is_set_in_the_fonts_of_the_hub = None
    test_motion_stops_for_those_who_asked = None

    def open(self, path="/", **options):
        page = super().open("about:blank", **options)
        page.route("**/fonts/*", lambda route: route.fulfill(status=404))
        if path != "about:blank":
            self.visit(page, path, counter=options.get("counter", True))
        return page
