// A new borrower, and a card for one: the card is typed, or scanned at any station.

import { newID, post } from "/hub/client.js";
import { t } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";
import { openForm } from "/page/form.js";

/** The handler of the next scanned card. */
let waiting;

/** The codes of the scans that count as a new card. */
const cardCodes = new Set(["unknown-card", "unknown-tag", "unknown-code", "new-label"]);

/** Handles every event: an open form waits for a card without a borrower. */
export function takeScan(event) {
  if (!waiting || event.kind !== "scan.recorded" || !event.scan) return;
  if (cardCodes.has(event.scan.outcome.code)) waiting(event.scan);
}

/** Returns a field for a card, which a scan fills in. */
function cardField(isNeeded) {
  const note = make("p.card-note", { role: "status" }, icon("card"), make("span", {}, t("borrowers.card-hold-up")));
  let scan;
  const listen = (input) => {
    waiting = (seen) => {
      const isMasked = seen.text.endsWith("…");
      scan = isMasked ? seen.id : undefined;
      input.value = seen.text;
      setText(note.lastElementChild, t("borrowers.card-seen"));
    };
    input.addEventListener("input", () => { scan = undefined; });
  };
  return {
    field: { name: "card", word: t("borrowers.card"), help: t("borrowers.card-help"), isNeeded, more: note },
    listen,
    /** The scan's id replaces a number that screens hide. */
    order: (card) => (scan ? { scan } : { card }),
  };
}

const closed = () => { waiting = undefined; };

/** @param {{done: (borrower: object) => void}} options */
export function openEnrolment({ done }) {
  const card = cardField(false);
  const id = newID();
  const form = openForm({
    title: t("borrowers.enrol"),
    fields: [
      { name: "name", word: t("borrowers.name"), isNeeded: true },
      { name: "shortName", word: t("borrowers.short-name"), help: t("borrowers.short-name-help"), most: 40 },
      { name: "group", word: t("borrowers.group"), most: 40 },
      { name: "email", word: t("borrowers.email"), type: "email" },
      { name: "phone", word: t("borrowers.phone"), inputMode: "tel", most: 40 },
      { name: "language", word: t("page.language"), choices: languageChoices() },
      card.field,
    ],
    act: t("borrowers.enrol-do"),
    closed,
    send: async ({ card: number, ...person }) => {
      const order = Object.fromEntries(Object.entries(person).filter(([, value]) => value));
      if (number) Object.assign(order, card.order(number));
      done(await post("/borrowers", order, { headers: { "idempotency-key": id } }));
    },
  });
  card.listen(form.field("card"));
}

/** @param {{borrower: object, add: (order: object) => Promise<void>}} options */
export function openCard({ borrower, add }) {
  const card = cardField(true);
  const form = openForm({
    title: t("borrowers.add-card-for", { name: borrower.name }), fields: [card.field], act: t("borrowers.add-card"),
    closed, send: ({ card: number }) => {
      const order = card.order(number);
      return add(order.scan ? { scan: order.scan } : { card: order.card });
    },
  });
  card.listen(form.field("card"));
}

export const languageChoices = () => [
  ["", t("borrowers.language-house")], ["en", "English"], ["de", "Deutsch"], ["fr", "Français"],
];
