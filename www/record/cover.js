// The covers of releases, asked for together: a list of many rows needs one request.

import { get, query } from "/hub/client.js";
import { make } from "/record/element.js";

/** The most releases of one request. */
const together = 100;
/** The covers that are known, by release; null for a release without one. */
const known = new Map();
/** The places that wait for the cover of a release. They are several if the list is drawn again before the answer. */
let waiting = new Map();
/** The releases of the next request. */
let wanted = [];

/** Returns the address of a preview. The digest makes the address of a turned picture another one. */
export const previewOf = ({ id, sha256 }, size = "small") => (
  `/api/v1/attachments/${encodeURIComponent(id)}/thumbnail?size=${size}#${sha256.slice(0, 12)}`);

/**
 * Puts the cover of a release over its drawn sleeve, which stays if there is none.
 *
 * @param {Element} place its `data-size` is that of the picture; "small" if it has none. @param {string} id
 */
export function coverOn(place, id) {
  if (known.has(id)) return layOn(place, known.get(id));
  if (waiting.has(id)) {
    waiting.get(id).push(place);
    return place;
  }
  waiting.set(id, [place]);
  if (!wanted.length) queueMicrotask(ask);
  wanted.push(id);
  return place;
}

/** Discards the covers, because one has changed. */
export function forgetCovers() {
  known.clear();
  // What is under way may be an answer from before the change.
  waiting = new Map();
}

function layOn(place, cover) {
  if (!cover) return place;
  // The sleeve below it has the size, so that nothing moves. A picture that cannot be loaded leaves the sleeve.
  const image = make("img.cover-picture", { src: previewOf(cover, place.dataset.size), alt: "", loading: "lazy", decoding: "async",
    on: { error: () => image.remove() } });
  place.append(image);
  return place;
}

async function ask() {
  const [ids, asked] = [wanted, waiting];
  wanted = [];
  for (let first = 0; first < ids.length; first += together) {
    const part = ids.slice(first, first + together);
    // Without an answer the drawn sleeves stay, and the next rows ask again.
    const covers = await get(`/covers${query({ releases: part.join(",") })}`).then(
      ({ items }) => new Map(items.map((one) => [one.release, one])), () => undefined);
    for (const id of part) {
      const places = asked.get(id) ?? [];
      asked.delete(id);
      if (!covers) continue;
      const cover = covers.get(id) ?? null;
      if (asked === waiting) known.set(id, cover);
      for (const place of places) layOn(place, cover);
    }
  }
}
