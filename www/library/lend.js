// Lending and holds from a page: what the rules say is shown before anything is lent, and confirmed or overridden here.

import { get, newID, post, query } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { CopySearch, copyRow } from "/record/copies.js";
import { factLine } from "/record/words.js";
import { finder } from "/page/finder.js";
import { openForm } from "/page/form.js";
import { reasonText } from "/page/page.js";
import { perform } from "/page/toast.js";

/** Returns a field that finds a borrower. @param {string} id @param {(borrower: object | undefined) => void} [onChoose] */
export const borrowerFinder = (id, onChoose) => finder({
  id, word: t("holds.borrower"), onChoose,
  find: async (words) => (await get(`/borrowers${query({ search: words, limit: 8 })}`)).items,
  text: (one) => `${one.name}\u00a0· ${one.shortName}`,
});

/** Opens the form that lends a copy. @param {object} copy @param {object} release @param {() => void} refresh */
export function openLend(copy, release, refresh) {
  const loan = new Loan({ copy: { ...copy, release } }, refresh);
  const borrower = borrowerFinder("lend-borrower", (one) => loan.set({ borrower: one }));
  loan.open(t("library.lend-of", { title: release.title }),
    [[release.artist, factLine(release), t("desk.copy", { number: copy.number })].filter(Boolean).join("\u00a0· "), borrower.element]);
  borrower.focus();
}

/** Opens the form that lends a copy to a borrower. @param {object} borrower @param {() => void} refresh */
export function openLendTo(borrower, refresh) {
  const loan = new Loan({ borrower }, refresh);
  const chosen = make("div.chosen-copy");
  const search = new CopySearch({ isChosen: (copy) => copy.id === loan.copy?.id, onChoose: (copy) => {
    chosen.replaceChildren(copyRow(copy));
    search.copies = [];
    search.refresh();
    loan.set({ copy });
  } });
  loan.open(t("library.lend-to", { name: borrower.name }), [search.element, chosen]);
  search.field.focus();
}

/** One loan in the making: a copy, a borrower, and what the rules say about it. */
class Loan {
  #refresh;
  #key = newID();
  #form;
  #confirm;
  #number = 0;
  #plan = make("div.plan", { role: "status" });
  #override = make("input", { type: "text", id: "lend-override", maxlength: "200", autocomplete: "off" });
  #reason = make("div.entry", { hidden: true }, make("label", { for: "lend-override" }, t("library.lend-reason")), this.#override);

  constructor({ copy, borrower }, refresh) {
    this.copy = copy;
    this.borrower = borrower;
    this.#refresh = refresh;
  }

  open(title, lead) {
    this.#form = openForm({ title, lead: [...lead, this.#plan, this.#reason], act: t("library.lend"), send: () => this.#send() });
  }

  /** Sets the copy or the borrower, and asks the hub about this loan. */
  async set(change) {
    Object.assign(this, change);
    this.#confirm = undefined;
    this.#key = newID();
    this.#number += 1;
    const mine = this.#number;
    this.#plan.replaceChildren();
    this.#reason.hidden = true;
    this.#form.setAct(t("library.lend"));
    if (!this.copy || !this.borrower) return;
    try {
      const check = await post("/loans/check", { copy: this.copy.id, borrower: this.borrower.id });
      if (mine === this.#number) this.#show(check);
    } catch {
      // The loan itself says what is wrong.
    }
  }

  /** Shows the due date and all reasons. */
  #show({ blockers, confirms, warnings, overridable, dueAt, token }) {
    const line = (tone) => ({ code, detail }) => make("li", { data: { tone } }, icon(tone), make("span", {}, reasonText(code, detail)));
    const reasons = [...blockers.map(line("no")), ...confirms.map(line("ask")), ...warnings.map(line("note"))];
    this.#plan.replaceChildren(
      ...!blockers.length && dueAt ? [make("p", {}, t("library.lend-due", { date: day(dueAt) }))] : [],
      ...reasons.length ? [make("ul.plan-reasons", {}, ...reasons)] : []);
    this.#confirm = token;
    this.#reason.hidden = !overridable;
    const isAnyway = confirms.length > 0 && !blockers.length;
    this.#form.setAct(t(isAnyway ? "library.lend-anyway" : "library.lend"), !blockers.length || overridable);
  }

  async #send() {
    if (!this.copy) throw new Error(t("inbox.copy-missing"));
    if (!this.borrower) throw new Error(t("holds.borrower-missing"));
    const order = { copy: this.copy.id, borrower: this.borrower.id };
    const override = this.#override.value.trim();
    if (!this.#reason.hidden && override) order.override = override;
    else if (this.#confirm) order.confirm = this.#confirm;
    const { shortName } = this.borrower;
    try {
      await perform(() => post("/loans", order, { headers: { "idempotency-key": this.#key } }),
        (answer) => t("library.lent", { name: shortName, date: day((answer.loan ?? answer).dueAt) }), this.#refresh, { throws: true });
    } catch (error) {
      // The form shows the reasons; sending it again confirms them, or overrides them with a reason.
      if (error.status) this.#key = newID();
      this.#confirm = error.token;
      this.#reason.hidden = error.status !== 409 || Boolean(this.#confirm);
      throw error;
    }
  }
}

/** Opens the form that places a hold on a release. @param {object} release @param {() => void} refresh */
export function openHold(release, refresh) {
  const key = newID();
  const borrower = borrowerFinder("hold-borrower");
  openForm({
    title: t("library.hold-of", { title: release.title }), lead: [borrower.element],
    fields: [{ name: "notAfter", word: t("holds.not-after-field"), type: "date" }],
    act: t("holds.place"),
    send: async ({ notAfter }) => {
      if (!borrower.chosen) throw new Error(t("holds.borrower-missing"));
      await perform(() => post("/holds", { release: release.id, borrower: borrower.chosen.id,
        ...notAfter ? { notAfter: `${notAfter}T23:59:59Z` } : {} }, { headers: { "idempotency-key": key } }),
      t("holds.placed"), refresh, { throws: true });
    },
  });
  borrower.focus();
}
