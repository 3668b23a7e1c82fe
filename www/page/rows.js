// The rows of a list that are on the page, each of which stays as long as it shows its item.

import { markupOf } from "/page/menu.js";

export class Rows {
  /** The rows on the page, by id, and the item that each shows. */
  #rows = new Map();
  #shown = new WeakMap();

  /**
   * @param {{list: Element, scroller: Element, row: (item: object) => Element, keeps: (row: Element, item: object) => void,
   *   onClosed: () => void}} options as in page/window.js; `onClosed` is called when the menu of a row has closed that has to be drawn
   */
  constructor(options) { this.options = options; }

  /**
   * Puts the rows of these items on the page. A row that is shown already and has not changed stays where it is, with its focus and
   * its open menu: a change elsewhere never takes away what a person is about to press.
   *
   * @param {object[]} items @param {{from: number, size: number, isFresh: boolean}} how `from` is the number of rows before them, `size`
   *   that of all, or -1; `isFresh` compares all rows with their items
   */
  place(items, { from, size, isFresh }) {
    const { list } = this.options;
    const rows = new Map();
    let number = from;
    for (const item of items) {
      number += 1;
      const id = String(item.id);
      if (rows.has(id)) continue;
      const row = this.#kept(this.#rows.get(id), item, isFresh) ?? this.options.row(item);
      this.#shown.set(row, item);
      row.setAttribute("aria-posinset", String(number));
      row.setAttribute("aria-setsize", String(size));
      rows.set(id, row);
    }
    const focused = [...this.#rows].find(([, row]) => row.contains(document.activeElement))?.[0];
    const position = [...list.children].indexOf(this.#rows.get(focused));
    for (const [id, row] of this.#rows) if (rows.get(id) !== row) row.remove();
    this.#rows = rows;
    let next = list.firstElementChild;
    for (const row of rows.values()) {
      if (row === next) next = next.nextElementSibling;
      else list.insertBefore(row, next);
    }
    while (next) {
      const after = next.nextElementSibling;
      next.remove();
      next = after;
    }
    if (focused === undefined || list.contains(document.activeElement)) return;
    if (rows.has(focused)) rows.get(focused).querySelector("a, button")?.focus({ preventScroll: true });
    else this.#focusAt(position);
  }

  /** Focuses the row that took the place of one that is gone, or the list if it has none. */
  #focusAt(position) {
    const { list, scroller } = this.options;
    const row = list.children[Math.min(position, list.children.length - 1)];
    (row?.querySelector(".row-acts button, a, button") ?? scroller).focus({ preventScroll: true });
  }

  /** Returns the row if it stays: it shows this item, or its menu is open. Then it is drawn as soon as the menu closes. */
  #kept(row, item, isFresh) {
    if (!row) return undefined;
    if (!isFresh && this.#shown.get(row) === item) return row;
    const menu = row.querySelector(".menu:popover-open");
    const isSame = JSON.stringify(this.#shown.get(row)) === JSON.stringify(item)
      && markupOf(row) === markupOf(this.options.row(item));
    if (!isSame && !menu) return undefined;
    if (!isSame) menu.addEventListener("toggle", () => this.options.onClosed(), { once: true });
    this.options.keeps(row, item);
    return row;
  }
}
