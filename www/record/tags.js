// Tags in words: what kind they are, what is on them, whose they are, and how an order to write one went. The words are
// the part "tags" of the catalogue; whoever asks for them has loaded it.

import { day } from "/hub/clock.js";
import { hasText, t, textOr } from "/hub/words.js";
import { feedback } from "/record/feedback.js";

const contents = { empty: "tags.holds-empty", own: "tags.holds-own", foreign: "tags.holds-foreign" };

/** What a tag holds: `empty`, `own` or `foreign`; undefined where no reader has told it yet. */
export const holds = (tag) => tag.holds ?? (contents[tag.content] ? tag.content : undefined);

/** What is on a tag, in a few words. */
export function contentWord(tag) {
  if (tag.fault) return t("tags.damaged");
  const key = contents[holds(tag)] ?? (tag.code ?? tag.content ? contents.own : undefined);
  return key ? t(key) : "";
}

/** Whether it can be written, in a few words; empty where that is not known. */
export const accessWord = (access) => textOr(`tags.access-${access}`, "");

/** `NTAG213 · 137 bytes`, of what is known. */
export const kindLine = ({ kind, capacity }) => (
  [kind || t("tags.kind-none"), capacity > 0 && t("tags.bytes", { size: capacity })].filter(Boolean).join("\u00a0· "));

/** A number that people can compare: `04 A3 5C 91`. */
export const uidText = (uid) => (
  (uid ?? "").replaceAll(/[^0-9a-f]/gi, "").toUpperCase().replace(/(..)(?=.)/g, "$1\u00a0"));

/** What a tag is bound to, in words. */
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

/** A few words for how it went; empty for an outcome that this page does not know, or before its words are loaded. */
export function jobTitle(job) {
  if (job.state === "writing" || job.state === "waiting") return textOr(`tags.went-${job.state}`, "");
  return textOr(`tags.went-${job.outcome ?? (job.state === "torn" ? "tag-lost" : job.state)}`, "");
}

/** What happened or is waited for, as the hub says it, and what to do: in this page's language where it has the hub's
    words, in the desk's otherwise. */
export function jobSentences(job) {
  if (job.state === "waiting") return said(job, "tag-job.waiting.title", "tag-job.waiting.detail");
  if (job.state === "torn") return said(job, "tag-job.torn.title", "outcome.tag-lost.detail");
  const code = job.state === "writing" ? "tag-writing" : job.outcome;
  return said(job, `outcome.${code}.title`, `outcome.${code}.detail`);
}

const said = ({ sentence, hint }, title, detail) => ({ title: textOr(title, sentence), hint: textOr(detail, hint) });

/** Whether nothing more will come of it by itself. */
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

/** When it was last on a reader. */
export const seenWord = (time) => (time ? t("tags.seen-last", { date: day(time) }) : t("tags.seen-never"));
