// Panels of the write screen: one record, a whole list, and the tags that are unfinished.

import { get, query } from "/hub/client.js";
import { icon, make, setText } from "/record/element.js";
import { CopySearch } from "/record/copies.js";
import { closeSheet, openSheet } from "/desk/sheet.js";

/** @param {(copy: object) => void} onChoose */
export function chooseRecord(onChoose) {
  const search = new CopySearch({ onChoose: (copy) => {
    closeSheet();
    onChoose(copy);
  } });
  openSheet("Which record?", [search.element]);
  search.field.focus();
}

const lists = [
  ["untagged", "All without a tag", "Every copy in the library that has no tag yet."],
  ["place", "One place", "Every copy without a tag on one shelf, in one crate, and below it."],
  ["copies", "A selection", "The copies you pick, in that order."],
];

/**
 * @param {{onStart: (wanted: object) => Promise<void>, onProblem: (error: Error) => void}} handlers
 *   `wanted` is what the hub takes for a list.
 */
export function chooseList({ onStart, onProblem }) {
  let kind = "untagged";
  let place;
  const chosen = new Map();
  const seal = make("input", { type: "checkbox", id: "seal" });
  const help = make("p.soft", {});
  const more = make("div.list-more", {});
  const begin = make("button.primary", { type: "button", on: { click: start } }, icon("write"), "Begin");
  const count = make("p.soft", { role: "status" });
  const kinds = make("div.chips", { role: "group", "aria-label": "Which records" }, ...lists.map(([key, word]) => (
    make("button.chip-choice", { type: "button", data: { kind: key }, on: { click: () => choose(key) } }, word))));

  const search = new CopySearch({
    isChosen: (copy) => chosen.has(copy.id),
    onChoose: (copy) => {
      if (chosen.has(copy.id)) chosen.delete(copy.id);
      else chosen.set(copy.id, copy);
      search.refresh();
      ready();
    },
  });

  function choose(key) {
    kind = key;
    for (const button of kinds.children) button.setAttribute("aria-pressed", String(button.dataset.kind === key));
    setText(help, lists.find(([name]) => name === key)[2]);
    more.replaceChildren(...key === "copies" ? [search.element] : key === "place" ? [placeChoice((found) => {
      place = found;
      ready();
    }, onProblem)] : []);
    ready();
  }

  function ready() {
    begin.disabled = (kind === "copies" && !chosen.size) || (kind === "place" && !place);
    setText(count, kind !== "copies" ? "" : chosen.size === 1 ? "1 record chosen" : `${chosen.size} records chosen`);
  }

  async function start() {
    begin.disabled = true;
    const wanted = { untagged: { untagged: true }, place: { place }, copies: { copies: [...chosen.keys()] } }[kind];
    try {
      await onStart(seal.checked ? { ...wanted, seal: true } : wanted);
      closeSheet();
    } catch (error) {
      onProblem(error);
    } finally {
      begin.disabled = false;
    }
  }

  openSheet("Write a whole list", [kinds, help, more,
    make("label.check", { for: "seal" }, seal, make("span", {}, make("strong", {}, "Seal each tag with a password"),
      make("small", {}, "A guard against accident, not a lock against thieves."))),
    make("div.actions", {}, count, begin)]);
  choose(kind);
}

/** `Room 1, Shelf 3 · 12 without a tag` */
function placeWord(place, names) {
  const above = names.get(place.parent)?.name;
  const count = place.untagged === undefined ? "" : ` · ${place.untagged} without a tag`;
  return `${[above, place.name].filter(Boolean).join(", ")}${count}`;
}

/** Places by name. @param {(id?: string) => void} onChoose */
export function placeChoice(onChoose, onProblem) {
  const select = make("select", { id: "place", on: { change: () => onChoose(select.value || undefined) } },
    make("option", { value: "" }, "Choose a place"));
  get(`/places${query({ limit: 200 })}`).then(({ items }) => {
    const names = new Map(items.map((place) => [place.id, place]));
    select.append(...items.map((place) => make("option", { value: place.id }, placeWord(place, names))));
  }).catch(onProblem);
  return make("div.entry", {}, make("label", { for: "place" }, "Place"), select);
}

/** Tags that were torn away: each is finished when it comes back. */
export function openUnfinished(jobs, row) {
  openSheet(jobs.length === 1 ? "1 tag is unfinished" : `${jobs.length} tags are unfinished`, [
    make("p", {}, "Each of them is finished when it is laid on a reader again, in any mode. Until then the order is "
      + "kept, and no other tag is touched."),
    make("ul.unfinished-list", {}, ...jobs.map(row)),
  ]);
}
