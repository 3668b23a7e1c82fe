// A ring that shrinks towards a deadline.

import { hubNow, left } from "/hub/clock.js";
import { draw, make, setText } from "/record/element.js";

const radius = 20;
const around = 2 * Math.PI * radius;

export class Ring {
  #deadline = 0;
  #whole = 1;

  constructor() {
    this.arc = draw("circle.ring-arc", { cx: 24, cy: 24, r: radius, "stroke-dasharray": around });
    this.words = make("span.ring-words");
    this.element = make("div.ring", {},
      draw("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" },
        draw("circle.ring-track", { cx: 24, cy: 24, r: radius }), this.arc),
      this.words);
  }

  /** @param {string} endsAt RFC 3339. A later deadline than before fills the ring again. */
  setDeadline(endsAt) {
    const deadline = Date.parse(endsAt);
    if (Number.isNaN(deadline) || deadline === this.#deadline) return;
    this.#deadline = deadline;
    this.#whole = Math.max(1, deadline - hubNow());
    this.tick();
  }

  /** Shows the remaining time. */
  tick() {
    const remaining = Math.max(0, this.#deadline - hubNow());
    this.arc.setAttribute("stroke-dashoffset", around * (1 - Math.min(1, remaining / this.#whole)));
    this.element.classList.toggle("is-short", remaining < Math.min(20_000, this.#whole / 3));
    setText(this.words, left(remaining));
  }
}
