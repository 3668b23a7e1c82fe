// The pad for a PIN: by touch, keys or a number pad. Digits are never displayed, and are held only until they are sent.

import { t } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";

const longest = 12;
const shortest = 4;

export class PinPad {
  #digits = "";
  #isBusy = false;
  #tries = 0;

  /** @param {{onPin: (pin: string) => Promise<void>}} handlers */
  constructor({ onPin }) {
    this.onPin = onPin;
    this.dots = make("p.pin-dots", { role: "status" });
    this.trouble = make("p.pin-trouble", { role: "alert" });
    const key = (content, act, label, kind = "") => make(`button.pin-key${kind}`, {
      type: "button", "aria-label": label, on: { click: act },
    }, content);
    this.remove = key(icon("back"), () => this.#remove(), t("desk.pin-delete"));
    this.enter = key(icon("done"), () => this.#send(), t("desk.pin-enter"), ".primary");
    const digit = (number) => key(String(number), () => this.#add(String(number)));
    this.pad = make("div.pin-pad", {}, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit), this.remove, digit(0), this.enter);
    this.element = make("div.pin", {}, make("h2.pin-title", {}, t("desk.pin-title")), this.dots, this.trouble, this.pad);
    this.#show();
  }

  /** @param {{tries?: number}} pin the number of wrong attempts. */
  show({ tries = 0 }) {
    if (tries === this.#tries) return;
    this.#tries = tries;
    setText(this.trouble, tries > 0 ? t("desk.pin-again") : "");
  }

  get isTyping() { return this.#digits.length > 0; }

  /** Handles a key pressed anywhere on the page; true if it was for the pad. */
  press(key) {
    if (/^[0-9]$/.test(key)) this.#add(key);
    else if (key === "Backspace") this.#remove();
    else if (key === "Enter") this.#send();
    else return false;
    return true;
  }

  /** Clears the typed digits. */
  clear() {
    this.#digits = "";
    this.#show();
  }

  #add(digit) {
    if (this.#digits.length < longest) this.#digits += digit;
    setText(this.trouble, "");
    this.#show();
  }

  #remove() {
    this.#digits = this.#digits.slice(0, -1);
    this.#show();
  }

  async #send() {
    if (this.#isBusy) return;
    if (this.#digits.length < shortest) {
      setText(this.trouble, t("desk.pin-short"));
      return;
    }
    const pin = this.#digits;
    this.clear();
    this.#isBusy = true;
    try {
      await this.onPin(pin);
    } finally {
      this.#isBusy = false;
    }
  }

  #show() {
    const { length } = this.#digits;
    this.dots.setAttribute("aria-label", t("desk.pin-typed", { count: length }));
    setText(this.dots, "●".repeat(length) || " ");
  }
}
