// The parts of the page Desk for the style guide. Their styles are those of a page of its own, so each part has a shadow root.

import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { modeWord, modes } from "/record/words.js";
import { badge } from "/page/row.js";
import { askedContent } from "/desk/asked.js";
import { cardContent, fitTitle } from "/desk/card.js";
import { feedRow } from "/desk/feed.js";
import { idleContent } from "/desk/idle.js";
import { fillLamp, lampItem } from "/desk/lamps.js";
import { Ring } from "/desk/ring.js";
import { modeButton } from "/desk/station.js";
import { TurnView } from "/desk/turn.js";

const styles = ["/theme.css", "/record/sleeve.css", "/desk/desk.css", "/desk/strips.css", "/desk/ask.css", "/desk/asked.css", "/desk/confirm.css", "/desk/modes.css",
  "/desk/turn.css", "/desk/session.css", "/desk/receipt.css", "/desk/additions.css", "/desk/fault.css", "/desk/steps.css",
  "/styleguide/desk.css"];
const names = ["Homogenic", "Lisbon", "Autobahn", "Dummy"];
const days = (count) => new Date(Date.now() + count * 86_400_000).toISOString();
const release = (title, more) => ({ id: title, title, artist: names[1], year: 1997, medium: "vinyl", label: names[2], status: "resolved", ...more });
const copy = { id: "copy", number: 7, code: "DW:I:5VTPVXVRCNZGJD", status: "available", slot: names[3] };
const loan = (title, dueAt, more) => ({ id: title, copy: { id: title, number: 1 }, release: release(title), openedAt: days(-9), dueAt, isOverdue: false, ...more });

/** Puts parts into a place with the styles of Desk. `fit` is called as soon as the styles are there, and for another width. */
function framed(place, parts, { mode = "look-up", fit = () => {} } = {}) {
  const host = make("div.guide-desk");
  const root = host.attachShadow({ mode: "open" });
  const links = styles.map((href) => make("link", { rel: "stylesheet", href: import.meta.resolve(href) }));
  const desk = make("div.desk", { data: { mode }, hidden: true }, ...parts);
  root.append(...links, desk);
  place.append(host);
  const loaded = links.map((link) => new Promise((done) => { for (const kind of ["load", "error"]) link.addEventListener(kind, done); }));
  Promise.all(loaded).then(() => {
    desk.hidden = false;
    new ResizeObserver(fit).observe(host);
  });
}

function scan(code, status, title, outcome = {}, more = {}) {
  return { id: code + title, reader: "camera", at: days(0), symbology: "EAN-13", text: "5099902988023",
    outcome: { code, status, title, detail: t("guide.sentence"), mode: "look-up", ...outcome }, ...more };
}

/** The outcomes, one of each tone, and the ones that ask. */
const outcomes = () => [
  ["done", scan("checked-out", "done", modeWord("check-out"), { release: release(names[0]), copy, dueAt: days(21) })],
  ["note", scan("found", "noted", t("guide.files"), { release: release(names[1].repeat(9)), copy })],
  ["again", scan("already-yours", "noted", modeWord("renew"), { release: release(names[2], { medium: "cd" }) })],
  ["no", scan("refused", "refused", t("loans.claimed"), { release: release(names[3]), reasons: [
    { code: "limit", title: t("settings.saved"), detail: t("guide.sentence") }] })],
  ["fault", scan("fault", "fault", t("page.failed"))],
  ["ask", scan("choose-copy", "needs-choice", t("desk.which"), { release: release(names[0]),
    choices: [1, 2, 3].map((number) => ({ number, copy: { ...copy, number } })) }), { onChoice: () => {} }],
  ["ask", scan("add-another", "needs-confirmation", t("desk.yes-or-no"), { release: release(names[1]) }), { onAnswer: () => {} }],
  ["again", scan("choose-copy", "needs-choice", t("desk.which"), { release: release(names[2]) }), { isOver: true }],
];

const card = (tone, content) => make("article.outcome", { data: { tone } }, ...content);

function headlines(place) {
  const calm = (station, health = { isHubUp: true }) => card("calm", idleContent(station, [], health));
  for (const mode of ["look-up", "add", "check-out", "return"]) framed(place, [calm({ mode })], { mode });
  framed(place, [calm({ mode: "check-out", session: {} })], { mode: "check-out" });
  framed(place, [calm({ mode: "look-up" }, { isHubUp: false })]);
  framed(place, [calm({ mode: "look-up" }, { isHubUp: true, ill: t("desk.lamp-failed"), remedy: t("desk.lamp-failed-do") })]);
}

function cards(place) {
  for (const [tone, one, options] of outcomes()) {
    const element = card(tone, cardContent({ ...one, tone }, { reader: { kind: "camera", name: "camera" }, ...options }));
    framed(place, [element], { fit: () => fitTitle(element) });
  }
  questions(place);
}

/** The question about a release, with few answers, with long ones, and with as many as there are numbers. */
function questions(place) {
  const more = { 8: t("guide.files"), 9: t("desk.desk-asks") };
  for (const [count, words] of [[2, names], [5, names.map((name) => name.repeat(9))], [9, names]]) {
    const choices = Array.from({ length: count }, (_, index) => ({
      number: index + 1, kind: more[index + 1] ? "act" : "answer", title: more[index + 1] ?? words[index % words.length],
    }));
    framed(place, [card("ask", askedContent(
      { sentence: t("guide.sentence"), release: release(names[0]), remaining: 12, choices }, () => {}))], { mode: "add" });
  }
}

function sessions(place) {
  const session = (more) => ({ id: "session", borrower: names[0], open: 0, limit: 10, beganAt: days(-1), loans: [], holds: [], ...more });
  const loans = [loan(names[1], days(20)), loan(names[2], days(1)), loan(names[3], days(-4), { isOverdue: true })];
  const lent = scan("checked-out", "done", modeWord("check-out"), { release: release(names[1]), copy: { id: names[1], number: 1 }, dueAt: days(20) });
  for (const [one, last] of [[session(), undefined], [session({ open: 3, loans, overdue: 1 }), undefined],
    [session({ open: 3, loans, holds: [{ id: "hold", release: release(names[3]) }] }), lent],
    [session({ borrower: names[1].repeat(8), open: 3, limit: undefined, loans }), undefined]]) {
    const view = new TurnView();
    view.show(one, last, { reader: { kind: "camera", name: "camera" }, mode: "check-out" });
    framed(place, [card(last ? "done" : "note", view.elements)], { mode: "check-out", fit: () => view.fit() });
  }
}

function strips(place) {
  const strip = (chosen, isBusy) => {
    const buttons = modes.slice(0, 7).map((mode) => modeButton(mode, "mode", () => {}));
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === chosen));
      button.disabled = isBusy;
    }
    return make("div.modes", { role: "group", "aria-label": t("desk.modes") }, ...buttons);
  };
  for (const [mode, isBusy] of [["look-up", false], ["check-out", false], ["add", true]]) {
    framed(place, [strip(mode, isBusy), make("p.reverts", {}, t("desk.reverts", { time: "2:00" }))], { mode });
  }
  const tiles = modes.map((mode) => modeButton(mode, "mode-tile", () => {}));
  tiles[0].setAttribute("aria-pressed", "true");
  tiles[1].disabled = true;
  framed(place, [make("div.mode-tiles", {}, ...tiles)]);
}

function beside(place) {
  const panel = (name, words, seconds) => {
    const ring = new Ring();
    ring.setDeadline(new Date(Date.now() + seconds * 1000).toISOString());
    ring.tick();
    return make("section.session-panel", { "aria-label": t("desk.is-open") }, ring.element, make("div.session-words", {},
      make("p.session-name", {}, name), make("p.session-open", {}, words)), make("button.session-end", { type: "button" }, t("desk.end")));
  };
  framed(place, [panel(names[0], t("session.out-of", { open: 3, most: 10 }), 90)]);
  framed(place, [panel(names[3].repeat(9), t("session.out-of", { open: 10, most: 10 }), 9)]);
  framed(place, [make("ol.guide-feed", { "aria-label": t("desk.last") }, ...outcomes().map(([, one]) => {
    const row = feedRow(() => {});
    row.fill(one);
    return row.element;
  })), make("p.feed-empty", {}, t("desk.none-yet"))]);
  framed(place, [make("section.receipt-strip", { "aria-label": t("desk.receipt-strip") },
    make("div.receipt-head", {}, make("h3", {}, t("desk.receipt-strip"))),
    make("div.receipt", {}, make("p", {}, names[0]), make("p", {}, t("guide.sentence"))),
    make("button", { type: "button" }, icon("print"), t("desk.receipt-print")))]);
}

function feet(place) {
  const foot = (lamps) => make("div.guide-foot", {}, make("ul.lamps", { "aria-label": t("desk.lamps") }, ...lamps.map(([light, name, word]) => {
    const item = lampItem(light);
    fillLamp(item, { light, name: t(name), word: word && t(word) });
    return item;
  })), make("div.tools", {}, make("button.quiet.tool", { type: "button", "aria-pressed": "false" }, icon("menu"), t("desk.menu")),
    make("button.quiet.tool", { type: "button", "aria-pressed": "true" }, icon("mute"), t("desk.mute"))), make("time.clock", {}, "12:34"));
  framed(place, [foot([["well", "desk.lamps-ready"]])]);
  framed(place, [foot([["ill", "desk.hub", "desk.lamp-failed"], ["busy", "desk.network", "desk.lamp-opening"],
    ["off", "desk.hub", "desk.lamp-absent"], ["well", "desk.lamps-rest"]])]);
}

function told(place) {
  const trouble = make("div.trouble", {}, icon("fault"), make("p", {}, t("desk.lamp-failed-do")),
    make("button.quiet", { type: "button", "aria-label": t("desk.close") }, icon("close")));
  framed(place, [trouble]);
  framed(place, [make("p.warning", {}, icon("note"), make("span", {}, t("guide.sentence")))]);
  framed(place, [make("p.toast", {}, t("page.failed"))]);
  framed(place, [make("div.fault", {}, icon("fault"), make("p.fault-title", {}, t("page.failed")), make("p.fault-do", {}, t("guide.sentence")))]);
  framed(place, [make("section.additions", { "aria-label": t("additions.title") }, make("p.additions-words", {}, t("additions.none")),
    make("p.additions-count", {}, t("additions.count", { count: 7 })),
    make("div.additions-acts", {}, make("button", { type: "button" }, t("desk.end"))))]);
}

/** Returns the parts of Desk, each with its name. @param {(key: string, ...content: Node[]) => Element} part of the style guide */
export function deskParts(part) {
  return [["headlines", headlines], ["outcomes", cards], ["session", sessions], ["modes", strips], ["beside", beside], ["foot", feet], ["told", told]]
    .map(([key, fill]) => {
      const place = make("div.guide-stack");
      fill(place);
      return part(key, make("p", {}, badge(t("bar.desk"))), place);
    });
}
