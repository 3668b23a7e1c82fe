// Tags in words: what kind they are, what is on them, whose they are, and how an order to write one went.

import { day } from "/hub/clock.js";

/** What the hub's own sentence leaves open, by outcome code. */
export const tagAfterwards = {
  "tag-written": "next record",
  "tag-unchanged": "next record",
  bound: "next record",
  "already-bound": "nothing to do",
  "tag-bound": "No leaves it",
  "tag-foreign-content": "No keeps it",
  "copy-has-tag": "No leaves it",
  "queue-empty": "nothing else to do",
};

/** Why it went that way, by outcome code. */
export const tagReasons = {
  "tag-needed": "The record came first. The desk waits for its tag for a short time; then nothing is changed.",
  "tag-writing": "The order is in the database, bound to this one tag, before anything is sent to the reader.",
  "tag-written": "Every page was written, read back and compared; only then was the tag bound to the copy.",
  "tag-unchanged": "The tag held exactly this already, so nothing was written.",
  "tag-erased": "The tag holds an empty message now and names nothing.",
  "tag-sealed": "It asks for a password before it can be changed. That guards against accident, not thieves.",
  "tag-unsealed": "The tag can be written again without a password.",
  bound: "The number of the tag, or the code on the label, names this copy from now on. Nothing was written on it.",
  unbound: "The number of the tag names nothing any more. What is written on it was left as it is.",
  "already-bound": "It named this copy before, so nothing was changed.",
  "tag-random-uid": "Phones and some cards show a new number each time, so the number cannot name anything.",
  "tag-type": "This kind of tag cannot hold our message. Its number can be bound without writing.",
  "tag-locked": "Its lock bits are set, which nobody can take back. It can be read, but not written.",
  "tag-password": "A password that is not ours guards it against writing.",
  "tag-too-small": "Neither our message nor its short form fits on it.",
  "two-tags": "Two tags lie in the field, and the desk does not guess which one is meant.",
  "tag-lost": "The tag left the field before it was finished. The order is kept, for this one tag.",
  "verify-failed": "What was read back differed from what was written, so it does not count as written.",
  "tag-suspect": "It failed the check three times in a row.",
  "reader-fault": "The reader broke off. The order is kept, for this one tag.",
  "tag-bound": "The tag names another copy. A tag names one thing, so it would be moved.",
  "tag-foreign-content": "Somebody else’s content is on the tag. It is overwritten only when somebody says so.",
  "copy-has-tag": "The copy has a tag already. A second one is added only when somebody says so.",
  "tag-busy": "An order for this tag was begun and is not over. Only one runs at a time.",
  "bound-elsewhere": "The tag names something else, and this desk may not move it.",
  "no-tag": "Nothing lay on the reader.",
  "nothing-to-confirm": "It is an answer, but the desk had asked nothing.",
  "queue-empty": "Every copy of the list has its tag.",
  declined: "The question was answered with No.",
};

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
  if (job.state === "done" && job.outcome === "tag-unchanged") return "again";
  return jobStates[job.state]?.tone ?? "note";
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
