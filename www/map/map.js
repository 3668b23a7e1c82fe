// The map of a place: what stands in each slot and on each shelf, what is on loan, and what a search finds there.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { Address } from "/page/address.js";
import { emptyContent } from "/page/choices.js";
import { showEmpty } from "/page/empty.js";
import { problemText, showProblem, startPage } from "/page/page.js";
import { kindWord } from "/shelves/forms.js";
import { Moving } from "/map/moving.js";
import { partElement } from "/map/part.js";

const address = new Address("/map", {
  read: (search) => ({ place: search.get("place") ?? "", search: search.get("search") ?? "", copy: search.get("copy") ?? "" }),
  show: () => refresh(),
});
const moving = new Moving(() => refresh());
let call = new AbortController();

/** Returns every copy of a part. */
const itemsOf = ({ positions, items }) => [...positions.flatMap((position) => position.items), ...items];

/** Shows the way from the outermost place to this one. */
function showPath({ path, parts }) {
  const nav = byID("path");
  nav.setAttribute("aria-label", t("map.path"));
  nav.replaceChildren(...[...path, parts[0]].flatMap(({ id, name }, index, all) => [
    index > 0 && make("span", { "aria-hidden": "true" }, "›"),
    index < all.length - 1 ? make("a", { href: `/map${query({ place: id })}`, dir: "auto" }, name)
      : make("strong", { "aria-current": "page", dir: "auto" }, name),
  ]).filter(Boolean));
  nav.hidden = !path.length;
}

/** Returns what the search and the limits of a map mean for the person, in sentences. */
function noteText({ parts, isWhole, isSearched }) {
  const found = parts.flatMap(itemsOf).filter(({ isFound }) => isFound).length;
  return [
    address.state.search && (isSearched ? t("map.found", { count: found }) : t("map.search-late")),
    !isWhole && t("map.part"),
  ].filter(Boolean).join(" ");
}

function show(map) {
  showPath(map);
  setText(byID("list-title"), map.parts[0].name);
  const all = map.parts.flatMap(itemsOf);
  setText(byID("count"), t("map.count", { count: all.length }));
  const note = byID("note");
  setText(note, noteText(map));
  note.hidden = !note.textContent;
  const parts = byID("parts");
  const focus = parts.contains(document.activeElement) && document.activeElement.dataset.spot;
  const isLit = ({ copy }) => copy === address.state.copy;
  parts.replaceChildren(...map.parts.map((part, index) => (
    partElement(part, { isTop: index === 0, isLit, moving, kind: kindWord(part.kind) }))));
  moving.showTargets();
  if (focus) parts.querySelector(`[data-spot="${CSS.escape(focus)}"]`)?.focus();
  else parts.querySelector(".spot.is-lit")?.scrollIntoView({ block: "center" });
  const isEmpty = !all.length && map.parts.every(({ positions }) => !positions.length);
  showEmpty(isEmpty ? emptyContent(t("map.nothing"), t("map.nothing-do"), make("a.button.primary", { href: "/shelves" }, t("bar.shelves"))) : undefined);
}

/** Lists the places that are in no other, to choose one. */
function showChoice(places) {
  byID("find").hidden = true;
  const outer = places.filter(({ parent }) => !parent);
  setText(byID("count"), outer.length ? t("map.choose") : "");
  byID("parts").replaceChildren(...outer.length ? [make("ul.rows", {}, ...outer.map(({ id, name, kind, copies }) => make("li.line", {},
    make("span.line-words", {}, make("a.row-title", { href: `/map${query({ place: id })}`, dir: "auto" }, name)),
    make("span.row-person", {}, kindWord(kind)), make("span.row-state", {}, t("map.count", { count: copies })))))] : []);
  showEmpty(outer.length ? undefined : emptyContent(t("map.none"), t("map.none-do"),
    make("a.button.primary", { href: "/shelves" }, t("bar.shelves"))));
}

async function refresh() {
  call.abort();
  call = new AbortController();
  const { signal } = call;
  const { place, search } = address.state;
  byID("search").value = search;
  try {
    if (!place) {
      const { items } = await get("/places?limit=200", { signal });
      if (!signal.aborted) showChoice(items);
      return;
    }
    const map = await get(`/places/${encodeURIComponent(place)}/map${query({ search })}`, { signal });
    if (!signal.aborted) moving.whenFree(() => !signal.aborted && show(map));
  } catch (error) {
    if (signal.aborted) return;
    showFault(error);
  }
}

/** Shows a mistake in the search beside the map, and any other error in its place. */
function showFault(error) {
  if (error.mistake && byID("parts").childElementCount) {
    setText(byID("note"), problemText(error));
    byID("note").hidden = false;
    return;
  }
  byID("parts").replaceChildren();
  byID("note").hidden = true;
  setText(byID("count"), "");
  byID("empty").hidden = false;
  showProblem(byID("empty"), error, refresh);
}

byID("find").addEventListener("submit", (event) => {
  event.preventDefault();
  address.go({ search: byID("search").value.trim() });
});
byID("search").addEventListener("search", () => {
  if (byID("search").value.trim() !== address.state.search) address.go({ search: byID("search").value.trim() });
});
byID("print").addEventListener("click", () => print());
await startPage("map", { touches: /^(copy|change|place|loan)\./, refresh, parts: ["shelves", "map"] });
refresh();
