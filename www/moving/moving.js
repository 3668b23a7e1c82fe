// The tables of the whole library, each as a file, and the backups. The facts about people are for administrators alone.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { showProblem, startWords } from "/page/page.js";
import { badge, listRow } from "/page/row.js";
import { showBackups } from "/moving/backups.js";
import { showImport } from "/moving/import.js";

/** The tables, each with the roles that may export it. */
const tables = [["copies", ["staff", "admin"]], ["borrowers", ["admin"]], ["loans", ["admin"]]];

/** @param {string} table @param {boolean} mayExport @returns {Element} its row */
function row(table, mayExport) {
  // By the byte order mark, spreadsheets recognise UTF-8.
  const href = `/api/v1/export/${table}${query({ mark: "yes" })}`;
  return listRow({
    id: table, title: t(`moving.${table}`), facts: [t(`moving.${table}-text`)],
    state: mayExport ? [] : [badge(t("moving.admin"))],
    main: mayExport ? make("a.button", { href, download: `${table}.csv` }, t(`moving.${table}-do`)) : undefined,
  });
}

async function show() {
  try {
    const { role } = await get("/sign-in");
    if (!["staff", "admin"].includes(role)) throw Object.assign(new Error(), { status: 403 });
    byID("empty").hidden = true;
    byID("rows").replaceChildren(...tables.map(([table, roles]) => row(table, roles.includes(role))));
    await showBackups(role);
    await showImport(role);
  } catch (error) {
    byID("rows").replaceChildren();
    byID("backups").hidden = true;
    byID("import").hidden = true;
    showProblem(byID("empty"), error, show);
  }
}

await startWords("moving", { parts: ["moving"], refresh: show });
show();
