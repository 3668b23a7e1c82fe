// Bulk changes: an order, its preview copy by copy, and all of it as one change that can be undone.

import { get, newID, post, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { showChips } from "/page/choices.js";
import { showProblem, startWords } from "/page/page.js";
import { action, badge, listRow } from "/page/row.js";
import { complain, say, undoChange } from "/page/toast.js";
import { orderForm, showFields } from "/bulk/order.js";
import { keepSelection, selection } from "/bulk/scope.js";

/** The pause between two questions about the progress, in milliseconds. */
const pause = 300;
/** The lines that are read at once. */
const most = 50;
const fates = ["all", "change", "same", "refused"];
const busy = ["checking", "applying", "taking-back"];
/** The fields of differences whose values are words of the hub. */
const words = { status: (value) => t(`bulk.status-${value}`), isReference: (value) => t(value === "true" ? "bulk.yes" : "bulk.no") };

let view;
let fate = "all";
/** Counts the redraws, so that an answer to an earlier question is not shown. */
let turn = 0;

const part = (id) => document.getElementById(id);
const path = () => `/bulk-changes/${encodeURIComponent(view.id)}`;

async function start() {
  try {
    const { role } = await get("/sign-in");
    if (!["staff", "admin"].includes(role)) throw Object.assign(new Error(), { status: 403 });
    byID("empty").hidden = true;
    byID("bulk").hidden = false;
    draw();
  } catch (error) {
    byID("bulk").hidden = true;
    showProblem(byID("empty"), error, start);
  }
}

/** Asks for the progress until nothing is under way. */
async function follow() {
  const mine = ++turn;
  while (busy.includes(view?.state)) {
    await new Promise((done) => { setTimeout(done, pause); });
    try {
      const next = await get(path());
      if (mine !== turn) return;
      const isSame = next.state === view.state;
      view = next;
      if (isSame) drawProgress();
    } catch (error) {
      if (mine !== turn) return;
      // A restart of the hub ends a bulk change; one that had changed a copy is found.
      if (error.status === 404) view = { ...view, state: "failed", fault: t("bulk.interrupted") };
      else if (error.status) throw error;
    }
  }
  if (mine !== turn) return;
  draw(true);
  if (view?.state === "applied") say(t("bulk.applied", { count: view.counts.change }), { act: undoButton() });
}

async function change(work) {
  try {
    view = await work();
    draw(true);
    await follow();
  } catch (error) {
    complain(error);
    draw();
  }
}

const send = (order) => change(() => post("/bulk-changes", order, { headers: { "idempotency-key": newID() } }));

const undoButton = () => action(t("page.undo"), async () => {
  try {
    say(t("bulk.taking-back"));
    await undoChange(view.change);
    say(t("bulk.undone"));
    again();
  } catch (error) {
    complain(error);
  }
});

/** Goes back to the form. */
function again() {
  if (view && !["applied", "cancelled"].includes(view.state)) post(`${path()}/cancel`).catch(() => {});
  turn += 1;
  view = undefined;
  fate = "all";
  draw(true);
}

/** Draws the bulk change as it is. @param {boolean} moves true if the focus goes to its beginning */
function draw(moves = false) {
  const parts = busy.includes(view?.state) ? underWay : { ready, failed, cancelled: failed, applied }[view?.state] ?? form;
  byID("bulk").replaceChildren(...parts().filter(Boolean));
  if (!view) showFields().catch(complain);
  if (view?.state === "applied") fate = "changed-meanwhile";
  if (part("bulk-lines")) showLines();
  if (moves) byID("list").focus({ preventScroll: true });
}

const form = () => orderForm(
  { releases: selection(), query: new URLSearchParams(location.search).get("q") ?? "" }, send, () => {
    keepSelection([]);
    draw(true);
  });

const underWay = () => [
  make("div", { id: "bulk-progress" }, ...progress()),
  view.state !== "taking-back" && make("div.acts", {}, action(t("bulk.cancel"), () => post(`${path()}/cancel`).catch(complain))),
];
const drawProgress = () => part("bulk-progress")?.replaceChildren(...progress());
const progress = () => [
  make("p", { role: "status" }, t(`bulk.${view.state}`)),
  make("progress", { max: "100", value: String(view.percent), "aria-label": t(`bulk.${view.state}`) }),
  make("p.soft", {}, view.secondsLeft === undefined ? "" : t("bulk.left", { seconds: view.secondsLeft })),
];

const failed = () => [
  make("p.problem", { role: "alert" }, view.fault ?? t("bulk.unchanged-library")),
  // A change that was taken back is in the history, and the fault says what became of it.
  !view.change && make("p", {}, t("bulk.unchanged-library")),
  make("div.acts", {}, action(t("bulk.again"), again, ".primary")),
];

const applied = () => [
  make("p", {}, badge(t("bulk.applied", { count: view.counts.change }), "done", icon("done"))),
  make("div.acts", {}, undoButton(), action(t("bulk.next"), () => {
    keepSelection([]);
    again();
  }, ".primary")),
  // The hub has the lines of its present run alone.
  ...view.counts.changedMeanwhile && view.action ? [make("p", {}, t("bulk.meanwhile", { count: view.counts.changedMeanwhile })), ...lines()] : [],
];

const lines = () => [
  make("ul.rows", { id: "bulk-lines", "aria-label": t("bulk.copies") }),
  make("div", { id: "bulk-more" }),
];

function ready() {
  const { counts } = view;
  const button = action(t(`bulk.apply-${view.action}`, { count: counts.change }), () => change(() => (
    post(`${path()}/apply`, { plan: view.plan, skipsRefused: counts.refused > 0 }))), view.action === "remove" ? ".primary.grave" : ".primary");
  button.disabled = !counts.change || counts.refused > 0;
  return [
    make("p", { role: "status" }, t("bulk.counts", counts)),
    !counts.change && make("p", {}, t("bulk.nothing")),
    counts.refused > 0 && make("label.check", {}, make("input", { type: "checkbox", id: "bulk-skip",
      on: { change: ({ target }) => { button.disabled = !counts.change || !target.checked; } } }),
    make("span", {}, t("bulk.skip", { count: counts.refused }))),
    make("div.acts", {}, button, action(t("bulk.again"), again)),
    make("div.chips", { id: "bulk-fates", role: "group", "aria-label": t("bulk.fates") }),
    ...lines(),
  ];
}

async function showLines(cursor) {
  const mine = turn;
  if (part("bulk-fates")) showChips(byID("bulk-fates"), fates.map((word) => [word, t(`bulk.fate-${word}`)]), fate, (chosen) => {
    fate = chosen;
    byID("bulk-lines").replaceChildren();
    showLines();
  });
  const wanted = fate;
  try {
    const page = await get(`${path()}/lines${query({ fate, limit: most, cursor })}`);
    if (mine !== turn || wanted !== fate || !part("bulk-lines")) return;
    byID("bulk-lines").append(...page.items.map(lineRow));
    byID("bulk-more").replaceChildren(...page.next ? [action(t("bulk.more"), () => showLines(page.next))] : []);
  } catch (error) {
    complain(error);
  }
}

function lineRow({ copy, number, subject, fate: own, differences, reason }) {
  const tone = { change: "ask", refused: "no" }[own];
  return listRow({
    id: copy, title: subject || t("bulk.gone"),
    facts: [number !== undefined && t("bulk.copy-number", { number }), reason && t(`bulk.reason-${reason.code}`, { detail: reason.detail }),
      ...differences.map(({ field, before, after }) => {
        const show = (value) => (value === undefined ? "–" : words[field]?.(value) ?? value);
        return t("bulk.differs", { field: t(`bulk.${field}`), before: show(before), after: show(after) });
      })],
    state: [badge(t(`bulk.fate-${own}`), tone)],
  });
}

await startWords("bulk", { parts: ["bulk"], refresh: () => draw() });
start();
