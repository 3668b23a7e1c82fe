// What the desk asks: which of several, and yes or no. Each answer is a tile to touch, a key, or a card to hold up.

import { day } from "/hub/clock.js";
import { t, textOr } from "/hub/words.js";
import { make } from "/record/element.js";
import { factLine, slotText } from "/record/words.js";

/** The letters that press the two answers. */
export const keys = { yes: "desk.yes-key", no: "desk.no-key" };

/** At most nine tiles, by their numbers. @param {(choice: object) => void} onChoice */
export function choiceTiles(list, onChoice) {
  return make("ol.choices", { "aria-label": t("desk.which") }, ...list.slice(0, 9).map((choice, index) => {
    const [title, more] = choiceWords(choice);
    return make("li", {}, make("button.choice", { type: "button", on: { click: () => onChoice(choice) } },
      make("span.choice-number", {}, String(choice.number ?? index + 1)),
      make("span", {}, make("strong", { dir: "auto" }, title), make("small", { dir: "auto" }, more))));
  }));
}

/** What tells one choice from the others. */
function choiceWords({ kind, copy, release, title, text }) {
  // A code that is a card and a record: which of the two it is comes first.
  if (copy) {
    const place = copy.status === "on-loan"
      ? copy.dueAt ? t("desk.on-loan-due", { date: day(copy.dueAt) }) : t("desk.on-loan")
      : slotText(copy.slot) ?? t("desk.no-slot");
    const grade = copy.mediaCondition && t("desk.condition", { word: copy.mediaCondition });
    return [t("desk.copy", { number: copy.number }), [place, grade].filter(Boolean).join("\u00a0· ")];
  }
  if (release) return [release.title, [release.artist, factLine(release)].filter(Boolean).join("\u00a0· ")];
  if (kind === "borrower") return [title ?? t("desk.borrower-card"), text ?? ""];
  return [title ?? "", text ?? ""];
}

/** The two answers to a question of the desk; their letters press them, and so do the cards. */
export function answerTiles(code, onAnswer, { canSayYes = true } = {}) {
  const tile = (word, fallback) => make("li", {}, make("button.choice", {
    type: "button", data: { answer: word }, disabled: word === "yes" && !canSayYes,
    on: { click: () => onAnswer(word) },
  }, make("span.choice-number", { "aria-hidden": "true" }, t(keys[word])),
  make("span", {}, make("strong", {}, textOr(`answer.${code}.${word}`, t(fallback))))));
  return make("ol.choices", { "aria-label": t("desk.yes-or-no") }, tile("yes", "desk.yes"), tile("no", "desk.no"));
}
