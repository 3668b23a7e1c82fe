// The copies with a valuation of the library, and their sums.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { emptyContent } from "/page/choices.js";
import { PagedList } from "/page/list.js";
import { money } from "/page/money.js";
import { problemText, startPage } from "/page/page.js";
import { action, badge, listRow } from "/page/row.js";
import { openOwnFacts } from "/library/own.js";

const list = new PagedList({
  path: (cursor, limit) => `/insurance${query({ limit, cursor })}`,
  row,
  count: (count) => t("own.count", { count }),
  name: "insurance",
  columns: [
    { key: "record", word: () => t("own.record"), text: ({ release }) => release.title },
    { key: "state", word: () => t("own.valuation"), text: ({ valuation }) => money(valuation.amount, valuation.currency),
      order: ({ valuation }) => valuation.amount },
  ],
  empty: () => emptyContent(t("own.none"), t("own.none-do"), make("a.button.primary", { href: "/library" }, t("page.to-library"))),
});

function row(facts) {
  const { copy, release, valuation, valuedOn, valuedBy } = facts;
  return listRow({
    id: copy.id, title: release.title, href: `/library${query({ release: release.id })}`,
    facts: [release.artist, t("desk.copy", { number: copy.number }), valuedOn, valuedBy].filter(Boolean),
    state: [badge(money(valuation.amount, valuation.currency))],
    main: action(t("own.edit"), () => openOwnFacts(copy, refresh)),
  });
}

async function readTotal() {
  try {
    const { sums } = await get("/insurance/total");
    setText(byID("total"), sums.map(({ amount, currency, copies }) => (
      t("own.total", { sum: money(amount, currency), count: copies }))).join("\u00a0· "));
  } catch (error) {
    setText(byID("total"), error.status === 401 || error.status === 403 ? "" : problemText(error));
  }
}

function refresh() {
  list.read();
  readTotal();
}

await startPage("insurance", { parts: ["records"], touches: /^(copy|change)\./, refresh });
refresh();
