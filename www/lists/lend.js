// Lends the copies of a crate to a borrower. Each copy is one check-out by the rules for staff: what they say is shown before,
// and a refused copy stays in the list with its reasons.

import { newID, post } from "/hub/client.js";
import { every } from "/hub/every.js";
import { t } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";
import { borrowerFinder } from "/library/lend.js";
import { openForm } from "/page/form.js";
import { problemText, reasonText } from "/page/page.js";
import { say } from "/page/toast.js";
import { pathOf } from "/lists/crates.js";

/** Opens the form that lends a crate. @param {object} crate @param {() => void} refresh */
export async function openLend(crate, refresh) {
  const copies = await every(`${pathOf(crate)}/copies`);
  if (!copies.length) {
    say(t("lists.lend-none"), { isFault: true });
    return;
  }
  new CrateLoan(copies, refresh).open(crate);
}

/** The loans of one crate in the making. */
class CrateLoan {
  /** The copies that are not lent yet. `check` is what the rules say, `fault` the words of a refusal. */
  #entries;
  #refresh;
  #borrower;
  #form;
  /** Counts the borrowers that were chosen, so that an answer about an earlier one is not shown. */
  #turn = 0;
  #status = make("p.help", { role: "status" });
  #lines = make("ul.plan-reasons");
  #box = make("input", { type: "checkbox", id: "lend-asked", on: { change: () => this.#showAct() } });
  #boxWord = make("span");
  #ask = make("label.check", { hidden: true }, this.#box, this.#boxWord);

  constructor(copies, refresh) {
    this.#entries = copies.map((copy) => ({ copy, key: newID() }));
    this.#refresh = refresh;
  }

  open(crate) {
    const borrower = borrowerFinder("lend-borrower", (one) => this.#set(one));
    this.#form = openForm({
      title: t("lists.lend-of", { crate: crate.name }),
      lead: [t("lists.lend-copies", { count: this.#entries.length }), borrower.element, this.#status, this.#ask, this.#lines],
      act: t("lists.lend"), send: () => this.#send(),
      closed: () => { this.#turn += 1; },
    });
    borrower.focus();
  }

  /** Sets the borrower, and asks the hub about each copy. */
  async #set(borrower) {
    this.#borrower = borrower;
    const mine = this.#turn += 1;
    for (const entry of this.#entries) Object.assign(entry, { check: undefined, fault: undefined, key: newID() });
    this.#box.checked = false;
    this.#show();
    if (!borrower) return;
    this.#form.setAct(t("lists.lend"), false);
    for (const [index, entry] of this.#entries.entries()) {
      setText(this.#status, t("lists.lend-checking", { done: index, count: this.#entries.length }));
      try {
        const check = await post("/loans/check", { copy: entry.copy.id, borrower: borrower.id });
        if (mine !== this.#turn) return;
        entry.check = check;
      } catch (error) {
        if (mine !== this.#turn) return;
        entry.fault = problemText(error);
      }
    }
    this.#show();
  }

  #isRefused = ({ check, fault }) => Boolean(fault) || (check?.blockers.length ?? 0) > 0;
  #isAsked = (entry) => !this.#isRefused(entry) && (entry.check?.confirms.length ?? 0) > 0;
  #chosen = () => this.#entries.filter((entry) => !this.#isRefused(entry) && (!this.#isAsked(entry) || this.#box.checked));

  /** Shows how many copies can be lent, and the others with their reasons. */
  #show() {
    const isChecked = this.#borrower && this.#entries.every(({ check, fault }) => check || fault);
    const asked = this.#entries.filter(this.#isAsked);
    const clear = this.#entries.filter((entry) => !this.#isRefused(entry) && !this.#isAsked(entry));
    setText(this.#status, isChecked ? t("lists.lend-clear", { count: clear.length }) : "");
    this.#ask.hidden = !asked.length;
    setText(this.#boxWord, t("lists.lend-asked", { count: asked.length }));
    this.#lines.replaceChildren(...this.#entries.filter((entry) => this.#isRefused(entry)).map((entry) => this.#line("no", entry)),
      ...asked.map((entry) => this.#line("ask", entry)));
    this.#lines.hidden = !this.#lines.childElementCount;
    this.#showAct();
  }

  #showAct() {
    this.#form.setAct(t("lists.lend"), !this.#borrower || this.#chosen().length > 0);
  }

  #line(tone, { copy, check, fault }) {
    const said = tone === "no" ? check?.blockers : check?.confirms;
    const reasons = fault ?? said.map(({ code, detail }) => reasonText(code, detail)).join(" ");
    return make("li", { data: { tone } }, icon(tone),
      make("span", { dir: "auto" }, t("lists.lend-line", { number: copy.number, title: copy.release.title, reasons })));
  }

  async #send() {
    if (!this.#borrower) throw new Error(t("holds.borrower-missing"));
    const { id, shortName } = this.#borrower;
    const lent = new Set();
    try {
      for (const entry of this.#chosen()) {
        if (await this.#lend(entry, id)) lent.add(entry);
      }
    } finally {
      this.#entries = this.#entries.filter((entry) => !lent.has(entry));
      this.#refresh();
    }
    if (!this.#entries.length) {
      say(t("lists.lent", { count: lent.size, name: shortName }));
      return;
    }
    this.#show();
    throw new Error(t("lists.lent-some", { count: lent.size, name: shortName, refused: this.#entries.length }));
  }

  /** Checks out one copy. Returns false if it is refused; a hub that does not answer ends all. */
  async #lend(entry, borrower) {
    const confirm = this.#isAsked(entry) ? entry.check.token : undefined;
    try {
      await post("/loans", { copy: entry.copy.id, borrower, ...confirm ? { confirm } : {} }, { headers: { "idempotency-key": entry.key } });
      return true;
    } catch (error) {
      if (!error.status) throw error;
      // The rules have changed since they were asked. A repeated order would get the same answer.
      entry.key = newID();
      entry.fault = problemText(error);
      return false;
    }
  }
}
