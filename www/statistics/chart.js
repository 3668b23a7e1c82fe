// A statistic as a table with bars, and as columns if its groups are times. The table alone is read by screen readers.

import { query } from "/hub/client.js";
import { grouped } from "/hub/clock.js";
import { spokenLanguage, t } from "/hub/words.js";
import { make } from "/record/element.js";

/** Returns an element whose bar is a part of the largest one. */
function sized(element, count, largest) {
  element.style.setProperty("--part", String(largest > 0 ? count / largest : 0));
  return element;
}

/** Returns the name of a group in the language of the page. */
export function groupName({ name }, { key, name: word }) {
  if (name === "medium") return t(`medium.${key}`);
  if (name === "decade") return t("statistics.decade-name", { decade: key });
  if (name === "growth" || name === "loans") {
    const [year, month] = key.split("-").map(Number);
    return new Intl.DateTimeFormat(spokenLanguage(), { year: "numeric", month: "short", timeZone: "UTC" }).format(Date.UTC(year, month - 1, 1));
  }
  return word;
}

/** Returns the address behind a number: the releases that its query finds, or its release. */
export const linkOf = ({ query: text, release }) => (text || release) && `/library${query(text ? { q: text } : { release })}`;

/** Returns a statistic as columns over time. They repeat the table. */
export function columns(statistic) {
  const { groups } = statistic;
  const largest = Math.max(...groups.map(({ count }) => count));
  const ends = [groups[0], groups.at(-1)].map((group) => make("span", {}, groupName(statistic, group)));
  return make("div", { "aria-hidden": "true" },
    make("div.time-columns", {}, ...groups.map((group) => sized(make("span", {
      title: `${groupName(statistic, group)}: ${grouped(group.count)}` }), group.count, largest))),
    make("div.time-ends", {}, ...ends));
}

/**
 * Returns a table of numbers.
 *
 * @param {string} caption @param {string} unit the word above the numbers
 * @param {{name: string, count: number, copies?: number, releases?: number, href?: string}[]} rows @param {boolean} hasBars
 */
export function table(caption, unit, rows, hasBars) {
  const largest = Math.max(...rows.map(({ count }) => count));
  const further = [["copies", t("statistics.unit-copies")], ["releases", t("statistics.unit-releases")]]
    .filter(([name]) => rows.some((row) => row[name] !== undefined));
  return make("table.statistic-table", {}, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("statistics.group")), make("th.number", { scope: "col" }, unit),
      ...further.map(([, word]) => make("th.number", { scope: "col" }, word)), hasBars && make("td.share"))),
    make("tbody", {}, ...rows.map(({ name, count, href, ...numbers }) => sized(make("tr", {},
      make("th", { scope: "row", dir: "auto" }, href ? make("a", { href }, name) : name),
      make("td.number", {}, grouped(count)), ...further.map(([one]) => make("td.number", {}, numbers[one] === undefined ? "" : grouped(numbers[one]))),
      hasBars && make("td.share", {}, sized(make("span.statistic-bar", { "aria-hidden": "true" }), count, largest))), hasBars ? count : 0, largest))));
}
