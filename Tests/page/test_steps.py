"""Tests of the first steps on the idle page of a new library."""

import hub
from browser import PageCase, expect

NONE = {"hasScannedCopy": False, "hasPlace": False, "hasBorrower": False, "hasLabels": False}
ROWS = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]


class StepsTests(PageCase):
    def desk(self, steps, setup=None, scans=(), **options):
        """Opens the page Desk of a library that has done these steps."""
        page = self.open("about:blank", **options)
        page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": list(scans)}))
        page.route("**/api/v1/first-steps", lambda route: route.fulfill(json=steps))
        page.route("**/api/v1/setup", lambda route: route.fulfill(json=setup or {"isOpen": False}))
        self.visit(page, "/", options.get("counter", True))
        return page

    def test_each_step_leads_to_its_page_and_is_ticked_once_it_is_done(self):
        steps = {**NONE, "hasPlace": True}
        page = self.desk(steps, counter=False)
        items = page.locator(".step")
        expect(items).to_have_count(4)
        expect(page.locator('.step[data-done="true"]')).to_have_text(["Make a shelf (done)Name it, and number its slots."])
        expect(page.locator(".step[data-next]")).to_contain_text("Scan a sleeve")
        links = page.locator(".step a").evaluate_all("links => links.map((link) => new URL(link.href).pathname)")
        self.assertEqual(links, ["/shelves", "/borrowers", "/labels"])
        steps.update(hasScannedCopy=True, hasBorrower=True, hasLabels=True)
        hub.report("a code for the first steps")
        expect(page.locator(".band-words")).to_have_text("Unknown code")
        page.reload()
        expect(page.locator("#steps-title")).to_have_text("Your library is ready")
        expect(page.locator('.step[data-done="true"]')).to_have_count(4)

    def test_the_first_sleeve_is_selected_and_pulses_until_it_is_held_up(self):
        page = self.desk(NONE, counter=True)
        item = page.locator('.item[aria-selected="true"]')
        expect(item).to_have_attribute("data-kind", "record")
        expect(page.locator(".tray")).to_have_class("tray has-hint")
        self.assertNotEqual(item.evaluate("item => getComputedStyle(item).animationName"), "none")
        page.emulate_media(reduced_motion="reduce")
        self.assertEqual(item.evaluate("item => getComputedStyle(item).animationName"), "none")
        self.assertNotEqual(item.locator(".sleeve-front").evaluate("front => getComputedStyle(front).outlineStyle"), "none")
        number = hub.newest_number()
        page.get_by_role("button", name="Hold up", exact=True).click()
        hub.scan_after(number)
        expect(page.locator(".tray")).not_to_have_class("tray has-hint")
        self.take_away(page, "Remove from the camera")

    def test_a_small_screen_opens_the_virtual_devices_from_the_first_step(self):
        for size in ((360, 740), (800, 480), (1024, 768)):
            with self.subTest(size=size):
                page = self.desk(NONE, counter=False, size=size)
                expect(page.locator("#counter-button")).to_be_visible()
                expect(page.locator("#counter")).to_be_hidden()
                page.get_by_role("button", name="Scan a sleeve").click()
                expect(page.locator('.item[aria-selected="true"]')).to_be_in_viewport()
                expect(page.get_by_role("button", name="Hold up", exact=True)).to_be_enabled()

    def test_the_steps_are_hidden_for_good_and_do_not_appear_in_an_old_library(self):
        page = self.desk(NONE, counter=False)
        page.get_by_role("button", name="Hide the first steps").click()
        expect(page.locator(".steps")).to_have_count(0)
        page.reload()
        expect(page.locator(".calm-words")).to_be_visible()
        expect(page.locator(".steps")).to_have_count(0)
        scan = {**hub.report("an old library"), "seq": 5000, "receivedAt": "2026-01-01T00:00:00.000Z"}
        asked = []
        old = self.open("about:blank", counter=False)
        old.on("request", lambda request: asked.append(request.url))
        old.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": [scan]}))
        self.visit(old, "/", False)
        expect(old.locator("#lamps .lamp").first).to_be_visible()
        self.assertEqual([url for url in asked if "first-steps" in url], [])

    def test_a_locked_screen_does_not_show_steps_that_it_cannot_reach(self):
        station = hub.station()["name"]
        for path, isLocked in ((f"/?station={station}&note=locked", False), (f"/?station={station}&locked=", True)):
            with self.subTest(path=path):
                asked = []
                page = self.open("about:blank", counter=False)
                page.on("request", lambda request, asked=asked: asked.append(request.url))
                page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": []}))
                page.route("**/api/v1/first-steps", lambda route: route.fulfill(json=NONE))
                page.route("**/api/v1/sign-in", lambda route: route.fulfill(json={"role": "station", "isLocked": True}))
                # The desk asks for the steps as soon as it is calm.
                self.visit(page, path, False)
                page.evaluate("() => fetch('/healthz')")
                self.assertEqual([url for url in asked if "/desk/steps.js" in url] == [], isLocked)
                if isLocked:
                    expect(page.locator("#unlock-button")).to_be_visible()
                expect(page.locator(".steps")).to_have_count(0 if isLocked else 1)

    def test_a_desk_that_is_not_set_up_says_so_and_shows_the_way_as_a_code(self):
        setup = {"isOpen": True, "address": "http://192.168.1.20:8740/setup", "symbol": ROWS}
        for size in ((360, 740), (800, 480), (1920, 1080)):
            page = self.desk(NONE, setup, counter=False, size=size)
            note = page.locator(".setup-note")
            expect(note).to_contain_text("not set up yet")
            expect(note).to_contain_text("http://192.168.1.20:8740/setup")
            code = page.get_by_role("img", name="QR code of http://192.168.1.20:8740/setup")
            expect(code).to_be_visible()
            # Dark modules on white, also at night, with a quiet zone of four modules.
            page.emulate_media(color_scheme="dark")
            self.assertEqual(code.locator("rect").get_attribute("fill"), "#fff")
            self.assertEqual(code.get_attribute("viewBox"), "0 0 15 15")
            expect(note.get_by_role("link", name="Set up")).to_have_attribute("href", "/setup")

    def test_a_desk_that_only_this_machine_reaches_has_no_code(self):
        page = self.desk(NONE, {"isOpen": True}, counter=False)
        expect(page.locator(".setup-note")).to_contain_text("Only this machine can reach the hub")
        expect(page.locator(".setup-symbol")).to_have_count(0)

    def test_a_browser_without_a_token_learns_that_the_hub_is_not_set_up(self):
        self.may_fail = True
        page = self.open("about:blank", counter=False)
        refusal = {"type": "about:blank", "title": "No", "status": 401, "detail": "A token is needed.", "code": "unauthorized",
                   "reasons": [], "retryable": False}
        for path in ("stations", "sign-in"):
            page.route(f"**/api/v1/{path}", lambda route: route.fulfill(status=401, json=refusal))
        page.route("**/api/v1/setup", lambda route: route.fulfill(json={
            "isOpen": True, "address": "http://192.168.1.20:8740/setup", "symbol": ROWS}))
        page.goto("/")
        expect(page.locator(".signin .setup-note")).to_contain_text("not set up yet")
        expect(page.locator(".signin .setup-symbol")).to_be_visible()
