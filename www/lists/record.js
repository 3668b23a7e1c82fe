// The lists that a release stands in, for its page: its crates, and the way into another one.

import { newID, post, query, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { openForm } from "/page/form.js";
import { isStaff } from "/page/person.js";
import { perform } from "/page/toast.js";
import { choicesOf, pathOf, readCrates } from "/lists/crates.js";

/** Notes that a person of staff has opened a release. */
export async function noteOpened({ id }) {
  if (await isStaff()) await request("POST", "/api/v1/recents", { body: { release: id } }).catch(() => {});
}

/** Returns the line with the crates of a release. It fills itself, and stays hidden without one. */
export function inCrates(release) {
  const place = make("p.status", { hidden: true });
  readCrates(undefined, release.id).then((crates) => {
    place.replaceChildren(t("library.in-crates"), " ", ...crates.flatMap(({ id, name }, index) => [
      index ? ", " : "", make("a", { href: `/lists${query({ crate: id })}`, dir: "auto" }, name)]));
    place.hidden = !crates.length;
  }).catch(() => {});
  return place;
}

/** Adds a release to the favourites, or removes it. */
export const setFavourite = (release, isFavourite, refresh) => perform(
  () => request("PATCH", `/api/v1/releases/${encodeURIComponent(release.id)}`, {
    body: { isFavourite }, headers: { "if-match": `"${release.version}"` } }),
  t(isFavourite ? "library.favourited" : "library.unfavourited"), refresh);

/** Opens the form that adds a release to a crate, which may be new. */
export async function openPut(release, refresh) {
  const crates = await readCrates().catch(() => []);
  const [key, itemKey] = [newID(), newID()];
  openForm({
    title: t("library.put-of", { title: release.title }),
    fields: [
      ...crates.length ? [{ name: "crate", word: t("library.crate"), value: crates[0].id,
        choices: [...choicesOf(crates), ["", t("library.new-crate")]] }] : [],
      { name: "name", word: t("library.crate-name"), most: 100, help: crates.length ? t("library.crate-name-help") : undefined,
        isNeeded: !crates.length },
    ],
    act: t("library.put"),
    send: async ({ crate, name }) => {
      let chosen = crates.find(({ id }) => id === crate);
      if (name) chosen = await post("/crates", { name }, { headers: { "idempotency-key": key } });
      if (!chosen) throw new Error(t("library.crate-missing"));
      await perform(() => post(`${pathOf(chosen)}/items`, { release: release.id }, { headers: { "idempotency-key": itemKey } }),
        t("library.put-done", { crate: chosen.name }), refresh, { throws: true });
    },
  });
}
