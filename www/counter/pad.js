// The reader pad: the items on it, and the chip's last commands.

import { grouped } from "/hub/clock.js";
import { onLanguage, t } from "/hub/words.js";
import { draw, icon, make, setText } from "/record/element.js";
import { face } from "/counter/items.js";
import { itemTitle } from "/counter/words.js";

/** Returns true if any trouble is set. */
export function hasTrouble(trouble) {
  return Boolean(trouble) && Object.values(trouble).flat().some((value) => value !== null && value !== false);
}

export class ReaderPad {
  #items = [];
  #chip = { commands: 0 };

  /**
   * @param {{onLayDown: () => void, onTakeAway: () => void, onCut: (isCut: boolean) => void, onTrouble: () => void,
   *   startDrag: (event: PointerEvent, source: Element) => void}} handlers
   */
  constructor({ onLayDown, onTakeAway, onCut, onTrouble, startDrag }) {
    this.thing = make("div.pad-thing", {
      on: { pointerdown: (event) => startDrag(event, this.thing.firstElementChild) },
    });
    this.plate = make("div.plate", { data: { target: "pad" } },
      draw("svg.waves", { viewBox: "0 0 200 200", "aria-hidden": "true" },
        ...[88, 66, 44].map((r) => draw("circle", { cx: 100, cy: 100, r })),
        draw("path", { d: "M86 84a24 24 0 0 1 0 32M99 76a40 40 0 0 1 0 48M112 68a56 56 0 0 1 0 64" })),
      this.thing);
    this.layDown = make("button.primary", {
      type: "button", disabled: true, data: { t: "counter.lay-down" }, on: { click: onLayDown },
    });
    this.takeAway = make("button", {
      type: "button", disabled: true, data: { t: "counter.take-away", tLabel: "counter.from-reader" },
      on: { click: onTakeAway },
    });
    this.network = make("button.quiet.cut", {
      type: "button", "aria-pressed": "false", data: { tLabel: "counter.cut", tTitle: "counter.cut" },
      on: { click: () => onCut(this.network.getAttribute("aria-pressed") !== "true") },
    }, icon("cloud"));
    this.trouble = make("button.quiet.cut", {
      type: "button", "aria-pressed": "false", data: { tLabel: "counter.trouble", tTitle: "counter.trouble" },
      on: { click: onTrouble },
    }, icon("fault"));
    this.last = make("strong");
    this.count = make("span");
    this.element = make("section.field", { "aria-labelledby": "pad-field" },
      make("h3", { id: "pad-field", data: { t: "counter.reader" } }), this.plate,
      make("div.field-actions", {}, this.layDown, this.takeAway),
      make("div.pad-foot", {},
        make("p.chip", {}, make("span", { data: { t: "counter.asked" } }), " ", this.last, this.count), this.trouble,
        this.network));
    onLanguage(() => {
      this.#show();
      this.setChip(this.#chip);
    });
  }

  /** @param {object[]} items the items on it: none, one, or two that collide. */
  setItems(items) {
    this.takeAway.disabled = items.length === 0;
    if (items.map(({ id }) => id).join() === this.#items.map(({ id }) => id).join()) return;
    this.#items = items;
    this.#show();
  }

  #show() {
    const items = this.#items;
    this.thing.classList.toggle("is-two", items.length > 1);
    this.thing.replaceChildren(...items.map(face), ...items.map((item) => (
      make("span.apart", {}, t("counter.lies", { title: itemTitle(item) })))));
  }

  /** @param {boolean} isCut true if look-ups have no network. */
  setCut(isCut) { this.network.setAttribute("aria-pressed", String(isCut)); }

  /** @param {{commands: number, last?: string, writes?: number, trouble?: object}} chip */
  setChip(chip) {
    this.#chip = chip;
    const { commands: count, last, writes } = chip;
    setText(this.last, last ?? t("counter.asked-nothing"));
    setText(this.count, writes === undefined ? t("counter.asked-all", { count })
      : `${grouped(count)} · ${t("counter.writes", { count: writes })}`);
    this.trouble.setAttribute("aria-pressed", String(hasTrouble(chip.trouble)));
  }
}
