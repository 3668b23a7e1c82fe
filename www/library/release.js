// One release in full: facts, tracks, copies.

import { day } from "/hub/clock.js";
import { hasText, t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import { factLine, slotText } from "/record/words.js";
import { copyAway, copyRemarks, editButton } from "/library/copy.js";

/** The length in characters from which a title is set smaller; it is still shown in full. */
const longTitle = 60;

/** @param {object} release with tracks and copies @param {() => void} refresh reads it again @returns {Node[]} */
export function releaseContent(release, refresh) {
  const artists = release.artists?.length ? release.artists : [{ name: release.artist }];
  return [
    make("header.release-head", {},
      make("div.cover", {}, sleeve(release, { disc: true })),
      make("div", {},
        make("h2", { dir: "auto", class: release.title.length > longTitle ? "is-long" : undefined }, release.title),
        make("p.by", { dir: "auto" }, joined(artists)),
        make("p.release-line", {}, factLine(release)),
        status(release),
        actions(release, refresh))),
    copies(release.copies ?? [], refresh),
    tracks(release.tracks ?? []),
    facts(release),
    release.notes && make("section", {},
      make("h3", {}, t("library.notes")), make("p.notes", { dir: "auto" }, release.notes)),
    source(release.source),
  ].filter(Boolean);
}

/** Joins names; Discogs has a word or a comma for each. */
function joined(artists) {
  return artists.map(({ name, join }, index) => {
    if (index === artists.length - 1) return name;
    const link = join || ",";
    return link === "," ? `${name}, ` : `${name} ${link} `;
  }).join("");
}

function status(release) {
  const key = `library.status-${release.status}`;
  return hasText(key) && make("p.status", {}, t(key));
}

/** Returns the actions for the release. Lending takes the first copy that is in. */
function actions(release, refresh) {
  const free = (release.copies ?? []).find(({ status, isReference }) => status === "available" && !isReference);
  const opens = (name, ...facts) => async () => {
    const lending = await import("/library/lend.js");
    lending[name](...facts, refresh);
  };
  return make("div.release-acts", {},
    make("button.primary", { type: "button", disabled: !free, on: { click: opens("openLend", free, release) } },
      icon("check-out"), t("library.lend")),
    make("button", { type: "button", on: { click: opens("openHold", release) } }, icon("shelve"), t("holds.place")),
    make("a.button", { href: "/labels" }, icon("labels"), t("bar.labels")),
    make("a.button", { href: "/write#start" }, icon("tag"), t("bar.write")));
}

function copies(list, refresh) {
  return make("section", {},
    make("h3", {}, t("library.copies", { count: list.length })),
    list.length === 0 ? make("p.soft", {}, t("library.no-copies"))
      : make("ul.copies", {}, ...list.map((copy) => make("li", { data: { status: copy.status } },
        make("div.copy-top", {}, make("strong", {}, t("desk.copy", { number: copy.number })),
          make("span.state", {}, make("span.dot", { "aria-hidden": "true" }),
            copy.status === "on-loan" ? t("library.on-loan", { date: copy.dueAt && day(copy.dueAt) })
              : copyAway(copy) ?? t("library.in"))),
        make("p", {}, [
          copy.status === "on-loan" ? "" : slotText(copy.slot) ?? t("desk.no-slot"), ...copyRemarks(copy),
        ].filter(Boolean).join("\u00a0· ")),
        make("div.copy-foot", {}, make("span.mono", {}, copy.code), editButton(copy, refresh))))));
}

function tracks(list) {
  return make("section", {}, make("h3", {}, t("library.tracks")), list.length
    ? make("ol.tracks", {}, ...list.flatMap((track) => trackRows(track))) : make("p.soft", {}, t("library.no-tracks")));
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
  row(t("library.label"), (release.labels ?? []).map(({ name, catalogNumber }) => (
    [name, catalogNumber].filter(Boolean).join(" – "))));
  row(t("library.format"), (release.formats ?? []).map(format));
  row(t("library.country"), [release.country]);
  row(t("library.released"), [release.released ?? release.year]);
  row(t("library.genre"), release.genres ?? []);
  row(t("library.style"), release.styles ?? []);
  const identifiers = release.identifiers ?? [];
  row(t("library.barcode"), identifiers.some(({ type }) => type === "Barcode") ? [] : [release.barcode]);
  for (const { type, value, description } of identifiers) {
    const name = type === "Barcode" ? t("library.barcode") : type;
    row(description ? `${name} (${description})` : name, [value]);
  }
  return rows.length > 0 && make("section", {}, make("h3", {}, t("library.about")), make("dl.facts", {}, ...rows));
}

const format = ({ name, qty, text, descriptions = [] }) => (
  [Number(qty) > 1 ? `${qty} × ${name}` : name, ...descriptions, text].filter(Boolean).join(", "));

function source(from) {
  if (!from) return undefined;
  const words = t("library.source", { name: from.name, date: day(from.fetchedAt) });
  // Only a web address becomes a link: the text is external.
  if (!/^https?:\/\//.test(from.url ?? "")) return make("p.source", {}, words);
  return make("p.source", {}, `${words} `, make("a", { href: from.url, target: "_blank", rel: "noopener noreferrer" },
    t("library.source-release", { number: from.id }), icon("link"),
    make("span.apart", {}, ` ${t("library.new-tab")}`)));
}
