"""Tests of the lists of the pages for staff: order, filter, file, paper, several rows at once, the menu of a row."""

import csv
import io
import pathlib
import urllib.parse

import hub
import lending
from browser import expect
from staff_case import StaffCase


class ListTests(StaffCase):
    def test_a_list_is_sorted_filtered_saved_and_printed(self):
        # The longest title: its words are in no other row of this borrower.
        title = max((copy["release"]["title"] for copy in self.lend(4)), key=len)
        page = self.signed_in_at("/loans")
        titles = page.locator("#rows .row-title")
        page.get_by_role("button", name="Sort by Record", exact=True).click()
        up = titles.all_text_contents()
        self.assertEqual(up, sorted(up, key=str.casefold))
        page.get_by_role("button", name="Sort by Record, descending").click()
        self.assertEqual(titles.all_text_contents(), up[::-1])
        page.get_by_label("Filter this list").fill(f"{self.person['shortName']} {title}")
        expect(titles).to_have_count(1)
        with page.expect_download() as saved:
            page.get_by_role("button", name="Download as CSV").click()
        self.assertEqual(saved.value.suggested_filename, "loans.csv")
        rows = list(csv.reader(io.StringIO(pathlib.Path(saved.value.path()).read_text(encoding="utf-8-sig"))))
        self.assertEqual(rows[0], ["Record", "Borrower", "Due"])
        self.assertEqual([row[:2] for row in rows[1:]], [[rows[1][0], self.person["shortName"]]])
        self.assertIn(title, rows[1][0])
        page.get_by_label("Filter this list").fill("nothing has these words")
        expect(page.locator("#empty")).to_contain_text("No row matches")
        page.get_by_label("Filter this list").fill("")
        page.emulate_media(media="print")
        expect(page.locator("page-bar")).to_be_hidden()
        expect(titles.first).to_be_visible()

    def test_the_heads_of_the_columns_stand_over_their_columns(self):
        self.lend()
        page = self.signed_in("about:blank", size=(1366, 650))
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        for path in ("/loans", "/holds", "/pull-list", "/borrowers", "/shelves", "/changes", "/people", "/people?state=tokens", "/readers",
                     "/insurance", "/inbox", "/notices"):
            with self.subTest(path=path):
                page.goto(path)
                expect(page.locator("#list")).not_to_have_attribute("aria-busy", "true")
                heads = page.evaluate("""() => {
                  const shown = [...document.querySelectorAll("#list .column-head")].filter((head) => head.checkVisibility());
                  return shown.map((head) => ({ top: head.getBoundingClientRect().top, left: head.getBoundingClientRect().left }));
                }""")
                self.assertLessEqual(len({head["top"] for head in heads}), 1, heads)
                # What a row has in its state stands below the last of the heads.
                state = page.locator("#rows .row-state:visible").first
                if heads and state.count():
                    self.assertLessEqual(abs(state.bounding_box()["x"] - max(head["left"] for head in heads)), 12)

    def test_a_list_of_more_rows_than_are_read_says_so(self):
        self.lend()
        loan = lending.loans_of(self.person)[0]

        def answer(route):
            asked = urllib.parse.parse_qs(urllib.parse.urlsplit(route.request.url).query)
            first = int(asked.get("cursor", ["0"])[0])
            items = [dict(loan, id=f"{loan['id']}-{number}") for number in range(first, min(first + 500, 2600))]
            route.fulfill(json={"items": items, **({"next": str(first + 500)} if first + 500 < 2600 else {})})

        page = self.signed_in_at("/loans")
        page.route("**/api/v1/loans?*", answer)
        page.reload()
        expect(self.row(page, {"id": f"{loan['id']}-0"})).to_be_visible()
        note = page.locator(".list-note")
        expect(note).to_be_hidden()
        page.get_by_role("button", name="Sort by Record", exact=True).click()
        expect(note).to_have_text("Only the first 2,000 rows were read. Use the search to see fewer, or download the list as CSV.")
        with page.expect_download() as saved:
            page.get_by_title("Download as CSV").click()
        text = pathlib.Path(saved.value.path()).read_text(encoding="utf-8-sig")
        self.assertEqual(len(list(csv.reader(io.StringIO(text)))), 2601)

    def test_a_filter_is_saved_used_again_and_removed(self):
        self.lend(2)
        page = self.signed_in_at("/loans")
        page.get_by_label("Filter this list").fill(self.person["shortName"])
        page.get_by_role("button", name="Sort by Record", exact=True).click()
        rows = page.locator("#rows li")
        expect(rows).to_have_count(2)
        page.get_by_role("button", name="Save this filter").click()
        saved = page.get_by_role("group", name="Saved filters")
        chip = saved.get_by_role("button", name=f"{self.person['shortName']} · Record ↑", exact=True)
        expect(chip).to_have_attribute("aria-pressed", "true")
        page.goto("/loans?state=returned")
        expect(chip).to_have_attribute("aria-pressed", "false")
        chip.click()
        # The state of the page is part of it.
        expect(page.get_by_role("button", name="Open", exact=True)).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_label("Filter this list")).to_have_value(self.person["shortName"])
        expect(rows).to_have_count(2)
        expect(chip).to_have_attribute("aria-pressed", "true")
        saved.get_by_role("button", name="Remove the filter").click()
        expect(chip).to_have_count(0)

    def test_a_cell_is_text_in_a_spreadsheet(self):
        page = self.signed_in_at("/loans")
        saved = page.evaluate("""async () => {
          const { csv } = await import("/page/columns.js");
          return csv([{ a: '=1+1' }, { a: 'say "no", then' }], [{ word: () => "A", text: ({ a }) => a }]);
        }""")
        self.assertEqual(saved, '\ufeff"A"\r\n"\'=1+1"\r\n"say ""no"", then"\r\n')

    def test_several_loans_are_returned_at_once(self):
        self.lend(3)
        loans = lending.loans_of(self.person)
        page = self.signed_in_at("/loans")
        for loan in loans[:2]:
            self.row(page, loan).get_by_role("checkbox").check()
        batch = page.get_by_role("group", name="Selected rows")
        expect(batch).to_contain_text("2 selected")
        batch.get_by_role("button", name="Return").click()
        expect(page.locator("#toast")).to_contain_text("Done for 2 rows.")
        expect(self.row(page, loans[0])).to_have_count(0)
        expect(self.row(page, loans[2])).to_be_visible()
        expect(batch).to_be_hidden()
        self.assertEqual([loan["id"] for loan in lending.loans_of(self.person)], [loans[2]["id"]])

    def test_the_menu_of_a_row_is_used_by_keyboard(self):
        self.lend()
        page = self.signed_in_at("/loans")
        row = self.row(page, lending.loans_of(self.person)[0])
        row.locator(".more-actions").focus()
        page.keyboard.press("Enter")
        expect(row.get_by_role("button", name="Renew", exact=True)).to_be_focused()
        page.keyboard.press("ArrowUp")
        expect(row.get_by_role("button", name="Mark as lost", exact=True)).to_be_focused()
        page.keyboard.press("Escape")
        expect(row.locator(".menu")).to_be_hidden()
        expect(row.locator(".more-actions")).to_be_focused()
