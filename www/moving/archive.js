// Another library: an archive is imported into an empty hub, and any library is merged into one that has records. Each record of it is
// previewed, and all records are merged as one change.

import { get, newID, post, query, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { FileField } from "/page/file-field.js";
import { action, badge, listRow } from "/page/row.js";
import { complain, say, undoChange } from "/page/toast.js";
import { backAgain } from "/moving/backups.js";
import { Preview, part } from "/moving/preview.js";

/** The time within which a library is sent and checked, in milliseconds. */
const patience = 24 * 3600 * 1000;
const fates = ["all", "add", "change", "adopt", "same", "refused"];

let isEmpty = false;
/** True while an archive is sent and checked. */
let isSending = false;

const fateWord = (word) => t(word === "adopt" ? "merge.fate-adopt" : `import.fate-${word}`);

/** Shows the way to take over another library, or the merge that is open. @param {string} role of the person who is signed in */
export async function showArchive(role) {
  if (role !== "admin") return;
  isEmpty = (await get(`/releases${query({ limit: 1 })}`)).items.length === 0;
  await preview.open();
  byID("archive").hidden = false;
  draw();
  if (preview.view) await preview.follow();
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

/** Draws the section as it is. The focus stays where it was. */
function draw() {
  const focused = byID("archive").contains(document.activeElement) ? document.activeElement.id : "";
  const parts = { checking: underWay, applying: underWay, ready, damaged, failed: damaged, applied }[preview.view?.state] ?? begin;
  byID("archive").replaceChildren(
    make("div.list-head", {}, make("h2", { id: "archive-title", tabindex: "-1" }, t("archive.title"))), ...parts().filter(Boolean));
  if (focused) part(focused)?.focus();
  if (preview.view?.state === "ready") preview.showRecords();
}

function begin() {
  if (isSending) return [make("p", { role: "status" }, t("archive.sending"))];
  return isEmpty
    ? [make("p.soft", {}, t("archive.lead")),
      new FileField({ id: "archive-file", word: "archive.choose", accept: ".zip,application/zip", onFiles: importArchive }).element]
    : [make("p.soft", {}, t("merge.lead")),
      new FileField({ id: "merge-file", word: "merge.choose", accept: ".zip,.sqlite,.db,.plist,.json,.jsonl,.ndjson,application/zip,application/json",
        onFiles: ([file]) => preview.act(() => upload("/merges", file)) }).element];
}

const underWay = () => [
  make("div", { id: "merge-progress" }, ...progress()),
  preview.view.state === "checking" && make("div.acts", {}, action(t("import.end"), end)),
];
const progress = () => preview.progress(t(`merge.${preview.view.state}`));

/** The file cannot be read, or nothing was merged. */
const damaged = () => [
  make("p.problem", { role: "alert" }, preview.view.fault), make("p", {}, t("import.unchanged")),
  make("div.acts", {}, action(t("import.end"), end)),
];

const applied = () => [
  make("p", {}, badge(t("merge.applied"), "done", icon("done"))),
  make("div.acts", {},
    // Settings of devices alone are no change of the records.
    preview.view.change && action(t("merge.undo"), async () => {
      try {
        await undoChange(preview.view.change);
        say(t("merge.undone"));
        await preview.end();
      } catch (error) {
        complain(error);
      }
    }),
    action(t("merge.next"), end, ".primary")),
];

function ready() {
  const { view } = preview;
  const { counts, notes } = view;
  const count = counts.add + counts.change + counts.adopt;
  const word = count === 0 && notes?.newDeviceSettings
    ? t("merge.apply-devices", { count: notes.newDeviceSettings }) : t("merge.apply", { count });
  const button = action(word, () => preview.act(() => post(`${preview.path}/apply`, { plan: preview.view.plan })), ".primary");
  const isNothing = count === 0 && !notes?.newDeviceSettings;
  button.disabled = isNothing;
  return [
    make("p", {}, badge(view.origin ? t("merge.origin", { program: view.origin }) : t(`merge.kind-${view.kind}`)), " ", t("merge.counts", counts)),
    view.recents && make("p.soft", {}, t("merge.recents", { count: view.recents })),
    view.leftOut.length > 0 && make("p.soft", {}, t("merge.left-out", { names: view.leftOut.join(", ") })),
    notes && make("p.soft", {}, t("merge.notes", {
      favourites: notes.favourites, objects: notes.cachedObjects, devices: notes.deviceSettings, new: notes.newDeviceSettings })),
    isNothing && make("p", {}, t("merge.nothing")),
    make("div.acts", {}, button, action(t("import.end"), end)),
    ...preview.records("archive-title"),
  ];
}

/** Returns the row of a record. */
function recordRow({ position, table, subject, fate: own, differences, reason }) {
  const tone = { add: "done", adopt: "done", refused: "no", change: "ask" }[own];
  return listRow({
    id: `record-${position}`, title: subject || t(`merge.table-${table}`),
    facts: [t(`merge.table-${table}`), reason && t(`merge.reason-${reason}`),
      ...differences.map(({ column, before, after }) => t("import.differs", { field: column, before: before ?? "–", after: after ?? "–" }))],
    state: [badge(fateWord(own), tone)],
  });
}

const preview = new Preview("merges", {
  draw, progress: () => part("merge-progress")?.replaceChildren(...progress()),
  list: { id: "merge", path: "records", fates, fateWord, row: recordRow },
});
const end = () => preview.end();
