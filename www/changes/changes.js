// The changes, with their authors and reasons. Each can be undone unless something has changed since.

import { get, query } from "/hub/client.js";
import { moment } from "/hub/clock.js";
import { t, textOr } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { openSheet } from "/desk/sheet.js";
import { emptyContent } from "/page/choices.js";
import { PagedList } from "/page/list.js";
import { problemText, startPage } from "/page/page.js";
import { action, badge, listRow } from "/page/row.js";
import { once, say } from "/page/toast.js";


const list = new PagedList({
  path: (cursor, limit) => `/changes${query({ limit, cursor })}`,
  row,
  count: (count, isMore) => t(isMore ? "changes.first" : "changes.count", { count }),
  name: "changes",
  isCounted: false,
  columns: [
    { key: "record", word: () => t("columns.change"), text: changeTitle },
    { key: "person", word: () => t("columns.author"), text: authorOf },
    { key: "state", word: () => t("columns.time"), text: ({ at }) => moment(at).slice(0, -4), order: ({ at }) => Date.parse(at) },
  ],
  empty: () => emptyContent(t("changes.none"), t("changes.none-do")),
});

function row(change) {
  const { id, kind, at, reason, release, copy, undoneBy, undoes, cannotUndo, changedSince } = change;
  const record = release ?? copy?.release;
  return listRow({
    id, title: changeTitle(change), release: record,
    facts: reason ? [t("changes.reason", { reason })] : [],
    by: authorOf(change),
    state: [
      make("span.soft", {}, moment(at).slice(0, -4)),
      undoes && badge(t("changes.undoes"), undefined, icon("undo")), undoneBy && badge(t("changes.undone")),
      cannotUndo && changedSince && make("span.soft", {}, t("changes.since", { word: textOr(`did.${changedSince}`, changedSince) })),
    ],
    main: !undoneBy && !cannotUndo && make("button", { type: "button", on: { click: (event) => undo(id, event.currentTarget) } },
      t("page.undo")),
    more: [action(t("changes.rows"), () => openRows(id))],
  });
}

function changeTitle(change) { return [textOr(`did.${change.kind}`, change.kind), ...subject(change)].join("\u00a0· "); }

function authorOf({ by, station }) {
  if (by && station) return t("changes.by-at", { who: by, station });
  return t("changes.by", { who: by ?? (station && t("changes.desk", { station })) });
}

/** Returns the subject of a change, and its borrower. */
function subject({ release, copy, borrower, setting }) {
  const title = release?.title ?? copy?.release?.title;
  return [title, copy && t("desk.copy", { number: copy.number }), borrower, setting].filter(Boolean);
}

async function undo(id, button) {
  button.disabled = true;
  try {
    await once(`/changes/${encodeURIComponent(id)}/undo`);
    say(t("page.undone"));
    list.read();
  } catch (error) {
    // The reason, in words: the later change.
    say(problemText(error), { isFault: true });
    button.disabled = false;
  }
}

async function openRows(id) {
  let change;
  try {
    change = await get(`/changes/${encodeURIComponent(id)}`);
  } catch (error) {
    say(problemText(error), { isFault: true });
    return;
  }
  const rows = (change.rows ?? []).map(({ table, id: row, verb, lines = [] }) => make("details.change-row", {},
    make("summary", {}, [table, verb, row].filter(Boolean).join(" ")),
    make("pre.receipt", { tabindex: "0" }, lines.join("\n") || "=")));
  openSheet(textOr(`did.${change.kind}`, change.kind), rows.length ? rows : [make("p", {}, t("changes.no-rows"))]);
}

const refresh = () => list.read();
await startPage("changes", { touches: /^(change|loan|copy|hold|borrower|fee|setting|inbox|scan)\./, refresh });
refresh();
