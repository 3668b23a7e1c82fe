// Lending and holds from a page: the borrower is found by name, and refusals are confirmed or overridden here.

import { get, newID, post, query } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { factLine } from "/record/words.js";
import { finder } from "/page/finder.js";
import { openForm } from "/page/form.js";
import { perform } from "/page/toast.js";

const borrowerFinder = (id) => finder({
  id, word: t("holds.borrower"),
  find: async (words) => (await get(`/borrowers${query({ search: words, limit: 8 })}`)).items,
  text: (one) => `${one.name}\u00a0· ${one.shortName}`,
});

/** Opens the form that lends a copy. @param {object} copy @param {object} release @param {() => void} refresh */
export function openLend(copy, release, refresh) {
  const borrower = borrowerFinder("lend-borrower");
  const override = make("input", { type: "text", id: "lend-override", maxlength: "200", autocomplete: "off" });
  const reason = make("div.entry", { hidden: true },
    make("label", { for: "lend-override" }, t("library.lend-reason")), override);
  let confirm;
  let key = newID();
  openForm({
    title: t("library.lend-of", { title: release.title }),
    lead: [[release.artist, factLine(release), t("desk.copy", { number: copy.number })].filter(Boolean).join("\u00a0· "),
      borrower.element, reason],
    act: t("library.lend"),
    send: async () => {
      if (!borrower.chosen) throw new Error(t("holds.borrower-missing"));
      const order = { copy: copy.id, borrower: borrower.chosen.id };
      if (confirm) order.confirm = confirm;
      else if (override.value.trim()) order.override = override.value.trim();
      try {
        await perform(() => post("/loans", order, { headers: { "idempotency-key": key } }),
          (answer) => t("library.lent", { name: borrower.chosen.shortName, date: day((answer.loan ?? answer).dueAt) }), refresh,
          { throws: true });
      } catch (error) {
        // The form shows the reasons; sending it again confirms them, or overrides them with a reason.
        if (error.status) key = newID();
        confirm = error.token;
        reason.hidden = error.status !== 409 || Boolean(confirm);
        throw error;
      }
    },
  });
  borrower.focus();
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
