"""Tests of an open session at the page Desk: the borrower, the loans as sleeves, holds and fees."""

import lending
import hub
from browser import expect
from lending_case import LendingCase
from test_layout import FAULTS


class SessionTests(LendingCase):
    def lend(self, count):
        """Lends copies before the session; returns them."""
        copies = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "available"][:count]
        for copy in copies:
            lending.staff("POST", "/loans", {"copy": copy["id"], "borrower": self.person["id"], "override": "a page test"})
        return copies

    def test_a_session_shows_what_is_out_and_each_new_loan_among_it(self):
        before = self.lend(2)
        page = self.session()
        expect(page.locator(".turn-name")).to_have_text(self.person["shortName"])
        expect(page.locator(".turn-count")).to_have_text("2 of 10 on loan")
        tiles = page.locator(".turn-tile")
        expect(tiles).to_have_count(2)
        for copy in before:
            tile = tiles.filter(has_text=copy["release"]["title"]).first
            expect(tile.locator(".turn-due")).to_contain_text("Due ")
        free = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "available"][:2]
        scan = hub.report(free[0]["code"])
        self.assert_shows(page, scan)
        # The new loan is the largest sleeve; the name stays.
        expect(page.locator(".turn-name")).to_have_text(self.person["shortName"])
        expect(page.locator(".turn-count")).to_have_text("3 of 10 on loan")
        expect(page.locator(".arrival-due")).to_contain_text("Due ")
        expect(tiles).to_have_count(2)
        sleeve = page.locator(".arrival .sleeve").bounding_box()
        self.assertGreater(sleeve["width"], tiles.first.locator(".sleeve").bounding_box()["width"])
        # With the next one, it is among the others, and marked as new.
        self.assert_shows(page, hub.report(free[1]["code"]))
        expect(tiles).to_have_count(3)
        expect(tiles.first.locator(".turn-title")).to_have_text(free[0]["release"]["title"])
        expect(page.locator(".turn-new")).to_have_count(1)
        page.locator(".arrival-sleeve").click()
        expect(page.locator(".release h2")).to_have_text(free[1]["release"]["title"])

    def test_what_is_overdue_and_due_soon_has_a_word(self):
        copies = self.lend(3)
        name = hub.station()["name"]

        def answer(route):
            response = route.fetch()
            station = response.json()
            for loan in station.get("session", {}).get("loans", []):
                if loan["copy"]["id"] == copies[0]["id"]:
                    loan.update(isOverdue=True, dueAt="2026-01-10T22:59:59.000Z")
                if loan["copy"]["id"] == copies[1]["id"]:
                    loan.update(dueAt=response.headers["date"])
            route.fulfill(response=response, json=station)

        hub.set_mode("check-out")
        page = self.open("about:blank", counter=False)
        page.route(f"**/api/v1/stations/{name}", answer)
        self.visit(page, "/", False)
        hub.report(self.person["card"])
        for kind, word, copy in (("overdue", "Overdue", copies[0]), ("soon", "Due soon", copies[1]), ("due", "Due", copies[2])):
            tile = page.locator(f'.turn-tile[data-kind="{kind}"]')
            expect(tile).to_have_count(1)
            expect(tile).to_contain_text(copy["release"]["title"])
            expect(tile.locator(".turn-due")).to_contain_text(word)

    def test_holds_that_are_ready_and_fees_are_told_at_the_beginning(self):
        lending.set_setting("fees.on", "yes")
        self.addCleanup(lending.set_setting, "fees.on", None)
        copy = self.lend(1)[0]
        other = lending.enrol("Emil Berliner")
        self.addCleanup(lending.bring_back, other)
        lending.staff("POST", "/holds", {"copy": copy["id"], "borrower": other["id"]})
        lending.bring_back(self.person)
        lending.staff("POST", "/fees", {"borrower": other["id"], "kind": "damage", "amount": 350, "note": "a page test"})
        hub.set_mode("check-out")
        page = self.open(counter=False)
        hub.report(other["card"])
        expect(page.locator(".turn-name")).to_have_text(other["shortName"])
        facts = page.locator(".turn-facts")
        expect(facts).to_contain_text("1 hold ready for pick-up")
        expect(facts).to_contain_text("3.50")
        tile = page.locator('.turn-tile[data-kind="ready"]')
        expect(tile).to_contain_text(copy["release"]["title"])
        expect(tile).to_contain_text("Ready for pick-up")
        # It is lent from there like any other.
        self.assert_shows(page, hub.report(copy["code"]))
        expect(tile).to_have_count(0)

    def test_a_session_with_many_loans_fits_and_counts_the_rest(self):
        lending.staff("PATCH", f"/borrowers/{self.person['id']}", {"loanLimit": 40}, {"if-match": "*"})
        copies = self.lend(16)
        page = self.session(size=(800, 480))
        for size in ((800, 480), (1366, 650), (1920, 1080), (2560, 1440)):
            with self.subTest(size=size):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                self.assertEqual(page.evaluate(FAULTS), [])
                shown = page.locator(".turn-tile").filter(visible=True).count()
                more = page.locator(".turn-more")
                rest = int(more.text_content().split()[1]) if more.count() else 0
                self.assertEqual(shown + rest, len(copies))
                self.assertGreaterEqual(shown, 2)

    def test_after_a_reload_the_session_is_there(self):
        self.lend(1)
        page = self.session()
        page.reload()
        expect(page.locator(".turn-name")).to_have_text(self.person["shortName"])
        expect(page.locator(".turn-tile")).to_have_count(1)
        page.get_by_role("button", name="End the session").click()
        expect(page.locator(".turn-name")).to_have_count(0)
        self.no_trace(page)
