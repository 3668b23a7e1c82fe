// What can be done with all copies of a crate. The query of the library chooses them, and so each page has the same ones.

import { query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { action } from "/page/row.js";
import { complain } from "/page/toast.js";

/** Returns a name as the search compares it. */
const folded = (name) => (name.replace(/['’]/gu, "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");

/** Returns the query that finds what is in a crate: by its name, or by its id if the name cannot say which crate is meant. */
export function queryOf({ id, name }, crates) {
  const key = folded(name);
  const isOne = key && !name.includes("\"") && crates.filter((one) => folded(one.name) === key).length === 1;
  return `crate:="${isOne ? name : id}"`;
}

const link = (word, href, more = {}) => make("a.button", { href, ...more }, word);

/**
 * Returns the actions with all copies of a crate, for its menu.
 *
 * @param {object} crate @param {object[]} crates all of them @param {() => void} refresh
 */
export function wholeActions(crate, crates, refresh) {
  const text = queryOf(crate, crates);
  return [
    link(t("lists.show"), `/library${query({ q: text })}`),
    link(t("lists.change-copies"), `/bulk${query({ q: text })}`),
    link(t("lists.print-labels"), `/labels${query({ search: text })}`),
    // By the byte order mark, spreadsheets recognise UTF-8.
    link(t("lists.export"), `/api/v1/export/copies${query({ search: text, mark: "yes" })}`, { download: "copies.csv" }),
    action(t("lists.lend"), async () => {
      try {
        const { openLend } = await import("/lists/lend.js");
        await openLend(crate, refresh);
      } catch (error) {
        complain(error);
      }
    }),
  ];
}
