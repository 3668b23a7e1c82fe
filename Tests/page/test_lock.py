"""Tests of a locked screen, and of signing in by card and PIN, by the page alone."""

import re

import catalogue
import hub
import lending
from access_case import PASSPHRASE, AccessCase
from browser import MIDDLE, expect
from test_layout import FAULTS
from views import pages

# Every page, by its short address and its file. /t/<number> leads to the page /t first.
PAGES = [
    *(f"/{page}" for page in pages() if page != "index"), *(f"/{page}.html" for page in pages()), "/?station=another"]
PIN = "83640275"


class LockTests(AccessCase):
    def setUp(self):
        super().setUp()
        # The hub refuses what a locked screen asks for, which the browser logs.
        self.may_fail = True
        station = hub.station()["name"]
        self.locked = f"{hub.ADDRESS}/?station={station}&locked="
        self.free = f"{hub.ADDRESS}/?station={station}"

    def lock(self, page):
        page.get_by_role("button", name="Lock this screen").click()
        form = page.locator("#sheet form")
        form.get_by_label("Station", exact=True).select_option(hub.station()["name"])
        form.get_by_role("button", name="Lock", exact=True).click()
        expect(page).to_have_url(self.locked)
        expect(page.get_by_role("button", name="Unlock")).to_be_visible()

    def locked_page(self, **options):
        self.make()
        page = self.page_of_person("/loans", **options)
        self.lock(page)
        return page

    def staff_card(self):
        """Returns the code of a staff card with a PIN that signs this test's account in."""
        person = lending.enrol("Stella Quill", isStaff=True)
        lending.staff("PUT", f"/borrowers/{person['id']}/pin", {"pin": PIN}, headers={"if-match": "*"})
        self.patch(self.make(), {"borrower": person["id"]})
        return person["card"]

    def type_pin(self, page, pin):
        expect(page.locator(".pin-pad")).to_be_visible()
        page.keyboard.type(pin)
        page.keyboard.press("Enter")

    def caller(self, page):
        return page.request.get("/api/v1/sign-in").json()

    def test_a_locked_screen_leads_back_to_desk_from_everywhere(self):
        self.make()
        page = self.page_of_person("/changes")
        page.goto("/loans")
        other = page.context.new_page()
        other.goto("/borrowers")
        expect(other.get_by_role("button", name="Lock this screen")).to_be_visible()
        self.lock(page)
        with self.subTest("a second tab, which was open before"):
            expect(other).to_have_url(self.locked)
        with self.subTest("a reload"):
            page.reload()
            expect(page).to_have_url(self.locked)
        for path in PAGES:
            with self.subTest("the answer of a deep link", path=path):
                answer = page.request.get(path, max_redirects=0)
                self.assertEqual((answer.status, answer.headers["location"]), (303, self.locked.removeprefix(hub.ADDRESS)))
        for path in ("/loans", "/loans.html", "/people", "/?station=another", "/t/0000000000000"):
            with self.subTest("a deep link", path=path):
                page.goto(path)
                # A browser gives the fragment of one address to the next.
                expect(page).to_have_url(re.compile(f"^{re.escape(self.locked)}(#0*)?$"))
        with self.subTest("back and forward"):
            for _ in range(4):
                page.go_back()
                expect(page).to_have_url(self.locked)
            page.go_forward()
            expect(page).to_have_url(self.locked)
        with self.subTest("a new tab"):
            new = page.context.new_page()
            new.goto("/people")
            expect(new).to_have_url(self.locked)
            self.assertNotIn(self.name, new.content())
        with self.subTest("the keys of the pages"):
            expect(page.get_by_role("button", name="Unlock")).to_be_visible()
            expect(page.locator("#menu-button")).to_be_hidden()
            expect(page.locator("#stations")).to_be_disabled()
            links = page.locator("a[href]:visible:not(.skip)").evaluate_all("links => links.map((link) => link.outerHTML)")
            self.assertEqual(links, [])
            page.keyboard.press("g")
            page.keyboard.press("l")
            expect(page).to_have_url(self.locked)
        with self.subTest("the API, with the cookie of the screen"):
            for path in ("/borrowers", "/loans", "/changes", "/settings", "/accounts", "/tokens"):
                self.assertEqual(page.request.get(f"/api/v1{path}").status, 403, path)
            out = page.request.delete("/api/v1/sign-in", headers={"origin": hub.ADDRESS})
            self.assertEqual((out.status, out.json()["code"]), (403, "screen-locked"))
            token = page.request.post("/api/v1/sign-in", data={"token": hub.admin_token()}, headers={"origin": hub.ADDRESS})
            self.assertEqual((token.status, token.json()["code"]), (403, "screen-locked"))
            self.assertTrue(self.caller(page)["isLocked"])

    def test_the_screen_shows_that_it_is_locked_while_the_hub_does_not_answer(self):
        page = self.locked_page()
        page.route("**/api/v1/sign-in", lambda route: route.abort())
        page.reload()
        expect(page.get_by_role("button", name="Unlock")).to_be_visible()
        expect(page).to_have_url(self.locked)
        page.unroute("**/api/v1/sign-in")
        page.reload()
        expect(page.get_by_role("button", name="Unlock")).to_be_visible()

    def test_the_desk_works_while_the_screen_is_locked(self):
        page = self.locked_page(counter=False)
        hub.report("LOCKED-SCREEN-1")
        expect(page.locator("#feed li").first).to_be_visible()
        page.get_by_role("button", name="Return", exact=True).click()
        expect(page.locator("body")).to_have_attribute("data-mode", "return")

    def test_staff_unlock_it_with_name_and_passphrase(self):
        page = self.locked_page()
        page.get_by_role("button", name="Unlock").click()
        form = page.locator("#sheet form")
        self.assertEqual(page.locator("#sheet details").count(), 0, "a token is not accepted")
        self.check(page, "the form that unlocks")
        form.get_by_label("Name", exact=True).fill(self.name)
        form.get_by_label("Passphrase", exact=True).fill("a wrong passphrase")
        form.get_by_role("button", name="Unlock").click()
        expect(form.get_by_role("alert")).to_have_text("The name or the passphrase is wrong.")
        weak = self.make("station", f"{self.name} of a station")
        form.get_by_label("Name", exact=True).fill(weak["name"])
        form.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
        form.get_by_role("button", name="Unlock").click()
        expect(form.get_by_role("alert")).to_have_text("Only staff can unlock this screen.")
        form.get_by_label("Name", exact=True).fill(self.name)
        form.get_by_role("button", name="Unlock").click()
        expect(page).to_have_url(self.free)
        page.goto("/loans")
        expect(page.get_by_role("heading", level=1)).to_have_text("Loans")
        self.assertEqual(self.caller(page).get("name"), self.name, self.caller(page))

    def test_staff_unlock_it_with_card_and_pin(self):
        card = self.staff_card()
        page = self.page_of_person("/loans", counter=False)
        self.lock(page)
        # In a mode in which each card begins a loan session.
        hub.set_mode("check-out")
        expect(page.locator("body")).to_have_attribute("data-mode", "check-out")
        page.get_by_role("button", name="Unlock").click()
        page.get_by_role("button", name="Use card and PIN").click()
        expect(page.locator("#card-note")).to_contain_text("Scan your staff card")
        expect(page.locator("body")).to_have_attribute("data-mode", "look-up")
        hub.report(card)
        self.type_pin(page, "99999999")
        expect(page.locator(".pin-trouble")).to_contain_text("Wrong PIN")
        self.assertTrue(self.caller(page)["isLocked"])
        self.type_pin(page, PIN)
        expect(page).to_have_url(self.free)
        self.assertEqual(self.caller(page)["name"], self.name)

    def test_a_person_signs_in_with_card_and_pin_and_returns_to_the_page(self):
        card = self.staff_card()
        page = self.open("/loans?state=overdue", counter=False)
        way = page.get_by_role("link", name="Use card and PIN")
        way.click()
        expect(page.locator("#card-note")).to_contain_text("Scan your staff card")
        self.check(page, "waiting for a card")
        hub.report(card)
        for digit in PIN:
            page.locator(".pin-pad").get_by_role("button", name=digit, exact=True).click()
        page.locator(".pin-pad").get_by_role("button", name="Enter", exact=True).click()
        expect(page).to_have_url(f"{hub.ADDRESS}/loans?state=overdue")
        self.assertEqual(self.caller(page)["name"], self.name)

    def test_a_card_without_an_account_signs_no_one_in_and_says_so(self):
        person = lending.enrol("Stella Quill", isStaff=True)
        lending.staff("PUT", f"/borrowers/{person['id']}/pin", {"pin": PIN}, headers={"if-match": "*"})
        page = self.open("/?sign-in=card", counter=False)
        expect(page.locator("#card-note")).to_be_visible()
        hub.report(person["card"])
        self.type_pin(page, PIN)
        expect(page.locator("#toast")).to_contain_text("This card belongs to no account.")
        self.assertNotIn("name", self.caller(page))

    def test_a_card_is_linked_to_an_account_on_the_page_people(self):
        person = lending.enrol("Stella Quill", isStaff=True)
        borrower = lending.enrol()
        account = self.make()
        page = self.page_of_admin()
        row = self.row(page, account)
        form = page.locator("#sheet form")
        self.choose(row, "Card for signing in")
        form.get_by_label("Card number").fill(borrower["card"])
        form.get_by_role("button", name="Save").click()
        expect(form.get_by_role("alert")).to_contain_text("not that of a member of staff")
        form.get_by_label("Card number").fill(person["card"])
        form.get_by_role("button", name="Save").click()
        expect(row).to_contain_text("card")
        self.assertEqual(self.accounts()[0]["borrower"], person["id"])

    def test_a_token_can_be_made_for_a_screen_that_is_locked(self):
        page = self.page_of_admin("/people?state=tokens")
        page.get_by_role("button", name="Make a token", exact=True).click()
        form = page.locator("#sheet form")
        form.get_by_label("Used by").fill(self.name)
        form.get_by_label("Role", exact=True).select_option("station")
        expect(form.get_by_label("Screen", exact=True)).to_be_disabled()
        form.get_by_label("Station", exact=True).select_option(hub.station()["name"])
        form.get_by_label("Screen", exact=True).select_option("locked")
        form.get_by_role("button", name="Make a token").click()
        token = page.locator("#sheet .token").text_content()
        page.get_by_role("button", name="I saved it").click()
        expect(page.locator("#rows li", has_text=self.name)).to_contain_text("locked screen")
        kiosk = self.open("about:blank")
        kiosk.request.post("/api/v1/sign-in", data={"token": token})
        kiosk.goto("/library")
        expect(kiosk).to_have_url(self.locked)

    def test_a_locked_screen_fits_has_no_violation_and_speaks_three_languages(self):
        self.make()
        for locale in ("en-GB", *catalogue.LOCALES.values()):
            page = self.page_of_person("/loans", locale=locale, counter=False)
            page.request.post("/api/v1/screen-lock", data={"station": hub.station()["name"]}, headers={"origin": hub.ADDRESS})
            page.goto("/")
            unlock = page.locator("#unlock-button")
            expect(unlock).to_be_visible()
            for size in ((360, 740), (800, 480), MIDDLE):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                with self.subTest(locale=locale, size=size):
                    self.assertEqual(page.evaluate(FAULTS), [])
                    self.check(page, "a locked screen")
                    unlock.click()
                    expect(page.locator("#sheet form")).to_be_visible()
                    self.assertEqual(page.evaluate(FAULTS), [])
                    self.check(page, "the form that unlocks")
                    if locale[:2] != "en" and hub.station()["policy"]["language"] == locale[:2]:
                        self.assertEqual(catalogue.left_in_english(page, locale[:2]), [])
                    self.dismiss(page)
