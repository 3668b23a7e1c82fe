"""Tests of the pages for staff: borrowers, loans, holds, the inbox, settings, changes. Each change is undone by its message."""

import time
import uuid

import lending
import hub
from axe_case import AxeCase
from browser import expect
from staff_case import StaffCase


PAGES = ("borrowers", "loans", "holds", "inbox", "changes", "settings")


class StaffTests(StaffCase):
    def given_up_card(self):
        """Returns one of the library's own cards that no longer belongs to a borrower."""
        person = lending.staff("POST", "/borrowers", {"name": "Maurice Martenot"})
        card = person["cards"][0]
        lending.staff("DELETE", f"/borrowers/{person['id']}/cards/{card['id']}")
        return card["code"]

    def test_a_visitor_who_is_not_signed_in_sees_the_reason(self):
        self.may_fail = True
        for name in PAGES:
            page = self.open(f"/{name}")
            expect(page.locator("#empty")).to_contain_text("Sign in as staff")
            expect(page.get_by_label("Passphrase", exact=True)).to_be_visible()

    def test_events_of_the_hub_leave_what_is_typed_into_the_form(self):
        self.may_fail = True
        for name in PAGES:
            page = self.open(f"/{name}")
            page.get_by_label("Name", exact=True).fill("Clara")
            page.get_by_label("Passphrase", exact=True).fill("Rockmore 1911")
            # The page reads again at each connection, because events may have been missed, and is refused again.
            with page.expect_response(lambda answer: answer.status in (401, 403)) as refusal:
                page.evaluate("() => { dispatchEvent(new Event('offline')); dispatchEvent(new Event('online')); }")
            refusal.value.finished()
            page.evaluate("() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); })")
            expect(page.get_by_label("Passphrase", exact=True)).to_have_value("Rockmore 1911")
            expect(page.get_by_label("Passphrase", exact=True)).to_be_focused()

    def test_a_borrower_is_enrolled_with_a_scanned_card(self):
        page = self.signed_in_at("/borrowers")
        page.locator("#enrol").click()
        page.get_by_label("Name", exact=True).fill("Clara Rockmore")
        card = f"{self.person['card']}-2"
        hub.set_mode("check-out")
        hub.report(card)
        expect(page.get_by_label("Card", exact=True)).to_have_value(card)
        expect(page.locator(".card-note")).to_have_text("The card was scanned.")
        page.get_by_role("button", name="Enrol", exact=True).click()
        expect(page.locator("#one h2")).to_have_text("Clara Rockmore")
        expect(page.locator("#one")).to_contain_text(card)
        found = hub.call("POST", "/api/v1/borrowers/find", {"card": card}, token=hub.staff_token())
        self.assertEqual(found["name"], "Clara Rockmore")

    def test_one_of_our_own_cards_is_enrolled_without_its_number_on_the_screen(self):
        card = self.given_up_card()
        page = self.signed_in_at("/borrowers")
        page.locator("#enrol").click()
        page.get_by_label("Name", exact=True).fill("Léon Theremin")
        hub.set_mode("check-out")
        scan = hub.report(card)
        self.assertEqual(scan["outcome"]["code"], "unknown-card")
        expect(page.get_by_label("Card", exact=True)).to_have_value("DW:B:…")
        page.get_by_role("button", name="Enrol", exact=True).click()
        expect(page.locator("#one h2")).to_have_text("Léon Theremin")
        expect(page.locator("#one")).to_contain_text(card)

    def test_a_name_is_needed(self):
        page = self.signed_in_at("/borrowers")
        page.locator("#enrol").click()
        page.get_by_role("button", name="Enrol", exact=True).click()
        expect(page.get_by_role("alert").filter(has_text="Name is missing")).to_be_visible()
        page.keyboard.press("Escape")

    def test_a_borrower_is_found_and_blocked_and_the_block_undone(self):
        page = self.signed_in_at("/borrowers")
        page.get_by_role("searchbox").fill(self.person["shortName"])
        expect(page.locator("#rows li")).to_have_count(1)
        self.row(page, self.person).locator("a").click()
        expect(page.locator("#one h2")).to_have_text(self.person["name"])
        self.assertIn(self.person["id"], page.url)
        page.locator("#one").get_by_role("button", name="Block").click()
        page.get_by_label("Reason, shown to staff").fill("lost a box set")
        page.get_by_role("dialog").get_by_role("button", name="Block").click()
        expect(page.locator("#one .problem")).to_contain_text("lost a box set")
        self.undo(page)
        expect(page.locator("#one .problem")).to_have_count(0)
        page.go_back()
        expect(page.locator("#one")).to_be_hidden()

    def test_erasing_tells_what_stands_against_it_and_what_it_means(self):
        self.lend()
        page = self.signed_in_at(f"/borrowers?borrower={self.person['id']}")
        self.choose(page.locator("#one > .acts").first, "Erase")
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("One loan is open. Return it first.")
        expect(sheet).to_contain_text("You cannot undo this")
        page.keyboard.press("Escape")
        lending.bring_back(self.person)
        page.reload()
        self.choose(page.locator("#one > .acts").first, "Erase")
        sheet.get_by_role("textbox").fill("another borrower")
        sheet.get_by_role("button", name="Erase").click()
        expect(sheet.get_by_role("alert")).to_contain_text("not the short name")
        sheet.get_by_role("textbox").fill(self.person["shortName"])
        sheet.get_by_role("button", name="Erase").click()
        expect(page.locator("#toast")).to_contain_text("erased")
        expect(page.locator("#one")).to_be_hidden()
        self.person = None

    def test_changes_say_who_did_what_to_whom(self):
        (copy,) = self.lend()
        lending.set_setting("loan.days", "15")
        self.addCleanup(lending.set_setting, "loan.days", None)
        page = self.signed_in_at("/changes")
        lent = page.locator(".line").filter(has_text=self.person["shortName"]).first
        expect(lent).to_contain_text(f"Checked out\u00a0· {copy['release']['title']}")
        expect(lent).to_contain_text("by page tests")
        expect(page.locator(".line").first).to_contain_text("Setting\u00a0· loan.days")

    def test_a_loan_is_renewed_and_checked_in_and_that_is_undone(self):
        copy = self.lend()[0]
        loan = lending.loans_of(self.person)[0]
        page = self.signed_in_at("/loans")
        row = self.row(page, loan)
        expect(row).to_contain_text(copy["release"]["title"])
        self.choose(row, "Renew")
        expect(page.locator("#toast")).to_contain_text("Renewed, now due")
        expect(row).to_contain_text("renewed once")
        row.get_by_role("button", name="Return", exact=True).click()
        expect(row).to_have_count(0)
        self.undo(page)
        expect(row).to_be_visible()
        self.assertEqual(len(lending.loans_of(self.person)), 1)

    def test_a_box_is_counted_and_what_is_lost_is_found(self):
        copy = self.lend()[0]
        loan = lending.loans_of(self.person)[0]
        path = f"/copies/{copy['id']}"
        lending.staff("POST", f"/loans/{loan['id']}/return")
        lending.staff("PATCH", path, {"parts": 3}, {"if-match": "*"})
        self.addCleanup(lambda: lending.staff("PATCH", path, {"parts": 1, "status": "available"}, {"if-match": "*"}))
        lending.staff("POST", "/loans", {"copy": copy["id"], "borrower": self.person["id"], "override": "a page test"})
        loan = lending.loans_of(self.person)[0]
        self.may_fail = True
        page = self.signed_in_at("/loans")
        row = self.row(page, loan)
        row.get_by_role("button", name="Return", exact=True).click()
        sheet = page.locator("#sheet")
        expect(sheet).to_contain_text("3 parts were checked out")
        sheet.get_by_label("Returned parts").fill("1")
        sheet.get_by_role("button", name="Return", exact=True).click()
        expect(row).to_contain_text("1 of 3 parts returned")
        self.choose(row, "Mark as lost")
        sheet.get_by_role("button", name="Mark as lost", exact=True).click()
        expect(row).to_have_count(0)
        page.locator("#chips").get_by_role("button", name="Returned").click()
        row.get_by_role("button", name="Mark as found").click()
        expect(page.locator("#toast")).to_contain_text("The copy is marked found")
        self.assertEqual(hub.call("GET", f"/api/v1/copies/{copy['id']}")["status"], "available")

    def test_the_fee_of_a_lost_copy_is_entered_in_the_library_s_currency(self):
        settings = {"fees.on": "yes", "fees.currency": "EUR"}
        for key, value in settings.items():
            self.addCleanup(lending.set_setting, key, None)
            lending.set_setting(key, value)
        self.may_fail = True
        page = self.signed_in_at("/loans")
        # The currency, an example, wrong amounts, an amount, and the same in the smallest unit.
        for currency, example, refused, typed, minor in (
            ("EUR", "15.00", ("1,500", "9.999", "-5", "ten"), "12.5", 1250),
            ("JPY", "1500", ("15.00", "1,500"), "1500", 1500),
            ("KWD", "15.000", ("15,000", "1.0001"), "2.05", 2050),
        ):
            with self.subTest(currency=currency):
                lending.set_setting("fees.currency", currency)
                copy = self.lend()[0]
                path = f"/copies/{copy['id']}"
                self.addCleanup(lambda path=path: lending.staff("PATCH", path, {"status": "available"}, {"if-match": "*"}))
                loan = lending.loans_of(self.person)[0]
                page.reload()
                self.choose(self.row(page, loan), "Mark as lost")
                sheet = page.locator("#sheet")
                field = sheet.get_by_label(f"Fee in {currency}", exact=True)
                expect(sheet).to_contain_text(f"For example, {example}. If empty, no fee.")
                for wrong in refused:
                    field.fill(wrong)
                    sheet.get_by_role("button", name="Mark as lost", exact=True).click()
                    expect(sheet.get_by_role("alert")).to_have_text(f"Enter an amount such as {example}.")
                self.assertEqual(len(lending.loans_of(self.person)), 1)
                field.fill(typed)
                sheet.get_by_role("button", name="Mark as lost", exact=True).click()
                expect(page.locator("#toast")).to_be_visible()
                expect(sheet).to_be_hidden()
                fees = lending.staff("GET", f"/borrowers/{self.person['id']}/fees?state=open")["items"]
                self.assertIn((currency, minor), [(fee["currency"], fee["amount"]) for fee in fees])
        # The fees of the borrower have the decimal places of their currency.
        page.goto(f"/borrowers?borrower={self.person['id']}")
        for amount in ("€12.50", "¥1,500", "KWD\u00a02.050"):
            expect(page.locator("#one")).to_contain_text(amount)

    def test_the_fee_of_a_lost_copy_has_the_decimal_mark_of_the_language(self):
        for key, value in {"fees.on": "yes", "fees.currency": "KWD"}.items():
            self.addCleanup(lending.set_setting, key, None)
            lending.set_setting(key, value)
        self.lend()
        loan = lending.loans_of(self.person)[0]
        page = self.signed_in_at("/loans")
        page.get_by_label("Language").or_(page.locator(".language select")).first.select_option("de")
        # A row whose menu is open keeps its words until the menu closes.
        expect(self.row(page, loan).get_by_role("button", name="Zurücknehmen", exact=True)).to_be_visible()
        self.choose(self.row(page, loan), "Als verloren melden")
        sheet = page.locator("#sheet")
        expect(sheet).to_contain_text("Zum Beispiel 15,000. Leer: keine Gebühr.")
        sheet.get_by_label("Gebühr in KWD", exact=True).fill("15.000")
        sheet.get_by_role("button", name="Als verloren melden", exact=True).click()
        expect(sheet.get_by_role("alert")).to_have_text("Geben Sie einen Betrag ein wie 15,000.")

    def test_the_chips_stand_in_the_address_and_empty_lists_help(self):
        page = self.signed_in_at("/loans")
        for word, state in (("Overdue", "overdue"), ("Due soon", "due-soon"), ("Returned", "returned")):
            page.locator("#chips").get_by_role("button", name=word).click()
            expect(page.locator("#chips [aria-pressed=true]")).to_have_text(word)
            self.assertIn(f"state={state}", page.url)
        page.go_back()
        expect(page.locator("#chips [aria-pressed=true]")).to_have_text("Due soon")
        page = self.signed_in("/holds")
        page.route("**/api/v1/holds?*", lambda route: route.fulfill(json={"items": []}))
        page.reload()
        expect(page.locator("#empty")).to_contain_text("No waiting holds")
        expect(page.locator("#empty").get_by_role("button", name="Place a hold")).to_be_visible()

    def test_a_hold_is_placed_and_cancelled_and_that_is_undone(self):
        release = hub.every("/api/v1/copies")[0]["release"]
        page = self.signed_in_at("/holds")
        page.locator("#place").click()
        page.get_by_label("Release", exact=True).fill(release["title"])
        page.locator(".found button", has_text=release["title"]).first.click()
        page.get_by_label("Borrower", exact=True).fill(self.person["shortName"])
        page.locator(".found button", has_text=self.person["shortName"]).click()
        page.get_by_role("dialog").get_by_role("button", name="Place a hold").click()
        expect(page.locator("#toast")).to_contain_text("The hold was placed")
        hold = lending.staff("GET", f"/borrowers/{self.person['id']}/holds?state=open")["items"][0]
        row = self.row(page, hold)
        expect(row).to_contain_text(release["title"])
        row.get_by_role("button", name="Cancel the hold").click()
        expect(row).to_have_count(0)
        self.undo(page)
        expect(row).to_be_visible()

    def test_a_code_of_the_inbox_is_discarded_and_restored_and_named(self):
        code = f"INBOX-{self.person['card']}"
        hub.set_mode("return")
        hub.report(code)
        page = self.signed_in_at("/inbox")
        row = page.locator("#rows li", has_text=code)
        self.choose(row, "Discard")
        expect(row).to_have_count(0)
        self.undo(page)
        expect(row).to_be_visible()
        row.get_by_role("button", name="Enter details").click()
        page.get_by_label("Title").fill("Songs of the Theremin")
        page.get_by_label("Artist").fill("Clara Rockmore")
        page.get_by_role("dialog").get_by_role("button", name="Enter details").click()
        expect(page.locator("#toast")).to_contain_text("The details were saved")
        self.assertEqual(hub.call("GET", f"/api/v1/resolve?code={code}")["release"]["title"], "Songs of the Theremin")

    def test_the_inbox_lists_the_releases_with_an_open_choice(self):
        page = self.signed_in_at("/inbox")
        expect(page.locator("#undecided")).to_be_hidden()
        release = hub.every("/api/v1/releases")[0]
        page.route("**/api/v1/releases/undecided?*", lambda route: route.fulfill(
            json={"items": [{"release": {**release, "barcode": "0075679165923"}, "alternatives": 4}], "total": 1}))
        page.reload()
        section = page.locator("#undecided")
        expect(section).to_contain_text("Added, but several releases fit")
        expect(section).to_contain_text("1 release")
        row = section.locator("li")
        expect(row).to_contain_text(release["title"])
        expect(row).to_contain_text("0075679165923")
        expect(row).to_contain_text("4 records at Discogs have this barcode.")
        AxeCase.check(self, page, "an open choice")
        row.get_by_role("link", name="Choose the release").click()
        expect(page.get_by_role("article", name="Release").get_by_role("heading", level=2)).to_have_text(release["title"])

    def test_a_loan_from_a_borrowers_page_is_confirmed_or_overridden_as_at_the_desk(self):
        copies = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "available"][:2]
        other = lending.enrol("Else Marie Pade")
        self.addCleanup(lending.bring_back, other)
        lending.staff("POST", "/holds", {"copy": copies[0]["id"], "borrower": other["id"]})
        page = self.signed_in_at(f"/borrowers?borrower={self.person['id']}")
        sheet = page.locator("#sheet")

        def choose(copy):
            page.locator("#one").get_by_role("button", name="Lend", exact=True).click()
            sheet.get_by_label("Search the library").fill(f"#{copy['number']}")
            sheet.locator(".copy-row", has_text=f"Copy {copy['number']}").first.click()

        # Another borrower has a hold: it is shown before anything is lent, and the button says what it does.
        choose(copies[0])
        expect(sheet.locator(".plan-reasons")).to_contain_text("hold")
        self.assertEqual(lending.loans_of(self.person), [])
        sheet.get_by_role("button", name="Lend anyway", exact=True).click()
        expect(page.locator("#toast")).to_contain_text("Lent to")
        expect(page.locator("#one")).to_contain_text(copies[0]["release"]["title"])
        # A blocked borrower: staff give a reason to lend it anyway.
        lending.staff("PUT", f"/borrowers/{self.person['id']}/block", {"reason": "lost a box set"}, {"if-match": "*"})
        expect(page.locator("#one .problem")).to_be_visible()
        choose(copies[1])
        expect(sheet.locator(".plan-reasons")).to_contain_text("blocked")
        AxeCase.check(self, page, "a refused loan")
        sheet.get_by_label("Reason to lend it anyway").fill("the director agrees")
        sheet.get_by_role("button", name="Lend", exact=True).click()
        expect(page.locator("#toast")).to_contain_text("Lent to")
        expect(page.locator("#one li", has_text=f"Copy {copies[1]['number']}").first).to_be_visible()
        self.assertEqual({loan["copy"]["id"] for loan in lending.loans_of(self.person)}, {copy["id"] for copy in copies})

    def test_an_entry_of_an_offline_station_is_closed(self):
        journal, card = str(uuid.uuid4()), f"NOBODY-{self.person['card']}"
        entry = {
            "sequence": 1, "id": str(uuid.uuid4()), "at": int(time.time() * 1000) - 60_000, "mode": "check-out",
            "act": "check-out", "code": f"AWAY-{card}", "symbology": "QR", "card": card, "displayed": "recorded-offline",
        }
        page = self.signed_in_at("/inbox")
        row = page.locator("#offline-rows li", has_text=card)
        answer = lending.staff("POST", "/stations/bus/offline-journal", {"journal": journal, "entries": [entry]})
        self.assertEqual([item["state"] for item in answer["items"]], ["needs-staff"])
        expect(row).to_contain_text("bus")
        expect(row).to_contain_text("nothing was changed: Unknown card")
        row.get_by_role("button", name="Mark as done").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Note").fill("It came back by post.")
        dialog.get_by_role("button", name="Mark as done").click()
        expect(page.locator("#toast")).to_contain_text("The entry is marked as done")
        expect(row).to_have_count(0)
        found = lending.staff("GET", "/offline-entries?state=all&station=bus")["items"]
        self.assertEqual([item["note"] for item in found if item.get("card") == card], ["It came back by post."])

    def test_a_station_is_set_up(self):
        before = lending.policy()
        self.addCleanup(lending.policy, **before)
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto(f"/settings?section=station:{hub.station()['name']}")
        page.get_by_label("Mute sounds").check()
        page.get_by_label("Default mode").select_option("check-out")
        page.get_by_label("Scans for").select_option("vinyl")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("#toast")).to_contain_text("Saved")
        station = hub.call("GET", f"/api/v1/stations/{hub.station()['name']}")
        self.assertTrue(station["policy"]["isQuiet"])
        self.assertEqual(station["policy"]["scanTarget"], "vinyl")
        self.assertEqual(station["home"], "check-out")

    def test_a_change_is_undone_or_gives_the_reason_why_not(self):
        self.lend()
        loan = lending.loans_of(self.person)[0]
        change = lending.staff("GET", "/changes?limit=1")["items"][0]
        page = self.signed_in_at("/changes")
        row = self.row(page, change)
        expect(row).to_contain_text(loan["release"]["title"])
        self.choose(row, "Changed records")
        expect(page.get_by_role("dialog")).to_contain_text("loan")
        page.keyboard.press("Escape")
        lending.staff("POST", f"/loans/{loan['id']}/renew")
        expect(row).to_contain_text("later:")
        expect(row.get_by_role("button", name="Undo")).to_have_count(0)
        newest = lending.staff("GET", "/changes?limit=1")["items"][0]
        self.row(page, newest).get_by_role("button", name="Undo").click()
        expect(page.locator("#toast")).to_contain_text("The change was undone")

    def test_the_pages_speak_three_languages(self):
        page = self.signed_in_at("/loans")
        for code, title in (("de", "Ausleihen"), ("fr", "Prêts"), ("en", "Loans")):
            page.locator(".language select").select_option(code)
            expect(page.locator("h1")).to_have_text(title)
            expect(page.locator("html")).to_have_attribute("lang", code)
            self.assertEqual(page.title(), f"{title} · Deadwax")
