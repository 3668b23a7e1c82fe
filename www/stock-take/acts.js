// What people do with a stock-take: the forms to start, close, apply and cancel it.

import { newID, post, request } from "/hub/client.js";
import { every } from "/hub/every.js";
import { grouped } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { openForm } from "/page/form.js";
import { action } from "/page/row.js";
import { complain, perform } from "/page/toast.js";

/** Returns the path of a stock-take below `/api/v1`. */
export const pathOf = ({ id }) => `/stock-takes/${encodeURIComponent(id)}`;

/** Opens the form for a new stock-take. @param {(take: object) => void} done */
export async function openStart(done) {
  let places;
  try {
    places = await every("/places");
  } catch (error) {
    complain(error);
    return;
  }
  const key = newID();
  openForm({
    title: t("stock-take.start"),
    lead: [t("stock-take.start-text")],
    fields: [
      { name: "place", word: t("stock-take.place"), choices: [["", t("stock-take.no-place")], ...places.map(({ id, name }) => [id, name])],
        value: places[0]?.id ?? "" },
      { name: "query", word: t("stock-take.query"), help: t("stock-take.query-help") },
      { name: "name", word: t("stock-take.name"), most: 100 },
    ],
    act: t("stock-take.start"),
    send: async ({ place, query: text, name }) => {
      const order = { ...text ? { query: text } : { place }, ...name ? { name } : {} };
      let take;
      await perform(async () => {
        take = await post("/stock-takes", order, { headers: { "idempotency-key": key } });
        return take;
      }, t("stock-take.started"), () => {}, { throws: true });
      done(take);
    },
  });
}

/** Closes a stock-take. Stations whose scans may be missing are named first. */
export function openClose(take, { refresh }) {
  const awaited = take.stations.filter(({ isAwaited }) => isAwaited).map(({ name }) => name);
  openSheet(t("stock-take.close"), [
    make("p", {}, t("stock-take.close-text")),
    ...awaited.length ? [make("p.problem", {}, t("stock-take.close-awaited", { stations: awaited.join(", ") }))] : [],
    make("div.actions", {}, action(t("page.cancel"), closeSheet), action(t(awaited.length ? "stock-take.close-anyway" : "stock-take.close"), async () => {
      closeSheet();
      await perform(() => post(`${pathOf(take)}/close`, awaited.length ? { isForced: true } : {}), t("stock-take.closed"), refresh);
    }, awaited.length ? ".primary.grave" : ".primary")),
  ]);
}

export const reopen = (take, { refresh }) => perform(
  () => request("POST", `/api/v1${pathOf(take)}/reopen`), t("stock-take.reopened"), refresh);

export function openCancel(take, { done }) {
  openSheet(t("stock-take.cancel"), [
    make("p", {}, t("stock-take.cancel-text")),
    make("div.actions", {}, action(t("stock-take.keep"), closeSheet), action(t("stock-take.cancel"), async () => {
      closeSheet();
      await perform(() => request("POST", `/api/v1${pathOf(take)}/cancel`), t("stock-take.cancelled"), done);
    }, ".primary.grave")),
  ]);
}

/** The decisions: the member of the API, its choices, and the one that is suggested. */
const decisions = [
  ["notScanned", ["missing", "leave"]], ["missingAgain", ["leave", "lost"]], ["misplaced", ["leave", "move"]],
  ["unexpectedOnLoan", ["leave", "return"]], ["unexpectedGone", ["found", "leave"]],
];

/** Opens the decisions for each class, then what they would change. */
export function openApply(take, { refresh }) {
  let next;
  openForm({
    // The panel is emptied when it closes.
    closed: () => next?.(),
    title: t("stock-take.apply"),
    lead: [t("stock-take.apply-text")],
    fields: [
      ...decisions.map(([name, choices]) => ({ name, word: t(`stock-take.decide-${name}`), value: choices[0],
        choices: choices.map((choice) => [choice, t(`stock-take.do-${choice}`)]) })),
      { name: "includesUncounted", word: t("stock-take.uncounted"), value: "no",
        choices: [["no", t("stock-take.do-leave")], ["yes", t("stock-take.uncounted-yes")]] },
    ],
    act: t("stock-take.preview"),
    send: async (values) => {
      const order = { ...values, includesUncounted: values.includesUncounted === "yes" };
      const preview = await post(`${pathOf(take)}/preview`, order);
      next = () => showPreview(take, order, preview, refresh);
    },
  });
}

function showPreview(take, order, preview, refresh) {
  const key = newID();
  openSheet(t("stock-take.preview"), [
    preview.effects.length
      ? make("dl.facts", { id: "preview" }, ...preview.effects.flatMap(({ effect, number }) => [make("dt", {}, t(`stock-take.effect-${effect}`)), make("dd", {}, grouped(number))]))
      : make("p", { id: "preview" }, t("stock-take.no-effects")),
    ...preview.uncounted.map(({ name, copies }) => make("p.problem", {}, t("stock-take.uncounted-place", { place: name ?? t("stock-take.no-place"), count: copies }))),
    ...preview.awaited.length ? [make("p.problem", {}, t("stock-take.close-awaited", { stations: preview.awaited.join(", ") }))] : [],
    make("div.actions", {}, action(t("page.cancel"), closeSheet), action(t("stock-take.apply-now"), async () => {
      closeSheet();
      await perform(() => post(`${pathOf(take)}/apply`, { decisions: order, digest: preview.digest }, { headers: { "idempotency-key": key }, timeout: 120_000 }),
        t("stock-take.applied"), refresh);
    }, ".primary")),
  ]);
}
