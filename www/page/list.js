// A list that is read page by page, with an address for its state and words for an empty list.

import { get } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make, setText } from "/record/element.js";
import { showProblem } from "/page/page.js";

export class PagedList {
  #items = [];
  #cursor;
  #call;

  /**
   * @param {{path: (cursor?: string) => string, row: (item: object) => Element, count: (shown: number, isMore: boolean) =>
   * string, empty: () => Node[]}} options `path` below `/api/v1`; `empty` shows the next step.
   */
  constructor(options) {
    this.options = options;
    this.list = byID("rows");
    this.place = byID("empty");
    this.count = byID("count");
    this.more = byID("more");
    byID("more-button").addEventListener("click", () => this.readMore());
    new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.readMore();
    }, { rootMargin: "600px" }).observe(this.more);
  }

  get items() { return this.#items; }

  /** Reads from the beginning; the old list stays until the answer arrives. */
  async read() {
    this.#call?.abort();
    const call = new AbortController();
    this.#call = call;
    byID("list").setAttribute("aria-busy", "true");
    try {
      const page = await get(this.options.path(), { signal: call.signal });
      this.#items = page.items;
      this.#cursor = page.next;
      this.#show();
    } catch (error) {
      if (call.signal.aborted) return;
      this.#items = [];
      this.#cursor = undefined;
      this.list.replaceChildren();
      setText(this.count, "");
      this.more.hidden = true;
      await showProblem(this.place, error, () => this.read());
    } finally {
      if (!call.signal.aborted) byID("list").removeAttribute("aria-busy");
    }
  }

  async readMore() {
    const call = this.#call;
    if (!this.#cursor || !call || call.isReadingMore) return;
    call.isReadingMore = true;
    try {
      const page = await get(this.options.path(this.#cursor), { signal: call.signal });
      const known = new Set(this.#items.map(({ id }) => id));
      const added = page.items.filter(({ id }) => !known.has(id));
      this.#items.push(...added);
      this.#cursor = page.next;
      this.list.append(...added.map(this.options.row));
      this.#tell();
    } catch (error) {
      if (!call.signal.aborted) setText(this.count, error.title ?? t("page.failed"));
    } finally {
      call.isReadingMore = false;
    }
  }

  #show() {
    const focused = document.activeElement?.closest?.("[data-id]")?.dataset.id;
    this.list.replaceChildren(...this.#items.map(this.options.row));
    if (focused) this.list.querySelector(`[data-id="${CSS.escape(focused)}"] :is(a, button)`)?.focus();
    this.#tell();
    this.place.hidden = this.#items.length > 0;
    if (!this.#items.length) this.place.replaceChildren(...this.options.empty());
  }

  #tell() {
    this.more.hidden = !this.#cursor;
    setText(this.count, this.#items.length ? this.options.count(this.#items.length, Boolean(this.#cursor)) : "");
  }
}

/** Returns the content of an empty list: its meaning, and the next step. */
export const emptyContent = (title, text, ...ways) => [
  make("p.empty-title", {}, title), text && make("p", {}, text), ...ways,
].filter(Boolean);

/** Shows chips, one of which is chosen. @param {[string, string][]} choices value and word */
export function showChips(place, choices, chosen, onChoose) {
  const focused = place.contains(document.activeElement);
  place.replaceChildren(...choices.map(([value, word]) => make("button.chip-choice", {
    type: "button", "aria-pressed": String(value === chosen), on: { click: () => onChoose(value) },
  }, word)));
  if (focused) place.querySelector("[aria-pressed=true]")?.focus();
}
