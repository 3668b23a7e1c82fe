// Stock-take: the result so far, the newest scan, and the entries of a class. Every view has an address.

import { get, query, request } from "/hub/client.js";
import { grouped, moment } from "/hub/clock.js";
import { loadWords, spokenLanguage, t, textOr } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { Address } from "/page/address.js";
import { emptyContent, showChips } from "/page/choices.js";
import { showEmpty } from "/page/empty.js";
import { showProblem, startPage } from "/page/page.js";
import { isStaff } from "/page/person.js";
import { action, badge, listRow, releaseAddress } from "/page/row.js";
import { complain, perform } from "/page/toast.js";
import { openApply, openCancel, openClose, openStart, pathOf, reopen } from "/stock-take/acts.js";

/** The entries that are read at once. */
const most = 100;

const address = new Address("/stock-take", {
  read: (search) => ({ take: search.get("take") ?? "", class: search.get("class") ?? "", list: search.get("list") === "all" ? "all" : "" }),
  show: () => refresh(),
});
let call = new AbortController();

const linkTo = (state) => `/stock-take${query(state)}`;
const seconds = (time) => moment(time).replace(/\.\d+$/, "");
const numberOf = (take, ...classes) => take.counts.reduce((sum, one) => sum + (classes.includes(one.class) ? one.number : 0), 0);
const isRunning = ({ state }) => state === "open" || state === "closed";

// MARK: all stock-takes

async function showAll(signal) {
  const page = await get(`/stock-takes?limit=${most}`, { signal });
  head(t("bar.stock-take"), t("stock-take.count", { count: page.items.length }), { acts: [startButton(page.items)] });
  byID("rows").replaceChildren(...page.items.map(takeRow));
  showMore(page, "/stock-takes?", takeRow);
  showEmpty(page.items.length ? undefined : emptyContent(t("stock-take.none"), t("stock-take.none-do"), startButton([])));
}

const startButton = (takes) => {
  if (takes.some(({ state }) => state === "open")) return "";
  return action(t("stock-take.start"), () => openStart((take) => address.go({ take: take.id, class: "", list: "" })), ".primary");
};

const takeRow = (take) => listRow({
  id: take.id, title: take.name, href: linkTo({ take: take.id }),
  facts: [t("stock-take.seen-of", { seen: grouped(seenOf(take)), expected: grouped(take.expected) })], by: seconds(take.startedAt),
  state: [badge(t(`stock-take.state-${take.state}`), take.state === "open" ? "done" : undefined)],
});

// MARK: one stock-take

const seenOf = (take) => numberOf(take, "found", "found-by-release", "ticked");

async function showTake(take, signal) {
  const path = pathOf(take);
  const filter = address.state.class === "exceptions" ? { exceptions: "true" } : { class: address.state.class };
  const [scans, page] = await Promise.all([
    get(`${path}/scans?limit=1`, { signal }), get(`${path}/entries${query({ ...filter, limit: most })}`, { signal }),
  ]);
  head(take.name, t(`stock-take.state-${take.state}`), { isInside: true, acts: actsOf(take) });
  byID("take").hidden = false;
  showFigures(take);
  showNewest(take, scans.items[0]);
  showStations(take);
  const chips = [["", t("stock-take.every")], ["exceptions", t("stock-take.exceptions", { count: take.exceptions })],
    ...take.counts.map((one) => [one.class, t("stock-take.class-of", { class: classWord(one.class), count: grouped(one.number) })])];
  showChips(byID("classes"), chips, address.state.class, (chosen) => address.go({ ...address.state, class: chosen }));
  draw(page.items.map((entry) => entryRow(take, entry)));
  showMore(page, `${path}/entries${query({ ...filter, limit: most })}&`, (entry) => entryRow(take, entry));
  showEmpty(page.items.length ? undefined : emptyContent(t("stock-take.no-entries"), ""));
}

const classWord = (name) => textOr(`stock-take.class-${name}`, name);

function showFigures(take) {
  const figure = (word, number, tone) => make("dl.take-figure", { data: { tone } }, make("dt", {}, word), make("dd", {}, number));
  byID("figures").replaceChildren(
    figure(t("stock-take.seen"), grouped(seenOf(take)), undefined),
    figure(t("stock-take.expected"), grouped(take.expected), undefined),
    figure(t("stock-take.to-look-at"), grouped(take.exceptions), take.exceptions ? "look" : undefined));
}

function showNewest(take, scan) {
  const place = byID("newest");
  if (!scan || !isRunning(take)) return place.replaceChildren();
  const word = scan.isAgain ? t("stock-take.again") : scan.class ? classWord(scan.class) : t("stock-take.place-scanned");
  const title = scan.title ?? scan.text ?? scan.place ?? "";
  return place.replaceChildren(make("strong", {}, word),
    make("span", { dir: "auto" }, [title, scan.artist].filter(Boolean).join(" · ")),
    make("span.soft", {}, [scan.station, scan.place, seconds(scan.at)].filter(Boolean).join(" · ")));
}

function showStations(take) {
  byID("stations").replaceChildren(...isRunning(take) ? take.stations.flatMap((station) => [
    badge(t(station.isAwaited ? "stock-take.station-counts" : "stock-take.station-done", { station: station.name, count: station.scans })),
    ...station.isAwaited ? [action(t("stock-take.leave", { station: station.name }), () => perform(
      () => request("POST", `/api/v1${pathOf(take)}/stations/${encodeURIComponent(station.name)}/leave`), t("page.saved"), refresh), ".quiet")] : [],
  ]) : []);
}

function actsOf(take) {
  const shown = { refresh, done: () => address.go({ take: "", class: "", list: "all" }) };
  const file = [action(t("stock-take.csv"), () => save(take, "csv"), ""), action(t("stock-take.pdf"), () => save(take, "pdf"), "")];
  if (take.state === "open") {
    return [action(t("stock-take.close"), () => openClose(take, shown), ".primary"), ...file, action(t("stock-take.cancel"), () => openCancel(take, shown), ".danger")];
  }
  if (take.state === "closed") {
    return [action(t("stock-take.apply"), () => openApply(take, shown), ".primary"), action(t("stock-take.reopen"), () => reopen(take, shown)),
      ...file, action(t("stock-take.cancel"), () => openCancel(take, shown), ".danger")];
  }
  if (take.state === "applied" && (take.lateScans || take.isUndone)) return [action(t("stock-take.apply-again"), () => openApply(take, shown), ".primary"), ...file];
  return file;
}

/** Saves the entries that are listed, as a table ("csv") or as a document for paper ("pdf"). */
async function save(take, kind) {
  const filter = address.state.class === "exceptions" ? { exceptions: "true" } : { class: address.state.class };
  try {
    const language = kind === "pdf" ? spokenLanguage() : undefined;
    const answer = await fetch(`/api/v1${pathOf(take)}/${kind}${query({ ...filter, language })}`);
    if (!answer.ok) throw Object.assign(new Error(t("page.failed")), { status: answer.status });
    const link = make("a", { href: URL.createObjectURL(await answer.blob()), download: `stock-take.${kind}` });
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    complain(error);
  }
}

function entryRow(take, entry) {
  const title = entry.title ?? entry.text ?? t("stock-take.unknown-code");
  const canTick = isRunning(take) && ["not-scanned", "missing-again", "uncertain", "came-back"].includes(entry.class) && entry.copy;
  return listRow({
    id: entry.copy ?? entry.release ?? title, title, href: releaseAddress(entry.release && { id: entry.release }),
    facts: [entry.artist, entry.place && [entry.place, entry.slot && t("stock-take.slot", { slot: entry.slot })].filter(Boolean).join(", "),
      entry.seenIn && t("stock-take.seen-in", { place: entry.seenIn })],
    by: entry.scannedAt && [entry.station, seconds(entry.scannedAt)].join(" · "),
    state: [entry.number && badge(t("desk.copy", { number: entry.number })), badge(classWord(entry.class))],
    main: canTick ? action(t("stock-take.tick"), () => tick(take, entry)) : undefined,
    more: entry.class === "ticked" && isRunning(take) ? [action(t("stock-take.untick"), () => untick(take, entry))] : [],
  });
}

const tick = (take, entry) => perform(
  () => request("POST", `/api/v1${pathOf(take)}/ticks`, { body: { copy: entry.copy } }), t("stock-take.ticked"), refresh);
const untick = (take, entry) => perform(
  () => request("DELETE", `/api/v1${pathOf(take)}/ticks/${encodeURIComponent(entry.copy)}`), t("page.saved"), refresh);

// MARK: parts

/** Replaces the rows. The focus stays on the same row. */
function draw(rows) {
  const list = byID("rows");
  const focused = list.contains(document.activeElement) ? document.activeElement.closest("li")?.dataset.id : undefined;
  list.replaceChildren(...rows);
  if (focused) list.querySelector(`[data-id="${CSS.escape(focused)}"] :is(button, a)`)?.focus();
}

function showMore(page, path, row) {
  const more = byID("more");
  more.hidden = !page.next;
  byID("more-button").onclick = async () => {
    more.hidden = true;
    try {
      const further = await get(`${path}cursor=${encodeURIComponent(page.next)}`);
      byID("rows").append(...further.items.map(row));
      page.next = further.next;
    } catch (error) {
      complain(error);
    }
    more.hidden = !page.next;
  };
}

function head(title, count, { acts = [], isInside = false }) {
  byID("back").hidden = !isInside;
  const heading = byID("list-title");
  if (isInside) heading.removeAttribute("data-t");
  setText(heading, title);
  setText(byID("count"), count);
  const place = byID("acts");
  const focused = [...place.children].indexOf(document.activeElement);
  place.replaceChildren(...acts.filter(Boolean));
  if (focused >= 0) place.children[focused]?.focus();
  byID("take").hidden = true;
  byID("more").hidden = true;
}

async function refresh() {
  call.abort();
  call = new AbortController();
  const { signal } = call;
  try {
    if (!await isStaff()) throw Object.assign(new Error(), { status: 403 });
    const { take, list } = address.state;
    const shown = take ? await get(`/stock-takes/${encodeURIComponent(take)}`, { signal })
      : list ? undefined : (await get("/stock-takes?limit=1", { signal })).items.find(isRunning);
    await (shown ? showTake(shown, signal) : showAll(signal));
  } catch (error) {
    if (signal.aborted) return;
    byID("rows").replaceChildren();
    byID("take").hidden = true;
    byID("acts").replaceChildren();
    byID("more").hidden = true;
    await showProblem(byID("empty"), error, refresh);
  }
}

await loadWords("desk");
await startPage("stock-take", {
  touches: /^(stock-take\.changed|loan\.|copy\.|change\.undone)/, refresh, parts: ["desk", "stock-take"],
});
await refresh();
