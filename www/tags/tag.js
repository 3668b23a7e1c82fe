// One tag: as a row of the list, and in full with its actions and its history.

import { day, moment } from "/hub/clock.js";
import { t, textOr } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import {
  accessWord, actionWord, boundWord, contentWord, effort, jobSentences, jobTone, jobWord, kindLine, seenWord, uidText,
} from "/record/tags.js";
import { copyLine } from "/record/words.js";

/** Returns the state of a tag as a badge: tone and words. */
function stateOf(tag) {
  if (tag.isSuspect) return ["no", t("tags.state-suspect")];
  if (tag.fault) return ["fault", t("tags.damaged")];
  if (tag.access === "locked") return ["again", t("tags.state-locked")];
  if (tag.isSealed) return ["note", t("tags.state-sealed")];
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
  if (bound.kind === "borrower") return t("desk.borrower-card");
  if (!bound.copy) return textOr(`tags.about-${bound.kind}`, bound.kind);
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
    tag.present && make("span.badge", { data: { tone: "done" } }, icon("nfc"), t("tags.on-reader")),
    state && badge(state)));
}

/**
 * @param {import("/hub/types.js").Tag} tag @param {import("/hub/types.js").TagJob[]} jobs newest first
 * @param {{changes: Changes, station?: string}} options `station` receives orders if the tag is on no reader.
 * @returns {Node[]}
 */
export function tagContent(tag, jobs, { changes, station }) {
  const state = stateOf(tag);
  return [
    make("header.one-head", {},
      make("div.one-picture", {}, picture(tag, "large")),
      make("div", {},
        make("p.one-kind", {}, kindLine(tag), state && badge(state),
          tag.present && make("span.badge", { data: { tone: "done" } }, icon("nfc"), t("tags.on-reader-now"))),
        make("h2", { dir: "auto" }, boundWord(tag.bound)),
        make("p.one-about", { dir: "auto" }, about(tag.bound)),
        make("p.mono.one-uid", {}, uidText(tag.uid)))),
    tag.isSuspect && make("p.problem", {}, t("tags.suspect-do")),
    tag.fault && make("p.problem", {}, t("tags.fault-do")),
    orders(tag, changes, station),
    facts(tag),
    history(jobs, changes),
  ].filter(Boolean);
}

/** Returns the actions of a tag; all can be undone but erasing, which needs a confirmation. */
function orders(tag, changes, station) {
  const button = (action, sign, word, onClick, kind = "button") => make(kind, {
    type: "button", data: { action }, on: { click: onClick },
  }, icon(sign), word);
  const at = tag.present?.station ?? station;
  const canBeWritten = tag.access !== "locked" && tag.access !== "unsupported";
  const copy = tag.bound?.copy;
  return make("section", {}, make("h3", {}, t("tags.orders")), make("div.orders", {},
    tag.bound ? button("move", "bind", t("tags.move"), () => changes.bind(tag, true))
      : button("bind", "bind", t("tags.bind"), () => changes.bind(tag, false), "button.primary"),
    tag.bound && button("unbind", "close", t("tags.unbind"), () => changes.unbind(tag)),
    copy && canBeWritten && button("write", "write", t("tags.rewrite"), () => (
      // The copy has this tag already, and perhaps others.
      changes.order(tag, "write", at, copy, { second: "add" }))),
    canBeWritten && button("erase", "again", actionWord("erase"), () => changes.erase(tag, at)),
    canBeWritten && !tag.isSealed && button("seal", "lock", actionWord("seal"), () => changes.seal(tag, "seal", at)),
    tag.isSealed && button("unseal", "key", actionWord("unseal"), () => changes.seal(tag, "unseal", at))),
  make("p.soft", {}, t(tag.present ? "tags.at-once" : "tags.waits")));
}

function facts(tag) {
  const rows = [];
  const row = (name, value) => value && rows.push(make("dt", {}, name), make("dd", {}, value));
  row(t("tags.fact-content"), contentWord(tag));
  row(t("tags.fact-code"), tag.content?.startsWith("DW:") && make("span.mono", {}, tag.content));
  row(t("tags.fact-access"), accessWord(tag.access));
  row(t("tags.fact-written"), tag.writes > 0 ? t("tags.written", { count: tag.writes }) : t("tags.written-never"));
  row(t("tags.fact-failures"), tag.failures > 0 && String(tag.failures));
  row(t("tags.fact-first"), tag.firstSeenAt && day(tag.firstSeenAt));
  row(t("tags.fact-last"), tag.lastSeenAt && moment(tag.lastSeenAt).replace(/\.\d+$/, ""));
  if (!rows.length) row(t("tags.fact-seen"), seenWord(tag.lastSeenAt));
  return make("section", {}, make("h3", {}, t("tags.about")), make("dl.facts", {}, ...rows));
}

function history(jobs, changes) {
  const heading = make("h3", {}, t("tags.jobs"));
  if (!jobs.length) return make("section", {}, heading, make("p.soft", {}, t("tags.no-jobs")));
  return make("section", {}, heading, make("ol.jobs", {}, ...jobs.map((job) => {
    const isOpen = ["waiting", "writing", "torn"].includes(job.state);
    return make("li", {},
      badge([jobTone(job), jobWord(job)]),
      make("div", {},
        make("strong", {}, actionWord(job.action)),
        make("p", {}, [jobSentences(job).title, effort(job)].filter(Boolean).join(" ")),
        job.copy && make("p.soft", { dir: "auto" }, job.release?.title ?? t("desk.copy", { number: job.copy.number })),
        job.by && make("p.soft", {}, t("changes.by", { who: job.by }))),
      make("time.soft", { datetime: job.createdAt }, moment(job.createdAt).replace(/:\d\d\.\d+$/, "")),
      isOpen && make("button", { type: "button", data: { action: `cancel ${job.id}` }, on: {
        click: () => changes.cancel(job),
      } }, t("tags.call-off")));
  })));
}
