// The slim line above the card: the batch of additions in mode Add, what is offered when it has ended, and the crate of a pile in
// mode Collect. Loaded when first needed.

import { get, newID, post, query, request } from "/hub/client.js";
import { actsAt } from "/desk/acts.js";
import { loadWords, onLanguage, t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { loadStyle } from "/desk/style.js";

await Promise.all([loadWords("additions"), loadStyle("/desk/additions.css")]);

/** How copies come into the library, and the texts of these words. */
export const accessions = { bought: "additions.bought", given: "additions.given", "on-deposit": "additions.on-deposit" };

export class AdditionsLine {
  #station;
  /** The ended batch that was put away, or undone. */
  #done;
  #words = make("p.additions-words");
  #count = make("p.additions-count");
  #acts = make("div.additions-acts");
  #trouble = make("p.problem", { role: "alert", hidden: true });
  #line = make("section.additions", { hidden: true }, this.#words, this.#count, this.#acts, this.#trouble);
  #shown = "";
  /** The order of the pile, while it is checked. */
  #order;

  constructor() {
    byID("main").prepend(this.#line);
    onLanguage(() => this.show(this.#station));
  }

  show(station) {
    this.#station = station;
    const { mode, additions, endedBatch, hand, policy, collecting } = station ?? {};
    const isAdding = mode === "add" && !policy?.isSelfService;
    const pile = policy?.isSelfService ? undefined : collecting;
    const ended = !additions && !pile && endedBatch?.id !== this.#done && !policy?.isSelfService ? endedBatch : undefined;
    this.#line.hidden = !isAdding && !additions && !ended && !pile;
    document.body.classList.toggle("has-additions", !this.#line.hidden);
    this.#line.setAttribute("aria-label", t(pile ? "additions.pile" : "additions.title"));
    if (!pile) this.#endOrder();
    if (this.#line.hidden) return;
    this.#order?.show(pile);
    const copy = isAdding ? hand?.copy : undefined;
    setText(this.#words,
      pile ? pile.name : additions ? settingsWords(additions.settings) : t(ended ? "additions.ended" : "additions.none"));
    const count = (pile ?? additions ?? ended)?.count;
    setText(this.#count, count === undefined ? "" : t(pile ? "additions.pile-count" : "additions.count", { count }));
    // The same buttons stay in the page, so that the focus does too.
    const shown = JSON.stringify([document.documentElement.lang, isAdding, additions, ended, copy?.id, pile?.id]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#trouble.hidden = true;
    this.#acts.replaceChildren(...[
      ...pile ? [
        make("button.pile-check", { type: "button", "aria-pressed": String(Boolean(this.#order)), on: {
          click: ({ currentTarget }) => this.#tried(() => this.#toggleOrder(currentTarget)) } }, t("additions.pile-order")),
        make("a.button", { href: `/lists${query({ crate: pile.id })}` }, t("additions.pile-open")),
        button("additions.pile-end", () => this.#tried(() => actsAt(station.name).end())),
      ] : [],
      ...copy ? [
        make("a.button", { href: `/labels${query({ copies: copy.id })}` }, icon("labels"), t("additions.label-copy")),
        make("a.button", { href: `/write${query({ copy: copy.id, station: station.name })}#start` }, icon("tag"), t("additions.tag-copy")),
      ] : [],
      ...ended ? [
        make(ended.label ? "a.button.primary" : "a.button", { href: `/labels${query({ batch: ended.id })}` }, icon("labels"),
          t("additions.labels", { count: ended.count })),
        button("additions.undo", () => this.#undo(ended.id)),
        button("additions.put-away", () => this.#putAway(ended.id)),
      ] : [],
      isAdding && button(additions ? "additions.change" : "additions.set", () => this.#set()),
      additions && button("additions.end", () => this.#end(additions)),
    ].filter(Boolean));
  }

  /** Begins or ends the check of the order, while the pile goes on. */
  async #toggleOrder(button) {
    if (this.#order) {
      this.#endOrder();
    } else {
      const { PileOrder } = await import("/desk/pile-order.js");
      const pile = this.#station?.collecting;
      if (!pile || this.#order) return;
      this.#order = new PileOrder();
      this.#line.append(this.#order.element);
      this.#order.show(pile);
    }
    button.setAttribute("aria-pressed", String(Boolean(this.#order)));
  }

  #endOrder() {
    this.#order?.element.remove();
    this.#order = undefined;
  }

  async #set() {
    const { openAdditions } = await import("/desk/additions-form.js");
    await this.#tried(() => openAdditions(this.#station));
  }

  #end({ version }) {
    return this.#tried(() => request("DELETE", `/api/v1/stations/${encodeURIComponent(this.#station.name)}/batch`, {
      headers: { "if-match": `"${version}"` },
    }));
  }

  /** Shows what an undo of the batch removes, and carries it out after a yes. */
  async #undo(id) {
    await this.#tried(async () => {
      const path = `/batches/${encodeURIComponent(id)}`;
      const batch = await get(path);
      const { openUndo } = await import("/desk/additions-form.js");
      openUndo(batch, async () => {
        await post(`${path}/undo`, undefined, {
          headers: { "idempotency-key": newID(), "if-match": `"${batch.count}"` }, timeout: 60_000,
        });
        this.#putAway(id);
      });
    });
  }

  #putAway(id) {
    this.#done = id;
    this.show(this.#station);
  }

  async #tried(work) {
    this.#trouble.hidden = true;
    try {
      await work();
    } catch (error) {
      setText(this.#trouble, error.sentence ?? error.message);
      this.#trouble.hidden = false;
    }
  }
}

const button = (key, click) => make("button", { type: "button", on: { click } }, t(key));

/** Returns the settings of a batch in one line. */
function settingsWords({ condition, placeName, accession, source, label, tag }) {
  const words = [condition, placeName, accession && t(accessions[accession]), source, label && t("additions.with-labels"),
    tag && t("additions.with-tags")].filter(Boolean);
  return words.length ? words.join(" · ") : t("additions.no-settings");
}
