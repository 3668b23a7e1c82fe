// The labels: subjects, paper and symbol; made, proven, downloaded, printed and checked.

import { HubOffline, Problem, get, newID, post, query } from "/hub/client.js";
import { grouped, moment } from "/hub/clock.js";
import { EventFeed } from "/hub/events.js";
import { t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { problemWords, startWords } from "/page/page.js";
import { Result, proofWords } from "/labels/result.js";
import { perSheet, sheetDrawing } from "/labels/sheet.js";
import { kinds, subjectForm } from "/labels/subjects.js";

const symbols = { "code-128": "Code 128", qr: "QR", "ean-13": "EAN-13" };
/** The choice of a QR code with the web address of the copy. */
const withAddress = "qr-address";
const resolutions = { 203: "203 dpi", 300: "300 dpi", 600: "600 dpi" };

let layouts = [];
let form;
let choice = remembered();
let key = newID();

// Everything below creates elements with words.
await startWords("labels", { parts: ["labels"], refresh: speakAnew });

const refusal = byID("refusal");
const made = byID("made");
const result = new Result({ onPrint: print, onClose: () => go(undefined), onProblem: complain });
made.append(...result.element);

function remembered() {
  const standard = { kind: "search", layout: undefined, symbol: "code-128", dpi: 300 };
  try {
    return { ...standard, ...JSON.parse(localStorage.getItem("deadwax.labels") ?? "{}") };
  } catch {
    return standard;
  }
}

// MARK: choices

function choose(change) {
  choice = { ...choice, ...change };
  try {
    localStorage.setItem("deadwax.labels", JSON.stringify(choice));
  } catch {
    // Without storage, the page begins with the most common choice.
  }
  show();
}

function chips(place, words, name, convert = (value) => value) {
  byID(place).append(...Object.entries(words).map(([value, word]) => make("button.chip-choice", {
    type: "button", data: { value }, on: { click: () => {
      if (name === "kind") chooseKind(value);
      else choose({ [name]: convert(value) });
    } },
  }, word)));
}

function chooseKind(kind, given) {
  form = subjectForm(kind, { onChange: show, onProblem: complain }, given);
  byID("subject").replaceChildren(...form.element);
  choose({ kind, symbol: isForAll(choice.symbol) || isForCopies(kind) ? choice.symbol : "code-128" });
}

const isForCopies = (kind) => ["search", "copies", "place"].includes(kind);
/** Returns true for a symbol that every kind of record can have. */
const isForAll = (symbol) => symbol !== "ean-13" && symbol !== withAddress;
const symbolOf = (choice) => (choice.symbol === withAddress ? "qr" : choice.symbol);
const layout = () => layouts.find(({ id }) => id === choice.layout) ?? layouts[0];
const whole = (id) => Math.max(1, Number.parseInt(byID(id).value, 10) || 1);

function show() {
  // A changed order is a new one, and must not count as a repeated request.
  key = newID();
  refusal.hidden = true;
  const chosen = { kinds: choice.kind, symbols: choice.symbol, resolutions: String(choice.dpi) };
  for (const [place, value] of Object.entries(chosen)) {
    for (const chip of byID(place).children) chip.setAttribute("aria-pressed", String(chip.dataset.value === value));
  }
  for (const chip of byID("symbols").children) chip.disabled = !isForAll(chip.dataset.value) && !isForCopies(choice.kind);
  setText(byID("choice-help"), `${t(`labels.help-${choice.symbol}`)} ${t("labels.help-resolution")}`);
  const paper = layout();
  byID("make").disabled = !paper;
  if (!paper) return;
  byID("layout").value = paper.id;
  byID("start").max = perSheet(paper);
  byID("start").disabled = paper.isRoll;
  const start = paper.isRoll ? 1 : Math.min(whole("start"), perSheet(paper));
  const count = form?.count() || undefined;
  const labels = count && count * whole("copies-of-each");
  byID("paper").replaceChildren(sheetDrawing(paper, {
    start, count: labels, symbol: symbolOf(choice), onStart: (number) => {
      byID("start").value = number;
      show();
    },
  }), make("p.soft.sheet-words", {}, t(paper.isRoll ? "labels.roll" : "labels.grid", {
    ...paper, width: grouped(paper.width), height: grouped(paper.height),
  })));
  setText(byID("made-of"), summary(paper, start, labels));
}

function summary(paper, start, labels) {
  if (!labels) return "";
  const sheets = Math.ceil((start - 1 + labels) / perSheet(paper));
  const counted = t("labels.count", { count: labels });
  return paper.isRoll ? counted : t("labels.on", { labels: counted, sheets: t("labels.sheets", { count: sheets }) });
}

// MARK: making

byID("order").addEventListener("submit", async (event) => {
  event.preventDefault();
  const subjects = form.read();
  if (!subjects) {
    refuse(t("labels.missing"), t(form.missing));
    form.focus();
    return;
  }
  const button = byID("make");
  button.disabled = true;
  setText(byID("made-of"), t("labels.making"));
  try {
    const job = await post("/label-jobs", {
      subjects, layout: layout().id, symbol: symbolOf(choice), dpi: choice.dpi,
      ...choice.symbol === withAddress ? { address: true } : {},
      start: layout().isRoll ? 1 : whole("start"), copiesOfEach: whole("copies-of-each"),
    }, { headers: { "idempotency-key": key }, timeout: 120_000 });
    go(job.id, job);
    readJobs();
  } catch (error) {
    explain(error);
  } finally {
    button.disabled = false;
    setText(byID("made-of"), "");
  }
});

/** Shows a refusal with its measurements, and an alternative that fits. */
function explain(error) {
  if (!(error instanceof Problem || error instanceof HubOffline)) throw error;
  const isTooSmall = error.code === "label-too-small" || error.code === "label-unreadable";
  const paper = layout();
  const area = ({ width, height }) => width * height;
  const larger = layouts.filter((other) => area(other) > area(paper)).sort((one, other) => area(one) - area(other));
  const ways = [];
  if (isTooSmall && choice.symbol !== "qr") {
    ways.push(make("button", { type: "button", on: { click: () => choose({ symbol: "qr" }) } },
      t("labels.use", { name: symbols.qr })));
  }
  if (isTooSmall && larger[0]) {
    ways.push(make("button", { type: "button", on: { click: () => choose({ layout: larger[0].id }) } },
      t("labels.use", { name: larger[0].name })));
  }
  if (isTooSmall && choice.dpi < 600) {
    const finer = choice.dpi === 203 ? 300 : 600;
    ways.push(make("button", { type: "button", on: { click: () => choose({ dpi: finer }) } },
      t("labels.print-with", { resolution: finer })));
  }
  const { title, text } = problemWords(error);
  refuse(title, error.status === 403 || error.status === 401 ? t("labels.staff") : text, ways);
}

function refuse(title, text, ways = []) {
  refusal.replaceChildren(make("strong", {}, title), make("p", {}, text),
    ways.length ? make("div.ways", {}, make("span", {}, t("labels.may-fit"), " "), ...ways) : "");
  refusal.hidden = false;
  refusal.scrollIntoView({ block: "nearest" });
}

function complain(error) {
  if (!(error instanceof Problem || error instanceof HubOffline)) throw error;
  explain(error);
}

// MARK: results

function go(id, job) {
  history.pushState(undefined, "", `/labels${query({ job: id })}`);
  open(id, job);
}

addEventListener("popstate", () => open(new URLSearchParams(location.search).get("job") ?? undefined));

async function open(id, known) {
  document.body.classList.toggle("has-job", Boolean(id));
  made.hidden = !id;
  if (!id) return;
  try {
    const job = known ?? await get(`/label-jobs/${encodeURIComponent(id)}`);
    const wasMaking = result.job?.id === id && result.job.state === "making";
    const isNew = result.job?.id !== id;
    result.show(job);
    if (isNew) made.focus({ preventScroll: true });
    if ((wasMaking || known) && job.state !== "making") byID("announcement").textContent = proofWords(job);
    if (job.state !== "making" && wasMaking) readJobs();
  } catch (error) {
    if (error.status === 404) {
      go(undefined);
      refuse(t("labels.gone"), t("labels.gone-do"));
    } else {
      complain(error);
    }
  }
}

async function print(job) {
  try {
    const answer = await post(`/label-jobs/${encodeURIComponent(job.id)}/print`);
    await open(job.id, answer?.id ? answer : undefined);
  } catch (error) {
    complain(error);
  }
}

/** The newest jobs, and how many more each press shows. */
const [firstJobs, moreJobs] = [8, 40];

/** Shows the newest jobs, or those after them. @param {string} [cursor] of the next ones */
async function readJobs(cursor) {
  const { items, next } = await get(`/label-jobs${query({ limit: cursor ? moreJobs : firstJobs, cursor })}`);
  if (!cursor) byID("before").hidden = items.length === 0;
  const more = next && make("li.jobs-more", {}, make("button", { type: "button", on: { click: async () => {
    try {
      const count = byID("jobs").childElementCount;
      await readJobs(next);
      byID("jobs").children[count - 1]?.querySelector("a")?.focus();
    } catch (error) {
      complain(error);
    }
  } } }, t("page.more")));
  byID("jobs").querySelector(".jobs-more")?.remove();
  if (!cursor) byID("jobs").replaceChildren();
  byID("jobs").append(...items.map((job) => {
    const kind = { making: "note", failed: "no" }[job.state] ?? "done";
    const name = layouts.find(({ id }) => id === job.layout)?.name ?? job.layout;
    return make("li", {}, make("a.job-row", { href: `/labels${query({ job: job.id })}`, on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      go(job.id);
    } } }, make("span.badge", { data: { tone: kind } }, icon(kind)),
    make("strong", {}, t("labels.count", { count: job.labels })),
    make("span", {}, [name, job.by && t("changes.by", { who: job.by })].filter(Boolean).join("\u00a0· ")),
    make("time.soft", { datetime: job.createdAt }, moment(job.createdAt).replace(/:\d\d\.\d+$/, ""))));
  }), ...more ? [more] : []);
}

// MARK: start

/** Updates the language; the entries stay. */
function speakAnew() {
  for (const chip of byID("kinds").children) setText(chip, t(`labels.kind-${chip.dataset.value}`));
  setText(byID("symbols").querySelector(`[data-value="${withAddress}"]`), t("labels.qr-address"));
  form.speak?.();
  show();
  result.speak();
  readJobs().catch(complain);
}

chips("kinds", Object.fromEntries(kinds.map((kind) => [kind, t(`labels.kind-${kind}`)])), "kind");
chips("symbols", { ...symbols, [withAddress]: t("labels.qr-address") }, "symbol");
chips("resolutions", resolutions, "dpi", Number);
for (const id of ["start", "copies-of-each"]) byID(id).addEventListener("input", show);
byID("layout").addEventListener("change", (event) => choose({ layout: event.target.value }));
chooseKind(kinds.includes(choice.kind) ? choice.kind : "search");

/** Begins with copies that another page has chosen. @param {string[]} ids */
async function chooseCopies(ids) {
  try {
    chooseKind("copies", await Promise.all(ids.map((id) => get(`/copies/${encodeURIComponent(id)}`))));
  } catch (error) {
    complain(error);
  }
}

/** Begins with the copies of a batch of additions, in the order in which they were added. @param {string} id */
async function chooseBatch(id) {
  try {
    const { copies } = await get(`/batches/${encodeURIComponent(id)}`);
    chooseKind("copies", copies.map(({ copy, release }) => ({ ...copy, release })).reverse());
  } catch (error) {
    complain(error);
  }
}

async function load() {
  try {
    const { items } = await get("/label-layouts");
    layouts = items;
    byID("layout").replaceChildren(...layouts.map(({ id, name }) => make("option", { value: id }, name)));
    show();
    await readJobs();
  } catch (error) {
    complain(error);
  }
}

load();
const asked = new URLSearchParams(location.search);
if (asked.has("job")) open(asked.get("job"));
if (asked.has("copies")) chooseCopies(asked.get("copies").split(","));
if (asked.has("batch")) chooseBatch(asked.get("batch"));
if (asked.has("search")) chooseKind("search", asked.get("search"));
new EventFeed({
  onEvent: (event) => {
    if (event.kind === "scan.recorded") result.check.note();
    if (event.kind === "label-job.changed" && event.subject === result.job?.id) open(event.subject);
  },
  onReload: () => {
    result.check.note();
    if (result.job && !made.hidden) open(result.job.id);
  },
  onUp: () => {},
  onOffline: () => {},
}).start();
