// What can go wrong at the reader, to be tried: a tag pulled in the middle of a write, a weak field, a mute chip.

import { make, setText } from "/record/element.js";
import { hasTrouble } from "/counter/pad.js";
import { openSheet } from "/desk/sheet.js";

const moments = { before: "before it", partial: "half way", after: "after it" };

export class TroublePanel {
  #chip = { commands: 0 };
  #rows = [];

  /**
   * @param {{onTrouble: (trouble: object) => Promise<boolean>, onBeside: (item: object) => Promise<boolean>}} handlers
   *   `trouble` has the members that change, as the virtual desk takes them.
   */
  constructor(handlers) {
    this.handlers = handlers;
  }

  /** @param {object[]} laid what lies there. @param {object} [chosen] of the tray. */
  open(laid, chosen) {
    const { tear, weak, worn } = this.#trouble;
    this.write = field("number", { min: 1, max: 99, value: tear?.write ?? 3, "aria-label": "At which write" });
    this.moment = make("select", { "aria-label": "When" }, ...Object.entries(moments).map(([value, word]) => (
      make("option", { value, selected: value === (tear?.moment ?? "partial") }, word))));
    this.nth = field("number", { min: 2, max: 99, value: weak || 4, "aria-label": "Which exchanges fail" });
    this.page = field("number", { min: 4, max: 230, value: worn?.[0] ?? 7, "aria-label": "Which page" });
    this.#rows = [
      this.#row("tear", "Pull the tag in the middle of a write", "It is gone until it is laid down again.",
        [this.write, this.moment], () => ({ write: Number(this.write.value), moment: this.moment.value }), null),
      this.#row("weak", "Weak field", "One exchange of so many is lost.", [this.nth],
        () => Number(this.nth.value), null),
      this.#row("worn", "A page that is worn out", "It takes a write and keeps what it had.", [this.page],
        () => Number(this.page.value), null),
      this.#row("silent", "The chip is mute", "It answers nothing; the reader has to notice.", [], () => true, false),
      this.#row("unplug", "Unplug the reader", "Until it is plugged in again.", [], () => true, false),
    ];
    const beside = laid.length === 1 && chosen?.hasTag && chosen.id !== laid[0].id;
    this.stats = make("p", {});
    this.asked = make("ol.asked", {});
    openSheet("Trouble at the reader", [
      make("div.trouble-rows", {}, ...this.#rows.map(({ element }) => element)),
      make("button", { type: "button", disabled: !beside, on: { click: (event) => {
        event.currentTarget.disabled = true;
        this.handlers.onBeside(chosen);
      } } }, beside ? `Lay “${chosen.title}” beside it` : "Lay a second one beside it: choose it on the tray first"),
      make("section", {}, this.stats, this.asked),
    ], () => { this.#rows = []; });
    this.#show();
  }

  /** @param {{commands: number, writes?: number, field?: boolean, trouble?: object, recent?: object[]}} chip */
  setChip(chip) {
    this.#chip = chip;
    if (this.#rows.length) this.#show();
  }

  get #trouble() { return this.#chip.trouble ?? {}; }

  #show() {
    for (const { key, button } of this.#rows) {
      const isOn = hasTrouble({ [key]: this.#trouble[key] ?? null });
      button.setAttribute("aria-pressed", String(isOn));
      setText(button, isOn ? "On" : "Off");
    }
    const { commands, writes, field: isOn } = this.#chip;
    const parts = [`${commands.toLocaleString("en-GB")} commands`, writes !== undefined && `${writes} pages written`,
      isOn !== undefined && `field ${isOn ? "on" : "off"}`];
    setText(this.stats, `The chip so far: ${parts.filter(Boolean).join(", ")}.`);
    const recent = this.#chip.recent ?? [];
    this.asked.hidden = recent.length === 0;
    this.asked.replaceChildren(...recent.map(({ name }) => make("li.mono", {}, name)));
  }

  /** One trouble with its own switch. */
  #row(key, name, help, fields, value, off) {
    const button = make("button", { type: "button", "aria-label": name, on: { click: async () => {
      const isOn = button.getAttribute("aria-pressed") === "true";
      await this.handlers.onTrouble({ [key]: isOn ? off : value() });
    } } }, "Off");
    return { key, button, element: make("div.trouble-row", {},
      make("span", {}, make("strong", {}, name), make("small", {}, help)), make("span", {}, ...fields), button) };
  }
}

const field = (type, attributes) => make("input", { type, inputmode: "numeric", ...attributes });
