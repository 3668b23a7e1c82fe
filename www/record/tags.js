// Tags in words: kind, content, binding, and the progress of an order to write one. The words are the part "tags" of
// the catalogue, which the caller has loaded.

import { day } from "/hub/clock.js";
import { hasText, t, textOr } from "/hub/words.js";
import { feedback } from "/record/feedback.js";

const contents = { empty: "tags.holds-empty", own: "tags.holds-own", foreign: "tags.holds-foreign" };

/** Returns a tag's content: `empty`, `own` or `foreign`; undefined if no reader has reported it yet. */
export const holds = (tag) => tag.holds ?? (contents[tag.content] ? tag.content : undefined);

/** Returns the content of a tag in a few words. */
export function contentWord(tag) {
  if (tag.fault) return t("tags.damaged");
  const key = contents[holds(tag)] ?? (tag.code ?? tag.content ? contents.own : undefined);
  return key ? t(key) : "";
}

/** Returns in a few words if it can be written; empty if unknown. */
export const accessWord = (access) => textOr(`tags.access-${access}`, "");

/** `NTAG213 · 137 bytes`, as far as known. */
export const kindLine = ({ kind, capacity }) => (
  [kind || t("tags.kind-none"), capacity > 0 && t("tags.bytes", { size: capacity })].filter(Boolean).join("\u00a0· "));

/** Returns a UID in readable form: `04 A3 5C 91`. */
export function uidText(uid) {
  const [, scheme = "", digits] = /^(?:([^:]*[g-z][^:]*):)?(.*)$/s.exec(uid ?? "");
  const pairs = digits.replaceAll(/[^0-9a-f]/gi, "").toUpperCase().replace(/(..)(?=.)/g, "$1\u00a0");
  return scheme ? `${scheme.toUpperCase()} ${pairs}` : pairs;
}

/** Returns the binding of a tag in words. */
export function boundWord(bound) {
  if (!bound) return t("tags.bound-none");
  return bound.release?.title ?? bound.name ?? textOr(`tags.bound-${bound.kind}`, bound.kind);
}

export const actionWord = (action) => textOr(`tags.action-${action}`, action);
export const jobWord = (job) => textOr(`tags.job-${job.state}`, job.state);

/** @returns {"done" | "note" | "again" | "ask" | "no" | "fault"} */
export function jobTone(job) {
  return feedback.jobCode[job.state]?.[job.outcome] ?? feedback.job[job.state] ?? "note";
}

/** Returns the result in a few words; empty for an outcome unknown to this page, or before its words are loaded. */
export function jobTitle(job) {
  if (job.state === "writing" || job.state === "waiting") return textOr(`tags.result-${job.state}`, "");
  return textOr(`tags.result-${job.outcome ?? (job.state === "torn" ? "tag-lost" : job.state)}`, "");
}

/** Returns the hub's sentence on the state and the next step, in this page's language if it has the hub's words, else
    in the station's. */
export function jobSentences(job) {
  if (job.state === "waiting") return said(job, "tag-job.waiting.title", "tag-job.waiting.detail");
  if (job.state === "torn") return said(job, "tag-job.torn.title", "outcome.tag-lost.detail");
  const code = job.state === "writing" ? "tag-writing" : job.outcome;
  return said(job, `outcome.${code}.title`, `outcome.${code}.detail`);
}

const said = ({ sentence, hint }, title, detail) => ({ title: textOr(title, sentence), hint: textOr(detail, hint) });

/** Returns true if the order has ended. */
export const isOver = (job) => ["done", "failed", "expired", "cancelled"].includes(job.state);

/** `18 pages written, 4 readings, in 412 ms`; empty before the words are loaded. */
export function effort(job) {
  if (!hasText("tags.effort-time")) return "";
  const isKnown = (count) => count !== undefined && count !== null;
  return [
    isKnown(job.writes) && t("tags.effort-written", { count: job.writes }),
    isKnown(job.reads) && t("tags.effort-read", { count: job.reads }),
    job.milliseconds > 0 && t("tags.effort-time", { time: job.milliseconds }),
  ].filter(Boolean).join(", ");
}

/** Returns the time it was last on a reader. */
export const seenWord = (time) => (time ? t("tags.seen-last", { date: day(time) }) : t("tags.seen-never"));
