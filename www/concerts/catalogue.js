// The package of the concert catalogue, and the import of another one: it is sent, read, looked at, and applied.

import { get, newID, request } from "/hub/client.js";
import { day, grouped } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { FileField } from "/page/file-field.js";
import { action, badge } from "/page/row.js";
import { complain } from "/page/toast.js";

/** The pause between two questions about the progress, in milliseconds. */
const pause = 500;

let turn = 0;
let place;
let isAdmin = false;

/** Ends the questions about the progress. */
export function stopCatalogue() {
  turn += 1;
}

/**
 * Shows the package, and for administrators the import that is open.
 * @param {HTMLElement} element @param {HTMLElement} count @param {boolean} mayImport @param {AbortSignal} signal
 */
export async function showCatalogue(element, count, mayImport, signal) {
  [place, isAdmin] = [element, mayImport];
  const [catalogue, imports] = await Promise.all([
    get("/concerts", { signal }), isAdmin ? get("/concert-imports", { signal }) : { items: [] }]);
  if (signal.aborted) return;
  setText(count, catalogue.package ? t("concerts.count", { count: catalogue.package.shows }) : "");
  place.hidden = false;
  const open = imports.items.findLast(({ state }) => state !== "done");
  draw(catalogue, open);
  if (open) await follow(catalogue, open);
}

function draw(catalogue, view) {
  const { package: known, statistics } = catalogue;
  place.replaceChildren(...[
    make("p", { dir: "auto" }, known ? t("concerts.package", { name: known.name, version: known.version, date: day(known.importedAt) })
      : t("concerts.none-do")),
    statistics.length > 0 && make("table.source-table", {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("concerts.source")), make("th.number", { scope: "col" }, t("concerts.sources")),
        make("th.number", { scope: "col" }, t("concerts.reviews")), make("th.number", { scope: "col" }, t("concerts.rating")))),
      make("tbody", {}, ...statistics.map(({ sourceType, recordings, reviews, averageRating }) => make("tr", {},
        make("th", { scope: "row" }, sourceType), make("td.number", {}, grouped(recordings)), make("td.number", {}, grouped(reviews)),
        make("td.number", {}, averageRating.toFixed(2)))))),
    make("h2", {}, t("concerts.import")),
    ...!isAdmin ? [make("p", {}, badge(t("moving.admin")))] : view ? state(catalogue, view) : [make("p.soft", {}, t("concerts.import-lead")),
      new FileField({ id: "package-file", word: "concerts.choose", accept: ".zip,application/zip", onFiles: ([file]) => send(catalogue, file) }).element],
  ].filter(Boolean));
}

/** Returns the import as it is. */
function state(catalogue, view) {
  const path = `/concert-imports/${encodeURIComponent(view.id)}`;
  const end = action(t("concerts.end"), () => work(catalogue, async () => {
    await request("DELETE", `/api/v1${path}`);
    return undefined;
  }));
  switch (view.state) {
    case "reading":
    case "writing":
      return [make("p", { role: "status" }, t(`concerts.${view.state}`)),
        make("progress", { max: String(Math.max(1, view.total)), value: String(view.processed), "aria-label": t(`concerts.${view.state}`) })];
    case "ready":
      return [make("p", {}, t("concerts.has", { shows: grouped(view.shows), recordings: grouped(view.recordings) })),
        view.unnamedRecordings > 0 && make("p.soft", {}, t("concerts.unnamed", { count: view.unnamedRecordings })),
        view.faultCount > 0 && make("p", {}, t("concerts.left-out", { count: view.faultCount })),
        view.faultCount > 0 && make("ul.package-faults", {}, ...view.faults.map(({ file, detail }) => make("li", { dir: "auto" }, `${file}: ${detail}`))),
        make("div.show-acts", {}, action(t("concerts.apply"), () => work(catalogue, () => (
          request("POST", `/api/v1${path}/apply`))), ".primary"), end)].filter(Boolean);
    default:
      return [make("p.problem", { role: "alert" }, view.detail ?? view.state), make("div.show-acts", {}, end)];
  }
}

const send = (catalogue, file) => work(catalogue, () => request("POST", "/api/v1/concert-imports", {
  blob: file, headers: { "content-type": "application/octet-stream", "idempotency-key": newID() }, timeout: 600_000,
}));

/** Does something with an import, and shows what becomes of it. */
async function work(catalogue, act) {
  try {
    const view = await act();
    draw(catalogue, view);
    if (view) await follow(catalogue, view);
  } catch (error) {
    complain(error);
    draw(catalogue);
  }
}

/** Asks for the progress until nothing is under way. The catalogue is read again after a package was applied. */
async function follow(catalogue, view) {
  turn += 1;
  const mine = turn;
  let now = view;
  while (["reading", "writing"].includes(now.state)) {
    await new Promise((done) => { setTimeout(done, pause); });
    if (mine !== turn) return;
    now = await get(`/concert-imports/${encodeURIComponent(now.id)}`);
    if (mine !== turn) return;
    draw(catalogue, now);
  }
  if (now.state !== "done") return;
  const fresh = await get("/concerts");
  if (mine === turn) draw(fresh);
}
