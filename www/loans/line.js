// One loan in a line, with what staff can do to it.

import { query } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { openForm } from "/page/form.js";
import { reasonText } from "/page/page.js";
import { complain, once, perform } from "/page/toast.js";

/** @param {object} loan @param {() => void} refresh @param {{hasBorrower?: boolean}} [options] */
export function loanLine(loan, refresh, { hasBorrower = true } = {}) {
  const { copy, release, borrower, dueAt, returnedAt, renewals, isOverdue, overdueDays, claimedReturnedAt } = loan;
  const path = `/loans/${encodeURIComponent(loan.id)}`;
  const act = (word, work, done) => make("button", { type: "button", on: { click: () => perform(work, done, refresh) } }, word);
  const facts = [release?.artist, t("desk.copy", { number: copy.number }), loan.parts && t("loans.parts", { parts: loan.parts }),
    renewals > 0 && t("loans.renewals", { count: renewals })].filter(Boolean).join("\u00a0· ");
  return make("li.line", { data: { id: loan.id } },
    make("span.line-words", {},
      make("strong", { dir: "auto" }, release?.title ?? copy.code),
      make("span", { dir: "auto" }, facts),
      hasBorrower && borrower && make("a", { href: `/borrowers${query({ borrower: borrower.id })}`, dir: "auto" },
        borrower.shortName)),
    make("span.line-side", {},
      claimedReturnedAt && make("span.badge", { data: { tone: "ask" } }, icon("ask"), t("loans.claimed")),
      returnedAt ? make("span", {}, t("loans.returned-at", { date: day(returnedAt) }))
        : isOverdue ? make("span.badge", { data: { tone: "no" } }, icon("no"), overdueWord(dueAt, overdueDays))
          : make("span", {}, dueAt ? t("loans.due", { date: day(dueAt) }) : t("loans.no-due"))),
    !returnedAt && make("span.line-acts", {},
      act(t("loans.return"), () => once(`${path}/return`), ({ notes = [] }) => (
        [t("loans.returned"), ...notes.map(({ code, detail }) => reasonText(code, detail))].join(" "))),
      make("button", { type: "button", on: { click: () => renew(path, refresh) } }, t("loans.renew")),
      !claimedReturnedAt && act(t("loans.claim"), () => once(`${path}/claim`), t("loans.claim-done")),
      copy.status === "lost" ? act(t("loans.found"), () => once(`${path}/found`), t("loans.found-done"))
        : act(t("loans.lost"), () => once(`${path}/lost`), t("loans.lost-done"))));
}

const overdueWord = (dueAt, days) => (days > 0 ? t("loans.overdue-days", { days }) : t("loans.due", { date: day(dueAt) }));

/** A renewal that a rule stands against can be done all the same, with a reason. */
async function renew(path, refresh) {
  const told = (renewed) => t("loans.renewed", { date: day(renewed.dueAt) });
  try {
    await perform(() => once(`${path}/renew`), told, refresh, { throws: true });
  } catch (error) {
    if (error.status !== 409 || !error.reasons?.length) {
      complain(error);
      return;
    }
    openForm({
      title: t("loans.renew-anyway"),
      lead: [make("ul.reasons", {}, ...error.reasons.map(({ code, detail }) => make("li", {}, reasonText(code, detail))))],
      fields: [{ name: "reason", word: t("page.reason"), isNeeded: true }],
      act: t("loans.renew"),
      send: async ({ reason }) => {
        await perform(() => once(`${path}/renew`, { override: reason }), told, refresh, { throws: true });
      },
    });
  }
}
