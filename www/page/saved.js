// Filters of a list that a person has saved, in this browser: words, an order and the state of the page, each under its words.

import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";

/** The most filters of one list. */
const most = 12;
const storage = (name) => `deadwax.filters.${name}`;

/** @typedef {{words: string, key?: string, isDown: boolean, search: string}} Saved `search` is the query of the page's address */

/** Returns the saved filters of a list. @param {string} name of the list @returns {Saved[]} */
export function savedFilters(name) {
  try {
    const found = JSON.parse(localStorage.getItem(storage(name)) ?? "[]");
    return Array.isArray(found) ? found.filter(({ words }) => typeof words === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Saves the filters of a list. Without storage, they are lost with the page. */
function keep(name, filters) {
  try {
    localStorage.setItem(storage(name), JSON.stringify(filters.slice(0, most)));
  } catch {
    // Then the list simply has none.
  }
}

const isSame = (one, other) => ["words", "key", "isDown", "search"].every((part) => one[part] === other[part]);

/**
 * Returns the chips of the saved filters, and a button that saves the present one.
 *
 * @param {string} name of the list @param {Saved} now @param {{label: string, isAny: boolean, onChoose: (filter: Saved) => void,
 *   onChange: () => void}} options `label` of the present filter; `isAny` is true if it filters anything
 * @returns {Element[]}
 */
export function filterChips(name, now, { label, isAny, onChoose, onChange }) {
  const filters = savedFilters(name);
  const change = (next) => {
    keep(name, next);
    onChange();
  };
  const chips = filters.map((filter) => make("span.saved-filter", {},
    make("button.chip-choice", { type: "button", "aria-pressed": String(isSame(filter, now)), on: { click: () => onChoose(filter) } },
      filter.label || filter.words),
    make("button.quiet", { type: "button", "aria-label": t("columns.forget", { filter: filter.label || filter.words }),
      on: { click: () => change(filters.filter((one) => one !== filter)) } }, icon("close"))));
  const isNew = isAny && filters.length < most && !filters.some((filter) => isSame(filter, now));
  return [...chips, ...isNew ? [make("button.quiet.list-tool", { type: "button", "aria-label": t("columns.keep"), title: t("columns.keep"),
    on: { click: () => change([...filters, { ...now, label }]) } }, icon("add"))] : []];
}
