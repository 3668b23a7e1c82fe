"""Tests of the pages for phones: the camera as a reader, the address on tags, and the borrower's own page."""

import datetime
import re
import urllib.parse

import barcodes
import hub
import lending
from axe_case import AxeCase
from browser import expect
from staff_case import StaffCase
from test_layout import FAULTS

PHONE = (390, 844)
SCREENS = [(360, 740), (800, 480), (1280, 800)]


def with_barcodes(count):
    """Returns barcodes of different releases as EAN-13."""
    found = {copy["release"]["barcode"] for copy in hub.every("/api/v1/copies") if "barcode" in copy["release"]}
    return sorted(barcodes.as_ean13(code) for code in found if len(code.lstrip("0")) in (12, 13) or len(code) == 13)[:count]


class PhoneTests(StaffCase, AxeCase):
    def at_phone(self, size=PHONE, **options):
        page = self.signed_in("/phone", size=size, counter=False, **options)
        expect(page.locator("#reader")).to_be_visible()
        page.get_by_label("Station").select_option("desk")
        return page

    def take(self, page, data, name="sleeve.png", kind="image/png"):
        page.locator("#file").set_input_files({"name": name, "mimeType": kind, "buffer": data})

    def test_a_picture_becomes_a_scan_with_the_words_and_colour_of_the_desk(self):
        code = with_barcodes(1)[0]
        number = hub.newest_number()
        page = self.at_phone()
        self.take(page, barcodes.picture(900, 700, [(code, 200, 200)]))
        band = page.locator(".phone-band")
        scan = hub.scan_after(number)
        expect(band.locator("strong")).to_have_text(scan["outcome"]["title"])
        expect(band).to_have_attribute("data-tone", re.compile("done|note|again|ask"))
        expect(band).to_contain_text(scan["outcome"]["release"]["title"])
        self.assertEqual((scan["station"], scan["reader"]), ("desk", "phone"))
        # The position of the code is drawn over the picture, in its place.
        mark = page.locator("#picture polygon")
        expect(mark).to_have_count(1)
        frame, found = page.locator("#picture img").bounding_box(), mark.bounding_box()
        for side, least, most in (("x", .15, .3), ("y", .2, .4)):
            length = frame["width" if side == "x" else "height"]
            self.assertTrue(least < (found[side] - frame[side]) / length < most, f"{side}: {found} in {frame}")
        expect(page.locator("#choices")).to_be_hidden()

    def test_staff_photograph_the_cover_of_what_was_scanned(self):
        code = with_barcodes(1)[0]
        number = hub.newest_number()
        page = self.at_phone()
        self.take(page, barcodes.picture(900, 700, [(code, 200, 200)]))
        release = hub.scan_after(number)["outcome"]["release"]
        cover = page.get_by_label("Photograph the cover")
        expect(cover).to_be_attached()
        self.check(page, page.url.partition("#")[0])
        path = f"/api/v1/releases/{release['id']}/attachments"
        before = hub.call("GET", path)["items"]
        # A file that is no picture is refused, and nothing changes.
        self.forgiven = (*self.forgiven, path)
        cover.set_input_files({"name": "letter.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
        expect(page.locator("#toast")).to_have_attribute("data-tone", "fault")
        self.assertEqual(hub.call("GET", path)["items"], before)
        cover.set_input_files({"name": "front.png", "mimeType": "image/png", "buffer": barcodes.picture(640, 600)})
        expect(page.locator("#toast")).to_contain_text(f"{release['title']} has a new cover.")
        added = [item for item in hub.call("GET", path)["items"] if item not in before]
        self.assertEqual([(item["name"], item["isCover"]) for item in added], [("front.jpg", True)])
        with page.expect_response("**/undo"):
            page.locator("#toast").get_by_role("button", name="Undo").click()
        self.assertEqual(hub.call("GET", path)["items"], before)

    def test_several_codes_in_a_picture_ask_which_one(self):
        first, second = with_barcodes(2)
        number = hub.newest_number()
        page = self.at_phone()
        self.take(page, barcodes.picture(900, 1200, [(first, 200, 150), (second, 200, 800)]))
        expect(page.locator(".phone-band")).to_contain_text("Which code?")
        expect(page.locator("#choices button")).to_have_count(2)
        expect(page.locator(".phone-spot")).to_have_count(2)
        self.assertEqual(hub.newest_number(), number)
        for spot in page.locator(".phone-spot").all():
            spot.scroll_into_view_if_needed()
            self.assert_uncovered(spot)
        # The buttons stand over their codes: the lower one belongs to the second.
        spots = sorted(page.locator(".phone-spot").all(), key=lambda spot: spot.bounding_box()["y"])
        self.assertIn(second.lstrip("0"), spots[1].get_attribute("aria-label"))
        self.check(page, page.url.partition("#")[0])
        spots[1].click()
        scan = hub.scan_after(number)
        self.assertEqual(scan["text"].lstrip("0"), second.lstrip("0"))
        expect(page.locator(".phone-band strong")).to_have_text(scan["outcome"]["title"])
        expect(page.locator("#choices button[aria-pressed=true]")).to_contain_text(second.lstrip("0"))

    def test_pictures_of_a_whole_shelf_become_scans_in_their_order(self):
        codes = with_barcodes(6)
        # A pile in two pictures that overlap: the lower half comes first.
        def pile(some):
            data = barcodes.picture(800, 100 + 640 * len(some), [(code, 200, 60 + 640 * index) for index, code in enumerate(some)])
            return {"name": f"{some[0]}.png", "mimeType": "image/png", "buffer": data}

        number = hub.newest_number()
        page = self.at_phone()
        hub.set_mode("look-up")
        page.locator("#shelf-files").set_input_files([pile(codes[2:]), pile(codes[:4])])
        band = page.locator(".phone-band")
        expect(band).to_contain_text("6 codes found")
        lines = page.locator(".shelf-codes li")
        expect(lines).to_have_count(6)
        self.assertEqual([line.lstrip("0") for line in lines.all_text_contents()], [code.lstrip("0") for code in codes])
        self.assertEqual(hub.newest_number(), number)
        self.check(page, page.url.partition("#")[0])
        for size in SCREENS:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            self.assertEqual(page.evaluate(FAULTS), [], size)
        page.get_by_role("button", name="Scan 6 codes in this order").click()
        expect(band).to_contain_text("6 codes scanned")
        # The button that had the focus is gone.
        expect(page.locator(".shelf-codes")).to_be_focused()
        scans = [scan for scan in hub.call("GET", "/api/v1/scans?limit=20")["items"] if scan["seq"] > number]
        self.assertEqual([scan["text"].lstrip("0") for scan in sorted(scans, key=lambda scan: scan["seq"])],
                         [code.lstrip("0") for code in codes])
        self.assertEqual({scan["reader"] for scan in scans}, {"phone"})
        expect(lines.nth(0)).to_have_attribute("data-tone", re.compile("done|note|again"))
        # Another picture puts the list away.
        self.take(page, barcodes.picture(600, 400))
        expect(page.locator("#shelf")).to_be_hidden()

    def test_a_shelf_without_codes_says_how_to_photograph_it(self):
        page = self.at_phone()
        page.locator("#shelf-files").set_input_files([{"name": "a.png", "mimeType": "image/png", "buffer": barcodes.picture(600, 400)}])
        expect(page.locator(".phone-band")).to_contain_text("No code was found")
        expect(page.locator(".phone-band")).to_contain_text("pictures that overlap")

    def test_a_picture_without_a_code_says_what_to_do_and_the_number_can_be_typed(self):
        number = hub.newest_number()
        page = self.at_phone()
        self.take(page, barcodes.picture(600, 400))
        expect(page.locator(".phone-band")).to_contain_text("No code was found")
        expect(page.locator(".phone-band")).to_contain_text("Go closer")
        self.assertEqual(hub.newest_number(), number)
        code = with_barcodes(1)[0]
        page.get_by_label("Or type the number").fill(code)
        page.get_by_role("button", name="Scan", exact=True).click()
        scan = hub.scan_after(number)
        self.assertEqual(scan["symbology"], "typed")
        expect(page.locator(".phone-band strong")).to_have_text(scan["outcome"]["title"])

    def test_a_file_that_is_no_picture_is_refused_in_words(self):
        self.may_fail = True
        page = self.at_phone()
        self.take(page, b"no picture at all", name="letter.jpg", kind="image/jpeg")
        expect(page.locator(".phone-band")).to_contain_text("The picture cannot be read")
        self.take(page, barcodes.picture(300, 200)[:-30])
        expect(page.locator(".phone-band")).to_contain_text("The picture cannot be read")
        self.take(page, barcodes.picture(300, 200))
        expect(page.locator(".phone-band")).to_contain_text("No code was found")

    def test_the_page_asks_for_a_sign_in(self):
        self.may_fail = True
        page = self.open("about:blank", size=PHONE, counter=False)
        # As from another machine, where every caller needs a token.
        refusal = {"code": "unauthorized", "title": "A valid token is required", "detail": "Send a token.", "reasons": []}
        page.route("**/api/v1/stations", lambda route: route.fulfill(status=401, json=refusal))
        page.goto("/phone")
        expect(page.get_by_label("Name", exact=True)).to_be_visible()
        expect(page.locator("#reader")).to_be_hidden()

    def test_the_page_fits_every_screen_and_has_no_violation(self):
        first, second = with_barcodes(2)
        page = self.at_phone()
        self.take(page, barcodes.picture(900, 1200, [(first, 200, 150), (second, 200, 800)]))
        expect(page.locator("#choices button")).to_have_count(2)
        for size in SCREENS:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                with self.subTest(size=size, scheme=scheme):
                    self.assertEqual(page.evaluate("document.documentElement.scrollWidth <= innerWidth"), True)
                    self.check(page, page.url.partition("#")[0])

    def test_a_live_picture_scans_a_code_once(self):
        code = with_barcodes(1)[0]
        number = hub.newest_number()
        data = list(barcodes.picture(1280, 720, [(code, 400, 200)]))
        page = self.signed_in("about:blank", size=PHONE, counter=False)
        # The camera of the test: a canvas with the picture.
        page.add_init_script("""(() => {
          const bytes = new Uint8Array(%s);
          const media = { getUserMedia: async () => {
            const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
            const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
            const draw = () => canvas.getContext("2d").drawImage(image, 0, 0);
            draw();
            setInterval(draw, 100);
            return canvas.captureStream(10);
          } };
          Object.defineProperty(navigator, "mediaDevices", { value: media });
        })()""" % data)
        page.goto("/phone")
        expect(page.locator("#reader")).to_be_visible()
        page.get_by_label("Station").select_option("desk")
        with page.expect_request("**/pictures?scan=no"):
            page.get_by_role("button", name="Live picture").click()
        scan = hub.scan_after(number)
        self.assertEqual(scan["text"].lstrip("0"), code.lstrip("0"))
        # Two more frames of the same code make no further scan.
        for _ in range(2):
            with page.expect_response("**/pictures?scan=no"):
                pass
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("button", name="Live picture")).to_be_visible()
        self.assertEqual(hub.newest_number(), scan["seq"])


class AddressTests(StaffCase, AxeCase):
    def test_the_address_of_a_copy_opens_its_release(self):
        copy = hub.every("/api/v1/copies")[0]
        number = copy["code"][5:18]
        page = self.open(f"/t/{number}", size=PHONE, counter=False)
        self.assertEqual(urllib.parse.urlsplit(page.url).path, "/library")
        expect(page.locator("h2, h1").filter(has_text=copy["release"]["title"]).first).to_be_visible()

    def test_an_unknown_number_has_a_page_that_helps(self):
        page = self.open("/t/0000000000ABC", size=PHONE, counter=False)
        expect(page.get_by_role("heading", name="No record has this number")).to_be_visible()
        expect(page.locator("#number")).to_have_text("0000000000ABC")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            self.check(page, page.url.partition("#")[0])
        page.get_by_role("link", name="Open the library").last.click()
        page.wait_for_url("**/library")


class OwnPageTests(StaffCase, AxeCase):
    def link(self, page):
        """Creates a link on the page of the borrower, and returns its address."""
        page.goto(f"/borrowers?borrower={self.person['id']}")
        with page.expect_response(lambda answer: answer.url.endswith("/link") and answer.request.method == "POST"):
            self.choose(page.locator("#one > .acts").first, "Link for their phone")
        expect(page.get_by_role("img", name="QR code with the link")).to_be_visible()
        return page.locator(".link-address a").get_attribute("href")

    def test_a_borrower_sees_renews_and_cancels_and_the_link_ends(self):
        self.may_fail = True
        copies = self.lend(2)
        other = lending.enrol("Ottilie Wait")
        self.addCleanup(lambda: lending.bring_back(other))
        wanted = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "available"][0]
        lending.staff("POST", "/loans", {"copy": wanted["id"], "borrower": other["id"], "override": "a page test"})
        lending.staff("POST", "/holds", {"copy": wanted["id"], "borrower": self.person["id"]})
        staff = self.signed_in("/borrowers", counter=False)
        address = self.link(staff)
        self.check(staff, staff.url.partition("#")[0])

        # Another browser without a sign-in, as the phone of the borrower.
        page = self.open(address, size=PHONE, counter=False)
        expect(page.get_by_role("heading", level=1)).to_have_text(self.person["shortName"])
        expect(page.locator(".own-item")).to_have_count(3)
        self.assertNotIn(other["shortName"], page.locator("body").inner_text())
        for copy in copies:
            expect(page.locator("body")).to_contain_text(copy["release"]["title"])
        expect(page.get_by_text("2 of 10 on loan")).to_be_visible()
        page.get_by_role("button", name="Renew all").click()
        expect(page.locator("#said")).to_contain_text("enewed")
        page.get_by_role("button", name="Cancel the hold").click()
        page.get_by_role("button", name="Yes, cancel it").click()
        expect(page.locator("#said")).to_contain_text("is cancelled")
        self.assertEqual(lending.staff("GET", f"/borrowers/{self.person['id']}/holds?state=open")["items"], [])
        for size in SCREENS:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                with self.subTest(size=size, scheme=scheme):
                    self.assertEqual(page.evaluate(FAULTS), [])
                    self.check(page, page.url.partition("#")[0])

        staff.get_by_role("button", name="End this link").click()
        expect(staff.locator("#toast")).to_contain_text("no longer valid")
        page.reload()
        expect(page.get_by_role("heading", name="This link is not valid")).to_be_visible()
        self.assertNotIn(self.person["shortName"], page.locator("body").inner_text())
        self.check(page, page.url.partition("#")[0])

    def test_a_due_date_is_in_plain_words(self):
        made = lending.staff("POST", f"/borrowers/{self.person['id']}/link")
        page = self.open("about:blank", size=PHONE, counter=False)
        words = {0: "Due today", 1: "Due tomorrow", 9: "Due in 9 days, on ", -1: "One day overdue, since ", -12: "12 days overdue, since "}
        # The time of the browser and of the hub, at noon, so that no midnight passes in between.
        page.clock.set_fixed_time(datetime.datetime(2026, 11, 20, 12, 0, tzinfo=datetime.timezone.utc))
        loans = [{
            "id": f"0193489b-8b50-7e75-b90a-{index:012d}", "title": f"Title {index}", "medium": "cd", "renewals": 0,
            "dueAt": f"{datetime.date(2026, 11, 20) + datetime.timedelta(days)}T13:00:00.000Z", "isOverdue": days < 0,
        } for index, days in enumerate(words)]
        page.route("**/api/v1/my", lambda route: route.fulfill(headers={"date": "Fri, 20 Nov 2026 12:00:00 GMT"}, json={
            "name": "Ada L.", "endsAt": "2027-02-18T09:45:12.120Z", "loanLimit": 10, "loans": loans, "holds": []}))
        page.goto(made["address"])
        expect(page.locator(".own-when")).to_contain_text(list(words.values()))
        expect(page.get_by_text("5 of 10 on loan")).to_be_visible()

    def test_the_page_speaks_the_language_of_the_borrower(self):
        person = lending.enrol("Greta Lang", language="de")
        self.addCleanup(lambda: lending.bring_back(person))
        made = lending.staff("POST", f"/borrowers/{person['id']}/link")
        page = self.open(made["address"], size=PHONE, counter=False)
        expect(page.locator("body")).to_contain_text("Nichts ist ausgeliehen.")
