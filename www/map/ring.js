// A changer seen from above: a ring with one mark for each slot.

import { draw } from "/record/element.js";

/** The radii of the ring, in parts of a picture that is 200 wide. */
const [inner, outer, found] = [62, 84, 96];

/**
 * Returns a picture of a changer. It repeats what the slots beside it say, so it is hidden from assistive technology.
 *
 * @param {object[]} positions @param {(item: object) => boolean} isLit @param {(number: number) => void} choose called with the number of a slot
 */
export function ringElement(positions, isLit, choose) {
  const count = positions.length;
  // A gap between the slots that can still be seen among three hundred.
  const gap = Math.min(.2, 12 / count);
  const marks = positions.map(({ number, state, items: [item] }, index) => {
    const isFound = item && (item.isFound || isLit(item));
    const look = isFound ? "is-found" : !item ? `is-${state}` : item.status === "available" ? "has-copy" : "is-away";
    return draw("path", {
      class: `ring-slot ${look}`, d: wedge((index + gap / 2) / count, (index + 1 - gap / 2) / count, inner, isFound ? found : outer),
      "data-number": number,
    });
  });
  const ring = draw("svg.ring", { viewBox: "0 0 200 200", "aria-hidden": "true", focusable: "false" }, ...marks);
  ring.addEventListener("click", ({ target }) => {
    const { number } = target.dataset;
    if (number) choose(Number(number));
  });
  return ring;
}

/** Returns the outline of a part of a ring, between two shares of a turn that begins at the top. */
function wedge(from, to, near, far) {
  const point = (share, radius) => {
    const angle = (share - .25) * 2 * Math.PI;
    return `${(100 + radius * Math.cos(angle)).toFixed(2)} ${(100 + radius * Math.sin(angle)).toFixed(2)}`;
  };
  const large = to - from > .5 ? 1 : 0;
  return `M${point(from, near)}L${point(from, far)}A${far} ${far} 0 ${large} 1 ${point(to, far)}L${point(to, near)}A${near} ${near} 0 ${large} 0 ${point(from, near)}Z`;
}
