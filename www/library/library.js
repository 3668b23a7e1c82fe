// The library: releases, found by words and read page by page; one of them beside the list. Every state has its
// address.

import { get, query } from "/hub/client.js";
import { EventFeed } from "/hub/events.js";
import { byID, icon, make, setText } from "/record/element.js";
import { factLine } from "/record/words.js";
import { sleeve } from "/record/sleeve.js";
import { releaseContent } from "/library/release.js";

const pageLength = 50;
/** Milliseconds after the last key before it is searched. */
const searchAfter = 200;

let state = readAddress();
let releases = [];
let cursor;
let listCall;
let releaseCall;
let searchTimer;
let fresh = 0;

const list = byID("releases");
const field = byID("words");

// MARK: address

function readAddress() {
  const search = new URLSearchParams(location.search);
  return { q: search.get("q") ?? "", release: search.get("release") ?? undefined };
}

/** @param {{q?: string, release?: string}} change @param {boolean} isStep whether Back should return from it. */
function go(change, isStep = true) {
  const before = state;
  state = { ...state, ...change };
  history[isStep ? "pushState" : "replaceState"](undefined, "", `/library${query(state)}`);
  show(before);
}

addEventListener("popstate", () => {
  const before = state;
  state = readAddress();
  show(before);
});

function show(before) {
  if (field.value.trim() !== state.q) field.value = state.q;
  if (!before || before.q !== state.q) readList();
  if (!before || before.release !== state.release) readRelease(Boolean(before));
}

// MARK: list

async function readList() {
  listCall?.abort();
  listCall = new AbortController();
  const { signal } = listCall;
  fresh = 0;
  byID("fresh").hidden = true;
  byID("list").setAttribute("aria-busy", "true");
  try {
    const page = await get(`/releases${query({ q: state.q, limit: pageLength })}`, { signal });
    releases = page.items;
    cursor = page.next;
    list.replaceChildren(...releases.map(row));
    showCount();
    if (!releases.length) showEmpty();
  } catch (error) {
    if (signal.aborted) return;
    releases = [];
    cursor = undefined;
    list.replaceChildren();
    showCount();
    showProblem(error);
  } finally {
    if (!signal.aborted) byID("list").removeAttribute("aria-busy");
  }
}

async function readMore() {
  if (!cursor || listCall?.isReadingMore) return;
  const call = listCall;
  call.isReadingMore = true;
  try {
    const page = await get(`/releases${query({ q: state.q, limit: pageLength, cursor })}`, { signal: call.signal });
    // A row that was added meanwhile may have moved others into this page again.
    const known = new Set(releases.map(({ id }) => id));
    const added = page.items.filter(({ id }) => !known.has(id));
    releases.push(...added);
    cursor = page.next;
    list.append(...added.map(row));
    showCount();
  } catch (error) {
    if (!call.signal.aborted) setText(byID("count"), `${error.title ?? "That did not work"}. Try again below.`);
  } finally {
    call.isReadingMore = false;
  }
}

function showCount() {
  const number = releases.length.toLocaleString("en-GB");
  const noun = releases.length === 1 ? "release" : "releases";
  setText(byID("count"), !releases.length ? "" : cursor ? `The first ${number} ${noun}` : `${number} ${noun}`);
  byID("more").hidden = !cursor;
  byID("empty").hidden = true;
}

function showEmpty() {
  const empty = byID("empty");
  if (state.q) {
    setText(byID("count"), "Nothing found");
    empty.replaceChildren(
      make("p.empty-title", {}, "Nothing has these words in its title or artist"),
      make("p", {}, "Try fewer words, or another spelling."),
      make("button.primary", { type: "button", on: { click: () => {
        field.value = "";
        go({ q: "" });
        field.focus();
      } } }, "Show all releases"));
  } else {
    empty.replaceChildren(
      make("p.empty-title", {}, "The library is empty"),
      make("p", {}, "At the desk, change to Add and hold up the barcode of a record. It is taken in at once, and its "
        + "title is looked up."),
      make("a.button.primary", { href: "/" }, "To the desk"));
  }
  empty.hidden = false;
}

function showProblem(error) {
  const needsToken = error.status === 401;
  byID("empty").replaceChildren(
    make("p.empty-title", {}, needsToken ? "This browser is not signed in" : error.title ?? "That did not work"),
    make("p", {}, needsToken ? "Sign in at the desk; the library opens then." : error.sentence ?? error.message),
    needsToken ? make("a.button.primary", { href: "/" }, "To the desk")
      : make("button.primary", { type: "button", on: { click: readList } }, "Try again"));
  byID("empty").hidden = false;
}

function row(release) {
  const link = make("a.release-row", {
    href: `/library${query({ q: state.q, release: release.id })}`,
    "aria-current": release.id === state.release ? "true" : undefined,
    data: { id: release.id },
    on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      go({ release: release.id });
    } },
  },
  make("span.thumb", {}, sleeve(release, { lettered: false })),
  make("span.release-words", {},
    make("span.release-title", { dir: "auto" }, release.title),
    make("span.release-artist", { dir: "auto" }, release.artist),
    make("span.release-facts", {}, factLine(release))),
  release.status === "unresolved" && make("span.badge", {}, "being looked up"),
  release.status === "not-found" && make("span.badge", {}, "not found"));
  return make("li", {}, link);
}

// MARK: one release

async function readRelease(hasMoved) {
  releaseCall?.abort();
  const place = byID("release");
  for (const link of list.querySelectorAll(".release-row")) {
    if (link.dataset.id === state.release) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  document.body.classList.toggle("has-release", Boolean(state.release));
  if (!state.release) {
    place.hidden = true;
    place.replaceChildren();
    document.title = "Library · Deadwax";
    return;
  }
  const call = new AbortController();
  releaseCall = call;
  const close = make("button.quiet.close", { type: "button", "aria-label": "Close the release", on: { click: () => {
    const { release } = state;
    go({ release: undefined });
    list.querySelector(`[data-id="${CSS.escape(release)}"]`)?.focus();
  } } }, icon("close"));
  let content;
  try {
    const release = await get(`/releases/${encodeURIComponent(state.release)}`, { signal: call.signal });
    document.title = `${release.title} · Deadwax`;
    content = releaseContent(release);
  } catch (error) {
    if (call.signal.aborted) return;
    const [title, text] = error.status === 404
      ? ["This release is not in the library", "It may have been merged or removed."]
      : [error.title ?? "That did not work", error.sentence ?? error.message];
    content = [make("p.empty-title", {}, title), make("p", {}, text)];
  }
  place.replaceChildren(close, ...content);
  place.hidden = false;
  if (hasMoved) {
    place.scrollTop = 0;
    place.focus({ preventScroll: innerWidth >= 1000 });
  }
}

// MARK: what happens meanwhile

function take(event) {
  const id = event.release?.id;
  if (event.kind === "release.added" && !state.q && !releases.some((release) => release.id === id)) {
    fresh += 1;
    const button = byID("fresh");
    setText(button, fresh === 1 ? "1 new release: show" : `${fresh} new releases: show`);
    button.hidden = false;
  }
  if (event.kind === "release.resolved") {
    const index = releases.findIndex((release) => release.id === id);
    if (index >= 0) {
      releases[index] = { ...releases[index], ...event.release };
      list.children[index].replaceWith(row(releases[index]));
    }
  }
  const touches = /^(copy|loan|release)\./.test(event.kind);
  if (state.release && touches && (!id || id === state.release)) readRelease(false);
}

// MARK: start

byID("search").addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(searchTimer);
  go({ q: field.value.trim() });
});
field.addEventListener("input", () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => go({ q: field.value.trim() }, false), searchAfter);
});
byID("more-button").addEventListener("click", readMore);
byID("fresh").addEventListener("click", readList);
new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting)) readMore();
}, { rootMargin: "800px" }).observe(byID("more"));

show();
new EventFeed({
  onEvent: take,
  onReload: () => {},
  onUp: () => {},
  onAway: () => {},
}).start();
