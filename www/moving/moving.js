// The tables of the whole library, each as a file, and the backups. The facts about people are for administrators alone.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { showProblem, startWords } from "/page/page.js";
import { badge, listRow } from "/page/row.js";
import { showArchive } from "/moving/archive.js";
import { showBackups } from "/moving/backups.js";
import { showImport } from "/moving/import.js";

/** The tables, each with the roles that may export it. */
const tables = [["copies", ["staff", "admin"]], ["borrowers", ["admin"]], ["loans", ["admin"]]];

/** @param {string} table @param {boolean} mayExport @returns {Element} its row */
const row = (table, mayExport) => (
  // By the byte order mark, spreadsheets recognise UTF-8.
  fileRow(table, `/api/v1/export/${table}${query({ mark: "yes" })}`, `${table}.csv`, mayExport));

/** The row of the copies with their covers, which may be a large file. @param {boolean} mayExport */
const covers = (mayExport) => fileRow(
  "covers", `/api/v1/export/copies${query({ mark: "yes", covers: "yes" })}`, "copies-with-covers.csv", mayExport);

/** The rows of the archives with the whole library. The response names the file. @param {boolean} mayExport */
const archives = (mayExport) => [
  fileRow("library", "/api/v1/export/library", "", mayExport),
  fileRow("secrets", `/api/v1/export/library${query({ secrets: "yes" })}`, "", mayExport),
];

/** The row of a file that is saved. @param {string} id @param {string} href @param {string} download @param {boolean} mayExport */
const fileRow = (id, href, download, mayExport) => listRow({
  id, title: t(`moving.${id}`), facts: [t(`moving.${id}-text`)], state: mayExport ? [] : [badge(t("moving.admin"))],
  main: mayExport ? make("a.button", { href, download }, t(`moving.${id}-do`)) : undefined,
});

async function show() {
  try {
    const { role } = await get("/sign-in");
    if (!["staff", "admin"].includes(role)) throw Object.assign(new Error(), { status: 403 });
    byID("empty").hidden = true;
    byID("rows").replaceChildren(...tables.map(([table, roles]) => row(table, roles.includes(role))), covers(true), ...archives(role === "admin"));
    await showBackups(role);
    await showImport(role);
    await showArchive(role);
  } catch (error) {
    byID("rows").replaceChildren();
    byID("backups").hidden = true;
    byID("import").hidden = true;
    byID("archive").hidden = true;
    showProblem(byID("empty"), error, show);
  }
}

await startWords("moving", { parts: ["moving"], refresh: show });
show();
