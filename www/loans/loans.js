// Loans: open, overdue or due soon; each can be returned and renewed here.

import { query } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { Address } from "/page/address.js";
import { emptyContent, showChips } from "/page/choices.js";
import { dateJump, dateOf } from "/page/jump.js";
import { PagedList } from "/page/list.js";
import { startPage } from "/page/page.js";
import { once } from "/page/toast.js";
import { loanLine, loanTitle } from "/loans/line.js";

const shown = ["open", "overdue", "due-soon", "returned"];
const address = new Address("/loans", {
  read: (search) => ({ state: shown.includes(search.get("state")) ? search.get("state") : shown[0], from: dateOf(search.get("from")) }),
  write: ({ state, from }) => ({ state: state === shown[0] ? "" : state, from }),
  show: refresh,
});

/** The time at which the list begins: open loans are in the order of their due dates, returned ones begin with the last. */
const begin = ({ state, from }) => from && `${from}T${state === "returned" ? "23:59:59" : "00:00:00"}Z`;

const list = new PagedList({
  path: (cursor, limit) => `/loans${query({ state: address.state.state, from: begin(address.state), limit, cursor })}`,
  row: (loan) => loanLine(loan, refresh),
  count: (count, isMore) => t(isMore ? "loans.first" : "loans.count", { count }),
  name: "loans",
  jump: (isLong) => (isLong || address.state.from ? dateJump(
    t(address.state.state === "returned" ? "jump.until-date" : "jump.from-date"), address.state.from, (from) => address.go({ from }),
  ) : undefined),
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
    (state) => address.go({ state, from: "" }));
  list.read();
}

await startPage("loans", { touches: /^(loan|change|copy)\./, refresh });
refresh();
