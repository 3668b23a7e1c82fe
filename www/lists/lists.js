// Lists: the crates as a tree, the favourites and the recent releases. Every list has an address.

import { get, query, request } from "/hub/client.js";
import { moment } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { coverOn } from "/record/cover.js";
import { byID, make, setText } from "/record/element.js";
import { factLine } from "/record/words.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { Address } from "/page/address.js";
import { emptyContent } from "/page/choices.js";
import { showEmpty } from "/page/empty.js";
import { showProblem, startPage } from "/page/page.js";
import { isStaff } from "/page/person.js";
import { moreMenu } from "/page/menu.js";
import { action, badge, listRow, releaseAddress } from "/page/row.js";
import { perform } from "/page/toast.js";
import { collectionLink, openEdit as editCollection, openNew as newCollection, openRemove as removeCollection, readCollections } from "/lists/collections.js";
import { changeCrate, openEdit, openNew, pathOf, readCrates, treeOf } from "/lists/crates.js";
import { handle, moveItem } from "/lists/order.js";
import { openShelfOrder } from "/lists/shelf-order.js";
import { wholeActions } from "/lists/whole.js";

/** The items that are read at once. */
const most = 200;

const address = new Address("/lists", {
  read: (search) => ({
    list: ["favourites", "recents"].includes(search.get("list")) ? search.get("list") : "",
    crate: search.get("crate") ?? "",
  }),
  show: () => refresh(),
});
let crates = [];
let call = new AbortController();
/** The moves so far. The next one waits for them, so that none is lost and each has the version that the one before left. */
let moves = Promise.resolve();
/** The items of the rows that are shown. Each gets the version that was read last, also while a redraw waits. */
const shownItems = new Map();

const linkTo = (state) => `/lists${query(state)}`;

// MARK: overview

async function showOverview(signal) {
  const [collections, recents] = await Promise.all([readCollections(signal), get("/recents", { signal })]);
  if (!await isAtRest(signal)) return;
  head(t("bar.lists"), t("lists.count", { count: crates.length }), { add: () => openNew(crates, undefined, refresh) });
  showCollections(collections);
  draw([
    listRow({
      id: "recents", title: t("lists.recents"), href: linkTo({ list: "recents" }), facts: [t("lists.recents-text")],
      state: [badge(t("lists.releases", { count: recents.items.length }))],
    }),
    ...treeOf(crates).map(([crate, depth]) => crateRow(crate, depth)),
  ]);
  showEmpty(crates.length ? undefined
    : emptyContent(t("lists.none"), t("lists.none-do"), action(t("lists.add"), () => openNew(crates, undefined, refresh), ".primary")));
}

/** Shows the smart collections. The focus stays on the same part of the same one. */
function showCollections(collections) {
  const list = byID("collections");
  const focused = list.contains(document.activeElement) ? document.activeElement : undefined;
  const id = focused?.closest("li").dataset.id;
  list.replaceChildren(...collections.map((one) => make("li.tile", { data: { id: one.id } },
    // The favourites have a list of their own, in which they are removed.
    collectionLink("", one, one.id === "favourites" ? { href: linkTo({ list: "favourites" }) } : {}),
    moreMenu(one.name, one.isBuiltIn ? [] : [
      action(t("collections.edit"), () => editCollection(one, refresh)),
      action(t("collections.remove"), () => removeCollection(one, refresh), ".danger"),
    ]))));
  if (focused) list.querySelector(`[data-id="${CSS.escape(id)}"] ${focused.matches("a") ? "a" : "button"}`)?.focus();
  byID("add-collection").onclick = () => newCollection("", refresh);
  byID("collection-part").hidden = false;
  byID("more-lists").hidden = false;
}

function crateRow(crate, depth) {
  const row = listRow({
    id: crate.id, title: crate.name, href: linkTo({ crate: crate.id }), facts: [crate.note],
    state: [badge(t("lists.items", { count: crate.items })), crate.crates > 0 && badge(t("lists.crates", { count: crate.crates }))],
    more: crateActions(crate),
  });
  row.classList.add("crate-row");
  row.style.setProperty("--depth", String(Math.min(depth, 6)));
  return row;
}

const crateActions = (crate) => [
  action(t("lists.edit"), () => openEdit(crate, crates, refresh)),
  action(t("lists.add-inside"), () => openNew(crates, crate, refresh)),
  action(t("lists.order"), () => openShelfOrder(crate, refresh)),
  ...wholeActions(crate, crates, refresh),
  action(t("lists.remove"), () => openRemove(crate), ".danger"),
];

function openRemove(crate) {
  openSheet(t("lists.remove-of", { crate: crate.name }), [
    make("p", {}, t("lists.remove-text", { count: crate.items })),
    make("div.actions", {}, action(t("page.cancel"), closeSheet), action(t("lists.remove"), async () => {
      closeSheet();
      const isDone = await perform(() => changeCrate("DELETE", crate), t("lists.removed"), refresh);
      if (isDone && address.state.crate === crate.id) address.go({ crate: "", list: "" });
    }, ".primary.grave")),
  ]);
}

// MARK: one list

async function showCrate(signal) {
  const path = pathOf({ id: address.state.crate });
  const crate = await get(path, { signal });
  const page = await get(`${path}/items${query({ limit: most })}`, { signal });
  for (const { id, version } of page.items) if (shownItems.has(id)) shownItems.get(id).version = version;
  if (!await isAtRest(signal)) return;
  head(crate.name, t("lists.items", { count: crate.items }), { note: crate.note, isInside: true });
  showCrateActs(crate);
  const inside = byID("inside");
  inside.replaceChildren(...crates.filter(({ parent }) => parent === crate.id).map((one) => crateRow(one, 0)));
  inside.hidden = !inside.childElementCount;
  shownItems.clear();
  showItems(page, (item) => itemRow(crate, item), `${path}/items`);
  showEmpty(crate.items ? undefined
    : emptyContent(t("lists.crate-empty"), t("lists.crate-empty-do"), make("a.button.primary", { href: "/library" }, t("lists.to-library"))));
}

/** Shows the menu of the crate. One that shows the same stays, with the focus. */
function showCrateActs(crate) {
  const place = byID("crate-acts");
  const shown = [crate.id, crate.version, crate.items, crates.map(({ name }) => name), t("lists.edit")].join("\n");
  place.hidden = false;
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.replaceChildren(moreMenu(crate.name, crateActions(crate)));
}

function itemRow(crate, item) {
  const { release, copy, position } = item;
  shownItems.set(item.id, item);
  const move = (to) => {
    moves = moves.then(async () => {
      // A row that was dragged goes back to where it is.
      if (!await moveItem(crate, shownItems.get(item.id) ?? item, to, refresh)) refresh();
    });
  };
  const row = releaseRow(item.id, release, {
    facts: [t("lists.position", { position }), release.artist],
    state: [copy && badge(t("desk.copy", { number: copy.number })), copy?.slot && badge(copy.slot)],
    main: handle(item, byID("rows"), move),
    more: [
      ...position > 1 ? [action(t("lists.up"), () => move(position - 1)), action(t("lists.first"), () => move(1))] : [],
      ...position < crate.items ? [action(t("lists.down"), () => move(position + 1)), action(t("lists.last"), () => move(crate.items))] : [],
      action(t("lists.take-out"), () => perform(() => request("DELETE", `/api/v1${pathOf(crate)}/items/${encodeURIComponent(item.id)}`,
        { headers: { "if-match": `"${item.version}"` } }), t("lists.taken-out"), refresh), ".danger"),
    ],
  });
  return row;
}

async function showFavourites(signal) {
  const path = "/releases?favourite=true";
  const page = await get(`${path}&limit=${most}`, { signal });
  if (!await isAtRest(signal)) return;
  head(t("lists.favourites"), page.total === undefined ? t("lists.more-than-counted") : t("lists.releases", { count: page.total }), { isInside: true });
  showItems(page, (release) => releaseRow(release.id, release, {
    facts: [release.artist], by: factLine(release),
    more: [action(t("lists.unfavourite"), () => perform(() => request("PATCH", `/api/v1/releases/${encodeURIComponent(release.id)}`, {
      body: { isFavourite: false }, headers: { "if-match": `"${release.version}"` } }), t("lists.unfavourited"), refresh))],
  }), path);
  showEmpty(page.items.length ? undefined
    : emptyContent(t("lists.no-favourites"), t("lists.no-favourites-do"), make("a.button.primary", { href: "/library" }, t("lists.to-library"))));
}

async function showRecents(signal) {
  const page = await get("/recents", { signal });
  if (!await isAtRest(signal)) return;
  head(t("lists.recents"), t("lists.releases", { count: page.items.length }), {
    isInside: true, clear: page.items.length ? openClear : undefined });
  showItems(page, ({ release, lastAt, count }) => releaseRow(release.id, release, {
    facts: [release.artist], by: moment(lastAt).replace(/:\d\d\.\d+$/, ""), state: [badge(t("lists.times", { count }))],
  }));
  showEmpty(page.items.length ? undefined
    : emptyContent(t("lists.no-recents"), t("lists.no-recents-do"), make("a.button.primary", { href: "/" }, t("page.to-desk"))));
}

function openClear() {
  openSheet(t("lists.clear-of"), [
    make("p", {}, t("lists.clear-text")),
    make("div.actions", {}, action(t("page.cancel"), closeSheet), action(t("lists.clear"), async () => {
      closeSheet();
      await perform(() => request("DELETE", "/api/v1/recents"), t("lists.cleared"), refresh);
    }, ".primary.grave")),
  ]);
}

function releaseRow(id, release, parts) {
  const row = listRow({ id, title: release.title, href: releaseAddress(release), release, ...parts });
  coverOn(row.querySelector(".row-sleeve"), release.id);
  return row;
}

// MARK: parts

/** Waits while a row is dragged or a menu is open, which a redraw would take away. Returns false if the call has ended. */
async function isAtRest(signal) {
  while (!signal.aborted && document.querySelector("#rows .is-dragged, .menu:popover-open")) await nextChange(signal);
  return !signal.aborted;
}

/** Waits until a menu opens or closes, a row is no longer dragged, or the call ends. */
function nextChange(signal) {
  return new Promise((goOn) => {
    const end = new AbortController();
    const rows = new MutationObserver(() => end.abort());
    rows.observe(byID("rows"), { subtree: true, childList: true, attributeFilter: ["class"] });
    // The event of a menu does not bubble.
    document.addEventListener("toggle", () => end.abort(), { capture: true, signal: end.signal });
    signal.addEventListener("abort", () => end.abort(), { signal: end.signal });
    end.signal.addEventListener("abort", () => {
      rows.disconnect();
      goOn();
    });
  });
}

/** Replaces the rows. The focus stays on the same part of the same row. */
function draw(rows) {
  const list = byID("rows");
  const focused = list.contains(document.activeElement) ? document.activeElement : undefined;
  const id = focused?.closest("li").dataset.id;
  const part = [".handle", ".more-actions", ".row-title"].find((name) => focused?.matches(name));
  list.replaceChildren(...rows);
  if (part) list.querySelector(`[data-id="${CSS.escape(id)}"] ${part}`)?.focus();
}

/** Shows the rows of a page, and a button for the next one. */
function showItems(page, row, path) {
  draw(page.items.map(row));
  const more = byID("more");
  more.hidden = !page.next;
  byID("more-button").onclick = async () => {
    more.hidden = true;
    try {
      const further = await get(`${path}${path.includes("?") ? "&" : "?"}limit=${most}&cursor=${encodeURIComponent(page.next)}`);
      byID("rows").append(...further.items.map(row));
      page.next = further.next;
    } finally {
      more.hidden = !page.next;
    }
  };
}

/** Shows the head of a list. */
function head(title, count, { note, add, clear, isInside = false }) {
  byID("back").hidden = !isInside;
  byID("collection-part").hidden = true;
  byID("more-lists").hidden = true;
  const heading = byID("list-title");
  if (isInside) heading.removeAttribute("data-t");
  setText(heading, title);
  setText(byID("count"), count);
  const line = byID("note");
  line.hidden = !note;
  setText(line, note ?? "");
  for (const [id, act] of [["add", add], ["clear", clear]]) {
    byID(id).hidden = !act;
    byID(id).onclick = act ?? null;
  }
  if (!isInside || !address.state.crate) {
    byID("inside").hidden = true;
    byID("crate-acts").hidden = true;
  }
  byID("more").hidden = true;
}

async function refresh() {
  call.abort();
  call = new AbortController();
  const { signal } = call;
  try {
    if (!await isStaff()) throw Object.assign(new Error(), { status: 403 });
    crates = await readCrates(signal);
    const { crate, list } = address.state;
    await (crate ? showCrate : list === "favourites" ? showFavourites : list === "recents" ? showRecents : showOverview)(signal);
  } catch (error) {
    if (signal.aborted) return;
    byID("rows").replaceChildren();
    head(t("bar.lists"), "", {});
    byID("empty").hidden = false;
    showProblem(byID("empty"), error, refresh);
  }
}

await startPage("lists", {
  touches: /^(attachment|copy|change|collection|crate|loan|release|scan)\./, refresh, parts: ["collections", "library", "lists"] });
refresh();
