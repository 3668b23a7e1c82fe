// The import of a table: a file is chosen, its columns get their fields, each line is previewed, and all lines are imported as one change.

import { newID, post, query, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { FileField } from "/page/file-field.js";
import { action, badge, listRow } from "/page/row.js";
import { complain, say, undoChange } from "/page/toast.js";
import { fieldsOf } from "/moving/fields.js";
import { Preview, part } from "/moving/preview.js";

const encodings = ["utf-8", "utf-8-mark", "utf-16le", "utf-16be", "windows-1252"];
const delimiters = ["comma", "semicolon", "tab"];
const tables = Object.keys(fieldsOf);
const programs = ["deadwax", "discogs-collection", "discogs-listings", "clz", "other"];
const fates = ["all", "add", "change", "same", "refused"];

/** The table whose records the next file has; empty if its columns decide. */
let table = "";

/** The import whose choices of columns a person has opened or closed, and whether they are open. */
let opened = { id: "", isOpen: false };
/** The id of the part that had the focus before the file was checked again. */
let focusedBefore = "";

/** Shows the import that is open, or the way to begin one. @param {string} role of the person who is signed in */
export async function showImport(role) {
  if (role !== "admin") return;
  await preview.open();
  byID("import").hidden = false;
  draw();
  if (preview.view) await preview.follow();
}

const send = ([file]) => preview.act(() => (
  request("POST", `/api/v1/imports${query({ table: table || undefined })}`, {
    blob: file, headers: { "content-type": "application/octet-stream", "idempotency-key": newID() }, timeout: 600_000,
  })));
const patch = (body) => preview.act(() => request("PATCH", `/api/v1${preview.path}`, { body }));

/** Draws the import as it is. The choices of columns stay as they are, and the focus stays where it was. */
function draw() {
  const active = document.activeElement;
  const focused = byID("import").contains(active) ? active.id : active === document.body ? focusedBefore : "";
  const parts = { checking: underWay, applying: underWay, ready, damaged, failed: damaged, applied }[preview.view?.state] ?? begin;
  byID("import").replaceChildren(
    make("div.list-head", {}, make("h2", { id: "import-title", tabindex: "-1" }, t("import.title"))), ...parts().filter(Boolean));
  part(focused)?.focus();
  // While the file is checked again, no choice is there to have the focus.
  focusedBefore = preview.view?.state === "checking" ? focused : "";
  if (preview.view?.state === "ready") preview.showRecords();
}

const begin = () => [
  make("p.soft", {}, t("import.lead")),
  choice("import-table", t("import.table"), [["", t("import.by-columns")], ...tables.map((word) => [word, t(`moving.${word}`)])], table,
    (chosen) => { table = chosen; }),
  new FileField({ id: "import-file", word: "import.choose", accept: ".csv,.tsv,.txt,text/csv", onFiles: send }).element,
];

const underWay = () => [make("div", { id: "import-progress" }, ...progress())];
const progress = () => preview.progress(t(`import.${preview.view.state}`));

/** The file cannot be read, or nothing was imported. */
const damaged = () => {
  const { fault } = preview.view;
  return [
    make("p.problem", { role: "alert" },
      fault?.line ? t("import.fault", { line: fault.line, column: fault.column, reason: fault.detail }) : fault?.detail),
    make("p", {}, t("import.unchanged")),
    ...reading(),
    make("div.acts", {}, action(t("import.again"), () => patch({}), ".primary"), action(t("import.end"), end)),
  ];
};

const applied = () => [
  make("p", {}, badge(t("import.applied"), "done", icon("done"))),
  make("div.acts", {},
    action(t("import.undo"), async () => {
      try {
        await undoChange(preview.view.change);
        say(t("import.undone"));
        await preview.end();
      } catch (error) {
        complain(error);
      }
    }),
    action(t("import.next"), end, ".primary")),
];

const choice = (id, word, values, chosen, onChoose) => make("div.entry", {}, make("label", { for: id }, word),
  make("select.field-select", { id, on: { change: (event) => onChoose(event.target.value) } },
    ...values.map(([value, name]) => make("option", { value, selected: value === chosen }, name))));

/** The encoding and the delimiter, which a person can correct. */
const reading = () => [
  preview.view.isEncodingGuessed && make("p", {}, badge(t("import.guessed"), "ask", icon("ask"))),
  choice("import-encoding", t("import.encoding"), encodings.map((word) => [word, t(`import.${word}`)]), preview.view.encoding,
    (encoding) => patch({ encoding })),
  choice("import-delimiter", t("import.delimiter"), delimiters.map((word) => [word, t(`import.${word}`)]), preview.view.delimiter,
    (delimiter) => patch({ delimiter })),
];

/** The program that the file comes from, which a person can correct. The fields are found again then. */
const programChoice = () => choice("import-program", t("import.program"), programs.map((word) => [word, t(`import.program-${word}`)]),
  preview.view.program, (program) => patch({ program }));

function ready() {
  const { view } = preview;
  const { counts, program } = view;
  const isEmpty = counts.add + counts.change === 0;
  const skips = counts.refused > 0 && make("label.check", {}, make("input", { type: "checkbox", id: "import-skip",
    on: { change: (event) => { button.disabled = isEmpty || !event.target.checked; } } }),
  make("span", {}, t("import.skip", { count: counts.refused })));
  const button = action(t("import.apply", { count: counts.add + counts.change }), () => preview.act(() => (
    post(`${preview.path}/apply`, { plan: view.plan, skipsRefused: counts.refused > 0 }))), ".primary");
  button.disabled = isEmpty || counts.refused > 0;
  return [
    make("p", {}, badge(t(`moving.${view.table}`)), " ", badge(t(`import.program-${program}`)), " ",
      ...view.isMappingSaved ? [badge(t("import.saved")), " "] : [], t("import.counts", counts)),
    isEmpty && make("p", {}, t("import.nothing")),
    skips,
    make("div.acts", {}, button, action(t("import.end"), end)),
    make("details", { id: "import-columns", open: opensColumns(), on: {
      toggle: ({ target }) => { opened = { id: view.id, isOpen: target.open }; },
    } }, make("summary", {}, t("import.columns")), programChoice(), ...reading(), ...columns()),
    ...preview.records("import-title"),
  ];
}

/** Returns true if the choices of columns are to be open: a file of an unknown program needs them. */
function opensColumns() {
  const { view } = preview;
  return opened.id === view.id ? opened.isOpen : view.program === "other" && !view.isMappingSaved && view.fields.includes(null);
}

/** A choice of the field for each column, with its first values. */
function columns() {
  const { view } = preview;
  const known = [...new Set(view.fields.filter(Boolean))];
  const all = [...new Set([...fieldsOf[view.table], ...known])];
  const count = view.fields.filter((field) => !field).length;
  const values = (index) => view.samples.map((row) => row[index]).filter(Boolean).join(" · ");
  return [count > 0 && make("p.soft", {}, t("import.unmapped", { count })), ...view.columns.map((column, index) => choice(
    `import-column-${index}`, [column, values(index)].filter(Boolean).join(": "),
    [["", t("import.left-out")], ...all.map((field) => [field, field])], view.fields[index] ?? "",
    // A field has one column: the one that had it before is left out.
    (field) => patch({ fields: view.fields.map((old, at) => (at === index ? field || null : old === field ? null : old)) })))].filter(Boolean);
}

function lineRow({ line, fate: own, subject, addsRelease, differences, reason }) {
  const tone = { add: "done", refused: "no", change: "ask" }[own];
  return listRow({
    id: `line-${line}`, title: subject || t("import.line", { line }),
    facts: [t("import.line", { line }), addsRelease && t("import.new-release"),
      reason?.detail,
      ...differences.map(({ field, before, after, isKept, isEdited }) => t(
        isKept ? "import.kept" : isEdited ? "import.edited" : "import.differs", { field, before: before ?? "–", after }))],
    state: [badge(t(`import.fate-${own}`), tone)],
  });
}

const preview = new Preview("imports", {
  draw, progress: () => part("import-progress")?.replaceChildren(...progress()),
  list: { id: "import", path: "lines", fates, fateWord: (word) => t(`import.fate-${word}`), row: lineRow },
});
const end = () => preview.end();
