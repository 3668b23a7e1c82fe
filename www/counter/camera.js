// The camera field: what the camera really sees, and how the thing is held before it.

import { LivePicture } from "/hub/live.js";
import { draw, make, setText } from "/record/element.js";

const blanks = { ready: "No picture yet", opening: "The camera is starting" };

export class CameraField {
  #reader;
  #item;

  /** @param {{onHoldUp: () => void, onTakeAway: () => void, onAdjust: () => void}} handlers */
  constructor({ onHoldUp, onTakeAway, onAdjust }) {
    this.live = new LivePicture({ onChange: () => this.#describe() });
    this.blank = make("p.field-blank", {});
    this.caption = make("p.field-caption", { dir: "auto" });
    this.glass = make("div.glass", { data: { target: "camera" } },
      this.live.element, this.blank,
      draw("svg.corners", { viewBox: "0 0 100 75", preserveAspectRatio: "none", "aria-hidden": "true" },
        draw("path", { d: "M4 12V4H12M88 4H96V12M96 63V71H88M12 71H4V63" })), this.caption);
    this.holdUp = make("button.primary", { type: "button", disabled: true, on: { click: onHoldUp } }, "Hold up");
    this.takeAway = make("button", {
      type: "button", disabled: true, "aria-label": "Take away from the camera", on: { click: onTakeAway },
    }, "Take away");
    this.turn = slider("Turn", { min: -180, max: 180, step: 1, value: 5, unit: "°" }, onAdjust);
    this.blur = slider("Blur", { min: 0, max: 6, step: .1, value: .6, unit: " px" }, onAdjust);
    this.light = slider("Light", { min: 0, max: 1, step: .05, value: 1, percent: true }, onAdjust);
    this.element = make("section.field", { "aria-labelledby": "camera-field" },
      make("h3", { id: "camera-field" }, "Camera"), this.glass,
      make("div.field-actions", {}, this.holdUp, this.takeAway),
      make("div.sliders", {}, this.turn.element, this.blur.element, this.light.element));
    this.#describe();
  }

  /** How the thing is held: degrees, pixels, 0 to 1. */
  get pose() { return { turn: this.turn.value, blur: this.blur.value, light: this.light.value }; }

  setReader(reader) {
    this.#reader = reader;
    this.#describe();
    this.live.setReader(reader);
  }

  setOpen(isOpen) { this.live.setOpen(isOpen); }

  /** @param {object} [item] what is held up. */
  setItem(item) {
    this.#item = item;
    this.takeAway.disabled = !item;
    this.#describe();
  }

  #describe() {
    const state = this.#reader?.state;
    setText(this.caption, this.#item ? this.#item.title : "");
    this.caption.hidden = !this.#item;
    setText(this.blank, blanks[state] ?? "The camera is not there");
    this.blank.hidden = this.live.isShown;
    if (this.live.shape) this.glass.style.setProperty("--shape", this.live.shape);
    this.live.element.alt = `What the camera sees: ${this.#item?.title ?? "nothing is held up"}`;
  }
}

function slider(name, { min, max, step, value, unit = "", percent = false }, onAdjust) {
  const id = `hold-${name.toLowerCase()}`;
  const shown = make("strong", { "aria-hidden": "true" });
  const range = make("input", { type: "range", id, min, max, step, value, on: {
    input: () => {
      show();
      onAdjust();
    },
  } });
  const show = () => {
    const text = percent ? `${Math.round(range.value * 100)} %` : `${Number(range.value)}${unit}`;
    setText(shown, text);
    range.setAttribute("aria-valuetext", text);
  };
  show();
  return {
    element: make("div.slider", {}, make("label", { for: id }, name, " ", shown), range),
    get value() { return Number(range.value); },
  };
}
