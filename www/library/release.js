// One release in full: its head, its copies, and the parts of other modules.

import { day } from "/hub/clock.js";
import { hasText, t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import { factLine, slotText } from "/record/words.js";
import { moreMenu } from "/page/menu.js";
import { action } from "/page/row.js";
import { alternatives } from "/library/alternatives.js";
import { copyAway, copyRemarks, editButton } from "/library/copy.js";
import { holder } from "/library/holder.js";
import { foldedCredits } from "/library/credits.js";
import { facts, source } from "/library/facts.js";
import { links } from "/library/links.js";
import { editedMarks, isEdited } from "/library/marks.js";
import { past } from "/library/past.js";
import { pictures } from "/library/pictures.js";
import { releaseTags } from "/library/release-tags.js";
import { plays } from "/library/plays.js";
import { tracks } from "/library/tracks.js";
import { inCrates } from "/lists/record.js";

/** The length in characters from which a title is set smaller; it is still shown in full. */
const longTitle = 60;

/**
 * @param {object} release with tracks and copies @param {() => void} refresh reads it again
 * @param {() => void} removed is called when it was removed, and when that was undone @returns {Node[]}
 */
export function releaseContent(release, refresh, removed) {
  // The credits are the source's; a line that a person edited takes their place.
  const main = (release.artists ?? []).filter(({ role }) => !role);
  const artists = main.length && !isEdited(release, "artist") ? main : [{ name: release.artist }];
  return [
    make("header.release-head", {},
      make("div.cover", {}, sleeve(release, { disc: true })),
      make("div", {},
        make("h2", { dir: "auto", class: release.title.length > longTitle ? "is-long" : undefined }, release.title),
        make("p.by", { dir: "auto" }, joined(artists)),
        make("p.release-line", {}, factLine(release)),
        status(release),
        release.isWished && make("p.status", {}, t("library.on-wishlist")),
        release.isFavourite && make("p.status", {}, t("library.is-favourite")),
        inCrates(release)),
      actions(release, refresh, removed)),
    copies(release, refresh),
    releaseTags(release, refresh),
    editedMarks(release, refresh),
    pictures(release),
    tracks(release),
    credits(release.artists ?? []),
    facts(release),
    release.notes && make("section", {},
      make("h3", {}, t("library.notes")), make("p.notes", { dir: "auto" }, release.notes)),
    alternatives(release, refresh),
    plays(release),
    past(release.copies ?? []),
    source(release.source),
    links(release),
  ].filter(Boolean);
}

/** Returns the others who took part in the release. */
function credits(artists) {
  const folded = foldedCredits(artists.filter(({ role }) => role));
  return folded && make("section", {}, make("h3", {}, t("library.others")), folded);
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

/** Opens a form of another module, which is loaded with the first use. */
const opens = (module, name, ...facts) => async () => (await import(module))[name](...facts);

/** Returns true if the library owns no copy that it still has: only such a release is wished for. */
const canWish = (copies) => copies.every(({ status, isWithdrawn }) => isWithdrawn || ["lost", "withdrawn"].includes(status));
const isIn = ({ status }) => status === "available";
const labelsOf = (list) => `/labels?copies=${list.map(({ id }) => id).join(",")}`;
const tagOf = ({ id }) => `/write?copy=${id}#start`;

/** Returns the actions for the release. Lending takes the first copy that is in. */
function actions(release, refresh, removed) {
  const own = release.copies ?? [];
  const free = own.find((copy) => isIn(copy) && !copy.isReference);
  const here = own.filter(({ status }) => status !== "on-loan");
  const button = (kind, picture, word, isPossible, click) => make(kind, { type: "button", disabled: !isPossible, on: { click } },
    icon(picture), word);
  const link = (picture, word, href) => make("a.button", { href }, icon(picture), word);
  return make("div.release-acts", {},
    button("button.primary", "check-out", t("library.lend"), free, opens("/library/lend.js", "openLend", free, release, refresh)),
    button("button", "shelve", t("holds.place"), true, opens("/library/lend.js", "openHold", release, refresh)),
    button("button", "move", t("library.shelve"), here.length, opens("/library/shelve.js", "openShelve", here, release, refresh)),
    own.length > 0 && link("labels", t("library.label-action"), labelsOf(own.slice(0, 50))),
    own.length > 0 && link("tag", t("library.tag-action"), tagOf(here[0] ?? own[0])),
    button("button", "write", t("records.edit"), true, opens("/library/edit.js", "openEdit", release, refresh)),
    (release.isWished || canWish(own)) && button("button", "wishlist", t(release.isWished ? "library.unwish" : "library.wish"), true,
      opens("/library/edit.js", "setWished", release, !release.isWished, refresh)),
    moreMenu(release.title, [
      action(t(release.isFavourite ? "library.unfavourite" : "library.favourite"),
        opens("/lists/record.js", "setFavourite", release, !release.isFavourite, refresh)),
      action(t("library.put"), opens("/lists/record.js", "openPut", release, refresh)),
      action(t("records.links-edit"), opens("/library/links.js", "openLinks", release, refresh)),
      action(t("records.merge-with"), opens("/library/merge.js", "openMerge", release, refresh)),
      action(t("records.add-copy"), opens("/library/edit.js", "addCopy", release, refresh)),
      action(t("records.remove"), opens("/library/edit.js", "openRemove", release, removed), ".danger"),
    ]));
}

function copies(release, refresh) {
  const list = release.copies ?? [];
  return make("section", {},
    make("h3", {}, t("library.copies", { count: list.length })),
    list.length === 0 ? make("p.soft", {}, t("library.no-copies"))
      : make("ul.copies", {}, ...list.map((copy) => copyCard(copy, release, refresh))));
}

/** Returns how often a copy was played, and when last; undefined if it never was. */
const played = ({ plays: count, lastPlayedAt }) => count && t("library.played", { count, date: day(lastPlayedAt) });

/** Returns a copy as a card: its state, where it belongs, its remarks, and its actions. */
function copyCard(copy, release, refresh) {
  const name = t("desk.copy", { number: copy.number });
  const isOut = copy.status === "on-loan";
  return make("li", { data: { status: copy.status } },
    make("div.copy-top", {}, make("strong", {}, name),
      make("span.state", {}, make("span.dot", { "aria-hidden": "true" }),
        isOut ? t("library.on-loan", { date: copy.dueAt && day(copy.dueAt) }) : copyAway(copy) ?? t("library.in"))),
    make("p", {}, [slotText(copy.slot) ?? (isOut ? "" : t("desk.no-slot")), ...copyRemarks(copy), played(copy)].filter(Boolean).join("\u00a0· ")),
    isOut && holder(copy, refresh),
    make("div.copy-foot", {}, make("span.mono", {}, copy.code), make("span.copy-acts", {}, editButton(copy, refresh),
      moreMenu(name, [
        isIn(copy) && !copy.isReference
          && action(t("library.lend"), opens("/library/lend.js", "openLend", copy, release, refresh)),
        !isOut && action(t("library.shelve"), opens("/library/shelve.js", "openShelve", [copy], release, refresh)),
        action(t("library.add-play"), opens("/library/plays.js", "openPlay", copy, release, refresh)),
        action(t("own.title"), opens("/library/own.js", "openOwnFacts", copy, refresh)),
        action(t("records.move-copy"), opens("/library/move.js", "openMove", copy, release, refresh)),
        make("a.button", { href: labelsOf([copy]) }, t("library.label-action")),
        make("a.button", { href: tagOf(copy) }, t("library.tag-action")),
      ].filter(Boolean)))));
}
