// What the desk says: one table for the tone of an outcome, what to do next, and why it went that way.

import { day } from "/hub/clock.js";
import { tagAfterwards, tagReasons } from "/record/tags.js";

/** The classes of feedback. The name is also that of the icon, the colour and the sound. */
const tones = {
  done: "done",
  noted: "note",
  queued: "note",
  duplicate: "again",
  "needs-choice": "ask",
  "needs-confirmation": "ask",
  unknown: "ask",
  refused: "no",
};

/** @param {{status: string}} outcome @returns {"done" | "note" | "again" | "ask" | "no" | "fault"} */
export const tone = (outcome) => tones[outcome.status] ?? "fault";

/** Modes in the order of the buttons. */
export const modes = {
  "look-up": { word: "Look up", start: "Shows what it is and where it stands." },
  add: { word: "Add", start: "Hold up a record’s barcode to take it into the library." },
  "check-out": { word: "Check out", start: "Start with the borrower’s card." },
  return: { word: "Return", start: "Hold up what comes back, one record after another." },
  shelve: { word: "Shelve", start: "A record and a slot label, in either order." },
  write: { word: "Write", start: "A record and its tag, in either order: the tag is written and checked." },
  bind: { word: "Bind", start: "A record and any tag or label, in either order: nothing is written on it." },
};

export const modeWord = (mode) => modes[mode]?.word ?? mode;

const readers = { camera: "Camera", nfc: "NFC reader", hid: "Scanner" };
export const readerWord = (kind) => readers[kind] ?? kind;

/** A reader's own name as people write it: "virtual-camera" is "Virtual camera". */
export const readerName = (name) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("-", " ");

const media = { cd: "CD", vinyl: "Vinyl", cassette: "Cassette", other: "Other medium" };
const mediumWord = (medium) => media[medium] ?? medium ?? "";

/** What the hub's own sentence leaves open, by outcome code. */
const afterwards = {
  "checked-out": "next record, or the card to finish",
  "session-started": "the card again finishes",
  "session-ended": "ready for the next borrower",
  "already-yours": "nothing to do",
  "already-there": "nothing to do",
  "not-on-loan": "nothing else to do",
  shelved: "next record or slot label",
  added: "next record",
  "added-unresolved": "next record",
  "choose-copy": "or tap it here",
  "wrong-kind": "change the mode, or hold up something else",
  "unusable-code": "try another code on the same thing",
  "unknown-tag": "hold up its barcode instead",
  "unknown-card": "ask the staff to enrol it",
  "tag-content-mismatch": "set it aside",
  "ambiguous-code": "then print another label for it",
  ...tagAfterwards,
};

/** One sentence: what happens next. The hub's own, and what to do now where that does not say it. */
export function nextStep(outcome) {
  const said = (outcome.detail ?? "").replace(/\.$/, "");
  const more = afterwards[outcome.code];
  if (said && more) return `${said} · ${more}`;
  const sentence = outcome.detail || more || modes[outcome.mode]?.start || "Hold up the next one.";
  return sentence[0].toUpperCase() + sentence.slice(1);
}

/** The same outcome once its release has been looked up. */
export function resolved(outcome, release) {
  if (outcome.code !== "added-unresolved") return { ...outcome, release };
  return { ...outcome, release, status: "done", title: "Added", detail: "Title and artist are found." };
}

/** Why it went that way, by outcome code. */
const reasons = {
  found: "In Look up nothing is changed. The code is known, and this is what it names.",
  added: "In Add a known barcode makes one more copy of its release.",
  "added-unresolved": "The barcode was new. A copy was made at once, and its title is being looked up.",
  "session-started": "In Check out a borrower’s card opens a session; records that follow are lent to that borrower.",
  "session-ended": "The same card again, the End card, or the time that ran out ends a session.",
  "checked-out": "A session was open and the copy was in, so it was lent.",
  "already-yours": "This borrower has the copy already, so nothing was changed.",
  "on-loan-elsewhere": "The copy is lent to another borrower. A lent copy cannot be lent again before it is returned.",
  "card-needed": "The record came before the card. The desk waits for it for a short time; then nothing is changed.",
  "choose-copy": "Several copies carry this barcode, and the desk does not guess.",
  returned: "The copy was on loan. The loan is closed.",
  "not-on-loan": "The copy was not on loan, so there was nothing to close.",
  shelved: "A record and a free slot make a pair; the copy stands there now.",
  "already-there": "The copy stood in this slot before, so nothing was changed.",
  "slot-occupied": "Another copy stands in this slot, and a slot holds one.",
  "slot-needed": "The record came first. The desk waits for a slot label for a short time; then nothing is changed.",
  "copy-needed": "The slot came first. The desk waits for a record for a short time; then nothing is changed.",
  "copy-on-loan": "A copy that is out with a borrower cannot stand in a slot.",
  "mode-changed": "A command card or a button changed the mode.",
  "unknown-code": "No release and no copy has this code. It is kept in the history.",
  "unknown-tag": "No copy and no card is bound to this tag.",
  "new-label": "It was printed here in advance, and no record has claimed it yet.",
  "unknown-card": "No borrower has this card.",
  "damaged-code": "It begins as our codes do, but its check character does not fit, so it was not used.",
  "wrong-check-digit": "The last digit of the barcode does not fit the others: a misread. It was not used.",
  "tag-content-mismatch": "What is written on the tag and what the tag is bound to are not the same copy.",
  "ambiguous-code": "A release has this barcode, and a label printed here has the same number. The desk does not guess.",
  "unusable-code": "It is empty or too long, or holds nothing that could name anything.",
  "wrong-kind": "The code is known, but means nothing in this mode.",
  "unknown-command": "It is a command card, but this version does not know the command.",
  "nothing-open": "No session and no half-made pair was open, so there was nothing to end.",
  ...tagReasons,
};

/** @returns {string} empty for a code that this page does not know. */
export const reason = (outcome) => reasons[outcome.code] ?? "";

const cardCodes = new Set(["session-started", "session-ended", "unknown-card"]);

/** Whether the scan was of a person's card, whose number has no place on a screen that everybody sees. */
export function isCard(scan) {
  return scan.text?.toUpperCase().startsWith("DW:B:") || (cardCodes.has(scan.outcome.code) && !isCommand(scan));
}

export const isCommand = (scan) => scan.text?.toUpperCase().startsWith("DW:C:") === true;

/** A few words for a row: the title where there is one. */
export function shortTitle(scan) {
  const { outcome } = scan;
  if (outcome.release) return outcome.release.title;
  if (outcome.code === "mode-changed") return modeWord(outcome.mode);
  if (isCard(scan)) return "Borrower’s card";
  if (isCommand(scan)) return outcome.title;
  if (scan.symbology === "tag UID" && outcome.code !== "unknown-tag") return tagEnd(scan);
  return outcome.slot ?? scan.text;
}

/** The number of a tag that names no record may be that of a person's card: its end is enough to know it again. */
export const tagEnd = (scan) => `Tag ending in ${scan.text.slice(-4)}`;

/** `1959 · Columbia · CL 1355 · Vinyl`, of what is known. */
export function factLine(release) {
  // The dot stays at the end of a line, not at the beginning of the next.
  const facts = [release.year, release.label, release.catalogNumber, mediumWord(release.medium)];
  return facts.filter(Boolean).join("\u00a0· ");
}

/** `Copy 12 · Shelf 1, slot 3`; `isBrief` leaves out the due date of a lent one. */
export function copyLine(copy, slot, isBrief = false) {
  const loan = copy.dueAt && !isBrief ? `on loan, due ${day(copy.dueAt)}` : "on loan";
  const place = copy.status === "on-loan" ? loan : slot ?? copy.slot;
  return [`Copy ${copy.number}`, place].filter(Boolean).join("\u00a0· ");
}
