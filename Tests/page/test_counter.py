"""Tests of the virtual counter: everything it does reaches the hub through the readers, and becomes a scan."""

import re

import catalogue
import lending
import hub
import test_accessibility
from browser import MIDDLE, SMALL, PageCase, expect
from test_layout import FAULTS


class CounterTests(PageCase):
    uses_readers = True

    def tearDown(self):
        hub.end_tags()
        super().tearDown()

    def test_a_record_held_up_with_the_keys_is_scanned(self):
        record = hub.Table().records(copies=1)[0]
        page = self.open()
        number = hub.newest_number()
        self.choose(page, record)
        self.press(page, "Hold up")
        scan = hub.scan_after(number)
        self.assertEqual(scan["reader"], "camera")
        self.assertEqual(scan["outcome"]["code"], "found")
        self.assertEqual(scan["outcome"]["release"]["title"], record["title"])
        self.assert_shows(page, scan)
        # An item that stays there is one scan.
        page.wait_for_timeout(1500)
        self.assertEqual(hub.newest_number(), scan["seq"])
        # An item that is removed and presented again is two scans.
        self.take_away(page, "Remove from the camera")
        again = self.hold_up(page, record)
        self.assertGreater(again["seq"], scan["seq"])

    def test_enter_on_the_tray_holds_up_and_delete_takes_away(self):
        record = hub.Table().records(copies=1)[1]
        page = self.open()
        number = hub.newest_number()
        self.choose(page, record)
        page.keyboard.press("Enter")
        self.assert_shows(page, hub.scan_after(number))
        page.keyboard.press("Delete")
        expect(page.get_by_role("button", name="Remove from the camera")).to_be_disabled()

    def test_a_tag_laid_down_is_scanned(self):
        record = hub.Table().records(copies=1, tag=True)[2]
        page = self.open()
        asked = hub.call("GET", "/api/v1/virtual-hardware")["chip"]["commands"]
        scan = self.lay_down(page, record)
        self.assertEqual(scan["reader"], "nfc")
        self.assertEqual(scan["outcome"]["release"]["title"], record["title"])
        self.assertIn("copy", scan["outcome"])
        self.assert_shows(page, scan)
        desk = hub.call("GET", "/api/v1/virtual-hardware")
        self.assertGreater(desk["chip"]["commands"], asked)
        expect(page.locator(".chip strong")).to_have_text(re.compile(r"^[A-Z]\w+$"))

    def test_a_record_is_dragged_to_the_camera_and_away(self):
        record = hub.Table().records(copies=1)[3]
        page = self.open()
        page.get_by_role("searchbox", name="Search the tray").fill(record["title"])
        number = hub.newest_number()
        self.drag(page, self.item(page, record), page.locator(".glass"))
        self.assert_shows(page, hub.scan_after(number))
        self.drag(page, page.locator(".glass"), page.locator(".tray-items"))
        expect(page.get_by_role("button", name="Remove from the camera")).to_be_disabled()
        self.assertNotIn("show", hub.call("GET", "/api/v1/virtual-hardware")["camera"])

    def test_what_has_no_tag_cannot_be_laid_down(self):
        slot = hub.Table().of_kind("slot")[0]
        page = self.open()
        self.choose(page, slot)
        expect(page.get_by_role("button", name="Put down")).to_be_disabled()
        expect(page.get_by_role("button", name="Hold up")).to_be_enabled()

    def test_a_sleeve_without_a_barcode_says_so(self):
        record = next(item for item in hub.Table().of_kind("record") if not item.get("hasBarcode", True))
        page = self.open()
        self.choose(page, record)
        self.press(page, "Hold up")
        expect(page.get_by_role("alert").filter(has_text="This sleeve has no barcode")).to_be_visible()

    def test_the_picture_is_what_the_camera_sees(self):
        record = hub.Table().records(copies=1)[0]
        page = self.open()
        self.choose(page, record)
        self.press(page, "Hold up")
        picture = page.get_by_role("img", name=f"Camera picture: {record['title']}")
        expect(picture).to_be_visible()
        hub.wait_for("a picture", lambda: picture.evaluate("image => image.complete && image.naturalWidth > 100"))

    def test_the_sliders_say_how_it_is_held(self):
        record = hub.Table().records(copies=1)[0]
        page = self.open()
        sent = []
        page.on("request", lambda request: request.url.endswith("/camera") and sent.append(request.post_data_json))
        slider = page.get_by_role("slider", name="Turn")
        slider.focus()
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        self.assertEqual(sent, [], "an empty hand was turned")
        self.choose(page, record)
        self.press(page, "Hold up")
        hub.wait_for("the order", lambda: page.wait_for_timeout(50) or sent)
        self.assertEqual(sent[0]["show"], record["id"])
        self.assertEqual(sent[0]["turn"], float(slider.input_value()))

    def test_the_tray_is_searched_and_filtered(self):
        table = hub.Table()
        page = self.open()
        expect(page.locator(".item")).to_have_count(len(table.items))
        page.get_by_role("button", name="Cards", exact=True).click()
        expect(page.locator(".item")).to_have_count(len(table.of_kind("borrower")))
        page.get_by_role("searchbox", name="Search the tray").fill("zzzz zzzz")
        expect(page.locator(".tray-empty")).to_be_visible()

    def test_a_command_card_changes_the_mode(self):
        page = self.open()
        scan = self.hold_up(page, hub.Table().command("shelve"))
        self.assertEqual(scan["outcome"]["code"], "mode-changed")
        expect(page.locator("body")).to_have_attribute("data-mode", "shelve")
        expect(page.locator("#modes").get_by_role("button", name="Shelve")).to_have_attribute("aria-pressed", "true")
        self.assert_shows(page, scan)

    def test_a_copy_is_lent_refused_and_returned(self):
        table = hub.Table()
        record = table.records(copies=1, tag=True)[0]
        first, second = table.of_kind("borrower")[:2]
        # At a self-service station, a copy on loan to another borrower is refused without a prompt.
        before = lending.policy(isSelfService=True)
        self.addCleanup(lending.policy, **before)
        page = self.open()
        panel = page.locator("#session")

        self.hold_up(page, table.command("check out"))
        expect(page.locator("body")).to_have_attribute("data-mode", "check-out")
        welcome = self.hold_up(page, first)
        self.assertEqual(welcome["outcome"]["code"], "session-started")
        expect(panel).to_be_visible()
        self.assertEqual(page.locator(".session-name").text_content(), hub.station()["session"]["borrower"])
        self.assertNotIn(welcome["text"], page.locator("body").text_content())

        lent = self.lay_down(page, record)
        self.assertEqual(lent["outcome"]["code"], "checked-out")
        self.assert_shows(page, lent)
        loans = hub.station()["session"]["open"]
        expect(page.locator(".session-open")).to_contain_text(str(loans))

        again = self.lay_down(page, record)
        self.assertEqual((again["outcome"]["code"], again["outcome"]["status"]), ("already-yours", "duplicate"))
        self.assert_shows(page, again)

        page.get_by_role("button", name="End the session").click()
        expect(panel).to_be_hidden()
        expect(page.locator(".session-name")).to_have_text("")
        expect(page.locator(".receipt")).to_be_visible()
        page.keyboard.press("Escape")

        self.hold_up(page, second)
        refused = self.lay_down(page, record)
        self.assertEqual((refused["outcome"]["code"], refused["outcome"]["status"]), ("on-loan-elsewhere", "refused"))
        self.assert_shows(page, refused)
        expect(page.locator("#outcome")).to_have_attribute("data-tone", "no")

        self.hold_up(page, table.command("return"))
        returned = self.lay_down(page, record)
        self.assertEqual(returned["outcome"]["code"], "returned")
        self.assert_shows(page, returned)

    def test_one_of_several_copies_is_chosen_by_its_number(self):
        table = hub.Table()
        record = table.records(copies=2)[0]
        page = self.open()
        self.hold_up(page, table.command("check out"))
        self.hold_up(page, table.of_kind("borrower")[0])
        asked = self.hold_up(page, record)
        self.assertEqual(asked["outcome"]["code"], "choose-copy")
        self.assert_shows(page, asked)
        tiles = page.locator(".choice")
        expect(tiles).to_have_count(len(asked["outcome"]["choices"]))
        page.locator("#outcome").focus()
        page.keyboard.press("2")
        # A choice on the screen is no scan. The card displays its result, and the library has it.
        expect(page.locator(".band-words")).to_have_text("Checked out")
        chosen = asked["outcome"]["choices"][1]["copy"]
        copies = {copy["id"]: copy["status"] for copy in hub.every("/api/v1/copies")}
        self.assertEqual(copies[chosen["id"]], "on-loan")
        hub.set_mode("return")
        hub.report(chosen["code"])

    def test_a_record_waits_for_its_slot(self):
        table = hub.Table()
        record = table.records(copies=1)[0]
        page = self.open()
        self.hold_up(page, table.command("shelve"))
        self.hold_up(page, record)
        expect(page.locator("#session")).to_contain_text("waiting for the slot label")
        page.get_by_role("button", name="Cancel the pair").click()
        expect(page.locator("#session")).to_be_hidden()
        self.assertEqual(hub.station()["state"], "idle")

    def test_a_fresh_tag_is_written_at_the_station_and_pulled_in_the_middle(self):
        copy = hub.tagged()[0]
        tag = hub.blank("ntag216")
        page = self.open()
        page.locator("#modes").get_by_role("button", name="Write").click()
        expect(page.locator("body")).to_have_attribute("data-mode", "write")
        expect(page.get_by_role("link", name="Large guide")).to_be_visible()
        hub.report(copy["code"])
        expect(page.locator("#session")).to_contain_text("waiting for the tag")

        # The second write is torn half-way.
        self.press(page, "Faults at the reader")
        page.get_by_label("At write number").fill("2")
        self.press(page, "Remove the tag during a write")
        expect(page.get_by_role("button", name="Remove the tag during a write")).to_have_text("On")
        page.keyboard.press("Escape")
        self.choose(page, tag)
        self.press(page, "Put down")

        # The copy has a tag, so the station asks; a key answers.
        expect(page.locator("#outcome")).to_have_attribute("data-tone", "ask")
        expect(page.locator(".choice")).to_have_count(2)
        expect(page.locator("#session")).to_contain_text("Yes or no?")
        page.locator("#outcome").focus()
        page.keyboard.press("y")
        expect(page.locator(".band-words")).to_have_text("The tag was removed too soon")
        expect(page.locator("#outcome")).to_have_attribute("data-tone", "fault")

        # At its next tap the write is finished.
        self.take_away(page, "Remove from the reader")
        self.choose(page, tag)
        self.press(page, "Put down")
        expect(page.locator(".band-words")).to_have_text("Written and verified")
        expect(page.locator("#outcome .title")).to_have_text(copy["release"]["title"])
        expect(page.locator("#lamps")).to_contain_text("one tag on it")
        self.assertEqual(hub.lying()[0]["code"], copy["code"])
        expect(page.locator(".chip")).to_contain_text("writes")
        self.take_away(page, "Remove from the reader")
        expect(page.locator("#lamps")).not_to_contain_text("one tag on it")

    def test_two_tags_lie_there_at_once(self):
        first, second = hub.loose("ntag213-1"), hub.loose("ntag215")
        page = self.open()
        self.choose(page, first)
        self.press(page, "Put down")
        expect(page.get_by_role("button", name="Remove from the reader")).to_be_enabled()
        self.choose(page, second)
        self.press(page, "Faults at the reader")
        self.press(page, f"Place “{second['title']}” beside it")
        page.keyboard.press("Escape")
        expect(page.locator(".pad-thing .face")).to_have_count(2)
        expect(page.locator("#lamps")).to_contain_text("2 tags on it")
        self.take_away(page, "Remove from the reader")
        expect(page.locator(".pad-thing .face")).to_have_count(0)

    def test_an_unplugged_reader_is_reported_and_recovers(self):
        page = self.open()
        self.press(page, "Faults at the reader")
        self.press(page, "Unplug the reader")
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Faults at the reader")).to_have_attribute("aria-pressed", "true")
        lamp = page.locator("#lamps .lamp", has_text="NFC reader")
        expect(lamp).not_to_contain_text("ready")
        self.press(page, "Faults at the reader")
        self.press(page, "Unplug the reader")
        page.keyboard.press("Escape")
        expect(page.locator("#lamps .lamp")).to_have_text(["All ready"])

    def test_a_record_and_a_bare_tag_are_bound_at_the_station(self):
        copy, tag = hub.tagged()[1], hub.blank("ntag213-2")
        page = self.open()
        page.locator("#modes").get_by_role("button", name="Bind").click()
        expect(page.locator("body")).to_have_attribute("data-mode", "bind")
        hub.report(copy["code"])
        expect(page.locator("#session")).to_contain_text("waiting for the tag")
        self.choose(page, tag)
        self.press(page, "Put down")
        # The copy has a tag, so the station asks.
        page.locator(".choice", has_text="Yes, add a second tag").click()
        hub.wait_for("the binding", lambda: "bound" in hub.lying()[0] or page.wait_for_timeout(50))
        self.assertEqual(hub.lying()[0]["bound"]["copy"]["id"], copy["id"])
        self.assertEqual(hub.lying()[0]["content"], "empty")
        self.take_away(page, "Remove from the reader")

    def test_the_counter_opens_and_closes_and_remembers_it(self):
        page = self.open(size=SMALL, counter=False)
        button = page.get_by_role("button", name="Virtual devices")
        counter = page.locator("#counter")
        expect(counter).to_be_hidden()
        button.click()
        expect(counter).to_be_visible()
        self.assertEqual(page.evaluate("localStorage.getItem('deadwax.counter')"), "true")
        button.click()
        expect(counter).to_be_hidden()

    def test_where_there_is_no_virtual_hardware_nothing_of_the_counter_is_read(self):
        page = self.open("about:blank")
        page.route("**/api/v1/virtual-hardware", lambda route: route.fulfill(status=404, json={"status": 404}))
        page.goto("/")
        expect(page.locator("#feed-title")).to_be_visible()
        expect(page.locator("body")).to_have_attribute("data-hub", "up")
        hub.wait_for(
            "the question", lambda: page.wait_for_timeout(50) or [url for url in self.requests if "virtual-hardware" in url]
        )
        page.wait_for_timeout(300)
        expect(page.locator("#counter-button")).to_be_hidden()
        self.assertEqual([url for url in self.requests if "counter" in url], [])

    def test_it_speaks_the_language_of_the_station(self):
        table = hub.Table()
        record, tag = table.records(copies=1)[0], hub.loose("foreign")
        # The card for English has this name in every language.
        names = {"English"} | {item["title"] for item in table.items if item["kind"] in ("record", "borrower")}
        before = lending.policy(language="en")
        self.addCleanup(lending.policy, **before)
        pages = {size: self.open(size=size) for size in (SMALL, MIDDLE)}
        for code, everything, commands in (("de", "Alle", "Befehle"), ("fr", "Tout", "Commandes")):
            lending.policy(language=code)
            hub.set_mode("return")
            hub.set_mode("look-up")
            for size, page in pages.items():
                with self.subTest(code=code, size=size):
                    expect(page.locator("html")).to_have_attribute("lang", code)
                    self.item(page, record).click()
                    self.fits(page)
            page = pages[SMALL]
            with self.subTest(code=code):
                for item in (tag, table.of_kind("slot")[0], table.of_kind("borrower")[0], record):
                    self.item(page, item).click()
                    self.assertEqual(catalogue.left_in_english(page, code, names), [], item["title"])
                page.get_by_role("button", name=commands, exact=True).click()
                hub.call("POST", "/api/v1/virtual-hardware/camera", {"show": record["id"]})
                expect(page.locator(".field-caption")).to_have_text(record["title"])
                self.fits(page)
                self.assertEqual(catalogue.left_in_english(page, code, names), [], "held up")
                test_accessibility.AccessibilityTests.check(self, page, f"held up, {code}")
                page.locator(".pad-foot button").first.click()
                expect(page.locator(".trouble-row").first).to_be_visible()
                self.assertEqual(catalogue.left_in_english(page, code, names), [], "trouble")
                test_accessibility.AccessibilityTests.check(self, page, f"trouble, {code}")
                page.keyboard.press("Escape")
                page.get_by_role("button", name=everything, exact=True).click()
                hub.call("POST", "/api/v1/virtual-hardware/camera", {"show": None})

    def test_its_words_come_in_the_language_that_is_taken_up_meanwhile(self):
        before = lending.policy(language="fr")
        self.addCleanup(lending.policy, **before)
        page = self.open("about:blank")
        held = []

        def late(route):
            """Delays the counter's English texts until the page has switched to French."""
            hub.wait_for("the other language", lambda: held or page.wait_for_timeout(50))
            held[0].continue_()
            page.wait_for_timeout(500)
            route.continue_()

        page.route("**/messages/desk/fr.json", lambda route: route.continue_() if held else held.append(route))
        page.route("**/messages/counter/en.json", late)
        page.goto("/")
        expect(page.locator(".item").first).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        self.assertEqual(len(held), 1)
        expect(page.get_by_role("searchbox")).to_have_attribute("placeholder", "Chercher")
        expect(page.get_by_role("button", name="Présenter", exact=True)).to_be_visible()

    def fits(self, page):
        """Verifies that nothing is cut off in this language, not even the words of a slider."""
        self.assertEqual(page.evaluate(FAULTS), [])
        wide = "labels => labels.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
        self.assertEqual(page.locator(".slider label").evaluate_all(wide), [])

    def drag(self, page, source, target):
        start, end = source.bounding_box(), target.bounding_box()
        page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 3)
        page.mouse.down()
        page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
        page.mouse.up()
