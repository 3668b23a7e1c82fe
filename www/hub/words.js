// The words of this page, from the catalogue that the hub speaks from too: one file for each part and language.

import { grouped, setLocale } from "/hub/clock.js";

const languages = ["en", "de", "fr"];
/** The placeholders by whose value one is told from many. */
const counts = new Set(["count", "parts", "days", "renewals", "open", "overdue", "limit"]);

let language = initial();
/** What shall be spoken as soon as its words are there. */
let wanted = language;
let texts = {};
/** By part, the reading of it. */
const parts = new Map();
const listeners = new Set();
/** What `data-t-…` puts words into. */
const attributes = [["label", "aria-label"], ["placeholder", "placeholder"], ["title", "title"]];

/** The ISO 639 code of the language that is spoken. */
export const spokenLanguage = () => language;

/**
 * A text of the catalogue with its values put in. A key that is not there is its own text.
 *
 * @param {string} key @param {Record<string, string | number | undefined>} [values] by the name of the placeholder; one
 *   that is missing takes the key's `.bare` text where there is one.
 */
export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) return key;
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const isKnown = (name) => values[name] !== undefined && values[name] !== null && values[name] !== "";
  let chosen = text;
  if (texts[`${key}.bare`] !== undefined && !names.every(isKnown)) chosen = texts[`${key}.bare`];
  else {
    const count = Number(values[names.find((name) => counts.has(name))]);
    const isOne = count === 1 || (count === 0 && language === "fr");
    if (isOne && texts[`${key}.one`] !== undefined) chosen = texts[`${key}.one`];
  }
  return chosen.replace(/\{(\w+)\}/g, (_, name) => (isKnown(name) ? written(name, values[name]) : "…"));
}

/** Numbers of things are grouped; those that are names, as that of a copy, are not. */
const written = (name, value) => (typeof value === "number" && counts.has(name) ? grouped(value) : value);

/** Whether the catalogue has the key. */
export const hasText = (key) => texts[key] !== undefined;

/** The text of a key, or what stands in for it where the catalogue has none. */
export const textOr = (key, other) => (hasText(key) ? t(key) : other);

/**
 * Makes the words of a part known: `desk`, `pages`, and other folders of the catalogue, or the hub's own, which is "".
 *
 * @param {string} part
 */
export function loadWords(part) {
  if (!parts.has(part)) {
    parts.set(part, take(part).catch((error) => {
      // What failed may be asked for again.
      parts.delete(part);
      throw error;
    }));
  }
  return parts.get(part);
}

/** Reads a part, and once more where another language was taken up meanwhile. */
async function take(part) {
  let code;
  let table;
  do {
    code = language;
    table = await read(part, code);
  } while (code !== language);
  texts = { ...texts, ...table };
}

/** Speaks another language from now on; whoever listens shows its words anew. */
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

/** Puts the words into markup: `data-t` is the text of an element, `data-t-label` and others are its attributes. */
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
  const answer = await fetch(`/messages/${part ? `${part}/` : ""}${code}.json`, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`the words of this page are missing: ${part} ${code}`);
  return answer.json();
}

/** Pages that speak one language alone say so by having no `data-languages`. */
function initial() {
  let kept;
  try {
    kept = localStorage.getItem("deadwax.language");
  } catch {
    // A browser that stores nothing speaks its own language.
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
    // Then it is forgotten with the page; no more is lost.
  }
}

await loadWords("desk");
