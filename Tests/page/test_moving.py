"""Tests of the page Moving data: the tables of the whole library as files."""

import base64
import contextlib
import csv
import hashlib
import io
import json
import pathlib
import sqlite3
import tempfile
import zipfile

import hub
from access_case import AccessCase
from browser import expect

SIZES = [(800, 480), (1366, 650)]


class MovingTests(AccessCase):
    def saved(self, page, name):
        """Saves a table by the keyboard alone. Returns its bytes."""
        link = page.get_by_role("link", name=name, exact=True)
        for _ in range(80):
            page.keyboard.press("Tab")
            if link.evaluate("link => link === document.activeElement"):
                break
        else:
            self.fail(f"the keyboard does not reach {name}")
        with page.expect_download() as download:
            page.keyboard.press("Enter")
        return download.value.suggested_filename, pathlib.Path(download.value.path()).read_bytes()

    def test_an_administrator_saves_every_table_by_the_keyboard(self):
        for size in SIZES:
            with self.subTest(size=size):
                page = self.open("about:blank", size=size)
                page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
                page.goto("/moving")
                for table, begin in (("copies", ["number", "artist", "title"]), ("borrowers", ["name", "short_name", "group"]),
                                     ("loans", ["opened_at", "due_at", "returned_at"])):
                    name, content = self.saved(page, f"Export {table}")
                    self.assertEqual(name, f"{table}.csv")
                    self.assertTrue(content.startswith(b"\xef\xbb\xbf"), "a spreadsheet recognises UTF-8 by the mark")
                    rows = list(csv.reader(content.decode("utf-8-sig").splitlines(keepends=True)))
                    self.assertEqual(rows[0][:3], begin)
                    self.assertEqual({len(row) for row in rows}, {len(rows[0])})
                    if table == "copies":
                        numbers = sorted(copy["number"] for copy in hub.every("/api/v1/copies"))
                        self.assertEqual([int(row[0]) for row in rows[1:]], numbers)
                self.check(page, f"the page Moving data at {size}")

    def test_the_covers_of_copies_are_saved_with_the_page(self):
        page = self.open_import()
        with page.expect_download() as download:
            page.get_by_role("link", name="Export with covers").click()
        self.assertEqual(download.value.suggested_filename, "copies-with-covers.csv")
        content = pathlib.Path(download.value.path()).read_bytes().decode("utf-8-sig")
        csv.field_size_limit(64 << 20)
        rows = list(csv.reader(content.splitlines(keepends=True)))
        self.assertEqual(rows[0][-1], "cover")
        for row in rows[1:]:
            self.assertTrue(row[-1] == "" or base64.b64decode(row[-1], validate=True).startswith(b"\xff\xd8\xff"))

    def test_staff_save_the_copies_and_no_table_of_people(self):
        self.make("staff")
        page = self.page_of_person("/moving")
        expect(page.get_by_role("link", name="Export copies")).to_be_visible()
        expect(page.get_by_text("For administrators")).to_have_count(5)
        expect(page.locator("#archive")).to_be_hidden()
        expect(page.get_by_role("link", name="Export borrowers")).to_have_count(0)
        for table in ("borrowers", "loans"):
            self.assertEqual(page.request.get(f"/api/v1/export/{table}").status, 403)

    def test_a_person_who_is_not_signed_in_is_asked_to(self):
        self.may_fail = True
        page = self.open("/moving")
        expect(page.locator("#empty form").first).to_be_visible()
        expect(page.get_by_role("link", name="Export copies")).to_have_count(0)

    def test_an_administrator_saves_the_whole_library_and_merges_it_back_with_the_page_alone(self):
        for number, size in enumerate(SIZES):
            with self.subTest(size=size):
                page = self.open_import(size)
                name, content = self.saved(page, "Export the library")
                self.assertEqual(name, "library.zip")
                with zipfile.ZipFile(io.BytesIO(content)) as archive:
                    self.assertEqual(archive.namelist()[0], "manifest.json")
                    manifest = json.loads(archive.read("manifest.json"))
                    self.assertFalse(manifest["hasSecrets"])
                    for table in manifest["tables"]:
                        rows = archive.read(f"tables/{table['name']}.ndjson")
                        self.assertEqual(hashlib.sha256(rows).hexdigest(), table["sha256"])
                        self.assertEqual(len([json.loads(row) for row in rows.splitlines()]), table["rows"])
                part = page.locator("#archive")
                expect(part.get_by_role("heading", name="Another library")).to_be_visible()
                # The same library has nothing to give.
                part.locator("#merge-file").set_input_files(
                    [{"name": "library.zip", "mimeType": "application/zip", "buffer": content}])
                expect(part).to_contain_text("0 to add, 0 to change", timeout=60_000)
                expect(part.get_by_role("button", name="Merge 0 records")).to_be_disabled()
                self.check(page, f"a merge that changes nothing at {size}")
                part.get_by_role("button", name="Cancel").click()
                before = len(hub.every("/api/v1/copies"))
                release = {"artist": "Merged Trio", "title": f"Other {number}", "medium": "cd"}
                part.locator("#merge-file").set_input_files([{
                    "name": "other.json", "mimeType": "application/json",
                    "buffer": json.dumps({"release": [release], "loan": []}).encode()}])
                expect(part).to_contain_text("1 to add, 0 to change", timeout=60_000)
                expect(part.locator("#merge-records li")).to_have_count(1)
                expect(part.locator("#merge-records")).to_contain_text("Merged Trio")
                self.check(page, f"the preview of a merge at {size}")
                part.get_by_role("button", name="Merge 1 record").click()
                expect(part.get_by_role("button", name="Undo the merge")).to_be_visible(timeout=60_000)
                self.check(page, f"the page after a merge at {size}")
                part.get_by_role("button", name="Undo the merge").click()
                expect(part.locator("#merge-file")).to_be_attached()
                self.assertEqual(len(hub.every("/api/v1/copies")), before)
                # The database of another program in a ZIP file, whatever its name.
                part.locator("#merge-file").set_input_files(
                    [{"name": "backup.txt", "mimeType": "text/plain", "buffer": self.foreign_library()}])
                expect(part).to_contain_text("From DiscDex", timeout=60_000)
                expect(part).to_contain_text("This library has no place for: releases.rating")
                expect(part.locator("#merge-records")).to_contain_text("Foreign Trio")
                self.check(page, f"the preview of the database of another program at {size}")
                part.get_by_role("button", name="Cancel").click()
                # The hub refuses what is no library.
                self.may_fail = True
                part.locator("#merge-file").set_input_files(
                    [{"name": "list.csv", "mimeType": "text/csv", "buffer": b"number,title"}])
                expect(page.locator("#toast, [role=alert]").filter(has_text="6e 75").first).to_be_visible()

    def foreign_library(self):
        """Returns a ZIP file with a database of DiscDex in a folder."""
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/library"
            with contextlib.closing(sqlite3.connect(path)) as database:
                database.execute("CREATE TABLE releases (title, artist, rating)")
                database.execute("INSERT INTO releases VALUES ('Blue', 'Foreign Trio', 5)")
                database.commit()
            file = io.BytesIO()
            with zipfile.ZipFile(file, "w") as archive:
                archive.write(path, "Backup/library")
            return file.getvalue()

    def test_what_a_program_remembers_about_devices_is_merged_and_cleared(self):
        token = hub.admin_token()
        self.addCleanup(hub.call, "DELETE", "/api/v1/device-settings?device=page-speaker", None, token)
        for size in SIZES:
            with self.subTest(size=size):
                page = self.open_import(size)
                part = page.locator("#archive")
                part.locator("#merge-file").set_input_files([{
                    "name": "player.json", "mimeType": "application/json",
                    "buffer": json.dumps({"PlayerDeviceSettings": {"page-speaker": {"volume": 7, "autoplay": True}}}).encode()}])
                expect(part).to_contain_text("2 settings of devices, 2 of them new", timeout=60_000)
                self.check(page, f"the preview of settings of devices at {size}")
                part.get_by_role("button", name="Take over 2 settings of devices").click()
                expect(part.get_by_role("button", name="Undo the merge")).to_have_count(0)
                expect(part.get_by_role("button", name="Merge another library")).to_be_visible(timeout=60_000)
                settings = [one for one in hub.call("GET", "/api/v1/device-settings", token=token)["items"] if one["device"] == "page-speaker"]
                self.assertEqual([(one["name"], one["value"]) for one in settings], [("autoplay", "true"), ("volume", "7")])
                self.check(page, f"the page after settings of devices at {size}")
                part.get_by_role("button", name="Merge another library").click()
                hub.call("DELETE", "/api/v1/device-settings?device=page-speaker", None, token)

    def test_a_backup_is_made_listed_and_offered_for_a_restore(self):
        for size in SIZES:
            with self.subTest(size=size):
                page = self.open("about:blank", size=size)
                page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
                page.goto("/moving")
                backups = page.locator("#backups")
                expect(backups.get_by_role("heading", name="Backups")).to_be_visible()
                before = backups.locator("li").count()
                backups.get_by_role("button", name="Back up now").click()
                expect(backups.locator("li")).to_have_count(before + 1)
                expect(backups).to_contain_text("Up to date")
                expect(backups.locator("li").first).to_contain_text("By order")
                backups.locator("li").first.get_by_role("button", name="Restore").click()
                sheet = page.locator("#sheet")
                expect(sheet).to_contain_text("The present state is backed up first")
                self.check(page, f"the question before a restore at {size}")
                page.keyboard.press("Escape")
                expect(sheet).to_be_hidden()

    def test_staff_see_the_state_of_the_backups_and_none_of_them(self):
        self.make("staff")
        page = self.page_of_person("/moving")
        expect(page.locator("#backups").get_by_role("heading", name="Backups")).to_be_visible()
        expect(page.get_by_role("button", name="Back up now")).to_have_count(0)
        self.assertEqual(page.request.get("/api/v1/backups").status, 403)

    def open_import(self, size=(1366, 650)):
        page = self.open("about:blank", size=size)
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto("/moving")
        expect(page.locator("#import").get_by_role("heading", name="Import")).to_be_visible()
        return page

    def choose(self, page, name, text):
        page.locator("#import-file").set_input_files([{"name": name, "mimeType": "text/csv", "buffer": text.encode()}])

    def test_a_file_is_previewed_imported_and_undone_with_the_page_alone(self):
        for number, size in enumerate(SIZES):
            with self.subTest(size=size):
                page = self.open_import(size)
                before = hub.every("/api/v1/copies")
                part = page.locator("#import")
                # A mapping is stored by the names of the columns, so each size has its own.
                self.choose(page, "list.csv", f"Title;Owner {number};Year\nPlanet {number};Ada;1999\nWrong {number};;then\n")
                expect(part).to_contain_text("1 to add, 0 to change, 0 the same, 1 refused")
                expect(part.get_by_role("button", name="Import 1 line")).to_be_disabled()
                self.assertEqual(hub.every("/api/v1/copies"), before, "a preview changes nothing")
                part.get_by_role("button", name="Refused").click()
                expect(part.locator("#import-records li")).to_have_count(1)
                expect(part.locator("#import-records")).to_contain_text("'year'")
                # A column has no field, so the choices are open. The keyboard stays where it was while the file is checked.
                expect(part).to_contain_text("1 column is left out.")
                owner = part.get_by_label(f"Owner {number}: Ada")
                owner.focus()
                owner.select_option("acquired_from")
                expect(part.get_by_text("1 column is left out.")).to_have_count(0)
                expect(owner).to_be_focused()
                self.check(page, f"the preview of an import at {size}")
                part.get_by_label("Leave out 1 refused line").check()
                part.get_by_role("button", name="Import 1 line").click()
                expect(part.get_by_role("button", name="Undo the import")).to_be_visible()
                self.assertEqual(len(hub.every("/api/v1/copies")), len(before) + 1)
                self.check(page, f"the page after an import at {size}")
                part.get_by_role("button", name="Undo the import").click()
                expect(part.locator("#import-file")).to_be_attached()
                self.assertEqual(hub.every("/api/v1/copies"), before)
                # The next file with these columns has the same fields.
                self.choose(page, "next.csv", f"title;OWNER {number};Year\nMoon {number};Bob;1999\n")
                expect(part).to_contain_text("Fields as for your last file with these columns")
                expect(part.locator("#import-records")).to_contain_text("Moon")
                part.get_by_text("Columns and encoding").click()
                expect(part.get_by_label(f"OWNER {number}: Bob")).to_have_value("acquired_from")
                self.check(page, f"an import with a stored mapping at {size}")
                part.get_by_label("Program").select_option(label="Another program")
                expect(part.get_by_label(f"OWNER {number}: Bob")).to_have_value("")
                part.get_by_role("button", name="Import 1 line").click()
                expect(part.get_by_role("button", name="Undo the import")).to_be_visible()
                part.get_by_role("button", name="Undo the import").click()
                # What the names of the columns give is not stored, and what was stored before is removed.
                self.choose(page, "last.csv", f"Title;Owner {number};Year\nSun {number};Bob;1999\n")
                expect(part).to_contain_text("1 column is left out.")
                expect(part.get_by_text("Fields as for your last file")).to_have_count(0)
                part.get_by_role("button", name="Cancel").click()
                self.assertEqual(hub.every("/api/v1/copies"), before)

    def test_borrowers_and_their_loans_are_imported_with_the_page_alone(self):
        page = self.open_import()
        part = page.locator("#import")
        number = hub.every("/api/v1/copies")[0]["number"]
        for table, text, subject in (
            ("Borrowers", "surname;firstname;cardnumber\nQuill;Zora;ZQ-1\n", "Zora Quill"),
            ("Loans", f"copynumber;patron;issuedate;duedate;returndate\n{number};Zora Quill;2001-01-01;2001-01-15;2001-01-09\n", "Zora Quill"),
        ):
            part.get_by_label("Table").select_option(label=table if table == "Loans" else "By its columns")
            self.choose(page, "list.csv", text)
            expect(part).to_contain_text("1 to add, 0 to change, 0 the same, 0 refused")
            expect(part.locator("#import-records")).to_contain_text(subject)
            part.get_by_text("Columns and encoding").click()
            expect(part.get_by_label("Encoding")).to_be_visible()
            self.check(page, f"the preview of an import of {table}")
            part.get_by_role("button", name="Import 1 line").click()
            expect(part.get_by_role("button", name="Undo the import")).to_be_visible()
            change = hub.every("/api/v1/changes", hub.admin_token())[0]["id"]
            self.addCleanup(hub.call, "POST", f"/api/v1/changes/{change}/undo", {}, hub.admin_token())
            part.get_by_role("button", name="Import another file").click()
        borrowers = [one for one in hub.every("/api/v1/borrowers", hub.admin_token()) if one["name"] == "Zora Quill"]
        self.assertEqual(len(borrowers), 1)
        loans = hub.every(f"/api/v1/loans?state=returned&borrower={borrowers[0]['id']}", hub.admin_token())
        self.assertEqual([loan["openedAt"] for loan in loans], ["2001-01-01T00:00:00.000Z"])

    def test_a_damaged_file_is_reported_with_its_line_and_changes_nothing(self):
        page = self.open_import()
        before = hub.every("/api/v1/copies")
        self.choose(page, "cut.csv", 'title\n"never closed\n')
        part = page.locator("#import")
        expect(part.get_by_role("alert")).to_contain_text("Line 2, character 1")
        expect(part).to_contain_text("The library is unchanged.")
        self.check(page, "a damaged file")
        part.get_by_role("button", name="Cancel").click()
        expect(part.locator("#import-file")).to_be_attached()
        self.assertEqual(hub.every("/api/v1/copies"), before)

    def test_staff_do_not_import(self):
        self.make("staff")
        page = self.page_of_person("/moving")
        expect(page.get_by_role("link", name="Export copies")).to_be_visible()
        expect(page.locator("#import-file")).to_have_count(0)
