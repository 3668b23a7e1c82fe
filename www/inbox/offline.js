// The open items of offline stations: merged transactions that staff still have to resolve.

import { get, query } from "/hub/client.js";
import { whenShort } from "/hub/clock.js";
import { t, textOr } from "/hub/words.js";
import { byID, setText } from "/record/element.js";
import { openForm } from "/page/form.js";
import { problemText } from "/page/page.js";
import { action, badge, listRow } from "/page/row.js";
import { once, perform } from "/page/toast.js";
import { ListWindow, mostCounted } from "/page/window.js";

const [section, rows, count, more] = ["offline", "offline-rows", "offline-count", "offline-more"].map(byID);
let call;

const list = new ListWindow({
  list: rows, scroller: byID("offline-list"), row,
  read: (cursor, limit, signal) => get(`/offline-entries${query({ state: "open", limit, cursor })}`, { signal }),
  onChange: show,
  onProblem: (error) => {
    setText(count, problemText(error));
    more.hidden = false;
  },
});

byID("offline-more-button").addEventListener("click", () => {
  more.hidden = true;
  list.again();
});

/** Reads the list again, and stays at its place; the old one stays until the answer arrives. */
export async function readOffline() {
  call?.abort();
  call = new AbortController();
  const { signal } = call;
  section.setAttribute("aria-busy", "true");
  try {
    await list.read({ isNew: !list.known });
  } catch (error) {
    if (signal.aborted) return;
    list.clear();
    // The list below shows the remedy.
    section.hidden = error.status === 401 || error.status === 403;
    setText(count, problemText(error));
  } finally {
    if (!signal.aborted) section.removeAttribute("aria-busy");
  }
}

function show() {
  const { known, total } = list;
  // Most libraries have no offline station: without an entry, the page is the inbox alone.
  if (!known && section.contains(document.activeElement)) byID("list").focus();
  section.hidden = !known;
  more.hidden = true;
  setText(count, !known ? "" : total !== undefined ? t("offline.count", { count: total })
    : t("list.more-than", { count: Math.max(known, mostCounted) }));
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
