"""Tests of the page Concerts: a package is imported, shows are found and noted, and a copy of a show is added."""

import io
import json
import zipfile

import catalogue
import hub
import lending
from axe_case import AxeCase
from browser import expect
from staff_case import StaffCase

SIZES = ((800, 480), (1366, 650), (360, 740))
CORNELL = "1977-05-08-barton-hall-ithaca-ny-usa"


def package():
    """Returns a package with three shows."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("manifest.json", json.dumps({"data_version": "1.0.0", "package_name": "Sample"}))
        for day, venue, city in (("1977-05-08", "Barton Hall", "Ithaca"), ("1977-05-09", "War Memorial", "Buffalo"), ("1980-05-07", "Barton Hall", "Ithaca")):
            name = f"{day}-{venue.lower().replace(' ', '-')}-{city.lower()}-ny-usa"
            archive.writestr(f"shows/{name}.json", json.dumps({
                "show_id": name, "band": "Grateful Dead", "date": day, "venue": venue, "city": city, "state": "NY", "avg_rating": 4.5,
                "setlist": [{"set": "Set 2", "songs": [{"name": "Scarlet Begonias", "segue": True}, {"name": "Fire on the Mountain"}]}],
                "recordings": [f"r{day}.sbd"]}))
            archive.writestr(f"recordings/r{day}.sbd.json", json.dumps({"rating": 4.5, "review_count": 9, "source_type": "SBD", "source": "Nagra"}))
        archive.writestr("shows/broken.json", "{")
    return file.getvalue()


class ConcertTests(StaffCase):
    def load(self):
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto("/concerts?view=catalogue")
        page.locator("#package-file").set_input_files({"name": "shows.zip", "mimeType": "application/zip", "buffer": package()})
        expect(page.locator("#catalogue")).to_contain_text("3 shows and 3 recordings", timeout=20_000)
        expect(page.locator("#catalogue")).to_contain_text("shows/broken.json")
        page.get_by_role("button", name="Replace the catalogue").click()
        expect(page.locator("#catalogue")).to_contain_text("Sample 1.0.0", timeout=20_000)
        return page

    def test_a_package_is_imported_and_a_show_is_found_noted_and_gets_a_copy(self):
        page = self.load()
        page.goto(page.url.split("/concerts")[0] + "/concerts")
        expect(page.locator("#rows > li")).to_have_count(3)
        page.get_by_role("searchbox").fill("5-8-77")
        expect(page.locator("#rows > li")).to_have_count(1)
        page.locator("#rows a.row-title").click()
        expect(page.locator("#show")).to_contain_text("Scarlet Begonias > Fire on the Mountain")
        page.get_by_role("button", name="Put into library").click()
        expect(page.get_by_role("button", name="Remove from library")).to_be_visible()
        page.get_by_role("button", name="Add a copy").click()
        page.locator("form").get_by_role("button", name="Add a copy").click()
        expect(page.locator("#show")).to_contain_text("Copies")
        change = hub.every("/api/v1/changes", hub.admin_token())[0]["id"]
        self.addCleanup(hub.call, "POST", f"/api/v1/changes/{change}/undo", {}, hub.admin_token())
        self.assertTrue(lending.staff("GET", f"/shows/{CORNELL}")["library"])
        self.assertEqual(len(lending.staff("GET", f"/shows/{CORNELL}")["copies"]), 1)
        lending.staff("DELETE", f"/shows/{CORNELL}/library")

    def test_nothing_that_is_typed_is_an_error(self):
        page = self.signed_in("/concerts")
        for text in ('"', "*", "NEAR(", "5-8-", "'; --", "()"):
            with page.expect_response(lambda answer: "/api/v1/shows?search=" in answer.url) as answer:
                page.get_by_role("searchbox").fill(text)
            self.assertEqual(answer.value.status, 200)
            expect(page.locator("#empty .problem")).to_have_count(0)


class ConcertLayoutTests(StaffCase):
    def test_the_views_fit_every_screen_in_each_language(self):
        for language in ("en", "de", "fr"):
            page = self.signed_in("about:blank", locale=catalogue.LOCALES.get(language, "en-GB"))
            for view in ("", "?view=recent", "?view=catalogue"):
                page.goto(f"/concerts{view}")
                expect(page.locator("#chips button").first).to_be_visible()
                for width, _ in self.on_screens(page, SIZES):
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, f"{view} {language} {width}")


class ConcertAccessTests(AxeCase, StaffCase):
    def test_each_view_is_accessible_in_light_and_dark(self):
        for scheme in ("light", "dark"):
            for view in ("", "?view=recent", "?view=catalogue"):
                page = self.signed_in(f"/concerts{view}", scheme=scheme)
                expect(page.locator("#chips button").first).to_be_visible()
                self.check(page, f"concerts{view}, {scheme}")
