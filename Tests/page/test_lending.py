"""Tests of lending at the page Desk: sessions, choices, prompts, PINs, undo, and no trace of a borrower afterwards."""

import lending
import hub
from browser import MIDDLE, SIZES, SMALL, PageCase, expect
from test_layout import FAULTS


class LendingTests(PageCase):
    def setUp(self):
        super().setUp()
        self.person = lending.enrol()
        self.addCleanup(self.restore)

    def restore(self):
        hub.clear_desk(settle=False)
        lending.bring_back(self.person)

    def session(self, **options):
        """Opens the page Desk in check-out, with this test's borrower."""
        hub.set_mode("check-out")
        page = self.open(counter=False, **options)
        hub.report(self.person["card"])
        expect(page.locator("#session")).to_contain_text(self.person["shortName"])
        return page

    def no_trace(self, page):
        """Verifies that neither the name nor the card is in the page, its title or its announcements."""
        for trace in (self.person["shortName"], self.person["name"], self.person["card"]):
            self.assertNotIn(trace, page.content())
            self.assertNotIn(trace, page.title())

    def close_receipt(self, page):
        receipt = page.locator("#receipt")
        expect(receipt).to_be_visible()
        # It is beside the page's content, and covers none of it.
        expect(page.get_by_role("dialog")).to_be_hidden()
        self.assertEqual(page.evaluate(FAULTS), [])
        receipt.get_by_role("button", name="Close").click()
        expect(receipt).to_be_hidden()

    def test_a_session_in_which_nothing_was_done_has_no_receipt(self):
        page = self.session()
        with page.expect_response("**/receipt") as answer:
            page.get_by_role("button", name="End the session").click()
        self.assertEqual(answer.value.status, 204)
        expect(page.locator("#session")).to_be_hidden()
        expect(page.locator("#receipt")).to_be_hidden()

    def test_a_receipt_goes_when_the_next_borrower_comes(self):
        _, copies = lending.release_with_copies(1)
        page = self.session()
        hub.report(copies[0]["code"])
        page.get_by_role("button", name="End the session").click()
        expect(page.locator("#receipt")).to_be_visible()
        hub.report(self.person["card"])
        expect(page.locator("#receipt")).to_be_hidden()
        expect(page.locator(".receipt")).to_have_count(0)

    def test_a_choice_between_copies_says_who_has_which(self):
        release, copies = lending.release_with_copies(2)
        others = [lending.enrol("Emil Berliner"), lending.enrol("Eldridge Johnson")]
        for copy, other in zip(copies, others):
            self.addCleanup(lending.bring_back, other)
            lending.staff("POST", "/loans", {"copy": copy["id"], "borrower": other["id"], "override": "a page test"})
        page = self.open(counter=False)
        for is_self_service, told in ((False, [other["shortName"] for other in others]), (True, ["on loan", "on loan"])):
            with self.subTest(is_self_service=is_self_service):
                before = lending.policy(isSelfService=is_self_service)
                self.addCleanup(lending.policy, **before)
                hub.set_mode("return")
                hub.report(release["barcode"], symbology="EAN-13")
                tiles = page.locator(".choice")
                expect(tiles).to_have_count(2)
                for words in told:
                    expect(tiles.filter(has_text=f"{words} until").first).to_be_visible()
                # Two sentences, not one that runs on.
                expect(page.locator("#outcome .next")).to_contain_text(". Select a number")
                for other in others:
                    self.assertEqual(other["shortName"] in page.content(), not is_self_service)
                    self.assertNotIn(other["shortName"], str(hub.call("GET", "/api/v1/stations")))
                hub.clear_desk(settle=False)
                expect(tiles).to_have_count(0)

    def test_a_session_lends_and_leaves_nothing_behind(self):
        _, copies = lending.release_with_copies(1)
        page = self.session()
        expect(page.locator(".band-words")).to_have_text("Welcome")
        expect(page.locator("#session")).to_contain_text("0 of")
        scan = hub.report(copies[0]["code"])
        self.assert_shows(page, scan)
        self.assertEqual(scan["outcome"]["code"], "checked-out")
        expect(page.locator("#outcome .next")).to_contain_text("Due ")
        expect(page.locator("#session")).to_contain_text("1 of")
        page.get_by_role("button", name="End the session").click()
        expect(page.locator("#session")).to_be_hidden()
        # The receipt names the loans; then it is erased.
        expect(page.locator(".receipt")).to_contain_text(copies[0]["release"]["title"])
        self.close_receipt(page)
        expect(page.locator(".receipt")).to_have_count(0)
        self.no_trace(page)

    def test_the_last_seconds_warn_and_the_end_leaves_nothing(self):
        lending.set_setting("station.session-seconds", "10")
        self.addCleanup(lending.set_setting, "station.session-seconds", None)
        lending.set_setting("station.session-warning-seconds", "9")
        self.addCleanup(lending.set_setting, "station.session-warning-seconds", None)
        page = self.session()
        expect(page.locator("#warning")).to_be_visible()
        expect(page.locator("#warning")).to_contain_text("The session ends in")
        expect(page.locator("#session")).to_be_hidden()
        expect(page.locator("#warning")).to_be_hidden()
        self.no_trace(page)

    def test_one_of_several_copies_is_chosen_by_number(self):
        release, copies = lending.release_with_copies(2)
        page = self.session()
        asked = hub.report(release["barcode"], symbology="EAN-13")
        self.assertEqual(asked["outcome"]["code"], "choose-copy")
        tiles = page.locator(".choice")
        expect(tiles).to_have_count(2)
        expect(tiles.nth(1)).to_contain_text("Copy ")
        choices = hub.call("GET", f"/api/v1/stations/{hub.station()['name']}")["choosing"]["choices"]
        page.locator("#outcome").focus()
        page.keyboard.press("2")
        expect(page.locator(".band-words")).to_have_text("Checked out")
        expect(page.locator(".choice")).to_have_count(0)
        self.assertEqual([loan["copy"]["id"] for loan in lending.loans_of(self.person)], [choices[1]["copy"]["id"]])

    def test_renew_all_shows_each_loan_on_the_card(self):
        copies = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "in"][:2]
        for copy in copies:
            lending.staff("POST", "/loans", {"copy": copy["id"], "borrower": self.person["id"], "override": "a page test"})
        other = lending.enrol("Oskar Sala")
        hold = lending.staff("POST", "/holds", {"copy": copies[1]["id"], "borrower": other["id"]})
        self.addCleanup(lambda: lending.staff("POST", f"/holds/{hold['id']}/cancel"))
        page = self.session()
        command = next(item for item in hub.Table().of_kind("command") if item["title"] == "Renew all")
        scan = hub.report(f"DW:C:{command['id'].removeprefix('command-')}")
        self.assertEqual(scan["outcome"]["code"], "renewed-all")
        lines = page.locator("#outcome .reasons li")
        expect(lines).to_have_count(2)
        expect(page.locator('#outcome .reasons [data-tone="no"]')).to_contain_text(copies[1]["release"]["title"])
        page.get_by_role("button", name="End the session").click()
        expect(lines).to_have_count(0)

    def test_a_choice_by_the_label_of_one(self):
        release, copies = lending.release_with_copies(2)
        page = self.session()
        hub.report(release["barcode"], symbology="EAN-13")
        expect(page.locator(".choice")).to_have_count(2)
        lent = hub.report(copies[1]["code"])
        self.assert_shows(page, lent)
        self.assertEqual(lent["outcome"]["code"], "checked-out")

    def test_a_question_tells_all_its_reasons_and_takes_both_answers(self):
        _, copies = lending.release_with_copies(1)
        other = lending.enrol("Emil Berliner")
        self.addCleanup(lending.bring_back, other)
        lending.staff("POST", "/holds", {"release": copies[0]["release"]["id"], "borrower": other["id"]})
        page = self.session()
        asked = hub.report(copies[0]["code"])
        self.assertEqual(asked["outcome"]["code"], "hold-other")
        expect(page.locator("#outcome")).to_have_attribute("data-tone", "ask")
        expect(page.locator(".reasons")).to_contain_text("Another borrower has a hold on it")
        page.locator("#outcome").focus()
        page.keyboard.press("n")
        expect(page.locator(".band-words")).to_have_text("Not changed")
        self.assertEqual(lending.loans_of(self.person), [])
        hub.report(copies[0]["code"])
        page.locator('[data-answer="yes"]').click()
        expect(page.locator(".band-words")).to_have_text("Checked out")
        self.assertEqual(len(lending.loans_of(self.person)), 1)
        self.assertNotIn(other["shortName"], page.content())

    def test_the_last_change_is_undone_by_its_button(self):
        _, copies = lending.release_with_copies(1)
        page = self.session()
        hub.report(copies[0]["code"])
        button = page.locator("#undo-button")
        expect(button).to_have_attribute("aria-label", f"Undo: Checked out, {copies[0]['release']['title']}")
        button.click()
        expect(page.locator(".band-words")).to_have_text("Undone")
        expect(page.locator("#session")).to_contain_text("0 of")
        self.assertEqual(lending.loans_of(self.person), [])

    def test_a_pin_is_typed_and_never_shown(self):
        version = lending.staff("GET", f"/borrowers/{self.person['id']}")["version"]
        lending.staff("PUT", f"/borrowers/{self.person['id']}/pin", {"pin": "4711"}, headers={"if-match": f'"{version}"'})
        before = lending.policy(asksPIN=True)
        self.addCleanup(lending.policy, **before)
        hub.set_mode("check-out")
        # The hub refuses a wrong PIN, which the browser logs.
        self.may_fail = True
        page = self.open(counter=False)
        hub.report(self.person["card"])
        expect(page.locator(".pin-pad")).to_be_visible()
        self.assertNotIn(self.person["shortName"], page.content())
        page.keyboard.type("9999")
        self.assertNotIn("9999", page.locator("body").inner_text())
        page.keyboard.press("Enter")
        expect(page.locator(".pin-trouble")).to_contain_text("Wrong PIN")
        for digit in "4711":
            page.locator(".pin-pad").get_by_role("button", name=digit, exact=True).click()
        expect(page.locator(".pin-dots")).to_have_text("●●●●")
        self.assertNotIn("4711", page.locator("body").inner_text())
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator("#session")).to_contain_text(self.person["shortName"])
        expect(page.locator(".pin-pad")).to_have_count(0)

    def with_pin(self, pin="4711"):
        version = lending.staff("GET", f"/borrowers/{self.person['id']}")["version"]
        lending.staff("PUT", f"/borrowers/{self.person['id']}/pin", {"pin": pin}, headers={"if-match": f'"{version}"'})
        before = lending.policy(asksPIN=True)
        self.addCleanup(lending.policy, **before)
        hub.set_mode("check-out")

    def assert_not_recorded(self, page, *secrets):
        told = str(hub.every("/api/v1/scans") + hub.every("/api/v1/inbox", token=hub.staff_token())) + page.content()
        for secret in secrets:
            self.assertNotIn(secret, told)

    def test_a_pin_typed_after_a_typed_card_goes_to_the_pad_alone(self):
        self.with_pin("83640275")
        page = self.open(counter=False)
        self.press(page, "Type a code")
        page.get_by_label("Code", exact=True).fill(self.person["card"])
        page.keyboard.press("Enter")
        expect(page.locator(".pin-pad")).to_be_visible()
        expect(page.locator("#outcome")).to_be_focused()
        expect(page.get_by_role("button", name="Type a code")).to_be_disabled()
        page.keyboard.type("83640275")
        page.keyboard.press("Enter")
        expect(page.locator("#session")).to_contain_text(self.person["shortName"])
        expect(page.get_by_role("dialog")).to_be_hidden()
        self.assert_not_recorded(page, "83640275")

    def test_a_card_held_up_takes_the_keys_from_whatever_has_them(self):
        self.with_pin("83640275")
        page = self.open()
        places = {
            "the code dialog": lambda: page.get_by_role("button", name="Type a code").click(),
            "a search box": lambda: page.get_by_role("searchbox", name="Search the tray").focus(),
            "a button": lambda: page.get_by_role("button", name="Mute").focus(),
        }
        for place, go in places.items():
            with self.subTest(place):
                go()
                if place == "the code dialog":
                    expect(page.get_by_label("Code", exact=True)).to_be_focused()
                hub.report(self.person["card"])
                expect(page.locator(".pin-pad")).to_be_visible()
                page.keyboard.type("836402")
                expect(page.get_by_role("dialog")).to_be_hidden()
                expect(page.locator(".pin-dots")).to_have_text("●" * 6)
                self.assertEqual(page.get_by_role("searchbox", name="Search the tray").input_value(), "")
                page.keyboard.type("75")
                page.keyboard.press("Enter")
                expect(page.locator("#session")).to_contain_text(self.person["shortName"])
                expect(page.get_by_role("button", name="Mute")).to_have_attribute("aria-pressed", "false")
                self.assert_not_recorded(page, "83640275")
                hub.clear_desk(settle=False)
                hub.set_mode("check-out")
                expect(page.locator("#session")).to_be_hidden()

    def test_a_pin_sent_as_a_code_is_refused_and_not_recorded(self):
        self.with_pin()
        page = self.open(counter=False)
        hub.report(self.person["card"])
        expect(page.locator(".pin-pad")).to_be_visible()
        for typed in ("83640275", "836402a75"):
            with self.assertRaisesRegex(AssertionError, "pin-needed"):
                hub.report(typed)
        self.assert_not_recorded(page, "83640275", "836402a75")

    def test_a_wrong_pin_covers_no_key_of_the_pad(self):
        self.with_pin()
        self.may_fail = True
        for size in (SMALL, MIDDLE):
            page = self.open(counter=False, size=size)
            hub.report(self.person["card"])
            expect(page.locator(".pin-pad")).to_be_visible()
            page.keyboard.type("9999")
            page.keyboard.press("Enter")
            expect(page.locator(".pin-trouble")).to_contain_text("Wrong PIN")
            self.assertFalse(page.locator("#toast").is_visible(), "a message lies over the pad")
            for digit in "4711":
                page.locator(".pin-pad").get_by_role("button", name=digit, exact=True).click(timeout=5000)
            page.locator(".pin-pad").get_by_role("button", name="Enter", exact=True).click(timeout=5000)
            expect(page.locator("#session")).to_contain_text(self.person["shortName"])
            hub.clear_desk(settle=False)
            hub.set_mode("check-out")
            page.close()

    def test_a_question_that_is_over_looks_over(self):
        release, _ = lending.release_with_copies(2)
        page = self.session()
        scan = hub.report(release["barcode"], symbology="EAN-13")
        expect(page.locator(".choice")).to_have_count(2)
        name = hub.station()["name"]
        hub.call("POST", f"/api/v1/stations/{name}/answer", {"answer": "no", "prompt": hub.station()["choosing"]["id"]})
        expect(page.locator("#outcome")).not_to_have_attribute("data-tone", "ask")
        hub.report(release["barcode"], symbology="EAN-13")
        expect(page.locator(".choice")).to_have_count(2)
        hub.set_mode("return")
        expect(page.locator("#outcome")).not_to_have_attribute("data-tone", "ask")
        # After a reload, the earlier prompt is not open, either.
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-hub", "up")
        expect(page.locator("#feed .row").first).to_be_visible()
        expect(page.locator("#outcome")).not_to_have_attribute("data-tone", "ask")
        self.assertEqual(scan["outcome"]["code"], "choose-copy")

    def test_the_page_speaks_the_desk_s_language_at_once(self):
        page = self.open(counter=False)
        before = lending.policy(language="de")
        self.addCleanup(lending.policy, **before)
        hub.set_mode("return")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator('.mode[data-mode="check-out"]')).to_have_text("Ausleihe")
        expect(page.locator("#feed-title")).to_have_text("Letzte Scans")
        self.assertEqual(page.title(), "Theke · Deadwax")
        scan = hub.report("nothing has this code in German")
        expect(page.locator(".band-words")).to_have_text("Unbekannter Code")
        self.assertEqual(scan["outcome"]["title"], "Unbekannter Code")
        lending.policy(language="fr")
        hub.set_mode("look-up")
        expect(page.locator('.mode[data-mode="check-out"]')).to_have_text("Prêt")

    def test_every_mode_can_be_chosen_and_a_house_can_allow_fewer(self):
        page = self.open(counter=False)
        page.get_by_role("button", name="All modes").click()
        expect(page.locator(".mode-tile")).to_have_count(16)
        page.locator(".mode-tile", has_text="Renew").click()
        expect(page.locator("body")).to_have_attribute("data-mode", "renew")
        expect(page.locator('.mode[aria-pressed="true"]')).to_have_text("Renew")
        before = lending.policy(modes=["look-up", "return", "check-out"])
        self.addCleanup(lending.policy, **before)
        hub.set_mode("return")
        expect(page.locator(".mode")).to_have_count(3)

    def test_returns_are_counted_in_a_row(self):
        _, copies = lending.release_with_copies(1)
        page = self.session()
        hub.report(copies[0]["code"])
        hub.set_mode("return")
        hub.report(copies[0]["code"])
        expect(page.locator("#session")).to_contain_text("1 returned")

    def test_a_row_tells_the_rule_behind_it(self):
        _, copies = lending.release_with_copies(1)
        scan = hub.report(copies[0]["code"])
        explained = hub.call("GET", f"/api/v1/scans/{scan['id']}/explanation", token=hub.staff_token())
        page = self.open(counter=False)
        page.locator("#feed .row").first.click()
        expect(page.locator(".why-story")).to_contain_text(explained["rule"])
        expect(page.locator(".why-story")).to_contain_text("Nothing was changed")

    def test_a_fault_lies_over_the_old_state(self):
        station = hub.call("GET", f"/api/v1/stations/{hub.station()['name']}")
        fault = {**station, "state": "fault", "fault": {"kind": "readers", "since": "2026-11-20T19:00:00.000Z"}}
        hub.report("before the fault")
        for size in SIZES:
            page = self.open("about:blank", size=size, counter=False)
            page.route(f"**/api/v1/stations/{station['name']}", lambda route: route.fulfill(json=fault))
            page.goto("/")
            expect(page.locator("#fault")).to_contain_text("No reader connected")
            expect(page.locator("#fault")).to_contain_text("The station then continues")
            expect(page.locator(".band-words")).to_have_text("Unknown code")
            self.assertEqual(page.evaluate(FAULTS), [])

    def test_all_of_it_works_with_cards_alone(self):
        release, _ = lending.release_with_copies(2)
        table = hub.Table()

        def card(word):
            """Presents the command card with this title."""
            found = [item for item in table.of_kind("command") if item["title"] == word]
            return hub.report(f"DW:C:{found[0]['id'].removeprefix('command-')}")

        page = self.open(counter=False)
        card("Check out")
        expect(page.locator("body")).to_have_attribute("data-mode", "check-out")
        hub.report(self.person["card"])
        expect(page.locator("#session")).to_contain_text(self.person["shortName"])
        hub.report(release["barcode"], symbology="EAN-13")
        expect(page.locator(".choice")).to_have_count(2)
        self.assert_shows(page, card("Number 1"))
        expect(page.locator(".band-words")).to_have_text("Checked out")
        expect(page.locator("#session")).to_contain_text("1 of")
        card("Undo")
        expect(page.locator(".band-words")).to_have_text("Undone")
        expect(page.locator("#session")).to_contain_text("0 of")
        card("Deutsch")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        card("English")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        card("End")
        expect(page.locator("#session")).to_be_hidden()
        self.no_trace(page)
