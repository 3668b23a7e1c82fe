"""A browser with a page on the hub, and a test case that has one."""

import os
import unittest
import urllib.parse

from playwright.sync_api import expect, sync_playwright

import hub

expect.set_options(timeout=hub.PATIENCE * 1000)

# Milliseconds: a job's labels are read back by the hub's own decoder, which in a debug build takes its time.
PROOF = 90_000

SMALL, MIDDLE, LARGE = (800, 480), (1280, 800), (1920, 1080)
SIZES = [SMALL, MIDDLE, LARGE]
SCHEMES = ["light", "dark"]


class Browser:
    """One Chromium for a module of tests."""

    def __init__(self):
        self.playwright = sync_playwright().start()
        # The sandbox needs a user who is not root; containers often have none.
        flags = ["--no-sandbox"] if os.geteuid() == 0 else []
        program = os.environ.get("DEADWAX_CHROMIUM", "/usr/bin/chromium")
        self.chromium = self.playwright.chromium.launch(executable_path=program, args=flags)

    def close(self):
        self.chromium.close()
        self.playwright.stop()


class PageCase(unittest.TestCase):
    """Each test gets a fresh context; afterwards it must have left no error and asked no other host."""

    # Addresses whose 4xx is an answer: no picture yet, no virtual desk, a session with nothing to put on a receipt.
    forgiven = ("/preview", "/virtual-desk", "/receipt")

    # Whether the tests hold things up; only then must what was there before be gone.
    uses_readers = False

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.errors, self.requests, self.contexts = [], [], []
        self.may_fail = False
        hub.clear_desk(settle=self.uses_readers)

    def tearDown(self):
        for context in self.contexts:
            context.close()
        if not self.may_fail:
            self.assertEqual(self.errors, [], "the console has errors")
        others = {url for url in self.requests if self.host_of(url) not in (hub.HOST, "")}
        self.assertEqual(others, set(), "the page asked another host")

    def open(self, path="/", size=MIDDLE, scheme="light", counter=True, **options):
        """A page that has loaded and, on the desk, hears the hub."""
        context = self.browser.chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, base_url=hub.ADDRESS, **options
        )
        self.contexts.append(context)
        # An empty page has no store, and says so.
        context.add_init_script(
            f"try {{ localStorage.setItem('deadwax.counter', '{str(counter).lower()}') }} catch {{}}"
        )
        page = context.new_page()
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(f"{error}"))
        page.on("console", self.note)
        # The stream of events stays open, so the network is never idle.
        page.goto(path, wait_until="load")
        if path.split("?")[0] == "/":
            expect(page.locator("body")).to_have_attribute("data-hub", "up")
            expect(page.locator(".calm-words, .band-words").first).to_be_visible()
            if counter:
                expect(page.locator(".item").first).to_be_visible()
        return page

    def signed_in(self, path, **options):
        """A page of the staff's."""
        page = self.open("about:blank", **options)
        page.context.add_cookies([{"name": "deadwax", "value": hub.staff_token(), "url": hub.ADDRESS}])
        page.goto(path)
        return page

    def note(self, message):
        if message.type not in ("error", "warning"):
            return
        where = (message.location or {}).get("url", "")
        if not any(part in where for part in self.forgiven):
            self.errors.append(f"{message.text} {where}")

    @staticmethod
    def host_of(url):
        parts = urllib.parse.urlsplit(url)
        return "" if parts.scheme in ("data", "blob", "about") else parts.netloc

    # What hands do

    def item(self, page, item):
        return page.locator(f'.item[data-id="{item["id"]}"]')

    def choose(self, page, item):
        """Finds a thing with the search box and picks it with the keys alone."""
        search = page.get_by_role("searchbox", name="Search the tray")
        search.fill(item["title"])
        option = self.item(page, item)
        expect(option).to_be_visible()
        search.focus()
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.item')"):
                break
        for _ in range(60):
            if page.evaluate("document.activeElement.dataset.id") == item["id"]:
                break
            page.keyboard.press("ArrowRight")
        expect(option).to_be_focused()
        expect(option).to_have_attribute("aria-selected", "true")

    def press(self, page, name):
        """Presses a button with the keys."""
        button = page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_enabled()
        button.focus()
        page.keyboard.press("Enter")

    def hold_up(self, page, item):
        """Holds a thing up until it is scanned, and takes it away again."""
        number = hub.newest_number()
        self.choose(page, item)
        self.press(page, "Hold up")
        scan = hub.scan_after(number)
        self.take_away(page, "Take away from the camera")
        return scan

    def lay_down(self, page, item):
        number = hub.newest_number()
        self.choose(page, item)
        self.press(page, "Lay down")
        scan = hub.scan_after(number)
        self.take_away(page, "Take away from the reader")
        return scan

    def take_away(self, page, name):
        self.press(page, name)
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
        # As in `hub.clear_desk`: gone is what was not seen for a while.
        page.wait_for_timeout(1200)

    def assert_shows(self, page, scan):
        """The card and the first row say what the hub recorded."""
        outcome = scan["outcome"]
        expect(page.locator("#outcome")).to_have_attribute("data-scan", scan["id"])
        expect(page.locator(".band-words")).to_have_text(outcome["title"])
        row = page.locator("#feed .row").first
        expect(row.locator(".row-words")).to_have_text(outcome["title"])
        if "release" in outcome:
            expect(page.locator("#outcome .title")).to_have_text(outcome["release"]["title"])
            expect(row.locator(".row-title")).to_have_text(outcome["release"]["title"])
            if outcome["release"]["artist"]:
                expect(page.locator("#outcome .artist")).to_have_text(outcome["release"]["artist"])
