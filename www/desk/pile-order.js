// The order of a pile that is scanned along a shelf, in mode Collect: after each scan, where each misplaced record goes. Loaded
// when first needed.

import { get, query } from "/hub/client.js";
import { loadWords, t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { line, orders, placeOf } from "/lists/shelf-order.js";

await loadWords("lists");

/** The most moves in view, the next one first; the page of the crate has all of them. */
const most = 3;

export class PileOrder {
  #pile;
  #asked = 0;
  #choice = make("select.field-select", { "aria-label": t("lists.order-by"), on: { change: () => this.#read() } },
    ...orders.map((order) => make("option", { value: order }, t(`lists.order-${order}`))));
  #words = make("p", { role: "status" });
  #moves = make("ol.pile-moves");
  element = make("div.pile-order", {}, this.#choice, this.#words, this.#moves);

  /** Shows the order of a pile, and reads it again when a record has come. @param {{id: string, count: number}} pile */
  show(pile) {
    const isKnown = this.#pile?.id === pile.id && this.#pile.count === pile.count;
    this.#pile = pile;
    if (!isKnown) this.#read();
  }

  async #read() {
    const turn = ++this.#asked;
    try {
      const path = `/crates/${encodeURIComponent(this.#pile.id)}/shelf-order`;
      const { count, toMove, moves } = await get(`${path}${query({ by: this.#choice.value })}`);
      if (turn !== this.#asked) return;
      setText(this.#words, toMove ? t("lists.order-count", { count: toMove, all: count }) : t("lists.order-right"));
      this.#moves.replaceChildren(...moves.slice(0, most).map((move) => make("li", { dir: "auto" },
        make("strong", {}, line(move.record)), ` – ${placeOf(move)}`)));
    } catch (error) {
      if (turn === this.#asked) setText(this.#words, error.sentence ?? error.message);
    }
  }
}
