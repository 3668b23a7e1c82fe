// The menu Collections of the library: each smart collection with its count, which stays current while the menu is open, and
// the action that saves the query of the search field.

import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { isStaff } from "/page/person.js";
import { collectionLink, nameOf, openNew, readCollections, touchesCounts } from "/lists/collections.js";
import { problemLine } from "/page/page.js";

/** The time in milliseconds for which events are collected before the counts are read again. */
const gather = 1000;

let collections = [];
let call = new AbortController();
let timer;

const panel = () => byID("collections");
const button = () => byID("collections-button");
const isOpen = () => panel().matches(":popover-open");

/**
 * Prepares the menu.
 *
 * @param {{query: () => string, go: (query: string) => void}} library `query` returns what the list shows, `go` shows another one.
 */
export function startCollections({ query, go }) {
  const follow = () => {
    button().setAttribute("aria-expanded", String(isOpen()));
    if (isOpen()) open(query, go);
    else call.abort();
  };
  panel().addEventListener("toggle", follow);
  panel().addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const all = [...panel().querySelectorAll("a, button")];
    all[(all.indexOf(document.activeElement) + by + all.length) % all.length]?.focus();
  });
  showName(query);
  // A person may have opened the menu while the page was still loading.
  follow();
  return {
    /** Shows the name of the collection that the list shows, in the language of the page. */
    show: () => {
      showName(query);
      if (isOpen()) draw(query, go);
    },
    /** Takes an event of the hub. */
    take: ({ kind }) => {
      if (!isOpen() || !touchesCounts.test(kind)) return;
      clearTimeout(timer);
      timer = setTimeout(() => isOpen() && read(query, go), gather);
    },
  };
}

async function open(query, go) {
  place();
  const focus = () => panel().querySelector("a, button")?.focus();
  const isFirst = !collections.length;
  if (!isFirst) {
    await draw(query, go);
    focus();
  }
  await read(query, go);
  if (isFirst) focus();
}

async function read(query, go) {
  call.abort();
  call = new AbortController();
  const { signal } = call;
  panel().setAttribute("aria-busy", "true");
  try {
    collections = await readCollections(signal);
    if (signal.aborted) return;
    await draw(query, go);
    showName(query);
  } catch (error) {
    if (signal.aborted) return;
    collections = [];
    panel().replaceChildren(make("p.problem", { role: "alert" }, problemLine(error)));
  } finally {
    if (!signal.aborted) panel().removeAttribute("aria-busy");
  }
}

async function draw(query, go) {
  const shown = query();
  const focused = panel().contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
  const links = collections.map((collection) => collectionLink(".button.collection", collection, {
    data: { id: collection.id }, "aria-current": collection.query === shown ? "true" : undefined,
    on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      panel().hidePopover();
      go(collection.query);
      button().focus();
    } },
  }));
  const maySave = shown && !collections.some(({ query: text }) => text === shown) && await isStaff();
  panel().replaceChildren(...links,
    maySave ? make("button.save-collection", { type: "button", data: { id: "save" }, on: { click: () => {
      panel().hidePopover();
      openNew(shown, () => {});
    } } }, t("collections.save")) : "",
    make("a.button", { href: "/lists", data: { id: "lists" } }, t("collections.manage")));
  if (focused) panel().querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
}

function showName(query) {
  const shown = query();
  const current = shown && collections.find(({ query: text }) => text === shown);
  setText(button(), current ? nameOf(current) : t("collections.title"));
}

/** Places the menu below its button. */
function place() {
  const { left, bottom } = button().getBoundingClientRect();
  const { offsetWidth: width } = panel();
  panel().style.left = `${Math.max(8, Math.min(innerWidth - width - 8, left))}px`;
  panel().style.top = `${bottom + 4}px`;
  panel().style.maxHeight = `${Math.max(160, innerHeight - bottom - 12)}px`;
}
