"""Tests of the page Readers: every reader of every station with its state, and the remedy of one with a fault."""

import hub
from axe_case import AxeCase
from browser import SMALL, expect

PHONE = (360, 740)


class ReaderTests(AxeCase):
    uses_readers = True

    def readers(self):
        return hub.call("GET", "/api/v1/readers")["items"]

    def row(self, page, reader):
        return page.locator(f'#rows li[data-id="{reader["station"]}/{reader["name"]}"]')

    def with_readers(self, change, **options):
        """Returns the page with the readers as `change` leaves them."""
        page = self.open("about:blank", counter=False, **options)
        items = self.readers()
        change(items)
        page.route("**/api/v1/readers", lambda route: route.fulfill(json={"items": items}))
        page.goto("/readers")
        expect(page.locator("#list")).not_to_have_attribute("aria-busy", "true")
        return page, items

    def test_each_reader_has_its_station_and_its_state(self):
        page = self.open("/readers", counter=False)
        readers = self.readers()
        expect(page.locator("#rows > li")).to_have_count(len(readers))
        expect(page.locator("#count")).to_have_text(f"{len(readers)} readers")
        for reader in readers:
            row = self.row(page, reader)
            expect(row).to_contain_text(reader["device"])
            expect(row.locator(".row-title")).to_have_text({"camera": "Camera", "nfc": "NFC reader"}[reader["kind"]])
            expect(row.locator(".badge")).to_have_text("ready")
            expect(row.get_by_role("link", name=reader["station"], exact=True)).to_have_attribute(
                "href", f"/settings?section=station%3A{reader['station']}")
        self.check(page, "readers")

    def test_a_reader_with_a_fault_comes_first_with_its_reason_and_its_remedy(self):
        def fail(items):
            items[-1].update(state="failed", reason="The board does not respond", hint="Unplug it and plug it in again.")
            items.append({**items[0], "name": "a-second-camera", "state": "absent"})

        for size in (PHONE, SMALL):
            with self.subTest(size=size):
                page, items = self.with_readers(fail, size=size)
                first = page.locator("#rows > li").first
                expect(first.locator(".badge")).to_have_text("failed")
                expect(first).to_contain_text("The board does not respond. Unplug it and plug it in again.")
                # Two cameras of one station are distinguished by their names.
                expect(self.row(page, items[-1])).to_contain_text("A second camera")
                expect(self.row(page, items[-1]).locator(".badge")).to_have_text("missing")
                self.check(page, f"a fault, {size}")

    def test_a_reader_that_is_unplugged_and_plugged_in_again_is_followed(self):
        page = self.open("/readers", counter=False)
        nfc = next(reader for reader in self.readers() if "tags" in reader["capabilities"])
        badge = self.row(page, nfc).locator(".badge")
        expect(badge).to_have_text("ready")
        hub.call("POST", "/api/v1/virtual-hardware/pad/trouble", {"unplug": True})
        self.addCleanup(hub.call, "POST", "/api/v1/virtual-hardware/pad/trouble", {"unplug": False})
        expect(badge).not_to_have_text("ready")
        expect(page.locator("#rows > li").first).to_have_attribute("data-id", f"{nfc['station']}/{nfc['name']}")
        hub.call("POST", "/api/v1/virtual-hardware/pad/trouble", {"unplug": False})
        expect(badge).to_have_text("ready")

    def test_the_details_of_a_camera_have_its_live_picture(self):
        page = self.open("/readers", counter=False)
        camera = next(reader for reader in self.readers() if "preview" in reader["capabilities"])
        self.row(page, camera).get_by_role("button", name="Details").click()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text(camera["device"])
        expect(sheet.locator(".camera-view img")).to_be_visible()
        self.check(page, "a camera")
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()

    def test_the_details_of_an_nfc_reader_have_the_tag_on_it(self):
        page = self.open("/readers", counter=False)
        reader = next(reader for reader in self.readers() if "tags" in reader["capabilities"])
        button = self.row(page, reader).get_by_role("button", name="Details")
        button.click()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("On the reader")
        expect(sheet).to_contain_text("nothing")

    def test_without_readers_the_page_says_what_to_connect(self):
        page, _ = self.with_readers(lambda items: items.clear())
        expect(page.locator("#empty")).to_contain_text("Connect a camera")
        page.locator("#empty").get_by_role("link", name="Use a phone").click()
        page.wait_for_url("**/phone")
