// The camera field: the camera's real view, and the pose of the item before it.

import { grouped } from "/hub/clock.js";
import { LivePicture } from "/hub/live.js";
import { onLanguage, t, textOr } from "/hub/words.js";
import { draw, make, setText } from "/record/element.js";
import { itemTitle } from "/counter/words.js";

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
    this.holdUp = make("button.primary", { type: "button", disabled: true, data: { t: "counter.hold-up" },
      on: { click: onHoldUp } });
    this.takeAway = make("button", {
      type: "button", disabled: true, data: { t: "counter.take-away", tLabel: "counter.from-camera" },
      on: { click: onTakeAway },
    });
    this.turn = slider("turn", { min: -180, max: 180, step: 1, value: 5, unit: "°" }, onAdjust);
    this.blur = slider("blur", { min: 0, max: 6, step: .1, value: .6, unit: " px" }, onAdjust);
    this.light = slider("light", { min: 0, max: 1, step: .05, value: 1, percent: true }, onAdjust);
    this.element = make("section.field", { "aria-labelledby": "camera-field" },
      make("h3", { id: "camera-field", data: { t: "desk.reader-camera" } }), this.glass,
      make("div.field-actions", {}, this.holdUp, this.takeAway),
      make("div.sliders", {}, this.turn.element, this.blur.element, this.light.element));
    this.#describe();
    onLanguage(() => {
      this.#describe();
      for (const { show } of [this.turn, this.blur, this.light]) show();
    });
  }

  /** The pose of the item: degrees, pixels, 0 to 1. */
  get pose() { return { turn: this.turn.value, blur: this.blur.value, light: this.light.value }; }

  setReader(reader) {
    this.#reader = reader;
    this.#describe();
    this.live.setReader(reader);
  }

  setOpen(isOpen) { this.live.setOpen(isOpen); }

  /** @param {object} [item] the item before the camera. */
  setItem(item) {
    this.#item = item;
    this.takeAway.disabled = !item;
    this.#describe();
  }

  #describe() {
    const state = this.#reader?.state;
    setText(this.caption, this.#item ? itemTitle(this.#item) : "");
    this.caption.hidden = !this.#item;
    setText(this.blank, textOr(`counter.camera-${state}`, t("counter.camera-absent")));
    this.blank.hidden = this.live.isShown;
    if (this.live.shape) this.glass.style.setProperty("--shape", this.live.shape);
    this.live.element.alt = t("counter.sees", { title: this.#item && itemTitle(this.#item) });
  }
}

function slider(name, { min, max, step, value, unit = "", percent = false }, onAdjust) {
  const id = `hold-${name}`;
  const shown = make("strong", { "aria-hidden": "true" });
  const range = make("input", { type: "range", id, min, max, step, value, on: {
    input: () => {
      show();
      onAdjust();
    },
  } });
  const show = () => {
    const text = percent ? `${Math.round(range.value * 100)} %` : `${grouped(range.value)}${unit}`;
    setText(shown, text);
    range.setAttribute("aria-valuetext", text);
  };
  show();
  return {
    element: make("div.slider", {},
      make("label", { for: id }, make("span", { data: { t: `counter.${name}` } }), " ", shown), range),
    show,
    get value() { return Number(range.value); },
  };
}
