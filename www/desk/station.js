// The left strip: the mode and its buttons, when it reverts, and the session or pair that is open.

import { hubNow, left } from "/hub/clock.js";
import { byID, icon, make, setText } from "/record/element.js";
import { modes } from "/record/words.js";
import { Ring } from "/desk/ring.js";

/** What the other half of a half-made pair is. */
const waits = {
  slot: "waits for its slot", copy: "waits for a record", card: "waits for a card", tag: "waits for its tag",
};

export class StationStrip {
  #station;
  #ring = new Ring();
  #buttons = new Map();

  /** @param {{onMode: (mode: string) => void, onEnd: () => void}} handlers */
  constructor({ onMode, onEnd }) {
    const group = byID("modes");
    for (const [mode, { word }] of Object.entries(modes)) {
      const button = make("button.mode", {
        type: "button", "aria-pressed": "false", data: { mode }, on: { click: () => onMode(mode) },
      }, icon(mode), make("span", {}, word));
      this.#buttons.set(mode, button);
      group.append(button);
    }
    this.visit = byID("visit");
    this.name = make("p.visit-name", { dir: "auto" });
    this.open = make("p.visit-open");
    this.endButton = make("button.visit-end", { type: "button", on: { click: onEnd } }, "End");
    this.list = make("p.visit-list", { hidden: true });
    this.guide = make("a.button.visit-guide", { href: "/write", hidden: true }, icon("write"), "Large guide");
    this.words = make("div.visit-words", {}, this.name, this.open);
    this.visit.append(this.#ring.element, this.words, this.list, this.endButton, this.guide);
    setInterval(() => this.#tick(), 1000);
  }

  /** Shows the station as it is now; undefined while it is not known. */
  show(station) {
    this.#station = station;
    if (!station) return;
    document.body.dataset.mode = station.mode;
    for (const [mode, button] of this.#buttons) button.setAttribute("aria-pressed", String(mode === station.mode));

    const { session, pending, question, tagQueue } = station;
    const isOpen = Boolean(session || pending || question);
    const isWriting = station.mode === "write";
    this.visit.hidden = !isOpen && !tagQueue && !isWriting;
    this.#ring.element.hidden = !isOpen;
    this.words.hidden = !isOpen;
    this.endButton.hidden = !isOpen && !tagQueue;
    this.guide.hidden = !isWriting || isOpen;
    this.list.hidden = !tagQueue;
    if (tagQueue) {
      const number = Math.min(tagQueue.total, tagQueue.done + 1);
      setText(this.list, tagQueue.next ? `Tag ${number} of ${tagQueue.total}`
        : `${tagQueue.done} of ${tagQueue.total} tags done`);
      this.endButton.setAttribute("aria-label", "End the list of tags");
    }
    if (session) {
      setText(this.name, session.borrower);
      setText(this.open, session.open === 1 ? "1 loan open" : `${session.open} loans open`);
      this.endButton.setAttribute("aria-label", "End the session");
      this.#ring.setDeadline(session.endsAt);
    } else if (question) {
      setText(this.name, "Yes or no?");
      setText(this.open, question.release?.title ?? question.copy?.release?.title ?? "the desk asks");
      this.endButton.setAttribute("aria-label", "Give up the question");
      this.#ring.setDeadline(question.endsAt ?? pending?.endsAt ?? station.revertsAt);
    } else if (pending) {
      setText(this.name, pending.title);
      setText(this.open, waits[pending.waitsFor] ?? "waits for its partner");
      this.endButton.setAttribute("aria-label", "Give up the pair");
      this.#ring.setDeadline(pending.endsAt);
    } else {
      // Nothing of a person stays in the page after the session.
      setText(this.name, "");
      setText(this.open, "");
    }
    this.#tick();
  }

  /** While a change is on its way the buttons wait. */
  setBusy(isBusy) {
    for (const button of this.#buttons.values()) button.disabled = isBusy;
    this.endButton.disabled = isBusy;
  }

  #tick() {
    const reverts = byID("reverts");
    const until = this.#station?.revertsAt ? Date.parse(this.#station.revertsAt) - hubNow() : Number.NaN;
    reverts.hidden = !(until > 0);
    if (until > 0) setText(reverts, `Reverts in ${left(until)}`);
    if (!this.visit.hidden) this.#ring.tick();
  }
}
