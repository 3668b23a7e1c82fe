"""The tasks of a library by its pages alone: each begins at the page Desk, is done with real clicks and keys, and is counted.

docs/pages.md has the numbers. A task that needs more fails.
"""

import pathlib
import re

import hub
import lending
from browser import PROOF, expect
from hand import Hand
from staff_case import StaffCase

ROOT = pathlib.Path(__file__).resolve().parents[2]


def promised():
    """Returns the most clicks of each task, from the table of docs/pages.md."""
    page = (ROOT / "docs/pages.md").read_text(encoding="utf-8")
    return {task: int(clicks) for task, clicks in re.findall(r"^\| ([^|]+?) \| (\d+) \|", page, re.MULTILINE)}


class TaskCase(StaffCase):
    done = {}
    # How the person works, and the screen.
    hand = Hand
    options = {}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.done = {}

    @classmethod
    def tearDownClass(cls):
        print(f"{cls.__name__}: " + ", ".join(
            f"{task} {hand.clicks} clicks" for task, hand in sorted(cls.done.items())))
        super().tearDownClass()

    def setUp(self):
        super().setUp()
        self.addCleanup(hub.clear_desk, settle=False)

    def begin(self):
        """Returns a hand at the page Desk, signed in as an administrator."""
        page = self.open("about:blank", counter=False, **self.options)
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto("/")
        expect(page.locator("body")).to_have_attribute("data-hub", "up")
        expect(page.locator(".calm-words, .band-words").first).to_be_visible()
        return page, self.hand(page)

    def finish(self, task, hand):
        """Compares the clicks of a task with those of its row in docs/pages.md."""
        self.done[task] = hand
        self.assertIn(task, promised())
        if self.hand is Hand:
            self.assertLessEqual(hand.clicks, promised()[task], f"{task}: {hand.clicks} clicks")

    def available(self, count=1):
        """Returns copies of different releases that are in, with titles that find only them."""
        copies = hub.every("/api/v1/copies")
        titles = [copy["release"]["title"] for copy in copies]
        found = [copy for copy in copies if copy["status"] == "available" and titles.count(copy["release"]["title"]) == 1]
        self.assertGreaterEqual(len(found), count)
        return found[:count]

    def open_release(self, hand, copy):
        """Finds a release from Desk by its title."""
        hand.go("Library")
        hand.write(hand.page.get_by_role("searchbox"), copy["release"]["title"])
        row = hand.page.locator(".release-row", has_text=copy["release"]["title"])
        expect(row).to_have_count(1)
        hand.click(row)
        expect(hand.page.locator(".release h2")).to_have_text(copy["release"]["title"])

    def open_person(self, hand):
        hand.go("Borrowers")
        hand.write(hand.page.get_by_role("searchbox"), self.person["shortName"])
        row = hand.page.locator("#rows li", has_text=self.person["shortName"])
        expect(hand.page.locator("#rows li")).to_have_count(1)
        hand.click(row.locator("a"))
        expect(hand.page.locator("#one h2")).to_have_text(self.person["name"])


class TaskTests(TaskCase):
    def test_a_copy_is_added_and_its_details_are_seen(self):
        new = lending.new_release()
        page, hand = self.begin()
        hand.button("Add")
        hand.button("Type a code")
        hand.type(new["barcode"])
        hand.press("Enter")
        expect(page.locator(".band-words")).to_contain_text("Added")
        self.addCleanup(lambda: hub.call("POST", f"/api/v1/stations/{hub.station()['name']}/undo"))
        self.finish("Add a copy by its barcode", hand)

        hand = self.hand(page)
        expect(page.locator("#outcome .title")).to_have_text(new["title"])
        hand.click(page.get_by_role("link", name=f"Details of {new['title']}"))
        expect(page.locator(".release h2")).to_have_text(new["title"])
        expect(page.locator(".release .tracks li").first).to_be_visible()
        self.finish("See the details of the copy in hand", hand)

    def test_a_borrower_is_enrolled(self):
        page, hand = self.begin()
        hand.go("Borrowers")
        hand.button("Enrol a borrower")
        hand.type("Bebe Barron")
        hand.press("Enter")
        expect(page.locator("#one h2")).to_have_text("Bebe Barron")
        self.finish("Enrol a borrower", hand)
        found = lending.staff("GET", "/borrowers?search=Bebe")["items"]
        self.assertEqual(len(found), 1)
        # The page would read the borrower once more.
        page.goto("about:blank")
        lending.staff("DELETE", f"/borrowers/{found[0]['id']}", headers={"if-match": "*"})

    def test_a_copy_is_lent_and_the_loan_undone(self):
        copy = self.available()[0]
        page, hand = self.begin()
        self.open_person(hand)
        hand.button("Lend", page.locator("#one"))
        hand.type(copy["release"]["title"])
        hand.click(page.locator("#sheet .copy-row", has_text=copy["release"]["title"]).first)
        expect(page.locator("#sheet .plan")).to_contain_text("Due ")
        hand.button("Lend", page.locator("#sheet"))
        expect(page.locator("#toast")).to_contain_text("Lent to")
        self.assertEqual([loan["copy"]["id"] for loan in lending.loans_of(self.person)], [copy["id"]])
        self.finish("Lend a copy to a borrower", hand)

        hand = self.hand(page)
        hand.button("Undo", page.locator("#toast"))
        expect(page.locator("#toast")).to_contain_text("The change was undone")
        self.assertEqual(lending.loans_of(self.person), [])
        self.finish("Undo what was just done", hand)

    def test_the_person_who_has_a_copy_is_seen(self):
        copy = self.available()[0]
        lending.staff("POST", "/loans", {"copy": copy["id"], "borrower": self.person["id"], "override": "a page test"})
        page, hand = self.begin()
        self.open_release(hand, copy)
        expect(page.locator(".copies .holder")).to_contain_text(self.person["shortName"])
        self.finish("See who has a copy", hand)

    def test_a_copy_is_returned(self):
        copy = self.available()[0]
        lending.staff("POST", "/loans", {"copy": copy["id"], "borrower": self.person["id"], "override": "a page test"})
        page, hand = self.begin()
        hand.go("Loans")
        hand.write(page.get_by_label("Filter this list"), self.person["shortName"])
        expect(page.locator("#rows li")).to_have_count(1)
        hand.button("Return", page.locator("#rows"))
        expect(page.locator("#toast")).to_contain_text("The copy was returned")
        self.assertEqual(lending.loans_of(self.person), [])
        self.finish("Return a copy", hand)

    def test_a_hold_is_placed_trapped_and_picked_up(self):
        copy = self.available()[0]
        other = lending.enrol("Daphne Oram")
        self.addCleanup(lending.bring_back, other)
        lending.staff("POST", "/loans", {"copy": copy["id"], "borrower": other["id"], "override": "a page test"})
        page, hand = self.begin()
        self.open_release(hand, copy)
        hand.button("Place a hold", page.locator(".release"))
        hand.type(self.person["shortName"])
        expect(page.locator("#sheet .found button")).to_have_count(1)
        hand.press("Enter")
        expect(page.locator("#sheet .found button")).to_have_count(0)
        hand.press("Enter")
        expect(page.locator("#toast")).to_contain_text("The hold was placed")
        # The copy comes back: it waits on the pick-up shelf.
        hand.button("Return", page.locator(".copies"))
        expect(page.locator("#toast")).to_contain_text("returned")
        held = lending.staff("GET", f"/borrowers/{self.person['id']}/holds?state=open")["items"]
        self.assertEqual([hold["state"] for hold in held], ["ready"])
        # Its borrower takes it.
        self.open_person(hand)
        expect(page.locator("#one")).to_contain_text("ready until")
        hand.button("Lend", page.locator("#one"))
        hand.type(copy["release"]["title"])
        hand.click(page.locator("#sheet .copy-row", has_text=copy["release"]["title"]).first)
        hand.button("Lend", page.locator("#sheet"))
        expect(page.locator("#toast")).to_contain_text("Lent to")
        self.assertEqual(lending.staff("GET", f"/borrowers/{self.person['id']}/holds?state=open")["items"], [])
        self.finish("From a hold to its pick-up", hand)

    def test_a_label_is_made(self):
        copy = self.available()[0]
        page, hand = self.begin()
        self.open_release(hand, copy)
        hand.click(page.locator(".release-acts").get_by_role("link", name="Label", exact=True))
        expect(page.get_by_text("1 label", exact=False).first).to_be_visible()
        expect(page.locator("#subject")).to_contain_text(str(copy["number"]))
        hand.button("Create labels")
        made = page.get_by_role("article")
        expect(made.locator(".proof")).to_have_text("checked, ready to print", timeout=PROOF)
        expect(made.get_by_role("link", name="Download PDF")).to_be_visible()
        self.finish("Make a label for a copy", hand)

    def test_a_copy_is_shelved(self):
        place = lending.staff("POST", "/places", {"name": "Task shelf", "kind": "shelf", "slots": 3})
        copy = self.available()[0]

        def remove():
            for change in lending.staff("GET", f"/changes?copy={copy['id']}&limit=1")["items"]:
                if change["kind"] == "shelve" and not change.get("undoneBy"):
                    lending.staff("POST", f"/changes/{change['id']}/undo")
            lending.staff("DELETE", f"/places/{place['id']}", headers={"if-match": "*"})

        self.addCleanup(remove)
        page, hand = self.begin()
        self.open_release(hand, copy)
        hand.button("Shelve", page.locator(".release-acts"))
        hand.select(page.get_by_label("Place", exact=True), "Task")
        expect(page.get_by_label("Slot", exact=True)).to_have_value("1")
        hand.button("Shelve", page.locator("#sheet"))
        expect(page.locator(".copies")).to_contain_text("Task shelf, slot 1")
        expect(page.locator(".past")).to_contain_text("Shelved")
        self.finish("Shelve a copy", hand)

    def test_a_release_is_found(self):
        copy = next(copy for copy in self.available(5) if "slot" in copy)
        page, hand = self.begin()
        self.open_release(hand, copy)
        expect(page.locator(".copies")).to_contain_text(copy["slot"])
        self.finish("Find a release and its place", hand)

    def test_a_setting_is_changed(self):
        self.addCleanup(lending.set_setting, "loan.days.cd", None)
        page, hand = self.begin()
        hand.go("Settings")
        field = page.locator('[data-id="loan.days.cd"]').get_by_role("textbox")
        hand.write(field, "21")
        hand.press("Enter")
        expect(page.locator("#toast")).to_contain_text("Saved")
        self.assertEqual(lending.admin("GET", "/settings/loan.days.cd")["value"], "21")
        self.finish("Change a setting", hand)

    def test_an_unknown_barcode_gets_its_details(self):
        code = f"TASK-{self.person['card']}"
        page, hand = self.begin()
        hub.set_mode("return")
        hand.scan(hub.report, code)
        hand.go("Inbox")
        hand.button("Enter details", page.locator("#rows li", has_text=code))
        hand.type("Electronic Sound")
        hand.press("Tab")
        hand.type("George Harrison")
        hand.press("Enter")
        expect(page.locator("#toast")).to_contain_text("The details were saved")
        self.assertEqual(hub.call("GET", f"/api/v1/resolve?code={code}")["release"]["title"], "Electronic Sound")
        self.undo(page)
        self.finish("Give an unknown barcode its details", hand)

    def test_an_unknown_code_is_bound_to_a_copy(self):
        code, copy = f"BOUND-{self.person['card']}", self.available()[0]
        page, hand = self.begin()
        hub.set_mode("return")
        hand.scan(hub.report, code)
        hand.go("Inbox")
        row = page.locator("#rows li", has_text=code)
        hand.click(row.locator(".more-actions"))
        hand.button("Bind to a copy", row)
        hand.type(copy["release"]["title"])
        expect(page.locator("#sheet .found button")).to_have_count(1)
        hand.press("Enter")
        expect(page.locator("#sheet .found button")).to_have_count(0)
        hand.press("Enter")
        expect(page.locator("#toast")).to_contain_text("bound")
        self.assertEqual(hub.call("GET", f"/api/v1/resolve?code={code}")["copy"]["id"], copy["id"])
        self.undo(page)
        self.finish("Bind an unknown code to a copy", hand)


class TagTaskTests(TaskCase):
    """The task that needs a reader."""

    uses_readers = True

    def setUp(self):
        super().setUp()
        hub.end_tags()
        self.addCleanup(hub.end_tags)

    def test_a_tag_is_written(self):
        copy, tag = hub.untagged(1)[0], hub.blank("ntag213-1")
        page, hand = self.begin()
        hand.go("Library")
        hand.write(page.get_by_role("searchbox"), copy["release"]["title"])
        hand.click(page.locator(".release-row", has_text=copy["release"]["title"]).first)
        card = page.locator(".copies li", has_text=copy["code"])
        hand.click(card.locator(".more-actions"))
        hand.click(card.locator(".menu").get_by_role("link", name="Tag", exact=True))
        expect(page.get_by_role("heading", level=1)).to_have_text("Place its tag on the reader")
        hub.lay(tag)
        expect(page.get_by_role("heading", level=1)).to_have_text("Written and verified")
        self.finish("Write the tag of a copy", hand)
