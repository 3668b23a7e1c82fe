// Trouble at the reader to try out: a tag removed during a write, a weak field, a mute chip.

import { loadWords, t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { hasTrouble } from "/counter/pad.js";
import { openSheet } from "/desk/sheet.js";
import { itemTitle } from "/counter/words.js";
import { loadStyle } from "/desk/style.js";

const moments = ["before", "partial", "erased", "bits", "after"];

await Promise.all([loadWords("trouble"), loadStyle("/counter/trouble.css")]);

export class TroublePanel {
  #chip = { commands: 0 };
  #rows = [];

  /**
   * @param {{onTrouble: (trouble: object) => Promise<boolean>, onBeside: (item: object) => Promise<boolean>}} handlers
   *   `trouble` has the members that change, as the virtual table accepts them.
   */
  constructor(handlers) {
    this.handlers = handlers;
  }

  /** @param {object[]} laid the items there. @param {object} [chosen] of the tray. */
  open(laid, chosen) {
    const { tear, weak, worn } = this.#trouble;
    this.write = field("number", { min: 1, max: 99, value: tear?.write ?? 3, "aria-label": t("trouble.which-write") });
    this.moment = make("select", { "aria-label": t("trouble.when") }, ...moments.map((value) => (
      make("option", { value, selected: value === (tear?.moment ?? "partial") }, t(`trouble.${value}`)))));
    this.nth = field("number", { min: 2, max: 99, value: weak || 4, "aria-label": t("trouble.which-fail") });
    this.page = field("number", { min: 4, max: 230, value: worn?.[0] ?? 7, "aria-label": t("trouble.which-page") });
    this.#rows = [
      this.#row("tear", [this.write, this.moment],
        () => ({ write: Number(this.write.value), moment: this.moment.value }), null),
      this.#row("weak", [this.nth], () => Number(this.nth.value), null),
      this.#row("worn", [this.page], () => Number(this.page.value), null),
      this.#row("silent", [], () => true, false),
      this.#row("unplug", [], () => true, false),
    ];
    const beside = laid.length === 1 && chosen?.hasTag && chosen.id !== laid[0].id;
    this.stats = make("p", {});
    this.asked = make("ol.asked", {});
    openSheet(t("counter.trouble"), [
      make("div.trouble-rows", {}, ...this.#rows.map(({ element }) => element)),
      make("button", { type: "button", disabled: !beside, on: { click: (event) => {
        event.currentTarget.disabled = true;
        this.handlers.onBeside(chosen);
      } } }, t("trouble.beside", { title: beside ? itemTitle(chosen) : undefined })),
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
      setText(button, t(isOn ? "trouble.on" : "trouble.off"));
    }
    const { commands, writes, field: isOn } = this.#chip;
    const facts = [t("trouble.commands", { count: commands }),
      writes !== undefined && t("trouble.pages", { count: writes }),
      isOn !== undefined && t(isOn ? "trouble.field-on" : "trouble.field-off")];
    setText(this.stats, t("trouble.so-far", { facts: facts.filter(Boolean).join(", ") }));
    const recent = this.#chip.recent ?? [];
    this.asked.hidden = recent.length === 0;
    this.asked.replaceChildren(...recent.map(({ name }) => make("li.mono", {}, name)));
  }

  /** Returns a row with one trouble and its switch. */
  #row(key, fields, value, off) {
    const name = t(`trouble.${key}`);
    const button = make("button", { type: "button", "aria-label": name, on: { click: async () => {
      const isOn = button.getAttribute("aria-pressed") === "true";
      await this.handlers.onTrouble({ [key]: isOn ? off : value() });
    } } }, t("trouble.off"));
    return { key, button, element: make("div.trouble-row", {},
      make("span", {}, make("strong", {}, name), make("small", {}, t(`trouble.${key}-help`))),
      make("span", {}, ...fields), button) };
  }
}

const field = (type, attributes) => make("input", { type, inputmode: "numeric", ...attributes });
