// The loans that one scan concerned: the new due date, or the reason it was not renewed.

import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";

/** @param {{release: object, dueAt: string, reasons?: object[]}[]} loans @returns {Element} */
export function loanLines(loans) {
  return make("ul.reasons", { tabindex: "0", "aria-label": t("desk.each-loan") }, ...loans.map((loan) => {
    const { release, dueAt, reasons = [] } = loan;
    const kind = reasons.length ? "no" : "done";
    const words = reasons.length ? reasons.map(({ title, detail, code }) => detail ?? title ?? code).join(" ")
      : t("desk.line-due", { date: day(dueAt) });
    return make("li", { data: { tone: kind } }, icon(kind), make("p", {},
      make("strong", { dir: "auto" }, release.title), ` ${words}`));
  }));
}
