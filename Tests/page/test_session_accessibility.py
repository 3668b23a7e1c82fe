"""WCAG 2.2 AA by axe-core on the views of a session and of the first steps, in light and in dark, small and large."""

import lending
import hub
import screens
from axe_case import AxeCase
from browser import LARGE, SCHEMES, SMALL, expect
from test_steps import NONE, ROWS

SCREENS = [(scheme, size) for scheme in SCHEMES for size in (SMALL, LARGE)]


class SessionAccessibilityTests(AxeCase):
    def test_a_session_with_loans_holds_and_fees(self):
        desks = {name: (desk, scans, ready) for name, desk, scans, ready in screens.desks("en")}
        page = None
        for scheme, size in SCREENS:
            for name in ("session", "lent"):
                with self.subTest(scheme=scheme, size=size, view=name):
                    page = self.open("about:blank", scheme=scheme, size=size, counter=False, on=page)
                    screens.show(page, *desks[name])
                    self.check(page, name)

    def test_the_first_steps_and_the_set_up(self):
        setup = {"isOpen": True, "address": "http://192.168.1.20:8740/setup", "symbol": ROWS}
        page = None
        for scheme, size in SCREENS:
            with self.subTest(scheme=scheme, size=size):
                page = self.open("about:blank", scheme=scheme, size=size, counter=False, on=page)
                page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": []}))
                page.route("**/api/v1/first-steps", lambda route: route.fulfill(json={**NONE, "hasPlace": True}))
                page.route("**/api/v1/setup", lambda route: route.fulfill(json=setup))
                page.goto("/")
                expect(page.locator(".setup-note")).to_be_visible()
                self.check(page, "first steps")
                page.locator("#lamps .lamp").first.click()
                expect(page.get_by_role("dialog")).to_be_visible()
                self.check(page, "the lamps that are well")

    def test_the_receipt_beside_the_page(self):
        _, copies = lending.release_with_copies(1)
        person = lending.enrol()
        self.addCleanup(lending.bring_back, person)
        hub.set_mode("check-out")
        page = self.open(counter=False)
        hub.report(person["card"])
        expect(page.locator("#session")).to_contain_text(person["shortName"])
        hub.report(copies[0]["code"])
        page.get_by_role("button", name="End the session").click()
        expect(page.locator(".receipt")).to_contain_text(copies[0]["release"]["title"])
        self.check(page, "receipt")
