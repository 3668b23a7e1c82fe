// A picture with the positions of its codes, and a choice if there are several.

import { t } from "/hub/words.js";
import { draw, make } from "/record/element.js";

export class PictureView {
  #place;
  #list;
  #onChoose;
  #address;

  /** @param {HTMLElement} place @param {HTMLElement} list for the choice in words @param {(code: object) => void} onChoose */
  constructor(place, list, onChoose) {
    this.#place = place;
    this.#list = list;
    this.#onChoose = onChoose;
  }

  clear() {
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = undefined;
    this.#place.replaceChildren();
    this.#place.hidden = true;
    this.#list.replaceChildren();
    this.#list.hidden = true;
  }

  /** Shows a picture in the orientation that its camera noted. @param {Blob} file */
  show(file) {
    this.clear();
    this.#address = URL.createObjectURL(file);
    // A picture that the browser cannot show leaves no broken frame.
    const image = make("img", { src: this.#address, alt: "", on: { error: () => { this.#place.hidden = true; } } });
    this.#place.replaceChildren(image);
    this.#place.hidden = false;
  }

  /** @param {HTMLVideoElement} video */
  showVideo(video) {
    this.clear();
    this.#place.replaceChildren(video);
    this.#place.hidden = false;
  }

  /** Draws the codes over the picture. @param {{width: number, height: number, codes: object[]}} found */
  mark({ width, height, codes }) {
    for (const old of this.#place.querySelectorAll("svg, .phone-spot")) old.remove();
    const placed = codes.filter(({ corners }) => corners.length > 2);
    this.#place.append(draw("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      ...placed.map(({ corners }) => draw("polygon", { points: corners.map(({ x, y }) => `${x},${y}`).join(" ") }))));
    this.#list.hidden = codes.length < 2;
    this.#list.replaceChildren();
    if (codes.length < 2) return;
    codes.forEach((code, index) => this.#offer(code, index + 1, width, height));
  }

  #offer(code, number, width, height) {
    const choose = () => this.#onChoose(code);
    this.#list.append(make("li", {}, make("button", { type: "button", data: { code: code.code }, on: { click: choose } },
      t("phone.choice", { number, kind: code.symbology, code: code.code }))));
    const { corners } = code;
    if (!corners.length) return;
    const middle = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const spot = make("button.phone-spot", { type: "button", "aria-label": t("phone.choice", {
      number, kind: code.symbology, code: code.code }), on: { click: choose } }, String(number));
    spot.style.left = `${100 * middle(corners.map(({ x }) => x)) / width}%`;
    spot.style.top = `${100 * middle(corners.map(({ y }) => y)) / height}%`;
    this.#place.append(spot);
  }

  /** Notes the code that was scanned. @param {string} code */
  choose(code) {
    for (const button of this.#list.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.code === code));
    }
  }
}
