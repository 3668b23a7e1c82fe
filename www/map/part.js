// One place of a map: its slots as a grid, its other copies as spines, and a ring for a changer.

import { query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { action } from "/page/row.js";
import { ringElement } from "/map/ring.js";

/** The keys that go to another spot. */
const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

/** A changer with as many slots is shown as a ring, too. */
const leastRing = 12;

/**
 * Returns the element of a place.
 *
 * @param {object} part of the map @param {{isTop: boolean, isLit: (item: object) => boolean, moving: import("/map/moving.js").Moving,
 *   kind: string}} how `isLit` is true for the copy that the page was opened for; `kind` is a word
 */
export function partElement(part, { isTop, isLit, moving, kind }) {
  const { id, name, positions, items } = part;
  const taken = positions.filter((position) => position.items.length).length;
  const heading = isTop ? undefined : make("h2", {}, make("a", { href: `/map${query({ place: id })}`, dir: "auto" }, name));
  const facts = [kind, positions.length > 0 && t("map.taken", { count: taken, slots: positions.length })].filter(Boolean);
  // A changer has slots only.
  const put = !["changer", "cartridge"].includes(part.kind) && action(t("map.put-here"), () => moving.drop(part), ".map-put");
  if (put) put.hidden = !moving.held;
  const element = make("section.map-part", { "aria-label": name, data: { kind: part.kind } },
    make("div.map-head", {}, heading, make("p.soft", {}, facts.join(" · ")), put),
    part.kind === "changer" && positions.length >= leastRing && ringElement(positions, isLit, (number) => focusSlot(element, number)),
    positions.length > 0 && spots(".map-slots", t("map.slots-of", { place: name }), positions.map((position) => slotSpot(part, position, isLit, moving))),
    items.length > 0 && spots(".map-spines", t("map.copies-of", { place: name }), items.map((item) => copySpot(part, undefined, item, isLit, moving))));
  moving.takes(element, part);
  return element;
}

/** Puts the focus on a slot. */
function focusSlot(element, number) {
  const spot = element.querySelector(`[data-slot="${number}"]`);
  if (!spot) return;
  enter(spot);
  spot.focus();
}

/** Returns a group of spots, of which Tab reaches one; the arrow keys go to the others. */
function spots(kind, label, all) {
  const group = make(`div${kind}`, { role: "group", "aria-label": label, on: { keydown: step } }, ...all);
  (all.find((spot) => spot.matches(".is-lit, .is-found")) ?? all[0]).tabIndex = 0;
  return group;
}

/** Makes a spot the one of its group that Tab reaches. */
function enter(spot) {
  for (const one of spot.parentElement.children) one.tabIndex = -1;
  spot.tabIndex = 0;
}

function step(event) {
  const spot = event.target.closest(".spot");
  if (!spot) return;
  const all = [...spot.parentElement.children];
  const at = all.indexOf(spot);
  const columns = Math.max(1, all.filter(({ offsetTop }) => offsetTop === all[0].offsetTop).length);
  const by = { ...steps, ArrowDown: columns, ArrowUp: -columns }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const next = all[Number.isFinite(by) ? Math.min(Math.max(at + by, 0), all.length - 1) : by < 0 ? 0 : all.length - 1];
  enter(next);
  next.focus();
}

/** Returns a slot with its first copy, or without one. */
function slotSpot(part, position, isLit, moving) {
  const { number, state, disabledReason, items: [item] } = position;
  if (item) return copySpot(part, position, item, isLit, moving);
  const words = state === "disabled" ? `${t("shelves.disabled")}: ${disabledReason}` : t("shelves.free-slot");
  return make(`button.spot.is-${state}`, {
    type: "button", tabIndex: -1, data: { slot: number, spot: `${part.id}-${number}` }, "aria-label": `${t("shelves.slot", { number })}: ${words}`,
    title: words, on: { click: () => moving.choose(part, position) },
  }, make("span.spot-number", {}, String(number)), state === "disabled" && icon("close"));
}

/** Returns the states of a copy that its look and its name say. */
function statesOf(item, isLit) {
  return [item.status !== "available" && t(`map.status-${item.status}`), item.isFound && t("map.is-found"), isLit(item) && t("map.is-lit")].filter(Boolean);
}

/** Returns a copy in a slot, or on the shelf without one. */
function copySpot(part, position, item, isLit, moving) {
  const words = [item.artist, item.title].filter(Boolean).join(": ");
  const label = [position && t("shelves.slot", { number: position.number }), words, t("desk.copy", { number: item.number }), ...statesOf(item, isLit)];
  const looks = [item.status !== "available" && "is-away", item.isFound && "is-found", isLit(item) && "is-lit",
    position?.state === "disabled" && "is-disabled"].filter(Boolean);
  const spot = make("button.spot.has-copy", {
    type: "button", tabIndex: -1, draggable: item.status === "on-loan" ? "false" : "true",
    data: { slot: position?.number, spot: item.copy }, "aria-label": label.filter(Boolean).join(", "),
    title: words, on: { click: () => moving.open(part, position, item, statesOf(item, isLit)) },
  }, position && make("span.spot-number", {}, String(position.number)), make("span.spot-words", { dir: "auto" }, words),
  (item.isFound || isLit(item)) && icon("look-up"));
  spot.classList.add(...looks);
  moving.gives(spot, item);
  return spot;
}
