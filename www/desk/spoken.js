// What happens at the station in sentences: for screen readers, and aloud for a desk without a screen.

import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { nextStep } from "/record/words.js";
import { choiceWords } from "/desk/ask.js";
import { headline, whole } from "/desk/card.js";

const sentences = (list) => list.filter(Boolean).map(whole).join(" ");

/** Returns an outcome as sentences. */
export function spoken(scan) {
  const { outcome } = scan;
  const { release } = outcome;
  const head = headline(scan, release);
  const what = release ? `${release.title}, ${release.artist}` : head === outcome.title ? "" : head;
  const notes = (outcome.notes ?? []).map(({ title, detail }) => detail ?? title);
  return sentences([outcome.title, what, nextStep(outcome).replace(" · ", ": "), ...notes]);
}

/**
 * Returns an open prompt as sentences: the choices with their numbers, or the reasons with the way to answer.
 *
 * @param {object} station
 */
export function spokenPrompt({ choosing, confirming, question, pin, policy }) {
  if (choosing) {
    return sentences([choosing.sentence ?? t("desk.which"), ...choosing.choices.slice(0, 9).map((choice, index) => (
      t("desk.say-choice", { number: choice.number ?? index + 1, words: choiceWords(choice).filter(Boolean).join(", ") }))),
    t("desk.say-numbers")]);
  }
  if (confirming) {
    return sentences([...confirming.reasons.map(({ title, detail, code }) => detail ?? title ?? code),
      confirming.needsStaff && policy?.isSelfService ? t("desk.staff-only") : t("desk.say-answer")]);
  }
  if (question) return sentences([question.sentence, t("desk.say-answer")]);
  return pin ? sentences([t("desk.pin-title"), t("desk.say-pin")]) : "";
}

/** Returns the beginning of a session as sentences: what is on loan, overdue and ready. No name is spoken. */
export function spokenSession({ open, limit, overdue, loans = [], holds = [] }) {
  const first = loans.find(({ isOverdue }) => isOverdue);
  return sentences([
    limit === undefined ? t("desk.loans-open", { count: open }) : t("desk.loans-of", { open, most: limit }),
    overdue > 0 && t("desk.overdue", { count: overdue }),
    first?.release && t("desk.say-overdue", { title: first.release.title, date: day(first.dueAt) }),
    holds.length > 0 && t("desk.say-holds", { count: holds.length }),
  ]);
}
