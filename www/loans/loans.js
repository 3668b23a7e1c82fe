// Loans: open, overdue or due soon; each can be returned and renewed here.

import { query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { stateAddress } from "/page/address.js";
import { PagedList, emptyContent, showChips } from "/page/list.js";
import { startPage } from "/page/page.js";
import { loanLine } from "/loans/line.js";

const pageLength = 50;
const shown = ["open", "overdue", "due-soon", "returned"];
const address = stateAddress("/loans", shown, refresh);

const list = new PagedList({
  path: (cursor) => `/loans${query({ state: address.state.state, limit: pageLength, cursor })}`,
  row: (loan) => loanLine(loan, refresh),
  count: (count, isMore) => t(isMore ? "loans.first" : "loans.count", { count }),
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
