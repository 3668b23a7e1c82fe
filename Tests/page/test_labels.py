"""Tests of labels: choosing subjects and paper, making and checking, downloading, and scanning one after another."""

import catalogue
import hub
import test_accessibility
from browser import PROOF, SIZES, SMALL, PageCase, expect
from test_layout import FAULTS


class LabelsTests(PageCase):
    def make(self, page):
        page.get_by_role("button", name="Create labels").click()

    def blanks(self, page, count, layout=None, symbol="QR"):
        page.get_by_role("button", name="Blank labels", exact=True).click()
        page.get_by_label("Number of labels", exact=True).fill(str(count))
        page.get_by_role("button", name=symbol, exact=True).click()
        if layout:
            page.get_by_label("Layout").select_option(layout)

    def sheet_layout(self):
        layouts = hub.call("GET", "/api/v1/label-layouts")["items"]
        return max((one for one in layouts if not one["isRoll"]), key=lambda one: one["width"] * one["height"])

    def test_every_job_is_reached_from_the_list_of_earlier_ones(self):
        layout = self.sheet_layout()["id"]
        made = [hub.call("POST", "/api/v1/label-jobs", {"subjects": {"blanks": 1}, "layout": layout, "symbol": "qr"}, token=hub.staff_token())
                for _ in range(10)]
        page = self.open("/labels")
        rows = page.locator("#jobs .job-row")
        expect(rows).to_have_count(8)
        first = page.locator(f"#jobs a[href='/labels?job={made[0]['id']}']")
        expect(first).to_have_count(0)
        page.locator("#jobs").get_by_role("button", name="Show more").click()
        expect(first).to_be_visible()
        expect(rows.nth(8)).to_be_focused()
        first.click()
        expect(page.get_by_role("article").get_by_role("heading", level=2)).to_have_text("1 label on 1 sheet")

    def test_layouts_are_drawn_to_scale_and_begin_at_the_chosen_label(self):
        page = self.open("/labels")
        page.get_by_role("button", name="Blank labels", exact=True).click()
        for layout in hub.call("GET", "/api/v1/label-layouts")["items"]:
            with self.subTest(layout=layout["id"]):
                page.get_by_label("Layout").select_option(layout["id"])
                cells = page.locator(".cell")
                count = 1 if layout["isRoll"] else layout["columns"] * layout["rows"]
                expect(cells).to_have_count(count)
                box = cells.last.locator("rect").bounding_box()
                self.assertAlmostEqual(box["width"] / box["height"], layout["width"] / layout["height"], delta=0.1)
                if not layout["isRoll"]:
                    cells.nth(1).click()
                    expect(page.get_by_label("First label")).to_have_value("2")
                    expect(page.locator(".cell.is-used")).to_have_count(1)
                    page.get_by_label("First label").fill("1")

    def test_labels_are_made_proven_and_fetched(self):
        layout = self.sheet_layout()
        page = self.open("/labels")
        self.blanks(page, 5, layout["id"])
        page.get_by_label("First label").fill("3")
        expect(page.locator("#made-of")).to_have_text("5 labels on 1 sheet")
        self.make(page)
        made = page.get_by_role("article")
        expect(made.get_by_role("heading", level=2)).to_have_text("5 labels on 1 sheet")
        expect(made.locator(".proof")).to_have_text("checked, ready to print", timeout=PROOF)
        expect(made.locator(".made-words")).to_contain_text(
            "5 labels. Each one was read back clean, blurred, noisy and with spread ink."
        )
        picture = made.get_by_role("img", name="Sheet 1 of 1")
        hub.wait_for("the sheet", lambda: picture.evaluate("image => image.complete && image.naturalWidth > 100"))
        pdf = page.request.get(made.get_by_role("link", name="Download PDF").get_attribute("href"))
        self.assertEqual((pdf.status, pdf.body()[:5]), (200, b"%PDF-"))
        # It has an address, and a way back.
        page.reload()
        expect(made.get_by_role("heading", level=2)).to_have_text("5 labels on 1 sheet")
        page.get_by_role("button", name="Close these labels").click()
        expect(page.locator("#jobs .job-row").first).to_contain_text("5 labels")

    def test_labels_tick_as_they_are_held_up(self):
        copies = hub.every("/api/v1/copies")[:2]
        page = self.open("/labels")
        page.get_by_role("button", name="Selected copies").click()
        for copy in copies:
            page.get_by_label("Search the library").fill(f"#{copy['number']}")
            page.locator(".found .copy-row", has_text=f"Copy {copy['number']}").first.click()
        page.get_by_role("button", name="QR", exact=True).click()
        page.get_by_label("Layout").select_option(self.sheet_layout()["id"])
        self.make(page)
        page.get_by_role("button", name="Check by scanning").click()
        rows = page.locator(".held-up li")
        expect(rows).to_have_count(2)
        expect(page.locator(".check-list [role=status]")).to_have_text("0 of 2 read, 2 left.")
        hub.report(copies[0]["code"], symbology="QR")
        expect(page.locator('.held-up li[data-seen="true"]')).to_have_count(1)
        hub.report(copies[1]["code"], symbology="QR")
        expect(page.locator(".check-list h3")).to_have_text("All labels were read")

    def test_a_layout_that_cannot_hold_its_code_is_refused_with_the_numbers(self):
        self.may_fail = True
        page = self.open("/labels")
        page.get_by_role("button", name="203 dpi").click()
        self.blanks(page, 2, "avery-l4731", symbol="Code 128")
        self.make(page)
        refusal = page.get_by_role("alert")
        expect(refusal).to_contain_text("mm")
        refusal.get_by_role("button", name="Use QR").click()
        expect(page.get_by_role("button", name="QR", exact=True)).to_have_attribute("aria-pressed", "true")
        expect(refusal).to_be_hidden()

    def test_what_is_missing_is_said(self):
        page = self.open("/labels")
        for kind, words in (
            ("Copies by search", "Enter a title"),
            ("Selected copies", "Select at least one copy"),
            ("Places", "Select at least one place"),
            ("Slots", "Choose a place"),
            ("Borrowers’ cards", "Enter at least one"),
        ):
            with self.subTest(kind=kind):
                page.get_by_role("button", name=kind, exact=True).click()
                self.make(page)
                expect(page.get_by_role("alert")).to_contain_text(words)

    def test_command_cards_are_made_with_the_keys_alone(self):
        page = self.open("/labels", size=SMALL)
        self.press(page, "Command cards")
        self.press(page, "QR")
        page.get_by_label("Layout").select_option(self.sheet_layout()["id"])
        self.press(page, "Create labels")
        expect(page.get_by_role("article").locator(".proof")).to_have_text("checked, ready to print", timeout=PROOF)

    def test_places_and_slots_are_chosen(self):
        place = next(place for place in hub.every("/api/v1/places") if place["slots"] > 2)
        page = self.open("/labels")
        page.get_by_role("button", name="Slots", exact=True).click()
        page.get_by_label("Slots of").select_option(place["id"])
        expect(page.get_by_label("To slot")).not_to_have_value("1")
        page.get_by_label("To slot").fill("2")
        expect(page.locator("#made-of")).to_contain_text("2 labels")
        page.get_by_role("button", name="Places", exact=True).click()
        page.get_by_role("checkbox", name=place["name"]).first.check()
        expect(page.locator("#made-of")).to_contain_text("1 label")

    def test_the_page_fits_every_screen(self):
        page = None
        for size in SIZES:
            for kind in ("Copies by search", "Places", "Blank labels"):
                with self.subTest(size=size, kind=kind):
                    page = self.open("/labels", size=size, on=page)
                    page.get_by_role("button", name=kind, exact=True).click()
                    expect(page.locator(".cell").first).to_be_visible()
                    self.assertEqual(page.evaluate(FAULTS), [])

    def test_the_page_speaks_german_and_french(self):
        for language, locale in catalogue.LOCALES.items():
            page = self.open("/labels", size=SMALL, locale=locale)
            expect(page.locator(".cell").first).to_be_visible()
            expect(page.locator("html")).to_have_attribute("lang", language)
            for kind in page.locator("#kinds button").all():
                kind.click()
                page.locator("#make").scroll_into_view_if_needed()
                self.speaks(page, language, kind.text_content())
            page.locator('#kinds [data-value="copies"]').click()
            page.locator("#make").click()
            expect(page.get_by_role("alert")).to_be_visible()
            self.speaks(page, language, "something is missing")
            test_accessibility.AccessibilityTests.check(self, page, f"something is missing, {language}")
            page.locator('#kinds [data-value="blanks"]').click()
            page.locator('#symbols [data-value="qr"]').click()
            page.locator("#subject input").fill("2")
            page.locator("#layout").select_option(self.sheet_layout()["id"])
            page.locator("#make").click()
            expect(page.locator('.proof [data-tone="done"]')).to_be_visible()
            page.locator(".made-actions button").last.click()
            expect(page.locator(".held-up li").first).to_be_visible()
            self.speaks(page, language, "made and checked")
            test_accessibility.AccessibilityTests.check(self, page, f"made, {language}")

    def speaks(self, page, language, what):
        with self.subTest(language=language, what=what):
            self.assertEqual(catalogue.left_in_english(page, language), [])
            self.assertEqual(page.evaluate(FAULTS), [])

    def test_what_was_entered_stays_in_another_language(self):
        place = next(place for place in hub.every("/api/v1/places") if place["slots"] > 2)
        page = self.open("/labels")
        page.get_by_role("button", name="Slots", exact=True).click()
        page.get_by_label("Slots of").select_option(place["id"])
        expect(page.get_by_label("To slot")).not_to_have_value("1")
        page.get_by_label("To slot").fill("2")
        page.get_by_role("combobox", name="Language").select_option("de")
        expect(page.get_by_role("button", name="Plätze", exact=True)).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_label("Plätze von")).to_have_value(place["id"])
        expect(page.get_by_label("Bis Platz")).to_have_value("2")
        expect(page.locator("#made-of")).to_contain_text("2 Etiketten")
        self.assertEqual(page.title(), "Etiketten · Deadwax")
