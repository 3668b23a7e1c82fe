"""The base of the tests of people who sign in, with an account for one test."""

import uuid

import hub
from axe_case import AxeCase
from browser import expect

PASSPHRASE = "five correct short words"


class AccessCase(AxeCase):
    def setUp(self):
        super().setUp()
        self.name = f"Person {uuid.uuid4().hex[:8]}"
        self.addCleanup(self.disable)

    def admin(self, method, path, body=None, headers=None):
        return hub.call(method, f"/api/v1{path}", body, token=hub.admin_token(), headers=headers)

    def accounts(self):
        return [account for account in self.admin("GET", "/accounts")["items"] if account["name"].startswith(self.name)]

    def disable(self):
        for account in self.accounts():
            # Only an administrator who is not the last can be disabled, so the accounts of a test have a lower role first.
            self.patch(account, {"isDisabled": True})

    def patch(self, account, change):
        return self.admin("PATCH", f"/accounts/{account['id']}", change, headers={"if-match": "*"})

    def make(self, role="staff", name=None):
        order = {"name": name or self.name, "role": role, "passphrase": PASSPHRASE}
        return self.admin("POST", "/accounts", order, headers={"idempotency-key": uuid.uuid4().hex})

    def page_of_admin(self, path="/people", **options):
        page = self.open("about:blank", **options)
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto(path)
        expect(page.locator("#list")).not_to_have_attribute("aria-busy", "true")
        return page

    def page_of_person(self, path, name=None, **options):
        """Returns a page whose browser is signed in with name and passphrase."""
        page = self.open("about:blank", **options)
        answer = page.request.post("/api/v1/sign-in", data={"name": name or self.name, "passphrase": PASSPHRASE})
        self.assertEqual(answer.status, 200, answer.text())
        page.goto(path)
        return page

    def row(self, page, item):
        return page.locator(f'[data-id="{item["id"]}"]')

    def choose(self, row, name):
        row.locator(".more-actions").click()
        row.locator(".menu").get_by_role("button", name=name, exact=True).click()
