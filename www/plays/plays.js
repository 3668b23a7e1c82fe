// Plays of copies, the newest first, and the reports of them. Each view has an address.

import { get, query, request } from "/hub/client.js";
import { day, grouped, hubNow, moment } from "/hub/clock.js";
import { hasText, t, textOr } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { Address } from "/page/address.js";
import { emptyContent, showChips } from "/page/choices.js";
import { showEmpty } from "/page/empty.js";
import { showMore, showTools } from "/page/more.js";
import { showProblem, startPage } from "/page/page.js";
import { isStaff } from "/page/person.js";
import { action, badge, listRow, releaseAddress } from "/page/row.js";
import { perform } from "/page/toast.js";

const views = ["list", "report"];
/** The rows of a request. */
const readAtOnce = 100;
/** A report of a year takes longer than other requests. */
const patience = 60_000;

const dayText = /^\d{4}-\d\d-\d\d$/;
const dayOf = (text) => (dayText.test(text ?? "") && !Number.isNaN(Date.parse(text)) ? text : "");

const address = new Address("/plays", {
  read: (search) => ({
    show: views.includes(search.get("show")) ? search.get("show") : views[0],
    release: /^[0-9a-f-]{36}$/.test(search.get("release") ?? "") ? search.get("release") : "",
    form: /^[a-z0-9-]{1,40}$/.test(search.get("form") ?? "") ? search.get("form") : "",
    from: dayOf(search.get("from")),
    to: dayOf(search.get("to")),
  }),
  write: ({ show, ...state }) => ({ show: show === views[0] ? "" : show, ...state }),
  show: () => refresh(),
});
let call = new AbortController();

// MARK: the list

async function showList(signal) {
  const { release } = address.state;
  const path = (cursor) => `/plays${query({ release, limit: readAtOnce, cursor })}`;
  const page = await get(path(), { signal });
  if (signal.aborted) return;
  head(page.total === undefined ? t("plays.above") : t("plays.count", { count: page.total }));
  if (release) showTools(action(t("plays.of-release"), () => address.go({ release: "" })));
  byID("report").replaceChildren();
  byID("rows").replaceChildren(...page.items.map(playRow));
  showEmpty(page.items.length ? undefined
    : emptyContent(t("plays.none"), t("plays.none-do"), make("a.button.primary", { href: "/library" }, t("page.to-library"))));
  const readOn = (cursor) => showMore(cursor && (async () => {
    const further = await get(path(cursor), { signal });
    if (signal.aborted) return;
    byID("rows").append(...further.items.map(playRow));
    readOn(further.next);
  }), refresh);
  readOn(page.next);
}

function playRow(play) {
  const { id, copy, release, position, titles = [], startedAt, endedAt, source, station, warnings = [] } = play;
  return listRow({
    id, title: release.title, href: releaseAddress(release), release,
    facts: [release.artist, t("desk.copy", { number: copy.number }), [position, titles.join(" / ")].filter(Boolean).join(" ")],
    by: [minute(startedAt), endedAt && t("plays.until", { time: minute(endedAt).split(", ").at(-1) })].filter(Boolean).join(" "),
    state: [badge([textOr(`plays.source-${source}`, source), station].filter(Boolean).join(" · ")),
      ...warnings.map((warning) => badge(ruleText(warning), "ask", icon("ask")))],
    more: [action(t("plays.remove"), () => perform(() => request("DELETE", `/api/v1/plays/${encodeURIComponent(id)}`, {
      headers: { "if-match": `"${play.version}"` } }), t("plays.removed"), refresh), ".danger")],
  });
}

/** Returns a warning in words. A later version of the hub may have another rule. */
function ruleText({ rule, subject, count, limit }) {
  const key = `plays.rule-${rule}`;
  return hasText(key) ? t(key, { subject, count, limit }) : `${rule}: ${subject}`;
}

/** Returns a time with its day, without seconds. */
const minute = (time) => moment(time).replace(/:\d\d\.\d+$/, "");

// MARK: the report

async function showReport(signal) {
  const { items: forms } = await get("/play-reports", { signal });
  if (signal.aborted) return;
  if (!forms.length) {
    head("");
    byID("report").replaceChildren();
    byID("rows").replaceChildren();
    showEmpty(emptyContent(t("plays.no-forms"), t("plays.no-forms-do")));
    return;
  }
  const chosen = forms.find(({ name }) => name === address.state.form) ?? forms.find(({ name }) => name === "plays") ?? forms[0];
  const { from, to } = span();
  // The last day counts whole.
  const times = { since: startOf(from, 0), until: startOf(to, 1) };
  const report = await get(`/play-reports/${chosen.name}${query(times)}`, { signal, timeout: patience });
  if (signal.aborted) return;
  head([t("plays.size", { count: grouped(report.plays), rows: grouped(report.rows) }),
    report.dueOn && t("plays.due", { date: day(`${report.dueOn}T12:00:00`) })].filter(Boolean).join(" · "));
  const link = byID("table-link");
  link.href = `/api/v1/play-reports/${chosen.name}/csv${query(times)}`;
  link.hidden = false;
  showTools(
    field(t("plays.form"), make("select.field-select", { on: { change: ({ target }) => address.go({ form: target.value }) } },
      ...forms.map(({ name, title }) => make("option", { value: name, selected: name === chosen.name }, title)))),
    field(t("plays.from"), make("input", { type: "date", value: from, max: to, on: { change: ({ target }) => choose({ from: target.value, to }) } })),
    field(t("plays.to"), make("input", { type: "date", value: to, min: from, on: { change: ({ target }) => choose({ from, to: target.value }) } })));
  showEmpty();
  const { missing = [], gaps = [], warnings = [] } = report;
  byID("report").replaceChildren(...[
    report.form.note && make("p.play-note", {}, report.form.note),
    make("p.play-note", {}, t("plays.source", { source: report.form.source, date: day(`${report.form.checkedOn}T12:00:00`) })),
    missing.length > 0 && make("h2", {}, t("plays.missing")),
    missing.length > 0 && missingTable(missing),
    warnings.length > 0 && make("h2", {}, t("plays.warnings")),
    warnings.length > 0 && make("ul.play-warnings", {}, ...warnings.map((warning) => make("li", {},
      make("time", { datetime: warning.at }, minute(warning.at)), ` ${ruleText(warning)}`))),
    gaps.length > 0 ? make("h2", {}, t("plays.gaps")) : make("p.play-note", {}, t("plays.complete")),
    gaps.length > 0 && make("p.play-note", {}, t("plays.gaps-do")),
    report.gapCount > gaps.length && make("p.play-note", {}, t("plays.more-gaps", { count: report.gapCount - gaps.length })),
  ].filter(Boolean));
  byID("rows").replaceChildren(...gaps.map(gapRow));
}

const gapRow = ({ release, position, fields, plays }) => listRow({
  id: `${release.id} ${position ?? ""}`, title: release.title, href: releaseAddress(release), release,
  facts: [release.artist, position, t("plays.gap-lacks", { fields: fields.map(fieldName).join(", ") })],
  state: [badge(t("plays.count", { count: plays }))],
});

const fieldName = (name) => textOr(`plays.field-${name}`, name);

function missingTable(missing) {
  return make("table.missing-table", {},
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("plays.fact")),
      make("th.number", { scope: "col" }, t("plays.rows-without")), make("th.number", { scope: "col" }, t("plays.needed")))),
    make("tbody", {}, ...missing.map(({ field: name, rows, needed }) => make("tr", {}, make("th", { scope: "row" }, fieldName(name)),
      make("td.number", {}, grouped(rows)), make("td.number", {}, grouped(needed))))));
}

/** Returns the first and the last day of the report: those of the address, or the month before. */
function span() {
  const now = new Date(hubNow());
  const pad = (number) => String(number).padStart(2, "0");
  const iso = (date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const from = address.state.from || iso(new Date(now.getFullYear(), now.getMonth() - 1, 1));
  const to = address.state.to || iso(new Date(now.getFullYear(), now.getMonth(), 0));
  return from <= to ? { from, to } : { from: to, to: from };
}

/** Returns the beginning of a day, or of a day after it, in local time. */
function startOf(text, after) {
  const [year, month, date] = text.split("-").map(Number);
  return new Date(year, month - 1, date + after).toISOString();
}

/** Shows the report of other days. A cleared field leaves the days as they are. */
function choose({ from, to }) {
  if (from && to) address.go({ from, to });
}

// MARK: parts

const field = (word, input) => make("label", {}, make("span", {}, word), input);

function head(count) {
  byID("table-link").hidden = true;
  byID("tools").hidden = true;
  setText(byID("count"), count);
  showMore(undefined, refresh);
}

async function refresh() {
  call.abort();
  call = new AbortController();
  const { signal } = call;
  const { show } = address.state;
  showChips(byID("chips"), views.map((view) => [view, t(`plays.view-${view}`)]), show, (chosen) => address.go({ show: chosen }));
  try {
    if (!await isStaff()) throw Object.assign(new Error(), { status: 403 });
    await (show === "report" ? showReport : showList)(signal);
  } catch (error) {
    if (signal.aborted) return;
    head("");
    byID("report").replaceChildren();
    byID("rows").replaceChildren();
    byID("empty").hidden = false;
    showProblem(byID("empty"), error, refresh);
  }
}

await startPage("plays", { touches: /^(change|copy|release)\./, refresh, parts: ["desk", "plays"] });
refresh();
