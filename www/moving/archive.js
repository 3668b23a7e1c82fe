// Another library: an archive is imported into an empty hub, and any library is merged into one that has records. Each record of it is
// previewed, and all records are merged as one change.

import { get, newID, post, query, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { showChips } from "/page/choices.js";
import { FileField } from "/page/file-field.js";
import { action, badge, listRow } from "/page/row.js";
import { complain, once, say } from "/page/toast.js";
import { backAgain } from "/moving/backups.js";

/** The time within which a library is sent and checked, in milliseconds. */
const patience = 24 * 3600 * 1000;
/** The pause between two questions about the progress, in milliseconds. */
const pause = 500;
/** The records that are read at once. */
const most = 50;
const fates = ["all", "add", "change", "adopt", "same", "refused"];

let isEmpty = false;
/** True while an archive is sent and checked. */
let isSending = false;
let view;
let fate = "all";
/** Counts the redraws, so that an answer to an earlier question is not shown. */
let turn = 0;

/** Returns a part of the section; null if the present state has none. */
const part = (id) => document.getElementById(id);
const path = () => `/merges/${encodeURIComponent(view.id)}`;
const fateWord = (word) => t(word === "adopt" ? "merge.fate-adopt" : `import.fate-${word}`);

/** Shows the way to take over another library, or the merge that is open. @param {string} role of the person who is signed in */
export async function showArchive(role) {
  if (role !== "admin") return;
  isEmpty = (await get(`/releases${query({ limit: 1 })}`)).items.length === 0;
  const { items } = await get("/merges");
  view = items.findLast(({ state }) => state !== "applied");
  byID("archive").hidden = false;
  draw();
  if (view) await follow();
}

/** Asks for the progress until nothing is under way. */
async function follow() {
  const mine = ++turn;
  while (["checking", "applying"].includes(view?.state)) {
    await new Promise((done) => { setTimeout(done, pause); });
    const next = await get(path());
    if (mine !== turn) return;
    const isSame = next.state === view.state;
    view = next;
    if (isSame) part("merge-progress")?.replaceChildren(...progress());
  }
  if (mine === turn) draw();
}

/** Does something with the merge, and shows what becomes of it. */
async function change(work) {
  try {
    view = await work();
    draw();
    await follow();
  } catch (error) {
    complain(error);
    draw();
  }
}

const upload = (to, file) => request("POST", `/api/v1${to}`, {
  blob: file, headers: { "content-type": "application/octet-stream", "idempotency-key": newID() }, timeout: patience,
});

async function importArchive([file]) {
  isSending = true;
  draw();
  try {
    await upload("/import/library", file);
  } catch (error) {
    complain(error);
    isSending = false;
    draw();
    return;
  }
  say(t("archive.restarting"));
  await backAgain();
  location.reload();
}

async function end() {
  turn += 1;
  try {
    await request("DELETE", `/api/v1${path()}`);
  } catch (error) {
    if (error.status !== 404) return complain(error);
  }
  view = undefined;
  fate = "all";
  draw();
}

/** Draws the section as it is. The focus stays where it was. */
function draw() {
  const focused = byID("archive").contains(document.activeElement) ? document.activeElement.id : "";
  const parts = { checking: underWay, applying: underWay, ready, damaged, failed: damaged, applied }[view?.state] ?? begin;
  byID("archive").replaceChildren(
    make("div.list-head", {}, make("h2", { id: "archive-title", tabindex: "-1" }, t("archive.title"))), ...parts().filter(Boolean));
  if (focused) part(focused)?.focus();
  if (view?.state === "ready") showRecords();
}

function begin() {
  if (isSending) return [make("p", { role: "status" }, t("archive.sending"))];
  return isEmpty
    ? [make("p.soft", {}, t("archive.lead")),
      new FileField({ id: "archive-file", word: "archive.choose", accept: ".zip,application/zip", onFiles: importArchive }).element]
    : [make("p.soft", {}, t("merge.lead")),
      new FileField({ id: "merge-file", word: "merge.choose", accept: ".zip,.sqlite,.db,.json,.jsonl,.ndjson,application/zip,application/json",
        onFiles: ([file]) => change(() => upload("/merges", file)) }).element];
}

const underWay = () => [
  make("div", { id: "merge-progress" }, ...progress()),
  view.state === "checking" && make("div.acts", {}, action(t("import.end"), end)),
];
const progress = () => [
  make("p", { role: "status" }, t(`merge.${view.state}`)),
  make("progress", { max: "100", value: String(view.percent), "aria-label": t(`merge.${view.state}`) }),
  make("p.soft", {}, view.secondsLeft === undefined ? "" : t("import.left", { seconds: view.secondsLeft })),
];

/** The file cannot be read, or nothing was merged. */
const damaged = () => [
  make("p.problem", { role: "alert" }, view.fault), make("p", {}, t("import.unchanged")),
  make("div.acts", {}, action(t("import.end"), end)),
];

const applied = () => [
  make("p", {}, badge(t("merge.applied"), "done", icon("done"))),
  make("div.acts", {},
    action(t("merge.undo"), async () => {
      try {
        await once(`/changes/${encodeURIComponent(view.change)}/undo`);
        say(t("merge.undone"));
        await end();
      } catch (error) {
        complain(error);
      }
    }),
    action(t("merge.next"), end, ".primary")),
];

function ready() {
  const { counts } = view;
  const count = counts.add + counts.change + counts.adopt;
  const button = action(t("merge.apply", { count }), () => change(() => post(`${path()}/apply`, { plan: view.plan })), ".primary");
  button.disabled = count === 0;
  return [
    make("p", {}, badge(t(`merge.kind-${view.kind}`)), " ", t("merge.counts", counts)),
    count === 0 && make("p", {}, t("merge.nothing")),
    make("div.acts", {}, button, action(t("import.end"), end)),
    make("div.chips", { id: "merge-fates" }),
    make("ul.rows", { id: "merge-records", "aria-labelledby": "archive-title" }),
    make("div", { id: "merge-more" }),
  ];
}

async function showRecords(cursor) {
  const mine = turn;
  showChips(byID("merge-fates"), fates.map((word) => [word, fateWord(word)]), fate, (chosen) => {
    fate = chosen;
    byID("merge-records").replaceChildren();
    showRecords();
  });
  try {
    const page = await get(`${path()}/records${query({ fate, limit: most, cursor })}`);
    if (mine !== turn || !part("merge-records")) return;
    byID("merge-records").append(...page.items.map(recordRow));
    byID("merge-more").replaceChildren(...page.next ? [action(t("import.more"), () => showRecords(page.next))] : []);
  } catch (error) {
    complain(error);
  }
}

function recordRow({ position, table, subject, fate: own, differences, reason }) {
  const tone = { add: "done", adopt: "done", refused: "no", change: "ask" }[own];
  return listRow({
    id: `record-${position}`, title: subject || t(`merge.table-${table}`),
    facts: [t(`merge.table-${table}`), reason && t(`merge.reason-${reason}`),
      ...differences.map(({ column, before, after }) => t("import.differs", { field: column, before: before ?? "–", after: after ?? "–" }))],
    state: [badge(fateWord(own), tone)],
  });
}
