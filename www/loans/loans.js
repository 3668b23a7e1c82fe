// Loans: open, overdue or due soon; each can be returned and renewed here.

import { query } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { stateAddress } from "/page/address.js";
import { emptyContent, showChips } from "/page/choices.js";
import { PagedList } from "/page/list.js";
import { startPage } from "/page/page.js";
import { once } from "/page/toast.js";
import { loanLine, loanTitle } from "/loans/line.js";

const shown = ["open", "overdue", "due-soon", "returned"];
const address = stateAddress("/loans", shown, refresh);

const list = new PagedList({
  path: (cursor, limit) => `/loans${query({ state: address.state.state, limit, cursor })}`,
  row: (loan) => loanLine(loan, refresh),
  count: (count, isMore) => t(isMore ? "loans.first" : "loans.count", { count }),
  name: "loans",
  columns: [
    { key: "record", word: () => t("columns.record"), text: (loan) => [loanTitle(loan), loan.release?.artist].filter(Boolean).join(" \u2013 ") },
    { key: "person", word: () => t("columns.person"), text: ({ borrower }) => borrower?.shortName ?? "" },
    { key: "state", word: () => t("columns.due"), text: ({ dueAt }) => (dueAt ? day(dueAt) : ""),
      order: ({ dueAt }) => Date.parse(dueAt) || 0 },
  ],
  batch: [
    { word: () => t("loans.return"), act: ({ id }) => once(`/loans/${encodeURIComponent(id)}/return`) },
    { word: () => t("loans.renew"), act: ({ id }) => once(`/loans/${encodeURIComponent(id)}/renew`) },
  ],
  empty: () => emptyContent(t(`loans.none-${address.state.state}`), t(`loans.none-${address.state.state}-do`),
    make("a.button.primary", { href: "/" }, t("page.to-desk"))),
});

function refresh() {
  showChips(byID("chips"), shown.map((one) => [one, t(`loans.chip-${one}`)]), address.state.state,
    (state) => address.go({ state }));
  list.read();
}

await startPage("loans", { touches: /^(loan|change|copy)\./, refresh });
refresh();
