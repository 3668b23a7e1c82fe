// One loan in a line, with the actions of staff.

import { get } from "/hub/client.js";
import { day, hubNow } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { openForm } from "/page/form.js";
import { exampleAmount, minorAmount } from "/page/money.js";
import { reasonText } from "/page/page.js";
import { action, badge, listRow, releaseAddress } from "/page/row.js";
import { complain, once, perform } from "/page/toast.js";

/** The time before the due date in which a loan is marked, in milliseconds. */
const near = 2 * 86_400_000;

/** @param {import("/hub/types.js").Loan} loan @param {() => void} refresh @param {{hasBorrower?: boolean}} [options] */
export function loanLine(loan, refresh, { hasBorrower = true } = {}) {
  const { id, copy, release, borrower, returnedAt, renewals, parts, partsBack, claimedReturnedAt } = loan;
  const path = `/loans/${encodeURIComponent(id)}`;
  const act = (word, work, done) => action(word, () => perform(work, done, refresh));
  // A lost copy is no longer on loan.
  const isGone = returnedAt && ["lost", "missing"].includes(copy.status);
  return listRow({
    id, title: loanTitle(loan), href: releaseAddress(release), release: release ?? { title: copy.code },
    facts: [release?.artist, t("desk.copy", { number: copy.number }), parts > 1 && t("loans.parts", { parts }),
      !returnedAt && partsBack !== undefined && t("loans.parts-back", { left: partsBack, other: parts }),
      renewals > 0 && t("loans.renewals", { count: renewals })],
    person: hasBorrower ? borrower : undefined,
    state: [claimedReturnedAt && badge(t("loans.claimed"), "ask", icon("ask")), dueState(loan)],
    main: returnedAt ? isGone && act(t("loans.found"), () => once(`${path}/found`), t("loans.found-done"))
      : action(t("loans.return"), () => giveBack(loan, {}, refresh)),
    more: returnedAt ? [] : [
      action(t("loans.renew"), () => renew(path, refresh)),
      action(t("loans.return-earlier"), () => openReturn(loan, refresh)),
      !claimedReturnedAt && act(t("loans.claim"), () => once(`${path}/claim`), t("loans.claim-done")),
      action(t("loans.lost"), () => openLost(loan, refresh), ".danger"),
    ].filter(Boolean),
  });
}

export const loanTitle = ({ release, copy }) => release?.title ?? copy.code;

/** Returns the due date of a loan, as a badge if it has passed or is near. */
function dueState({ dueAt, returnedAt, isOverdue, overdueDays }) {
  if (returnedAt) return make("span.soft", {}, t("loans.returned-at", { date: day(returnedAt) }));
  if (isOverdue) return badge(overdueWord(dueAt, overdueDays), "no", icon("no"));
  if (!dueAt) return make("span.soft", {}, t("loans.no-due"));
  const word = t("loans.due", { date: day(dueAt) });
  return Date.parse(dueAt) - hubNow() < near ? badge(word, "ask") : make("span", {}, word);
}

const overdueWord = (dueAt, days) => (days > 0 ? t("loans.overdue-days", { days }) : t("loans.due", { date: day(dueAt) }));

const told = ({ code, notes = [], loan }) => [
  code === "parts-missing" ? t("loans.parts-back", { left: loan?.partsBack ?? 0, other: loan?.parts ?? 0 })
    : t("loans.returned"),
  ...notes.map((note) => reasonText(note.code, note.detail)),
].join(" ");

const returning = (loan, body, refresh) => perform(() => once(`/loans/${encodeURIComponent(loan.id)}/return`, body),
  told, refresh, { throws: true });

/** Checks a copy in. Counted parts and confirmations are requested first. */
export async function giveBack(loan, body, refresh) {
  try {
    await returning(loan, body, refresh);
  } catch (error) {
    if (!askBefore(loan, body, error, refresh)) complain(error);
  }
}

/** Opens the form for missing facts of a return; false if it was refused for another reason. */
function askBefore(loan, body, error, refresh) {
  const needsParts = error.code === "parts-check";
  if (!needsParts && error.code !== "needs-confirmation") return false;
  const reasons = error.reasons.filter(({ code }) => code !== "parts-check");
  const { parts } = loan;
  openForm({
    title: needsParts ? t("loans.return-of", { title: loan.release?.title ?? loan.copy.code })
      : t("loans.return-anyway"),
    lead: [
      needsParts && make("p", {}, t("loans.count-parts", { parts })),
      reasons.length > 0 && make("ul.reasons", {}, ...reasons.map(({ code, detail }) => make("li", {},
        reasonText(code, detail)))),
    ].filter(Boolean),
    fields: needsParts ? [partsField(parts)] : [],
    act: t("loans.return"),
    send: async ({ partsBack }) => {
      const more = { ...body, ...counted(partsBack) };
      if (error.token) more.confirm = error.token;
      await returning(loan, more, refresh);
    },
  });
  return true;
}

const partsField = (parts, isNeeded = true) => ({
  name: "partsBack", word: t("loans.parts-back-word"), value: String(parts), type: "number", isNeeded, most: 4,
});

const counted = (text) => (text ? { partsBack: Number(text) } : {});

/** Opens the form for a return with details: on another day, or without all parts. */
function openReturn(loan, refresh) {
  let token;
  openForm({
    title: t("loans.return-of", { title: loan.release?.title ?? loan.copy.code }),
    fields: [
      { name: "droppedAt", word: t("loans.dropped"), type: "date", help: t("loans.dropped-help") },
      ...loan.parts > 1 ? [partsField(loan.parts)] : [],
    ],
    act: t("loans.return"),
    send: async ({ droppedAt, partsBack }) => {
      const body = counted(partsBack);
      const at = noonOf(droppedAt);
      if (at) body.droppedAt = at;
      if (token) body.confirm = token;
      try {
        await returning(loan, body, refresh);
      } catch (error) {
        // The form shows the reasons; sending it again confirms them.
        token = error.token;
        throw error;
      }
    },
  });
}

/** Returns noon of a day, in any time zone; undefined for today, which is the default. */
function noonOf(date) {
  const ahead = Date.parse(`${date}T12:00:00Z`) - hubNow();
  return !date || (ahead > 0 && ahead < 86_400_000) ? undefined : `${date}T12:00:00Z`;
}

/** Opens the form for a lost copy, which may cost a fee in the library's currency. */
async function openLost(loan, refresh) {
  let currency;
  try {
    const setting = await get("/settings/fees.currency");
    currency = setting.value ?? setting.default;
  } catch (error) {
    complain(error);
    return;
  }
  const example = exampleAmount(currency);
  openForm({
    title: t("loans.lost"),
    lead: [t("loans.lost-lead")],
    fields: [{
      name: "fee", word: t("loans.lost-fee", { currency }), help: t("loans.lost-fee-help", { example }), most: 12,
      inputMode: "decimal",
      check: (fee) => (fee && minorAmount(fee, currency) === undefined ? t("loans.lost-fee-wrong", { example }) : undefined),
    }],
    act: t("loans.lost"),
    isGrave: true,
    send: async ({ fee }) => {
      const amount = fee ? minorAmount(fee, currency) : 0;
      await perform(() => once(`/loans/${encodeURIComponent(loan.id)}/lost`, amount ? { fee: amount } : undefined),
        t("loans.lost-done"), refresh, { throws: true });
    },
  });
}

/** Renews a loan. A renewal that a rule refuses can be overridden with a reason. */
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
