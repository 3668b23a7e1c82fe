"""Lending at the desk: sessions, choices, questions, PINs, taking back, and nothing of anybody left afterwards."""

import counter_house as house
import hub
from browser import SIZES, PageCase, expect
from test_layout import FAULTS


class LendingTests(PageCase):
    def setUp(self):
        super().setUp()
        self.person = house.enrol()
        self.addCleanup(self.restore)

    def restore(self):
        hub.clear_desk(settle=False)
        house.bring_back(self.person)

    def session(self, **options):
        """The desk in check-out, with this test's borrower."""
        hub.set_mode("check-out")
        page = self.open(counter=False, **options)
        hub.report(self.person["card"])
        expect(page.locator("#visit")).to_contain_text(self.person["shortName"])
        return page

    def no_trace(self, page):
        """Neither the name nor the card is anywhere in the page, its title or what is announced."""
        for trace in (self.person["shortName"], self.person["name"], self.person["card"]):
            self.assertNotIn(trace, page.content())
            self.assertNotIn(trace, page.title())

    def close_receipt(self, page):
        receipt = page.locator("#sheet")
        expect(receipt).to_be_visible()
        page.keyboard.press("Escape")
        expect(receipt).to_be_hidden()

    def test_a_session_lends_and_leaves_nothing_behind(self):
        _, copies = house.release_with_copies(1)
        page = self.session()
        expect(page.locator(".band-words")).to_have_text("Welcome")
        expect(page.locator("#visit")).to_contain_text("0 of")
        scan = hub.report(copies[0]["code"])
        self.assert_shows(page, scan)
        self.assertEqual(scan["outcome"]["code"], "checked-out")
        expect(page.locator("#outcome .next")).to_contain_text("Due ")
        expect(page.locator("#visit")).to_contain_text("1 of")
        page.get_by_role("button", name="End the session").click()
        expect(page.locator("#visit")).to_be_hidden()
        # The receipt names what was lent; then it is wiped.
        expect(page.locator(".receipt")).to_contain_text(copies[0]["release"]["title"])
        self.close_receipt(page)
        expect(page.locator(".receipt")).to_have_count(0)
        self.no_trace(page)

    def test_the_last_seconds_warn_and_the_end_leaves_nothing(self):
        house.set_setting("desk.session-seconds", "10")
        self.addCleanup(house.set_setting, "desk.session-seconds", None)
        house.set_setting("desk.session-warning-seconds", "9")
        self.addCleanup(house.set_setting, "desk.session-warning-seconds", None)
        page = self.session()
        expect(page.locator("#warning")).to_be_visible()
        expect(page.locator("#warning")).to_contain_text("The session ends in")
        expect(page.locator("#visit")).to_be_hidden()
        expect(page.locator("#warning")).to_be_hidden()
        self.no_trace(page)

    def test_one_of_several_copies_is_chosen_by_number(self):
        release, copies = house.release_with_copies(2)
        page = self.session()
        asked = hub.report(release["barcode"], symbology="EAN-13")
        self.assertEqual(asked["outcome"]["code"], "choose-copy")
        tiles = page.locator(".choice")
        expect(tiles).to_have_count(2)
        expect(tiles.nth(1)).to_contain_text("Copy ")
        choices = hub.call("GET", f"/api/v1/stations/{hub.station()['name']}")["choosing"]["choices"]
        page.locator("#outcome").focus()
        page.keyboard.press("2")
        expect(page.locator(".band-words")).to_have_text("Lent")
        expect(page.locator(".choice")).to_have_count(0)
        self.assertEqual([loan["copy"]["id"] for loan in house.loans_of(self.person)], [choices[1]["copy"]["id"]])

    def test_renew_all_shows_each_loan_on_the_card(self):
        copies = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "in"][:2]
        for copy in copies:
            house.staff("POST", "/loans", {"copy": copy["id"], "borrower": self.person["id"], "override": "a page test"})
        other = house.enrol("Oskar Sala")
        hold = house.staff("POST", "/holds", {"copy": copies[1]["id"], "borrower": other["id"]})
        self.addCleanup(lambda: house.staff("POST", f"/holds/{hold['id']}/cancel"))
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
        release, copies = house.release_with_copies(2)
        page = self.session()
        hub.report(release["barcode"], symbology="EAN-13")
        expect(page.locator(".choice")).to_have_count(2)
        lent = hub.report(copies[1]["code"])
        self.assert_shows(page, lent)
        self.assertEqual(lent["outcome"]["code"], "checked-out")

    def test_a_question_tells_all_its_reasons_and_takes_both_answers(self):
        _, copies = house.release_with_copies(1)
        other = house.enrol("Emil Berliner")
        self.addCleanup(house.bring_back, other)
        house.staff("POST", "/holds", {"release": copies[0]["release"]["id"], "borrower": other["id"]})
        page = self.session()
        asked = hub.report(copies[0]["code"])
        self.assertEqual(asked["outcome"]["code"], "hold-other")
        expect(page.locator("#outcome")).to_have_attribute("data-tone", "ask")
        expect(page.locator(".reasons")).to_contain_text("Somebody else is waiting for it")
        page.locator("#outcome").focus()
        page.keyboard.press("n")
        expect(page.locator(".band-words")).to_have_text("Left as it is")
        self.assertEqual(house.loans_of(self.person), [])
        hub.report(copies[0]["code"])
        page.locator('[data-answer="yes"]').click()
        expect(page.locator(".band-words")).to_have_text("Lent")
        self.assertEqual(len(house.loans_of(self.person)), 1)
        self.assertNotIn(other["shortName"], page.content())

    def test_the_last_change_is_taken_back_by_its_button(self):
        _, copies = house.release_with_copies(1)
        page = self.session()
        hub.report(copies[0]["code"])
        button = page.locator("#undo-button")
        expect(button).to_have_attribute("aria-label", f"Undo: Lent, {copies[0]['release']['title']}")
        button.click()
        expect(page.locator(".band-words")).to_have_text("Undone")
        expect(page.locator("#visit")).to_contain_text("0 of")
        self.assertEqual(house.loans_of(self.person), [])

    def test_a_pin_is_typed_and_never_shown(self):
        version = house.staff("GET", f"/borrowers/{self.person['id']}")["version"]
        house.staff("PUT", f"/borrowers/{self.person['id']}/pin", {"pin": "4711"}, headers={"if-match": f'"{version}"'})
        before = house.policy(asksPIN=True)
        self.addCleanup(house.policy, **before)
        hub.set_mode("check-out")
        # A wrong PIN is refused by the hub, which the browser notes.
        self.may_fail = True
        page = self.open(counter=False)
        hub.report(self.person["card"])
        expect(page.locator(".pin-pad")).to_be_visible()
        self.assertNotIn(self.person["shortName"], page.content())
        page.keyboard.type("9999")
        self.assertNotIn("9999", page.locator("body").inner_text())
        page.keyboard.press("Enter")
        expect(page.locator(".pin-trouble")).to_contain_text("That was not it")
        for digit in "4711":
            page.locator(".pin-pad").get_by_role("button", name=digit, exact=True).click()
        expect(page.locator(".pin-dots")).to_have_text("●●●●")
        self.assertNotIn("4711", page.locator("body").inner_text())
        page.get_by_role("button", name="Enter").click()
        expect(page.locator("#visit")).to_contain_text(self.person["shortName"])
        expect(page.locator(".pin-pad")).to_have_count(0)

    def test_the_page_speaks_the_desk_s_language_at_once(self):
        page = self.open(counter=False)
        before = house.policy(language="de")
        self.addCleanup(house.policy, **before)
        hub.set_mode("return")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator('.mode[data-mode="check-out"]')).to_have_text("Ausleihe")
        expect(page.locator("#feed-title")).to_have_text("Letzte Scans")
        self.assertEqual(page.title(), "Theke · Deadwax")
        scan = hub.report("nothing has this code in German")
        expect(page.locator(".band-words")).to_have_text("Unbekannter Code")
        self.assertEqual(scan["outcome"]["title"], "Unbekannter Code")
        house.policy(language="fr")
        hub.set_mode("look-up")
        expect(page.locator('.mode[data-mode="check-out"]')).to_have_text("Prêt")

    def test_every_mode_can_be_chosen_and_a_house_can_allow_fewer(self):
        page = self.open(counter=False)
        page.get_by_role("button", name="All modes").click()
        expect(page.locator(".mode-tile")).to_have_count(16)
        page.locator(".mode-tile", has_text="Renew").click()
        expect(page.locator("body")).to_have_attribute("data-mode", "renew")
        expect(page.locator('.mode[aria-pressed="true"]')).to_have_text("Renew")
        before = house.policy(modes=["look-up", "return", "check-out"])
        self.addCleanup(house.policy, **before)
        hub.set_mode("return")
        expect(page.locator(".mode")).to_have_count(3)

    def test_returns_are_counted_in_a_row(self):
        _, copies = house.release_with_copies(1)
        page = self.session()
        hub.report(copies[0]["code"])
        hub.set_mode("return")
        hub.report(copies[0]["code"])
        expect(page.locator("#visit")).to_contain_text("1 returned")

    def test_a_row_tells_the_rule_behind_it(self):
        _, copies = house.release_with_copies(1)
        scan = hub.report(copies[0]["code"])
        explained = hub.call("GET", f"/api/v1/scans/{scan['id']}/explanation", token=hub.staff_token())
        page = self.open(counter=False)
        page.locator("#feed .row").first.click()
        expect(page.locator(".why-story")).to_contain_text(explained["rule"])
        expect(page.locator(".why-story")).to_contain_text("nothing was changed")

    def test_a_fault_lies_over_the_old_state(self):
        station = hub.call("GET", f"/api/v1/stations/{hub.station()['name']}")
        fault = {**station, "state": "fault", "fault": {"kind": "readers", "since": "2026-11-20T19:00:00.000Z"}}
        hub.report("before the fault")
        for size in SIZES:
            page = self.open("about:blank", size=size, counter=False)
            page.route(f"**/api/v1/stations/{station['name']}", lambda route: route.fulfill(json=fault))
            page.goto("/")
            expect(page.locator("#fault")).to_contain_text("No reader is left")
            expect(page.locator("#fault")).to_contain_text("The desk goes on where it was")
            expect(page.locator(".band-words")).to_have_text("Unknown code")
            self.assertEqual(page.evaluate(FAULTS), [])

    def test_all_of_it_works_with_cards_alone(self):
        release, _ = house.release_with_copies(2)
        table = hub.Table()

        def card(word):
            """Holds up the command card of this title."""
            found = [item for item in table.of_kind("command") if item["title"] == word]
            return hub.report(f"DW:C:{found[0]['id'].removeprefix('command-')}")

        page = self.open(counter=False)
        card("Check out")
        expect(page.locator("body")).to_have_attribute("data-mode", "check-out")
        hub.report(self.person["card"])
        expect(page.locator("#visit")).to_contain_text(self.person["shortName"])
        hub.report(release["barcode"], symbology="EAN-13")
        expect(page.locator(".choice")).to_have_count(2)
        self.assert_shows(page, card("Number 1"))
        expect(page.locator(".band-words")).to_have_text("Lent")
        expect(page.locator("#visit")).to_contain_text("1 of")
        card("Undo")
        expect(page.locator(".band-words")).to_have_text("Undone")
        expect(page.locator("#visit")).to_contain_text("0 of")
        card("Deutsch")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        card("English")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        card("End")
        expect(page.locator("#visit")).to_be_hidden()
        self.no_trace(page)
