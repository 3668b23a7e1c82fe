// The open items of offline stations: merged transactions that staff still have to resolve.

import { get, query } from "/hub/client.js";
import { whenShort } from "/hub/clock.js";
import { t, textOr } from "/hub/words.js";
import { byID, setText } from "/record/element.js";
import { openForm } from "/page/form.js";
import { problemText } from "/page/page.js";
import { action, badge, listRow } from "/page/row.js";
import { once, perform } from "/page/toast.js";

const pageLength = 50;
const [section, rows, count, more] = ["offline", "offline-rows", "offline-count", "offline-more"].map(byID);
let call;
let items = [];
let cursor;

byID("offline-more-button").addEventListener("click", () => read(cursor));

/** Reads from the beginning; the old list stays until the answer arrives. */
export const readOffline = () => read();

async function read(after) {
  call?.abort();
  call = new AbortController();
  const { signal } = call;
  section.setAttribute("aria-busy", "true");
  try {
    const page = await get(`/offline-entries${query({ state: "open", limit: pageLength, cursor: after })}`, { signal });
    items = after ? [...items, ...page.items] : page.items;
    cursor = page.next;
    show();
  } catch (error) {
    if (signal.aborted) return;
    // The list above shows the remedy.
    section.hidden = error.status === 401 || error.status === 403;
    [items, cursor] = [[], undefined];
    rows.replaceChildren();
    more.hidden = true;
    setText(count, problemText(error));
  } finally {
    if (!signal.aborted) section.removeAttribute("aria-busy");
  }
}

function show() {
  const focused = rows.contains(document.activeElement) && document.activeElement.closest("[data-id]")?.dataset.id;
  rows.replaceChildren(...items.map(row));
  // Most libraries have no offline station: without an entry, the page is the inbox alone.
  section.hidden = !items.length;
  if (focused) (rows.querySelector(`[data-id="${CSS.escape(focused)}"] button`) ?? byID("list")).focus();
  more.hidden = !cursor;
  setText(count, items.length ? t(cursor ? "offline.first" : "offline.count", { count: items.length }) : "");
}

const words = ({ code, title }) => textOr(`outcome.${code}.title`, title);

/** Returns an item: its subject, time and place, the change, and the reasons against it. */
function row(item) {
  const isDone = item.state !== "needs-staff";
  const who = item.borrower?.shortName ?? (item.card && t("offline.card", { card: item.card }));
  const facts = [t(`offline.act-${item.act}`), who, item.station, whenShort(item.at)];
  const against = item.reasons.filter(({ code }) => code !== item.code || !isDone).map(words);
  const told = isDone ? [words(item), against.length && t("offline.though", { reasons: against.join(", ") })]
    : [t("offline.not-done", { reasons: (against.length ? against : [words(item)]).join(", ") })];
  return listRow({
    id: item.id, title: item.release ? `${item.release.artist} \u2013 ${item.release.title}` : item.text,
    release: item.release, facts: [...facts, ...told],
    state: [badge(t(`offline.state-${item.state}`), isDone ? undefined : "ask")],
    main: action(t("offline.done"), () => openDone(item)),
  });
}

function openDone(item) {
  openForm({
    title: t("offline.done"), lead: [t("offline.done-lead")],
    fields: [{ name: "note", word: t("offline.note"), most: 300 }],
    act: t("offline.done"),
    send: ({ note }) => perform(
      () => once(`/offline-entries/${encodeURIComponent(item.id)}/close`, note ? { note } : {}), t("offline.done-message"), readOffline,
      { throws: true }),
  });
}
