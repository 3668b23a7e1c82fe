// Every part of the pages in every state, to look at and to test. No page links to it.

import { t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import { FileField } from "/page/file-field.js";
import { openForm } from "/page/form.js";
import { emptyContent, showChips } from "/page/choices.js";
import { startWords } from "/page/page.js";
import { openDrawer } from "/page/shell.js";
import { action, badge, listRow } from "/page/row.js";
import { say } from "/page/toast.js";
import { columns, table } from "/statistics/chart.js";
import { settingField } from "/settings/field.js";
import { colourPreview } from "/settings/preview.js";
import { deskParts } from "/styleguide/desk.js";

const colours = ["paper", "card", "well", "line", "edge", "ink", "soft", "accent", "on-accent", "accent-wash", "done", "note",
  "again", "ask", "no", "fault", "on-tone", "on-ask", "danger"];
const sizes = ["small", "label", "body", "strong", "title-3", "title-2", "title-1"];
const spaces = [1, 2, 3, 4, 5, 6, 7];
const tones = [undefined, "done", "note", "again", "ask", "no", "fault"];
const titles = ["Homogenic", "Lisbon", "Autobahn", "Dummy", "Hejira", "Blue", "Debut", "Ambient"];

const part = (key, ...content) => make("section.guide-part", { id: `guide-${key}` }, make("h2", {}, t(`guide.${key}`)), ...content);
const row = (...content) => make("div.guide-row", {}, ...content);
const word = () => t("page.save");

function swatch(name) {
  const element = make("span.swatch", {}, name);
  element.style.setProperty("--shown", `var(--${name})`);
  return element;
}

function line(size) {
  const element = make("p", {}, `${size} · ${t("guide.sentence")}`);
  element.style.fontSize = `var(--text-${size})`;
  return element;
}

function space(step) {
  const element = make("span.guide-space", {}, `space-${step}`);
  element.style.setProperty("--shown", `var(--space-${step})`);
  return element;
}

function buttons() {
  const one = (kind, more = {}) => make(`button${kind}`, { type: "button", ...more }, word());
  return part("buttons", row(one(".primary"), one(""), one(".quiet"), one(".danger"), one(".primary.grave"),
    one(".primary", { disabled: true }), one("", { disabled: true }),
    make("button", { type: "button" }, icon("download"), word()),
    make("button.quiet.list-tool", { type: "button", "aria-label": t("columns.print") }, icon("print"))));
}

function fields() {
  const field = (id, input, help) => make("div.guide-field.entry", {}, make("label", { for: id }, t("columns.name")), input,
    help && make("p.help", { id: `${id}-help` }, help));
  const setting = (key, kind, help = "") => ({ key, kind, help });
  const labelled = (element) => {
    const input = element.querySelector("input");
    input.setAttribute("aria-label", t("columns.name"));
    input.removeAttribute("aria-describedby");
    return element;
  };
  return part("fields", make("div.guide-stack", {},
    field("guide-text", make("input", { type: "text", id: "guide-text", value: titles[0] })),
    field("guide-empty", make("input", { type: "search", id: "guide-empty", placeholder: t("columns.filter") })),
    field("guide-help", make("input", { type: "text", id: "guide-help", "aria-describedby": "guide-help-help" }), t("loans.dropped-help")),
    field("guide-off", make("input", { type: "text", id: "guide-off", disabled: true, value: titles[1] })),
    field("guide-choice", make("select.field-select", { id: "guide-choice" }, ...titles.map((title) => make("option", {}, title)))),
    field("guide-wrong", make("input", { type: "text", id: "guide-wrong", value: "", required: true, "aria-invalid": "true",
      "aria-describedby": "guide-wrong-help" }), t("page.field-missing", { word: t("columns.name") })),
    field("guide-password", make("input", { type: "password", id: "guide-password", value: titles[2], autocomplete: "off" })),
    field("guide-number", make("input", { type: "number", id: "guide-number", value: "12" })),
    field("guide-long", make("textarea", { id: "guide-long", rows: "4" }, titles[3].repeat(12))),
    field("guide-date", make("input", { type: "date", id: "guide-date", value: "2026-12-24" })),
    labelled(settingField(setting("guide.colour", "colour"), "#0b6b3a", () => {})),
    colourPreview((key) => ({ "appearance.accent": "#0b6b3a", "appearance.accent-dark": "#7fe0a8" })[key] ?? "").element,
    row(labelled(settingField(setting("guide.on", "yes-no"), "yes", () => {})),
      labelled(settingField(setting("guide.no", "yes-no"), "no", () => {})),
      labelled(settingField(setting("guide.days", "number"), "21", () => {})),
      labelled(settingField(setting("guide.seconds", "seconds", "(off = …)"), "off", () => {}))),
    make("label.check", { for: "guide-check" }, make("input", { type: "checkbox", id: "guide-check", checked: true }), make("span", {}, word())),
    make("p.problem", {}, t("page.field-missing", { word: t("columns.name") }))));
}

/** Returns the field for files: empty, with a file, with several, being sent, refused, disabled, and as the action of a page. */
function files() {
  const field = (id, options = {}) => new FileField({ id: `guide-${id}`, word: "guide.file", onFiles: () => {}, ...options });
  const [one, several, busy, refused] = [field("file-one"), field("file-several", { isMultiple: true }), field("file-busy"), field("file-refused")];
  one.setNames(["cover.jpg"]);
  several.setNames(["cover.jpg", "back.jpg"]);
  busy.setNames([`${titles[3].repeat(12)}.jpg`]);
  busy.setBusy(true);
  refused.setNames(["cover.tiff"]);
  refused.input.setAttribute("aria-invalid", "true");
  refused.input.setAttribute("aria-describedby", "guide-file-problem");
  return part("files", make("div.guide-stack", {},
    ...[field("file-empty"), one, several, busy, refused].map(({ element }) => element),
    make("p.problem", { id: "guide-file-problem" }, t("page.failed")),
    field("file-off", { isDisabled: true }).element,
    field("file-primary", { isPrimary: true, capture: "environment", picture: "camera" }).element));
}

function rows() {
  const record = (title, more) => listRow({ id: title, title, href: "#", release: { title, medium: "vinyl" },
    facts: [titles[1], t("desk.copy", { number: 7 })], person: { id: "0", shortName: "Ada" },
    main: action(t("loans.return"), () => {}), more: [action(t("loans.renew"), () => {}), action(t("loans.lost"), () => {}, ".danger")],
    ...more });
  return part("rows", make("ul.rows", {},
    record(titles[0], { state: [make("span", {}, t("loans.no-due"))] }),
    record(titles[2], { state: [badge(t("loans.overdue-days", { days: 3 }), "no", icon("no"))] }),
    record(titles[3].repeat(12), { state: [badge(t("loans.claimed"), "ask", icon("ask"))] }),
    listRow({ id: "code", title: "5099902988023", isCode: true, facts: ["EAN-13"], main: action(t("inbox.name"), () => {}) })));
}

/** Returns the charts of Statistics: columns over time, and a table of numbers with bars. */
function chart() {
  const months = [3, 0, 12, 7, 9, 21, 14].map((count, index) => ({ key: `2026-0${index + 1}`, count }));
  const rows = [["CD", 1240], [titles[0].repeat(9), 23], ["EP", 0]].map(([name, count], index) => ({ name, count, href: index ? undefined : "#" }));
  return part("chart", make("div.guide-stack", {}, columns({ name: "growth", groups: months }),
    table(t("statistics.about-medium"), t("statistics.unit-releases"), rows, true)));
}

/** Returns the messages that float over a page, at rest. */
function messages() {
  const one = (tone, text) => make("p.toast.is-example", { data: { tone } }, make("span", {}, text), action(t("page.undo"), () => {}));
  return part("messages", make("div.guide-stack", {}, one("done", t("settings.saved")), one("fault", t("page.failed")),
    make("p.away-note.is-example", {}, icon("fault"), make("span", {}, t("page.away"))),
    make("p.problem", {}, t("page.failed")), make("p.soft", {}, t("guide.sentence"))));
}

function details() {
  return part("details", make("div.guide-stack", {},
    make("dl.facts", {}, ...[["columns.name", titles[0]], ["inbox.title", titles[3].repeat(20)]].flatMap(([key, value]) => [
      make("dt", {}, t(key)), make("dd", {}, value)]), make("dt", {}, "EAN-13"), make("dd.mono", {}, "5099902988023")),
    row(make("kbd", {}, "g"), make("kbd", {}, "?"), make("kbd", {}, "/"))));
}

function selection() {
  return part("selection", make("div.batch.is-example", {}, make("p", {}, t("settings.unsaved", { count: 2 })),
    make("button.quiet", { type: "button" }, t("settings.discard")), make("button", { type: "button" }, word())));
}

function overlays() {
  return part("overlays", row(
    make("button", { type: "button", id: "guide-dialog", on: { click: () => openForm({ title: t("holds.place"), act: t("holds.place"),
      fields: [{ name: "title", word: t("inbox.title"), isNeeded: true, help: t("loans.dropped-help") }], send: async () => {} }) } },
    t("guide.dialog")),
    make("button", { type: "button", id: "guide-drawer", on: { click: () => openDrawer() } }, t("nav.menu")),
    make("button", { type: "button", id: "guide-toast", on: { click: () => say(t("settings.saved"), { act: action(t("page.undo"), () => {}) }) } },
      t("guide.toast")),
    make("button", { type: "button", id: "guide-fault", on: { click: () => say(t("page.failed"), { isFault: true }) } }, t("guide.fault"))));
}

function show() {
  const chips = make("div.chips", { role: "group", "aria-label": t("loans.show") });
  showChips(chips, ["open", "overdue", "returned"].map((one) => [one, t(`loans.chip-${one}`)]), "open", () => {});
  byID("parts").replaceChildren(
    part("colours", row(...colours.map(swatch))),
    part("type", make("div.guide-stack", {}, ...sizes.map(line))),
    part("space", row(...spaces.map(space))),
    buttons(), fields(), files(),
    part("badges", row(...tones.map((tone) => badge(t("loans.claimed"), tone, icon(tone ?? "tag")))), row(chips)),
    rows(),
    part("empty", make("div.empty", {}, ...emptyContent(t("loans.none-open"), t("loans.none-open-do"),
      make("a.button.primary", { href: "/" }, t("page.to-desk"))))),
    part("progress", make("div.guide-stack", {},
      make("progress", { max: "100", value: "42", "aria-label": t("guide.progress") }), make("progress", { "aria-label": t("guide.progress") }))),
    chart(), messages(), details(), selection(), overlays(),
    part("sleeves", make("div.guide-sleeves", {}, ...titles.flatMap((title) => [
      sleeve({ title, medium: "vinyl" }, { lettered: false }), sleeve({ title, artist: titles[0], medium: "cd" })]))),
    ...deskParts(part));
}

await startWords("styleguide", { parts: ["settings", "desk", "session", "additions", "why", "statistics"], refresh: show, title: () => t("guide.title") });
show();
