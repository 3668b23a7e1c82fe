// The calm page: there was no scan for a minute, or none yet.

import { whenShort } from "/hub/clock.js";
import { hasText, t } from "/hub/words.js";
import { draw, make } from "/record/element.js";
import { loadStyle } from "/desk/style.js";

/** The time an outcome stays, in milliseconds. */
export const calmAfter = 60_000;

/**
 * @param {{mode: string, recent?: object[], session?: object} | undefined} station @param {object[]} scans newest first
 * @param {{isHubUp: boolean, ill?: string, remedy?: string}} health `ill` says which reader has failed, and how
 * @param {Node} [steps] the first steps of a new library
 * @returns {Node[]}
 */
export function idleContent(station, scans, health, steps) {
  const seen = new Map();
  for (const { outcome: { release } } of scans) {
    if (release && !steps && !seen.has(release.id) && seen.size < 5) seen.set(release.id, release);
  }
  const mode = station?.mode;
  return [
    seen.size === 0 && disc(),
    make("div.calm", {},
      ...invitation(station, health),
      steps,
      recentList(station?.recent ?? []),
      seen.size > 0 && sleeves([...seen.values()])),
  ].filter(Boolean);
}

/** Returns the place of the sleeves, which come once they can be drawn. */
function sleeves(releases) {
  const place = make("div.calm-sleeves");
  Promise.all([import("/record/sleeve.js"), loadStyle("/record/sleeve.css")]).then(([{ sleeve }]) => {
    place.append(...releases.map((release) => sleeve(release)));
  }, () => {});
  return place;
}

/** Returns what to do: nothing is invited that a fault prevents. */
function invitation(station, { isHubUp, ill, remedy }) {
  const mode = station?.mode;
  const lines = (words, more) => [make("p.calm-words", {}, words), more && make("p.calm-mode", {}, more)].filter(Boolean);
  if (!isHubUp) return lines(t("desk.hub-offline"), t("desk.returns-itself"));
  if (ill) return lines(ill, remedy);
  const key = `desk.calm-${mode}${station?.session && mode === "check-out" ? "-next" : ""}`;
  return lines(hasText(key) ? t(key) : t("desk.calm"), mode && hasText(`mode.${mode}.start`) && t(`mode.${mode}.start`));
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
