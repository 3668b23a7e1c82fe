// The columns of a list: sorting, filtering, and the rows as a file or on paper.

import { spokenLanguage, t } from "/hub/words.js";
import { icon, make } from "/record/element.js";

/** @typedef {{key: string, word: () => string, text: (item: object) => string, order?: (item: object) => string | number}} Column */

/** Returns the items whose text in any column has all words. @param {object[]} items @param {Column[]} columns */
export function filtered(items, columns, words) {
  const wanted = words.toLocaleLowerCase(spokenLanguage()).split(/\s+/).filter(Boolean);
  if (!wanted.length) return items;
  return items.filter((item) => {
    const text = columns.map((column) => column.text(item)).join("\n").toLocaleLowerCase(spokenLanguage());
    return wanted.every((word) => text.includes(word));
  });
}

/** Returns the items in the order of a column. Items without a value are last. */
export function sorted(items, column, isDown) {
  if (!column) return items;
  const compare = new Intl.Collator(spokenLanguage(), { numeric: true, sensitivity: "base" }).compare;
  const value = column.order ?? column.text;
  return items.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (!a || !b) return a ? -1 : b ? 1 : 0;
    const order = typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b));
    return isDown ? -order : order;
  });
}

/**
 * Returns the buttons over the columns.
 *
 * @param {Column[]} columns @param {{key?: string, isDown: boolean}} order @param {(key: string) => void} onSort
 */
export const columnHeads = (columns, { key: chosen, isDown }, onSort) => columns.map(({ key, word }) => {
  const isChosen = key === chosen;
  return make(`button.quiet.column-head.column-${key}`, {
    type: "button", "aria-pressed": String(isChosen), data: { order: isChosen ? (isDown ? "down" : "up") : undefined },
    "aria-label": t(isChosen && !isDown ? "columns.sort-down" : "columns.sort", { word: word() }),
    on: { click: () => onSort(key) },
  }, word(), icon("sort"));
});

/** Returns the rows as CSV (RFC 4180). A cell that a spreadsheet would compute begins with an apostrophe. */
export function csv(items, columns) {
  const cell = (text) => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll("\"", "\"\"")}"`;
  const rows = [columns.map(({ word }) => word()), ...items.map((item) => columns.map(({ text }) => text(item) ?? ""))];
  return `\uFEFF${rows.map((row) => row.map((text) => cell(String(text))).join(",")).join("\r\n")}\r\n`;
}

/** Saves a file of this name. */
export function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
