// The crates: how they are read, their tree, and the forms for one of them.

import { newID, post, request } from "/hub/client.js";
import { every } from "/hub/every.js";
import { t } from "/hub/words.js";
import { openForm } from "/page/form.js";
import { perform } from "/page/toast.js";

/** Returns the path of a crate below `/api/v1`. */
export const pathOf = ({ id }) => `/crates/${encodeURIComponent(id)}`;

/** Sends a change of a crate in the version that the page shows. */
export const changeCrate = (method, crate, body = undefined) => (
  request(method, `/api/v1${pathOf(crate)}`, { body, headers: { "if-match": `"${crate.version}"` } }));

/** Reads all crates, or those in which a release stands. @param {AbortSignal} [signal] @param {string} [release] */
export const readCrates = (signal, release) => every("/crates", { release }, { signal });

/** Returns the crates with their depth, each below the one that contains it. @returns {[object, number][]} */
export function treeOf(crates) {
  const known = new Set(crates.map(({ id }) => id));
  const below = (parent, depth) => crates.filter((one) => (known.has(one.parent) ? one.parent : undefined) === parent)
    .flatMap((one) => [[one, depth], ...below(one.id, depth + 1)]);
  return below(undefined, 0);
}

/** Returns the crates as choices; those inside another one stand below it. */
export const choicesOf = (crates) => treeOf(crates).map(([{ id, name }, depth]) => [id, `${"\u2003".repeat(depth)}${name}`]);

const nameField = (value = "") => ({ name: "name", word: t("lists.name"), value, isNeeded: true, most: 100 });
const noteField = (value = "") => ({ name: "note", word: t("lists.note"), value, most: 500 });
const parentField = (crates, value = "") => ({ name: "parent", word: t("lists.parent"), value,
  choices: [["", t("lists.parent-none")], ...choicesOf(crates)] });

/** Opens the form for a new crate. @param {object[]} crates @param {object | undefined} parent @param {() => void} refresh */
export function openNew(crates, parent, refresh) {
  const key = newID();
  openForm({
    title: t("lists.add"),
    fields: [nameField(), noteField(), ...crates.length ? [parentField(crates, parent?.id)] : []],
    act: t("lists.add"),
    send: async (values) => {
      const order = { name: values.name, ...values.note ? { note: values.note } : {}, ...values.parent ? { parent: values.parent } : {} };
      await perform(() => post("/crates", order, { headers: { "idempotency-key": key } }), t("lists.added"), refresh, { throws: true });
    },
  });
}

/** Opens the form for the name, the note and the position of a crate in the tree. */
export function openEdit(crate, crates, refresh) {
  const inside = new Set(treeBelow(crate, crates));
  openForm({
    title: t("lists.edit-of", { crate: crate.name }),
    fields: [nameField(crate.name), noteField(crate.note), parentField(crates.filter(({ id }) => !inside.has(id)), crate.parent)],
    act: t("page.save"),
    send: async ({ name, note, parent }) => {
      await perform(() => changeCrate("PATCH", crate, { name, note: note || null, parent: parent || null }), t("page.saved"), refresh,
        { throws: true });
    },
  });
}

/** Returns the ids of a crate and of all that are in it: it cannot be moved into these. */
const treeBelow = (crate, crates) => [crate.id, ...crates.filter(({ parent }) => parent === crate.id).flatMap((one) => treeBelow(one, crates))];
