// The words for outcomes: their tone, the next step, and names.

import { day } from "/hub/clock.js";
import { hasText, spokenLanguage, t, textOr } from "/hub/words.js";
import { feedback } from "/record/feedback.js";

/**
 * Returns the class of feedback of an outcome: the name of its icon, its colour and its sound.
 *
 * @param {{status: string, code?: string, mode?: string, notes?: object[]}} outcome
 * @returns {"done" | "note" | "again" | "ask" | "no" | "fault"}
 */
export function tone({ status, code, mode, notes }) {
  const ofNotes = notes?.length > 0 ? feedback.withNotes[code] : undefined;
  const ofMode = mode === "return" ? feedback.return[code] : undefined;
  return ofMode ?? ofNotes ?? feedback.code[code] ?? feedback.status[status] ?? "fault";
}

/** Returns the sound of an outcome; a success with notes sounds like a note. */
export function heard(outcome) {
  const kind = tone(outcome);
  return outcome.notes?.length > 0 ? feedback.withNotes[kind] ?? kind : kind;
}

/** The modes in the order of the buttons. */
export const modes = [
  "look-up", "add", "check-out", "return", "shelve", "write", "bind",
  "auto", "renew", "move", "stock-take", "wishlist", "collect", "played", "condition", "label", "inbox",
];

export const modeWord = (mode) => textOr(`mode.${mode}.word`, mode);

const readers = { camera: "desk.reader-camera", nfc: "desk.reader-nfc", hid: "desk.reader-hid" };
/** Returns the word for a reader: that of its kind, or the name that its configuration gave it. */
export const readerWord = (reader) => (readers[reader.kind] ? t(readers[reader.kind]) : readerName(reader.name));

/** Returns the icon of a reader: that of its kind, or of what it reads. */
export const readerIcon = (reader) => (
  readers[reader.kind] ? reader.kind : reader.capabilities.includes("tags") ? "nfc" : "hid");

/** Returns a reader's name in readable form: "virtual-camera" is "Virtual camera". */
export const readerName = (name) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("-", " ");

const mediumWord = (medium) => (medium ? textOr(`medium.${medium}`, medium) : "");

/** The outcomes after which nothing is left to do, unless a note asks for something. */
const closing = new Set(["not-on-loan", "already-yours", "already-there", "already-bound"]);

/** Returns the next step in one sentence: the hub's own, or else the mode's. */
export function nextStep(outcome) {
  const said = (outcome.detail ?? "").replace(/\.$/, "");
  // A note may send the copy to the pick-up shelf or to staff.
  const isOpen = closing.has(outcome.code) && outcome.notes?.length > 0;
  const more = isOpen ? "" : textOr(`after.${outcome.code}`, "");
  if (said && more) return `${said} · ${more}`;
  const sentence = outcome.detail || more || textOr(`mode.${outcome.mode}.start`, t("desk.go-on"));
  return sentence[0].toUpperCase() + sentence.slice(1);
}

/** Returns the outcome once its release has been looked up. */
export function resolved(outcome, release) {
  if (outcome.code !== "added-unresolved") return { ...outcome, release };
  return { ...outcome, release, status: "done", title: t("desk.resolved-title"), detail: t("desk.resolved") };
}

/** True if the release of the scan has been looked up. */
export const isFound = (scan) => scan.outcome.release?.status === "resolved";

/** Returns an older scan in its current state: its release may be found by now. */
export const upToDate = (scan) => (isFound(scan)
  ? { ...scan, outcome: resolved(scan.outcome, scan.outcome.release) } : scan);

/** Returns the reason; empty for a code unknown to this page, or before its words are loaded. */
export const reason = (outcome) => (hasText(`reason.${outcome.code}`) ? t(`reason.${outcome.code}`) : "");

const cardCodes = new Set(["session-started", "session-ended", "switch-borrower", "unknown-card", "card-blocked",
  "card-expired", "pin-needed", "pin-wrong", "pin-locked", "staff-ready", "staff-needed"]);

/** Returns true if the scan was of a person's card, whose number must not be displayed. */
export function isCard(scan) {
  if (scan.text?.toUpperCase().startsWith("DW:B:")) return true;
  return cardCodes.has(scan.outcome.code) && !isCommand(scan) && !scan.outcome.copy && !scan.outcome.release;
}

export const isCommand = (scan) => scan.text?.toUpperCase().startsWith("DW:C:") === true;

/** Returns a few words for a row: the title if there is one. */
export function shortTitle(scan) {
  const { outcome } = scan;
  if (outcome.release) return outcome.release.title;
  if (outcome.code === "mode-changed") return modeWord(outcome.mode);
  if (isCard(scan)) return t("desk.borrower-card");
  if (isCommand(scan)) return outcome.title;
  if (scan.symbology === "tag UID" && outcome.code !== "unknown-tag") return tagEnd(scan);
  return outcome.slot ? slotText(outcome.slot) : scan.text;
}

/** Returns the end of a tag's UID: a tag without a record may be a person's card, which its end identifies. */
export const tagEnd = (scan) => t("desk.tag-ending", { end: scan.text.slice(-4) });

/** `1959 · Columbia · CL 1355 · Vinyl`, as far as known. */
export function factLine(release) {
  // The dot stays at the end of a line, not at the beginning of the next.
  const facts = [release.year, release.label, release.catalogNumber, mediumWord(release.medium)];
  return facts.filter(Boolean).join("\u00a0· ");
}

/** `Shelf 1, slot 3`, which the hub has in English; undefined if there is none. */
export function slotText(slot) {
  const [, place, number] = spokenLanguage() === "en" ? [] : /^(.*), slot (\d+)$/.exec(slot ?? "") ?? [];
  return place ? t("desk.slot", { place, number }) : slot;
}

/** `Copy 12 · Shelf 1, slot 3`; `isBrief` omits the due date of a loan. */
export function copyLine(copy, slot, isBrief = false) {
  const loan = copy.dueAt && !isBrief ? t("desk.on-loan-due", { date: day(copy.dueAt) }) : t("desk.on-loan");
  const place = copy.status === "on-loan" ? loan : slotText(slot ?? copy.slot);
  return [t("desk.copy", { number: copy.number }), place].filter(Boolean).join("\u00a0· ");
}
