// The control of one setting: a switch, a list of its words, a number with its unit, or a field.

import { t, textOr } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { dayChoice, dayNames, placeChoice, placeName } from "/settings/choosers.js";
import { entryField, entryWords, hasEntries } from "/settings/entries.js";
import { colour } from "/settings/preview.js";
import { zoneNames } from "/settings/zones.js";

/** The part of a setting's effect that is about the value `off`. A field shows it as an empty field. */
const offPart = /\s*\(off\s*=\s*[^)]*\)/;

/** Returns true for a value that may be off, which is an empty field. @param {{key: string, kind: string, help: string, default: string}} setting */
const mayBeOff = ({ key, kind, help, default: standard }) => (
  ["number", "seconds", "colour", "date"].includes(kind) && offPart.test(help))
  || (kind === "text" && standard === "off" && key !== "holds.shelf");

/** Returns true for a setting whose effect says what `off` means, although the page has other words for it. */
const hidesOff = (setting) => mayBeOff(setting) || setting.key === "holds.shelf";

/** What is typed into the line that adds an entry. The signs are the same in all languages. */
const examples = { "loan.days-by-group": "students, 21", "limits.loans-by-group": "students, 21", "cards.patterns": "S-####-*" };

/** Returns an example of a value; undefined for a field that needs none. @param {{key: string}} setting */
export const exampleOf = ({ key }) => examples[key] && t("settings.example", { example: examples[key] });

/** Returns the effect of a setting in this language. The hub sends the English text, which the catalogue lacks. */
export function effectOf(setting) {
  const whole = textOr(`setting.${setting.key}`, setting.help);
  return hidesOff(setting) ? whole.replace(offPart, "") : whole;
}

/** The key of the setting that applies where this one is empty; undefined if it is then off. @param {string} key */
export const inherited = (key) => (/^loan\.days\.\w+$/.test(key) ? "loan.days" : undefined);

/**
 * Returns what an empty field means; nothing for a setting that cannot be off.
 *
 * @param {object} setting @param {string} now the value in the field @param {string} [same] the value that applies without one
 */
export function emptyHint(setting, now, same) {
  if (!mayBeOff(setting)) return undefined;
  if (setting.kind === "colour") return t("settings.empty-standard");
  if (same === undefined) return t("settings.empty-off");
  return t(now === "off" ? "settings.same" : "settings.same-if-empty", { days: Number(same) });
}

/** Returns the value as a person reads it. */
export function shownValue(setting, value) {
  if (setting.key === "holds.shelf") return value === "off" ? t("settings.no-place") : placeName(value);
  if (setting.key === "calendar.closed-weekdays" && value) return dayNames(value);
  if (hasEntries(setting.key) && value) return entryWords(setting.key, value);
  if (value === "off" && mayBeOff(setting)) return t("settings.off");
  return textOr(`settings.value-${value}`, value === "" ? t("settings.nothing") : value);
}

const unitOf = ({ key, kind }) => (kind === "seconds" ? t("settings.unit-seconds")
  : kind === "number" && /days/.test(key) ? t("settings.unit-days")
    : key === "appearance.text" ? t("settings.unit-percent") : undefined);

/**
 * @param {object} setting as the hub sends it @param {string} now the value in the field
 * @param {(value: string) => void} onInput with the value as the hub expects it
 * @param {string} [same] the value that applies if this one is empty
 * @returns {Element}
 */
export function settingField(setting, now, onInput, same) {
  const id = `setting-${setting.key}`;
  const described = `${id}-help`;
  if (setting.kind === "yes-no") {
    return make("label.switch", {}, make("input", { type: "checkbox", role: "switch", id, checked: now === "yes",
      "aria-describedby": described, on: { change: (event) => onInput(event.target.checked ? "yes" : "no") } }),
    make("span.switch-track", { "aria-hidden": "true" }));
  }
  if (setting.key === "holds.shelf") return placeChoice({ id, "aria-describedby": described }, now, onInput);
  if (setting.key === "calendar.closed-weekdays") {
    return dayChoice({ id, "aria-label": effectOf(setting), "aria-describedby": described }, now, onInput);
  }
  if (hasEntries(setting.key)) {
    return entryField(setting.key, { id, "aria-label": effectOf(setting), "aria-describedby": described }, now, onInput);
  }
  if (setting.choices) {
    return make("span.setting-field", {}, make("select.field-select", { id, "aria-describedby": described,
      on: { change: (event) => onInput(event.target.value) } },
    ...setting.choices.map((value) => make("option", { value, selected: value === now }, shownValue(setting, value)))));
  }
  const isNumber = ["number", "seconds"].includes(setting.kind);
  const canBeOff = mayBeOff(setting);
  const input = make("input", {
    type: setting.kind === "date" ? "date" : "text", id, value: canBeOff && now === "off" ? "" : now,
    autocomplete: "off", spellcheck: "false", placeholder: canBeOff ? same : undefined,
    inputmode: isNumber ? "numeric" : undefined, "aria-describedby": described, list: setting.timeZone && "time-zones",
    on: { input: () => onInput(canBeOff && !input.value.trim() ? "off" : input.value.trim()) },
  });
  if (setting.kind === "colour") return make("span.setting-field.colour-field", {}, input, picker(setting, input));
  if (!isNumber) return make("span.setting-field", {}, input, setting.timeZone && zoneNames("time-zones"));
  const step = (by, sign, word) => make("button.quiet.step", { type: "button", tabindex: "-1", "aria-label": t(word, { what: effectOf(setting) }),
    on: { click: () => {
      input.value = String(Math.max(0, (Number.parseInt(input.value || same, 10) || 0) + by));
      input.dispatchEvent(new Event("input"));
    } } }, icon(sign));
  return make("span.stepper", {}, step(-1, "minus", "settings.less"), input, step(1, "add", "settings.more"),
    unitOf(setting) && make("span.unit", {}, unitOf(setting)));
}

/** Returns the colour picker of the browser beside a field with a colour. */
function picker(setting, input) {
  const shown = () => (/^#?[0-9a-f]{6}$/i.test(input.value) ? colour(input.value) : "#808080");
  const element = make("input", { type: "color", value: shown(), "aria-label": t("settings.pick-colour", { what: effectOf(setting) }),
    on: { input: () => {
      input.value = element.value;
      input.dispatchEvent(new Event("input"));
    } } });
  input.addEventListener("input", () => { element.value = shown(); });
  return element;
}
