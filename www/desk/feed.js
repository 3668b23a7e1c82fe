// The right strip: the last eight scans, newest on top. Each opens its explanation.

import { whenShort } from "/hub/clock.js";
import { byID, icon, make, setIcon, setText } from "/record/element.js";
import { shortTitle, tone } from "/record/words.js";

/** The number of rows in the strip. */
export const feedLength = 8;

export class Feed {
  #rows = new Map();

  /** @param {(scan: object) => void} onOpen */
  constructor(onOpen) {
    this.list = byID("feed");
    this.onOpen = onOpen;
  }

  /** @param {import("/hub/types.js").Scan[]} scans newest first. Remaining rows are reused, so that the focus stays. */
  show(scans) {
    const shown = scans.slice(0, feedLength);
    const kept = new Set(shown.map((scan) => scan.id));
    for (const [id, row] of this.#rows) {
      if (kept.has(id)) continue;
      row.element.remove();
      this.#rows.delete(id);
    }
    shown.forEach((scan, index) => {
      const row = this.#rows.get(scan.id) ?? feedRow(this.onOpen);
      this.#rows.set(scan.id, row);
      row.fill(scan);
      const present = this.list.children[index] ?? null;
      if (present !== row.element) this.list.insertBefore(row.element, present);
    });
    byID("feed-empty").hidden = shown.length > 0;
  }
}

/** Returns a row of the strip, which `fill` sets to a scan. */
export function feedRow(onOpen) {
  const sign = icon("note");
  const title = make("span.row-title", { dir: "auto" });
  const words = make("span.row-words");
  const time = make("time.row-time");
  let current;
  const button = make("button.row", { type: "button", on: { click: () => onOpen(current) } },
    make("span.row-sign", {}, sign), title, words, time);
  return {
    element: make("li", {}, button),
    fill(scan) {
      current = scan;
      const kind = tone(scan.outcome);
      button.dataset.tone = kind;
      setIcon(sign, kind);
      setText(title, shortTitle(scan));
      setText(words, scan.outcome.title);
      setText(time, whenShort(scan.at));
      time.dateTime = scan.at;
    },
  };
}
