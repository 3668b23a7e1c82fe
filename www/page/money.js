// Amounts of money in the usual notation.

import { spokenLanguage, t } from "/hub/words.js";

/**
 * The number of decimal places of the currencies that do not have two (ISO 4217). The hub uses the same table, and a test
 * compares both: the part between the braces is JSON. A browser's own table differs for some currencies.
 */
const unusualDigits = {
  "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
  "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3,
  "TND": 3
};

const digitsOf = (currency) => unusualDigits[currency] ?? 2;

/** @param {number} minor in the smallest unit of the currency. @param {string} currency ISO 4217 */
export function money(minor, currency) {
  const digits = digitsOf(currency);
  return new Intl.NumberFormat(spokenLanguage(), {
    style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits,
  }).format(minor / 10 ** digits);
}

/** Returns an amount as it is typed into a field, such as 15.00 or, in yen, 1500. */
export function exampleAmount(currency) {
  const digits = digitsOf(currency);
  return digits ? `15${t("money.mark")}${"0".repeat(digits)}` : "1500";
}

/** Returns an amount as it is typed, with the decimal mark of the language, such as 12.50. */
export function plainAmount(minor, currency) {
  const digits = digitsOf(currency);
  const text = String(minor).padStart(digits + 1, "0");
  return digits ? `${text.slice(0, -digits)}${t("money.mark")}${text.slice(-digits)}` : text;
}

/**
 * Parses an amount that was typed with the decimal mark of the language.
 *
 * @param {string} text @param {string} currency ISO 4217
 * @returns {number | undefined} the amount in the smallest unit; undefined for other text, or too many decimal places
 */
export function minorAmount(text, currency) {
  const digits = digitsOf(currency);
  const [whole, fraction, ...more] = text.split(t("money.mark"));
  // Another mark could separate thousands, so it is not taken for the decimal mark.
  const isAmount = /^\d{1,8}$/.test(whole) && /^\d*$/.test(fraction ?? "") && !more.length;
  if (!isAmount || (fraction?.length ?? 0) > digits) return undefined;
  return Number(whole + (fraction ?? "").padEnd(digits, "0"));
}
