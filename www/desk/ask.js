// The prompts: a list of choices, and yes or no. Each answer is a tile to touch, a key, or a card to scan.

import { day } from "/hub/clock.js";
import { t, textOr } from "/hub/words.js";
import { make } from "/record/element.js";
import { factLine, slotText } from "/record/words.js";

/** Returns at most nine tiles, by number. @param {(choice: import("/hub/types.js").Choice) => void} onChoice */
export function choiceTiles(list, onChoice) {
  return make("ol.choices", { "aria-label": t("desk.which") }, ...list.slice(0, 9).map((choice, index) => {
    const [title, more] = choiceWords(choice);
    return make("li", {}, make("button.choice", { type: "button", on: { click: () => onChoice(choice) } },
      make("span.choice-number", {}, String(choice.number ?? index + 1)),
      make("span", {}, make("strong", { dir: "auto" }, title), make("small", { dir: "auto" }, more))));
  }));
}

/** Returns the words that distinguish a choice. */
export function choiceWords({ kind, copy, holder = t("desk.on-loan"), release, title, text }) {
  // For a code of a card and of a record, the kind comes first.
  if (copy) {
    const place = copy.status === "on-loan"
      ? t("desk.with", { name: holder, date: copy.dueAt && day(copy.dueAt) })
      : slotText(copy.slot) ?? t("desk.no-slot");
    const grade = copy.mediaCondition && t("desk.condition", { word: copy.mediaCondition });
    return [t("desk.copy", { number: copy.number }), [place, grade].filter(Boolean).join("\u00a0· ")];
  }
  if (release) return [release.title, [release.artist, factLine(release)].filter(Boolean).join("\u00a0· ")];
  if (kind === "borrower") return [title ?? t("desk.borrower-card"), text ?? ""];
  return [title ?? "", text ?? ""];
}

/** Returns the two answers to a prompt; their keys and cards work too. */
export function answerTiles(code, onAnswer, { canSayYes = true } = {}) {
  const tile = (word, fallback) => make("li", {}, make("button.choice", {
    type: "button", data: { answer: word }, disabled: word === "yes" && !canSayYes,
    on: { click: () => onAnswer(word) },
  }, make("span.choice-number", { "aria-hidden": "true" }, t(`desk.${word}-key`)),
  make("span", {}, make("strong", {}, textOr(`answer.${code}.${word}`, t(fallback))))));
  return make("ol.choices", { "aria-label": t("desk.yes-or-no") }, tile("yes", "desk.yes"), tile("no", "desk.no"));
}
