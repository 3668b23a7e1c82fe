"""Every page in every state: how a person gets there. For pictures, and for tests that look at whole pages.

A view is a page that is loaded and at rest. What opens over it, such as a form, is found by pressing each of its buttons;
the changes that this would make do not reach the hub.
"""

import dataclasses
import pathlib
import typing

import hub
from sample import sample

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The screens of the pages, in width and height. The first three are the narrowest.
SCREENS = [(360, 740), (800, 480), (1280, 800), (1366, 650), (1440, 900), (1920, 1080), (2560, 1440)]
NARROW = SCREENS[:3]

# What the page gets from the hub: `own` is what the hub answers, but for changes, which are refused with reasons. In `empty`,
# lists have no items; in `failing`, nothing can be read. Counts requests, so that a test knows when a page is at rest.
ANSWERS = """(() => {
  const real = window.fetch.bind(window);
  const problem = (status, code) => new Response(JSON.stringify({
    type: `urn:deadwax:problem:${code}`, title: "The current state does not allow it", status, code, retryable: false,
    detail: "Another station has changed it.", reasons: [{ code: "limit", detail: "They have 10 of 10 loans; two are overdue." }],
  }), { status, headers: { "content-type": "application/problem+json" } });
  window.answers = "own";
  try { window.answers = sessionStorage.getItem("test.answers") ?? "own"; } catch {}
  window.requests = { open: 0, all: 0 };
  window.fetch = async (input, options = {}) => {
    const { pathname } = new URL(input, location.href);
    if ((options.method ?? "GET") !== "GET") return problem(409, "conflict");
    requests.all += 1;
    requests.open += 1;
    try {
      if (answers === "failing" && pathname.startsWith("/api/")) return problem(503, "unavailable");
      const answer = await real(input, options);
      // The page waits for the whole answer, not only for its head.
      if (!/event-stream/.test(answer.headers.get("content-type") ?? "")) await answer.clone().arrayBuffer();
      if (answers !== "empty" || !answer.ok || !pathname.startsWith("/api/") || pathname.endsWith("/stations")) return answer;
      const text = await answer.clone().text();
      const whole = text.startsWith("{") ? JSON.parse(text) : {};
      if (!Array.isArray(whole.items)) return answer;
      const { next, ...rest } = { ...whole, items: [], ...whole.total === undefined ? {} : { total: 0 } };
      return new Response(JSON.stringify(rest), { status: answer.status, headers: answer.headers });
    } finally {
      setTimeout(() => { requests.open -= 1; });
    }
  };
  window.print = () => {};
})();"""

# Resolves when the page has nothing left to read and nothing left to draw.
# The style guide shows a field that is busy for good.
REST = """async (patience) => {
  const end = performance.now() + patience;
  const frame = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
  await document.fonts.ready;
  for (let calm = 0; calm < 3 && performance.now() < end; calm += 1) {
    await frame();
    if (requests.open || document.querySelector("[aria-busy=true]:not(#guide-files *)") || document.readyState !== "complete") calm = -1;
  }
  return performance.now() < end;
}"""

# What can be pressed on the page, each kind once: the key of a button is its words, with those of its menu's row left out.
KEYS = """() => {
  const key = (button) => button.closest("#feed")?.id || button.textContent.trim().replace(/\\s+/g, " ") || button.id
    || [...button.classList].join(".") + (button.closest("[data-id]") ? "" : ` ${button.getAttribute("aria-label") ?? ""}`);
  const apart = ".more-actions, .list-tool, .column-head, .chip-choice, .facet-value, .item, .spot, [type=submit], [data-answer], .choice, .batch button, .mode";
  const read = () => {
    const found = new Map();
    for (const button of document.querySelectorAll("main button, .menu button, footer button, #feed button")) {
      const isInMenu = Boolean(button.closest(".menu"));
      if (button.disabled || button.matches(apart) || button.closest("[hidden], dialog") || (!isInMenu && !button.checkVisibility())) continue;
      if (!found.has(key(button))) found.set(key(button), button);
    }
    return found;
  };
  // A list that is drawn again has new buttons with the same words.
  window.buttonWith = (key) => read().get(key);
  return [...read().keys()];
}"""

# Presses one of these buttons. Resolves with the kind of what opened, if something did.
PRESS = """async (key) => {
  const toast = document.getElementById("toast");
  if (toast) toast.hidden = true;
  buttonWith(key)?.click();
  const end = performance.now() + 250;
  while (performance.now() < end || requests.open) {
    if (document.querySelector("dialog[open]")) return "dialog";
    if (toast && !toast.hidden) return "toast";
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  return undefined;
}"""


@dataclasses.dataclass
class View:
    """A page at rest in one state."""

    page: str
    state: str
    path: str
    # Prepares the hub.
    before: typing.Callable = lambda: None
    # Does what a person does on the loaded page; None if that is nothing.
    reach: typing.Callable | None = None
    # One of "own", "empty" and "failing".
    answers: str = "own"
    isSignedIn: bool = True
    # True if what is reached is beside its button, and is opened again for another screen.
    isPlaced: bool = False
    # True if the page is to be seen whole, however long.
    isWhole: bool = False
    # The screens on which the state exists.
    most: int = 10_000

    @property
    def name(self):
        return f"{self.page}-{self.state}"


def pages():
    """Returns the names of all pages, by their files. `shell` is what they have in common."""
    return sorted(path.stem for path in (ROOT / "www").glob("*.html") if path.stem != "shell")


def address(page):
    return {"index": "/", "setup": "/setup#a-secret-that-was-used"}.get(page, f"/{page}")


def report(mode, *codes):
    """Returns a preparation: the desk is in this mode, and reads these codes."""

    def prepare():
        hub.clear_desk(settle=False)
        hub.set_mode(mode)
        for code in codes:
            hub.report(code(sample()) if callable(code) else code)

    return prepare


def press(*selectors):
    """Returns the steps of a person who presses these, one after the other."""

    def reach(page):
        for selector in selectors:
            page.locator(selector).first.evaluate("(button) => { button.scrollIntoView({ block: 'center' }); button.click(); }")
            page.evaluate(REST, 5000)

    return reach


def await_form(page):
    """Waits for the form to sign in: the page loads its module when the hub has refused the first request."""
    page.locator("[autofocus]").wait_for()


# The pages without a navigation: for people who are not staff, and for the first one.
ALONE = {"setup", "my", "t", "wall"}
# The pages whose list is empty in another way, or which have none.
WITHOUT_LIST = {*ALONE, "index", "styleguide", "write", "labels", "settings", "phone"}
# The pages that are open to everyone who is at the station.
OPEN = {*ALONE, "index", "styleguide", "write", "labels", "library", "tags", "readers"}

# The pages that show their records to everyone, and are changed by staff.
READABLE = {"loading", "map", "phone", "shelves"}


def all_views():
    """Returns the views of all pages. A new page has its list, the empty list, the failing list and the menus at once."""
    whole = sample()
    found = []
    calm = report("look-up")
    for page in pages():
        found.append(View(page, "page", address(page), before=calm, isWhole=page == "styleguide"))
        if page not in WITHOUT_LIST:
            found.append(View(page, "empty", address(page), answers="empty"))
        if page not in {*ALONE, "styleguide", "index"}:
            found.append(View(page, "failing", address(page), answers="failing"))
        if page not in OPEN:
            found.append(View(page, "signed-out", address(page), isSignedIn=False,
                              reach=None if page in READABLE else await_form))
        if page not in ALONE:
            found.append(View(page, "drawer", address(page), reach=press("#menu-button, .menu-button"), most=899))
    found += [
        View("index", "found", "/", report("look-up", lambda one: one.copy["code"])),
        View("index", "unknown", "/", report("check-out", "a code of nothing")),
        View("index", "session", "/", report("check-out", lambda one: one.card, lambda one: one.spare["code"])),
        View("index", "choice", "/", report("check-out", lambda one: one.card, lambda one: one.several["barcode"])),
        View("index", "adding", "/", report("add")),
        View("index", "batch", "/", report("add"), press(".additions button")),
        View("index", "typed", "/", calm, press("#type-button")),
        View("index", "drawer-large", "/", calm, press("#menu-button")),
        View("library", "one", f"/library?release={whole.several['id']}"),
        View("library", "one-long", f"/library?release={whole.release['id']}"),
        View("library", "collections", "/library?q=bowie", reach=press("#collections-button"), isPlaced=True),
        # A wider window has the panel beside the list, in every state.
        View("library", "facets", "/library", reach=press("#facets summary"), most=1299),
        View("library", "grid", "/library?view=grid&sort=artist", reach=press(".looks-choice summary")),
        View("library", "none-found", "/library?q=zzzzqqqq"),
        View("library", "none-wished", "/library?wished=true"),
        View("borrowers", "one", f"/borrowers?borrower={whole.person['id']}"),
        View("tags", "one", f"/tags?tag={whole.tag}"),
        View("map", "place", f"/map?place={whole.place['id']}&search=a"),
        View("map", "changer", f"/map?place={whole.changer['id']}"),
        View("map", "copy", f"/map?place={whole.place['id']}", reach=press(".spot.has-copy")),
        View("write", "at-work", "/write#start", report("write", lambda one: one.copy["code"])),
        View("wall", "failing", "/wall", answers="failing"),
        View("setup", "refused", "/setup#a-secret-that-was-used", reach=press("[type=submit], main button")),
        *(View("styleguide", kind, "/styleguide", reach=press(f"#guide-{kind}")) for kind in ("dialog", "drawer", "toast", "fault")),
    ]
    found += [
        View(page, "menu", address(page), reach=press("#rows .more-actions, #guide-rows .more-actions"), isPlaced=True)
        for page in pages() if page in ("loans", "inbox", "changes", "people", "shelves", "styleguide")]
    found += [View("loans", state, f"/loans?state={state}") for state in ("overdue", "returned")]
    found += [View("holds", state, f"/holds?state={state}") for state in ("ready", "cancelled")]
    found.append(View("plays", "report", "/plays?show=report"))
    found += [View("concerts", view, f"/concerts?view={view}") for view in ("library", "recent", "catalogue")]
    found += [View("people", state, f"/people?state={state}") for state in ("sign-ins", "tokens")]
    found += [View("settings", "station", "/settings?section=station:desk"), View("settings", "fees", "/settings?section=fees"),
              View("settings", "calendar", "/settings?section=calendar"), View("settings", "discogs", "/settings?section=discogs")]
    return sorted(found, key=lambda view: pages().index(view.page))
