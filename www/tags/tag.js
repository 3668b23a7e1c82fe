// One tag: as a row of the list, and in full with what can be done with it and what was done.

import { day, moment } from "/hub/clock.js";
import { icon, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import {
  accessWord, actionWord, boundWord, contentWord, effort, jobTone, jobWord, kindLine, seenWord, uidText,
} from "/record/tags.js";
import { copyLine } from "/record/words.js";

/** The state of a tag as a badge: tone and words. */
function stateOf(tag) {
  if (tag.isSuspect) return ["no", "suspect"];
  if (tag.fault) return ["fault", "damaged"];
  if (tag.access === "locked") return ["again", "locked"];
  if (tag.isSealed) return ["note", "sealed"];
  return undefined;
}

const badge = ([kind, word]) => make("span.badge", { data: { tone: kind } }, icon(kind), word);

function picture(tag, size) {
  const { copy, release } = tag.bound ?? {};
  if (copy) return sleeve({ title: boundWord(tag.bound), ...release }, { lettered: size === "large" });
  const sign = { borrower: "card", place: "shelve", slot: "shelve" }[tag.bound?.kind] ?? "tag";
  return make("div.tag-emblem", {}, icon(sign));
}

function about(bound) {
  if (!bound) return "";
  if (!bound.copy) return { borrower: "Borrower’s card", place: "Place", slot: "Slot" }[bound.kind] ?? bound.kind;
  return [bound.release?.artist, copyLine(bound.copy, bound.copy.slot, true)].filter(Boolean).join("\u00a0· ");
}

export function tagRow(tag, { href, isCurrent, onOpen }) {
  const state = stateOf(tag);
  return make("a.tag-row", {
    href, "aria-current": isCurrent ? "true" : undefined, data: { uid: tag.uid },
    on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      onOpen();
    } },
  },
  make("span.thumb", {}, picture(tag)),
  make("span.tag-words", {},
    make("strong", { dir: "auto" }, boundWord(tag.bound)),
    make("span", { dir: "auto" }, about(tag.bound)),
    make("span.tag-line", {}, make("span.mono", {}, uidText(tag.uid)),
      [tag.kind, contentWord(tag)].filter(Boolean).join(" · "))),
  make("span.tag-state", {},
    tag.present && make("span.badge", { data: { tone: "done" } }, icon("nfc"), "on the reader"),
    state && badge(state)));
}

/**
 * @param {object} tag @param {object[]} jobs newest first
 * @param {{changes: Changes, station?: string}} options `station` is where orders go when the tag lies nowhere.
 * @returns {Node[]}
 */
export function tagContent(tag, jobs, { changes, station }) {
  const state = stateOf(tag);
  return [
    make("header.one-head", {},
      make("div.one-picture", {}, picture(tag, "large")),
      make("div", {},
        make("p.one-kind", {}, kindLine(tag), state && badge(state),
          tag.present && make("span.badge", { data: { tone: "done" } }, icon("nfc"), "on the reader now")),
        make("h2", { dir: "auto" }, boundWord(tag.bound)),
        make("p.one-about", { dir: "auto" }, about(tag.bound)),
        make("p.mono.one-uid", {}, uidText(tag.uid)))),
    tag.isSuspect && make("p.problem", {}, "It failed the check three times in a row. Throw it away: what wears out "
      + "does not get well."),
    tag.fault && make("p.problem", {}, "What is on it is torn or damaged. Its number still names the copy; write it "
      + "again when it lies on the reader."),
    orders(tag, changes, station),
    facts(tag),
    history(jobs, changes),
  ].filter(Boolean);
}

/** What can be done with it; all of it can be undone but erasing, which is asked twice. */
function orders(tag, changes, station) {
  const button = (action, sign, word, onClick, kind = "button") => make(kind, {
    type: "button", data: { action }, on: { click: onClick },
  }, icon(sign), word);
  const at = tag.present?.station ?? station;
  const canBeWritten = tag.access !== "locked" && tag.access !== "unsupported";
  const copy = tag.bound?.copy;
  return make("section", {}, make("h3", {}, "What to do with it"), make("div.orders", {},
    tag.bound ? button("move", "bind", "Move to another copy", () => changes.bind(tag, true))
      : button("bind", "bind", "Bind to a copy", () => changes.bind(tag, false), "button.primary"),
    tag.bound && button("unbind", "close", "Unbind", () => changes.unbind(tag)),
    copy && canBeWritten && button("write", "write", "Write it anew", () => (
      // The copy has this tag already, and perhaps others.
      changes.order(tag, "write", at, copy, { second: "add" }))),
    canBeWritten && button("erase", "again", "Erase", () => changes.erase(tag, at)),
    canBeWritten && !tag.isSealed && button("seal", "lock", "Seal", () => changes.seal(tag, "seal", at)),
    tag.isSealed && button("unseal", "key", "Take the seal off", () => changes.seal(tag, "unseal", at))),
  make("p.soft", {}, tag.present ? "It lies on the reader: what you order happens at once."
    : "Writing, erasing and sealing wait until it is laid on the reader."));
}

function facts(tag) {
  const rows = [];
  const row = (name, value) => value && rows.push(make("dt", {}, name), make("dd", {}, value));
  row("On it", contentWord(tag));
  row("Code", tag.content?.startsWith("DW:") && make("span.mono", {}, tag.content));
  row("Writing", accessWord(tag.access));
  row("Written", tag.writes === 1 ? "once" : tag.writes > 1 ? `${tag.writes} times` : "never by this desk");
  row("Failures in a row", tag.failures > 0 && String(tag.failures));
  row("First seen", tag.firstSeenAt && day(tag.firstSeenAt));
  row("Last seen", tag.lastSeenAt && moment(tag.lastSeenAt).replace(/\.\d+$/, ""));
  if (!rows.length) row("Seen", seenWord(tag.lastSeenAt));
  return make("section", {}, make("h3", {}, "About this tag"), make("dl.facts", {}, ...rows));
}

function history(jobs, changes) {
  const heading = make("h3", {}, "Orders");
  if (!jobs.length) return make("section", {}, heading, make("p.soft", {}, "Nothing was ordered yet."));
  return make("section", {}, heading, make("ol.jobs", {}, ...jobs.map((job) => {
    const isOpen = ["waiting", "writing", "torn"].includes(job.state);
    return make("li", {},
      badge([jobTone(job), jobWord(job)]),
      make("div", {},
        make("strong", {}, actionWord(job.action)),
        make("p", {}, [job.sentence, effort(job)].filter(Boolean).join(" ")),
        job.copy && make("p.soft", { dir: "auto" }, job.release?.title ?? `Copy ${job.copy.number}`)),
      make("time.soft", { datetime: job.createdAt }, moment(job.createdAt).replace(/:\d\d\.\d+$/, "")),
      isOpen && make("button", { type: "button", data: { action: `cancel ${job.id}` }, on: {
        click: () => changes.cancel(job),
      } }, "Call it off"));
  })));
}
