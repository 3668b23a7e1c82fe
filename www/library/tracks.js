// The tracks of a release: each disc and side with its total time, and the credits of a track folded below it.

import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { foldedCredits } from "/library/credits.js";

/** @param {{tracks?: object[], sides?: object[]}} release @returns {HTMLElement} */
export function tracks({ tracks: list = [], sides = [] }) {
  return make("section", {}, make("h3", {}, t("library.tracks")),
    ...list.length ? groups(list.flatMap((track) => rows(track, 0)), sides) : [make("p.soft", {}, t("library.no-tracks"))]);
}

/** Returns a track and its parts in the order of reading. */
const rows = (track, depth) => [{ track, depth }, ...(track.tracks ?? []).flatMap((part) => rows(part, depth + 1))];

const place = ({ disc, side }) => JSON.stringify([disc, side]);

/** Returns a list for each disc and side. Without stated places there is one list, which needs no heading. */
function groups(all, sides) {
  if (!sides.length) return [trackList(all, t("library.tracks"))];
  const totals = new Map(sides.map((side) => [place(side), side]));
  const runs = [];
  for (const row of all) {
    if (!runs.length || place(runs.at(-1)[0].track) !== place(row.track)) runs.push([]);
    runs.at(-1).push(row);
  }
  return runs.flatMap((run) => {
    const key = place(run[0].track);
    const name = placeName(run[0].track);
    const total = totals.get(key);
    // A place that occurs again, as in a list that is out of order, has its total once.
    totals.delete(key);
    return [name && heading(name, total), trackList(run, name || t("library.tracks"))].filter(Boolean);
  });
}

/** Returns "Disc 2, side A". A printed name such as CD2 stays as it is. */
function placeName({ disc, side }) {
  const ofDisc = disc && (/^\d+$/.test(disc) ? t("library.disc", { disc }) : disc);
  const ofSide = side && t("library.side", { side });
  return [ofDisc, ofSide].filter(Boolean).join("\u00a0· ");
}

function heading(name, total) {
  return make("div.side-head", {}, make("h4", {}, name),
    total && make("p.soft", {}, [t("library.track-count", { count: total.tracks }), total.duration].filter(Boolean).join("\u00a0· ")));
}

const trackList = (list, label) => make("ol.tracks", { "aria-label": label }, ...list.map(trackRow));

function trackRow({ track, depth }) {
  const isHeading = track.kind === "heading" || track.kind === "index";
  return make(isHeading ? "li.heading" : "li", { data: { depth: depth || undefined } },
    make("span.position", {}, track.position ?? ""),
    make("span.track-title", { dir: "auto" }, track.title),
    make("span.duration", {}, track.duration ?? ""),
    foldedCredits((track.credits ?? []).filter(({ role }) => role), track.title));
}
