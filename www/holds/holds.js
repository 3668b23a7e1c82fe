// Holds: the queue, the pick-up shelf, and holds that have ended.

import { get, newID, post, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { factLine } from "/record/words.js";
import { openForm } from "/page/form.js";
import { emptyContent, showChips } from "/page/choices.js";
import { PagedList } from "/page/list.js";
import { startPage } from "/page/page.js";
import { once, perform } from "/page/toast.js";
import { finder } from "/page/finder.js";
import { holdLine, holdState } from "/holds/line.js";

const pageLength = 50;
const shown = ["waiting", "ready", "fulfilled", "cancelled", "expired"];
let state = readAddress();

function readAddress() {
  const asked = new URLSearchParams(location.search).get("state");
  return { state: shown.includes(asked) ? asked : "waiting" };
}

function go(next) {
  state = { state: next };
  history.pushState(undefined, "", `/holds${query({ state: next === "waiting" ? "" : next })}`);
  refresh();
}

addEventListener("popstate", () => {
  state = readAddress();
  refresh();
});

const placeButton = (kind) => make(`button${kind}`, { type: "button", on: { click: openPlacing } }, t("holds.place"));

const list = new PagedList({
  // What stands on the pick-up shelf is more than the ready holds: copies of ended ones are still to be taken away.
  path: (cursor) => (state.state === "ready" ? `/holds/shelf${query({ limit: pageLength, cursor })}`
    : `/holds${query({ state: state.state, limit: pageLength, cursor })}`),
  row: (hold) => holdLine(hold, refresh, { isOnShelf: state.state === "ready" }),
  count: (count, isMore) => t(isMore ? "holds.first" : "holds.count", { count }),
  name: "holds",
  columns: [
    { key: "record", word: () => t("columns.record"), text: ({ release }) => [release?.title, release?.artist].filter(Boolean).join(" \u2013 ") },
    { key: "person", word: () => t("columns.person"), text: ({ borrower }) => borrower?.shortName ?? "" },
    { key: "state", word: () => t("columns.state"), text: holdState, order: ({ pickUpBy, position, createdAt }) => (
      Date.parse(pickUpBy) || position || Date.parse(createdAt)) },
  ],
  batch: [{ word: () => t("holds.cancel"), act: ({ id }) => once(`/holds/${encodeURIComponent(id)}/cancel`) }],
  empty: () => emptyContent(t(`holds.none-${state.state}`), t("holds.none-do"), placeButton(".primary")),
});

function openPlacing() {
  const id = newID();
  const release = finder({
    id: "hold-release", word: t("holds.release"),
    find: async (words) => (await get(`/releases${query({ search: words, typing: "true", limit: 8 })}`)).items,
    text: (one) => [one.title, one.artist, factLine(one)].filter(Boolean).join("\u00a0· "),
  });
  const borrower = finder({
    id: "hold-borrower", word: t("holds.borrower"),
    find: async (words) => (await get(`/borrowers${query({ search: words, limit: 8 })}`)).items,
    text: (one) => `${one.name}\u00a0· ${one.shortName}`,
  });
  openForm({
    title: t("holds.place"), lead: [release.element, borrower.element],
    fields: [{ name: "notAfter", word: t("holds.not-after-field"), type: "date" }],
    act: t("holds.place"),
    send: async ({ notAfter }) => {
      if (!release.chosen) throw new Error(t("holds.release-missing"));
      if (!borrower.chosen) throw new Error(t("holds.borrower-missing"));
      const order = { release: release.chosen.id, borrower: borrower.chosen.id,
        ...notAfter ? { notAfter: `${notAfter}T23:59:59Z` } : {} };
      await perform(() => post("/holds", order, { headers: { "idempotency-key": id } }), t("holds.placed"), refresh,
        { throws: true });
    },
  });
  release.focus();
}

function refresh() {
  showChips(byID("chips"), shown.map((one) => [one, t(`holds.state-${one}`)]), state.state, go);
  list.read();
}

byID("place").addEventListener("click", openPlacing);
await startPage("holds", { touches: /^(hold|change|loan|scan)\./, refresh });
refresh();
