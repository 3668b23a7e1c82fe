// The words of this page, from the hub's own catalogue: one file for each part and language.

import { grouped, setLocale } from "/hub/clock.js";

const languages = ["en", "de", "fr"];
/** The placeholders whose value selects the plural category of the text (Unicode CLDR). */
const counts = new Set(["count", "parts", "days", "renewals", "open", "overdue", "limit"]);

let language = initial();
/** The language to use once its words are loaded. */
let wanted = language;
let texts = {};
/** The loading of each part. */
const parts = new Map();
const listeners = new Set();
/** The attributes that `data-t-…` sets. */
const attributes = [["label", "aria-label"], ["placeholder", "placeholder"], ["title", "title"]];

/** Returns the ISO 639 code of the current language. */
export const spokenLanguage = () => language;

/**
 * Returns a text of the catalogue with its values. A missing key is its own text, and an error on the console.
 *
 * @param {string} key @param {Record<string, string | number | undefined>} [values] by placeholder; without one, the
 *   key's `.bare` text is used if it exists.
 */
export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) {
    console.error(key);
    return key;
  }
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const isKnown = (name) => values[name] !== undefined && values[name] !== null && values[name] !== "";
  let chosen = text;
  if (texts[`${key}.bare`] !== undefined && !names.every(isKnown)) chosen = texts[`${key}.bare`];
  else {
    const count = Number(values[names.find((name) => counts.has(name))]);
    const category = Number.isFinite(count) ? new Intl.PluralRules(language).select(count) : "other";
    if (category !== "other") chosen = texts[`${key}.${category}`] ?? text;
  }
  return chosen.replace(/\{(\w+)\}/g, (_, name) => (isKnown(name) ? written(name, values[name]) : "…"));
}

/** Groups the digits of counts, not of numbers that are names, such as a copy's. */
const written = (name, value) => (typeof value === "number" && counts.has(name) ? grouped(value) : value);

/** Returns true if the catalogue has the key. */
export const hasText = (key) => texts[key] !== undefined;

/** Returns the text of a key, or the other text if the catalogue has none. */
export const textOr = (key, other) => (hasText(key) ? t(key) : other);

/**
 * Loads the words of a part: `desk`, `pages` and other folders of the catalogue, or the hub's own, which is "".
 *
 * @param {string} part
 */
export function loadWords(part) {
  if (!parts.has(part)) {
    parts.set(part, take(part).catch((error) => {
      // A failed part may be requested again.
      parts.delete(part);
      throw error;
    }));
  }
  return parts.get(part);
}

/** Reads a part, and again if the language changed meanwhile. */
async function take(part) {
  let code;
  let table;
  do {
    code = language;
    table = await read(part, code);
  } while (code !== language);
  texts = { ...texts, ...table };
}

/** Changes the language; listeners update their words. */
export async function speak(code, isKept = false) {
  if (isKept) keep(code);
  if (!languages.includes(code) || code === wanted) return;
  wanted = code;
  let tables;
  try {
    do tables = await Promise.all([...parts.keys()].map((part) => read(part, code)));
    while (tables.length !== parts.size);
  } catch (error) {
    if (wanted === code) wanted = language;
    throw error;
  }
  if (wanted !== code) return;
  language = code;
  texts = Object.assign({}, ...tables);
  setLocale(code);
  translate(document);
  for (const listener of listeners) listener();
}

/** @param {() => void} listener called after each change of the language. */
export const onLanguage = (listener) => listeners.add(listener);

/** Sets the words of markup: `data-t` is the text of an element, `data-t-label` and others are its attributes. */
export function translate(root) {
  if (!("languages" in document.documentElement.dataset)) return;
  document.documentElement.lang = language;
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const [name, attribute] of attributes) {
    for (const element of root.querySelectorAll(`[data-t-${name}]`)) {
      element.setAttribute(attribute, t(element.getAttribute(`data-t-${name}`)));
    }
  }
}

async function read(part, code) {
  // In the version of this page, which its browser keeps.
  const answer = await fetch(import.meta.resolve(`/messages/${part ? `${part}/` : ""}${code}.json`));
  if (!answer.ok) throw new Error(`the words of this page are missing: ${part} ${code}`);
  return answer.json();
}

/** Returns the first language. Pages in one language have no `data-languages`. */
function initial() {
  let kept;
  try {
    kept = localStorage.getItem("deadwax.language");
  } catch {
    // Without storage, the browser's own language is used.
  }
  const wanted = "languages" in document.documentElement.dataset ? [kept, ...navigator.languages] : ["en"];
  const found = wanted.map((tag) => tag?.slice(0, 2)).find((code) => languages.includes(code)) ?? "en";
  setLocale(found);
  return found;
}

function keep(code) {
  try {
    localStorage.setItem("deadwax.language", code);
  } catch {
    // Then the choice is lost with the page only.
  }
}

/** Returns a sentence with its full stop; nothing for none. */
export const sentence = (text) => (text ? text.replace(/[.!?]?$/, (end) => end || ".") : "");

await loadWords("desk");
