"""Tests of the card on the page Settings that compares the library with Discogs."""

import json

import hub
from browser import PageCase, expect


class ComparisonTests(PageCase):
    def opened(self, rows=(), **state):
        """Opens the page with an answer about the comparison, which the test changes; returns the page and the card."""
        state = {"state": "none", "read": 0, "total": 0, "version": 0, **state}
        self.sent = []

        def answer(route):
            asked = route.request
            if asked.url.endswith("/pull"):
                self.sent.append((asked.method, asked.post_data_json, asked.headers))
                body = {"copies": 2, "wishes": 0, "remaining": 0}
            elif "/items" in asked.url:
                items = [row for row in rows if f"list={row['list']}&" in asked.url and f"difference={row['difference']}&" in asked.url]
                body = {"items": items, "total": len(items)}
            else:
                if asked.method != "GET":
                    self.sent.append((asked.method, asked.post_data_json, asked.headers))
                    state["state"] = asked.post_data_json["state"] if asked.method == "PATCH" else "running"
                    state["version"] += 1
                body = state
            route.fulfill(status=200, content_type="application/json", body=json.dumps(body))

        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.route("**/api/v1/discogs/comparison**", answer)
        page.route("**/api/v1/discogs/comparison/**", answer)
        page.goto("/settings")
        return page, page.locator("#comparison")

    def test_a_comparison_is_started_paused_continued_and_ended(self):
        _, card = self.opened()
        expect(card).to_contain_text("Nothing was compared yet.")
        for name in ("Compare", "Pause", "Continue"):
            card.get_by_role("button", name=name).click()
        card.get_by_role("button", name="End").click()
        expect(card).to_contain_text("The comparison was ended.")
        self.assertEqual([method for method, _, _ in self.sent], ["POST", "PATCH", "PATCH", "PATCH"])
        self.assertEqual([headers["if-match"] for _, _, headers in self.sent[1:]], ['"1"', '"2"', '"3"'])

    def test_a_finished_comparison_is_previewed_and_brought_into_the_library_with_its_version(self):
        row = {"list": "collection", "number": 7, "title": "T", "artist": "A", "here": 0, "there": 2, "difference": "only-there"}
        _, card = self.opened(rows=[row], state="done", read=2, total=2, version=4)
        card.get_by_text("Only at Discogs: 1").click()
        expect(card.get_by_role("link", name="A – T")).to_have_attribute("href", "https://www.discogs.com/release/7")
        card.get_by_role("button", name="Add missing copies to the library").click()
        expect(card.page.get_by_text("Added to the library: 2.")).to_be_visible()
        method, body, headers = self.sent[0]
        self.assertEqual((method, body, headers["if-match"]), ("POST", {"list": "collection"}, '"4"'))

    def test_a_refused_token_is_the_reason_of_the_pause(self):
        _, card = self.opened(state="paused", problem="Discogs refuses the token", version=2)
        expect(card).to_contain_text("Reason: Discogs refuses the token.")

    def test_what_is_removed_at_discogs_is_chosen_named_and_confirmed(self):
        row = {"list": "collection", "number": 7, "title": "T", "artist": "A", "here": 0, "there": 1, "difference": "only-there"}
        page, card = self.opened(rows=[row], state="done", read=1, total=1, version=4)
        push = {"state": "none", "total": 0, "done": 0, "already": 0, "failed": 0, "remaining": 0, "version": 0}
        sent = []

        def answer(route):
            asked = route.request
            body = push
            if "/items" in asked.url:
                body = {"items": [{"position": 1, "list": "collection", "act": "remove", "number": 7, "title": "T", "artist": "A",
                                   "instance": 12, "state": "waiting"}], "total": 1}
            elif asked.method != "GET":
                sent.append((asked.method, asked.post_data_json, asked.headers["if-match"]))
                push.update(list="collection", act="remove", user="ada", total=1, version=push["version"] + 1,
                            state="planned" if asked.method == "POST" else asked.post_data_json["state"])
            route.fulfill(status=200, content_type="application/json", body=json.dumps(body))

        page.route("**/api/v1/discogs/push**", answer)
        page.route("**/api/v1/discogs/push/**", answer)
        card.get_by_text("Only at Discogs: 1").click()
        expect(card.get_by_role("button", name="Remove chosen")).to_have_count(0)
        card.get_by_role("checkbox", name="Choose A – T").check()
        card.get_by_role("button", name="Remove chosen").click()
        plan = page.locator("#push")
        expect(plan).to_contain_text("1 copy will be removed from the collection of ada.")
        expect(plan).to_contain_text("A – T (instance 12)")
        plan.get_by_role("button", name="Remove at Discogs").click()
        expect(plan).to_contain_text("0 of 1 steps have ended.")
        self.assertEqual(sent[:2], [("POST", {"list": "collection", "act": "remove", "numbers": [7]}, '"4"'),
                                    ("PATCH", {"state": "running"}, '"1"')])
