"""Tests of the page People: accounts, sign-ins and tokens, by the page alone."""

import urllib.error
import urllib.request
import uuid

import catalogue
import hub
from access_case import PASSPHRASE, AccessCase
from browser import expect

STATES = ("accounts", "sign-ins", "tokens")


class PeopleTests(AccessCase):
    def status(self, passphrase):
        """Returns the status of an attempt to sign in with this test's name."""
        return self.open("about:blank").request.post(
            "/api/v1/sign-in", data={"name": self.name, "passphrase": passphrase, "returnsToken": True}
        ).status

    def test_a_person_is_added_changed_disabled_and_enabled(self):
        page = self.page_of_admin()
        page.get_by_role("button", name="Add a person", exact=True).click()
        form = page.locator("#sheet form")
        form.get_by_label("Name", exact=True).fill(self.name)
        form.get_by_label("Passphrase", exact=True).fill("too short")
        form.get_by_role("button", name="Add a person").click()
        expect(form.get_by_role("alert")).to_contain_text("at least 10 characters")
        form.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
        form.get_by_role("button", name="Add a person").click()
        expect(page.locator("#toast")).to_have_text(f"{self.name} can sign in now.")
        account = self.accounts()[0]
        row = self.row(page, account)
        expect(row).to_contain_text("staff")
        self.assertEqual(self.status(PASSPHRASE), 200)

        row.get_by_role("button", name="Edit", exact=True).click()
        form.get_by_label("Role", exact=True).select_option("station")
        form.get_by_role("button", name="Save").click()
        expect(row).to_contain_text("station")

        self.choose(row, "Set a new passphrase")
        form.get_by_label("Passphrase", exact=True).fill("four other short words")
        form.get_by_role("button", name="Save").click()
        expect(page.locator("#toast")).to_contain_text("was changed")
        self.assertEqual(self.status(PASSPHRASE), 401)
        self.assertEqual(self.status("four other short words"), 200)

        self.choose(row, "Disable")
        page.locator("#sheet .actions").get_by_role("button", name="Disable").click()
        expect(row).to_contain_text("disabled")
        self.assertEqual(self.status("four other short words"), 401)
        self.choose(row, "Enable")
        expect(row).not_to_contain_text("disabled")
        self.assertEqual(self.status("four other short words"), 200)

    def test_a_name_that_another_account_has_is_refused_in_words(self):
        self.may_fail = True
        self.make()
        page = self.page_of_admin()
        page.get_by_role("button", name="Add a person", exact=True).click()
        form = page.locator("#sheet form")
        form.get_by_label("Name", exact=True).fill(self.name.upper())
        form.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
        form.get_by_role("button", name="Add a person").click()
        expect(form.get_by_role("alert")).to_have_text("Another account has this name. Choose another name.")

    def test_the_last_administrator_stays_and_the_page_says_why(self):
        self.may_fail = True
        account = self.make("admin")
        others = [one for one in self.admin("GET", "/accounts")["items"]
                  if one["role"] == "admin" and not one["isDisabled"] and one["id"] != account["id"]]
        for other in others:
            self.patch(other, {"role": "staff"})
        page = self.page_of_admin()
        row = self.row(page, account)
        self.choose(row, "Disable")
        page.locator("#sheet .actions").get_by_role("button", name="Disable").click()
        expect(page.locator("#toast")).to_have_text(
            "This is the only administrator. Make another person administrator first.")
        row.get_by_role("button", name="Edit", exact=True).click()
        form = page.locator("#sheet form")
        form.get_by_label("Role", exact=True).select_option("staff")
        form.get_by_role("button", name="Save").click()
        expect(form.get_by_role("alert")).to_contain_text("This is the only administrator.")
        # Another administrator, so that this one can go.
        keeper = others[0] if others else self.make("admin", f"Keeper {uuid.uuid4().hex[:8]}")
        self.patch(keeper, {"role": "admin"})
        page.keyboard.press("Escape")
        self.choose(row, "Disable")
        page.locator("#sheet .actions").get_by_role("button", name="Disable").click()
        expect(row).to_contain_text("disabled")

    def test_a_sign_in_is_listed_and_ended(self):
        self.may_fail = True
        self.make()
        person = self.open("about:blank")
        person.request.post("/api/v1/sign-in", data={"name": self.name, "passphrase": PASSPHRASE})
        self.assertEqual(person.request.get("/api/v1/sign-in").json()["name"], self.name)
        page = self.page_of_admin("/people?state=sign-ins")
        row = page.locator("#rows li", has_text=self.name)
        row.get_by_role("button", name="End", exact=True).click()
        page.locator("#sheet .actions").get_by_role("button", name="End").click()
        expect(row).to_have_count(0)
        self.assertEqual(person.request.get("/api/v1/sign-in").status, 401)

    def test_a_token_is_shown_once_and_revoked(self):
        page = self.page_of_admin("/people?state=tokens")
        station = hub.station()["name"]
        page.get_by_role("button", name="Make a token", exact=True).click()
        form = page.locator("#sheet form")
        form.get_by_label("Used by").fill(self.name)
        form.get_by_label("Role", exact=True).select_option("staff")
        expect(form.get_by_label("Station", exact=True)).to_be_disabled()
        form.get_by_label("Role", exact=True).select_option("station")
        form.get_by_label("Station", exact=True).select_option(station)
        form.get_by_role("button", name="Make a token").click()
        token = page.locator("#sheet .token").text_content()
        self.assertEqual(hub.call("GET", "/api/v1/sign-in", token=token)["station"], station)
        page.get_by_role("button", name="Copy", exact=True).click()
        expect(page.locator("#sheet .said")).not_to_be_empty()
        self.check(page, "a new token")
        page.get_by_role("button", name="I saved it").click()
        row = page.locator("#rows li", has_text=self.name)
        expect(row).to_contain_text(f"only at {station}")
        page.reload()
        expect(row).to_be_visible()
        self.assertNotIn(token, page.content())
        row.get_by_role("button", name="Revoke", exact=True).click()
        page.locator("#sheet .actions").get_by_role("button", name="Revoke").click()
        expect(row.get_by_text("revoked", exact=True)).to_be_visible()
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(
                urllib.request.Request(f"{hub.ADDRESS}/api/v1/sign-in", headers={"authorization": f"Bearer {token}"})
            )
        self.assertEqual(refused.exception.code, 401)

    def test_staff_see_that_the_page_is_for_administrators(self):
        self.may_fail = True
        page = self.signed_in("/people")
        expect(page.locator("#empty")).to_contain_text("This page needs more rights")
        expect(page.get_by_label("Passphrase", exact=True)).to_be_visible()

    def test_each_list_speaks_three_languages(self):
        self.make()
        self.open("about:blank").request.post("/api/v1/sign-in", data={"name": self.name, "passphrase": PASSPHRASE})
        for language, locale in catalogue.LOCALES.items():
            page = None
            for state in STATES:
                page = self.page_of_admin(f"/people?state={state}", locale=locale, on=page)
                expect(page.locator("#rows li").first).to_be_visible()
                with self.subTest(locale=locale, state=state):
                    names = {"Name", *(one["name"] for one in self.admin("GET", "/accounts")["items"])}
                    self.assertEqual(catalogue.left_in_english(page, language, names), [])
