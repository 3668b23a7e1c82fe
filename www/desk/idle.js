// The calm page: there was no scan for a minute, or none yet.

import { whenShort } from "/hub/clock.js";
import { hasText, t } from "/hub/words.js";
import { draw, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";

/** The time an outcome stays, in milliseconds. */
export const calmAfter = 60_000;

/**
 * @param {{mode: string, recent?: object[]} | undefined} station @param {object[]} scans newest first
 * @returns {Node[]}
 */
export function idleContent(station, scans) {
  const seen = new Map();
  for (const { outcome: { release } } of scans) {
    if (release && !seen.has(release.id) && seen.size < 5) seen.set(release.id, release);
  }
  const mode = station?.mode;
  return [
    seen.size === 0 && disc(),
    make("div.calm", {},
      make("p.calm-words", {}, t("desk.calm")),
      mode && hasText(`mode.${mode}.start`) && make("p.calm-mode", {}, t(`mode.${mode}.start`)),
      recentList(station?.recent ?? []),
      seen.size > 0 && make("div.calm-sleeves", {}, ...[...seen.values()].map((release) => sleeve(release)))),
  ].filter(Boolean);
}

/** Returns the last changes of this station, for checking after a power failure. */
function recentList(changes) {
  if (!changes.length) return false;
  return make("div.calm-recent", {}, make("p", {}, t("desk.recent")),
    make("ul", {}, ...changes.slice(0, 3).map(({ kind, at, release }) => make("li", { dir: "auto" },
      [t(`did.${kind}`), release?.title, whenShort(at)].filter(Boolean).join("\u00a0· ")))));
}

/** Returns a record half out of sight. */
function disc() {
  const grooves = Array.from({ length: 15 }, (_, index) => (
    draw("circle", { cx: 200, cy: 200, r: 92 + index * 7.2, "stroke-width": index % 5 === 0 ? 2 : .9 })));
  return draw("svg.calm-disc", { viewBox: "0 0 400 400", "aria-hidden": "true" },
    draw("circle.calm-wax", { cx: 200, cy: 200, r: 199 }), draw("g.calm-grooves", {}, ...grooves),
    draw("circle.calm-label", { cx: 200, cy: 200, r: 66 }), draw("circle.calm-hole", { cx: 200, cy: 200, r: 6 }));
}
