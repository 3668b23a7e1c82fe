// The facts of a release: labels, formats, companies and numbers, and where they come from.

import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { isEdited } from "/library/marks.js";

/** @param {object} release @returns {HTMLElement | false} false if nothing is known. */
export function facts(release) {
  const rows = [];
  const row = (name, values, kind = "dd") => {
    const list = values.filter(Boolean);
    if (list.length) rows.push(make("dt", { dir: "auto" }, name), make(kind, { dir: "auto" }, list.join(" · ")));
  };
  const labels = release.labels?.length && !isEdited(release, "label", "catalogNumber") ? release.labels
    : [{ name: release.label, catalogNumber: release.catalogNumber }];
  row(t("library.label"), labels.map(({ name, catalogNumber }) => numbered(name, catalogNumber)));
  row(t("library.series"), (release.series ?? []).map(({ name, number }) => numbered(name, number)));
  row(t("library.format"), (release.formats ?? []).map(format));
  row(t("library.country"), [release.country]);
  row(t("library.released"), [release.released ?? release.year]);
  row(t("library.genre"), release.genres ?? []);
  row(t("library.style"), release.styles ?? []);
  for (const [role, companies] of grouped(release.companies ?? [], ({ role }) => role ?? t("library.companies"))) {
    row(role, companies.map(({ name, number }) => numbered(name, number)));
  }
  const identifiers = release.identifiers ?? [];
  if (!identifiers.some(({ type }) => type === "Barcode")) row(t("library.barcode"), [release.barcode], "dd.mono");
  for (const [name, list] of grouped(identifiers, identifierName)) row(name, list.map(({ value }) => value), "dd.mono");
  return rows.length > 0 && make("section", {}, make("h3", {}, t("library.about")), make("dl.facts", {}, ...rows));
}

const numbered = (name, number) => [name, number].filter(Boolean).join(" – ");

/** Returns the elements by name, in the order of the first of each. */
function grouped(list, name) {
  const groups = new Map();
  for (const one of list) groups.set(name(one), [...groups.get(name(one)) ?? [], one]);
  return groups;
}

/** The names of the kinds of numbers that the pages have words for; the others are as the source writes them. */
const identifierWords = { "Barcode": "library.barcode", "Matrix / Runout": "library.matrix" };

function identifierName({ type, description }) {
  const name = identifierWords[type] ? t(identifierWords[type]) : type;
  return description ? `${name} (${description})` : name;
}

const format = ({ name, qty, text, descriptions = [] }) => (
  [Number(qty) > 1 ? `${qty} × ${name}` : name, ...descriptions, text].filter(Boolean).join(", "));

/** The names of sources as they write them. */
const sourceNames = { discogs: "Discogs", musicbrainz: "MusicBrainz" };

/** Returns where the facts come from, with links to the release and its master at the source. */
export function source(from) {
  if (!from) return undefined;
  const words = t("library.source", { name: sourceNames[from.name] ?? from.name, date: day(from.fetchedAt) });
  // Only a web address becomes a link: the text is external.
  if (!/^https?:\/\//.test(from.url ?? "")) return make("p.source", {}, words);
  return make("p.source", {}, `${words} `,
    // The terms of Discogs want this sentence beside the data, as a link to the record.
    from.name === "discogs" && outward(from.url, t("records.discogs-attribution")), from.name === "discogs" && " · ", outward(from.url, t("library.source-release", { number: from.id })),
    from.master && " · ",
    from.master && outward(new URL(`/master/${encodeURIComponent(from.master)}`, from.url).href,
      t("library.source-master", { number: from.master })));
}

/** Returns a link to another site, which opens in a new tab. @param {string} href @param {string} words */
export const outward = (href, words) => make("a", { href, target: "_blank", rel: "noopener noreferrer" },
  words, icon("link"), make("span.apart", {}, ` ${t("library.new-tab")}`));
