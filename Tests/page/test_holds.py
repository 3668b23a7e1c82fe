"""Tests of the pull list and the pick-up shelf: from a waiting hold to a copy on the shelf, and off it again."""

import csv
import io

import hub
import lending
from browser import expect
from staff_case import StaffCase


class HoldTests(StaffCase):
    # The hub of these tests has no printer.
    forgiven = (*StaffCase.forgiven, "/print")

    def waiting(self, count=1):
        """Places holds on copies that are in, and returns the copies."""
        copies = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "available" and "isReference" not in copy]
        for copy in copies[:count]:
            lending.staff("POST", "/holds", {"copy": copy["id"], "borrower": self.person["id"]})
        return copies[:count]

    def listed(self):
        return [item["id"] for item in lending.staff("GET", "/holds/pull-list?limit=200")["items"]]

    def test_a_copy_that_is_scanned_at_the_desk_leaves_the_pull_list(self):
        copies = self.waiting(2)
        page = self.signed_in_at("/pull-list")
        rows = [self.row(page, copy) for copy in copies]
        for copy, row in zip(copies, rows):
            expect(row).to_contain_text(copy["release"]["title"])
            expect(row).to_contain_text(copy.get("slot", "No place"))
            expect(row).to_contain_text(self.person["shortName"])
        hub.set_mode("return")
        outcome = hub.report(copies[0]["code"])["outcome"]
        self.assertIn("hold-waiting", [note["code"] for note in outcome["notes"]])
        expect(rows[0]).to_have_count(0)
        expect(rows[1]).to_be_visible()
        self.assertEqual(self.listed().count(copies[1]["id"]), 1)

    def test_a_copy_is_fetched_by_its_button_and_that_is_undone(self):
        (copy,) = self.waiting()
        page = self.signed_in_at("/pull-list")
        row = self.row(page, copy)
        row.get_by_role("button", name="Fetched", exact=True).click()
        expect(page.locator("#toast")).to_contain_text(f"put it on the pick-up shelf for {self.person['shortName']}")
        expect(row).to_have_count(0)
        self.undo(page)
        expect(row).to_be_visible()

    def test_the_code_of_a_copy_is_typed_and_one_that_is_not_wanted_is_named(self):
        (copy,) = self.waiting()
        page = self.signed_in_at("/pull-list")
        field = page.get_by_label("Scan or type the code of each copy that you have fetched")
        field.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Scan or type the code of a copy.")
        field.fill(copy["code"])
        field.press("Enter")
        expect(page.locator("#toast")).to_contain_text("put it on the pick-up shelf")
        expect(self.row(page, copy)).to_have_count(0)
        other = next(one for one in hub.every("/api/v1/copies") if one["status"] == "available" and one["id"] != copy["id"])
        field.fill(other["code"])
        field.press("Enter")
        expect(page.locator("#toast")).to_contain_text("No hold waits for this copy")

    def test_the_pull_list_is_saved_as_a_file_in_its_order(self):
        self.waiting(3)
        page = self.signed_in_at("/pull-list")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download as CSV").click()
        text = download.value.path().read_text(encoding="utf-8-sig")
        rows = list(csv.reader(io.StringIO(text)))
        self.assertEqual(rows[0], ["Place", "Shelf mark", "Record", "Copy", "Borrower"])
        items = lending.staff("GET", "/holds/pull-list?limit=200")["items"]
        self.assertEqual([row[3] for row in rows[1:]], [str(item["copy"]["number"]) for item in items])

    def test_the_pull_list_on_paper_has_no_buttons_and_all_rows(self):
        copies = self.waiting(2)
        page = self.signed_in_at("/pull-list")
        page.emulate_media(media="print")
        for copy in copies:
            row = self.row(page, copy)
            expect(row).to_contain_text(copy.get("slot", "No place"))
            expect(row.get_by_role("button")).to_have_count(0)
        expect(page.locator("#scan")).to_be_hidden()

    def test_an_empty_pull_list_helps(self):
        page = self.signed_in("/pull-list")
        page.route("**/api/v1/holds/pull-list?*", lambda route: route.fulfill(json={"items": []}))
        page.reload()
        expect(page.locator("#empty")).to_contain_text("Nothing to fetch")

    def test_the_pick_up_shelf_has_its_slip_and_what_is_to_be_taken_away(self):
        (copy,) = self.waiting()
        hold = lending.staff("POST", "/returns", {"copy": copy["id"]})["hold"]
        page = self.signed_in_at("/holds?state=ready")
        row = self.row(page, hold)
        expect(row).to_contain_text("ready until")
        with page.expect_popup() as popup:
            self.choose(row, "Print the slip")
        expect(popup.value.locator("h1")).to_have_text(self.person["shortName"])
        popup.value.close()
        row.get_by_role("button", name="Cancel the hold").click()
        expect(row).to_contain_text("Cancelled: take off the shelf")
        hub.set_mode("return")
        hub.report(copy["code"])
        expect(row).to_have_count(0)
