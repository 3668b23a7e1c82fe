// The calm page: nothing has happened for a minute, or nothing yet.

import { draw, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import { modes } from "/record/words.js";

/** How long an outcome stays, in milliseconds. */
export const calmAfter = 60_000;

/** @param {string} mode @param {object[]} scans newest first @returns {Node[]} */
export function idleContent(mode, scans) {
  const seen = new Map();
  for (const { outcome: { release } } of scans) {
    if (release && !seen.has(release.id) && seen.size < 5) seen.set(release.id, release);
  }
  return [
    seen.size === 0 && disc(),
    make("div.calm", {},
      make("p.calm-words", {}, "Hold a record to the camera or lay its tag on the reader"),
      mode && modes[mode] && make("p.calm-mode", {}, modes[mode].start),
      seen.size > 0 && make("div.calm-sleeves", {}, ...[...seen.values()].map((release) => sleeve(release)))),
  ].filter(Boolean);
}

/** A record that lies half out of sight. */
function disc() {
  const grooves = Array.from({ length: 15 }, (_, index) => (
    draw("circle", { cx: 200, cy: 200, r: 92 + index * 7.2, "stroke-width": index % 5 === 0 ? 2 : .9 })));
  return draw("svg.calm-disc", { viewBox: "0 0 400 400", "aria-hidden": "true" },
    draw("circle.calm-wax", { cx: 200, cy: 200, r: 199 }), draw("g.calm-grooves", {}, ...grooves),
    draw("circle.calm-label", { cx: 200, cy: 200, r: 66 }), draw("circle.calm-hole", { cx: 200, cy: 200, r: 6 }));
}
