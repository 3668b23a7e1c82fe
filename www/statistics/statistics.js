// Statistics: one at a time, the form of a year, and the weeding list. Each view has an address.

import { get, query } from "/hub/client.js";
import { day, grouped, hubNow, whenShort } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { Address } from "/page/address.js";
import { emptyContent, showChips } from "/page/choices.js";
import { showEmpty } from "/page/empty.js";
import { showMore, showTools } from "/page/more.js";
import { showProblem, startPage } from "/page/page.js";
import { isStaff } from "/page/person.js";
import { badge, listRow, releaseAddress } from "/page/row.js";
import { columns, groupName, linkOf, table } from "/statistics/chart.js";

const statistics = ["artist", "label", "genre", "style", "decade", "country", "tag", "medium", "condition", "place", "growth", "loans", "most-lent",
  "most-played", "most-wanted", "never-lent"];
const views = [...statistics, "year", "weeding"];
const reasons = ["", "never-lent", "not-lent", "duplicate", "poor-condition", "parts-missing"];
/** Counting a large library takes longer than other requests. */
const patience = 60_000;

const thisYear = () => new Date(hubNow()).getFullYear();
const oneOf = (choices, text) => (choices.includes(text) ? text : choices[0]);

const address = new Address("/statistics", {
  read: (search) => ({
    show: oneOf(views, search.get("show")),
    year: /^\d{4}$/.test(search.get("year") ?? "") ? search.get("year") : "",
    reason: oneOf(reasons, search.get("reason")),
    years: /^[1-9]\d?$/.test(search.get("years") ?? "") ? search.get("years") : "",
    top: search.get("top") === "200" ? "200" : "",
  }),
  write: ({ show, ...state }) => ({ show: show === views[0] ? "" : show, ...state }),
  show: () => refresh(),
});
let call = new AbortController();

// MARK: views

async function showStatistic(name, signal) {
  const top = address.state.top || (["growth", "loans"].includes(name) ? "36" : "20");
  const statistic = await get(`/statistics/${name}${query({ top })}`, { signal, timeout: patience });
  if (signal.aborted) return;
  // The numbers of before a change may be none at all.
  if (statistic.isCurrent === false) setTimeout(() => !signal.aborted && refresh(), 5000);
  const groups = statistic.groups ?? [];
  head(`/api/v1/statistics/${name}/csv`, t("statistics.groups", { count: statistic.groupCount ?? 0 }));
  if (!groups.length) {
    byID("statistic").replaceChildren();
    showEmpty(emptyContent(t("statistics.none"), t(`statistics.none-${statistic.unit ?? "releases"}`),
      make("a.button.primary", { href: "/library" }, t("page.to-library"))));
    return;
  }
  showEmpty();
  const isInTime = statistic.order === "time";
  const rows = groups.map((group) => ({ ...group, name: groupName(statistic, group), href: linkOf(group) }));
  // The newest time is read first.
  if (isInTime) rows.reverse();
  const more = statistic.groupCount - groups.length;
  const shown = groups.reduce((sum, { count }) => sum + count, 0);
  const notes = [
    more > 0 && statistic.sum > shown && t("statistics.others", { count: more, number: grouped(statistic.sum - shown) }),
    statistic.without > 0 && t("statistics.without", { count: statistic.without }),
    statistic.isCurrent === false && t("statistics.old", { time: whenShort(statistic.countedAt) }),
  ].filter(Boolean);
  byID("statistic").replaceChildren(...isInTime && groups.length > 1 ? [columns(statistic)] : [],
    table(t(`statistics.about-${name}`), t(`statistics.unit-${statistic.unit}`), rows, true),
    ...notes.map((note) => make("p.statistic-note", {}, note)));
  showMore(more > 0 && !address.state.top && (() => address.go({ top: "200" }, false)), refresh);
}

async function showYear(signal) {
  const year = address.state.year || String(thisYear());
  const form = await get(`/years/${year}`, { signal, timeout: patience });
  if (signal.aborted) return;
  head(`/api/v1/years/${year}/csv`, "");
  const choices = new Set([year, ...Array.from({ length: 20 }, (_, past) => String(thisYear() - past))]);
  showTools(choice(t("statistics.year"), [...choices].sort().reverse().map((one) => [one, one]), year, (chosen) => address.go({ year: chosen })));
  showEmpty();
  byID("statistic").replaceChildren(table(t("statistics.about-year", { year }), t("statistics.number"), (form.figures ?? []).map((figure) => ({
    name: t(`statistics.figure-${figure.name}`), count: figure.count, href: linkOf(figure) })), false),
  make("p.statistic-note", {}, t("statistics.year-note")));
}

async function showWeeding(signal) {
  const { reason } = address.state;
  const years = address.state.years || "3";
  const path = (cursor) => `/weeding${query({ reason, years, limit: 100, cursor })}`;
  const page = await get(path(), { signal, timeout: patience });
  if (signal.aborted) return;
  head(`/api/v1/weeding/csv${query({ reason, years })}`, "");
  showTools(
    choice(t("statistics.reason"), reasons.map((one) => [one, one ? t(`statistics.reason-${one}`) : t("statistics.reason-any")]), reason,
      (chosen) => address.go({ reason: chosen })),
    choice(t("statistics.unused"), ["1", "2", "3", "5", "10", years].filter((one, place, all) => all.indexOf(one) === place)
      .sort((one, other) => one - other).map((one) => [one, t("statistics.years", { count: Number(one) })]), years,
    (chosen) => address.go({ years: chosen })));
  byID("statistic").replaceChildren(make("p.soft", {}, t("statistics.about-weeding")));
  byID("rows").replaceChildren(...page.items.map(weedingRow));
  showEmpty(page.items.length ? undefined : emptyContent(t("statistics.no-weeding"), t("statistics.no-weeding-do")));
  const readOn = (cursor) => showMore(cursor && (async () => {
    const further = await get(path(cursor), { timeout: patience });
    if (signal.aborted) return;
    byID("rows").append(...further.items.map(weedingRow));
    readOn(further.next);
  }), refresh);
  readOn(page.next);
}

const weedingRow = ({ copy, release, reasons: all, lastLentAt }) => listRow({
  id: copy.id, title: release.title, href: releaseAddress(release), release,
  facts: [release.artist, t("desk.copy", { number: copy.number }), copy.slot,
    lastLentAt ? t("statistics.last-lent", { day: day(lastLentAt) }) : t("statistics.not-lent")],
  state: all.map((one) => badge(t(`statistics.reason-${one}`))),
});

// MARK: parts

/** Returns a field of a few choices. */
function choice(word, choices, chosen, onChoose) {
  return make("label", {}, make("span", {}, word), make("select.field-select", { on: { change: ({ target }) => onChoose(target.value) } },
    ...choices.map(([value, name]) => make("option", { value, selected: value === chosen }, name))));
}

function head(csv, count) {
  const link = byID("table-link");
  link.href = csv;
  link.hidden = false;
  setText(byID("count"), count);
  byID("tools").hidden = true;
  byID("rows").replaceChildren();
  showMore(undefined, refresh);
}

async function refresh() {
  call.abort();
  call = new AbortController();
  const { signal } = call;
  const { show } = address.state;
  showChips(byID("chips"), views.map((view) => [view, t(`statistics.view-${view}`)]), show,
    (chosen) => address.go({ show: chosen, year: "", reason: "", years: "", top: "" }));
  try {
    if (!await isStaff()) throw Object.assign(new Error(), { status: 403 });
    await (show === "year" ? showYear : show === "weeding" ? showWeeding : (one) => showStatistic(show, one))(signal);
  } catch (error) {
    if (signal.aborted) return;
    byID("statistic").replaceChildren();
    byID("rows").replaceChildren();
    byID("tools").hidden = true;
    byID("table-link").hidden = true;
    setText(byID("count"), "");
    showMore(undefined, refresh);
    byID("empty").hidden = false;
    showProblem(byID("empty"), error, refresh);
  }
}

await startPage("statistics", { touches: /^(change|copy|hold|loan|place|release)\./, refresh, parts: ["desk", "statistics"] });
refresh();
