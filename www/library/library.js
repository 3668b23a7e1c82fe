// The library: releases, searched by words and read page by page; one of them beside the list. Every state has an
// address.

import { get, query } from "/hub/client.js";
import { EventFeed } from "/hub/events.js";
import { t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { factLine } from "/record/words.js";
import { coverOn } from "/record/cover.js";
import { sleeve } from "/record/sleeve.js";
import { Address } from "/page/address.js";
import { away, problemWords, showProblem as showReason, startWords } from "/page/page.js";
import { dateJump, dateOf } from "/page/jump.js";
import { ListWindow, long, mostCounted } from "/page/window.js";
import { answerNote, helpRows, isPlain, mistakeNote } from "/library/query.js";
import { belongs, keep, mediumOf, restoreMedium, showMedium, showWished } from "/library/medium.js";
import { composed, looksIn, looksOf, narrowed, readDefaults, showLooks, stateOf, written } from "/library/looks.js";
import { startCollections } from "/library/collections.js";
import { startFacets } from "/library/facets.js";
import { startSelection } from "/library/select.js";
import { releaseContent } from "/library/release.js";
import { noteOpened } from "/lists/record.js";

/** The delay from the last key to the search, in milliseconds. */
const searchAfter = 200;
/** The number of hits up to which Discogs is offered. */
const few = 5;

/** The parts of the address that decide what the list shows. */
const parts = ["q", "medium", "from", "wished", "in", "sort"];

restoreMedium();
const address = new Address("/library", {
  read: (search) => ({
    q: search.get("q") ?? "", medium: mediumOf(search.get("medium")), from: dateOf(search.get("from")),
    wished: search.get("wished") === "true" ? "true" : "", ...looksIn(search),
    release: search.get("release") ?? undefined,
  }),
  write: written,
  show,
});
/** The words and the beginning of the list that is shown. */
let shownList;
let listCall;
let releaseCall;
let searchTimer;
/** What the hub says about the answer to a search: whether releases may be missing, and which query it answered instead. */
let answer = {};
let fresh = 0;
/** The release beside the list, as last read, and the id of the one whose opening was noted. */
let shown;
let noted;
/** The menu of smart collections, once its words are loaded. */
let menu;
/** The selection of releases, once its words are loaded. */
let selecting;
/** The panel of facets, once its words are loaded. */
let facets;

const list = byID("releases");
const field = byID("words");

// MARK: address

function show(before) {
  if (field.value.trim() !== address.state.q) field.value = address.state.q;
  showParts();
  if (before && before.view !== address.state.view) rows.draw();
  if (!before || parts.some((name) => before[name] !== address.state[name])) readList();
  if (!before || before.release !== address.state.release) readRelease(Boolean(before));
}

function showParts() {
  list.classList.toggle("is-grid", looksOf(address.state).view === "grid");
  showLooks(byID("looks"), address.state, (look) => {
    // The words may not have been searched for yet.
    clearTimeout(searchTimer);
    address.go({ in: looksOf(address.state).in, ...look, q: field.value.trim() });
  });
  showMedium(byID("medium"), address.state.medium, (medium) => address.go({ medium }));
  showWished(byID("wished"), address.state.wished, (wished) => address.go({ wished }));
  menu?.show();
  selecting?.show();
}

// MARK: list

const rows = new ListWindow({
  list, scroller: byID("list"), row, isCounted: () => !composed(address.state) && !address.state.from,
  read: async (cursor, limit, signal) => {
    const page = await get(`/releases${query({
      search: composed(address.state), typing: address.state.q && "true", correct: address.state.q && "true", medium: address.state.medium, wished: address.state.wished, from: address.state.from && `${address.state.from}T23:59:59Z`, limit, cursor,
    })}`, { signal });
    answer = { isPartial: page.isPartial, isCutShort: page.isCutShort, corrected: page.corrected };
    return page;
  },
  onChange: showCount,
  onProblem: (error) => {
    setText(byID("count"), t("library.more-failed", problemWords(error)));
    byID("more").hidden = false;
  },
});

const wanted = () => JSON.stringify([...parts.map((name) => address.state[name]), composed(address.state)]);

/** Shows the field for the date at which the list begins: the last added releases come first. */
function showJump() {
  const place = byID("jump");
  place.hidden = looksOf(address.state).sort !== "added" || (!address.state.from && rows.total !== undefined && rows.total <= long);
  if (!place.contains(document.activeElement)) {
    place.replaceChildren(dateJump(t("jump.until-date"), address.state.from, (from) => address.go({ from })));
  }
}

async function readList() {
  listCall?.abort();
  const call = new AbortController();
  listCall = call;
  fresh = 0;
  byID("fresh").hidden = true;
  byID("list").setAttribute("aria-busy", "true");
  try {
    await rows.read({ isNew: wanted() !== shownList });
    if (call.signal.aborted) return;
    shownList = wanted();
    showNote();
    showJump();
    showCount();
    facets?.show(rows.known > 0 ? answer.corrected ?? narrowed(address.state) : undefined);
    byID("empty").hidden = rows.known > 0;
    if (!rows.known) showEmpty();
    await showDiscogs();
  } catch (error) {
    if (call.signal.aborted) return;
    if (error.mistake) {
      // The list stays as it was: a query is often wrong while it is typed.
      showNote(error.mistake);
      return;
    }
    shownList = undefined;
    rows.clear();
    facets?.show(undefined);
    showProblem(error);
  } finally {
    if (!call.signal.aborted) byID("list").removeAttribute("aria-busy");
  }
}

/** Shows the mistake of the query below its field, or what there is to know about the answer. */
function showNote(mistake) {
  const note = byID("mistake");
  const parts = mistake ? mistakeNote(composed(address.state), mistake) : answerNote(answer);
  note.hidden = parts.length === 0;
  note.replaceChildren(...parts);
  if (mistake) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

function showCount() {
  const { known, total } = rows;
  byID("more").hidden = true;
  setText(byID("count"), !known ? "" : total !== undefined ? t("library.count", { count: total })
    : composed(address.state) || address.state.from ? t("library.first", { count: known }) : t("list.more-than", { count: Math.max(known, mostCounted) }));
}

/** Offers the search at Discogs if the words of a search fit few releases. */
async function showDiscogs() {
  const { q } = address.state;
  const place = byID("discogs");
  if (!q || !isPlain(q) || (rows.known > few && !answer.corrected)) {
    place.hidden = true;
    place.replaceChildren();
  } else if (place.dataset.words !== q || place.hidden) {
    place.dataset.words = q;
    const { offerDiscogs } = await import("/library/discogs.js");
    if (address.state.q === q) await offerDiscogs(place, q, ({ id }) => address.go({ release: id }));
  }
}

function showEmpty() {
  const empty = byID("empty");
  const { q, from, medium, wished } = address.state;
  if (q || from || medium || wished) {
    setText(byID("count"), t("library.none-found"));
    empty.replaceChildren(
      make("p.empty-title", {}, t(q || from ? "library.none-found-title" : wished ? "library.none-wished" : "library.none-of-medium")),
      make("p", {}, t(q || from ? "library.none-found-do" : wished ? "library.none-wished-do" : "library.none-of-medium-do")),
      make("button.primary", { type: "button", on: { click: () => {
        field.value = "";
        keep("");
        address.go({ q: "", from: "", medium: "", wished: "" });
        field.focus();
      } } }, t("library.show-all")));
  } else {
    empty.replaceChildren(
      make("p.empty-title", {}, t("library.empty")), make("p", {}, t("library.empty-do")), toDesk());
  }
  empty.hidden = false;
}

const showProblem = (error) => showReason(byID("empty"), error, readList);

const toDesk = () => make("a.button.primary", { href: "/" }, t("page.to-desk"));

function row(release) {
  const link = make("a.release-row", {
    href: `/library${query(written({ ...address.state, release: release.id }))}`,
    "aria-current": release.id === address.state.release ? "true" : undefined,
    data: { id: release.id },
    on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      address.go({ release: release.id });
    } },
  },
  picture(release),
  make("span.release-words", {},
    make("span.release-title", { dir: "auto" }, release.title),
    make("span.release-artist", { dir: "auto" }, release.artist),
    make("span.release-facts", {}, factLine(release)),
    release.matched && make("span.release-matched", { dir: "auto" },
      t(`library.matched-${release.matched.kind}`, { value: release.matched.value }))),
  release.isWished && make("span.badge", {}, t("library.wished")),
  release.status === "unresolved" && make("span.badge", {}, t("library.looking-up")),
  release.status === "not-found" && make("span.badge", {}, t("library.not-found")));
  return make("li", {}, selecting?.box(release), link);
}

/** The cover of a release, or its drawn sleeve. A grid has larger ones. */
function picture(release) {
  const { view, covers } = looksOf(address.state);
  const thumb = make("span.thumb", { data: { size: view === "grid" ? "medium" : "small" } }, sleeve(release, { lettered: false }));
  return covers ? coverOn(thumb, release.id) : thumb;
}

// MARK: one release

async function readRelease(hasMoved) {
  releaseCall?.abort();
  const place = byID("release");
  for (const link of list.querySelectorAll(".release-row")) {
    if (link.dataset.id === address.state.release) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  document.body.classList.toggle("has-release", Boolean(address.state.release));
  if (!address.state.release) {
    place.hidden = true;
    place.replaceChildren();
    shown = undefined;
    showTitle();
    return;
  }
  const call = new AbortController();
  releaseCall = call;
  try {
    shown = { release: await get(`/releases/${encodeURIComponent(address.state.release)}`, { signal: call.signal }) };
  } catch (error) {
    if (call.signal.aborted) return;
    shown = { error };
  }
  showRelease();
  place.hidden = false;
  if (shown.release && noted !== shown.release.id) {
    noted = shown.release.id;
    noteOpened(shown.release);
  }
  if (hasMoved) {
    place.scrollTop = 0;
    place.focus({ preventScroll: innerWidth >= 1000 });
  }
}

function showRelease() {
  const close = make("button.quiet.close", { type: "button", "aria-label": t("library.close"), on: { click: () => {
    const { release } = address.state;
    address.go({ release: undefined });
    list.querySelector(`[data-id="${CSS.escape(release)}"]`)?.focus();
  } } }, icon("close"));
  const { release, error } = shown;
  const { title, text } = release ? {}
    : error.status === 404 ? { title: t("library.gone"), text: t("library.gone-do") } : problemWords(error);
  byID("release").replaceChildren(close, ...release ? releaseContent(release, () => readRelease(false), leave)
    : [make("p.empty-title", {}, title), make("p", {}, text)]);
  showTitle();
}

/** Leaves a release that was removed, or lists it again after an undo. */
function leave() {
  address.go({ release: undefined });
  readList();
}

const title = () => shown?.release?.title ?? t("bar.library");

function showTitle() {
  document.title = `${title()} · Deadwax`;
}

// MARK: updates

function take(event) {
  menu?.take(event);
  const id = event.release?.id;
  if (event.kind === "release.added" && !composed(address.state) && !address.state.from
    && belongs(event.release?.medium ?? "other", address.state.medium)
    && (!address.state.wished || event.release?.isWished) && !rows.items.some((release) => release.id === id)) {
    fresh += 1;
    showFresh();
  }
  // A release that was removed or merged leaves the list, and the wish list is left with the first copy.
  const isListed = rows.items.some((release) => release.id === id);
  const changesWish = address.state.wished || rows.items.some((release) => release.id === id && release.isWished);
  if (event.kind === "release.changed" && (isListed || address.state.wished)) readList();
  else if (event.kind === "copy.added" && changesWish) readList();
  if (event.kind === "release.resolved") rows.replace(id, (release) => ({ ...release, ...event.release }));
  const touches = /^(copy|crate|loan|release)\./.test(event.kind);
  if (address.state.release && touches && (!id || id === address.state.release)) readRelease(false);
}

function showFresh() {
  setText(byID("fresh"), t("library.fresh", { count: fresh }));
  byID("fresh").hidden = fresh === 0;
}

/** Updates the language; the hub is asked again only if nothing is displayed. */
function refresh() {
  byID("query-help").replaceChildren(...helpRows());
  showFresh();
  showParts();
  showJump();
  facets?.draw();
  if (rows.known) rows.draw();
  else readList();
  if (shown) showRelease();
}

// MARK: start

/** Searches for the words of the field in the domain of the page. @param {boolean} isStep true if Back should return from it */
function search(isStep = true) {
  address.go({ q: field.value.trim(), in: looksOf(address.state).in }, isStep);
}

byID("search").addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(searchTimer);
  search();
});
field.addEventListener("input", () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => search(false), searchAfter);
});
byID("more-button").addEventListener("click", () => {
  byID("more").hidden = true;
  rows.again();
});
byID("fresh").addEventListener("click", () => {
  // The new releases are the first.
  byID("list").scrollTop = 0;
  readList();
});

byID("enter").addEventListener("click", async () => {
  const { openNew } = await import("/library/edit.js");
  openNew(({ id }) => address.go({ release: id }));
});

await Promise.all([readDefaults(), startWords("library", { parts: ["bulk", "collections", "library", "records"], title, refresh })]);
// Words that were typed while the page loaded.
const typed = field.value.trim();
byID("query-help").replaceChildren(...helpRows());
selecting = startSelection(byID("selecting"), { query: () => narrowed(address.state), draw: () => rows.draw() });
facets = startFacets({
  filters: () => ({ medium: address.state.medium, wished: address.state.wished }),
  go: (text) => address.go(stateOf(text)),
  onLayout: () => rows.known && rows.draw(),
});
menu = startCollections({
  query: () => narrowed(address.state),
  go: (q) => {
    keep("");
    address.go({ q, in: "all", from: "", medium: "", wished: "" });
  },
});
show();
if (typed && typed !== address.state.q) address.go({ q: typed, in: looksOf(address.state).in }, false);
new EventFeed({
  onEvent: take,
  ...away(() => {
    readList();
    if (address.state.release) readRelease(false);
  }),
}).start();
