// The tags: every one that was ever seen, filtered by a chip and read page by page; one of them beside the list.

import { get, query } from "/hub/client.js";
import { EventFeed } from "/hub/events.js";
import { byID, icon, make, setText } from "/record/element.js";
import { uidText } from "/record/tags.js";
import { drawing } from "/tag/drawing.js";
import { Changes } from "/tags/changes.js";
import { tagContent, tagRow } from "/tags/tag.js";

const pageLength = 50;
const filters = {
  all: { word: "All", empty: "No tag was ever seen here" },
  bound: { word: "Bound", empty: "No tag names anything yet" },
  unbound: { word: "Bound to nothing", empty: "Every tag names something" },
  suspect: { word: "Suspect", empty: "No tag is suspect" },
};

let state = readAddress();
let tags = [];
let cursor;
let listCall;
let oneCall;
let shownTag;
let freshTimer;

const list = byID("tags");
const changes = new Changes({ onChanged: () => refresh() });

function readAddress() {
  const search = new URLSearchParams(location.search);
  const show = search.get("show");
  return { show: filters[show] ? show : "all", tag: search.get("tag") ?? undefined };
}

const address = ({ show, tag }) => `/tags${query({ show: show === "all" ? "" : show, tag })}`;

function go(change) {
  const before = state;
  state = { ...state, ...change };
  history.pushState(undefined, "", address(state));
  showState(before);
}

addEventListener("popstate", () => {
  const before = state;
  state = readAddress();
  showState(before);
});

function showState(before) {
  for (const chip of byID("filters").children) {
    chip.setAttribute("aria-pressed", String(chip.dataset.show === state.show));
  }
  if (!before || before.show !== state.show) readList();
  if (!before || before.tag !== state.tag) readOne(Boolean(before));
}

// MARK: list

async function readList() {
  listCall?.abort();
  const call = new AbortController();
  listCall = call;
  byID("list").setAttribute("aria-busy", "true");
  try {
    // As many as were there, so that what is looked at does not move away.
    const limit = Math.min(200, Math.max(pageLength, tags.length));
    const page = await get(`/tags${query({ show: state.show, limit })}`, { signal: call.signal });
    tags = page.items;
    cursor = page.next;
    showList();
  } catch (error) {
    if (call.signal.aborted) return;
    tags = [];
    cursor = undefined;
    showList();
    showProblem(error);
  } finally {
    if (!call.signal.aborted) byID("list").removeAttribute("aria-busy");
  }
}

async function readMore() {
  if (!cursor || listCall?.isReadingMore) return;
  const call = listCall;
  call.isReadingMore = true;
  try {
    const page = await get(`/tags${query({ show: state.show, limit: pageLength, cursor })}`, { signal: call.signal });
    const known = new Set(tags.map(({ uid }) => uid));
    tags.push(...page.items.filter(({ uid }) => !known.has(uid)));
    cursor = page.next;
    showList();
  } catch (error) {
    if (!call.signal.aborted) setText(byID("count"), `${error.title ?? "That did not work"}. Try again below.`);
  } finally {
    call.isReadingMore = false;
  }
}

function showList() {
  const focused = document.activeElement?.closest?.(".tag-row")?.dataset.uid;
  list.replaceChildren(...tags.map((tag) => make("li", {}, tagRow(tag, {
    href: address({ ...state, tag: tag.uid }), isCurrent: tag.uid === state.tag, onOpen: () => go({ tag: tag.uid }),
  }))));
  if (focused) list.querySelector(`[data-uid="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  const number = tags.length.toLocaleString("en-GB");
  const noun = tags.length === 1 ? "tag" : "tags";
  setText(byID("count"), !tags.length ? "" : cursor ? `The first ${number} ${noun}` : `${number} ${noun}`);
  byID("more").hidden = !cursor;
  byID("empty").hidden = true;
  if (!tags.length) showEmpty();
  showNow();
}

/** What lies on a reader at this moment, above the list. */
function showNow() {
  const present = tags.filter((tag) => tag.present);
  const place = byID("now");
  place.hidden = !present.length;
  place.replaceChildren(icon("nfc"), make("p", {}, present.length === 1 ? "On a reader now: " : "On readers now: ",
    ...present.flatMap(({ uid }, index) => [index ? ", " : "", make("a.mono", {
      href: address({ ...state, tag: uid }),
      on: { click: (event) => {
        event.preventDefault();
        go({ tag: uid });
      } },
    }, uidText(uid))])));
}

function showEmpty() {
  const { empty } = filters[state.show];
  const isFiltered = state.show !== "all";
  byID("empty").replaceChildren(
    make("div.empty-picture", {}, drawing(isFiltered ? "start" : "tag")),
    make("p.empty-title", {}, empty),
    make("p", {}, isFiltered ? "Show all tags, or lay one on the reader."
      : "A tag is a sticker with a chip (NTAG213 and up). It goes on the sleeve, never on the disc. Write the first "
        + "one here, or bind any tag to a copy in the mode Bind."),
    make("div.actions", {}, isFiltered
      ? make("button.primary", { type: "button", on: { click: () => go({ show: "all" }) } }, "Show all tags")
      : make("a.button.primary", { href: "/write#start" }, icon("write"), "Write tags")));
  byID("empty").hidden = false;
}

function showProblem(error) {
  const needsToken = error.status === 401;
  byID("empty").replaceChildren(
    make("p.empty-title", {}, needsToken ? "This browser is not signed in" : error.title ?? "That did not work"),
    make("p", {}, needsToken ? "Sign in at the desk; the tags open then." : error.sentence ?? error.message),
    needsToken ? make("a.button.primary", { href: "/" }, "To the desk")
      : make("button.primary", { type: "button", on: { click: readList } }, "Try again"));
  byID("empty").hidden = false;
}

// MARK: one tag

async function readOne(hasMoved) {
  oneCall?.abort();
  const place = byID("one");
  for (const link of list.querySelectorAll(".tag-row")) {
    if (link.dataset.uid === state.tag) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  document.body.classList.toggle("has-one", Boolean(state.tag));
  if (!state.tag) {
    place.hidden = true;
    place.replaceChildren();
    shownTag = undefined;
    document.title = "Tags · Deadwax";
    return;
  }
  const call = new AbortController();
  oneCall = call;
  let content;
  try {
    const [tag, jobs, stations] = await Promise.all([
      get(`/tags/${encodeURIComponent(state.tag)}`, { signal: call.signal }),
      get(`/tag-jobs${query({ uid: state.tag, limit: 20 })}`, { signal: call.signal }),
      get("/stations", { signal: call.signal }),
    ]);
    shownTag = tag;
    document.title = `Tag ${uidText(tag.uid)} · Deadwax`;
    content = tagContent(tag, jobs.items, { changes, station: stations.items[0]?.name });
  } catch (error) {
    if (call.signal.aborted) return;
    const [title, text] = error.status === 404
      ? ["This tag was never seen here", "Lay it on a reader once; then it is known."]
      : [error.title ?? "That did not work", error.sentence ?? error.message];
    content = [make("p.empty-title", {}, title), make("p", {}, text)];
  }
  const close = make("button.quiet.close", { type: "button", "aria-label": "Close the tag", on: { click: () => {
    const uid = state.tag;
    go({ tag: undefined });
    list.querySelector(`[data-uid="${CSS.escape(uid)}"]`)?.focus();
  } } }, icon("close"));
  const focused = place.contains(document.activeElement) && document.activeElement.dataset?.action;
  place.replaceChildren(close, ...content);
  place.hidden = false;
  if (focused) place.querySelector(`[data-action="${CSS.escape(focused)}"]`)?.focus();
  if (hasMoved) {
    place.scrollTop = 0;
    place.focus({ preventScroll: innerWidth >= 1000 });
  }
}

// MARK: what happens meanwhile

/** Several events come at once when a tag is written; the lists are read once for all of them. */
function refresh() {
  clearTimeout(freshTimer);
  freshTimer = setTimeout(() => {
    readList();
    if (state.tag) readOne(false);
  }, 120);
}

for (const [show, { word }] of Object.entries(filters)) {
  byID("filters").append(make("button.chip-choice", {
    type: "button", data: { show }, on: { click: () => go({ show }) },
  }, word));
}
byID("more-button").addEventListener("click", readMore);
new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting)) readMore();
}, { rootMargin: "800px" }).observe(byID("more"));

showState();
let hasLoaded = false;
new EventFeed({
  onEvent: (event) => {
    const isTap = event.kind === "scan.recorded" && event.scan?.symbology === "tag UID";
    if (isTap || ["tag.changed", "tag-job.changed", "reader.changed"].includes(event.kind)) refresh();
    if (event.kind === "tag-job.changed") changes.noteJob(event, shownTag);
  },
  onReload: () => {
    if (hasLoaded) refresh();
    hasLoaded = true;
  },
  onUp: () => {},
  onAway: () => {},
}).start();
