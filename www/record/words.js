// What the desk says: the tone of an outcome, what to do next, and what things are called.

import { day } from "/hub/clock.js";
import { hasText, spokenLanguage, t, textOr } from "/hub/words.js";
import { feedback } from "/record/feedback.js";

/**
 * The class of feedback that an outcome has: the name of its icon, its colour and its sound.
 *
 * @param {{status: string, code?: string, mode?: string, notes?: object[]}} outcome
 * @returns {"done" | "note" | "again" | "ask" | "no" | "fault"}
 */
export function tone({ status, code, mode, notes }) {
  const ofNotes = notes?.length > 0 ? feedback.withNotes[code] : undefined;
  const ofMode = mode === "return" ? feedback.return[code] : undefined;
  return ofMode ?? ofNotes ?? feedback.code[code] ?? feedback.status[status] ?? "fault";
}

/** How it sounds: what is done with something to be known is heard as that. */
export function heard(outcome) {
  const kind = tone(outcome);
  return outcome.notes?.length > 0 ? feedback.withNotes[kind] ?? kind : kind;
}

/** Modes in the order of the buttons. */
export const modes = [
  "look-up", "add", "check-out", "return", "shelve", "write", "bind",
  "auto", "renew", "move", "stock-take", "wishlist", "played", "condition", "label", "inbox",
];

export const modeWord = (mode) => textOr(`mode.${mode}.word`, mode);

/** Nobody answered what the desk asked; the event has the code alone. */
export const expired = (outcome) => ({ ...outcome, status: "noted", title: t("outcome.choice-expired.title"),
  detail: t("outcome.choice-expired.detail") });

const readers = { camera: "desk.reader-camera", nfc: "desk.reader-nfc", hid: "desk.reader-hid" };
export const readerWord = (kind) => (readers[kind] ? t(readers[kind]) : kind);

/** A reader's own name as people write it: "virtual-camera" is "Virtual camera". */
export const readerName = (name) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("-", " ");

const mediumWord = (medium) => (medium ? textOr(`medium.${medium}`, medium) : "");

/** One sentence: what happens next. The hub's own, and what to do now where that does not say it. */
export function nextStep(outcome) {
  const said = (outcome.detail ?? "").replace(/\.$/, "");
  const more = textOr(`after.${outcome.code}`, "");
  if (said && more) return `${said} · ${more}`;
  const sentence = outcome.detail || more || textOr(`mode.${outcome.mode}.start`, t("desk.go-on"));
  return sentence[0].toUpperCase() + sentence.slice(1);
}

/** The same outcome once its release has been looked up. */
export function resolved(outcome, release) {
  if (outcome.code !== "added-unresolved") return { ...outcome, release };
  return { ...outcome, release, status: "done", title: t("desk.resolved-title"), detail: t("desk.resolved") };
}

/** Why it went that way; empty for a code that this page does not know, or before its words are loaded. */
export const reason = (outcome) => (hasText(`reason.${outcome.code}`) ? t(`reason.${outcome.code}`) : "");

const cardCodes = new Set(["session-started", "session-ended", "switch-borrower", "unknown-card", "card-blocked",
  "card-expired", "pin-needed", "pin-wrong", "pin-locked", "staff-ready", "staff-needed"]);

/** Whether the scan was of a person's card, whose number has no place on a screen that everybody sees. */
export function isCard(scan) {
  if (scan.text?.toUpperCase().startsWith("DW:B:")) return true;
  return cardCodes.has(scan.outcome.code) && !isCommand(scan) && !scan.outcome.copy && !scan.outcome.release;
}

export const isCommand = (scan) => scan.text?.toUpperCase().startsWith("DW:C:") === true;

/** A few words for a row: the title where there is one. */
export function shortTitle(scan) {
  const { outcome } = scan;
  if (outcome.release) return outcome.release.title;
  if (outcome.code === "mode-changed") return modeWord(outcome.mode);
  if (isCard(scan)) return t("desk.borrower-card");
  if (isCommand(scan)) return outcome.title;
  if (scan.symbology === "tag UID" && outcome.code !== "unknown-tag") return tagEnd(scan);
  return outcome.slot ? slotText(outcome.slot) : scan.text;
}

/** The number of a tag that names no record may be that of a person's card: its end is enough to know it again. */
export const tagEnd = (scan) => t("desk.tag-ending", { end: scan.text.slice(-4) });

/** `1959 · Columbia · CL 1355 · Vinyl`, of what is known. */
export function factLine(release) {
  // The dot stays at the end of a line, not at the beginning of the next.
  const facts = [release.year, release.label, release.catalogNumber, mediumWord(release.medium)];
  return facts.filter(Boolean).join("\u00a0· ");
}

/** `Shelf 1, slot 3`, which the hub says in English; undefined where there is none. */
export function slotText(slot) {
  const [, place, number] = spokenLanguage() === "en" ? [] : /^(.*), slot (\d+)$/.exec(slot ?? "") ?? [];
  return place ? t("desk.slot", { place, number }) : slot;
}

/** `Copy 12 · Shelf 1, slot 3`; `isBrief` leaves out the due date of a lent one. */
export function copyLine(copy, slot, isBrief = false) {
  const loan = copy.dueAt && !isBrief ? t("desk.on-loan-due", { date: day(copy.dueAt) }) : t("desk.on-loan");
  const place = copy.status === "on-loan" ? loan : slotText(slot ?? copy.slot);
  return [t("desk.copy", { number: copy.number }), place].filter(Boolean).join("\u00a0· ");
}
