"""Tests of the library: search by words, reading page by page, a record opened beside the list."""

import json
import math
import re
import urllib.parse

import catalogue
import lending
import hub
import test_accessibility
from browser import MIDDLE, SMALL, PageCase, expect
from test_layout import FAULTS, WWW


class LibraryTests(PageCase):
    def test_releases_are_listed(self):
        expected = hub.call("GET", "/api/v1/releases?limit=50")["items"]
        page = self.open("/library")
        rows = page.locator(".release-row")
        hub.wait_for("the list", lambda: rows.count() >= len(expected))
        titles = page.locator(".release-title").all_text_contents()
        self.assertEqual(titles[: len(expected)], [release["title"] for release in expected])

    def test_a_cover_that_is_under_way_is_not_asked_for_again(self):
        release = "0193489a-7c1e-7b52-9d4e-2f60c3a1b7d4"
        cover = {"release": release, "id": "0193489a-7c20-7e0b-a1c3-5d9e8f274b16", "sha256": "0" * 64}
        page = self.open("/library")
        expect(page.locator(".release-title").first).to_be_visible()
        held = []
        page.route(f"**/api/v1/covers?releases={release}", lambda route: held.append(route))
        page.route("**/api/v1/attachments/**", lambda route: route.fulfill(path=WWW / "home-icon.png"))
        draw = """async (release) => {
          const { coverOn } = await import("/record/cover.js");
          const place = document.createElement("div");
          place.className = "place-of-cover";
          document.querySelector("main").prepend(coverOn(place, release));
        }"""
        page.evaluate(draw, release)
        hub.wait_for("the request", lambda: held or page.wait_for_timeout(50))
        # The list is drawn again, before the answer and after it.
        page.evaluate(draw, release)
        held[0].fulfill(json={"items": [cover]})
        expect(page.locator(".place-of-cover img")).to_have_count(2)
        page.evaluate(draw, release)
        expect(page.locator(".place-of-cover img")).to_have_count(3)
        self.assertEqual(len(held), 1)

    def test_words_find_a_release_and_stand_in_the_address(self):
        release = hub.call("GET", "/api/v1/releases?limit=5")["items"][-1]
        page = self.open("/library")
        page.get_by_role("searchbox").fill(release["title"])
        expect(page.locator(".release-title").first).to_have_text(release["title"])
        hub.wait_for(
            "the address", lambda: urllib.parse.quote_plus(release["title"]) in page.url or page.wait_for_timeout(50)
        )
        page.reload()
        expect(page.get_by_role("searchbox")).to_have_value(release["title"])
        expect(page.locator(".release-title").first).to_have_text(release["title"])

    def test_nothing_found_offers_what_to_do(self):
        page = self.open("/library?q=zzzzqqqq")
        expect(page.locator("#empty")).to_contain_text("No release matches")
        page.get_by_role("button", name="Show all releases").click()
        expect(page.locator(".release-row").first).to_be_visible()

    def test_an_empty_library_says_what_to_do(self):
        page = self.open("about:blank")
        page.route("**/api/v1/releases?*", lambda route: route.fulfill(json={"items": []}))
        page.goto("/library")
        expect(page.locator("#empty")).to_contain_text("The library is empty")
        expect(page.get_by_role("link", name="Open the Desk page", exact=True)).to_be_visible()

    def test_a_release_shows_its_tracks_and_copies(self):
        copy = hub.every("/api/v1/copies")[0]
        release = hub.call("GET", f"/api/v1/releases/{copy['release']['id']}")
        for size in (SMALL, MIDDLE):
            with self.subTest(size=size):
                page = self.open(f"/library?release={release['id']}", size=size)
                view = page.get_by_role("article", name="Release")
                expect(view.get_by_role("heading", level=2)).to_have_text(release["title"])
                expect(view.locator(".copies li")).to_have_count(len(release["copies"]))
                expect(view.locator(".copies")).to_contain_text(copy["code"])
                for track in release["tracks"]:
                    expect(view.locator(".tracks")).to_contain_text(track["title"])
                page.get_by_role("button", name="Close the release").click()
                expect(view).to_be_hidden()
                expect(page.locator(".release-row").first).to_be_visible()

    def test_a_picture_is_a_cover_in_the_list_and_on_its_release(self):
        release = hub.call("GET", "/api/v1/releases?limit=1")["items"][0]
        page = self.signed_in(f"/library?release={release['id']}")
        field = page.get_by_label("Add pictures or files")
        field.set_input_files({"name": "cover.png", "mimeType": "image/png", "buffer": page.screenshot()})
        expect(page.locator(".gallery li")).to_have_count(1)
        expect(page.locator(".release-head .cover-picture")).to_be_visible()
        page.reload()
        expect(page.locator(f".release-row[data-id='{release['id']}'] .cover-picture")).to_be_attached()
        # Every picture is the hub's own; the end of the test refuses any request to another host.
        self.assertTrue([url for url in self.requests if "/thumbnail?size=" in url])
        page.locator(".gallery .more-actions").click()
        page.get_by_role("button", name="Remove", exact=True).click()
        expect(page.locator(".gallery li")).to_have_count(0)
        expect(page.locator(".release-head .cover-picture")).to_have_count(0)

    def test_a_picture_is_straightened_and_cut_by_touch_and_by_keyboard_alone(self):
        release = hub.call("GET", "/api/v1/releases?limit=2")["items"][1]
        page = self.signed_in(f"/library?release={release['id']}", size=SMALL)
        page.get_by_label("Add pictures or files").set_input_files(
            {"name": "crooked.png", "mimeType": "image/png", "buffer": page.screenshot()}
        )
        entry = page.locator(".gallery li")
        expect(entry).to_have_count(1)
        address = f"/releases/{release['id']}/attachments"
        first = lending.staff("GET", address)["items"][0]
        self.addCleanup(lambda: lending.staff("DELETE", f"/attachments/{first['id']}", headers={"if-match": "*"}))

        def open_form():
            entry.locator(".more-actions").click()
            page.get_by_role("button", name="Cut or straighten", exact=True).click()
            slider = page.get_by_role("slider", name="Straighten")
            expect(slider).to_be_focused()
            return slider

        slider = open_form()
        # The slider has the focus. Its arrows, and the buttons beside it, move by a tenth of a degree.
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        expect(slider).to_have_attribute("aria-valuetext", "0.3°")
        page.keyboard.press("Home")
        expect(slider).to_have_attribute("aria-valuetext", "-15°")
        page.get_by_role("button", name="Turn anticlockwise by 0.1°").click()
        expect(slider).to_have_attribute("aria-valuetext", "-15°")
        page.get_by_role("button", name="Turn clockwise by 0.1°").click()
        expect(slider).to_have_attribute("aria-valuetext", "-14.9°")
        slider.focus()
        for _ in range(49):
            page.keyboard.press("ArrowRight")
        expect(slider).to_have_attribute("aria-valuetext", "-10°")
        self.assertEqual(page.evaluate(FAULTS), [])
        # What is shown has no empty corner: the picture covers its view.
        covered = page.evaluate("""() => {
          const view = document.querySelector(".cut-view").getBoundingClientRect();
          const image = document.querySelector(".cut-view img");
          const matrix = new DOMMatrix(getComputedStyle(image).transform).inverse();
          return [[-1, -1], [1, -1], [-1, 1], [1, 1]].every(([x, y]) => {
            const point = matrix.transformPoint({ x: x * view.width / 2, y: y * view.height / 2 });
            return Math.abs(point.x) <= image.offsetWidth / 2 + 1 && Math.abs(point.y) <= image.offsetHeight / 2 + 1;
          });
        }""")
        self.assertTrue(covered)
        page.keyboard.press("Enter")
        expect(slider).to_have_count(0)
        turned = lending.staff("GET", f"/attachments/{first['id']}")
        zoom = math.cos(math.radians(10)) + max(first["width"], first["height"]) / min(first["width"], first["height"]) * math.sin(
            math.radians(10)
        )
        self.assertAlmostEqual(turned["width"], first["width"] / zoom, delta=2)
        self.assertAlmostEqual(turned["height"], first["height"] / zoom, delta=2)
        open_form()
        page.get_by_label("Left edge in per cent").fill("50")
        page.get_by_role("button", name="Apply").click()
        expect(page.locator("#field-angle")).to_have_count(0)
        cut = lending.staff("GET", f"/attachments/{first['id']}")
        self.assertAlmostEqual(cut["width"], turned["width"] / 2, delta=1)
        self.assertEqual(cut["height"], turned["height"])

    def test_an_own_picture_is_the_cover_before_one_of_the_archive(self):
        ids = ",".join(release["id"] for release in hub.every("/api/v1/releases")[-200:])

        def covers():
            return hub.call("GET", f"/api/v1/covers?releases={ids}")["items"]

        def tidy():
            lending.set_setting("sources.musicbrainz", None)
            lending.set_setting("sources.contact", None)
            for cover in covers():
                if cover["source"] == "cover-art-archive":
                    lending.staff("DELETE", f"/attachments/{cover['id']}", headers={"if-match": "*"})

        self.addCleanup(tidy)
        lending.set_setting("sources.contact", "desk@library.example")
        lending.set_setting("sources.musicbrainz", "yes")
        fetched = hub.wait_for("a cover of the archive", covers)[0]
        # What was found stays when the source is switched off.
        lending.set_setting("sources.musicbrainz", None)
        page = self.signed_in(f"/library?release={fetched['release']}")
        entries, picture = page.locator(".gallery li"), page.locator(".release-head .cover-picture")
        expect(picture).to_have_attribute("src", re.compile(fetched["id"]))
        link = entries.get_by_role("link", name="Cover Art Archive (opens in a new tab)", exact=True)
        expect(link).to_have_attribute("href", fetched["sourceUrl"])
        page.get_by_label("Add pictures or files").set_input_files(
            {"name": "own.png", "mimeType": "image/png", "buffer": page.screenshot()}
        )
        expect(entries).to_have_count(2)
        own = next(cover for cover in covers() if cover["release"] == fetched["release"])
        self.assertEqual(own["source"], "own")
        expect(picture).to_have_attribute("src", re.compile(own["id"]))
        # The list beside the record may ask for a cover at the moment in which it is removed.
        self.forgiven = (*self.forgiven, fetched["id"], own["id"])
        for name, left, shown in (("own.jpg", 1, fetched), ("Cover Art Archive.jpg", 0, None)):
            entries.filter(has_text=name).locator(".more-actions").click()
            page.get_by_role("button", name="Remove", exact=True).click()
            expect(entries).to_have_count(left)
            if shown:
                expect(picture).to_have_attribute("src", re.compile(shown["id"]))
        expect(picture).to_have_count(0)

    def test_staff_note_what_belongs_to_a_copy(self):
        copy = next(copy for copy in hub.every("/api/v1/copies") if copy["status"] == "available")
        undo = {"parts": copy["parts"], "partsMissing": copy["partsMissing"], "status": "available", "shelfMark": None}
        self.addCleanup(lambda: lending.staff("PATCH", f"/copies/{copy['id']}", undo, {"if-match": "*"}))
        page = self.signed_in(f"/library?release={copy['release']['id']}")
        row = page.locator(".copies li").filter(has_text=copy["code"])
        row.get_by_role("button", name=f"Edit copy {copy['number']}").click()
        sheet = page.locator("#sheet")
        sheet.get_by_label("Parts", exact=True).fill("3")
        sheet.get_by_label("Missing parts").fill("1")
        sheet.get_by_label("Availability").select_option("withdrawn")
        sheet.get_by_label("Shelf mark").fill("ROCK 12")
        sheet.get_by_role("button", name="Save").click()
        expect(page.locator("#toast")).to_contain_text("Saved")
        expect(row).to_contain_text("withdrawn")
        expect(row).to_contain_text("2 of 3 parts")
        expect(row).to_contain_text("ROCK 12")

    def test_a_copy_is_lent_and_held_from_its_release(self):
        person = lending.enrol()
        self.addCleanup(lending.bring_back, person)
        copy = hub.single()[0]
        page = self.signed_in(f"/library?release={copy['release']['id']}")
        sheet = page.locator("#sheet")
        for word, act in (("Lend", "Lend"), ("Place a hold", "Place a hold")):
            page.locator(".release").get_by_role("button", name=word).click()
            sheet.get_by_role("button", name=act, exact=True).click()
            expect(sheet.get_by_role("alert")).to_contain_text("Choose a borrower")
            sheet.get_by_label("Borrower", exact=True).fill(person["shortName"])
            sheet.locator(".found button", has_text=person["shortName"]).click()
            if word == "Lend":
                sheet.get_by_role("button", name=act, exact=True).click()
                expect(page.locator("#toast")).to_contain_text(f"Lent to {person['shortName']}, due")
                self.assertEqual([loan["copy"]["id"] for loan in lending.loans_of(person)], [copy["id"]])
                expect(page.locator(".copies")).to_contain_text("On loan until")
                page.locator("#toast").get_by_role("button", name="Undo").click()
                expect(page.locator(".copies")).to_contain_text("Available")
                self.assertEqual(lending.loans_of(person), [])
            else:
                sheet.get_by_role("button", name=act, exact=True).click()
                expect(page.locator("#toast")).to_contain_text("The hold was placed")
                holds = lending.staff("GET", f"/borrowers/{person['id']}/holds?state=open")["items"]
                self.assertEqual(len(holds), 1)
                lending.staff("POST", f"/holds/{holds[0]['id']}/cancel")

    def test_a_refused_loan_says_why_and_is_overridden_with_a_reason(self):
        person = lending.enrol()
        self.addCleanup(lending.bring_back, person)
        lending.staff("PUT", f"/borrowers/{person['id']}/block", {"reason": "lost a box set"}, {"if-match": "*"})
        copy = hub.single()[0]
        self.may_fail = True
        page = self.signed_in(f"/library?release={copy['release']['id']}")
        sheet = page.locator("#sheet")
        page.locator(".release").get_by_role("button", name="Lend").click()
        sheet.get_by_label("Borrower", exact=True).fill(person["shortName"])
        sheet.locator(".found button", has_text=person["shortName"]).click()
        sheet.get_by_role("button", name="Lend", exact=True).click()
        expect(sheet.get_by_role("alert")).to_contain_text("blocked")
        self.assertEqual(lending.loans_of(person), [])
        sheet.get_by_label("Reason to lend it anyway").fill("the director agrees")
        sheet.get_by_role("button", name="Lend", exact=True).click()
        expect(page.locator("#toast")).to_contain_text("Lent to")
        self.assertEqual(len(lending.loans_of(person)), 1)

    def test_back_returns_to_the_list(self):
        page = self.open("/library")
        page.locator(".release-row").nth(1).click()
        expect(page.get_by_role("article", name="Release")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("article", name="Release")).to_be_hidden()

    def test_an_unknown_release_is_said_to_be_unknown(self):
        self.may_fail = True
        page = self.open("/library?release=0193489a-7c1e-7b52-9d4e-2f60c3a1b7d4")
        expect(page.get_by_role("article", name="Release")).to_contain_text("not in the library")

    def test_pages_follow_each_other(self):
        all_releases = hub.every("/api/v1/releases")
        page = self.open("about:blank")
        asked = []

        def serve(route):
            """Serves the hub's own releases, three at a time."""
            query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(route.request.url).query))
            start = int(query.get("cursor", 0))
            asked.append(start)
            body = {"items": all_releases[start : start + 3]}
            if start + 3 < len(all_releases):
                body["next"] = str(start + 3)
            route.fulfill(body=json.dumps(body), content_type="application/json")

        page.route("**/api/v1/releases?*", serve)
        page.goto("/library")
        rows = page.locator(".release-row")
        hub.wait_for("the second page", lambda: page.wait_for_timeout(50) or rows.count() > 3)
        page.keyboard.press("End")
        last = page.locator(f'#releases li[aria-posinset="{len(all_releases)}"]')
        expect(last).to_be_in_viewport()
        expect(last).to_have_attribute("aria-setsize", str(len(all_releases)))
        expect(last.locator(".release-title")).to_have_text(all_releases[-1]["title"])
        self.assertEqual(asked, sorted(set(asked)), "a page was read twice")

    def test_it_speaks_german_and_french(self):
        self.may_fail = True
        copy = hub.every("/api/v1/copies")[0]
        titles = {release["title"] for release in hub.every("/api/v1/releases")}
        states = {
            "the list": ("/library", ".release-row"),
            "nothing found": ("/library?q=zzzzqqqq", "#empty .primary"),
            "a release": (f"/library?release={copy['release']['id']}", ".release .copies li"),
            "an unknown release": ("/library?release=0193489a-7c1e-7b52-9d4e-2f60c3a1b7d4", ".release .empty-title"),
        }
        for code, word in (("de", "Bibliothek"), ("fr", "Bibliothèque")):
            page = self.open("about:blank", size=SMALL, locale=catalogue.LOCALES[code])
            for what, (path, shown) in states.items():
                with self.subTest(code=code, what=what):
                    page.goto(path)
                    expect(page.locator(shown).first).to_be_visible()
                    expect(page.locator("#list-title")).to_have_text(word)
                    expect(page.locator("html")).to_have_attribute("lang", code)
                    self.assertEqual(catalogue.left_in_english(page, code, titles), [])
                    test_accessibility.AccessibilityTests.check(self, page, f"{what} in {code}")
                    self.assertEqual(page.evaluate(FAULTS), [])

    def test_another_language_is_chosen_in_the_bar_and_remembered(self):
        copy = hub.every("/api/v1/copies")[0]
        page = self.open(f"/library?release={copy['release']['id']}")
        view = page.locator(".release")
        expect(view.locator("h2")).to_be_visible()
        page.locator("#words").fill("a")
        page.locator(".language select").select_option("de")
        expect(page.locator("#words")).to_have_attribute("placeholder", "Titel, Stücke, Nummern suchen")
        expect(view.locator(".copies")).to_contain_text(f"Exemplar {copy['number']}")
        expect(page.locator("#words")).to_have_value("a")
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(view.locator("h3").first).to_contain_text("Exemplar")

    def test_a_fault_of_the_hub_is_shown_and_can_be_retried(self):
        self.may_fail = True
        page = self.open("about:blank")
        problem = {
            "type": "urn:deadwax:problem:not-ready",
            "title": "Not ready",
            "status": 503,
            "code": "not-ready",
            "detail": "The disk is full.",
            "reasons": [],
            "retryable": True,
        }
        page.route("**/api/v1/releases?*", lambda route: route.fulfill(status=503, json=problem))
        page.goto("/library")
        expect(page.locator("#empty")).to_contain_text("The disk is full.")
        page.unroute("**/api/v1/releases?*")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".release-row").first).to_be_visible()
