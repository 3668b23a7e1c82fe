"""Tests of the page Desk: scans appear, and buttons work."""

import re
import unittest

import hub
import lending
from browser import PageCase, expect
from test_layout import FAULTS


class DeskTests(PageCase):
    def test_the_headline_says_what_does_not_work(self):
        self.may_fail = True
        page = self.open("about:blank", counter=False)
        page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": []}))
        ready = hub.call("GET", "/readyz")
        reader = next(reader for reader in ready["readers"] if reader["state"] == "ready")
        reader.update(state="failed", reason="the chip does not answer", hint="Unplug it and plug it in again.")
        page.route("**/readyz", lambda route: route.fulfill(json=ready))
        page.goto("/")
        words = page.locator(".calm-words")
        expect(words).to_contain_text("failed")
        expect(page.locator(".calm-mode")).to_contain_text("Unplug it and plug it in again.")
        expect(words).not_to_contain_text("Scan")
        reader.update(state="ready")
        page.reload()
        expect(words).to_have_text("Scan a copy, or place its tag on the reader")
        page.context.set_offline(True)
        expect(words).not_to_contain_text("Scan")
        page.context.set_offline(False)
        expect(words).to_have_text("Scan a copy, or place its tag on the reader")

    def test_the_headline_names_a_reader_that_was_unplugged(self):
        self.addCleanup(hub.trouble, unplug=False)
        page = self.open("about:blank", counter=False)
        page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": []}))
        page.goto("/")
        words = page.locator(".calm-words")
        expect(words).to_have_text("Scan a copy, or place its tag on the reader")
        expect(page.locator("#lamps .lamp")).to_have_text(["All ready"])
        hub.trouble(unplug=True)
        expect(words).to_have_text(re.compile("NFC reader"))
        expect(words).not_to_contain_text("Scan")
        hub.trouble(unplug=False)
        expect(words).to_have_text("Scan a copy, or place its tag on the reader")

    def test_a_fault_with_a_word_that_is_too_long_fits_a_narrow_screen(self):
        ready = hub.call("GET", "/readyz")
        ready["readers"][0].update(state="failed", reason=f"No answer from {'x' * 120}.")
        page = self.open("about:blank", counter=False, size=(360, 740))
        page.route("**/readyz", lambda route: route.fulfill(json=ready))
        page.goto("/")
        expect(page.locator("#trouble")).to_contain_text("No answer from")
        self.assertEqual(page.evaluate(FAULTS), [])

    def test_a_reader_that_is_missing_is_a_headline_only_if_no_other_works(self):
        ready = hub.call("GET", "/readyz")
        page = self.open("about:blank", counter=False)
        page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": []}))
        page.route("**/readyz", lambda route: route.fulfill(json=ready))
        nfc = next(reader for reader in ready["readers"] if reader["kind"] == "nfc")
        nfc.update(state="absent")
        page.goto("/")
        words = page.locator(".calm-words")
        expect(page.locator("#lamps .lamp").first).to_contain_text("missing")
        expect(words).to_have_text("Scan a copy, or place its tag on the reader")
        for reader in ready["readers"]:
            reader.update(state="absent", reason="No reader is connected.")
        page.reload()
        expect(words).to_contain_text("is unplugged")
        expect(page.locator(".calm-mode")).to_contain_text("No reader is connected. Plug it in")

    def test_without_the_hub_no_card_invites_a_scan(self):
        self.may_fail = True
        page = self.open(counter=False)
        self.assert_shows(page, hub.report("a card before the hub is gone"))
        page.context.set_offline(True)
        expect(page.locator(".calm-words")).to_have_text("No connection to the hub")
        expect(page.locator("#outcome .next")).to_have_count(0)
        page.context.set_offline(False)
        expect(page.locator("body")).to_have_attribute("data-hub", "up")
        expect(page.locator(".band-words")).to_have_text("Unknown code")

    def test_the_headline_belongs_to_the_mode(self):
        page = self.open("about:blank", counter=False)
        page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": []}))
        page.goto("/")
        for mode, words in (("check-out", "Scan the borrower’s card"), ("return", "Scan the returned copies"),
                            ("add", "Scan a barcode to add it")):
            hub.set_mode(mode)
            expect(page.locator(".calm-words")).to_have_text(words)

    def test_the_sleeve_leads_to_the_release(self):
        copy = hub.every("/api/v1/copies")[0]
        scan = hub.report(copy["code"])
        page = self.open(counter=False)
        self.assert_shows(page, scan)
        page.get_by_role("link", name=f"Details of {copy['release']['title']}").click()
        expect(page.locator(".release h2")).to_have_text(copy["release"]["title"])

    def test_facts_from_discogs_name_their_source_and_those_of_people_do_not(self):
        scan = hub.report("from a catalogue")
        release = hub.call("GET", "/api/v1/releases?limit=1")["items"][0]
        for status, isNamed in (("resolved", True), ("manual", False)):
            scan["outcome"].update(code="found", status="noted", title="Found", release={**release, "year": 1994, "status": status})
            page = self.open("about:blank", counter=False)
            page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": [scan]}))
            page.goto("/")
            facts = page.locator(".fact-line")
            expect(facts).to_contain_text("1994")
            with self.subTest(status=status):
                words = expect(facts)
                (words.to_contain_text if isNamed else words.not_to_contain_text)("Data provided by Discogs.")

    def test_the_page_is_small_and_sends_no_request_to_another_host(self):
        # The first view of a new library, with its first steps: no scan is on the card. Bytes without fonts and API
        # responses, of a station with real devices, and of the demo with its virtual ones.
        def sizes(is_virtual):
            page = self.open("about:blank", counter=is_virtual)
            page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": []}))
            if not is_virtual:
                page.route("**/api/v1/virtual-hardware", lambda route: route.fulfill(status=404, json={"status": 404}))
            self.visit(page, "/", counter=is_virtual)
            expect(page.locator(".steps")).to_be_visible()
            found = page.evaluate(
                """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
                  .map((entry) => [new URL(entry.name).pathname, entry.decodedBodySize, entry.encodedBodySize])
                  .filter(([path]) => !/^[/]((api|fonts)[/]|readyz$)/.test(path))"""
            )
            page.close()
            return found

        desk, demo = sizes(False), sizes(True)
        self.assertGreater(len(desk), 5)
        self.assertLess(len(desk), len(demo))
        # The names of the scale of spacing added some 1,300 bytes before compression.
        # The first steps, some 9,000 bytes, are beside the virtual devices of the demo here. The list of keys added 1,000.
        for entries, limit in ((desk, 180_000), (demo, 227_700)):
            self.assertLessEqual(sum(size for _, size, _ in entries), limit, entries)
        # As sent, compressed.
        self.assertLessEqual(sum(size for _, _, size in desk), 56_500, desk)
        print(f"Desk: {sum(size for _, _, size in desk)} bytes sent, of {sum(size for _, size, _ in desk)}; "
              f"{sum(size for _, _, size in demo)} with virtual devices")

    def test_the_page_forbids_what_it_does_not_need(self):
        answer = self.open().request.get("/")
        policy = answer.headers.get("content-security-policy", "")
        self.assertIn("default-src 'self'", policy)
        self.assertNotIn("unsafe", policy)

    def test_a_scan_from_elsewhere_appears_by_itself(self):
        page = self.open(counter=False)
        scan = hub.report("nothing has this code 1")
        self.assert_shows(page, scan)

    def test_an_outcome_is_announced_once(self):
        page = self.open(counter=False)
        page.evaluate("""() => {
              window.said = [];
              const place = document.querySelector('#announcement');
              new MutationObserver(() => window.said.push(place.textContent)).observe(
                place, { childList: true, characterData: true, subtree: true });
            }""")
        scan = hub.report("nothing has this code 2")
        self.assert_shows(page, scan)
        # The words of an announcement come with a part of the page that is loaded when they are first needed.
        expect(page.locator("#announcement")).to_contain_text(scan["outcome"]["title"])
        said = page.evaluate("window.said")
        self.assertEqual(len(said), 1, said)
        self.assertIn(scan["outcome"]["title"], said[0])
        # Reading the lists again causes no event.
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-hub", "up")
        expect(page.locator("#feed .row").first).to_be_visible()
        expect(page.locator("#announcement")).to_have_text("")

    def test_the_last_eight_scans_are_listed_newest_first(self):
        made = [hub.report(f"row {number}") for number in range(10)]
        page = self.open(counter=False)
        rows = page.locator("#feed .row")
        expect(rows).to_have_count(8)
        self.assertEqual(rows.locator(".row-title").all_text_contents(), [scan["text"] for scan in made[:1:-1]])

    def test_a_row_tells_why(self):
        scan = hub.report("why was this")
        page = self.open(counter=False)
        page.locator("#feed .row").first.click()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_be_visible()
        expect(sheet).to_contain_text(scan["outcome"]["code"])
        expect(sheet).to_contain_text(scan["id"])
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        expect(page.locator("#feed .row").first).to_be_focused()

    def test_a_release_found_meanwhile_is_shown_as_found_after_a_reload(self):
        scan = hub.report("looked up long ago")
        release = hub.call("GET", "/api/v1/releases?limit=1")["items"][0]
        scan["outcome"].update(code="added-unresolved", status="queued", title="Added, look-up in progress",
                               release={**release, "status": "resolved"})
        page = self.open("about:blank", counter=False)
        page.route("**/api/v1/scans?*", lambda route: route.fulfill(json={"items": [scan]}))
        page.goto("/")
        row = page.locator("#feed .row").first
        expect(row.locator(".row-title")).to_have_text(release["title"])
        expect(row.locator(".row-words")).to_have_text("Added")
        expect(page.locator(".band-words")).to_have_text("Added")

    def test_an_answer_that_comes_after_the_title_does_not_take_it_back(self):
        new = lending.new_release()
        page = self.open(counter=False)
        hub.set_mode("add")
        held = []
        page.route("**/api/v1/scans", lambda route: held.append((route, route.fetch())))
        page.get_by_role("button", name="Type a code").click()
        page.get_by_label("Code", exact=True).fill(new["barcode"])
        page.keyboard.press("Enter")
        # The events have the scan and, a moment later, its release.
        expect(page.locator("#feed .row-title").first).to_have_text(new["title"])
        self.addCleanup(hub.call, "POST", f"/api/v1/stations/{hub.station()['name']}/undo")
        route, answer = held[0]
        self.assertEqual(answer.json()["outcome"]["code"], "added-unresolved")
        route.fulfill(response=answer)
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(page.locator("#feed .row-title").first).to_have_text(new["title"])
        expect(page.locator("#outcome .title")).to_have_text(new["title"])

    def test_a_mode_is_changed_by_its_button(self):
        page = self.open(counter=False)
        button = page.locator("#modes").get_by_role("button", name="Return")
        expect(button).to_have_attribute("aria-pressed", "false")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        self.assertEqual(hub.station()["mode"], "return")
        hub.set_mode("shelve")
        expect(page.locator("body")).to_have_attribute("data-mode", "shelve")

    def test_a_code_can_be_typed(self):
        page = self.open(counter=False)
        page.get_by_role("button", name="Type a code").click()
        field = page.get_by_label("Code", exact=True)
        expect(field).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert").filter(has_text="Enter the digits")).to_be_visible()
        field.fill("é" * 251)
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert").filter(has_text="too long")).to_be_visible()
        number = hub.newest_number()
        field.fill("typed by hand")
        page.keyboard.press("Enter")
        scan = hub.scan_after(number)
        self.assertEqual((scan["text"], scan["symbology"]), ("typed by hand", "typed"))
        expect(page.get_by_role("dialog")).to_be_hidden()
        self.assert_shows(page, scan)

    def test_sound_can_be_muted_and_stays_so(self):
        page = self.open(counter=False)
        button = page.get_by_role("button", name="Mute")
        expect(button).to_have_attribute("aria-pressed", "false")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        page.reload()
        expect(button).to_have_attribute("aria-pressed", "true")

    def test_sound_waits_for_a_hand_and_then_plays(self):
        # In a context of its own: a browser remembers a hand on an earlier page of the same one.
        page = self.open(counter=False, device_scale_factor=1)
        page.evaluate("""() => {
              window.tones = 0;
              const start = OscillatorNode.prototype.start;
              OscillatorNode.prototype.start = function (...given) {
                window.tones += 1;
                return start.apply(this, given);
              };
            }""")
        self.assert_shows(page, hub.report("silent"))
        self.assertEqual(page.evaluate("window.tones"), 0)
        page.locator(".brand").focus()
        page.keyboard.press("Shift")
        page.mouse.click(600, 300)
        self.assert_shows(page, hub.report("heard"))
        self.assertGreater(page.evaluate("window.tones"), 0)

    def test_a_broken_connection_mends_itself_and_loses_nothing(self):
        self.may_fail = True
        page = self.open(counter=False)
        page.context.set_offline(True)
        expect(page.locator("body")).to_have_attribute("data-hub", "offline")
        expect(page.locator("#trouble")).to_contain_text("Hub offline")
        missed = [hub.report(f"missed {number}") for number in range(3)]
        page.context.set_offline(False)
        expect(page.locator("body")).to_have_attribute("data-hub", "up")
        expect(page.locator("#trouble")).to_be_hidden()
        self.assert_shows(page, missed[-1])
        titles = page.locator("#feed .row-title").all_text_contents()[:3]
        self.assertEqual(titles, [scan["text"] for scan in missed[::-1]])

    def test_a_camera_s_lamp_shows_what_it_sees(self):
        page = self.open(counter=False)
        page.locator("#lamps .lamp").first.click()
        page.get_by_role("dialog").get_by_role("button", name="Camera").click()
        picture = page.locator("#sheet-body .camera-view img")
        expect(picture).to_be_visible()
        # A picture without a first frame counts as complete, and is 0 wide.
        page.wait_for_function("image => image.naturalWidth > 100", arg=picture.element_handle())
        page.locator("#sheet-close").click()
        expect(page.locator(".camera-view")).to_have_count(0)

    def test_the_lamps_are_those_of_the_hub(self):
        page = self.open(counter=False)
        readers = hub.call("GET", "/api/v1/readers")["items"]
        self.assertGreaterEqual(len(readers), 2)
        # While all is well, there is one green dot. Its panel lists the readers and the hub.
        lamp = page.locator("#lamps .lamp")
        expect(lamp).to_have_count(1)
        expect(lamp).to_have_text("All ready")
        lamp.click()
        listed = page.get_by_role("dialog").locator(".lamp")
        expect(listed).to_have_count(len(readers) + 1)
        listed.first.click()
        expect(page.get_by_role("dialog")).to_contain_text(readers[0]["device"])

    def test_only_what_is_wrong_has_words_at_the_foot(self):
        self.may_fail = True
        ready = hub.call("GET", "/readyz")
        self.assertGreaterEqual(len(ready["readers"]), 2)
        ready["readers"][0].update(state="failed", reason="it does not answer")
        page = self.open("about:blank", counter=False)
        page.route("**/readyz", lambda route: route.fulfill(json=ready))
        page.goto("/")
        lamps = page.locator("#lamps .lamp")
        expect(lamps).to_have_count(2)
        expect(lamps.first).to_contain_text("failed")
        expect(lamps.first).to_have_attribute("data-light", "ill")
        expect(lamps.last).to_have_text("Others ready")

    def test_without_scans_for_a_minute_the_page_is_calm(self):
        page = self.open(counter=False, size=(1280, 800))
        page.clock.install()
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-hub", "up")
        self.assert_shows(page, hub.report("soon forgotten"))
        page.clock.run_for(61_000)
        expect(page.locator(".calm-words")).to_have_text("Scan a copy, or place its tag on the reader")


if __name__ == "__main__":
    unittest.main()
