"""Tests of the style guide: each part of the pages and of Desk in its states, without a violation and without a fault of the layout."""

from axe_case import COLOURS, AxeCase
from browser import MIDDLE, SCHEMES, SMALL, expect
from test_layout import FAULTS

# The parts of Desk, with the states that each shows at least.
DESK = {"headlines": 7, "outcomes": 11, "session": 4, "modes": 4, "beside": 4, "foot": 2, "told": 5}

# Resolves when the styles of all parts of Desk are there; the faults of the parts, whose shadows the other check does not see.
OVERFLOWING = """() => [...document.querySelectorAll(".guide-desk")].flatMap(({ shadowRoot, clientWidth }) => (
  [...shadowRoot.querySelectorAll(".desk > *")].filter((part) => part.getBoundingClientRect().width > clientWidth + 1)
    .map((part) => part.className)))"""


class StyleGuideTests(AxeCase):
    def test_each_part_of_desk_has_its_states(self):
        page = self.open("/styleguide", counter=False)
        for part, states in DESK.items():
            with self.subTest(part=part):
                hosts = page.locator(f"#guide-{part} .guide-desk")
                expect(hosts).to_have_count(states)
                for host in hosts.all():
                    expect(host.locator(".desk")).to_be_visible()
        expect(page.locator("#guide-outcomes .title").first).to_have_text("Homogenic")
        tones = page.locator("#guide-outcomes .outcome").evaluate_all("(all) => [...new Set(all.map(({ dataset }) => dataset.tone))].sort()")
        self.assertEqual(tones, ["again", "ask", "done", "fault", "no", "note"])

    def test_no_part_has_a_violation_or_a_fault(self):
        page = self.open("/styleguide", counter=False)
        expect(page.locator("#guide-told .desk").last).to_be_visible()
        for size in self.on_screens(page, ((360, 740), SMALL, MIDDLE)):
            for scheme in SCHEMES:
                with self.subTest(size=size, scheme=scheme):
                    page.emulate_media(color_scheme=scheme)
                    self.assertEqual(page.evaluate(FAULTS), [])
                    self.assertEqual(page.evaluate(OVERFLOWING), [])
                    self.check(page, "style guide", only=COLOURS if scheme == "dark" else None)

    def test_a_field_for_files_is_used_by_keyboard_and_by_dropping(self):
        page = self.open("/styleguide", counter=False)
        # Without a listener, the browser is asked to report its dialog only when the key is pressed: too late on a busy machine.
        page.on("filechooser", lambda _: None)
        # The last part: parts that are still drawn would take the focus away.
        expect(page.locator("#guide-told .desk").last).to_be_visible()
        field = page.locator("#guide-files .file-field").first
        field.locator("input").focus()
        expect(field.locator("input")).to_be_focused()
        self.assertEqual(field.evaluate("(field) => getComputedStyle(field).outlineStyle"), "solid")
        with page.expect_file_chooser() as chooser:
            page.keyboard.press("Space")
        chooser.value.set_files({"name": "cover.png", "mimeType": "image/png", "buffer": b"1"})
        expect(field.locator(".file-name")).to_have_text("cover.png")
        drop = """(field, names) => {
          const files = new DataTransfer();
          for (const name of names) files.items.add(new File(["1"], name));
          for (const kind of ["dragover", "drop"]) field.dispatchEvent(new DragEvent(kind, { dataTransfer: files, cancelable: true }));
        }"""
        field.evaluate(drop, ["back.png", "other.png"])
        expect(field.locator(".file-name")).to_have_text("back.png")
        several = page.locator("#guide-file-several").locator("..")
        several.evaluate(drop, ["back.png", "other.png", "third.png"])
        expect(several.locator(".file-name")).to_have_text("3 files")
        off = page.locator("#guide-file-off").locator("..")
        off.evaluate(drop, ["back.png"])
        expect(off.locator(".file-name")).to_have_text("")
        # None of the browser's own words is in sight.
        for name in ("No file chosen", "Choose File"):
            expect(page.get_by_text(name, exact=True)).to_have_count(0)
