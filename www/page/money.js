// Amounts of money in the usual notation.

import { spokenLanguage } from "/hub/words.js";

/** @param {number} minor in the smallest unit of the currency. @param {string} currency ISO 4217 */
export function money(minor, currency) {
  const format = new Intl.NumberFormat(spokenLanguage(), { style: "currency", currency });
  return format.format(minor / 10 ** format.resolvedOptions().maximumFractionDigits);
}
