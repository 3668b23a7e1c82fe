// The comparison with the collection and the wantlist at Discogs: its state, its preview and what is brought from there.

import { get, newID, post, query, request } from "/hub/client.js";
import { grouped } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { perform } from "/page/toast.js";
import { oneAct } from "/settings/one-act.js";
import { planAdditions, planPush } from "/settings/push.js";

/** The polling intervals in milliseconds, during a comparison and otherwise. */
const often = 2000;
const seldom = 60_000;
/** The most rows of a part of the preview that are shown at once. */
const shown = 20;

const path = "/discogs/comparison";
const lists = ["collection", "wishlist"];
const differences = ["only-there", "count", "only-here"];

let newest;
/** The pages of the preview by list and difference. */
let preview = {};
let timer;
/** The number of the newest reading; the answer to an older one is out of date. */
let turn = 0;
const once = oneAct(() => followComparison());
/** The numbers of the releases that are chosen for a removal at Discogs, by list. */
const chosen = { collection: new Set(), wishlist: new Set() };

/** Reads and shows it repeatedly while the page is open. */
export async function followComparison() {
  clearTimeout(timer);
  const mine = turn += 1;
  let found;
  let pages = {};
  try {
    found = await get(path);
    if (found.state === "done") pages = await readPreview();
  } catch {
    // The page shows elsewhere that the hub is unreachable, or that it needs a token.
  }
  if (mine !== turn) return;
  const isSame = JSON.stringify([newest, preview]) === JSON.stringify([found, pages]);
  if (found?.version !== newest?.version) lists.forEach((list) => chosen[list].clear());
  newest = found;
  preview = pages;
  // What a person has opened or chosen stays as it is.
  if (!isSame) showComparison();
  timer = setTimeout(followComparison, newest?.state === "running" ? often : seldom);
}

async function readPreview() {
  const keys = lists.flatMap((list) => differences.filter((difference) => list === "collection" || difference !== "count")
    .map((difference) => [list, difference]));
  const pages = await Promise.all(keys.map(([list, difference]) =>
    get(`${path}/items${query({ list, difference, limit: shown })}`)));
  return Object.fromEntries(keys.map(([list, difference], index) => [`${list} ${difference}`, pages[index]]));
}

/** Shows the last state, as after a change of the language. */
export function showComparison() {
  const card = byID("comparison");
  card.hidden = !newest;
  if (!newest) return;
  const focused = card.contains(document.activeElement) ? document.activeElement.dataset.act : undefined;
  card.replaceChildren(
    make("h2", { id: "comparison-title" }, t("settings.comparison")),
    make("p.soft", {}, t("settings.comparison-help")),
    make("p.recheck-state", { id: "comparison-state", role: "status" }, words(newest)),
    ...newest.problem ? [make("p", {}, t("settings.comparison-problem", { reason: newest.problem }))] : [],
    make("div.actions", {}, ...buttons(newest.state)),
    ...newest.state === "done" ? lists.flatMap(part) : []);
  // A button that has changed its meaning keeps the focus in the card.
  if (focused) (card.querySelector(`[data-act="${focused}"]`) ?? card.querySelector("button"))?.focus();
}

function words({ state, read, total }) {
  const numbers = { read: grouped(read), total: grouped(total) };
  return t(`settings.comparison-${state}`, numbers);
}

/** The preview of one list, and the buttons that make both sides equal. */
function part(list) {
  const rows = differences.map((difference) => [difference, preview[`${list} ${difference}`]]).filter(([, page]) => page?.items.length);
  return [make("div.comparison-list", { id: `comparison-${list}` },
    make("h3", {}, t(`settings.comparison-${list}`)),
    ...rows.length ? rows.map(([difference, page]) => make("details", {},
      make("summary", {}, t(`settings.comparison-${difference}`, { number: grouped(page.total ?? page.items.length) })),
      make("ul", {}, ...page.items.map((item) => line(list, item))),
      page.next ? make("p.soft", {}, t("settings.comparison-more")) : undefined))
      : [make("p", {}, t("settings.comparison-same"))],
    make("div.actions", {}, ...actions(list, rows.flatMap(([, page]) => page.items))))];
}

/** The buttons below a list: each changes one side only. What is removed at Discogs must be chosen. */
function actions(list, items) {
  const button = (act, word, work) => make("button.quiet", { type: "button", data: { act: `${act}-${list}` },
    on: { click: () => once(work) } }, t(word));
  const push = (order) => () => planPush({ list, ...order }, newest.version);
  return [
    items.some(({ here, there }) => there > here) && button("pull", `settings.comparison-pull-${list}`, () => bring(list)),
    items.some(({ here, there }) => here > there) && button("push", `settings.push-plan-${list}`,
      list === "collection" ? () => planAdditions(newest.version) : push({ act: "add" })),
    chosen[list].size > 0 && button("remove", "settings.push-plan-remove", () => push({ act: "remove", numbers: [...chosen[list]] })()),
  ].filter(Boolean);
}

function line(list, { number, title, artist, here, there }) {
  const name = artist ? `${artist} – ${title}` : title || String(number);
  const box = there > here && make("input", { type: "checkbox", checked: chosen[list].has(number),
    "aria-label": t("settings.push-choose", { title: name }), on: { change: ({ target }) => choose(list, number, target) } });
  return make("li.comparison-line", { dir: "auto" }, ...box ? [make("label.check", {}, box)] : [],
    make("span", {}, make("a", { href: `https://www.discogs.com/release/${number}`, target: "_blank",
      rel: "noopener noreferrer" }, name), ` ${t("settings.comparison-counts", { here, there })}`));
}

/** Chooses a release for a removal, or no longer. The lines stay the same elements. */
function choose(list, number, box) {
  if (box.checked) chosen[list].add(number);
  else chosen[list].delete(number);
  const bar = byID(`comparison-${list}`).querySelector(".actions");
  const items = differences.flatMap((difference) => preview[`${list} ${difference}`]?.items ?? []);
  bar.replaceChildren(...actions(list, items));
}

const pull = (list) => request("POST", `/api/v1${path}/pull`, {
  body: { list }, headers: { "if-match": `"${newest.version}"`, "idempotency-key": newID() } });

const change = (state) => request("PATCH", `/api/v1${path}`, {
  body: { state }, headers: { "if-match": `"${newest.version}"` } });

function buttons(state) {
  const button = (act, word, work) => make("button.quiet", { type: "button", data: { act }, on: {
    click: () => once(work) } }, t(word));
  const stop = button("stop", "settings.recheck-stop", () => change("stopped"));
  switch (state) {
    case "running": return [button("hold", "settings.recheck-pause", () => change("paused")), stop];
    case "paused": return [button("hold", "settings.recheck-resume", () => change("running")), stop];
    default: return [button("start", "settings.comparison-start",
      () => post(path, undefined, { headers: { "idempotency-key": newID() } }))];
  }
}

/** Brings a list into the library, and offers to undo it. */
const bring = (list) => perform(() => pull(list),
  ({ copies, wishes }) => t("settings.comparison-pulled", { number: grouped(copies + wishes) }), followComparison);
