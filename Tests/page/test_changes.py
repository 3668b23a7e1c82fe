"""Tests of the page Changes as the record of who did what, from where and when."""

import csv
import datetime
import io

import catalogue
import hub
import lending
from access_case import PASSPHRASE, AccessCase
from browser import MIDDLE, expect
from test_layout import FAULTS


class ChangesTests(AccessCase):
    def test_it_says_who_signed_in_from_where_and_how_often_a_passphrase_was_wrong(self):
        self.make()
        person = self.page_of_person("/library")
        for _ in range(2):
            person.request.post("/api/v1/sign-in", data={"name": self.name, "passphrase": "a wrong passphrase"})
        person.request.delete("/api/v1/sign-in", headers={"origin": hub.ADDRESS})
        page = self.page_of_admin("/changes")
        page.get_by_label("Kind", exact=True).select_option("access")
        expect(page).to_have_url(f"{hub.ADDRESS}/changes?kind=access")
        rows = page.locator("#rows li")
        out, wrong, came = rows.nth(0), rows.nth(1), rows.nth(2)
        expect(out).to_contain_text("Signed out")
        expect(out).to_contain_text(f"by {self.name}")
        expect(wrong).to_contain_text(f"Wrong passphrase\u00a0· {self.name}")
        expect(wrong).to_contain_text("2 times within an hour")
        expect(wrong).to_contain_text("by an unknown person")
        expect(came).to_contain_text("Signed in")
        expect(came).to_contain_text("with passphrase\u00a0· from the hub’s machine")
        for row in (out, wrong, came):
            self.assertEqual(row.get_by_role("button", name="Undo").count(), 0)

    def test_the_filters_are_in_the_address_and_leave_what_they_name(self):
        self.make()
        person = self.page_of_person("/library")
        order = {"name": f"Borrower of {self.name}"}
        self.assertEqual(person.request.post("/api/v1/borrowers", data=order, headers={"origin": hub.ADDRESS}).status, 201)
        page = self.page_of_admin("/changes")
        rows = page.locator("#rows li")
        page.get_by_label("Person", exact=True).fill(self.name)
        page.keyboard.press("Tab")
        expect(rows).to_have_count(2)
        page.get_by_label("Kind", exact=True).select_option("borrower")
        expect(rows).to_have_count(1)
        expect(rows.first).to_contain_text(f"by {self.name}")
        expect(rows.first.get_by_role("button", name="Undo")).to_be_visible()
        today = datetime.date.today()
        page.get_by_label("From", exact=True).fill(today.isoformat())
        page.get_by_label("To", exact=True).fill(today.isoformat())
        page.keyboard.press("Tab")
        page.reload()
        expect(rows).to_have_count(1)
        expect(page.get_by_label("Person", exact=True)).to_have_value(self.name)
        page.get_by_label("To", exact=True).fill((today - datetime.timedelta(days=1)).isoformat())
        page.keyboard.press("Tab")
        expect(page.locator("#empty")).to_contain_text("No changes match")
        page.get_by_role("button", name="Show all").click()
        expect(page).to_have_url(f"{hub.ADDRESS}/changes")
        expect(rows.nth(2)).to_be_visible()
        page.go_back()
        expect(page.locator("#empty")).to_contain_text("No changes match")

    def test_a_change_at_a_station_is_found_by_its_station(self):
        name = hub.station()["name"]
        hub.set_mode("add")
        hub.report(f"AUDIT-{self.name}")
        page = self.page_of_admin("/changes")
        page.get_by_label("Station", exact=True).select_option(name)
        expect(page.locator("#rows li").first).to_contain_text(f"station “{name}”")
        expect(page.locator("#rows li", has_text="loan.days")).to_have_count(0)

    def test_it_says_who_ordered_labels_and_tags_and_at_which_station(self):
        self.make()
        person = self.page_of_person("/library")
        origin = {"origin": hub.ADDRESS}
        sheet = {"subjects": {"blanks": 2}, "layout": "avery-l4731"}
        made = person.request.post("/api/v1/label-jobs", data=sheet, headers=origin)
        self.assertEqual((made.status, made.json()["by"]), (201, self.name), made.text())
        name = hub.station()["name"]
        copies = hub.every("/api/v1/copies")[:2]
        self.addCleanup(hub.set_mode, hub.station()["mode"])
        self.addCleanup(hub.end_tags)
        made = person.request.put(
            f"/api/v1/stations/{name}/tag-queue", data={"copies": [copy["id"] for copy in copies]},
            headers={**origin, "if-match": "*"})
        self.assertEqual((made.status, made.json()["by"]), (200, self.name), made.text())
        page = self.page_of_admin(f"/changes?by={self.name.replace(' ', '+')}")
        rows = page.locator("#rows li")
        queue, labels = rows.nth(0), rows.nth(1)
        expect(queue).to_contain_text("Queue of tags")
        expect(queue).to_contain_text("2 tags")
        expect(queue).to_contain_text(f"by {self.name}, station {name}")
        expect(labels).to_contain_text("Labels ordered")
        expect(labels).to_contain_text("2 labels")
        expect(labels).to_contain_text(f"by {self.name}")
        for row in (queue, labels):
            self.assertEqual(row.get_by_role("button", name="Undo").count(), 0)
        page.get_by_label("Kind", exact=True).select_option("label-job")
        expect(rows).to_have_count(1)
        expect(rows.first).to_contain_text("Labels ordered")

    def test_the_list_is_saved_with_the_kind_the_station_and_the_origin(self):
        self.make()
        self.page_of_person("/library")
        page = self.page_of_admin(f"/changes?kind=access&by={self.name.replace(' ', '+')}")
        expect(page.locator("#rows li")).to_have_count(1)
        with page.expect_download() as saved:
            page.get_by_role("button", name="Download as CSV").click()
        with open(saved.value.path(), encoding="utf-8-sig", newline="") as file:
            head, row = csv.reader(io.StringIO(file.read()))
        self.assertEqual(head, ["Change", "By", "Time", "Kind", "Station", "Origin"])
        self.assertEqual((row[0], row[1], row[3], row[5]), ("Signed in", f"by {self.name}", "Access", "from the hub’s machine"))

    def test_staff_see_the_changes_and_no_acts_of_access(self):
        self.make()
        lending.enrol()
        page = self.page_of_person("/changes")
        expect(page.locator("#rows li").first).to_be_visible()
        self.assertEqual(page.locator("#filter-kind option[value=access]").count(), 0)
        self.assertEqual(page.locator("#rows li", has_text="Signed in").count(), 0)

    def test_it_fits_has_no_violation_and_speaks_three_languages(self):
        self.make()
        self.page_of_person("/favicon.svg").request.post("/api/v1/sign-in", data={"name": self.name, "passphrase": PASSPHRASE})
        for locale in ("en-GB", *catalogue.LOCALES.values()):
            page = self.page_of_admin("/changes?kind=access", locale=locale)
            expect(page.locator("#rows li").first).to_be_visible()
            for size in self.on_screens(page, ((360, 740), (800, 480), (1366, 650), MIDDLE)):
                page.emulate_media(color_scheme="dark" if size[1] == 650 else "light")
                with self.subTest(locale=locale, size=size):
                    self.assertEqual(page.evaluate(FAULTS), [])
                    self.check(page, "the acts of access")
                    if locale[:2] != "en":
                        names = {one["name"] for one in self.admin("GET", "/accounts")["items"]}
                        names |= {one["name"] for one in self.admin("GET", "/tokens")["items"]}
                        self.assertEqual(catalogue.left_in_english(page, locale[:2], names), [])
