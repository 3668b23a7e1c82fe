// A camera's view as a sequence of pictures, while it is open.

import { make } from "/record/element.js";

/** The milliseconds between pictures: often enough to follow a hand, rarely enough for a small machine. */
const frameEvery = 250;
/** The interval while there is no picture. */
const retryEvery = 2000;
/** The interval while a camera makes its first picture. */
const firstEvery = 150;
const firstTries = 8;

export class LivePicture {
  #reader;
  #isOpen = false;
  #timer;
  #address;
  #tries = 0;
  #isOver = false;

  /** @param {{onChange: () => void}} handlers `onChange` is called for a new picture, or if there no longer is one. */
  constructor({ onChange }) {
    this.onChange = onChange;
    this.element = make("img", { alt: "", hidden: true, on: { load: onChange } });
    this.seen = () => this.#next(0);
    document.addEventListener("visibilitychange", this.seen);
  }

  get isShown() { return !this.element.hidden; }

  /** The aspect ratio of the picture, in CSS notation; undefined before the first. */
  get shape() {
    const { naturalWidth, naturalHeight } = this.element;
    return naturalWidth ? `${naturalWidth} / ${naturalHeight}` : undefined;
  }

  setReader(reader) {
    this.#reader = reader;
    this.#tries = 0;
    this.#next(0);
  }

  setOpen(isOpen) {
    this.#isOpen = isOpen;
    this.#tries = 0;
    this.#next(0);
  }

  /** Ends the view for good. */
  end() {
    this.#isOver = true;
    this.setOpen(false);
    document.removeEventListener("visibilitychange", this.seen);
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = undefined;
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
          const picture = await answer.blob();
          if (this.#isOver) return;
          this.#put(URL.createObjectURL(picture));
          isFresh = true;
        }
      }
    } catch {
      // Shows no picture; the hub's lamp has the reason.
    }
    if (!isFresh) this.#clear();
    this.#tries = isFresh ? 0 : this.#tries + 1;
    this.#next(isFresh ? frameEvery : this.#tries < firstTries ? firstEvery : retryEvery);
  }

  #put(address) {
    this.element.src = address;
    this.element.hidden = false;
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = address;
  }

  #clear() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.onChange();
  }
}
