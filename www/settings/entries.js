// The controls of settings with several values: each value is an entry that can be removed, and a line adds one.

import { locales } from "/hub/clock.js";
import { spokenLanguage, t } from "/hub/words.js";
import { icon, make } from "/record/element.js";

const media = ["cd", "vinyl", "cassette", "other"];
const ways = ["mail", "text", "print"];

const split = (value) => value.split(",").map((one) => one.trim()).filter(Boolean);
const dated = (iso, options) => new Intl.DateTimeFormat(locales[spokenLanguage()], { ...options, timeZone: "UTC" }).format(new Date(`${iso}T00:00Z`));

/** Returns a field of the line that adds an entry. @param {string} name of the field @param {object} attributes */
const field = (name, attributes = {}) => make("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-label": name, ...attributes });
const number = (name) => field(name, { inputmode: "numeric", class: "entry-number" });
const select = (name, choices) => make("select.field-select", { "aria-label": name },
  make("option", { value: "" }, "–"), ...choices.map(([value, words]) => make("option", { value }, words)));

/**
 * The forms of entries. `words` returns an entry as a person reads it. `line` returns the fields that make one, and the function
 * that reads it from them: an empty text if nothing is entered. An entry that is not complete is sent too, and the hub refuses it.
 */
const days = {
  words: (entry) => (/^\d\d-\d\d$/.test(entry)
    ? t("settings.entry-every-year", { day: dated(`2000-${entry}`, { day: "numeric", month: "long" }) })
    : /^\d{4}-\d\d-\d\d$/.test(entry) ? dated(entry, { dateStyle: "long" }) : entry),
  line() {
    const date = make("input", { type: "date", "aria-label": t("settings.entry-day") });
    const yearly = make("input", { type: "checkbox" });
    return { fields: [date, make("label.check", {}, yearly, make("span", {}, t("settings.entry-yearly")))],
      read: () => (yearly.checked ? date.value.slice(5) : date.value) };
  },
};

const numbersBy = (hasMedium, unit) => ({
  words(entry) {
    const [, group, medium, count] = /^([^:/]+)(?:\/([a-z]+))?:\s*(\d+)$/.exec(entry) ?? [];
    const name = [group, medium && t(`medium.${medium}`)].filter(Boolean).join("\u00a0· ");
    return group ? t(`settings.entry-${unit}`, { name, count: Number(count) }) : entry;
  },
  line() {
    const group = field(t("settings.entry-group"));
    const medium = hasMedium && select(t("settings.entry-medium"), media.map((one) => [one, t(`medium.${one}`)]));
    const count = number(t(`settings.entry-number-${unit}`));
    const key = () => (hasMedium ? `${group.value.trim()}/${medium.value}` : group.value.trim());
    return { fields: [group, medium, count].filter(Boolean),
      read: () => (group.value.trim() || count.value.trim() ? `${key()}: ${count.value.trim()}` : "") };
  },
});

const dayCounts = {
  words: (entry) => (/^\d+$/.test(entry) ? t("settings.entry-days-late", { count: Number(entry) }) : entry),
  line() {
    const count = number(t("settings.entry-number-days"));
    return { fields: [count], read: () => count.value.trim() };
  },
};

const waysOfNotices = {
  words: (entry) => (ways.includes(entry) ? t(`settings.way-${entry}`) : entry),
  line() {
    const way = select(t("settings.entry-way"), ways.map((one) => [one, t(`settings.way-${one}`)]));
    return { fields: [way], read: () => way.value };
  },
};

const texts = (word) => ({
  words: (entry) => entry,
  line() {
    const text = field(t(word));
    return { fields: [text], read: () => text.value.trim() };
  },
});

const forms = new Map(Object.entries({
  "calendar.closed-days": days,
  "loan.days-by-group": numbersBy(false, "days"),
  "loan.days-by-group-and-medium": numbersBy(true, "days"),
  "limits.loans-by-group": numbersBy(false, "loans"),
  "reminders.overdue-days": dayCounts,
  "reminders.ways": waysOfNotices,
  "cards.patterns": texts("settings.entry-pattern"),
  "sources.countries": texts("settings.entry-country"),
}));

/** True for a setting whose values are entries. @param {string} key */
export const hasEntries = (key) => forms.has(key);

/** Returns the entries of a setting as a person reads them; an empty text without entries. @param {string} key @param {string} value */
export const entryWords = (key, value) => split(value).map(forms.get(key).words).join(", ");

/** What an entry says something about: a group, or itself. Another entry about the same replaces it. */
const subject = (entry) => entry.split(":")[0].trim();

/**
 * @param {string} key of the setting @param {object} attributes of the control, with its `id`
 * @param {string} now the value @param {(value: string) => void} onInput
 */
export function entryField(key, attributes, now, onInput) {
  const form = forms.get(key);
  let entries = split(now);
  const list = make("ul.setting-entries", {});
  const line = make("span.entry-line", {});
  let read;
  // An entry that was typed and not added yet belongs to the value, so that it is not lost when the settings are saved.
  const whole = () => (read() ? [...entries.filter((one) => subject(one) !== subject(read())), read()] : entries);
  const report = () => onInput(whole().join(", "));
  const add = () => {
    if (!read()) return;
    entries = whole();
    showLine();
    showEntries();
    line.querySelector("input, select").focus();
  };
  const remove = (index) => {
    entries = entries.filter((_, one) => one !== index);
    showEntries();
    report();
    const buttons = list.querySelectorAll("button");
    (buttons[Math.min(index, buttons.length - 1)] ?? line.querySelector("input, select")).focus();
  };
  const showEntries = () => {
    list.replaceChildren(...entries.map((entry, index) => make("li.setting-entry", {}, make("span", { dir: "auto" }, form.words(entry)),
      make("button.quiet", { type: "button", "aria-label": t("settings.entry-remove", { what: form.words(entry) }),
        on: { click: () => remove(index) } }, icon("close")))));
    list.hidden = !entries.length;
  };
  const showLine = () => {
    const made = form.line();
    read = made.read;
    line.replaceChildren(...made.fields, make("button.quiet", { type: "button", on: { click: add } }, icon("add"), t("settings.entry-add")));
  };
  line.addEventListener("input", report);
  line.addEventListener("change", report);
  line.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.matches("button")) return;
    // Elsewhere on the page the key saves.
    event.preventDefault();
    event.stopPropagation();
    add();
  });
  showLine();
  showEntries();
  return make("div.setting-several", { role: "group", ...attributes }, list, line);
}
