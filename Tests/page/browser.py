"""A browser with a page on the hub, and a test case that uses it."""

import atexit
import os
import subprocess
import unittest
import urllib.parse

from playwright.sync_api import expect, sync_playwright

import hub
from page_pool import PagePool

expect.set_options(timeout=hub.PATIENCE * 1000)

# Milliseconds for one action of a user. Beside other work an action can take many times as long as alone.
ACTION = 60_000
# Milliseconds. The hub's own decoder reads a job's labels back, which takes time in a debug build.
PROOF = 600_000

SMALL, MIDDLE, LARGE = (800, 480), (1280, 800), (1920, 1080)
SIZES = [SMALL, MIDDLE, LARGE]
SCHEMES = ["light", "dark"]


class Browser:
    """One Chromium for all tests of this process. Each page has a context of its own, without anything of other pages
    but the files of the hub."""

    running = None

    @classmethod
    def shared(cls):
        """Returns the browser of this process; starts it if it does not run, or no longer."""
        if cls.running and not cls.running.chromium.is_connected():
            cls.end()
        if not cls.running:
            cls.running = cls()
            atexit.register(cls.end)
        return cls.running

    @classmethod
    def end(cls):
        """Closes the browser of this process, if it was started."""
        atexit.unregister(cls.end)
        ended, cls.running = cls.running, None
        if ended:
            ended.close()

    def __init__(self):
        self.playwright = sync_playwright().start()
        # The sandbox needs a user who is not root and may make a namespace; containers often have none.
        may_unshare = subprocess.run(["unshare", "--user", "true"], capture_output=True).returncode == 0
        flags = [] if may_unshare and os.geteuid() != 0 else ["--no-sandbox"]
        program = os.environ.get("DEADWAX_CHROMIUM", "/usr/bin/chromium-headless-shell")
        self.chromium = self.playwright.chromium.launch(executable_path=program, args=flags)
        self.pool = PagePool()

    def close(self):
        self.chromium.close()
        self.playwright.stop()


class PageCase(unittest.TestCase):
    """A test case whose pages are as empty as new ones; see PagePool.

    Afterwards the page must have left no error and requested no other host.
    """

    # Addresses whose 4xx is a normal answer: no picture yet, no virtual counter, a session with an empty receipt.
    forgiven = ("/preview", "/virtual-hardware", "/receipt")

    # True if the tests present items; only then must the items from before be removed.
    uses_readers = False

    @property
    def browser(self):
        return Browser.shared()

    @classmethod
    def tearDownClass(cls):
        if Browser.running:
            Browser.running.pool.close()
        super().tearDownClass()

    def setUp(self):
        self.errors, self.requests, self.pages = [], [], []
        self.may_fail = False
        # Also if the set-up or the end of a test fails, no page of it stays open.
        self.addCleanup(self.close_pages)
        hub.clear_desk(settle=self.uses_readers)

    def close_pages(self):
        while self.pages:
            pool, key, page = self.pages.pop()
            pool.give_back(key, page)

    def tearDown(self):
        self.close_pages()
        if not self.may_fail:
            self.assertEqual(self.errors, [], "the console has errors")
        others = {url for url in self.requests if self.host_of(url) not in (hub.HOST, "")}
        self.assertEqual(others, set(), "the page asked another host")

    def open(self, path="/", size=MIDDLE, scheme="light", counter=True, on=None, **options):
        """Returns a loaded page. On the page Desk, it also waits for the event stream.

        `on` is a page of the same test that is used again, as on another screen: it loads in a quarter of the time,
        and has lost its cookies, its storage and its routes. `counter` and the options are those of its context.
        """
        if on:
            on.evaluate("() => { try { localStorage.clear(); sessionStorage.clear(); } catch {} }")
            on.context.clear_cookies()
            on.goto("about:blank")
            on.unroute_all(behavior="ignoreErrors")
            self.set_screen(on, size, scheme)
        page = on or self.new_page(size, scheme, counter, **options)
        self.visit(page, path, counter)
        return page

    def new_page(self, size, scheme, counter, **options):
        """Returns an empty page. Its requests are its own: the service worker makes none."""
        options.setdefault("service_workers", "block")
        pool = self.browser.pool
        key = repr((counter, sorted(options.items())))
        page = pool.take(key, self)
        if page:
            self.set_screen(page, size, scheme)
        else:
            page = self.page_of_new_context(size, scheme, counter, options)
            pool.add(page, self)
        self.pages.append((pool, key, page))
        return page

    def page_of_new_context(self, size, scheme, counter, options):
        context = self.browser.chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, base_url=hub.ADDRESS, **options
        )
        context.set_default_timeout(ACTION)
        # An empty page has no storage, and reports an error.
        context.add_init_script(
            f"try {{ localStorage.setItem('deadwax.counter', '{str(counter).lower()}') }} catch {{}}"
        )
        return context.new_page()

    @staticmethod
    def set_screen(page, size, scheme):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme)

    @staticmethod
    def on_screens(page, sizes):
        """Gives a loaded page one size after the other, and yields each. Loading it again for each takes most of a test's time."""
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); })")
            yield width, height

    @staticmethod
    def visit(page, path, counter):
        """Opens an address. On the page Desk, it also waits for the event stream."""
        # The event stream stays open, so the network is never idle.
        page.goto(path, wait_until="load")
        if path.split("?")[0] == "/":
            expect(page.locator("body")).to_have_attribute("data-hub", "up")
            expect(page.locator(".calm-words, .band-words").first).to_be_visible()
            if counter:
                expect(page.locator(".item").first).to_be_visible()

    def signed_in(self, path, **options):
        """Returns a page that is signed in as staff."""
        page = self.open("about:blank", **options)
        page.context.add_cookies([{"name": "deadwax", "value": hub.staff_token(), "url": hub.ADDRESS}])
        page.goto(path)
        return page

    def note(self, message):
        if message.type not in ("error", "warning") or "Service Worker registration blocked" in message.text:
            return
        where = (message.location or {}).get("url", "")
        if not any(part in where for part in self.forgiven):
            self.errors.append(f"{message.text} {where}")

    @staticmethod
    def host_of(url):
        parts = urllib.parse.urlsplit(url)
        return "" if parts.scheme in ("data", "blob", "about") else parts.netloc

    # Actions of a user

    @staticmethod
    def dismiss(page):
        """Closes the open dialog with Escape. In a search field with text, the first Escape empties the field."""
        field = page.locator("dialog[open] input[type=search]:focus")
        if field.count() and field.input_value():
            page.keyboard.press("Escape")
            expect(field).to_have_value("")
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)

    def item(self, page, item):
        return page.locator(f'.item[data-id="{item["id"]}"]')

    def choose(self, page, item):
        """Finds an item with the search box and picks it with the keyboard alone."""
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
        """Presses a button with the keyboard."""
        button = page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_enabled()
        button.focus()
        page.keyboard.press("Enter")

    def hold_up(self, page, item):
        """Presents an item until it is scanned, then removes it."""
        number = hub.newest_number()
        self.choose(page, item)
        self.press(page, "Hold up")
        scan = hub.scan_after(number)
        self.take_away(page, "Remove from the camera")
        return scan

    def lay_down(self, page, item):
        number = hub.newest_number()
        self.choose(page, item)
        self.press(page, "Put down")
        scan = hub.scan_after(number)
        self.take_away(page, "Remove from the reader")
        return scan

    def take_away(self, page, name):
        self.press(page, name)
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
        hub.wait_until_gone()

    def assert_uncovered(self, locator):
        """Verifies that nothing lies over the middle of an element now."""
        isFree = locator.evaluate("""(element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return element.contains(hit);
        }""")
        self.assertTrue(isFree, f"something lies over {locator}")

    def assert_shows(self, page, scan):
        """Verifies that the card and the first row display what the hub recorded."""
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
