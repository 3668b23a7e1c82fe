"""Tests of what a screen reader announces: the live regions in the accessibility tree that the browser gives to it."""

import hub
from browser import expect
from lending import enrol, staff
from view_case import ViewCase


class Ear:
    """The live regions of a page, as the accessibility tree has them, and what was added to them since it was made."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")
        self.before = self.regions()

    def regions(self):
        """Returns the text of each live region that is not ignored, by its node."""
        nodes = {node["nodeId"]: node for node in self.session.send("Accessibility.getFullAXTree")["nodes"]}

        def text(node):
            if node["role"]["value"] in ("StaticText", "InlineTextBox"):
                return node["name"]["value"] if node["role"]["value"] == "StaticText" else ""
            return " ".join(filter(None, (text(nodes[child]) for child in node.get("childIds", []) if child in nodes)))

        found = {}
        for node in nodes.values():
            live = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
            isRoot = live.get("live") in ("polite", "assertive") and live.get("root", {})
            if isRoot is not False and live.get("live") in ("polite", "assertive") and not node.get("ignored"):
                roots = next((one["value"].get("relatedNodes", []) for one in node["properties"] if one["name"] == "root"), [])
                # A node within a live region is part of its region.
                if not roots or roots[0].get("backendDOMNodeId") == node.get("backendDOMNodeId"):
                    found[node.get("backendDOMNodeId")] = text(node)
        return found

    def announced(self, words):
        """Waits until a region has these words, and returns how many have them then, and had them not before."""
        return hub.wait_for(f"the announcement {words}", lambda: self.count(words))

    def count(self, words):
        return sum(words in text and words not in self.before.get(node, "") for node, text in self.regions().items())


class AnnouncementTests(ViewCase):
    def test_an_outcome_at_the_desk_is_announced_once(self):
        page = self.open("/", counter=False)
        for mode, code, words in (("look-up", hub.every("/api/v1/copies")[0]["code"], None), ("check-out", "nothing has this", None)):
            hub.set_mode(mode)
            expect(page.locator("body")).to_have_attribute("data-mode", mode)
            ear = Ear(page)
            outcome = hub.report(code)["outcome"]
            expect(page.locator(".band-words")).to_have_text(outcome["title"])
            with self.subTest(mode=mode):
                self.assertEqual(ear.announced(words or outcome["title"]), 1)

    def test_a_change_on_a_list_is_announced_once_and_so_is_a_refusal(self):
        person = enrol("Daphne Oram")
        copy = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "available"][-1]
        staff("POST", "/loans", {"copy": copy["id"], "borrower": person["id"], "override": "a page test"})
        loan = staff("GET", f"/borrowers/{person['id']}/loans?state=open")["items"][0]
        self.may_fail = True
        page = self.signed_in("/loans")
        row = page.locator(f'[data-id="{loan["id"]}"]')
        expect(row).to_be_visible()
        ear = Ear(page)
        row.locator(".row-acts > button").first.click()
        expect(row).to_have_count(0)
        toast = page.locator("#toast span").first
        expect(toast).to_be_visible()
        self.assertEqual(ear.announced(toast.text_content()), 1)
        # A form with a field that is missing.
        page.goto("/borrowers")
        page.locator("#enrol").click()
        ear = Ear(page)
        page.locator("#sheet [type=submit]").click()
        alert = page.locator("#sheet [role=alert]")
        expect(alert).to_be_visible()
        self.assertEqual(ear.announced(alert.text_content()), 1)

    def test_what_is_not_in_a_live_region_is_not_heard(self):
        page = self.signed_in("/loans")
        expect(page.locator("#list-title")).to_be_visible()
        ear = Ear(page)
        page.evaluate("document.querySelector('#list-title').textContent = 'Words outside of a region'")
        self.assertEqual(ear.count("Words outside of a region"), 0)
        page.evaluate("document.querySelector('#count').textContent = 'Words in a region'")
        self.assertEqual(ear.announced("Words in a region"), 1)
