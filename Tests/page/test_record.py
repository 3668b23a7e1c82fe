"""Tests of the whole record of a release: discs and sides, credits, companies and numbers; and of the parts of the list."""

import hub
import test_accessibility
from browser import MIDDLE, SMALL, PageCase, expect
from test_layout import FAULTS

PHONE = (360, 740)
ID = "0193489a-7c1e-7b52-9d4e-2f60c3a1b7d4"


def credit(name, role, **more):
    return {"name": name, "role": role, **more}


def track(position, title, **more):
    return {"kind": "track", "position": position, "title": title, **more}


RECORD = {
    "id": ID, "title": "Invented Suite", "artist": "The Imaginary Quartet", "year": 1974, "medium": "vinyl",
    "label": "Invented Label", "catalogNumber": "INV 1", "status": "resolved", "version": 3, "country": "France",
    "genres": ["Jazz"], "styles": [], "labels": [{"name": "Invented Label", "catalogNumber": "INV 1"}],
    "formats": [{"name": "Vinyl", "qty": 2, "descriptions": ["LP", "Album"]}],
    "artists": [
        {"name": "The Imaginary Quartet", "artist": "9"},
        credit("M. Example", "Producer", listedAs="Max Example", tracks="A1 to A3"), credit("A. Cutter", "Mastered By"),
    ],
    "series": [{"name": "Invented Series", "number": "12"}],
    "companies": [
        {"name": "First Plant", "role": "Pressed By", "number": "77"}, {"name": "Second Plant", "role": "Pressed By"},
        {"name": "Some House"},
    ],
    "tracks": [
        track("A1", "Opening", duration="3:00", disc="1", side="A", credits=[
            {"name": "A Guest"}, credit("S. Player", "Saxophone"), credit("T. Player", "Saxophone")]),
        track("A2", "Second", duration="1:02:33", disc="1", side="A"),
        {"kind": "index", "position": "", "title": "Suite", "disc": "2", "side": "C", "tracks": [
            track("C1", "Dawn", disc="2", side="C"), track("D1", "Dance", duration="4:00", disc="2", side="D")]},
        track("CD2-1", "Bonus", disc="CD2"),
    ],
    "sides": [
        {"disc": "1", "side": "A", "tracks": 2, "duration": "1:05:33"}, {"disc": "2", "side": "C", "tracks": 1},
        {"disc": "2", "side": "D", "tracks": 1, "duration": "4:00"}, {"disc": "CD2", "tracks": 1},
    ],
    "identifiers": [
        {"type": "Barcode", "value": "4006381333931"},
        {"type": "Matrix / Runout", "value": "INV-1-A1 STERLING", "description": "Side A"},
        {"type": "Matrix / Runout", "value": "INV-1-A2", "description": "Side A"}, {"type": "Label Code", "value": "LC 1"},
    ],
    "copies": [],
    "source": {"name": "discogs", "id": "1", "url": "https://www.discogs.com/release/1", "master": "55",
               "fetchedAt": "2026-11-20T09:45:12.120Z"},
}


class RecordTests(PageCase):
    def record(self, size, **more):
        page = self.open("about:blank", size=size, **more)
        page.route(f"**/api/v1/releases/{ID}", lambda route: route.fulfill(json=RECORD))
        page.route(f"**/api/v1/releases/{ID}/attachments", lambda route: route.fulfill(json={"items": []}))
        page.goto(f"/library?release={ID}")
        expect(page.locator(".release h2")).to_have_text("Invented Suite")
        return page

    def test_the_source_is_named_as_its_terms_want_it(self):
        page = self.record(MIDDLE)
        source = page.locator("p.source")
        expect(source).to_contain_text("Data from Discogs, 20 November")
        link = source.get_by_role("link", name="Data provided by Discogs.")
        expect(link).to_have_attribute("href", "https://www.discogs.com/release/1")
        self.assertNotIn("nofollow", link.get_attribute("rel"))

    def test_each_disc_and_side_has_a_heading_with_its_total_time(self):
        for size in (SMALL, MIDDLE, PHONE):
            with self.subTest(size=size):
                page = self.record(size)
                self.assertEqual(
                    [" / ".join(text.replace("\u00a0", " ").split("\n\n")) for text in page.locator(".side-head").all_inner_texts()],
                    ["Disc 1 · Side A / 2 tracks · 1:05:33", "Disc 2 · Side C / 1 track", "Disc 2 · Side D / 1 track · 4:00",
                     "CD2 / 1 track"])
                lists = page.locator(".release .tracks")
                self.assertEqual([lists.nth(index).locator("> li").count() for index in range(4)], [2, 2, 1, 1])
                self.assertEqual(page.evaluate(FAULTS), [])
                test_accessibility.AccessibilityTests.check(self, page, f"the record at {size}")

    def test_credits_are_folded_and_open_by_the_keyboard(self):
        page = self.record(MIDDLE)
        line = page.get_by_text("Show 2 credits", exact=True).first
        people = page.get_by_text("S. Player · T. Player")
        expect(people).to_be_hidden()
        line.focus()
        page.keyboard.press("Enter")
        expect(people).to_be_visible()
        page.keyboard.press("Enter")
        expect(people).to_be_hidden()
        # Those of the whole release, with the name in the source's list and the tracks; the main artist is in the head.
        page.get_by_text("Show 2 credits", exact=True).last.click()
        expect(page.locator(".release")).to_contain_text("M. Example (listed as Max Example; A1 to A3)")
        expect(page.locator(".by")).to_have_text("The Imaginary Quartet")
        self.assertEqual(page.evaluate(FAULTS), [])

    def test_series_companies_numbers_and_the_master_are_shown(self):
        page = self.record(MIDDLE)
        rows = dict(zip(page.locator("section > .facts > dt").all_inner_texts(), page.locator("section > .facts > dd").all_inner_texts()))
        for name, value in {
            "Series": "Invented Series – 12", "Pressed By": "First Plant – 77 · Second Plant", "Companies": "Some House",
            "Barcode": "4006381333931", "Matrix number (Side A)": "INV-1-A1 STERLING · INV-1-A2", "Label Code": "LC 1",
        }.items():
            self.assertEqual(rows.get(name), value, rows)
        expect(page.get_by_role("link", name="master 55")).to_have_attribute("href", "https://www.discogs.com/master/55")

    def test_a_record_on_another_medium_than_the_station_scans_for_can_be_chosen(self):
        page = self.signed_in("about:blank", size=MIDDLE)
        # The page reports that the release was opened, and the hub does not have this one.
        page.route("**/api/v1/recents", lambda route: route.fulfill(status=204))
        page.route(f"**/api/v1/releases/{ID}", lambda route: route.fulfill(
            json={**RECORD, "status": "not-found", "barcode": "4006381333931"}))
        page.route(f"**/api/v1/releases/{ID}/attachments", lambda route: route.fulfill(json={"items": []}))
        page.route(f"**/api/v1/releases/{ID}/alternatives", lambda route: route.fulfill(json={
            "items": [{"id": "7", "title": "Invented Suite", "formats": "CD, Album", "matrix": [], "behindBy": "scan-target",
                       "isCurrent": False, "url": "https://www.discogs.com/release/7"}],
            "confidence": "ambiguous", "version": 3}))
        page.goto(f"/library?release={ID}")
        place = page.locator(".alternatives")
        expect(place).to_contain_text("One record at Discogs has this barcode.")
        expect(place).to_contain_text("not on the medium of the station")
        expect(place.get_by_role("button", name="Ask me")).to_have_count(0)
        expect(place.get_by_role("button", name="Use this one")).to_be_visible()
        self.assertEqual(page.evaluate(FAULTS), [])

    def test_the_record_of_the_look_up_is_confirmed_while_no_one_has_chosen(self):
        page = self.signed_in("about:blank", size=MIDDLE)
        # The page reports that the release was opened, and the hub does not have this one.
        page.route("**/api/v1/recents", lambda route: route.fulfill(status=204))
        items = [{"id": number, "title": "Invented Suite", "formats": "CD, Album", "country": country, "matrix": [],
                  "isCurrent": number == "7", "url": f"https://www.discogs.com/release/{number}"}
                 for number, country in (("7", "UK"), ("8", "Japan"))]
        answer = {"items": items, "confidence": "ambiguous", "version": 3}
        page.route(f"**/api/v1/releases/{ID}", lambda route: route.fulfill(json={**RECORD, "barcode": "4006381333931"}))
        page.route(f"**/api/v1/releases/{ID}/attachments", lambda route: route.fulfill(json={"items": []}))
        page.route(f"**/api/v1/releases/{ID}/alternatives", lambda route: route.fulfill(json=answer))

        def choose(route):
            answer.update({"choice": "7", "confidence": "chosen"})
            route.fulfill(status=202, json=answer)

        page.route(f"**/api/v1/releases/{ID}/source", choose)
        page.goto(f"/library?release={ID}")
        place = page.locator(".alternatives")
        expect(place.locator(".alternative")).to_have_count(2)
        expect(place.get_by_role("button", name="Use this one")).to_have_count(1)
        expect(place).to_contain_text("Several of them fit equally well.")
        # Before the report of a change lies over the page.
        self.assertEqual(page.evaluate(FAULTS), [])
        with page.expect_request(lambda request: request.method == "PUT") as sent:
            place.get_by_role("button", name="Keep this one").click()
        self.assertEqual(sent.value.post_data_json, {"id": "7"})
        expect(page.locator("#toast")).to_contain_text("no one is asked about this barcode again")
        expect(place.get_by_role("button", name="Use this one")).to_have_count(1)
        expect(place.get_by_role("button", name="Keep this one")).to_have_count(0)
        expect(place).not_to_contain_text("fit equally well")

    def test_it_is_shown_in_german_and_french_in_light_and_dark(self):
        for locale, words in (("de-DE", "Seite A"), ("fr-FR", "Face A")):
            for scheme in ("light", "dark"):
                with self.subTest(locale=locale, scheme=scheme):
                    page = self.record(SMALL, locale=locale)
                    page.emulate_media(color_scheme=scheme)
                    expect(page.locator(".side-head").first).to_contain_text(words)
                    page.locator(".credits summary").first.click()
                    test_accessibility.AccessibilityTests.check(self, page, f"{locale}, {scheme}")


class PartTests(PageCase):
    def titles(self, medium):
        return [release["title"] for release in hub.every(f"/api/v1/releases?medium={medium}")]

    def test_the_list_shows_one_part_which_the_browser_keeps(self):
        expected = self.titles("vinyl")
        self.assertTrue(expected and self.titles("cd"))
        page = self.open("/library")
        part = page.get_by_role("group", name="Show").get_by_role("button", name="Vinyl")
        part.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#count")).to_have_text(f"{len(expected)} releases")
        expect(page.locator(".release-title").first).to_have_text(expected[0])
        self.assertIn("medium=vinyl", page.url)
        expect(part).to_have_attribute("aria-pressed", "true")
        # An address without a part shows the kept one, and Back returns from a choice.
        page.goto("/library")
        expect(part).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="All", exact=True).click()
        expect(page.locator("#count")).not_to_have_text(f"{len(expected)} releases")
        page.go_back()
        expect(part).to_have_attribute("aria-pressed", "true")
        page.goto("/library?medium=cd")
        expect(page.locator(".release-title").first).to_have_text(self.titles("cd")[0])

    def test_an_empty_part_says_so_and_all_releases_return(self):
        page = self.open("about:blank")
        page.route("**/api/v1/releases?*medium=other*", lambda route: route.fulfill(json={"items": []}))
        page.goto("/library?medium=other")
        expect(page.locator("#empty")).to_contain_text("There are no such releases yet")
        page.get_by_role("button", name="Show all releases").click()
        expect(page.locator(".release-row").first).to_be_visible()

    def test_a_search_for_a_number_says_what_matched(self):
        release = next(one for one in hub.every("/api/v1/releases") if len(one.get("catalogNumber", "")) > 5)
        number = release["catalogNumber"]
        page = self.open("/library", size=PHONE)
        page.get_by_role("searchbox").fill(".".join(number.lower().replace(" ", "").replace("-", "")))
        row = page.locator(f".release-row[data-id='{release['id']}']")
        expect(row.locator(".release-matched")).to_have_text(f"Catalogue number {number}")
        self.assertEqual(page.evaluate(FAULTS), [])
        # A search for words has no such line.
        page.get_by_role("searchbox").fill(release["title"])
        expect(row).to_be_visible()
        expect(row.locator(".release-matched")).to_have_count(0)
