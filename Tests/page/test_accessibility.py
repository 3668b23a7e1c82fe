"""WCAG 2.0, 2.1 and 2.2, levels A and AA, by axe-core: no violation while a page is used, in light and in dark.

test_states checks every page at rest, and what opens over it.
"""

import lending
import hub
import test_write
from axe_case import COLOURS, AxeCase
from browser import MIDDLE, PROOF, SCHEMES, SMALL, expect

SCREENS = [(scheme, size) for scheme in SCHEMES for size in (SMALL, MIDDLE)]


class AccessibilityTests(AxeCase):
    uses_readers = True

    def check(self, page, what, only=None):
        """In the dark, only what depends on the appearance is checked again."""
        isDark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        AxeCase.check(self, page, what, only or (COLOURS if isDark else None))

    def hold_up_now(self, item):
        """Presents an item without a page. A page that is opened within a minute displays it."""
        number = hub.newest_number()
        hub.call("POST", "/api/v1/virtual-hardware/camera", {"show": item["id"]})
        scan = hub.scan_after(number)
        hub.call("POST", "/api/v1/virtual-hardware/camera", {"show": None})
        return scan

    def on_every_screen(self, scan, what):
        page = self.open(counter=False)
        for scheme, size in SCREENS:
            with self.subTest(scheme=scheme, size=size):
                self.set_screen(page, size, scheme)
                self.assert_shows(page, scan)
                self.check(page, what)

    def test_an_unknown_code(self):
        self.on_every_screen(hub.report("nothing has this code"), "an unknown code")

    def test_a_record(self):
        self.on_every_screen(self.hold_up_now(hub.Table().records(copies=1)[0]), "a record")

    def test_calm(self):
        page = self.open("about:blank", counter=False)
        page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": []}))
        page.goto("/")
        for scheme, size in SCREENS:
            with self.subTest(scheme=scheme, size=size):
                self.set_screen(page, size, scheme)
                expect(page.locator(".calm-words")).to_be_visible()
                self.check(page, "nothing was scanned yet")

    def test_counter(self):
        table = hub.Table()
        page = None
        for scheme, size in SCREENS:
            with self.subTest(scheme=scheme, size=size):
                page = self.open(scheme=scheme, size=size, on=page)
                self.check(page, "tray")
                self.choose(page, table.records(copies=1)[0])
                self.check(page, "chosen")
                self.press(page, "Hold up")
                expect(page.get_by_role("button", name="Remove from the camera")).to_be_enabled()
                self.check(page, "held up")
                hub.clear_desk()

    def test_session_and_choice(self):
        # A busy machine needs longer for all screens than a choice usually stays open.
        for key in ("station.choice-seconds", "station.session-seconds"):
            lending.set_setting(key, "3600")
            self.addCleanup(lending.set_setting, key, None)
        table = hub.Table()
        hub.set_mode("check-out")
        self.hold_up_now(table.of_kind("borrower")[0])
        asked = self.hold_up_now(table.records(copies=2)[0])
        self.assertEqual(asked["outcome"]["code"], "choose-copy")
        self.on_every_screen(asked, "a session and a choice")

    def test_every_mode_and_tone(self):
        page = self.open(counter=False)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            for mode in ("look-up", "add", "check-out", "return", "shelve", "write", "bind"):
                hub.set_mode(mode)
                expect(page.locator("body")).to_have_attribute("data-mode", mode)
                self.check(page, f"mode {mode}, {scheme}")
            self.assert_shows(page, hub.report("a code"))
            for tone in ("done", "note", "again", "ask", "no", "fault"):
                page.evaluate("tone => { document.querySelector('#outcome').dataset.tone = tone; }", tone)
                self.check(page, f"tone {tone}, {scheme}")

    def test_trouble(self):
        self.may_fail = True
        page = None
        for scheme, size in SCREENS:
            with self.subTest(scheme=scheme, size=size):
                page = self.open(scheme=scheme, size=size, counter=False, on=page)
                page.context.set_offline(True)
                expect(page.locator("#trouble")).to_be_visible()
                self.check(page, "the hub is offline")
                page.context.set_offline(False)

    def test_the_write_screen_with_each_of_its_guards(self):
        copy = hub.every("/api/v1/copies")[0]
        # Each colour scheme and each size once: there are many checks.
        page = None
        for scheme, size in zip(SCHEMES, (SMALL, MIDDLE)):
            page = self.open("/write", scheme=scheme, size=size, on=page)
            expect(page.get_by_role("button", name="Start writing")).to_be_visible()
            self.check(page, f"start {scheme} {size}")
            for code in test_write.GUARDS:
                with self.subTest(scheme=scheme, size=size, code=code):
                    page.evaluate(test_write.SHOW, test_write.state_of(code, copy))
                    self.check(page, code)

    def test_the_write_screen_at_work(self):
        for scheme, size in SCREENS:
            with self.subTest(scheme=scheme, size=size):
                page = self.open("/write", scheme=scheme, size=size)
                page.get_by_role("button", name="Start writing").click()
                # The station is in the mode, and not only requested to be.
                expect(page.get_by_role("heading", level=1)).to_have_text("Scan the copy")
                hub.report(hub.every("/api/v1/copies")[0]["code"])
                expect(page.get_by_role("heading", level=1)).to_have_text("Place its tag on the reader")
                self.check(page, "the tag")
                hub.set_mode("look-up")
                hub.set_mode("write")
                page.get_by_role("button", name="Write a list of tags").click()
                self.check(page, "a list")
                page.get_by_role("button", name="Selected copies").click()
                page.get_by_role("searchbox").fill("#1")
                expect(page.locator(".found .copy-row").first).to_be_visible()
                self.check(page, "a selection")
                hub.set_mode("look-up")

    def test_labels(self):
        page = None
        for scheme, size in SCREENS:
            with self.subTest(scheme=scheme, size=size):
                page = self.open("/labels", scheme=scheme, size=size, on=page)
                expect(page.locator(".cell").first).to_be_visible()
                for kind in page.locator("#kinds button").all_text_contents():
                    page.get_by_role("button", name=kind, exact=True).click()
                    self.check(page, kind)
                page.get_by_role("button", name="Selected copies").click()
                page.get_by_role("button", name="Create labels").click()
                expect(page.get_by_role("alert")).to_be_visible()
                self.check(page, "something is missing")
                page.get_by_role("button", name="Command cards").click()
                page.get_by_role("button", name="QR", exact=True).click()
                page.get_by_role("button", name="Create labels").click()
                expect(page.locator(".proof")).to_have_text("checked, ready to print", timeout=PROOF)
                page.get_by_role("button", name="Check by scanning").click()
                expect(page.locator(".held-up li").first).to_be_visible()
                self.check(page, "made and checked")

    def test_trouble_at_the_reader(self):
        page = None
        for scheme, size in SCREENS:
            with self.subTest(scheme=scheme, size=size):
                page = self.open(scheme=scheme, size=size, on=page)
                page.get_by_role("button", name="Faults at the reader").click()
                page.get_by_role("button", name="No answer from the tag").click()
                expect(page.get_by_role("button", name="No answer from the tag")).to_have_attribute("aria-pressed", "true")
                self.check(page, "trouble")
                page.get_by_role("button", name="No answer from the tag").click()

    def test_setup(self):
        self.may_fail = True
        page = None
        for scheme, size in SCREENS:
            with self.subTest(scheme=scheme, size=size):
                page = self.open("/setup", scheme=scheme, size=size, on=page)
                create = page.get_by_role("button", name="Make my account")
                self.check(page, "without a secret")
                create.click()
                self.check(page, "without a name")
                page.goto("/")
                page.goto("/setup#0000-not-the-secret")
                page.locator("#name").fill("Ada Lovelace")
                page.locator("#passphrase").fill("seven quiet records")
                create.click()
                expect(page.get_by_role("alert")).to_be_visible()
                self.check(page, "refused")
                page.route(
                    "**/api/v1/setup",
                    lambda route: route.fulfill(status=201, json={"role": "admin", "name": "Ada Lovelace"}),
                )
                create.click()
                expect(page.get_by_role("link", name="Add people")).to_be_visible()
                self.check(page, "signed in")

    def test_sign_in(self):
        self.may_fail = True
        problem = {
            "type": "urn:deadwax:problem:unauthorized",
            "title": "No valid token",
            "status": 401,
            "detail": "",
            "code": "unauthorized",
            "reasons": [],
            "retryable": False,
        }
        page = None
        for scheme, size in SCREENS:
            with self.subTest(scheme=scheme, size=size):
                page = self.open("about:blank", scheme=scheme, size=size, counter=False, on=page)
                page.route("**/api/v1/**", lambda route: route.fulfill(status=401, json=problem))
                page.goto("/")
                expect(page.get_by_label("Passphrase", exact=True)).to_be_visible()
                self.check(page, "sign in")
                page.locator("summary").click()
                expect(page.get_by_label("Token")).to_be_visible()
                self.check(page, "sign in with a token")
