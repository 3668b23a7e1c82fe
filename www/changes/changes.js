// The changes, the orders for tags and labels, and the acts of access: who did what, from where and when. A change can be undone unless
// something has changed since.

import { get, query } from "/hub/client.js";
import { moment } from "/hub/clock.js";
import { hasText, loadWords, t, textOr } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { openSheet } from "/desk/sheet.js";
import { loadStyle } from "/desk/style.js";
import { Address } from "/page/address.js";
import { emptyContent } from "/page/choices.js";
import { ChangeFilter, filterNames, requested } from "/changes/filter.js";
import { PagedList } from "/page/list.js";
import { problemText, startPage } from "/page/page.js";
import { signedIn } from "/page/person.js";
import { action, badge, listRow } from "/page/row.js";
import { say, undoChange } from "/page/toast.js";

const time = ({ at }) => moment(at).slice(0, -4);

const address = new Address("/changes", {
  read: (search) => Object.fromEntries(filterNames.map((name) => [name, search.get(name) ?? ""])),
  show: () => refresh(),
});

const list = new PagedList({
  path: (cursor, limit) => `/changes${query({ limit, cursor, ...requested(address.state) })}`,
  row,
  count: (count, isMore) => t(isMore ? "changes.first" : "changes.count", { count }),
  name: "changes",
  isCounted: false,
  columns: [
    { key: "record", word: () => t("columns.change"), text: changeTitle },
    { key: "person", word: () => t("columns.author"), text: authorOf },
    { key: "state", word: () => t("columns.time"), text: time, order: ({ at }) => Date.parse(at) },
    // In the file only: the row has these in its other columns.
    { key: "kind", word: () => t("changes.kind"), text: ({ kind }) => textOr(`did.${kind}`, kind) },
    { key: "station", word: () => t("changes.station"), text: ({ station }) => station ?? "" },
    { key: "origin", word: () => t("changes.origin"), text: ({ access }) => originOf(access) ?? "" },
  ],
  empty: () => (Object.values(address.state).some(Boolean) ? emptyContent(t("changes.none-match"), t("changes.none-match-do"))
    : emptyContent(t("changes.none"), t("changes.none-do"))),
});

function row(change) {
  const { id, release, copy, undoneBy, undoes, cannotUndo, changedSince, access, order } = change;
  return listRow({
    id, title: changeTitle(change), release: release ?? copy?.release,
    facts: [...reasonOf(change), ...accessFacts(access), ...orderFacts(change)],
    by: authorOf(change),
    state: [
      make("span.soft", {}, time(change)),
      undoes && badge(t("changes.undoes"), undefined, icon("undo")), undoneBy && badge(t("changes.undone")),
      cannotUndo && changedSince && make("span.soft", {}, t("changes.since", { word: textOr(`did.${changedSince}`, changedSince) })),
    ],
    main: !undoneBy && !cannotUndo && make("button", { type: "button", on: { click: (event) => undo(id, event.currentTarget) } },
      t("page.undo")),
    more: access || order ? [] : [action(t("changes.rows"), () => openRows(id))],
  });
}

function changeTitle(change) {
  const { access, kind, order } = change;
  const title = access ? textOr(`access.${access.act}`, access.act)
    : order?.action ? textOr(`order.${order.action}`, order.action) : textOr(`did.${kind}`, kind);
  return [title, ...access?.subject ? [access.subject] : subject(change)].join("\u00a0· ");
}

/** Returns the words that staff typed, or the reason for which the hub took back a change that was not complete. */
function reasonOf({ kind, reason, by, station }) {
  if (!reason) return [];
  const own = kind === "undo" && !by && !station && `changes.ended-${reason}`;
  return [own && hasText(own) ? t(own) : t("changes.reason", { reason })];
}

/** Returns what an act of access set, from where it came, and how often. */
function accessFacts(access) {
  if (!access) return [];
  const { act, detail, count } = access;
  const what = detail && [`access.with-${detail}`, `signin.role-${detail}`].find(hasText);
  return [act === "account-renamed" || !what ? detail : t(what), originOf(access), count > 1 && t("access.times", { count })];
}

/** Returns how many tags of a queue or labels were ordered. */
function orderFacts({ kind, order }) {
  return order && !order.action ? [t(kind === "label-job" ? "order.labels" : "order.tags", { count: order.count })] : [];
}

const originOf = (access) => access?.origin && textOr(`access.from-${access.origin}`, access.origin);

function authorOf({ by, station, access }) {
  if (by && station) return t("changes.by-at", { who: by, station });
  if (access && !by && !station && access.origin !== "console") return t("access.unknown");
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
    await undoChange(id);
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

let filter;
function refresh() {
  filter?.show(address.state);
  list.read();
}
await Promise.all([loadWords("signin"), loadWords("changes"), loadStyle("/changes/changes.css")]);
await startPage("changes", { touches: /^(change|loan|copy|hold|borrower|fee|setting|inbox|scan|tag-job|tag-queue|label-job)\./, refresh });
filter = new ChangeFilter(document.querySelector(".list-tools"), {
  isAdmin: (await signedIn())?.role === "admin", onChange: (change) => address.go(change),
});
refresh();
