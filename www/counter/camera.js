// The camera field: what the camera really sees, and how the thing is held before it.

import { draw, make, setText } from "/record/element.js";

/** Milliseconds between pictures: fast enough to follow a hand, slow enough for a small machine. */
const frameEvery = 250;
/** Where there is no picture yet. */
const retryEvery = 2000;

const blanks = { ready: "No picture yet", opening: "The camera is starting" };

export class CameraField {
  #reader;
  #isOpen = false;
  #timer;
  #address;
  #item;

  /** @param {{onHoldUp: () => void, onTakeAway: () => void, onAdjust: () => void}} handlers */
  constructor({ onHoldUp, onTakeAway, onAdjust }) {
    this.picture = make("img", { alt: "", hidden: true, on: {
      load: () => {
        const { naturalWidth, naturalHeight } = this.picture;
        this.glass.style.setProperty("--shape", `${naturalWidth} / ${naturalHeight}`);
      },
    } });
    this.blank = make("p.field-blank", {});
    this.caption = make("p.field-caption", { dir: "auto" });
    this.glass = make("div.glass", { data: { target: "camera" } },
      this.picture, this.blank,
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
    document.addEventListener("visibilitychange", () => this.#next(0));
    this.#describe();
  }

  /** How the thing is held: degrees, pixels, 0 to 1. */
  get pose() { return { turn: this.turn.value, blur: this.blur.value, light: this.light.value }; }

  setReader(reader) {
    this.#reader = reader;
    this.#describe();
    this.#next(0);
  }

  setOpen(isOpen) {
    this.#isOpen = isOpen;
    this.#next(0);
  }

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
    this.blank.hidden = !this.picture.hidden;
    this.picture.alt = `What the camera sees: ${this.#item?.title ?? "nothing is held up"}`;
  }

  #next(after) {
    clearTimeout(this.#timer);
    if (this.#isOpen && !document.hidden) this.#timer = setTimeout(() => this.#fetch(), after);
  }

  async #fetch() {
    let isFresh = false;
    try {
      if (this.#reader?.state === "ready") {
        const address = `/api/v1/readers/${encodeURIComponent(this.#reader.name)}/preview`;
        const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(4000) });
        if (answer.ok && answer.headers.get("content-type")?.startsWith("image/")) {
          this.#put(URL.createObjectURL(await answer.blob()));
          isFresh = true;
        }
      }
    } catch {
      // No picture is what the field shows then; the hub's lamp says the rest.
    }
    if (!isFresh) this.#clear();
    this.#next(isFresh ? frameEvery : retryEvery);
  }

  #put(address) {
    this.picture.src = address;
    this.picture.hidden = false;
    this.blank.hidden = true;
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = address;
  }

  #clear() {
    this.picture.hidden = true;
    this.#describe();
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
