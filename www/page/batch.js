// The selected rows of a list, and what can be done with all of them.

import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { say } from "/page/toast.js";

export class Batch {
  #ids = new Set();
  #actions;
  #done;
  #count = make("p", { role: "status" });
  #bar = make("div.batch", { role: "group", hidden: true });

  /**
   * @param {Element} place after which the bar stands @param {{word: () => string, act: (item: object) => Promise<unknown>}[]} actions
   * @param {{items: () => object[], done: () => void}} list `done` is called after the work and when nothing is selected.
   */
  constructor(place, actions, { items, done }) {
    this.#actions = actions;
    this.#done = done;
    this.items = items;
    place.after(this.#bar);
  }

  has(id) { return this.#ids.has(id); }

  set(id, isOn) {
    if (isOn) this.#ids.add(id);
    else this.#ids.delete(id);
    this.show();
  }

  /** Deselects the rows that are no longer listed. */
  keep(items) {
    const known = new Set(items.map(({ id }) => id));
    this.#ids = new Set([...this.#ids].filter((id) => known.has(id)));
    this.show();
  }

  show() {
    const wasShown = !this.#bar.hidden;
    this.#bar.hidden = !this.#ids.size;
    setText(this.#count, this.#ids.size ? t("batch.count", { count: this.#ids.size }) : "");
    if (wasShown || this.#bar.hidden) return;
    this.#bar.setAttribute("aria-label", t("batch.title"));
    this.#bar.replaceChildren(this.#count,
      ...this.#actions.map(({ word, act }) => make("button", { type: "button", on: { click: () => this.#run(act) } }, word())),
      make("button.quiet", { type: "button", on: { click: () => this.clear() } }, t("batch.clear")));
  }

  clear() {
    this.#ids.clear();
    this.show();
    this.#done();
  }

  /** Does it with one row after the other; a refused row stays selected. */
  async #run(act) {
    const chosen = this.items().filter(({ id }) => this.#ids.has(id));
    let done = 0;
    for (const button of this.#bar.querySelectorAll("button")) button.disabled = true;
    for (const item of chosen) {
      try {
        await act(item);
        this.#ids.delete(item.id);
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
