// The open session in the middle of the page: the borrower, what is on loan as sleeves, and each new loan among them.

import { query } from "/hub/client.js";
import { day, hubNow, whenShort } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { money } from "/page/money.js";
import { icon, make, setIcon, setText } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import { nextStep, readerIcon, readerWord, tone } from "/record/words.js";
import { fitLine } from "/desk/fit.js";

/** The sizes of a tile in pixels, the largest that fits is used. */
const sizes = [232, 208, 188, 168, 150, 134, 120, 108, 96];
/** From this time before it is due, a loan is due soon, in milliseconds. */
const soon = 3 * 24 * 3600 * 1000;

/** The outcomes that belong to the session: the others are shown on the usual card. */
const codes = new Set(["session-started", "switch-borrower", "checked-out", "renewed", "already-yours", "undone", "redone"]);
/** The modes in which a session waits for the next copy. */
const lending = new Set(["check-out", "renew", "auto"]);

/** Returns true if the session is shown with this outcome. @param {string} mode @param {object} [scan] on the card */
export function belongsToSession(mode, scan) {
  if (!scan || scan.outcome.code === "mode-changed") return lending.has(mode);
  return codes.has(scan.outcome.code) && tone(scan.outcome) !== "no";
}

export class TurnView {
  #tiles = new Map();
  #arrived;

  constructor() {
    this.sign = icon("done");
    this.words = make("p.band-words");
    this.meta = make("p.band-meta");
    this.name = make("p.turn-name", { dir: "auto" });
    this.count = make("p.turn-count");
    this.facts = make("ul.turn-facts");
    this.arrival = make("div.arrival");
    this.list = make("ul.turn-tiles");
    this.more = make("li.turn-more");
    this.empty = make("p.turn-empty");
    this.next = make("span");
    this.elements = [
      make("header.band", {}, make("span.band-sign", {}, this.sign), this.words, this.meta),
      make("div.turn", {},
        make("div.turn-head", {}, this.name, make("div.turn-told", {}, this.count, this.facts)),
        make("div.turn-stage", {}, this.arrival, this.list, this.empty)),
      make("p.next", {}, icon("next"), this.next),
    ];
  }

  /** True while it is in the page. */
  get isShown() { return this.name.isConnected; }

  /** @param {object} session of the station @param {object} [scan] on the card @param {object} options reader, mode */
  show(session, scan, { reader, mode }) {
    const outcome = scan?.outcome;
    const kind = outcome ? scan.tone ?? tone(outcome) : "note";
    setIcon(this.sign, kind);
    setText(this.words, outcome?.title ?? t(mode === "renew" ? "session.renewing" : "session.open"));
    this.meta.replaceChildren(...outcome ? [reader && icon(readerIcon(reader)), make("span", {},
      [reader && readerWord(reader), whenShort(scan.at)].filter(Boolean).join(" · "))].filter(Boolean) : []);
    setText(this.name, session.borrower ?? "");
    setText(this.count, session.limit === undefined ? t("session.out", { count: session.open })
      : t("session.out-of", { open: session.open, most: session.limit }));
    this.facts.replaceChildren(...factsOf(session));
    setText(this.next, outcome ? nextStep(outcome) : t("session.next"));

    const loans = session.loans ?? [];
    const isNew = ["checked-out", "renewed", "already-yours"].includes(outcome?.code);
    const first = isNew ? loans.find(({ copy }) => copy.id === outcome.copy?.id) ?? {
      id: scan.id, copy: outcome.copy ?? {}, release: outcome.release, dueAt: outcome.dueAt, isOverdue: false,
    } : undefined;
    this.#showArrival(first?.release && first, scan);
    this.#showTiles([
      ...ordered(loans.filter((loan) => loan !== first), session.beganAt).map((loan) => ({ key: loan.id, loan })),
      ...(session.holds ?? []).map((hold) => ({ key: hold.id, hold })),
    ], session.beganAt);
    const isEmpty = !this.arrival.hasChildNodes() && !this.#tiles.size;
    this.empty.hidden = !isEmpty;
    setText(this.empty, isEmpty ? t("session.nothing") : "");
  }

  /** Removes everything about the borrower. */
  clear() {
    for (const part of [this.words, this.name, this.count, this.empty, this.next]) setText(part, "");
    for (const part of [this.meta, this.facts, this.arrival, this.list]) part.replaceChildren();
    this.#tiles.clear();
    this.#arrived = undefined;
  }

  #showArrival(loan, scan) {
    this.arrival.hidden = !loan;
    if (!loan) {
      this.arrival.replaceChildren();
      this.#arrived = undefined;
      return;
    }
    const key = `${scan.id} ${loan.release.id} ${loan.dueAt} ${t("session.next")}`;
    if (key === this.#arrived) return;
    this.#arrived = key;
    const { release, copy, dueAt } = loan;
    this.arrival.replaceChildren(
      make("a.arrival-sleeve.picture-link", { href: `/library${query({ release: release.id })}`,
        "aria-label": t("desk.details-of", { title: release.title }) }, sleeve(release)),
      make("div.arrival-words", {},
        make("p.title", { dir: "auto", title: release.title }, release.title),
        release.artist && make("p.artist", { dir: "auto" }, release.artist),
        dueAt && make("p.arrival-due", {}, t("session.due", { date: day(dueAt) })),
        copy.number && make("p.arrival-copy", {}, t("desk.copy", { number: copy.number }))));
  }

  #showTiles(items, beganAt) {
    const kept = new Set(items.map(({ key }) => key));
    for (const key of this.#tiles.keys()) if (!kept.has(key)) this.#tiles.delete(key);
    const tiles = items.map(({ key, loan, hold }) => {
      const release = (loan ?? hold).release;
      const state = loan ? stateOf(loan) : { kind: "ready", words: t("session.ready"), date: "" };
      const print = [release?.id, state.kind, state.words, state.date].join(" ");
      let tile = this.#tiles.get(key);
      if (tile?.print !== print) {
        tile = { print, element: tileOf(release, state, loan && beganAt && loan.openedAt >= beganAt) };
        this.#tiles.set(key, tile);
      }
      return tile.element;
    });
    this.list.hidden = tiles.length === 0;
    const before = [...this.list.children].filter((child) => child !== this.more);
    if (before.length !== tiles.length || before.some((child, index) => child !== tiles[index])) {
      this.list.replaceChildren(...tiles);
    }
  }

  /** Sets the largest sizes with which name and tiles fit. */
  fit() {
    if (!this.isShown) return;
    fitLine(this.name, 28);
    const title = this.arrival.querySelector(".title");
    if (title) fitTitle(title, this.arrival);
    const { list, more } = this;
    more.remove();
    const tiles = [...list.children];
    for (const tile of tiles) tile.hidden = false;
    // On a phone, the page scrolls, and everything fits.
    const fits = () => list.scrollHeight <= list.clientHeight + 1;
    const hasSize = firstFitting(sizes, (size) => {
      list.style.setProperty("--tile", `${size}px`);
      return fits();
    });
    if (hasSize) return;
    list.append(more);
    const hidden = tiles.slice(1).map((_, index) => index + 1);
    firstFitting(hidden, (count) => {
      tiles.forEach((tile, index) => { tile.hidden = index >= tiles.length - count; });
      setText(more, t("session.more", { count }));
      return fits();
    });
  }
}

/**
 * Applies the first value that fits, or the last one; each try costs a layout, so it halves what is left. @param {number[]} values
 * each of which needs less room than the one before @param {(value: number) => boolean} apply returns true if it fits
 */
function firstFitting(values, apply) {
  let [low, high, tried, hasFit] = [0, values.length - 1, -1, false];
  while (low < high) {
    tried = low + high >> 1;
    hasFit = apply(values[tried]);
    if (hasFit) high = tried;
    else low = tried + 1;
  }
  if (low !== tried && low < values.length) hasFit = apply(values[low]);
  return hasFit;
}

/** Shrinks a title until all of the new loan fits, then cuts it. */
function fitTitle(title, around) {
  title.style.fontSize = "";
  title.classList.remove("is-cut");
  delete around.dataset.tight;
  const largest = Number.parseFloat(getComputedStyle(title).fontSize);
  const fits = () => around.scrollHeight <= around.clientHeight + 1 && title.scrollWidth <= title.clientWidth + 1;
  for (let size = largest; size > 22; size -= 4) {
    title.style.fontSize = `${size}px`;
    if (fits()) return;
  }
  title.classList.add("is-cut");
  title.style.setProperty("--lines", "2");
  // Less important parts give way, one more with each step.
  for (const tight of ["copy", "artist", "sleeve"]) {
    if (fits()) return;
    around.dataset.tight = tight;
  }
}

/** Returns the loans of this session first, the newest at the front, then the others by their due times. */
function ordered(loans, beganAt) {
  const isNew = (loan) => Boolean(beganAt) && loan.openedAt >= beganAt;
  return [...loans.filter(isNew).sort((one, other) => (one.openedAt < other.openedAt ? 1 : -1)),
    ...loans.filter((loan) => !isNew(loan))];
}

/** Returns the state of a loan: its class, its word and its date. */
function stateOf({ dueAt, isOverdue }) {
  if (isOverdue) return { kind: "overdue", words: t("session.overdue"), date: whenShort(dueAt) };
  if (Date.parse(dueAt) - hubNow() < soon) {
    return { kind: "soon", words: t("session.due-soon"), date: whenShort(dueAt) };
  }
  return { kind: "due", words: t("session.due-word"), date: whenShort(dueAt) };
}

function tileOf(release, { kind, words, date }, isNew) {
  return make("li.turn-tile", { data: { kind } },
    make("div.turn-sleeve", {}, sleeve(release ?? { title: "" }, { lettered: false }),
      isNew && make("span.turn-new", {}, icon("done"), make("span.apart", {}, t("session.new")))),
    make("p.turn-title", { dir: "auto", title: release?.title }, release?.title ?? ""),
    make("p.turn-due", {}, [words, date].filter(Boolean).join(" ")));
}

/** Returns what else concerns the borrower: a block, overdue loans, fees, holds, notes. */
function factsOf({ overdue, block, feesDue = [], holds = [], notes = [] }) {
  const fact = (kind, sign, text) => text && make("li.turn-fact", { data: { kind } }, icon(sign), make("span", {}, text));
  return [
    fact("no", "no", block && t("session.blocked", { reason: block })),
    fact("no", "no", overdue > 0 && t("session.overdue-count", { count: overdue })),
    fact("ready", "shelve", holds.length > 0 && t("session.holds", { count: holds.length })),
    feesDue.length > 0 && fact("ask", "note", t("session.fees", {
      amount: feesDue.map(({ amount, currency }) => money(amount, currency)).join(" + ") })),
    ...notes.filter(({ code }) => !["overdue-note", "blocked", "card-blocked"].includes(code))
      .map((note) => fact("note", "note", note.title ?? note.detail)),
  ].filter(Boolean);
}
