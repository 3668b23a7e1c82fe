// What is written to the collection and the wantlist at Discogs: the planned steps, their confirmation and the progress.

import { get, newID, query, request } from "/hub/client.js";
import { grouped } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { openForm } from "/page/form.js";
import { problemText } from "/page/page.js";
import { oneAct } from "/settings/one-act.js";
import { timeLeft } from "/settings/time-left.js";

/** The polling intervals in milliseconds, during a push and otherwise. */
const often = 3000;
const seldom = 60_000;
/** The most steps in an answer, and of an addition on the page. A removal is shown whole. */
const pageSize = 200;

const path = "/discogs/push";
/** The folder at Discogs for what is in no other one, which every collection has. */
const uncategorised = 1;

let newest;
/** The planned steps, or those that failed. */
let steps = { items: [], isWhole: true };
let timer;
/** The number of the newest reading; the answer to an older one is out of date. */
let turn = 0;
const once = oneAct(() => followPush());

/** The names of the folders at Discogs that were read, by their numbers. */
const folderNames = new Map();

/**
 * Plans what is added to the collection, after a person has chosen the folder if there are several.
 *
 * @param {number} version of the comparison
 */
export async function planAdditions(version) {
  let folders = [];
  let trouble;
  try {
    ({ items: folders } = await get("/discogs/folders", { timeout: 30_000 }));
  } catch (error) {
    trouble = problemText(error);
  }
  for (const { number, name } of folders) folderNames.set(number, name);
  const plan = (folder) => planPush({ list: "collection", act: "add", folder }, version);
  if (!trouble && folders.length < 2) return plan(folders[0]?.number ?? uncategorised);
  const choices = folders.length ? folders.map(({ number, name, count }) => (
    [String(number), t("settings.push-folder-choice", { name, number: grouped(count) })]))
    : [[String(uncategorised), t("settings.push-folder-first")]];
  openForm({
    title: t("settings.push-folder-title"), lead: trouble ? [t("settings.push-folder-problem", { reason: trouble })] : [],
    fields: [{ name: "folder", word: t("settings.push-folder"), choices, value: String(uncategorised) }],
    act: t("settings.push-plan"),
    send: async ({ folder }) => {
      plan(Number(folder));
    },
  });
  return undefined;
}

/** Plans what is written to a list, from the comparison of a version. */
export const planPush = (order, version) => control(() => request("POST", `/api/v1${path}`, {
  body: order, headers: { "if-match": `"${version}"`, "idempotency-key": newID() } }), true);

/** Reads and shows it repeatedly while the page is open. */
export async function followPush() {
  clearTimeout(timer);
  const mine = turn += 1;
  let found;
  let listed = { items: [], isWhole: true };
  try {
    found = await get(path);
    if (found.state === "planned") listed = await readSteps({}, found.act === "remove");
    else if (found.failed > 0) listed = await readSteps({ result: "failed" }, false);
  } catch {
    // The page shows elsewhere that the hub is unreachable, or that it needs a token.
  }
  if (mine !== turn) return;
  const isSame = newest && found && newest.state === found.state && newest.version === found.version
    && newest.failed === found.failed && newest.problem === found.problem;
  newest = found;
  steps = listed;
  if (isSame) showProgress();
  else showPush();
  timer = setTimeout(followPush, newest?.state === "running" ? often : seldom);
}

async function readSteps(filter, isWhole) {
  const items = [];
  let cursor;
  do {
    const page = await get(`${path}/items${query({ ...filter, limit: pageSize, cursor })}`);
    items.push(...page.items);
    cursor = page.next;
  } while (isWhole && cursor);
  return { items, isWhole: !cursor };
}

/** Shows the last state, as after a change of the language. */
export function showPush() {
  const card = byID("push");
  card.hidden = !newest || newest.state === "none";
  if (card.hidden) return;
  const { state, total, problem } = newest;
  const focused = card.contains(document.activeElement) ? document.activeElement.dataset.act : undefined;
  const progress = ["running", "paused"].includes(state) ? [make("progress", { id: "push-progress",
    max: String(Math.max(1, total)), value: String(ended(newest)), "aria-label": t("settings.push-progress") })] : [];
  card.replaceChildren(
    make("h2", { id: "push-title" }, t("settings.push")), make("p.soft", {}, t("settings.push-help")),
    ...progress, make("p.recheck-state", { id: "push-state" }, words(newest)),
    ...problem ? [make("p", {}, t("settings.comparison-problem", { reason: problem }))] : [],
    ...steps.items.length ? [listOfSteps(state)] : [],
    make("div.actions", {}, ...buttons(newest)));
  // A button that has changed its meaning keeps the focus in the card.
  if (focused) (card.querySelector(`[data-act="${focused}"]`) ?? card.querySelector("button"))?.focus();
}

/** Shows the progress. The buttons stay the same elements, so that a press is not lost. */
function showProgress() {
  const bar = document.getElementById("push-progress");
  if (bar) bar.value = ended(newest);
  const state = document.getElementById("push-state");
  if (state) setText(state, words(newest));
}

const ended = ({ done, already, failed }) => done + already + failed;

function words(push) {
  const { state, list, act, user, total, done, already, failed, folder, remaining, secondsLeft } = push;
  const numbers = { ended: grouped(ended(push)), total: grouped(total) };
  const parts = {
    planned: [t(`settings.push-${act}-${list}`, { count: total, user }),
      folder > uncategorised && t("settings.push-into", { folder: folderNames.get(folder) ?? String(folder) }),
      remaining > 0 && t("settings.push-remaining", { number: grouped(remaining) })],
    running: [t("settings.push-running", numbers), secondsLeft !== undefined && t("settings.recheck-left", { time: timeLeft(secondsLeft) })],
    paused: [t("settings.push-running", numbers), t("settings.push-paused")],
    stopped: [t("settings.push-running", numbers), t("settings.push-stopped")],
    done: [total === 0 ? t("settings.push-nothing")
      : t("settings.push-done", { done: grouped(done), already: grouped(already), failed: grouped(failed) })],
  }[state] ?? [];
  return parts.filter(Boolean).join(" ");
}

/** The steps that are named before the confirmation, or those that failed. */
function listOfSteps(state) {
  const isPlan = state === "planned";
  const number = grouped(isPlan ? newest.total : newest.failed);
  return make("details", { open: isPlan },
    make("summary", {}, t(isPlan ? "settings.push-steps" : "settings.push-failures", { number })),
    make("ul", {}, ...steps.items.map(({ number, title, artist, instance, problem }) => make("li", { dir: "auto" },
      make("a", { href: `https://www.discogs.com/release/${number}`, target: "_blank", rel: "noopener noreferrer" },
        artist ? `${artist} – ${title}` : title || String(number)),
      instance ? ` ${t("settings.push-instance", { number: instance })}` : "", problem ? `: ${problem}` : ""))),
    steps.isWhole ? undefined : make("p.soft", {}, t("settings.push-more")));
}

function buttons({ state, act }) {
  const button = (name, word, next, kind = "button.quiet") => make(kind, { type: "button", data: { act: name }, on: {
    click: () => control(() => change(next)) } }, t(word));
  switch (state) {
    case "planned": return [button("confirm", `settings.push-confirm-${act}`, "running", "button"),
      button("stop", "settings.push-discard", "stopped")];
    case "running": return [button("hold", "settings.recheck-pause", "paused"), button("stop", "settings.recheck-stop", "stopped")];
    case "paused": return [button("hold", "settings.recheck-resume", "running"), button("stop", "settings.recheck-stop", "stopped")];
    default: return [];
  }
}

const change = (state) => request("PATCH", `/api/v1${path}`, {
  body: { state }, headers: { "if-match": `"${newest.version}"` } });

/** Carries out an act, and shows the card afterwards if `goesThere`. */
async function control(work, goesThere = false) {
  if (!await once(work) || !goesThere) return;
  byID("push").scrollIntoView({ block: "nearest" });
  byID("push").querySelector("button")?.focus();
}
