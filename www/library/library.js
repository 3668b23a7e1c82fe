// The library: releases, found by words and read page by page; one of them beside the list. Every state has its
// address.

import { get, query } from "/hub/client.js";
import { EventFeed } from "/hub/events.js";
import { byID, icon, make, setText } from "/record/element.js";
import { factLine } from "/record/words.js";
import { sleeve } from "/record/sleeve.js";
import { Address } from "/page/address.js";
import { releaseContent } from "/library/release.js";

const pageLength = 50;
/** Milliseconds after the last key before it is searched. */
const searchAfter = 200;

const address = new Address("/library", {
  read: (search) => ({ q: search.get("q") ?? "", release: search.get("release") ?? undefined }),
  show,
});
let releases = [];
let cursor;
let listCall;
let releaseCall;
let searchTimer;
let fresh = 0;

const list = byID("releases");
const field = byID("words");

// MARK: address

function show(before) {
  if (field.value.trim() !== address.state.q) field.value = address.state.q;
  if (!before || before.q !== address.state.q) readList();
  if (!before || before.release !== address.state.release) readRelease(Boolean(before));
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
    const page = await get(`/releases${query({ q: address.state.q, limit: pageLength })}`, { signal });
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
    const page = await get(`/releases${query({ q: address.state.q, limit: pageLength, cursor })}`, { signal: call.signal });
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
  if (address.state.q) {
    setText(byID("count"), "Nothing found");
    empty.replaceChildren(
      make("p.empty-title", {}, "Nothing has these words in its title or artist"),
      make("p", {}, "Try fewer words, or another spelling."),
      make("button.primary", { type: "button", on: { click: () => {
        field.value = "";
        address.go({ q: "" });
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
    href: `/library${query({ q: address.state.q, release: release.id })}`,
    "aria-current": release.id === address.state.release ? "true" : undefined,
    data: { id: release.id },
    on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      address.go({ release: release.id });
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
    if (link.dataset.id === address.state.release) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  document.body.classList.toggle("has-release", Boolean(address.state.release));
  if (!address.state.release) {
    place.hidden = true;
    place.replaceChildren();
    document.title = "Library · Deadwax";
    return;
  }
  const call = new AbortController();
  releaseCall = call;
  const close = make("button.quiet.close", { type: "button", "aria-label": "Close the release", on: { click: () => {
    const { release } = address.state;
    address.go({ release: undefined });
    list.querySelector(`[data-id="${CSS.escape(release)}"]`)?.focus();
  } } }, icon("close"));
  let content;
  try {
    const release = await get(`/releases/${encodeURIComponent(address.state.release)}`, { signal: call.signal });
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
  if (event.kind === "release.added" && !address.state.q && !releases.some((release) => release.id === id)) {
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
  if (address.state.release && touches && (!id || id === address.state.release)) readRelease(false);
}

// MARK: start

byID("search").addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(searchTimer);
  address.go({ q: field.value.trim() });
});
field.addEventListener("input", () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => address.go({ q: field.value.trim() }, false), searchAfter);
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
