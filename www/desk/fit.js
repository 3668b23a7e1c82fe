// Fits words to their place in any language and font by measuring, because the font is unknown.

import { byID } from "/record/element.js";

/** The parts the foot hides, one more with each step; the names stay for screen readers. */
const steps = ["", "tools", "well", "counter", "names", "clock", "words", "lights"];

/** Shrinks a line of words until it fits. @param {HTMLElement} line that may shrink to its room */
export function fitLine(line, smallest = 11) {
  line.style.fontSize = "";
  const { clientWidth, scrollWidth } = line;
  if (clientWidth === 0 || scrollWidth <= clientWidth) return;
  const size = Number.parseFloat(getComputedStyle(line).fontSize);
  line.style.fontSize = `${Math.max(smallest, Math.floor(size * clientWidth / scrollWidth * 2) / 2 - .5)}px`;
}

/** Shows as much of the foot as fits on one line. */
export function fitFoot() {
  const foot = byID("foot");
  const lamps = byID("lamps");
  for (let step = 0; step < steps.length; step += 1) {
    foot.dataset.less = steps.slice(1, step + 1).join(" ");
    if (foot.scrollWidth <= foot.clientWidth && lamps.scrollWidth <= lamps.clientWidth) return;
  }
}

/** Calls it now, and when one of these, the window or a font changes its size. */
export function whenRoomChanges(elements, act) {
  const observer = new ResizeObserver(act);
  for (const element of elements) observer.observe(element);
  addEventListener("resize", act);
  document.fonts.addEventListener("loadingdone", act);
}
