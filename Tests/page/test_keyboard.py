"""Tests of each page by keyboard alone: Tab reaches every control in the order of the page, the focus is visible, and it is never
lost: not when a panel closes, and not when a row disappears."""

import hub
from browser import MIDDLE, expect
from lending import staff
from test_views import WITH_BUTTONS
from view_case import ViewCase
from views import ALONE, KEYS, REST, all_views

# Begins at the top of the page, also if the page has given the focus to a field. The browser itself gives it to a field with
# autofocus some frames after the field appears.
START = """async () => {
  const field = [...document.querySelectorAll("[autofocus]")].find((one) => one.checkVisibility());
  const end = performance.now() + 5000;
  while (field && document.activeElement !== field && performance.now() < end) await new Promise(requestAnimationFrame);
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
}"""

# Notes each control that gets the focus: its place in the page, and whether the focus can be seen there.
FOLLOW = """() => {
  const luminance = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= .03928 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4;
    });
    return .2126 * red + .7152 * green + .0722 * blue;
  };
  // Desk's parts in the style guide have a tree of their own.
  const host = (element) => element.getRootNode().host;
  const isBefore = (one, other) => {
    let [first, second] = [one, other];
    if (first.getRootNode() !== second.getRootNode()) [first, second] = [host(first) ?? first, host(second) ?? second];
    return first === second || Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING);
  };
  const ground = (element) => {
    for (let one = element.parentElement ?? host(element); one; one = one.parentElement ?? host(one)) {
      const { backgroundColor } = getComputedStyle(one);
      if (!/rgba\\(.*, 0\\)|transparent/.test(backgroundColor)) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  const name = (element) => `${element.tagName.toLowerCase()}#${element.id}.${element.className} "${element.textContent.trim().slice(0, 30)}"`;
  window.stops = [];
  let noted;
  const note = (event) => {
    const [target] = event.composedPath();
    // A tree in the page notes it, and so does the page.
    if (event === noted) return;
    noted = event;
    const faults = [];
    // A control that is drawn by another, such as a switch, shows the focus there.
    const shown = [target, target.closest("label"), target.nextElementSibling].filter(Boolean).find((one) => {
      const { outlineStyle, outlineWidth, opacity } = getComputedStyle(one);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && opacity !== "0";
    });
    if (!shown) faults.push("no outline");
    else {
      const { outlineColor } = getComputedStyle(shown);
      const [light, dark] = [luminance(outlineColor), luminance(ground(shown))].sort((a, b) => b - a);
      if ((light + .05) / (dark + .05) < 3) faults.push(`outline ${outlineColor} on ${ground(shown)}`);
    }
    const { left, top, right, bottom } = target.getBoundingClientRect();
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) faults.push("outside");
    const before = stops.at(-1)?.target;
    // After the last control the page begins again.
    const isAgain = stops.some((stop) => stop.target === target);
    if (before && before !== target && !isAgain && !isBefore(before, target)) faults.push(`after ${name(before)}`);
    stops.push({ target, name: name(target), faults });
  };
  const trees = [document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  for (const tree of trees) tree.addEventListener("focusin", note);
  // What Tab must reach. A field of a date has a stop for the day, the month, the year and its calendar.
  const controls = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const reachable = () => trees.flatMap((tree) => [...tree.querySelectorAll(controls)]).filter((element) => (
    !element.disabled && element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true })
    && !(element.type === "radio" && !element.checked) && !element.closest("[inert], dialog:not([open])")));
  window.wanted = reachable();
  window.presses = () => {
    const dates = reachable().filter(({ type }) => ["date", "time", "month", "datetime-local"].includes(type));
    return reachable().length + 5 * dates.length;
  };
  return presses();
}"""

NOTES = """() => ({
  faults: stops.filter(({ faults }) => faults.length).map(({ name, faults }) => `${name}: ${faults.join(", ")}`),
  count: new Set(stops.map(({ target }) => target)).size,
  // The items of a tray are one stop.
  missing: wanted.filter((one) => !stops.some(({ target }) => target === one) && !one.matches("[role=option]"))
    .map((one) => `${one.tagName} ${one.id} ${one.className} ${one.textContent.trim().slice(0, 30)}`),
})"""

# Where the focus is: undefined if it is lost.
FOCUS = """() => {
  const { activeElement: now } = document;
  return now && now !== document.body && now.checkVisibility() ? `${now.tagName} ${now.className} ${now.textContent.trim().slice(0, 30)}` : undefined;
}"""

# Puts the focus on a button of the page, and on the button of the menu if it is in one.
REACH = """(key) => {
  const button = buttonWith(key);
  if (!button) return undefined;
  const menu = button.closest(".menu");
  const opener = menu ? document.querySelector(`[popovertarget="${menu.id}"]`) : button;
  opener.focus();
  return menu ? [...menu.querySelectorAll("button, a")].indexOf(button) : -1;
}"""


class KeyboardTests(ViewCase):
    def choose(self, page, position):
        """Chooses an action of the menu that was opened."""
        expect(page.locator(".menu :focus")).to_have_count(1)
        for _ in range(position):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")

    def test_tab_reaches_every_control_in_order_and_the_focus_is_visible(self):
        # The link to the content comes in at once.
        page = self.viewer(reduced_motion="reduce")
        for view in all_views():
            if view.state not in (*WITH_BUTTONS, "session", "signed-out"):
                continue
            self.show(page, view)
            with self.subTest(view=view.name):
                page.evaluate(START)
                wanted = page.evaluate(FOLLOW)
                if view.page == "wall":
                    # A screen on the wall has nothing to press.
                    self.assertEqual(wanted, 0)
                    continue
                pressed = 0
                while pressed < wanted:
                    for _ in range(wanted - pressed):
                        page.keyboard.press("Tab")
                    # The page may have drawn further controls meanwhile, such as for a scan.
                    pressed, wanted = wanted, page.evaluate("presses()")
                found = page.evaluate(NOTES)
                self.assertEqual(found["faults"], [])
                self.assertEqual(found["missing"], [], "Tab is trapped")
                # One more leaves the page, which begins again.
                page.keyboard.press("Tab")
                page.keyboard.press("Tab")
                self.assertGreater(page.evaluate("stops.length"), found["count"])

    def test_the_focus_returns_when_a_panel_closes(self):
        page = self.viewer()
        panels = 0
        for view in all_views():
            if view.state not in WITH_BUTTONS:
                continue
            self.show(page, view)
            for key in page.evaluate(KEYS):
                with self.subTest(view=view.name, button=key):
                    position = page.evaluate(REACH, key)
                    if position is None:
                        # What was pressed before has taken it away.
                        continue
                    before = page.evaluate(FOCUS)
                    page.keyboard.press("Enter")
                    if position >= 0:
                        self.choose(page, position)
                    page.evaluate("() => new Promise((resolve) => { setTimeout(resolve, 60); })")
                    page.evaluate(REST, 60_000)
                    if page.locator("dialog[open]").count():
                        panels += 1
                        self.assertIsNotNone(page.evaluate(FOCUS))
                        for _ in range(3):
                            page.keyboard.press("Escape")
                            if not page.locator("dialog[open]").count():
                                break
                        # On the page Desk the next Enter of a scanner must not press the button again.
                        self.assertTrue(page.evaluate(FOCUS) == before or (view.page == "index" and page.evaluate(FOCUS)), page.evaluate(FOCUS))
                    else:
                        self.assertIsNotNone(page.evaluate(FOCUS))
        self.assertGreater(panels, 20)

    def test_the_focus_stays_in_the_list_when_a_row_disappears(self):
        # Here the changes reach the hub.
        page = self.open("about:blank", counter=False)
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        borrower = staff("POST", "/borrowers", {"name": "Clara Rockmore"})
        copies = [copy for copy in hub.every("/api/v1/copies") if copy["status"] == "available"][-3:]
        for copy in copies:
            staff("POST", "/loans", {"copy": copy["id"], "borrower": borrower["id"], "override": "a page test"})
        hub.set_mode("check-out")
        for code in ("a first code of nothing", "a second code of nothing"):
            hub.report(code)
        of_loans = [loan["id"] for loan in staff("GET", f"/borrowers/{borrower['id']}/loans?state=open")["items"]]
        of_codes = [item["id"] for item in hub.every("/api/v1/inbox?state=open", token=hub.staff_token())][:2]
        for path, ids, steps in (("/loans", of_loans, 0), ("/inbox", of_codes, 3)):
            page.goto(path)
            for one in ids:
                row = page.locator(f'#rows [data-id="{one}"]')
                expect(row).to_be_visible()
                row.locator(".row-acts > button, .more-actions").nth(1 if steps else 0).focus()
                page.keyboard.press("Enter")
                if steps:
                    self.choose(page, steps - 1)
                expect(row).to_have_count(0)
                with self.subTest(path=path, row=one):
                    expect(page.locator("#list")).not_to_have_attribute("aria-busy", "true")
                    self.assertIsNotNone(page.evaluate(FOCUS), "the focus is lost")
                    self.assertTrue(page.evaluate("document.querySelector('main').contains(document.activeElement)"))

    def test_the_desk_shows_its_keys_and_they_can_be_switched_off(self):
        page = self.open(counter=False)
        page.keyboard.press("?")
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("Choose an answer by its number")
        self.assertEqual(sheet.locator("kbd").all_text_contents(), ["?", "1", "9", "Y", "N", "Esc"])
        # The list is styled on Desk, too.
        self.assertNotEqual(sheet.locator("kbd").first.evaluate("(key) => getComputedStyle(key).borderBottomWidth"), "0px")
        self.check(page, "the keys of Desk")
        sheet.get_by_label("Use single keys").uncheck()
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        page.keyboard.press("?")
        page.locator("#menu-button").click()
        expect(sheet).to_have_count(1)
        sheet.get_by_role("button", name="Keyboard shortcuts").click()
        expect(page.locator("#sheet")).to_contain_text("Choose an answer by its number")
        page.locator("#sheet").get_by_label("Use single keys").check()

    def test_every_page_with_a_list_shows_its_keys(self):
        page = self.viewer(size=MIDDLE)
        for view in all_views():
            if view.state != "page" or view.page in {*ALONE, "index"}:
                continue
            self.show(page, view)
            with self.subTest(page=view.page):
                page.keyboard.press("?")
                expect(page.get_by_role("dialog")).to_contain_text("Go to the search field")
                page.keyboard.press("Escape")
