// Blockers and confirmations, and the answer to them. Loaded when first needed.

import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { answerTiles } from "/desk/ask.js";

/**
 * Returns all blockers and confirmations at once, with the answers yes and no.
 *
 * @param {object} confirming @param {{isStaff: boolean, isSelfService: boolean,
 *   onAnswer: (word: string, reason?: string) => void}} options
 */
export function confirmation(confirming, { isStaff, isSelfService, onAnswer }) {
  const asksReason = confirming.needsStaff && (isStaff || !isSelfService);
  const field = make("input", { type: "text", id: "answer-reason", autocomplete: "off", maxlength: "200",
    placeholder: t("desk.reason") });
  const trouble = make("p.reason-trouble", { role: "alert", hidden: true }, t("desk.reason-missing"));
  const answer = (word) => {
    const reason = field.value.trim();
    if (word === "yes" && asksReason && !isStaff && !reason) {
      trouble.hidden = false;
      field.focus();
      return;
    }
    onAnswer(word, word === "yes" && reason ? reason : undefined);
  };
  return [
    make("ul.reasons", { tabindex: "0", "aria-label": t("desk.reasons") },
      ...confirming.reasons.map(({ code, title, detail }) => make("li", { data: { code } },
        icon("ask"), make("p", {}, make("strong", {}, title ?? code), detail && ` ${detail}`)))),
    confirming.needsStaff && !isStaff && make("p.staff-only", {}, icon("card"), t("desk.staff-only")),
    asksReason && make("label.reason-field", {}, make("span", {}, t("desk.reason")), field),
    asksReason && trouble,
    answerTiles(confirming.act, answer, { canSayYes: !confirming.needsStaff || asksReason }),
  ].filter(Boolean);
}
