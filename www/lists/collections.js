// The smart collections: how they are read, their words, and the forms for one of them.

import { get, newID, post, query, request } from "/hub/client.js";
import { grouped } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { openForm } from "/page/form.js";
import { signedIn } from "/page/person.js";
import { action } from "/page/row.js";
import { perform } from "/page/toast.js";

/** The events after which a count may be another. */
export const touchesCounts = /^(attachment|change|collection|copy|crate|loan|release)\./;

/** Reads all collections that the person sees, with their counts. @param {AbortSignal} [signal] */
export const readCollections = async (signal) => (await get("/collections", { signal })).items;

/** Returns the name in the language of the page. */
export const nameOf = ({ isBuiltIn, id, name }) => (isBuiltIn ? t(`collections.${id}`) : name);

/** Returns the address of the library with the releases of a collection. */
export const linkTo = ({ query: text }) => `/library${query({ q: text })}`;

/** Returns the count in words, or the reason that there is none. */
export const countWords = ({ count, noCount }) => (count !== undefined ? t("collections.releases", { count })
  : t(`collections.${["indexing", "mistake"].includes(noCount) ? noCount : "timeout"}`));

/** Returns a link to the releases of a collection: its name and its count. @param {object} [parts] further attributes */
export const collectionLink = (kind, collection, parts = {}) => make(`a${kind}`, {
  href: linkTo(collection), title: collection.count === undefined ? countWords(collection) : undefined,
  "aria-label": `${nameOf(collection)}${collection.isShared ? "" : `, ${t("collections.private")}`}: ${countWords(collection)}`, ...parts,
}, make("span", { dir: "auto" }, nameOf(collection), !collection.isShared && make("small", {}, t("collections.private"))),
make("span.collection-count", {}, collection.count !== undefined ? grouped(collection.count) : collection.noCount === "mistake" ? "!" : "–"));

const pathOf = ({ id }) => `/collections/${encodeURIComponent(id)}`;

/** Sends a change of a collection in the version that the page shows. */
const change = (method, collection, body = undefined) => request(method, `/api/v1${pathOf(collection)}`, {
  body, headers: { "if-match": `"${collection.version}"` } });

/** Returns the fields of the form. Only a person who is signed in has private collections, and only their own. */
async function fieldsOf({ name = "", query: text = "", isShared = true, isOwn = true } = {}) {
  const person = await signedIn();
  return [
    { name: "name", word: t("collections.name"), value: name, isNeeded: true, most: 100 },
    { name: "query", word: t("collections.query"), value: text, isNeeded: true, most: 1000, help: t("collections.query-help") },
    ...person?.account && isOwn ? [{ name: "isShared", word: t("collections.seen"), value: isShared ? "all" : "own",
      choices: [["all", t("collections.seen-all")], ["own", t("collections.seen-own")]] }] : [],
  ];
}

/** Puts the mistake of a query at its field, in the language of the page. */
async function sent(act) {
  try {
    await act();
  } catch (error) {
    if (error.mistake) {
      const key = `library.mistake-${error.mistake.code}`;
      const words = [t(key), error.mistake.suggestion && t("library.mistake-suggestion", { suggestion: error.mistake.suggestion })];
      error.reasons = [{ field: "query", detail: words.filter(Boolean).join(" ") }];
    }
    throw error;
  }
}

const bodyOf = ({ isShared, ...rest }) => ({ ...rest, ...isShared ? { isShared: isShared === "all" } : {} });

/** Opens the form for a new collection. @param {string} text the query @param {(made: object) => void} refresh */
export async function openNew(text, refresh) {
  const key = newID();
  openForm({
    title: t("collections.add"), fields: await fieldsOf({ query: text }), act: t("page.save"),
    send: (values) => sent(() => perform(() => post("/collections", bodyOf(values), { headers: { "idempotency-key": key } }),
      t("collections.saved"), refresh, { throws: true })),
  });
}

/** Opens the form for the name, the query and the use of a collection. */
export async function openEdit(collection, refresh) {
  openForm({
    title: t("collections.edit-of", { name: collection.name }), fields: await fieldsOf(collection), act: t("page.save"),
    send: (values) => sent(() => perform(() => change("PATCH", collection, bodyOf(values)), t("page.saved"), refresh, { throws: true })),
  });
}

/** Asks whether a collection is to be removed. */
export function openRemove(collection, refresh) {
  openSheet(t("collections.remove-of", { name: collection.name }), [
    make("p", {}, t("collections.remove-text")),
    make("div.actions", {}, action(t("page.cancel"), closeSheet), action(t("collections.remove"), async () => {
      closeSheet();
      await perform(() => change("DELETE", collection), t("collections.removed"), refresh);
    }, ".primary.grave")),
  ]);
}
