// The query language at the search field of the library: what is wrong with a query, and the help.

import { t } from "/hub/words.js";
import { make } from "/record/element.js";

/** The examples of the help, each with its name; those without a text here are in the catalogue. */
const examples = [
  [undefined, "words"], [undefined, "phrase"], ["artist:bowie", "field"], ["year:1969..1975", "range"], ["-genre:rock", "not"],
  [undefined, "or"], ["on-loan", "state"], [undefined, "in"], ["sort:-year,title", "sort"],
];

/**
 * Returns what a note says about a query that has a mistake: a sentence, and the query with the mistake marked.
 *
 * @param {string} text the query. @param {{code: string, from: number, to: number, suggestion?: string}} mistake
 */
export function mistakeNote(text, { code, from, to, suggestion }) {
  // Places count code points, not the units of a string.
  const letters = [...text];
  const key = `library.mistake-${code}`;
  const sentence = t(key);
  return [
    make("span", {}, sentence === key ? t("library.mistake-bad-value") : sentence), " ",
    suggestion ? make("span", {}, t("library.mistake-suggestion", { suggestion })) : "", " ",
    make("code", { dir: "auto" }, letters.slice(0, from).join(""), make("mark", {}, letters.slice(from, to).join("")), letters.slice(to).join("")),
  ];
}

/**
 * Returns what a note says about the answer to a query: that releases may be missing, or that it answers a similar query.
 *
 * @param {{isPartial?: boolean, isCutShort?: boolean, corrected?: string}} answer
 */
export const answerNote = ({ isPartial, isCutShort, corrected }) => [
  isPartial && t("library.partial"), isCutShort && t("library.cut-short"), corrected && t("library.corrected", { query: corrected }),
].filter(Boolean).flatMap((text) => [make("span", { dir: "auto" }, text), " "]);

/** Returns true for words alone, which another catalogue understands too. @param {string} text */
export const isPlain = (text) => !/[:"()|*]|\bOR\b|(^|\s)-\S/u.test(text);

/** Returns the rows of the help. */
export const helpRows = () => examples.flatMap(([example, name]) => [make("dt", {}, example ?? t(`library.example-${name}`)), make("dd", {}, t(`library.help-${name}`))]);
