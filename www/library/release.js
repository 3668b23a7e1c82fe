// One release in full: facts, tracks, copies.

import { day } from "/hub/clock.js";
import { icon, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import { factLine } from "/record/words.js";

/** Characters; a longer one is set smaller, and is shown in full all the same. */
const longTitle = 60;

/** @param {object} release with tracks and copies @returns {Node[]} */
export function releaseContent(release) {
  const artists = release.artists?.length ? release.artists : [{ name: release.artist }];
  return [
    make("header.release-head", {},
      make("div.cover", {}, sleeve(release, { disc: true })),
      make("div", {},
        make("h2", { dir: "auto", class: release.title.length > longTitle ? "is-long" : undefined }, release.title),
        make("p.by", { dir: "auto" }, joined(artists)),
        make("p.release-line", {}, factLine(release)),
        status(release))),
    copies(release.copies ?? []),
    tracks(release.tracks ?? []),
    facts(release),
    release.notes && make("section", {}, make("h3", {}, "Notes"), make("p.notes", { dir: "auto" }, release.notes)),
    source(release.source),
  ].filter(Boolean);
}

/** Discogs joins names with a word or a comma of its own. */
function joined(artists) {
  return artists.map(({ name, join }, index) => {
    if (index === artists.length - 1) return name;
    const link = join || ",";
    return link === "," ? `${name}, ` : `${name} ${link} `;
  }).join("");
}

function status(release) {
  const texts = {
    unresolved: "Its title is being looked up.",
    "not-found": "The look-up found nothing for this barcode.",
    manual: "Entered by hand.",
  };
  return texts[release.status] && make("p.status", {}, texts[release.status]);
}

function copies(list) {
  return make("section", {},
    make("h3", {}, list.length === 1 ? "1 copy" : `${list.length} copies`),
    list.length === 0 ? make("p.soft", {}, "No copy is in the library.")
      : make("ul.copies", {}, ...list.map((copy) => make("li", { data: { status: copy.status } },
        make("strong", {}, `Copy ${copy.number}`),
        make("span.state", {}, make("span.dot", { "aria-hidden": "true" }),
          copy.status === "on-loan" ? `On loan${copy.dueAt ? ` until ${day(copy.dueAt)}` : ""}` : "In"),
        make("span", {}, copy.status === "on-loan" ? "" : copy.slot ?? "no slot yet"),
        make("span.mono", {}, copy.code)))));
}

function tracks(list) {
  if (!list.length) return make("section", {}, make("h3", {}, "Tracks"), make("p.soft", {}, "No tracks are known."));
  const rows = list.flatMap((track) => trackRows(track));
  return make("section", {}, make("h3", {}, "Tracks"), make("ol.tracks", {}, ...rows));
}

function trackRows(track, depth = 0) {
  const isHeading = track.kind === "heading" || track.kind === "index";
  return [
    make(isHeading ? "li.heading" : "li", { data: { depth: depth || undefined } },
      make("span.position", {}, track.position ?? ""),
      make("span.track-title", { dir: "auto" }, track.title),
      make("span.duration", {}, track.duration ?? "")),
    ...(track.tracks ?? []).flatMap((part) => trackRows(part, depth + 1)),
  ];
}

function facts(release) {
  const rows = [];
  const row = (name, values) => {
    const list = values.filter(Boolean);
    if (list.length) rows.push(make("dt", {}, name), make("dd", { dir: "auto" }, list.join(" · ")));
  };
  row("Label", (release.labels ?? []).map((label) => [label.name, label.catalogNumber].filter(Boolean).join(" – ")));
  row("Format", (release.formats ?? []).map(format));
  row("Country", [release.country]);
  row("Released", [release.released ?? release.year]);
  row("Genre", release.genres ?? []);
  row("Style", release.styles ?? []);
  const identifiers = release.identifiers ?? [];
  row("Barcode", identifiers.some(({ type }) => type === "Barcode") ? [] : [release.barcode]);
  for (const { type, value, description } of identifiers) row(description ? `${type} (${description})` : type, [value]);
  for (const { name, role } of release.credits ?? []) row(role || "Credit", [name]);
  return rows.length > 0 && make("section", {}, make("h3", {}, "About this pressing"), make("dl.facts", {}, ...rows));
}

const format = ({ name, qty, text, descriptions = [] }) => (
  [Number(qty) > 1 ? `${qty} × ${name}` : name, ...descriptions, text].filter(Boolean).join(", "));

function source(from) {
  if (!from) return undefined;
  const words = `Facts from ${from.name}, ${day(from.fetchedAt)}`;
  // Only a web address becomes a link: the text came from outside.
  if (!/^https?:\/\//.test(from.url ?? "")) return make("p.source", {}, words);
  return make("p.source", {}, `${words} `, make("a", { href: from.url, target: "_blank", rel: "noopener noreferrer" },
    `release ${from.id}`, icon("link"), make("span.apart", {}, " (opens in a new tab)")));
}
