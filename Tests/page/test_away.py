"""Tests of the pages for staff while the hub is away: they say so, and read again what they have missed."""

import lending
from browser import expect
from staff_case import StaffCase
from test_layout import FAULTS

SIZES = [(360, 740), (800, 480), (1366, 650)]


class AwayTests(StaffCase):
    # What is asked while the connection is cut fails, and the browser logs it.
    forgiven = (*StaffCase.forgiven, "/api/v1/", "/healthz", "/fonts/", "/icons.svg")

    def cut(self, page):
        """Cuts the connection to the hub; what is open ends."""
        page.route("**/api/v1/events*", lambda route: route.abort())
        page.route("**/healthz", lambda route: route.abort())
        page.context.set_offline(True)

    def mend(self, page):
        page.unroute("**/api/v1/events*")
        page.unroute("**/healthz")
        page.context.set_offline(False)

    def test_a_list_says_that_the_hub_is_away_and_then_has_what_it_missed(self):
        page = self.signed_in_at("/loans")
        note = page.locator(".away-note")
        expect(note).to_be_hidden()
        self.cut(page)
        expect(note).to_have_text("No connection to the hub. What you see may be out of date.")
        copy = self.lend()[0]
        for size in SIZES:
            with self.subTest(size=size):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                self.assertEqual(page.evaluate(FAULTS), [])
        self.mend(page)
        expect(note).to_be_hidden()
        expect(page.locator("#rows .row-title", has_text=copy["release"]["title"]).first).to_be_visible()

    def test_a_stream_that_opens_late_misses_nothing(self):
        page = self.signed_in("/favicon.svg")
        page.route("**/api/v1/events*", lambda route: route.abort())
        with page.expect_event("requestfailed", lambda request: "/events" in request.url):
            page.goto("/loans")
        expect(page.locator("#list")).not_to_have_attribute("aria-busy", "true")
        self.lend()
        loan = lending.loans_of(self.person)[0]
        page.unroute("**/api/v1/events*")
        expect(self.row(page, loan)).to_be_visible()
        # The hub itself answered all the time.
        expect(page.locator(".away-note")).to_be_hidden()

    def test_the_library_says_it_too(self):
        page = self.signed_in("/library")
        expect(page.locator(".release-row").first).to_be_visible()
        self.cut(page)
        expect(page.locator(".away-note")).to_be_visible()
        title = f"Missed {self.person['shortName']}"
        made = lending.staff("POST", "/releases", {"title": title, "artist": "The Absent", "medium": "cd"})
        self.addCleanup(lending.staff, "DELETE", f"/releases/{made['id']}", None, {"if-match": "*"})
        self.mend(page)
        expect(page.locator(".away-note")).to_be_hidden()
        expect(page.locator(".release-row", has_text=title)).to_be_visible()
