// The recheck of the library: its progress, the time left, and its buttons.

import { get, newID, post, request } from "/hub/client.js";
import { grouped } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { oneAct } from "/settings/one-act.js";
import { timeLeft } from "/settings/time-left.js";

/** The polling intervals in milliseconds, during a recheck and otherwise. */
const often = 3000;
const seldom = 60_000;

let newest;
let timer;
/** The number of the newest reading; the answer to an older one is out of date. */
let turn = 0;
const once = oneAct(() => followRecheck());

/** Reads and shows it repeatedly while the page is open. */
export async function followRecheck() {
  clearTimeout(timer);
  const mine = turn += 1;
  let found;
  try {
    found = await get("/recheck");
  } catch {
    // The page shows elsewhere that the hub is unreachable, or that it needs a token.
  }
  if (mine !== turn) return;
  newest = found;
  showProgress();
  timer = setTimeout(followRecheck, newest?.state === "running" ? often : seldom);
}

/** Shows the last state, as after a change of the language. */
export function showRecheck() {
  const card = byID("recheck");
  card.hidden = !newest;
  if (!newest) return;
  const { state, total, checked, percent } = newest;
  const focused = card.contains(document.activeElement) ? document.activeElement.dataset.act : undefined;
  const progress = ["running", "paused"].includes(state) ? [make("progress", { id: "recheck-progress",
    max: String(Math.max(1, total)), value: String(Math.min(checked, total)), "aria-label": t("settings.recheck-progress"),
    "aria-valuetext": `${percent} %` })] : [];
  card.dataset.state = state;
  card.replaceChildren(
    make("h2", { id: "recheck-title" }, t("settings.recheck")), make("p.soft", {}, t("settings.recheck-help")),
    ...progress, make("p.recheck-state", { id: "recheck-state" }, words(newest)),
    make("div.actions", {}, ...buttons(state)));
  // A button that has changed its meaning keeps the focus in the card.
  if (focused) (card.querySelector(`[data-act="${focused}"]`) ?? card.querySelector("button"))?.focus();
}

/** Shows the progress. The buttons stay the same elements, so that a press is not lost. */
function showProgress() {
  if (!newest || byID("recheck").hidden || byID("recheck").dataset.state !== newest.state) {
    showRecheck();
    return;
  }
  const bar = document.getElementById("recheck-progress");
  if (bar) {
    bar.max = Math.max(1, newest.total);
    bar.value = Math.min(newest.checked, newest.total);
    bar.setAttribute("aria-valuetext", `${newest.percent} %`);
  }
  setText(byID("recheck-state"), words(newest));
}

function words({ state, search, total, checked, missing, percent, secondsLeft }) {
  const numbers = t("settings.recheck-numbers", { checked: grouped(checked), total: grouped(total), percent });
  const parts = {
    none: [t("settings.recheck-none")],
    running: [numbers, secondsLeft === undefined ? t("settings.recheck-waiting")
      : t("settings.recheck-left", { time: timeLeft(secondsLeft) })],
    paused: [numbers, t("settings.recheck-paused")],
    stopped: [numbers, t("settings.recheck-stopped")],
    done: [t("settings.recheck-done", { count: checked })],
  }[state] ?? [];
  return [...parts, search !== undefined && t("settings.recheck-search", { search }), missing > 0 && t("settings.recheck-missing", { count: missing })].filter(Boolean).join(" ");
}

function buttons(state) {
  const button = (act, word, work) => make("button.quiet", { type: "button", data: { act }, on: {
    click: () => once(work) } }, t(word));
  switch (state) {
    case "running": return [button("hold", "settings.recheck-pause", () => change("paused")),
      button("stop", "settings.recheck-stop", () => change("stopped"))];
    case "paused": return [button("hold", "settings.recheck-resume", () => change("running")),
      button("stop", "settings.recheck-stop", () => change("stopped"))];
    default: return [button("start", "settings.recheck-start", () => post("/recheck", undefined, { headers: { "idempotency-key": newID() } }))];
  }
}

const change = (state) => request("PATCH", "/api/v1/recheck", {
  body: { state }, headers: { "if-match": `"${newest.version}"` } });
