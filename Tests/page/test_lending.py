"""Tests of lending at the page Desk: sessions, choices, prompts, undo, and no trace of a borrower afterwards."""

import lending
import hub
from browser import SIZES, expect
from lending_case import LendingCase
from test_layout import FAULTS


class LendingTests(LendingCase):
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
        copies = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "available"][:2]
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

    def test_the_name_is_the_largest_text_until_the_session_ends(self):
        page = self.session()
        title = page.locator("#outcome .turn-name")
        expect(title).to_have_text(self.person["shortName"])
        expect(page.locator("#outcome .turn-count")).to_have_text("0 of 10 on loan")
        largest = page.evaluate("""() => Math.max(...[...document.querySelectorAll("body *")]
          .filter((element) => element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
          .map((element) => parseFloat(getComputedStyle(element).fontSize)))""")
        self.assertEqual(title.evaluate("title => parseFloat(getComputedStyle(title).fontSize)"), largest)
        # On a large screen the name has at least 80 px.
        page.set_viewport_size({"width": 1920, "height": 1080})
        self.assertGreaterEqual(title.evaluate("title => parseFloat(getComputedStyle(title).fontSize)"), 80)
        # The next borrower never sees the name of the one before.
        other = lending.enrol("Emil Berliner")
        self.addCleanup(lending.bring_back, other)
        hub.report(other["card"])
        expect(page.locator("#session")).to_contain_text(other["shortName"])
        expect(title).not_to_have_text(self.person["shortName"])
        page.get_by_role("button", name="End").first.click()
        expect(page.locator("#session")).to_be_hidden()
        self.no_trace(page)
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

    def test_a_prompt_that_runs_out_looks_over(self):
        for key in ("station.choice-seconds", "station.question-seconds"):
            lending.set_setting(key, "5")
            self.addCleanup(lending.set_setting, key, None)
        release, _ = lending.release_with_copies(2)
        _, held = lending.release_with_copies(1)
        other = lending.enrol("Emil Berliner")
        self.addCleanup(lending.bring_back, other)
        lending.staff("POST", "/holds", {"release": held[0]["release"]["id"], "borrower": other["id"]})
        page = self.session()
        card = page.locator("#outcome")
        for name, code, key in (("choosing", release["barcode"], "1"), ("confirming", held[0]["code"], "y")):
            with self.subTest(prompt=name):
                hub.report(code, symbology="EAN-13" if name == "choosing" else "typed")
                expect(page.locator(".choice")).to_have_count(2)
                expect(card).to_have_attribute("data-tone", "ask")
                self.assertIn(name, hub.station())
                # The prompt has no answer.
                expect(page.locator(".choice")).to_have_count(0)
                expect(card).not_to_have_attribute("data-tone", "ask")
                expect(page.locator(".band-words")).to_have_text("No answer")
                expect(page.locator("#outcome .next")).to_contain_text("Nothing was changed. Scan it again.")
                self.assertNotIn(name, hub.station())
                # A late key answers nothing, nor does a reload open the prompt again.
                card.focus()
                page.keyboard.press(key)
                page.reload()
                expect(page.locator("#feed .row").first).to_be_visible()
                expect(page.locator("#session")).to_contain_text(self.person["shortName"])
                expect(page.locator(".choice")).to_have_count(0)
                expect(card).not_to_have_attribute("data-tone", "ask")
                self.assertEqual(lending.loans_of(self.person), [])

    def test_the_page_speaks_the_language_of_the_station_at_once(self):
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

    def test_every_mode_can_be_chosen_and_a_library_can_allow_fewer(self):
        page = self.open(counter=False)
        page.get_by_role("button", name="All modes").click()
        expect(page.locator(".mode-tile")).to_have_count(17)
        page.locator(".mode-tile", has_text="Renew").click()
        expect(page.locator("body")).to_have_attribute("data-mode", "renew")
        expect(page.locator('.mode[aria-pressed="true"]')).to_have_text("Renew")
        before = lending.policy(modes=["look-up", "return", "check-out"])
        self.addCleanup(lending.policy, **before)
        hub.set_mode("return")
        expect(page.locator(".mode")).to_have_count(3)

    def test_a_copy_for_the_pick_up_shelf_still_has_a_next_step(self):
        _, copies = lending.release_with_copies(2)
        hub.set_mode("return")
        page = self.open(counter=False)
        next_step = page.locator("#outcome .next")
        self.assert_shows(page, hub.report(copies[0]["code"]))
        expect(next_step).to_contain_text("nothing else to do")
        lending.staff("POST", "/holds", {"copy": copies[1]["id"], "borrower": self.person["id"]})
        scan = hub.report(copies[1]["code"])
        self.assert_shows(page, scan)
        self.assertEqual(scan["outcome"]["code"], "not-on-loan")
        self.assertIn("hold-waiting", [note["code"] for note in scan["outcome"]["notes"]])
        expect(next_step).to_contain_text("pick-up shelf")
        expect(page.locator("body")).not_to_contain_text("nothing else to do")

    def test_a_lost_copy_that_comes_back_still_has_a_next_step(self):
        _, copies = lending.release_with_copies(1)
        path = f"/copies/{copies[0]['id']}"
        lending.staff("PATCH", path, {"status": "lost"}, {"if-match": "*"})
        self.addCleanup(lambda: lending.staff("PATCH", path, {"status": "available"}, {"if-match": "*"}))
        hub.set_mode("return")
        page = self.open(counter=False)
        scan = hub.report(copies[0]["code"])
        self.assert_shows(page, scan)
        self.assertEqual(scan["outcome"]["code"], "not-on-loan")
        expect(page.locator("#outcome .remarks")).to_contain_text("missing or lost")
        expect(page.locator("#outcome .next")).not_to_contain_text("nothing else to do")

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
        page = None
        for size in SIZES:
            page = self.open("about:blank", size=size, counter=False, on=page)
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
