"""Tests of the page Stock-take: started, counted at the Desk, closed, applied and undone, by the page alone."""

import re
import subprocess

import hub
import lending
from browser import expect
from staff_case import StaffCase

NAME = "Test stock"


class StockTakeTests(StaffCase):
    def setUp(self):
        super().setUp()
        self.end_takes()
        self.place = lending.staff("POST", "/places", {"name": NAME, "kind": "shelf"})
        self.copies = hub.single()[:3]
        self.moves = []
        for copy in self.copies:
            lending.staff("PUT", f"/copies/{copy['id']}/place", {"place": self.place["id"]}, headers={"if-match": "*"})
            self.moves.append(lending.staff("GET", "/changes?limit=1")["items"][0]["id"])
        self.addCleanup(self.put_back)

    def end_takes(self):
        for take in lending.staff("GET", "/stock-takes?limit=200")["items"]:
            if take["state"] in ("open", "closed"):
                lending.staff("POST", f"/stock-takes/{take['id']}/cancel")

    def put_back(self):
        self.end_takes()
        hub.set_mode("look-up")
        for move in reversed(self.moves):
            lending.staff("POST", f"/changes/{move}/undo")
        lending.staff("DELETE", f"/places/{self.place['id']}", headers={"if-match": "*"})

    def start(self):
        return lending.staff("POST", "/stock-takes", {"place": self.place["id"]})

    def test_a_stock_take_is_started_counted_closed_applied_and_undone(self):
        page = self.signed_in("/stock-take?list=all")
        page.get_by_role("button", name="Start a stock-take").first.click()
        page.get_by_label("Place", exact=True).select_option(self.place["id"])
        page.locator("form").get_by_role("button", name="Start a stock-take").click()
        expect(page.locator("#list-title")).to_have_text(NAME)
        expect(page.locator(".take-figure dd")).to_have_text(["0", "3", "0"])
        hub.set_mode("stock-take")
        hub.report(self.copies[0]["code"])
        expect(page.locator(".take-figure dd").first).to_have_text("1")
        expect(page.locator("#newest")).to_contain_text("Found")
        hub.report(self.copies[0]["code"])
        expect(page.locator("#newest")).to_contain_text("Again")

        row = page.locator(f'#rows [data-id="{self.copies[1]["id"]}"]')
        row.get_by_role("button", name="Tick as seen").click()
        expect(row).to_contain_text("Seen, not scanned")

        page.get_by_role("button", name="Close the stock-take").click()
        expect(page.get_by_text("Scans may not have arrived from: desk")).to_be_visible()
        page.get_by_role("button", name="Close despite that").click()
        page.get_by_role("button", name="Apply the result").click()
        page.locator("form").get_by_role("button", name="Preview").click()
        expect(page.locator("#preview")).to_contain_text("Become missing")
        page.get_by_role("button", name="Apply", exact=True).click()
        expect(page.locator("#toast")).to_contain_text("Result applied")
        copy = lending.staff("GET", f"/copies/{self.copies[2]['id']}")
        self.assertEqual(copy["status"], "missing")
        self.undo(page)
        copy = lending.staff("GET", f"/copies/{self.copies[2]['id']}")
        self.assertEqual(copy["status"], "available")

    def test_the_figures_can_be_read_at_every_size_and_by_keyboard(self):
        take = self.start()
        for width, height in ((800, 480), (1366, 650), (390, 844)):
            page = self.signed_in(f"/stock-take?take={take['id']}", size=(width, height))
            figure = page.locator(".take-figure dd").first
            expect(figure).to_be_visible()
            size = figure.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
            self.assertGreaterEqual(size, 35, f"at {width} × {height}")
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            page.get_by_role("button", name="Not yet scanned: 3").focus()
            page.keyboard.press("Enter")
            expect(page).to_have_url(re.compile("class=not-scanned"))
            expect(page.locator("#rows li")).to_have_count(3)

    def test_the_list_is_saved_with_the_codes_of_lists(self):
        take = self.start()
        page = self.signed_in(f"/stock-take?take={take['id']}")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Download as CSV").click()
        text = open(saved.value.path(), encoding="utf-8-sig").read()
        self.assertIn("DW:L:", text)
        self.assertNotIn("DW:I:", text)

    def test_the_report_for_paper_says_what_to_look_at_and_has_no_codes(self):
        take = self.start()
        hub.set_mode("stock-take")
        hub.report(self.copies[0]["code"])
        page = self.signed_in(f"/stock-take?take={take['id']}")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Download as PDF").click()
        text = subprocess.run(["pdftotext", "-layout", saved.value.path(), "-"], capture_output=True, text=True, check=True).stdout
        self.assertRegex(text, f"Stock-take: {NAME}")
        self.assertIn("1 seen of 3", text)
        self.assertRegex(text, r"Found: 1[^§]*Not yet scanned: 2|Not yet scanned: 2[^§]*Found: 1")
        self.assertRegex(text, str(self.copies[0]["number"]))
        self.assertIn("Page 1 of 1", text)
        self.assertNotIn("DW:", text)
