"""Tests of the page Notices: the texts with their preview, and the log."""

import hub
import lending
from browser import expect
from staff_case import StaffCase


class NoticeTests(StaffCase):
    # Staff see the texts, and administrators change them.
    forgiven = (*StaffCase.forgiven, "/api/v1/notice-templates/")

    def setUp(self):
        super().setUp()
        self.addCleanup(self.restore)

    def template(self, name="hold-ready.en"):
        return lending.admin("GET", f"/notice-templates/{name}")

    def restore(self):
        lending.admin("DELETE", "/notice-templates/hold-ready.en", headers={"if-match": "*"})

    def signed_in_as_administrator(self, path):
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto(path)
        expect(page.get_by_label("Subject", exact=True)).to_be_visible()
        return page

    def test_a_text_is_changed_with_a_preview_and_that_is_undone(self):
        page = self.signed_in_as_administrator("/notices")
        preview = page.get_by_label("Preview", exact=True)
        expect(preview).to_contain_text("Ada Lovelace")
        page.get_by_label("Text", exact=True).fill("Dear {name}, come for {title}.")
        expect(preview).to_have_text("Dear Ada Lovelace, come for Blue Train – John Coltrane.")
        page.get_by_label("Text", exact=True).press("End")
        page.get_by_role("button", name="{due}", exact=True).click()
        expect(page.get_by_label("Text", exact=True)).to_have_value("Dear {name}, come for {title}.{due}")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#toast")).to_contain_text("The text was saved.")
        self.assertEqual(self.template()["body"], "Dear {name}, come for {title}.{due}")
        self.undo(page)
        self.assertTrue(self.template()["isStandard"])

    def test_an_unknown_placeholder_is_named_and_not_saved(self):
        page = self.signed_in_as_administrator("/notices")
        page.get_by_label("Text", exact=True).fill("Dear {nane}")
        expect(page.get_by_role("alert").filter(has_text="{nane} is not a placeholder")).to_contain_text("{name}, {title}, {due}")
        expect(page.get_by_role("button", name="Save", exact=True)).to_be_disabled()
        page.get_by_label("Text", exact=True).fill("Dear {name}")
        expect(page.get_by_role("button", name="Save", exact=True)).to_be_enabled()
        self.assertTrue(self.template()["isStandard"])

    def test_each_kind_and_language_has_its_text(self):
        page = self.signed_in_as_administrator("/notices")
        page.get_by_role("button", name="Overdue", exact=True).click()
        expect(page.get_by_role("button", name="{items}", exact=True)).to_be_visible()
        page.get_by_role("button", name="German", exact=True).click()
        expect(page.get_by_label("Text", exact=True)).to_have_value(self.template("overdue.de")["body"])

    def test_the_log_helps_if_nothing_was_sent(self):
        page = self.signed_in_as_administrator("/notices")
        expect(page.locator("#empty")).to_contain_text("Every notice was sent")
        page.locator("#chips").get_by_role("button", name="Sent", exact=True).click()
        expect(page.locator("#empty")).to_contain_text("No notice was sent yet")

    def test_a_notice_that_was_refused_is_sent_again(self):
        page = self.signed_in_as_administrator("/notices")
        notice = {"id": "0193489b-8b50-7e75-89fa-4d5e6f708192", "kind": "hold-ready", "way": "mail", "state": "refused",
                  "dueAt": "2026-11-28T22:59:59.999Z", "createdAt": "2026-11-21T10:05:00.000Z", "attempts": 3,
                  "reason": "no route"}
        page.route("**/api/v1/notices?*", lambda route: route.fulfill(json={"items": [notice], "total": 1}))
        page.route("**/api/v1/notices/*/send", lambda route: route.fulfill(json=notice))
        page.locator("#chips").get_by_role("button", name="All", exact=True).click()
        row = self.row(page, notice)
        expect(row).to_contain_text("no route")
        expect(row).to_contain_text("3 attempts")
        row.get_by_role("button", name="Send again").click()
        expect(page.locator("#toast")).to_contain_text("will be sent again")
