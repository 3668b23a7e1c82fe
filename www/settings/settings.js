// The library policy by section, and the policy of each station.

import { Problem, get, query, request } from "/hub/client.js";
import { onLanguage, t, textOr } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { openSheet } from "/desk/sheet.js";
import { moment } from "/hub/clock.js";
import { showChips } from "/page/list.js";
import { money } from "/page/money.js";
import { showProblem, startPage } from "/page/page.js";
import { complain, perform } from "/page/toast.js";
import { followCheck, showCheck } from "/settings/check.js";
import { policyForm } from "/settings/policy.js";
import { zoneNames } from "/settings/zones.js";

let section = new URLSearchParams(location.search).get("section") ?? "loan";
let settings = [];
let stations = [];
/** The settings that are an amount of money, in the smallest unit of the currency. */
const amounts = new Set(["limits.fees-due", "fees.per-day", "fees.most"]);
/** Values that are typed and not saved yet, by key: the list is read again whenever a setting changes anywhere. */
const drafts = new Map();

async function read() {
  try {
    const [all, desks] = await Promise.all([get("/settings"), get("/stations")]);
    settings = all.items;
    stations = desks.items.map(({ name }) => name);
    byID("empty").hidden = true;
    show();
  } catch (error) {
    byID("settings").replaceChildren();
    await showProblem(byID("empty"), error, read);
  }
}

function show() {
  const sections = [...new Set(settings.map((setting) => setting.section))];
  const names = [...sections, ...stations.map((name) => `station:${name}`)];
  if (!names.includes(section)) section = names[0];
  showChips(byID("chips"), names.map((name) => [name, sectionWord(name)]), section, (name) => {
    section = name;
    history.pushState(undefined, "", `/settings${query({ section })}`);
    show();
  });
  if (section?.startsWith("station:")) showPolicy(section.slice(8));
  else {
    const shown = settings.filter((setting) => setting.section === section);
    const { id, selectionStart, selectionEnd } = document.activeElement ?? {};
    byID("settings").replaceChildren(make("ul.rows", {}, ...shown.map(row)));
    // The field that is being edited stays so.
    const field = id?.startsWith("setting-") && document.getElementById(id);
    if (field) field.focus();
    if (field?.type === "text") field.setSelectionRange(selectionStart, selectionEnd);
    setText(byID("count"), t("settings.count", { count: shown.length }));
  }
}

const sectionWord = (name) => (name.startsWith("station:") ? t("settings.desk", { name: name.slice(8) })
  : textOr(`settings.section-${name}`, name));

/** Returns the effect of a setting in this language. The hub sends the English text, which the catalogue lacks. */
const helpOf = ({ key, help }) => textOr(`setting.${key}`, help);

function row(setting) {
  const { key, kind, value, default: standard } = setting;
  const id = `setting-${key}`;
  const asText = (one) => (typeof one === "string" ? one : JSON.stringify(one));
  const isChoice = setting.choices?.length || /yes-?no|flag|bool/i.test(kind);
  const choices = setting.choices ?? ["yes", "no"];
  const now = drafts.get(key) ?? value ?? standard;
  const input = isChoice
    ? make("select.field-select", { id }, ...choices.map((choice) => (
      make("option", { value: choice, selected: choice === asText(now) }, textOr(`settings.value-${choice}`, choice)))))
    : make("input", { type: "text", id, value: asText(now), autocomplete: "off", spellcheck: "false",
      list: setting.timeZone && "time-zones" });
  const isDefault = value === undefined || value === null || value === standard;
  input.addEventListener("input", () => drafts.set(key, input.value));
  const keep = (next, done) => perform(async () => {
    const answer = await request("PUT", `/api/v1/settings/${encodeURIComponent(key)}`, {
      body: { value: next }, headers: { "if-match": `"${setting.version}"` },
    });
    drafts.delete(key);
    return answer;
  }, done, read);
  return make("li.line.setting", { data: { id: key } },
    make("span.line-words", {}, make("label", { for: id }, make("strong", {}, helpOf(setting))),
      make("span.mono", {}, key),
      make("span", {}, t("settings.default", { value: asText(standard) })),
      setting.timeZone && make("span", {}, t("settings.time-zone-now", setting.timeZone)),
      amounts.has(key) && amountOf(value ?? standard)),
    make("form", { on: { submit: (event) => {
      event.preventDefault();
      keep(input.value.trim(), t("settings.saved"));
    } } }, input, setting.timeZone && zoneNames("time-zones"),
    make("button", { type: "submit", "aria-label": t("settings.save-help", { what: key }) }, t("page.save")),
    !isDefault && make("button", { type: "button", "aria-label": t("settings.reset-help", { what: key }), on: {
      click: () => keep(null, t("settings.reset-done")) } }, t("settings.reset")),
    make("button.quiet", { type: "button", "aria-label": t("settings.history-help", { what: key }), on: {
      click: () => openHistory(setting) } }, t("settings.history"))));
}

/** Returns an amount with its currency; nothing for 0, which switches the setting off. */
function amountOf(value) {
  const currency = settings.find(({ key }) => key === "fees.currency");
  if (!currency || !Number(value)) return undefined;
  return make("span.amount", {}, t("settings.amount", { value, amount: money(Number(value), currency.value ?? currency.default) }));
}

/** Shows the changes of a setting: time, author, old and new value. */
async function openHistory({ key }) {
  try {
    const { items } = await get(`/changes${query({ limit: 100 })}`);
    const whole = await Promise.all(items.filter(({ kind }) => kind === "setting").slice(0, 30)
      .map(({ id }) => get(`/changes/${encodeURIComponent(id)}`)));
    const lines = whole.flatMap((change) => (change.rows ?? []).filter(({ id }) => id === key).map((row) => (
      make("li.line-words", {}, make("strong", {}, [moment(change.at).slice(0, -4), change.by].filter(Boolean).join("\u00a0· ")),
        make("span.mono", {}, (row.lines ?? []).join(" "))))));
    openSheet(key, [lines.length ? make("ul.rows", {}, ...lines) : make("p", {}, t("settings.never-changed"))]);
  } catch (error) {
    complain(error);
  }
}

async function showPolicy(name) {
  setText(byID("count"), "");
  const place = byID("settings");
  try {
    const answer = await fetch(`/api/v1/stations/${encodeURIComponent(name)}/policy`, { cache: "no-store" });
    const policy = await answer.json();
    if (!answer.ok) throw new Problem(answer.status, policy);
    if (section !== `station:${name}`) return;
    place.replaceChildren(policyForm(policy, (next) => perform(
      () => request("PUT", `/api/v1/stations/${encodeURIComponent(name)}/policy`, {
        body: next, headers: { "if-match": answer.headers.get("etag") },
      }), t("settings.saved"), () => showPolicy(name))));
  } catch (error) {
    const empty = make("div.empty");
    place.replaceChildren(empty);
    await showProblem(empty, error, () => showPolicy(name));
  }
}

addEventListener("popstate", () => {
  section = new URLSearchParams(location.search).get("section") ?? "loan";
  show();
});
onLanguage(() => {
  show();
  showCheck();
});
await startPage("settings", { touches: /^setting\./, refresh: read });
read();
followCheck();
