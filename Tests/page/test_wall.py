"""Tests of the page Wall: numbers for a screen across the room, which keep themselves current."""

import lending
import hub
from browser import MIDDLE, PageCase, expect
from test_layout import FAULTS

# A tablet, a small window, a screen on its side, and one of a television.
SCREENS = [(360, 740), (800, 480), (1366, 650), (1080, 1920), (1920, 1080), (2560, 1440)]
NUMBERS = {"releases": 1_234_567, "copies": 9_876_543, "onLoan": 123_456, "overdue": 98_765,
           "lastScan": {"title": "Symphonies Nos. 1–9 · Überschlagsatemzüge " * 3, "artist": "Gewandhausorchester " * 4,
                        "medium": "vinyl", "at": "2026-11-20T09:45:12.120Z"}}


class WallTests(PageCase):
    def numbers(self, page):
        """Returns the numbers on the page by their kind."""
        return page.evaluate("""() => Object.fromEntries([...document.querySelectorAll(".wall-number")].map((one) => (
          [one.dataset.kind, Number(one.querySelector("dd").textContent.replace(/\\D/g, ""))])))""")

    def test_the_numbers_are_those_of_the_library_and_follow_it(self):
        page = self.open("about:blank", size=(1920, 1080), counter=False)
        page.clock.install()
        page.goto("/wall")
        expect(page.locator(".wall-number")).to_have_count(4)
        now = hub.call("GET", "/api/v1/wall")
        self.assertEqual(self.numbers(page), {kind: now[kind] for kind in ("releases", "copies", "onLoan", "overdue")})
        person = lending.enrol()
        self.addCleanup(lending.bring_back, person)
        _, copies = lending.release_with_copies(1)
        lending.staff("POST", "/loans", {"copy": copies[0]["id"], "borrower": person["id"]})
        page.clock.run_for(16_000)
        expect(page.locator("[data-kind=onLoan] dd")).to_have_text(f"{now['onLoan'] + 1:,}")
        hub.report(copies[0]["code"])
        page.clock.run_for(16_000)
        expect(page.locator("#record strong")).to_have_text(copies[0]["release"]["title"])

    def test_without_an_answer_the_last_numbers_stay_with_their_time(self):
        self.may_fail = True
        page = self.open("about:blank", counter=False)
        page.clock.install()
        page.goto("/wall")
        expect(page.locator(".wall-number")).to_have_count(4)
        page.route("**/api/v1/wall", lambda route: route.abort())
        page.clock.run_for(16_000)
        expect(page.locator("#state")).to_contain_text("The hub does not answer. These numbers are from")
        expect(page.locator(".wall-number")).to_have_count(4)
        page.unroute_all(behavior="ignoreErrors")
        page.clock.run_for(16_000)
        expect(page.locator("#state")).to_be_empty()

    def test_without_a_right_it_asks_to_sign_in_and_shows_no_number(self):
        self.may_fail = True
        page = self.open("about:blank", counter=False)
        page.route("**/api/v1/wall", lambda route: route.fulfill(
            status=401, content_type="application/problem+json", json={"status": 401, "code": "unauthorized", "title": "No"}))
        page.goto("/wall")
        expect(page.get_by_role("textbox", name="Passphrase")).to_be_visible()
        expect(page.locator(".wall-number")).to_have_count(0)

    def test_a_hidden_page_asks_for_nothing_and_a_shown_one_at_once(self):
        page = self.open("about:blank", counter=False)
        page.clock.install()
        page.goto("/wall")
        expect(page.locator(".wall-number")).to_have_count(4)
        hide = """(isHidden) => {
          Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
        page.evaluate(hide, True)
        before = sum(url.endswith("/api/v1/wall") for url in self.requests)
        page.clock.run_for(120_000)
        self.assertEqual(sum(url.endswith("/api/v1/wall") for url in self.requests), before)
        with page.expect_response("**/api/v1/wall"):
            page.evaluate(hide, False)

    def test_long_titles_and_large_numbers_fit_on_every_screen(self):
        page = self.open("about:blank", counter=False)
        page.route("**/api/v1/wall", lambda route: route.fulfill(json=NUMBERS))
        page.goto("/wall")
        for size in SCREENS:
            for language in ("en", "de", "fr"):
                with self.subTest(size=size, language=language):
                    page.set_viewport_size({"width": size[0], "height": size[1]})
                    page.evaluate("(code) => localStorage.setItem('deadwax.language', code)", language)
                    page.goto("/wall")
                    expect(page.locator(".wall-number")).to_have_count(4)
                    expect(page.locator("#record strong")).to_be_visible()
                    self.assertEqual(page.evaluate(FAULTS), [])
                    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    self.assertLessEqual(wide, 0)
