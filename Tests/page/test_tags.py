"""Tests of tags: listed, filtered, opened; bound and unbound by staff; erased and sealed on the reader."""

import urllib.parse

import catalogue
import hub
import test_accessibility
from browser import MIDDLE, SIZES, SMALL, PageCase, expect
from test_layout import FAULTS


class TagsTests(PageCase):
    uses_readers = True

    def setUp(self):
        super().setUp()
        hub.end_tags()

    def tearDown(self):
        hub.end_tags()
        super().tearDown()

    def write(self, name, copy):
        """Writes a loose tag for a copy; it stays on the reader."""
        hub.lay(hub.loose(name))
        hub.wait_for("the tag", hub.lying)
        station = hub.station()["name"]
        wish = {"action": "write", "station": station, "copy": copy["id"], "overwrite": True, "move": True}
        job = hub.call("POST", "/api/v1/tag-jobs", {**wish, "second": "add"})
        hub.wait_for("the job", lambda: hub.newest_job()["state"] == "done")
        return job["uid"]

    def test_tags_are_listed_with_what_they_name(self):
        copy = hub.every("/api/v1/copies")[0]
        uid = self.write("ntag213-1", copy)
        page = self.open("/tags")
        row = page.locator(f'.tag-row[data-uid="{uid}"]')
        expect(row).to_contain_text(copy["release"]["title"])
        expect(row).to_contain_text("NTAG213")
        expect(row).to_contain_text("on the reader")
        expect(page.locator("#now")).to_be_visible()
        # The hub reports the removal.
        hub.lay()
        expect(row).not_to_contain_text("on the reader")
        expect(page.locator("#now")).to_be_hidden()

    def test_the_chips_filter_and_stand_in_the_address(self):
        self.write("ntag213-1", hub.every("/api/v1/copies")[0])
        page = self.open("/tags")
        for word, show in (("Bound", "bound"), ("Not bound", "unbound"), ("Faulty", "suspect")):
            chip = page.locator("#filters").get_by_role("button", name=word, exact=True)
            chip.click()
            expect(chip).to_have_attribute("aria-pressed", "true")
            self.assertIn(f"show={show}", page.url)
            expected = len(hub.call("GET", f"/api/v1/tags?limit=50&state={show}")["items"])
            expect(page.locator(".tag-row")).to_have_count(expected)
        page.go_back()
        expect(page.locator("#filters [aria-pressed=true]")).to_have_text("Not bound")

    def test_an_empty_list_says_what_to_do(self):
        page = self.open("about:blank")
        page.route("**/api/v1/tags?*", lambda route: route.fulfill(json={"items": []}))
        page.goto("/tags")
        expect(page.locator("#empty")).to_contain_text("No tags yet")
        expect(page.locator("#empty").get_by_role("link", name="Write tags")).to_be_visible()

    def test_pages_follow_each_other(self):
        shape = {"kind": "NTAG213", "writes": 0, "failures": 0, "isSuspect": False, "isSealed": False}
        tags = [{"uid": f"04{number:012X}", **shape} for number in range(7)]
        page = self.open("about:blank")

        def serve(route):
            query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(route.request.url).query))
            start = int(query.get("cursor", 0))
            more = {"next": str(start + 3)} if start + 3 < len(tags) else {}
            route.fulfill(json={"items": tags[start : start + 3], **more})

        page.route("**/api/v1/tags?*", serve)
        page.goto("/tags")
        rows = page.locator(".tag-row")
        expect(rows.first).to_be_visible()
        while page.locator("#more-button").is_visible():
            before = rows.count()
            page.locator("#more-button").click()
            hub.wait_for("more rows", lambda: page.wait_for_timeout(50) or rows.count() > before)
        expect(rows).to_have_count(len(tags))

    def test_one_tag_tells_its_story(self):
        copy = hub.every("/api/v1/copies")[0]
        uid = self.write("ntag213-2", copy)
        page = self.open("/tags")
        page.locator(f'.tag-row[data-uid="{uid}"]').click()
        one = page.get_by_role("article", name="Tag")
        expect(one.get_by_role("heading", level=2)).to_have_text(copy["release"]["title"])
        expect(one.locator(".facts")).to_contain_text(copy["code"])
        expect(one.locator(".jobs li").first).to_contain_text("done")
        expect(one.locator(".jobs li").first).to_contain_text("reads")
        page.get_by_role("button", name="Close the tag").click()
        expect(one).to_be_hidden()
        page.go_back()
        expect(one).to_be_visible()

    def test_an_unknown_tag_is_said_to_be_unknown(self):
        self.may_fail = True
        page = self.open("/tags?tag=04FFFFFFFFFFFF")
        expect(page.get_by_role("article", name="Tag")).to_contain_text("never read here")

    def test_a_tag_is_erased_after_a_question(self):
        uid = self.write("ntag213-3", hub.every("/api/v1/copies")[1])
        page = self.open(f"/tags?tag={uid}")
        self.press(page, "Erase")
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("will be empty")
        self.press(page, "Leave it")
        expect(sheet).to_be_hidden()
        self.assertEqual(hub.lying()[0]["content"], "own")
        self.press(page, "Erase")
        self.press(page, "Erase the tag")
        hub.wait_for("an empty tag", lambda: hub.lying()[0]["content"] == "empty" or page.wait_for_timeout(50))
        expect(page.locator(".jobs li").first).to_contain_text("Erase")
        expect(page.locator(".one .facts")).to_contain_text("empty")

    def test_a_seal_is_explained_set_and_taken_off(self):
        uid = self.write("ntag215", hub.every("/api/v1/copies")[2])
        page = self.open(f"/tags?tag={uid}", size=SMALL)
        self.press(page, "Seal")
        expect(page.get_by_role("dialog")).to_contain_text("protects against accidents, not against theft")
        self.press(page, "Seal the tag")
        expect(page.get_by_role("button", name="Remove the seal")).to_be_visible()
        self.assertTrue(hub.call("GET", f"/api/v1/tags/{uid}")["isSealed"])
        self.press(page, "Remove the seal")
        self.press(page, "Remove seal")
        expect(page.get_by_role("button", name="Seal", exact=True)).to_be_visible()

    def test_an_order_waits_for_the_tag_and_can_be_called_off(self):
        uid = self.write("ntag213-4", hub.every("/api/v1/copies")[3])
        hub.lay()
        hub.wait_for("an empty reader", lambda: not hub.lying())
        page = self.open(f"/tags?tag={uid}")
        self.press(page, "Write again")
        expect(page.locator("#toast")).to_contain_text("place the tag on the reader")
        expect(page.locator(".jobs li").first).to_contain_text("waiting for the tag")
        page.locator(".jobs li").first.get_by_role("button", name="Cancel the job").click()
        expect(page.locator(".jobs li").first).to_contain_text("cancelled")

    def test_binding_is_for_staff_and_the_page_says_it(self):
        self.may_fail = True
        uid = self.write("ntag213-5", hub.every("/api/v1/copies")[4])
        page = self.open(f"/tags?tag={uid}")
        self.press(page, "Unbind")
        expect(page.get_by_role("dialog")).to_contain_text("Staff only")
        expect(page.get_by_role("dialog").get_by_label("Passphrase", exact=True)).to_be_visible()

    def test_a_tag_is_unbound_bound_and_moved_by_the_staff(self):
        first, second = hub.every("/api/v1/copies")[5:7]
        uid = self.write("ntag213-6", first)
        page = self.signed_in(f"/tags?tag={uid}")
        heading = page.locator(".one h2")
        expect(heading).to_have_text(first["release"]["title"])
        self.press(page, "Unbind")
        expect(heading).to_have_text("Not bound")
        # The message that reports a change can undo it.
        self.press(page, "Undo")
        expect(heading).to_have_text(first["release"]["title"])
        self.press(page, "Move to another copy")
        page.get_by_label("Search the library").fill(f"#{second['number']}")
        page.locator(".found .copy-row", has_text=f"Copy {second['number']}").first.click()
        expect(heading).to_have_text(second["release"]["title"])
        self.assertEqual(hub.call("GET", f"/api/v1/tags/{uid}")["bound"]["copy"]["id"], second["id"])

    def test_the_page_fits_every_screen(self):
        uid = self.write("ntag213-1", hub.every("/api/v1/copies")[0])
        page = None
        for size in SIZES:
            for path in ("/tags", f"/tags?tag={uid}"):
                with self.subTest(size=size, path=path[:9]):
                    page = self.open(path, size=size, on=page)
                    expect(page.locator(".tag-row:visible, .one h2:visible").first).to_be_visible()
                    self.assertEqual(page.evaluate(FAULTS), [])

    def test_the_page_is_small(self):
        page = self.open("/tags", size=MIDDLE)
        # Everything has been loaded, also what comes after the first rows.
        page.wait_for_load_state("networkidle")
        sizes = page.evaluate(
            """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
              .filter((entry) => !/^[/](api|fonts)[/]/.test(new URL(entry.name).pathname))
              .map((entry) => [entry.name, entry.encodedBodySize])"""
        )
        self.assertGreater(len(sizes), 20)
        # As sent, compressed.
        self.assertLessEqual(sum(size for _, size in sizes), 77_500, (sum(size for _, size in sizes), len(sizes)))

    def test_the_page_speaks_german_and_french(self):
        self.may_fail = True
        uid = self.write("ntag213-1", hub.every("/api/v1/copies")[0])
        for language, locale in catalogue.LOCALES.items():
            page = self.open(f"/tags?tag={uid}", size=SMALL, locale=locale)
            expect(page.locator(".one h2")).to_be_visible()
            expect(page.locator("html")).to_have_attribute("lang", language)
            self.speaks(page, language, "a tag")
            test_accessibility.AccessibilityTests.check(self, page, f"a tag, {language}")
            for action in ("move", "erase", "seal"):
                page.locator(f'[data-action="{action}"]').click()
                expect(page.get_by_role("dialog")).to_be_visible()
                self.speaks(page, language, f"the question of {action}")
                page.keyboard.press("Escape")
            page.locator('[data-action="unbind"]').click()
            expect(page.locator("dialog .signin")).to_be_visible()
            self.speaks(page, language, "for the staff")
            for path, shown in (
                ("/tags", ".tag-row"),
                ("/tags?show=suspect", "#empty"),
                ("/tags?tag=04FFFFFFFFFFFF", "#one .empty-title"),
            ):
                page.goto(path)
                expect(page.locator(shown).first).to_be_visible()
                self.speaks(page, language, path)

    def speaks(self, page, language, what):
        with self.subTest(language=language, what=what):
            self.assertEqual(catalogue.left_in_english(page, language), [])
            self.assertEqual(page.evaluate(FAULTS), [])

    def test_another_language_is_spoken_at_once(self):
        uid = self.write("ntag213-1", hub.every("/api/v1/copies")[0])
        page = self.open(f"/tags?tag={uid}")
        for code, title, word in (("fr", "Puce", "crite"), ("de", "Chip", "eschrieben")):
            page.locator(".language select").select_option(code)
            # The result of the job: written, or written already.
            expect(page.locator(".jobs li").first).to_contain_text(word)
            self.assertRegex(page.title(), f"^{title} ")
            self.speaks(page, code, "a tag")
