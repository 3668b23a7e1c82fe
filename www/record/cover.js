// The covers of releases, asked for together: a list of many rows needs one request.

import { get, query } from "/hub/client.js";
import { make } from "/record/element.js";

/** The most releases of one request. */
const together = 100;
/** The covers that are known, by release; null for a release without one. */
const known = new Map();
/** The places that wait for the cover of a release. */
let waiting = new Map();

/** Returns the address of a preview. The digest makes the address of a turned picture another one. */
export const previewOf = ({ id, sha256 }, size = "small") => (
  `/api/v1/attachments/${encodeURIComponent(id)}/thumbnail?size=${size}#${sha256.slice(0, 12)}`);

/** Puts the cover of a release over its drawn sleeve, which stays if there is none. @param {Element} place @param {string} id */
export function coverOn(place, id) {
  if (known.has(id)) return layOn(place, known.get(id));
  if (!waiting.size) queueMicrotask(ask);
  waiting.set(id, [...(waiting.get(id) ?? []), place]);
  return place;
}

/** Discards the covers, because one has changed. */
export const forgetCovers = () => known.clear();

function layOn(place, cover) {
  if (!cover) return place;
  // The sleeve below it has the size, so that nothing moves. A picture that cannot be loaded leaves the sleeve.
  const image = make("img.cover-picture", { src: previewOf(cover), alt: "", loading: "lazy", decoding: "async",
    on: { error: () => image.remove() } });
  place.append(image);
  return place;
}

async function ask() {
  const asked = waiting;
  waiting = new Map();
  const ids = [...asked.keys()];
  for (let first = 0; first < ids.length; first += together) {
    const part = ids.slice(first, first + together);
    try {
      const covers = new Map((await get(`/covers${query({ releases: part.join(",") })}`)).items.map((one) => [one.release, one]));
      for (const id of part) {
        known.set(id, covers.get(id) ?? null);
        for (const place of asked.get(id)) layOn(place, known.get(id));
      }
    } catch {
      // The drawn sleeves stay; the next rows ask again.
    }
  }
}
