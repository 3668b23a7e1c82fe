// The left strip: the mode and its buttons, and the time until the station returns to its home mode.

import { hubNow, left } from "/hub/clock.js";
import { onLanguage, t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { modes, modeWord } from "/record/words.js";
import { fitLine, whenRoomChanges } from "/desk/fit.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { loadStyle } from "/desk/style.js";

/** The most buttons that fit; the others are behind "All modes". */
const most = 8;
/** The modes in the strip of a station that allows all. */
const usual = modes.slice(0, 7);

/** Returns a button of a mode. */
export const modeButton = (mode, kind, act) => make(`button.${kind}`, {
  type: "button", "aria-pressed": "false", data: { mode }, on: { click: act },
}, icon(mode), make("span", {}, modeWord(mode)));

export class StationStrip {
  #station;
  #isBusy = false;
  #buttons = new Map();

  /** @param {{onMode: (mode: string) => void}} handlers */
  constructor({ onMode }) {
    this.onMode = onMode;
    this.group = byID("modes");
    this.more = make("button.mode.mode-more", { type: "button", on: { click: () => this.#openAll() } },
      icon("modes"), make("span"));
    for (const mode of modes) this.#buttons.set(mode, modeButton(mode, "mode", () => onMode(mode)));
    onLanguage(() => this.show(this.#station));
    whenRoomChanges([this.group], () => this.#fit());
    setInterval(() => this.#tick(), 1000);
    this.show(undefined);
  }

  /** Shows the station's current state; undefined if it is not known. */
  show(station) {
    this.#station = station;
    if (station) {
      document.body.dataset.mode = station.mode;
      document.body.style.setProperty("--mode", `var(--mode-${station.mode})`);
    }
    const allowed = this.#allowed();
    const strip = allowed.length <= most ? allowed : usual.filter((mode) => allowed.includes(mode));
    if (station && !strip.includes(station.mode)) strip.unshift(station.mode);
    const shown = [...strip.map((mode) => this.#buttons.get(mode)), allowed.length > strip.length && this.more]
      .filter(Boolean);
    if (shown.length !== this.group.children.length || shown.some((one, at) => one !== this.group.children[at])) {
      this.group.replaceChildren(...shown);
    }
    for (const [mode, button] of this.#buttons) {
      setText(button.lastElementChild, modeWord(mode));
      button.setAttribute("aria-pressed", String(mode === station?.mode));
    }
    setText(this.more.lastElementChild, t("desk.all-modes"));
    this.#fit();
    this.#tick();
  }

  /** Sets the words of the modes, each as large as its button allows. */
  #fit() {
    for (const button of this.group.children) fitLine(button.lastElementChild);
  }

  /** Disables the buttons during a change. */
  setBusy(isBusy) {
    this.#isBusy = isBusy;
    for (const button of this.#buttons.values()) button.disabled = isBusy;
  }

  #allowed() {
    const { policy: { modes: chosen } = {}, mode: now } = this.#station ?? {};
    return modes.filter((mode) => (!chosen?.length || chosen.includes(mode)));
  }

  async #openAll() {
    await loadStyle("/desk/modes.css");
    const tiles = this.#allowed().map((mode) => {
      const tile = modeButton(mode, "mode-tile", () => {
        closeSheet();
        this.onMode(mode);
      });
      tile.setAttribute("aria-pressed", String(mode === this.#station?.mode));
      tile.disabled = this.#isBusy;
      return tile;
    });
    openSheet(t("desk.all-modes"), [make("div.mode-tiles", {}, ...tiles)]);
  }

  #tick() {
    const reverts = byID("reverts");
    const until = this.#station?.revertsAt ? Date.parse(this.#station.revertsAt) - hubNow() : Number.NaN;
    reverts.hidden = !(until > 0);
    if (!(until > 0)) return;
    const { home } = this.#station;
    setText(reverts, home ? t("desk.reverts-to", { mode: modeWord(home), time: left(until) })
      : t("desk.reverts", { time: left(until) }));
  }
}
