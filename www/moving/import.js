// The import of a table: a file is chosen, its columns get their fields, each line is previewed, and all lines are imported as one change.

import { get, newID, post, query, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { showChips } from "/page/choices.js";
import { FileField } from "/page/file-field.js";
import { action, badge, listRow } from "/page/row.js";
import { complain, say, undoChange } from "/page/toast.js";
import { fieldsOf } from "/moving/fields.js";

/** The pause between two questions about the progress, in milliseconds. */
const pause = 500;
/** The lines that are read at once. */
const most = 50;
const encodings = ["utf-8", "utf-8-mark", "utf-16le", "utf-16be", "windows-1252"];
const delimiters = ["comma", "semicolon", "tab"];
const tables = Object.keys(fieldsOf);
const fates = ["all", "add", "change", "same", "refused"];

let view;
let fate = "all";
/** The table whose records the next file has. */
let table = tables[0];
/** Counts the redraws, so that an answer to an earlier question is not shown. */
let turn = 0;

/** Returns a part of the import; null if the present state has none. */
const part = (id) => document.getElementById(id);

const path = () => `/imports/${encodeURIComponent(view.id)}`;

/** Shows the import that is open, or the way to begin one. @param {string} role of the person who is signed in */
export async function showImport(role) {
  if (role !== "admin") return;
  const { items } = await get("/imports");
  view = items.findLast(({ state }) => state !== "applied");
  byID("import").hidden = false;
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
    if (isSame) drawProgress();
  }
  if (mine === turn) draw();
}

/** Does something with the import, and shows what becomes of it. */
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

const send = ([file]) => change(() => (
  request("POST", `/api/v1/imports${query({ table })}`, {
    blob: file, headers: { "content-type": "application/octet-stream", "idempotency-key": newID() }, timeout: 600_000,
  })));
const patch = (body) => change(() => request("PATCH", `/api/v1${path()}`, { body }));

async function end() {
  try {
    await request("DELETE", `/api/v1${path()}`);
  } catch (error) {
    if (error.status !== 404) return complain(error);
  }
  view = undefined;
  fate = "all";
  draw();
}

/** Draws the import as it is. The choices of columns stay open, and the focus stays where it was. */
function draw() {
  const wasOpen = part("import-columns")?.open ?? false;
  const focused = byID("import").contains(document.activeElement) ? document.activeElement.id : "";
  const parts = { checking: underWay, applying: underWay, ready, damaged, failed: damaged, applied }[view?.state] ?? begin;
  byID("import").replaceChildren(
    make("div.list-head", {}, make("h2", { id: "import-title", tabindex: "-1" }, t("import.title"))), ...parts().filter(Boolean));
  if (part("import-columns")) part("import-columns").open = wasOpen;
  if (focused) part(focused)?.focus();
  if (view?.state === "ready") showLines();
}

const begin = () => [
  make("p.soft", {}, t("import.lead")),
  choice("import-table", t("import.table"), tables.map((word) => [word, t(`moving.${word}`)]), table, (chosen) => { table = chosen; }),
  new FileField({ id: "import-file", word: "import.choose", accept: ".csv,.tsv,.txt,text/csv", onFiles: send }).element,
];

const underWay = () => [make("div", { id: "import-progress" }, ...progress())];
const drawProgress = () => part("import-progress")?.replaceChildren(...progress());
const progress = () => [
  make("p", { role: "status" }, t(`import.${view.state}`)),
  make("progress", { max: "100", value: String(view.percent), "aria-label": t(`import.${view.state}`) }),
  make("p.soft", {}, view.secondsLeft === undefined ? "" : t("import.left", { seconds: view.secondsLeft })),
];

/** The file cannot be read, or nothing was imported. */
const damaged = () => {
  const { fault } = view;
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
        await undoChange(view.change);
        say(t("import.undone"));
        await end();
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
  view.isEncodingGuessed && make("p", {}, badge(t("import.guessed"), "ask", icon("ask"))),
  choice("import-encoding", t("import.encoding"), encodings.map((word) => [word, t(`import.${word}`)]), view.encoding,
    (encoding) => patch({ encoding })),
  choice("import-delimiter", t("import.delimiter"), delimiters.map((word) => [word, t(`import.${word}`)]), view.delimiter,
    (delimiter) => patch({ delimiter })),
];

function ready() {
  const { counts, program } = view;
  const isEmpty = counts.add + counts.change === 0;
  const skips = counts.refused > 0 && make("label.check", {}, make("input", { type: "checkbox", id: "import-skip",
    on: { change: (event) => { button.disabled = isEmpty || !event.target.checked; } } }),
  make("span", {}, t("import.skip", { count: counts.refused })));
  const button = action(t("import.apply", { count: counts.add + counts.change }), () => change(() => (
    post(`${path()}/apply`, { plan: view.plan, skipsRefused: counts.refused > 0 }))), ".primary");
  button.disabled = isEmpty || counts.refused > 0;
  return [
    make("p", {}, badge(t(`moving.${view.table}`)), " ", badge(t(`import.program-${program}`)), " ", t("import.counts", counts)),
    isEmpty && make("p", {}, t("import.nothing")),
    skips,
    make("div.acts", {}, button, action(t("import.end"), end)),
    make("details", { id: "import-columns" }, make("summary", {}, t("import.columns")), ...reading(), ...columns()),
    make("div.chips", { id: "import-fates" }),
    make("ul.rows", { id: "import-lines", "aria-labelledby": "import-title" }),
    make("div", { id: "import-more" }),
  ];
}

/** A choice of the field for each column. */
function columns() {
  const known = [...new Set(view.fields.filter(Boolean))];
  const all = [...new Set([...fieldsOf[view.table], ...known])];
  return view.columns.map((column, index) => choice(
    `import-column-${index}`, [column, view.samples[0]?.[index]].filter(Boolean).join(": "),
    [["", t("import.left-out")], ...all.map((field) => [field, field])], view.fields[index] ?? "",
    // A field has one column: the one that had it before is left out.
    (field) => patch({ fields: view.fields.map((old, at) => (at === index ? field || null : old === field ? null : old)) })));
}

async function showLines(cursor) {
  const mine = turn;
  showChips(byID("import-fates"), fates.map((word) => [word, t(`import.fate-${word}`)]), fate, (chosen) => {
    fate = chosen;
    byID("import-lines").replaceChildren();
    showLines();
  });
  try {
    const page = await get(`${path()}/lines${query({ fate, limit: most, cursor })}`);
    if (mine !== turn || !part("import-lines")) return;
    byID("import-lines").append(...page.items.map(lineRow));
    byID("import-more").replaceChildren(...page.next ? [action(t("import.more"), () => showLines(page.next))] : []);
  } catch (error) {
    complain(error);
  }
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
