// The selected rows of a list, and what can be done with all of them.

import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { say } from "/page/toast.js";

export class Batch {
  /** The selected items by id, also those that have left the view. */
  #chosen = new Map();
  #actions;
  #done;
  #count = make("p", { role: "status" });
  #bar = make("div.batch", { role: "group", hidden: true });

  /**
   * @param {Element} place after which the bar stands @param {{word: () => string, act: (item: object) => Promise<unknown>}[]} actions
   * @param {{done: () => void}} list `done` is called after the work and when nothing is selected.
   */
  constructor(place, actions, { done }) {
    this.#actions = actions;
    this.#done = done;
    place.after(this.#bar);
  }

  has(id) { return this.#chosen.has(id); }

  set(item, isOn) {
    if (isOn) this.#chosen.set(item.id, item);
    else this.#chosen.delete(item.id);
    this.show();
  }

  /** Deselects the rows that are no longer listed. @param {object[]} items all of the list */
  keep(items) {
    this.#chosen = new Map(items.filter(({ id }) => this.#chosen.has(id)).map((item) => [item.id, item]));
    this.show();
  }

  show() {
    const wasShown = !this.#bar.hidden;
    this.#bar.hidden = !this.#chosen.size;
    setText(this.#count, this.#chosen.size ? t("batch.count", { count: this.#chosen.size }) : "");
    if (wasShown || this.#bar.hidden) return;
    this.#bar.setAttribute("aria-label", t("batch.title"));
    this.#bar.replaceChildren(this.#count,
      ...this.#actions.map(({ word, act }) => make("button", { type: "button", on: { click: () => this.#run(act) } }, word())),
      make("button.quiet", { type: "button", on: { click: () => this.clear() } }, t("batch.clear")));
  }

  clear() {
    this.#chosen.clear();
    this.show();
    this.#done();
  }

  /** Does it with one row after the other; a refused row stays selected. */
  async #run(act) {
    const chosen = [...this.#chosen.values()];
    let done = 0;
    for (const button of this.#bar.querySelectorAll("button")) button.disabled = true;
    for (const item of chosen) {
      try {
        await act(item);
        this.#chosen.delete(item.id);
        done += 1;
      } catch {
        // It stays selected, and its own action gives the reason.
      }
    }
    for (const button of this.#bar.querySelectorAll("button")) button.disabled = false;
    const left = chosen.length - done;
    say(left ? t("batch.partly", { done, left }) : t("batch.done", { count: done }), { isFault: left > 0 });
    this.show();
    this.#done();
  }
}
