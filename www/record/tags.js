// Tags in words: what kind they are, what is on them, whose they are, and how an order to write one went.

import { day } from "/hub/clock.js";
import { feedback } from "/record/feedback.js";

const contents = { empty: "empty", own: "ours", foreign: "somebody else’s" };

/** What a tag holds: `empty`, `own` or `foreign`; undefined where no reader has told it yet. */
export const holds = (tag) => tag.holds ?? (contents[tag.content] ? tag.content : undefined);

/** What is on a tag, in a few words. */
export function contentWord(tag) {
  if (tag.fault) return "damaged";
  return contents[holds(tag)] ?? (tag.code ?? tag.content ? "ours" : "");
}

const accesses = {
  writable: "can be written",
  locked: "locked for good",
  sealed: "sealed with a password",
  unsupported: "cannot be written",
};

/** Whether it can be written, in a few words; empty where that is not known. */
export const accessWord = (access) => accesses[access] ?? "";

/** `NTAG213 · 137 bytes`, of what is known. */
export const kindLine = ({ kind, capacity }) => (
  [kind || "Tag", capacity > 0 && `${capacity} bytes`].filter(Boolean).join("\u00a0· "));

/** A number that people can compare: `04 A3 5C 91`. */
export const uidText = (uid) => (
  (uid ?? "").replaceAll(/[^0-9a-f]/gi, "").toUpperCase().replace(/(..)(?=.)/g, "$1\u00a0"));

const boundKinds = { borrower: "A borrower’s card", place: "A place", slot: "A slot" };

/** What a tag is bound to, in words. */
export function boundWord(bound) {
  if (!bound) return "Bound to nothing";
  return bound.release?.title ?? bound.name ?? boundKinds[bound.kind] ?? bound.kind;
}

const jobStates = {
  waiting: { word: "waits for the tag", tone: "note" },
  writing: { word: "being written", tone: "note" },
  torn: { word: "unfinished", tone: "fault" },
  done: { word: "done", tone: "done" },
  failed: { word: "failed", tone: "no" },
  expired: { word: "the tag did not come", tone: "again" },
  cancelled: { word: "called off", tone: "again" },
};

const actions = { write: "Write", erase: "Erase", seal: "Seal", unseal: "Take the seal off" };

export const actionWord = (action) => actions[action] ?? action;
export const jobWord = (job) => jobStates[job.state]?.word ?? job.state;

/** @returns {"done" | "note" | "again" | "ask" | "no" | "fault"} */
export function jobTone(job) {
  return feedback.jobCode[job.state]?.[job.outcome] ?? feedback.job[job.state] ?? "note";
}

const jobTitles = {
  "tag-written": "Written and checked", "tag-unchanged": "It was right already", "tag-erased": "Erased and checked",
  "tag-sealed": "Sealed", "tag-unsealed": "The seal is off", "tag-lost": "The tag went away too soon",
  "verify-failed": "The tag did not keep it", "reader-fault": "The reader broke off", "tag-locked": "The tag is locked",
  "tag-password": "A password guards it", "tag-too-small": "The tag is too small", "tag-type": "It cannot be written",
  "two-tags": "Two tags lie there", "tag-foreign-content": "Something else is on it", expired: "The tag did not come",
  cancelled: "Called off",
};

/** A few words for how it went; empty for an outcome that this page does not know. */
export function jobTitle(job) {
  if (job.state === "writing") return "Writing";
  if (job.state === "waiting") return "Waits for the tag";
  return jobTitles[job.outcome ?? (job.state === "torn" ? "tag-lost" : job.state)] ?? "";
}

/** Whether nothing more will come of it by itself. */
export const isOver = (job) => ["done", "failed", "expired", "cancelled"].includes(job.state);

/** `18 pages written, 4 read, in 412 ms` */
export function effort(job) {
  const count = (number, one, many) => number === undefined || number === null ? undefined
    : `${number} ${number === 1 ? one : many}`;
  const parts = [count(job.writes, "page written", "pages written"), count(job.reads, "reading", "readings")];
  const text = parts.filter(Boolean).join(", ");
  return job.milliseconds > 0 ? `${text}${text ? ", " : ""}in ${job.milliseconds} ms` : text;
}

/** `seen today` in words people use. */
export const seenWord = (time) => (time ? `last seen ${day(time)}` : "never seen");
