// One borrower: loans, holds and fees, the cards, and the actions of staff.

import { get, request } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { loadWords, t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { openForm } from "/page/form.js";
import { moreMenu } from "/page/menu.js";
import { money } from "/page/money.js";
import { complain, once, perform } from "/page/toast.js";
import { openLendTo } from "/library/lend.js";
import { loanLine } from "/loans/line.js";
import { holdLine } from "/holds/line.js";
import { languageChoices, openCard } from "/borrowers/enrol.js";
import { openLink } from "/borrowers/link.js";

// The words of the form that lends a copy.
await loadWords("library");

/** Returns a button with its action. */
const button = (word, act, kind = "") => make(`button${kind}`, { type: "button", on: { click: act } }, word);

/** @returns {Node[]} */
export function borrowerContent(borrower, { loans, holds, fees, refresh, leave }) {
  const { name, shortName, group, email, phone, expiresAt, block, loanLimit, hasPIN, note, isStaff } = borrower;
  const rows = [];
  const row = (word, value) => {
    if (value) rows.push(make("dt", {}, word), make("dd", { dir: "auto" }, value));
  };
  row(t("borrowers.short-name"), shortName);
  row(t("borrowers.group"), group);
  row(t("borrowers.email"), email);
  row(t("borrowers.phone"), phone);
  row(t("borrowers.expires"), expiresAt && day(expiresAt));
  row(t("borrowers.limit"), loanLimit);
  row(t("borrowers.pin"), hasPIN ? t("borrowers.pin-set") : t("borrowers.pin-none"));
  row(t("borrowers.note"), note);
  return [
    make("h2", { dir: "auto" }, name),
    isStaff && make("p", {}, make("span.badge", {}, icon("people"), t("borrowers.staff"))),
    block && make("p.problem", {}, `${t("borrowers.blocked-since", { date: day(block.at) })} ${block.reason}`),
    make("dl.facts", {}, ...rows),
    make("div.acts", {},
      button(t("library.lend"), () => openLendTo(borrower, refresh), ".primary"),
      button(t("borrowers.edit"), () => edit(borrower, refresh)),
      block ? button(t("borrowers.unblock"), () => unblock(borrower, refresh))
        : button(t("borrowers.block"), () => openBlock(borrower, refresh)),
      moreMenu(name, [
        button(t("borrowers.pin-change"), () => openPIN(borrower, refresh)),
        button(t("borrowers.add-card"), () => openCard({ borrower, add: (order) => addCard(borrower, order, refresh) })),
        button(t("borrowers.link"), () => openLink(borrower)),
        button(t("borrowers.export"), () => save(borrower)),
        button(t("borrowers.erase"), () => openErase(borrower, { loans, holds, fees, leave, refresh }), ".danger"),
      ])),
    ...section(t("borrowers.loans"), loans, (loan) => loanLine(loan, refresh, { hasBorrower: false }),
      t("borrowers.no-loans")),
    loans.length > 0 && make("div.acts", {}, button(t("desk.renew-all"), () => renewAll(borrower, refresh))),
    ...section(t("borrowers.holds"), holds, (hold) => holdLine(hold, refresh, { hasBorrower: false }),
      t("borrowers.no-holds")),
    ...section(t("borrowers.fees"), fees, (fee) => feeLine(fee, refresh), t("borrowers.no-fees")),
    ...section(t("borrowers.cards"), borrower.cards ?? [], (card) => cardLine(borrower, card, refresh),
      t("borrowers.no-cards")),
  ].filter(Boolean);
}

function section(title, items, line, none) {
  return [make("h3", {}, title),
    items.length ? make("ul.rows", {}, ...items.map(line)) : make("p.soft", {}, none)];
}

const path = (borrower) => `/borrowers/${encodeURIComponent(borrower.id)}`;
const change = (method, borrower, what, body) => request(method, `/api/v1${path(borrower)}${what}`, {
  body, headers: { "if-match": `"${borrower.version}"` },
});

function edit(borrower, refresh) {
  const asText = (value) => (value === undefined || value === null ? "" : String(value));
  openForm({
    title: t("borrowers.edit-of", { name: borrower.name }),
    fields: [
      { name: "name", word: t("borrowers.name"), value: borrower.name, isNeeded: true },
      { name: "shortName", word: t("borrowers.short-name"), value: asText(borrower.shortName), isNeeded: true, most: 40 },
      { name: "group", word: t("borrowers.group"), value: asText(borrower.group), most: 40 },
      { name: "email", word: t("borrowers.email"), value: asText(borrower.email), type: "email" },
      { name: "phone", word: t("borrowers.phone"), value: asText(borrower.phone), inputMode: "tel", most: 40 },
      { name: "language", word: t("page.language"), value: asText(borrower.language), choices: languageChoices() },
      { name: "expiresAt", word: t("borrowers.expires"), value: asText(borrower.expiresAt).slice(0, 10), type: "date" },
      { name: "loanLimit", word: t("borrowers.limit"), value: asText(borrower.loanLimit), type: "number",
        help: t("borrowers.limit-help") },
      { name: "note", word: t("borrowers.note"), value: asText(borrower.note), most: 500 },
    ],
    act: t("page.save"),
    send: async (values) => {
      const patch = {};
      for (const [key, value] of Object.entries(values)) {
        const before = key === "expiresAt" ? asText(borrower[key]).slice(0, 10) : asText(borrower[key]);
        if (value === before) continue;
        patch[key] = value === "" ? null : key === "loanLimit" ? Number(value)
          : key === "expiresAt" ? `${value}T23:59:59Z` : value;
      }
      if (!Object.keys(patch).length) return;
      await perform(() => change("PATCH", borrower, "", patch), t("page.saved"), refresh, { throws: true });
    },
  });
}

function openBlock(borrower, refresh) {
  openForm({
    title: t("borrowers.block-of", { name: borrower.name }), lead: [t("borrowers.block-lead")],
    fields: [{ name: "reason", word: t("borrowers.block-reason"), isNeeded: true }],
    act: t("borrowers.block"),
    send: async ({ reason }) => {
      await perform(() => change("PUT", borrower, "/block", { reason }), t("borrowers.blocked-now"), refresh,
        { throws: true });
    },
  });
}

const unblock = (borrower, refresh) => perform(
  () => change("DELETE", borrower, "/block"), t("borrowers.unblocked"), refresh);

function openPIN(borrower, refresh) {
  openForm({
    title: t("borrowers.pin-of", { name: borrower.name }),
    lead: [t("borrowers.pin-lead"), ...borrower.hasPIN ? [button(t("borrowers.pin-remove"), () => perform(
      () => change("DELETE", borrower, "/pin"), t("borrowers.pin-removed"), refresh))] : []],
    fields: [{ name: "pin", word: t("borrowers.pin"), type: "password", isNeeded: true, most: 12 }],
    act: t("page.save"),
    send: async ({ pin }) => {
      await perform(() => change("PUT", borrower, "/pin", { pin }), t("borrowers.pin-kept"), refresh, { throws: true });
    },
  });
}

const addCard = (borrower, order, refresh) => perform(
  () => once(`${path(borrower)}/cards`, order), t("borrowers.card-added"), refresh, { throws: true });

/** Downloads all stored data of a person as a file. */
async function save(borrower) {
  try {
    const whole = await get(`${path(borrower)}/export`);
    const address = URL.createObjectURL(new Blob([JSON.stringify(whole, undefined, 2)], { type: "application/json" }));
    const link = make("a", { href: address, download: `borrower-${borrower.id}.json` });
    link.click();
    URL.revokeObjectURL(address);
  } catch (error) {
    complain(error);
  }
}

/** Asks for confirmation, with the obstacles and consequences: erasing cannot be undone. */
function openErase(borrower, { loans, holds, fees, leave, refresh }) {
  const against = [
    loans.length > 0 && t("borrowers.erase-loans", { count: loans.length }),
    holds.length > 0 && t("borrowers.erase-holds", { count: holds.length }),
    fees.length > 0 && t("borrowers.erase-fees", { count: fees.length }),
  ].filter(Boolean);
  openForm({
    title: t("borrowers.erase-of", { name: borrower.name }),
    lead: [t("borrowers.erase-lead"), t("borrowers.erase-final"),
      ...against.length ? [make("ul.reasons", {}, ...against.map((text) => make("li", {}, text)))] : []],
    fields: [{ name: "confirm", word: t("borrowers.erase-type", { name: borrower.shortName }), isNeeded: true }],
    act: t("borrowers.erase"), isGrave: true,
    send: async ({ confirm }) => {
      if (confirm !== borrower.shortName) throw new Error(t("borrowers.erase-differs"));
      await perform(() => change("DELETE", borrower, ""), t("borrowers.erased"), () => {
        leave();
        refresh();
      }, { throws: true });
    },
  });
}

const renewAll = (borrower, refresh) => perform(
  () => once(`${path(borrower)}/renew`),
  ({ renewed, unrenewed }) => t("borrowers.renewed", { count: renewed.length, other: unrenewed.length }), refresh);

function feeLine(fee, refresh) {
  const settle = (what, body, done) => perform(() => once(`/fees/${encodeURIComponent(fee.id)}/${what}`, body), done, refresh);
  return make("li.line", { data: { id: fee.id } },
    make("span.line-words", {}, make("strong", {}, money(fee.amount, fee.currency)),
      make("span", { dir: "auto" }, [t(`fee.${fee.kind}`), fee.release?.title, day(fee.at), fee.note]
        .filter(Boolean).join("\u00a0· "))),
    make("span.line-side", {},
      button(t("fee.settle"), () => settle("settle", undefined, t("fee.settled"))),
      button(t("fee.waive"), () => openForm({
        title: t("fee.waive"), fields: [{ name: "reason", word: t("page.reason"), isNeeded: true }], act: t("fee.waive"),
        send: ({ reason }) => settle("waive", { reason }, t("fee.waived")),
      }))));
}

function cardLine(borrower, card, refresh) {
  return make("li.line", {},
    make("span.line-words", {}, make("strong.mono", {}, card.code), make("span", {}, t(`card.${card.kind}`))),
    make("span.line-side", {}, button(t("borrowers.card-remove"), () => perform(
      () => change("DELETE", borrower, `/cards/${encodeURIComponent(card.id)}`), t("borrowers.card-removed"), refresh))));
}
