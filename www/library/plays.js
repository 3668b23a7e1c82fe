// The latest plays of a release, and the form for a play of a copy. For staff.

import { get, query, request } from "/hub/client.js";
import { hubNow, moment } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { isStaff } from "/page/person.js";

const mostShown = 5;

/** Returns the section. It fills itself, and stays empty for others than staff, and without plays. @param {object} release */
export function plays(release) {
  const place = make("section.plays", { hidden: true });
  if (release.copies?.length) fill(place, release).catch(() => {});
  return place;
}

async function fill(place, { id }) {
  if (!await isStaff()) return;
  const { items } = await get(`/plays${query({ release: id, limit: mostShown })}`);
  if (!items.length) return;
  place.replaceChildren(make("h3", {}, t("library.plays")), make("ol.history", {}, ...items.map(line)),
    make("p", {}, make("a", { href: `/plays${query({ release: id })}` }, t("library.all-plays"))));
  place.hidden = false;
}

const line = ({ startedAt, copy, position, titles = [] }) => make("li", {},
  make("time.soft", { datetime: startedAt }, moment(startedAt).replace(/:\d\d\.\d+$/, "")),
  make("span", { dir: "auto" }, [t("desk.copy", { number: copy.number }), [position, titles.join(" / ")].filter(Boolean).join(" ")]
    .filter(Boolean).join("\u00a0· ")));

/** Opens the form for a play of a copy. @param {object} copy @param {object} release with tracks and sides @param {() => void} refresh */
export async function openPlay(copy, release, refresh) {
  const [{ openForm }, { perform }] = await Promise.all([import("/page/form.js"), import("/page/toast.js")]);
  const now = localTime(new Date(hubNow()));
  openForm({
    title: t("library.play-title", { number: copy.number }),
    fields: [
      { name: "position", word: t("library.play-what"), value: "", choices: [["", t("library.play-whole")], ...choices(release)] },
      { name: "startedAt", word: t("library.play-when"), type: "datetime-local", value: now, isNeeded: true, most: 30 },
    ],
    act: t("library.add-play"),
    send: async ({ position, startedAt }) => {
      // The field has whole minutes. A play that begins now begins at this second.
      const start = startedAt === now ? undefined : new Date(startedAt).toISOString();
      await perform(() => request("POST", "/api/v1/plays", { body: { copy: copy.id, position: position || undefined, startedAt: start } }),
        ({ warnings }) => t(warnings ? "library.play-above" : "library.play-added"), refresh, { throws: true });
    },
  });
}

/** Returns the sides, the discs and the tracks of a release, as values and words. */
function choices({ tracks = [], sides = [] }) {
  const discs = [...new Set(sides.map(({ disc }) => disc).filter(Boolean))];
  const several = (word) => sides.filter(({ side }) => side === word).length > 1;
  return [
    ...discs.length > 1 ? discs.map((disc) => [disc, /^\d+$/.test(disc) ? t("library.disc", { disc }) : disc]) : [],
    ...sides.filter(({ side }) => side && !several(side)).map(({ side }) => [side, t("library.side", { side })]),
    ...flattened(tracks).filter(({ position }) => position).map(({ position, title }) => [position, `${position} ${title}`]),
  ];
}

const flattened = (tracks) => tracks.flatMap((track) => [track, ...flattened(track.tracks ?? [])]);

/** Returns a time as a field for a local time has it: `2026-11-28T20:15`. */
function localTime(date) {
  const pad = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
