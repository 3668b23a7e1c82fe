"""Tests of the batch of additions at the page Desk: its settings, its line, its end and its undo."""

import random

import hub
import lending
from browser import expect
from staff_case import StaffCase


def unknown_barcode():
    """Returns an EAN-13 that no release has."""
    digits = [4, 0] + [random.randrange(10) for _ in range(10)]
    check = -sum(digit * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10
    return "".join(map(str, [*digits, check]))


class AdditionsTests(StaffCase):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.restore)
        hub.set_mode("add")

    def restore(self):
        station = hub.station()
        batch = (station.get("additions") or station.get("endedBatch") or {}).get("id")
        hub.set_mode(station["home"])
        if batch and lending.staff("GET", f"/batches/{batch}")["count"]:
            lending.staff("POST", f"/batches/{batch}/undo")

    def begin(self, page):
        page.get_by_role("button", name="Set up a batch").click()
        sheet = page.locator("#sheet")
        sheet.get_by_label("Condition", exact=True).select_option("VG+")
        sheet.get_by_label("From", exact=True).fill("Estate of a reader")
        sheet.get_by_label("Print the labels at the end").check()
        sheet.get_by_role("button", name="Begin the batch").click()
        expect(sheet).to_be_hidden()

    def test_the_settings_stay_in_view_and_the_copies_are_counted(self):
        page = self.signed_in("/", counter=False)
        line = page.get_by_role("region", name="Batch of additions")
        expect(line).to_contain_text("No batch")
        self.begin(page)
        expect(line).to_contain_text("VG+ · Estate of a reader · labels at the end")
        for count in (1, 2):
            scan = hub.report(unknown_barcode(), "EAN-13")
            self.assertEqual(scan["outcome"]["inBatch"], count)
            expect(line).to_contain_text(f"{count} added in this batch")
        copy = lending.staff("GET", f"/copies/{scan['outcome']['copy']['id']}")
        self.assertEqual(copy["mediaCondition"], "VG+")
        expect(line.get_by_role("link", name="Print label")).to_have_attribute("href", f"/labels?copies={copy['id']}")
        page.reload()
        expect(line).to_contain_text("2 added in this batch")

    def test_an_ended_batch_offers_its_labels_and_is_undone_after_a_preview(self):
        page = self.signed_in("/", counter=False)
        line = page.get_by_role("region", name="Batch of additions")
        self.begin(page)
        copies = [hub.report(unknown_barcode(), "EAN-13")["outcome"]["copy"] for _ in range(2)]
        line.get_by_role("button", name="End batch").click()
        expect(line).to_contain_text("The batch has ended.")
        expect(line.get_by_role("link", name="Print 2 labels")).to_be_visible()
        line.get_by_role("button", name="Undo the batch").click()
        sheet = page.locator("#sheet")
        expect(sheet).to_contain_text("2 copies are removed:")
        for copy in copies:
            expect(sheet).to_contain_text(f"#{copy['number']}")
        sheet.get_by_role("button", name="Remove the copies").click()
        expect(sheet).to_be_hidden()
        expect(line).to_contain_text("No batch")
        left = {copy["id"] for copy in hub.every("/api/v1/copies")}
        self.assertFalse(left & {copy["id"] for copy in copies})

    def test_a_second_copy_shows_when_the_first_one_was_last_played(self):
        release, (copy,) = lending.release_with_copies(1)
        page = self.signed_in("/", counter=False)
        hub.set_mode("played")
        hub.report(copy["code"])
        hub.set_mode("add")
        self.begin(page)
        hub.report(release["barcode"], "EAN-13")
        page.locator(".choice[data-answer=yes]").click()
        expect(page.locator(".particulars")).to_contain_text("Last played")

    def test_the_labels_of_a_batch_are_chosen_on_the_page_labels(self):
        page = self.signed_in("/", counter=False)
        self.begin(page)
        copies = [hub.report(unknown_barcode(), "EAN-13")["outcome"]["copy"] for _ in range(2)]
        page.get_by_role("button", name="End batch").click()
        page.get_by_role("link", name="Print 2 labels").click()
        for copy in copies:
            expect(page.locator("#subject")).to_contain_text(str(copy["number"]))
