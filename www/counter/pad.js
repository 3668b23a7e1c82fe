// The reader pad: what lies on it, and what the chip was asked last.

import { draw, icon, make, setText } from "/record/element.js";
import { face } from "/counter/items.js";

export class ReaderPad {
  #item;

  /**
   * @param {{onLayDown: () => void, onTakeAway: () => void, onCut: (isCut: boolean) => void,
   *   startDrag: (event: PointerEvent, source: Element) => void}} handlers
   */
  constructor({ onLayDown, onTakeAway, onCut, startDrag }) {
    this.thing = make("div.pad-thing", {
      on: { pointerdown: (event) => startDrag(event, this.thing.firstElementChild) },
    });
    this.plate = make("div.plate", { data: { target: "pad" } },
      draw("svg.waves", { viewBox: "0 0 200 200", "aria-hidden": "true" },
        ...[88, 66, 44].map((r) => draw("circle", { cx: 100, cy: 100, r })),
        draw("path", { d: "M86 84a24 24 0 0 1 0 32M99 76a40 40 0 0 1 0 48M112 68a56 56 0 0 1 0 64" })),
      this.thing);
    this.layDown = make("button.primary", { type: "button", disabled: true, on: { click: onLayDown } }, "Lay down");
    this.takeAway = make("button", {
      type: "button", disabled: true, "aria-label": "Take away from the reader", on: { click: onTakeAway },
    }, "Take away");
    this.network = make("button.quiet.cut", {
      type: "button", "aria-pressed": "false", "aria-label": "Cut the network", title: "Cut the network",
      on: { click: () => onCut(this.network.getAttribute("aria-pressed") !== "true") },
    }, icon("cloud"));
    this.last = make("strong");
    this.count = make("span");
    this.element = make("section.field", { "aria-labelledby": "pad-field" },
      make("h3", { id: "pad-field" }, "Reader"), this.plate,
      make("div.field-actions", {}, this.layDown, this.takeAway),
      make("div.pad-foot", {},
        make("p.chip", {}, make("span", {}, "Chip was last asked "), this.last, this.count), this.network));
  }

  /** @param {object} [item] what lies there. */
  setItem(item) {
    this.takeAway.disabled = !item;
    if (item?.id === this.#item?.id) return;
    this.#item = item;
    this.thing.replaceChildren(...item ? [face(item), make("span.apart", {}, `${item.title} lies on the reader`)] : []);
  }

  /** @param {boolean} isCut whether look-ups find no network. */
  setCut(isCut) { this.network.setAttribute("aria-pressed", String(isCut)); }

  /** @param {{commands: number, last?: string}} chip */
  setChip(chip) {
    setText(this.last, chip.last ?? "nothing yet");
    setText(this.count, `${chip.commands.toLocaleString("en-GB")} in all`);
  }
}
