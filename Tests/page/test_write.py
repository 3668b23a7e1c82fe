"""Tests of the guided write screen against real readers: the chip stores what the page reported."""

import re

import catalogue
import hub
import test_accessibility
from browser import MIDDLE, SIZES, SMALL, PageCase, expect
from test_layout import FAULTS

# The outcomes that prevent a write, and the title of each on the screen.
GUARDS = {
    "tag-bound": "This tag belongs to another copy",
    "tag-foreign-content": "This tag has other content",
    "copy-has-tag": "This copy already has a tag",
    "tag-locked": "This tag is locked permanently",
    "tag-password": "This tag has a password",
    "tag-too-small": "This tag is too small",
    "tag-type": "This type of tag cannot be written",
    "tag-random-uid": "This is not a tag",
    "two-tags": "Two tags on the reader",
    "tag-lost": "The tag was removed too soon",
    "verify-failed": "Write failed",
    "tag-suspect": "This tag failed three times",
    "reader-fault": "The reader stopped",
    "expired": "Timed out",
}
QUESTIONS = ("tag-bound", "tag-foreign-content", "copy-has-tag")
OF_JOBS = ("tag-lost", "verify-failed", "reader-fault", "expired")

# Draws a state of the station as the page does, without a station.
SHOW = """async (state) => {
  const { GuideView } = await import('/write/view.js');
  const { sceneOf } = await import('/write/scene.js');
  for (const id of ['picture', 'actions', 'lying', 'guide-copy']) document.getElementById(id).replaceChildren();
  new GuideView({ onAction() {}, onChoice() {} }).show(sceneOf(state), state);
}"""


def state_of(code, copy):
    """Returns the state of the page after this outcome."""
    reader = {"kind": "nfc", "name": "nfc", "state": "ready"}
    station = {"name": "desk", "mode": "write", "state": "idle"}
    state = {"station": station, "reader": reader, "present": [], "copy": copy}
    if code in QUESTIONS:
        station["question"] = {"code": code, "sentence": "It belongs to The Rise and Fall of Ziggy Stardust, copy 1234."}
        station["question"]["copy"] = copy
        station["question"]["release"] = copy["release"]
    elif code in OF_JOBS:
        torn = code in ("tag-lost", "reader-fault")
        job = {"id": "1", "state": "torn" if torn else "failed", "outcome": code, "copy": copy, "uid": "04A2B3C4D5E680"}
        state.update(focus="job", job={**job, "release": copy["release"], "sentence": "", "hint": ""})
    else:
        outcome = {"status": "refused", "code": code, "title": code, "detail": "", "mode": "write"}
        state.update(focus="scan", scan={"seq": 1, "text": "04A2B3C4D5E680", "outcome": outcome})
    return state


class WriteTests(PageCase):
    uses_readers = True

    def setUp(self):
        super().setUp()
        hub.end_tags()

    def tearDown(self):
        hub.end_tags()
        super().tearDown()

    def begin(self, **options):
        """Opens the page, ready for the first copy."""
        page = self.open("/write", **options)
        page.get_by_role("button", name="Start writing").click()
        self.says(page, "Scan the copy")
        self.assertEqual(hub.station()["mode"], "write")
        return page

    def test_leaving_the_page_ends_the_mode_write_unless_a_job_is_open(self):
        hub.set_mode("return")
        page = self.begin()
        page.goto("/library")
        hub.wait_for("the mode of before", lambda: hub.station()["mode"] == "return")
        # A station with an open task stays in the mode Write.
        page = self.begin()
        self.offer(page, hub.untagged(1)[0])
        page.goto("/library")
        expect(page.locator(".release-row").first).to_be_visible()
        self.assertEqual(hub.station()["mode"], "write")

    def says(self, page, title):
        expect(page.get_by_role("heading", level=1)).to_have_text(title)

    def offer(self, page, copy):
        hub.report(copy["code"])
        self.says(page, "Place its tag on the reader")
        expect(page.locator("#guide-copy")).to_contain_text(copy["release"]["title"])

    def test_a_record_and_its_tag(self):
        copy, tag = hub.untagged()[0], hub.blank("ntag213-1")
        page = self.begin()
        self.offer(page, copy)
        hub.lay(tag)
        self.says(page, "Written and verified")
        expect(page.locator("#last")).to_contain_text(copy["release"]["title"])
        expect(page.locator("#last")).to_contain_text("pages written")
        lying = hub.lying()
        self.assertEqual([(one["content"], one["code"]) for one in lying], [("own", copy["code"])])
        self.assertEqual(lying[0]["bound"]["copy"]["id"], copy["id"])
        hub.lay()
        self.says(page, "Scan the copy")
        # A tag that is already correct is not written again.
        self.offer(page, copy)
        hub.lay(tag)
        self.says(page, "Already written")

    def test_a_tag_may_come_first(self):
        copy, tag = hub.untagged()[0], hub.blank("ntag213-2")
        page = self.begin()
        hub.lay(tag)
        self.says(page, "Scan the copy for this tag")
        expect(page.locator("#lying")).to_contain_text("NTAG213")
        expect(page.locator("#lying")).to_contain_text("empty")
        hub.report(copy["code"])
        self.says(page, "Written and verified")

    def test_foreign_content_is_overwritten_only_after_a_yes(self):
        copy, tag = hub.untagged()[0], hub.loose("foreign")
        page = self.begin()
        self.offer(page, copy)
        hub.lay(tag)
        self.says(page, GUARDS["tag-foreign-content"])
        page.get_by_role("button", name="No, leave it unchanged").click()
        hub.wait_for("the answer", lambda: "question" not in hub.station() or page.wait_for_timeout(50))
        self.assertEqual(hub.lying()[0]["content"], "foreign")
        hub.lay()
        hub.wait_for("an empty reader", lambda: not hub.lying() or page.wait_for_timeout(50))
        hub.report(copy["code"])
        hub.lay(tag)
        self.says(page, GUARDS["tag-foreign-content"])
        page.locator("#guide").focus()
        page.keyboard.press("y")
        self.says(page, "Written and verified")
        self.assertEqual(hub.lying()[0]["code"], copy["code"])

    def test_a_tag_that_names_another_record_is_moved_only_when_that_is_said(self):
        first, second = hub.untagged()[:2]
        tag = hub.blank("ntag213-3")
        page = self.begin()
        self.offer(page, first)
        hub.lay(tag)
        self.says(page, "Written and verified")
        hub.lay()
        self.says(page, "Scan the copy")
        self.offer(page, second)
        hub.lay(tag)
        self.says(page, GUARDS["tag-bound"])
        expect(page.locator("#guide-lead")).not_to_be_empty()
        page.get_by_role("button", name="Yes, move it").click()
        self.says(page, "Written and verified")
        self.assertEqual(hub.lying()[0]["bound"]["copy"]["id"], second["id"])

    def test_a_second_tag_is_added_only_when_that_is_said(self):
        copy, first, second = hub.untagged()[0], hub.blank("ntag213-4"), hub.blank("ntag213-5")
        page = self.begin()
        self.offer(page, copy)
        hub.lay(first)
        self.says(page, "Written and verified")
        hub.lay()
        self.says(page, "Scan the copy")
        self.offer(page, copy)
        hub.lay(second)
        self.says(page, GUARDS["copy-has-tag"])
        page.get_by_role("button", name="Yes, add a second tag").click()
        self.says(page, "Written and verified")

    def test_what_cannot_be_written_is_said_and_why(self):
        copy = hub.untagged()[0]
        page = self.begin()
        for name, code in (
            ("locked", "tag-locked"),
            ("password", "tag-password"),
            ("classic", "tag-type"),
            ("type4", "tag-type"),
            ("phone", "tag-random-uid"),
        ):
            with self.subTest(tag=name):
                hub.report(copy["code"])
                hub.lay(hub.loose(name))
                self.says(page, GUARDS[code])
                expect(page.locator("#guide")).to_have_attribute("data-tone", "no")
                hub.lay()
                hub.wait_for("an empty reader", lambda: not hub.lying() or page.wait_for_timeout(50))

    def test_what_cannot_be_written_is_bound_as_it_is_by_the_staff(self):
        self.may_fail = True
        copy = hub.untagged()[0]
        hub.set_mode("write")
        for sign_in in (self.open, self.signed_in):
            page = sign_in("/write")
            self.says(page, "Scan the copy")
            self.offer(page, copy)
            hub.lay(hub.loose("type4"))
            self.says(page, GUARDS["tag-type"])
            page.get_by_role("button", name="Bind without writing").click()
            if sign_in == self.open:
                expect(page.get_by_role("dialog")).to_contain_text("Staff only")
                hub.lay()
                hub.wait_for("an empty reader", lambda: not hub.lying() or page.wait_for_timeout(50))
                page.close()
                hub.call("POST", f"/api/v1/stations/{hub.station()['name']}/end")
        expect(page.locator("#last")).to_contain_text("bound without writing")
        self.assertEqual(hub.lying()[0]["bound"]["copy"]["id"], copy["id"])

    def test_a_small_tag_takes_the_short_form(self):
        copy, tag = hub.untagged()[0], hub.blank("ultralight")
        page = self.begin()
        self.offer(page, copy)
        hub.lay(tag)
        self.says(page, "Written and verified")
        expect(page.locator("#guide-lead")).to_contain_text("short form")

    def test_two_tags_are_one_too_many(self):
        copy = hub.untagged()[0]
        page = self.begin()
        self.offer(page, copy)
        hub.lay(hub.loose("ntag213-1"), hub.loose("ntag215"))
        self.says(page, GUARDS["two-tags"])

    def test_a_torn_tag_is_finished_at_its_next_tap(self):
        copy, tag = hub.untagged()[0], hub.blank("ntag216")
        page = self.begin()
        self.offer(page, copy)
        hub.trouble(tear={"write": 4, "moment": "partial"})
        hub.lay(tag)
        self.says(page, GUARDS["tag-lost"])
        expect(page.locator("#unfinished")).to_have_text("1 tag is unfinished")
        page.locator("#unfinished").click()
        expect(page.get_by_role("dialog")).to_contain_text(copy["release"]["title"])
        page.keyboard.press("Escape")
        # In any mode.
        hub.set_mode("look-up")
        hub.lay()
        hub.lay(tag)
        hub.wait_for("the tag finished", lambda: hub.newest_job()["state"] == "done" or page.wait_for_timeout(50))
        expect(page.locator("#unfinished")).to_be_hidden()
        self.assertEqual(hub.lying()[0]["code"], copy["code"])

    def test_a_worn_tag_is_never_said_to_be_written(self):
        copy = hub.untagged()[0]
        page = self.begin()
        self.offer(page, copy)
        hub.lay(hub.loose("worn"))
        self.says(page, GUARDS["verify-failed"])
        self.assertNotIn("bound", hub.lying()[0])

    def test_a_list_goes_on_by_itself(self):
        copies = hub.untagged()[:2]
        tags = [hub.blank("ntag213-1"), hub.blank("ntag213-2")]
        page = self.begin()
        page.get_by_role("button", name="Write a list of tags").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_role("button", name="Selected copies").click()
        for copy in copies:
            sheet.get_by_role("searchbox").fill(f"#{copy['number']}")
            sheet.locator(".found .copy-row", has_text=f"Copy {copy['number']}").first.click()
        expect(sheet.get_by_role("status").last).to_have_text("2 copies selected")
        sheet.get_by_role("button", name="Start").click()
        state = page.locator("#list-state")
        for index, copy in enumerate(copies):
            expect(state).to_contain_text(f"{index + 1} of 2")
            self.says(page, "Place its tag on the reader")
            expect(page.locator("#guide-copy")).to_contain_text(copy["release"]["title"])
            hub.lay(tags[index])
            self.says(page, "Written and verified")
            hub.lay()
        self.says(page, "The list is complete")
        page.locator("#actions").get_by_role("button", name="End the list").click()
        self.says(page, "Scan the copy")
        expect(state).to_be_hidden()

    def test_a_list_can_be_skipped_through_with_the_keys_alone(self):
        for copy, slot in zip(hub.untagged(), hub.free_slots(2)):
            hub.shelve(copy, slot)
        shelves = [place for place in hub.every("/api/v1/places") if place["kind"] == "shelf"]
        place = next(place for place in shelves if place["untagged"] > 1)
        page = self.open("/write", size=SMALL)
        self.press(page, "Start writing")
        self.press(page, "Write a list of tags")
        self.press(page, "One place")
        page.get_by_label("Place").select_option(place["id"])
        self.press(page, "Start")
        self.says(page, "Place its tag on the reader")
        first = page.locator("#guide-copy").text_content()
        self.press(page, "Skip this copy")
        expect(page.locator("#guide-copy")).not_to_have_text(first)
        expect(page.locator("#list-state")).to_contain_text(f"2 of {place['untagged']}")
        page.locator("#list-state").get_by_role("button").press("Enter")
        self.says(page, "Scan the copy")

    def test_a_record_is_chosen_by_words(self):
        copy = hub.untagged()[0]
        page = self.begin()
        page.get_by_role("button", name="Choose a copy").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_role("searchbox").fill(copy["release"]["title"])
        sheet.locator(".found .copy-row", has_text=f"Copy {copy['number']}").first.click()
        self.says(page, "Place its tag on the reader")
        expect(page.locator("#guide-copy")).to_contain_text(copy["release"]["title"])

    def test_every_guard_fits_every_screen_and_has_its_own_picture(self):
        copy = hub.every("/api/v1/copies")[0]
        copy["release"]["title"] = "The Rise and Fall of Ziggy Stardust and the Spiders from Mars, " * 2
        pictures = {}
        page = None
        for size in SIZES:
            page = self.open("/write", size=size, on=page)
            expect(page.get_by_role("button", name="Start writing")).to_be_visible()
            for code, title in GUARDS.items():
                with self.subTest(size=size, code=code):
                    page.evaluate(SHOW, state_of(code, copy))
                    self.says(page, title)
                    pictures[code] = page.locator(".drawing").get_attribute("data-scene")
                    self.assertEqual(page.evaluate(FAULTS), [])
        # A worn tag and three failures look the same; the picture distinguishes all others.
        self.assertGreaterEqual(len(set(pictures.values())), len(GUARDS) - 2, pictures)

    def test_an_absent_reader_is_shown_with_the_remedy(self):
        ready = hub.call("GET", "/readyz")
        for reader in ready["readers"]:
            if reader["kind"] == "nfc":
                reader.update(state="failed", reason="the chip does not answer", hint="Unplug it and plug it in again.")
        hub.set_mode("write")
        page = self.open("about:blank", size=MIDDLE)
        page.route("**/readyz", lambda route: route.fulfill(json=ready))
        page.goto("/write")
        self.says(page, "The reader is not ready")
        expect(page.locator("#guide-lead")).to_contain_text("Unplug it and plug it in again.")

    def test_a_step_is_announced_once(self):
        copy = hub.untagged()[0]
        page = self.begin()
        page.evaluate("""() => {
              window.said = [];
              const place = document.querySelector('#announcement');
              new MutationObserver(() => window.said.push(place.textContent)).observe(place, { childList: true });
            }""")
        self.offer(page, copy)
        said = page.evaluate("window.said")
        self.assertEqual(len(said), 1, said)
        self.assertRegex(said[0], re.compile("^Place its tag on the reader"))

    def test_the_screen_speaks_german_and_french(self):
        copy = hub.untagged()[0]
        first = {"de": "Chips beschreiben", "fr": "Écrire les puces"}
        for language, locale in catalogue.LOCALES.items():
            hub.set_mode("look-up")
            page = self.open("/write", size=SMALL, locale=locale)
            self.says(page, first[language])
            expect(page.locator("html")).to_have_attribute("lang", language)
            self.speaks(page, language, "the start")
            page.locator('[data-action="start"]').click()
            expect(page.locator('[data-action="list"]')).to_be_visible()
            self.speaks(page, language, "the first step")
            page.locator('[data-action="list"]').click()
            for kind in ("untagged", "place", "copies"):
                page.locator(f'[data-kind="{kind}"]').click()
                self.speaks(page, language, f"a list, {kind}")
            page.get_by_role("searchbox").fill("#1")
            expect(page.locator(".found .copy-row").first).to_be_visible()
            test_accessibility.AccessibilityTests.check(self, page, f"a selection, {language}")
            self.dismiss(page)
            for code in GUARDS:
                # The station asks in its own language, and the page in that of its user.
                state = state_of(code, copy)
                state["station"]["policy"] = {"language": "en"}
                page.evaluate(SHOW, state)
                self.speaks(page, language, code)

    def speaks(self, page, language, what):
        with self.subTest(language=language, what=what):
            self.assertEqual(catalogue.left_in_english(page, language), [])
            self.assertEqual(page.evaluate(FAULTS), [])

    def test_another_language_is_spoken_at_once(self):
        copy = hub.untagged()[0]
        page = self.begin()
        self.offer(page, copy)
        self.assertIn("Place its tag on the reader", catalogue.left_in_english(page, "de"))
        page.locator(".menu-button").click()
        page.get_by_role("combobox", name="Language").select_option("de")
        page.keyboard.press("Escape")
        self.says(page, "Legen Sie seinen Chip auf das Lesegerät")
        expect(page.locator("#guide-copy")).to_contain_text(f"Exemplar {copy['number']}")
        expect(page.locator("#lying")).to_have_text("Kein Chip auf dem Lesegerät")
        self.assertEqual(page.title(), "Chips beschreiben · Deadwax")
        self.speaks(page, "de", "the tag")
        # The setting is stored for the next pages.
        page.goto("/tags")
        expect(page.locator("h1")).to_have_text("Chips")
