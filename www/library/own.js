// The library's own facts about a copy: where it came from, its price, its valuation, and how it left.

import { get, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { openForm } from "/page/form.js";
import { minorAmount, plainAmount } from "/page/money.js";
import { complain, perform } from "/page/toast.js";

const ways = ["bought", "given", "on-deposit"];
const amounts = ["price", "valuation", "replacementCost"];
const gone = ["missing", "lost", "withdrawn"];

/** Opens the form. @param {object} copy @param {() => void} refresh */
export async function openOwnFacts(copy, refresh) {
  const path = `/api/v1/copies/${encodeURIComponent(copy.id)}/own-facts`;
  let facts;
  let currency;
  try {
    [facts, currency] = await Promise.all([request("GET", path), libraryCurrency()]);
  } catch (error) {
    complain(error);
    return;
  }
  const status = facts.copy.isWithdrawn ? "withdrawn" : facts.copy.status;
  const before = {
    accession: facts.accession ?? "", isSold: facts.isSold ? "yes" : "no",
    ...Object.fromEntries(["acquiredFrom", "acquiredOn", "valuedOn", "valuedBy", "statusOn", "statusReason", "notes"]
      .map((name) => [name, facts[name] ?? ""])),
    ...Object.fromEntries(amounts.map((name) => [name, facts[name] ? typed(facts[name]) : ""])),
  };
  const field = (name, more = {}) => ({ name, word: t(`own.${name}`), value: before[name], ...more });
  const amount = (name) => field(name, {
    help: t("own.amount-help", { currency }), inputMode: "decimal", most: 20,
    check: (text) => (!text || parsed(text, currency) ? undefined : t("own.amount-wrong")),
  });
  const day = (name) => field(name, { type: "date" });
  openForm({
    title: t("own.of", { number: copy.number }),
    fields: [
      field("accession", { choices: [["", "–"], ...ways.map((way) => [way, t(`own.${way}`)])] }),
      field("acquiredFrom"), day("acquiredOn"), amount("price"), amount("valuation"), day("valuedOn"), field("valuedBy"),
      amount("replacementCost"),
      ...gone.includes(status) ? [day("statusOn"), field("statusReason", { most: 300 })] : [],
      ...status === "withdrawn" ? [field("isSold", { choices: [["no", t("own.not-sold")], ["yes", t("own.sold")]] })] : [],
      field("notes", { isLong: true, most: 2000 }),
    ],
    act: t("page.save"),
    send: async (values) => {
      const patch = {};
      for (const [name, text] of Object.entries(values)) {
        if (text === before[name]) continue;
        patch[name] = name === "isSold" ? text === "yes" : !text ? null : amounts.includes(name) ? parsed(text, currency) : text;
      }
      if (!Object.keys(patch).length) return;
      await perform(() => request("PATCH", path, { body: patch, headers: { "if-match": `"${facts.version}"` } }),
        t("page.saved"), refresh, { throws: true });
    },
  });
}

const typed = ({ amount, currency }) => `${plainAmount(amount, currency)} ${currency}`;

/** Parses an amount with or without the code of a currency; undefined for other text. */
function parsed(text, standard) {
  const [, number, code] = /^(\S+)(?:\s+([A-Za-z]{3}))?$/.exec(text.trim()) ?? [];
  const currency = (code ?? standard).toUpperCase();
  const amount = number && minorAmount(number, currency);
  return amount === undefined || amount === "" ? undefined : { amount, currency };
}

/** Returns the currency of the library's fees. */
async function libraryCurrency() {
  const { items } = await get("/settings").catch(() => ({ items: [] }));
  return items.find(({ key }) => key === "fees.currency")?.value ?? "EUR";
}
