// The open state of the station, in the left strip: a session, a prompt, half a pair, a batch, a list of tags.

import { day, hubNow, leftAbout } from "/hub/clock.js";
import { onLanguage, t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { Ring } from "/desk/ring.js";
import { loadStyle } from "/desk/style.js";

/** The names of the missing half of a pair. */
const waits = { slot: "desk.waits-slot", copy: "desk.waits-copy", card: "desk.waits-card", tag: "desk.waits-tag" };

export class SessionPanel {
  #station;
  #ring = new Ring();
  #isWarned = false;
  #warning = byID("warning");

  /**
   * @param {{onEnd: () => void, onRenewAll: () => void, onNextSlot: () => void, onWarn: () => void}} handlers `onWarn` once
   *   for each warning
   */
  constructor({ onEnd, onRenewAll, onNextSlot, onWarn }) {
    this.onWarn = onWarn;
    this.panel = byID("session");
    this.name = make("p.session-name", { dir: "auto" });
    this.open = make("p.session-open");
    this.words = make("div.session-words", {}, this.name, this.open);
    this.notes = make("ul.session-notes", { hidden: true });
    this.list = make("p.session-list", { hidden: true });
    this.renewButton = make("button.session-renew", { type: "button", hidden: true, on: { click: onRenewAll } },
      icon("renew"), make("span"));
    this.nextButton = make("button.session-renew", { type: "button", hidden: true, on: { click: onNextSlot } },
      icon("next"), make("span"));
    this.endButton = make("button.session-end", { type: "button", on: { click: onEnd } });
    this.guide = make("a.button.session-guide", { href: "/write", hidden: true }, icon("write"), make("span"));
    this.panel.append(
      this.#ring.element, this.words, this.notes, this.list, this.renewButton, this.nextButton, this.endButton, this.guide);
    onLanguage(() => this.show(this.#station));
    setInterval(() => this.#tick(), 500);
  }

  show(station) {
    this.#station = station;
    if (!station) return;
    const { session, tagQueue, batch } = station;
    const what = this.#what(station);
    const isWriting = station.mode === "write";
    const list = listLine(station);
    this.panel.hidden = !what && !tagQueue && !isWriting && !batch && !list;
    if (!this.panel.hidden) loadStyle("/desk/session.css");
    this.#ring.element.hidden = !what;
    this.words.hidden = !what;
    this.endButton.hidden = !what && !tagQueue && !batch;
    setText(this.endButton, t("desk.end"));
    this.renewButton.hidden = !session || !(session.open > 0);
    setText(this.renewButton.lastElementChild, t("desk.renew-all"));
    this.nextButton.hidden = !station.pending?.slot;
    setText(this.nextButton.lastElementChild, t("desk.skip-slot"));
    this.guide.hidden = !isWriting || Boolean(what);
    setText(this.guide.lastElementChild, t("desk.large-guide"));

    // No personal data stays in the page after the session.
    setText(this.name, what?.name ?? "");
    setText(this.open, what?.text ?? "");
    this.endButton.setAttribute("aria-label", what?.end ?? t(tagQueue ? "desk.end-list" : "desk.end"));
    if (what?.endsAt) this.#ring.setDeadline(what.endsAt);
    const notes = session ? sessionNotes(session) : [];
    this.notes.hidden = notes.length === 0;
    this.notes.replaceChildren(...notes.map(({ text, tone }) => make("li", { data: { tone } }, icon(tone), text)));
    this.list.hidden = !list;
    setText(this.list, list);
    this.#tick();
  }

  setBusy(isBusy) {
    this.endButton.disabled = isBusy;
    this.renewButton.disabled = isBusy;
    this.nextButton.disabled = isBusy;
  }

  /** Shows how the next scan is used, and for how long. The stage takes precedence over the session. */
  #what(station) {
    const { session, pending, question, choosing, confirming, pin, staff } = station;
    const person = session && {
      name: session.borrower,
      text: session.limit === undefined ? t("desk.loans-open", { count: session.open })
        : t("desk.loans-of", { open: session.open, most: session.limit }),
      end: t("desk.end-session"),
      endsAt: session.endsAt,
    };
    const title = (asked) => asked.release?.title ?? asked.copy?.release?.title ?? t("desk.desk-asks");
    if (question) {
      return { name: t("desk.yes-or-no"), text: title(question), end: t("desk.end-question"),
        endsAt: question.endsAt ?? pending?.endsAt ?? station.revertsAt };
    }
    if (confirming) {
      return { name: person?.name ?? t("desk.yes-or-no"), text: person ? t("desk.yes-or-no") : title(confirming),
        end: t("desk.end-question"), endsAt: confirming.endsAt };
    }
    if (choosing) {
      return { name: person?.name ?? t("desk.which"), text: person ? t("desk.which") : "",
        end: t("desk.end-question"), endsAt: choosing.endsAt };
    }
    if (pin) return { name: t("desk.pin-title"), text: "", end: t("desk.end"), endsAt: pin.endsAt };
    if (pending) {
      return { name: pending.title, text: t(waits[pending.waitsFor] ?? "desk.waits"), end: t("desk.end-pair"),
        endsAt: pending.endsAt };
    }
    if (person) return person;
    if (staff) return { name: t("desk.staff-open"), text: "", end: t("desk.end"), endsAt: staff.endsAt };
    return undefined;
  }

  #tick() {
    if (!this.panel.hidden) this.#ring.tick();
    const { session, question, choosing, confirming, pin } = this.#station ?? {};
    const end = Date.parse(session?.endsAt) - hubNow();
    // A prompt has its own time, and a scan would not continue the session.
    const isAsked = Boolean(question || choosing || confirming || pin);
    const isShort = !isAsked && Boolean(session?.warnAt) && Date.parse(session.warnAt) <= hubNow() && end > 0;
    const warning = this.#warning;
    if (isShort) {
      setText(warning.lastElementChild, t("desk.warning", { time: leftAbout(end) }));
      // A card that was drawn since then has a band of its own.
      const band = document.querySelector("#outcome .band");
      if (band ? band !== warning.parentElement : !warning.isConnected) (band ?? byID("main")).append(warning);
    }
    if (warning.hidden === isShort) warning.hidden = !isShort;
    if (isShort && !this.#isWarned) this.onWarn(t("desk.warning", { time: leftAbout(end) }));
    this.#isWarned = isShort;
  }
}

/** Returns all notes on a borrower, before the first record. */
function sessionNotes({ overdue, block, notes = [] }) {
  const lines = [];
  if (block) lines.push({ text: typeof block === "string" ? block : block.title ?? block.reason ?? "", tone: "no" });
  if (overdue > 0) lines.push({ text: t("desk.overdue", { count: overdue }), tone: "ask" });
  for (const note of notes) {
    if (note.code !== "overdue-note") lines.push({ text: note.title ?? note.detail ?? note.code ?? note, tone: "note" });
  }
  return lines.filter(({ text }) => text);
}

function listLine({ tagQueue, batch, hand, mode }) {
  if (tagQueue) {
    const done = Math.min(tagQueue.total, tagQueue.done + 1);
    return tagQueue.next ? t("desk.tag-of", { done, total: tagQueue.total })
      : t("desk.tags-done", { done: tagQueue.done, total: tagQueue.total });
  }
  const lines = [];
  if (batch) lines.push(t("desk.returned", { count: batch.count }));
  if (batch?.dropDate) lines.push(t("desk.drop-date", { date: day(batch.dropDate) }));
  const isPutAway = hand && ["return", "add", "auto"].includes(mode);
  if (isPutAway && hand.release) lines.push(t("desk.in-hand", { title: hand.release.title }), t("desk.next-slot"));
  return lines.join("\n");
}
