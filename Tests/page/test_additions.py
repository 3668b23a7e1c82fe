"""Tests of the batch of additions at the page Desk: its settings, its line, its end and its undo."""

import random

import hub
import lending
import screens
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

    def test_the_labels_of_a_batch_are_chosen_on_the_page_labels(self):
        page = self.signed_in("/", counter=False)
        self.begin(page)
        copies = [hub.report(unknown_barcode(), "EAN-13")["outcome"]["copy"] for _ in range(2)]
        page.get_by_role("button", name="End batch").click()
        page.get_by_role("link", name="Print 2 labels").click()
        for copy in copies:
            expect(page.locator("#subject")).to_contain_text(str(copy["number"]))

    def test_a_question_about_the_release_is_answered_by_touch_and_by_key(self):
        for size in ((800, 480), (1366, 650)):
            for act in ("touch", "key"):
                with self.subTest(size=size, act=act):
                    # The card has the height of a station: the virtual devices of the demo are hidden.
                    page = self.open(size=size, counter=False)
                    page.route("**/api/v1/stations/*/pick", lambda route: route.fulfill(json=screens.at_once(state[0])))
                    _, *state = next(each for each in screens.desks("en") if each[0] == "question about the release")
                    screens.show(page, *state)
                    expect(page.locator("#outcome")).to_contain_text("Which country is printed on it?")
                    tiles = page.locator(".choice")
                    expect(tiles).to_have_count(9)
                    expect(tiles.nth(8)).to_contain_text("I do not know")
                    with page.expect_request(lambda request: request.method == "POST" and "/pick" in request.url) as sent:
                        if act == "touch":
                            tiles.nth(8).click()
                        else:
                            page.locator("#outcome").focus()
                            page.keyboard.press("9")
                    self.assertIn("9", sent.value.post_data)
