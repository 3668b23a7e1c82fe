// The library policy by section, and the policy of each station.

import { Problem, get, query, request } from "/hub/client.js";
import { loadWords, onLanguage, t, textOr } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { openSheet } from "/desk/sheet.js";
import { moment } from "/hub/clock.js";
import { emptyContent, showChips } from "/page/choices.js";
import { money } from "/page/money.js";
import { problemText, showProblem, startPage } from "/page/page.js";
import { complain, perform, say } from "/page/toast.js";
import { followCheck, showCheck } from "/settings/check.js";
import { policyForm } from "/settings/policy.js";
import { readPlaces } from "/settings/choosers.js";
import { effectOf, emptyHint, exampleOf, inherited, settingField, shownValue } from "/settings/field.js";
import { applyColours, colourPreview } from "/settings/preview.js";
import { followComparison, showComparison } from "/settings/comparison.js";
import { followPush, showPush } from "/settings/push.js";
import { followToken, showToken } from "/settings/discogs-token.js";
import { followRecheck, showRecheck } from "/settings/recheck.js";

/** The section with the cards of Discogs, which are no settings. */
const discogs = "discogs";
const sectionNow = () => new URLSearchParams(location.search).get("section") ?? "loan";
let section = sectionNow();
let settings = [];
let stations = [];
/** The settings that are an amount of money, in the smallest unit of the currency. */
const amounts = new Set(["limits.fees-due", "fees.per-day", "fees.most"]);
/** Values that are typed and not saved yet, by key: the list is read again whenever a setting changes anywhere. */
const drafts = new Map();
/** The reasons for which values were refused, by key. */
const faults = new Map();
/** The preview of the colours; undefined in other sections. */
let preview;

async function read() {
  try {
    const [all, desks] = await Promise.all([get("/settings"), get("/stations"), readPlaces().catch(() => {})]);
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
  const names = [...sections, discogs, ...stations.map((name) => `station:${name}`)];
  if (!names.includes(section)) section = names[0];
  showChips(byID("chips"), names.map((name) => [name, sectionWord(name)]), section, (name) => {
    section = name;
    byID("words").value = "";
    history.pushState(undefined, "", `/settings${query({ section })}`);
    show();
  });
  const words = byID("words").value.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  byID("discogs").hidden = section !== discogs || words.length > 0;
  if (section?.startsWith("station:") && !words.length) showPolicy(section.slice(8));
  else if (section === discogs && !words.length) {
    preview = undefined;
    byID("settings").replaceChildren();
    setText(byID("count"), "");
  } else {
    const shown = settings.filter((setting) => (words.length
      ? words.every((word) => `${setting.key} ${effectOf(setting)}`.toLocaleLowerCase().includes(word))
      : setting.section === section));
    const { id, selectionStart, selectionEnd } = document.activeElement ?? {};
    preview = shown.some(({ section: one }) => one === "appearance") ? colourPreview(valueOf) : undefined;
    byID("settings").replaceChildren(...(preview ? [preview.element] : []), shown.length ? make("ul.setting-list", {}, ...shown.map(row))
      : make("div.empty", {}, ...emptyContent(t("settings.none-found"), t("settings.none-found-do"))));
    // The field that is being edited stays so.
    const field = id?.startsWith("setting-") && document.getElementById(id);
    if (field) field.focus();
    if (field?.type === "text") field.setSelectionRange(selectionStart, selectionEnd);
    setText(byID("count"), t("settings.count", { count: shown.length }));
  }
  showBar();
}

/** Returns the typed value of a setting, or the stored one. */
function valueOf(key) { return sameAs(key) ?? ""; }

const sectionWord = (name) => (name.startsWith("station:") ? t("settings.desk", { name: name.slice(8) })
  : textOr(`settings.section-${name}`, name));

function row(setting) {
  const { key, value, default: standard } = setting;
  const id = `setting-${key}`;
  const same = sameAs(inherited(key));
  const help = make("span", { id: `${id}-help` });
  const showHelp = () => setText(help, [exampleOf(setting), emptyHint(setting, drafts.get(key) ?? value ?? standard, same),
    standard !== "off" && t("settings.default", { value: shownValue(setting, standard) })].filter(Boolean).join(" "));
  showHelp();
  const isDefault = value === undefined || value === null || value === standard;
  return make("li.setting", { data: { id: key, draft: drafts.has(key) ? "yes" : undefined } },
    make("span.line-words", {},
      make("label", { for: id, id: `${id}-label` }, make("strong", {}, effectOf(setting))),
      help,
      setting.timeZone && make("span", {}, t("settings.time-zone-now", setting.timeZone)),
      amounts.has(key) && amountOf(value ?? standard),
      faults.has(key) && make("span.setting-fault", { role: "alert" }, faults.get(key))),
    settingField(setting, drafts.get(key) ?? value ?? standard, (next) => {
      if (next === (value ?? standard)) drafts.delete(key);
      else drafts.set(key, next);
      faults.delete(key);
      showHelp();
      showBar();
      preview?.show();
    }, same),
    make("span.setting-acts", {},
      !isDefault && make("button.quiet", { type: "button", "aria-label": t("settings.reset-help", { what: effectOf(setting) }), on: {
        click: () => perform(() => put(setting, null), t("settings.reset-done"), read) } }, t("settings.reset")),
      make("button.quiet.info", { type: "button", "aria-label": t("settings.about", { what: effectOf(setting) }), on: {
        click: () => openHistory(setting) } }, icon("info"))));
}

/** Returns the value of a setting, typed or stored; undefined without a key. */
function sameAs(key) {
  const setting = settings.find((one) => one.key === key);
  return setting && (drafts.get(key) ?? setting.value ?? setting.default);
}

/** Stores one value; null is the default. */
async function put({ key, version }, value) {
  const answer = await request("PUT", `/api/v1/settings/${encodeURIComponent(key)}`, {
    body: { value }, headers: { "if-match": `"${version}"` },
  });
  drafts.delete(key);
  faults.delete(key);
  if (key.startsWith("appearance.")) applyColours();
  return answer;
}

/** Stores all typed values; those that are refused stay, with the reason. */
async function saveAll() {
  const changed = settings.filter(({ key }) => drafts.has(key));
  faults.clear();
  if (changed.length === 1) {
    const [setting] = changed;
    await perform(() => put(setting, drafts.get(setting.key)).catch((error) => {
      faults.set(setting.key, problemText(error));
      throw error;
    }), t("settings.saved"), read);
  } else {
    for (const setting of changed) {
      try {
        await put(setting, drafts.get(setting.key));
      } catch (error) {
        faults.set(setting.key, problemText(error));
      }
    }
    if (faults.size) say([...faults.values()].join(" "), { isFault: true });
    else say(t("settings.saved"));
  }
  await read();
}

/** Shows the bar with the values that are not saved. */
function showBar() {
  const bar = byID("save-bar");
  bar.hidden = !drafts.size;
  setText(byID("save-count"), drafts.size ? t("settings.unsaved", { count: drafts.size }) : "");
  for (const line of byID("settings").querySelectorAll(".setting")) {
    if (drafts.has(line.dataset.id)) line.dataset.draft = "yes";
    else delete line.dataset.draft;
  }
}

/** Returns an amount with its currency; nothing for 0, which switches the setting off. */
function amountOf(value) {
  const currency = settings.find(({ key }) => key === "fees.currency");
  if (!currency || !Number(value)) return undefined;
  return make("span.amount", {}, t("settings.amount", { value, amount: money(Number(value), currency.value ?? currency.default) }));
}

/** The pages of changes that are searched for those of one setting. */
const pagesSearched = 5;

/** Shows the name of a setting and its changes: time, author, old and new value. */
async function openHistory(setting) {
  const { key, default: standard } = setting;
  try {
    const changes = await changesOf(key);
    const lines = changes.map(({ at, by, values }) => make("li.line-words", {},
      make("strong", {}, values.map((value) => shownValue(setting, value)).join(" \u2192 ")),
      make("span", {}, [moment(at).slice(0, -4), by && t("changes.by", { who: by })].filter(Boolean).join("\u00a0· "))));
    openSheet(effectOf(setting), [
      make("dl.facts", {}, make("dt", {}, t("settings.default-word")), make("dd", {}, shownValue(setting, standard)),
        make("dt", {}, t("settings.key")), make("dd.mono", {}, key)),
      make("h3", {}, t("settings.history")),
      lines.length ? make("ul.setting-history", {}, ...lines) : make("p", {}, t("settings.never-changed"))]);
  } catch (error) {
    complain(error);
  }
}

/** Returns the changes of a setting, the last first, each with its old and its new value. */
async function changesOf(key) {
  const { default: standard } = settings.find((setting) => setting.key === key);
  const found = [];
  let cursor;
  for (let page = 0; page < pagesSearched; page += 1) {
    const { items, next } = await get(`/changes${query({ limit: 200, cursor })}`);
    found.push(...items.filter((change) => change.setting === key));
    cursor = next;
    if (!next) break;
  }
  const whole = await Promise.all(found.slice(0, 20).map(({ id }) => get(`/changes/${encodeURIComponent(id)}`)));
  return whole.flatMap(({ at, by, rows = [] }) => rows.filter(({ id }) => id === key).map(({ verb, lines = [] }) => {
    const values = (lines.find((line) => line.startsWith("value: ")) ?? "").slice("value: ".length).split(" \u2192 ");
    const other = { added: [standard, ...values], removed: [...values, standard] }[verb];
    return { at, by, values: other ?? values };
  }));
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
  section = sectionNow();
  show();
});
byID("words").addEventListener("input", show);
byID("search").addEventListener("submit", (event) => event.preventDefault());
byID("save").addEventListener("click", saveAll);
byID("settings").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches(".setting input[type=text]")) saveAll();
});
byID("discard").addEventListener("click", () => {
  drafts.clear();
  faults.clear();
  show();
});
addEventListener("beforeunload", (event) => drafts.size && event.preventDefault());
onLanguage(() => {
  show();
  showCheck();
  showToken();
  showComparison();
  showPush();
  showRecheck();
});
await loadWords("settings");
await startPage("settings", { touches: /^setting\./, refresh: read });
read();
followCheck();
followRecheck();
followComparison();
followPush();
followToken();
