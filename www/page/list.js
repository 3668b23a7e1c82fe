// A list that is read page by page, with an address for its state and words for an empty list.

import { get } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { Batch } from "/page/batch.js";
import { emptyContent } from "/page/choices.js";
import { columnHeads, csv, download, filtered, sorted } from "/page/columns.js";
import { showProblem } from "/page/page.js";
import { selectBox } from "/page/row.js";
import { complain } from "/page/toast.js";

/** The most rows that are read to sort, filter or print a list. A file has all of them. */
const most = 2000;

export class PagedList {
  #items = [];
  #cursor;
  #call;
  #words = "";
  #order = { key: undefined, isDown: false };
  #heads = make("div.column-heads", { role: "group" });
  #note = make("p.list-note", { role: "status", hidden: true });
  #tools = make("div.list-more");
  /** The item that each row shows, as text. */
  #texts = new WeakMap();

  /**
   * @param {{path: (cursor?: string) => string, row: (item: object) => Element, count: (shown: number, isMore: boolean) =>
   * string, empty: () => Node[], columns?: object[], hasFilter?: boolean, name?: string, batch?: object[]}} options `path` below
   * `/api/v1`; `empty` shows the next step; `columns` can be sorted, filtered and saved, as in page/columns.js; `name` is that of
   * the file; `batch` are the actions of selected rows, as in page/batch.js.
   */
  constructor(options) {
    this.options = { columns: [], hasFilter: true, name: "list", ...options };
    this.list = byID("rows");
    this.place = byID("empty");
    this.count = byID("count");
    this.more = byID("more");
    byID("more-button").addEventListener("click", () => this.readMore());
    new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.readMore();
    }, { rootMargin: "600px" }).observe(this.more);
    if (this.options.batch) {
      this.batch = new Batch(this.list, this.options.batch, { items: () => this.#items, done: () => this.read() });
      this.list.classList.add("has-select");
    }
    if (this.options.columns.length) {
      this.list.before(this.#note, this.#heads);
      document.querySelector(".list-tools")?.append(this.#tools);
    }
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
      if (this.#isArranged) await this.#readAll(call);
      this.#show();
      this.#showNote(this.#isArranged && this.#cursor ? t("columns.only-first", { count: this.#items.length }) : "");
    } catch (error) {
      if (call.signal.aborted) return;
      this.#items = [];
      this.#cursor = undefined;
      this.list.replaceChildren();
      this.#heads.replaceChildren();
      this.#tools.replaceChildren();
      this.#note.hidden = true;
      setText(this.count, "");
      this.more.hidden = true;
      await showProblem(this.place, error, () => this.read());
    } finally {
      if (!call.signal.aborted) byID("list").removeAttribute("aria-busy");
    }
  }

  async readMore() {
    const call = this.#call;
    if (!this.#cursor || !call || call.isReadingMore || this.#isArranged) return;
    call.isReadingMore = true;
    try {
      const added = await this.#readNext(call);
      this.list.append(...added.map((item) => this.#row(item)));
      this.#tell(this.#items.length);
    } catch (error) {
      if (!call.signal.aborted) setText(this.count, error.title ?? t("page.failed"));
    } finally {
      call.isReadingMore = false;
    }
  }

  get #isArranged() { return Boolean(this.#words || this.#order.key); }

  async #readNext(call) {
    const page = await get(this.options.path(this.#cursor), { signal: call.signal });
    const known = new Set(this.#items.map(({ id }) => id));
    const added = page.items.filter(({ id }) => !known.has(id));
    this.#items.push(...added);
    this.#cursor = page.next;
    return added;
  }

  /** Reads the rest of the list: an order or a filter needs all of it. */
  async #readAll(call = this.#call) {
    while (this.#cursor && this.#items.length < most) await this.#readNext(call);
  }

  /** Returns the items that have the words of the filter, in the chosen order. */
  #arranged(items) {
    const { columns } = this.options;
    const { key, isDown } = this.#order;
    return sorted(filtered(items, columns, this.#words), columns.find((column) => column.key === key), isDown);
  }

  #show() {
    const focusedRow = document.activeElement?.closest?.("[data-id]");
    const focused = focusedRow?.dataset.id;
    const position = [...this.list.children].indexOf(focusedRow);
    const items = this.#arranged(this.#items);
    this.batch?.keep(this.#items);
    this.#draw(items);
    if (focused && !document.activeElement?.closest?.("[data-id]")) this.list.querySelector(`[data-id="${CSS.escape(focused)}"] :is(a, button)`)?.focus();
    if (position >= 0 && !this.list.contains(document.activeElement)) this.#focusAt(position);
    this.#showTools();
    this.#tell(items.length);
    this.place.hidden = items.length > 0;
    if (items.length) return;
    this.place.replaceChildren(...this.#items.length
      ? emptyContent(t("columns.none-match"), t("columns.none-match-do")) : this.options.empty());
  }

  /** Focuses the row that took the place of one that is gone, or the list if it has none. */
  #focusAt(position) {
    const row = this.list.children[Math.min(position, this.list.children.length - 1)];
    (row?.querySelector(".row-acts button, a, button") ?? byID("list")).focus();
  }

  /**
   * Shows the rows of these items. A row that is shown already and has not changed stays where it is, with its focus and its open
   * menu: a change elsewhere never takes away what a person is about to press.
   */
  #draw(items) {
    const shown = new Map([...this.list.children].map((row) => [row.dataset.id, row]));
    const rows = items.map((item) => {
      const text = JSON.stringify(item);
      const old = shown.get(String(item.id));
      const row = this.#kept(old, item, text) ?? this.#row(item);
      this.#texts.set(row, text);
      return row;
    });
    const wanted = new Set(rows);
    for (const row of shown.values()) if (!wanted.has(row)) row.remove();
    let next = this.list.firstElementChild;
    for (const row of rows) {
      if (row === next) next = next.nextElementSibling;
      else this.list.insertBefore(row, next);
    }
    while (next) {
      const after = next.nextElementSibling;
      next.remove();
      next = after;
    }
  }

  /** Returns the shown row if it stays: it shows this item, or its menu is open. Then it is drawn as soon as the menu closes. */
  #kept(row, item, text) {
    if (!row) return undefined;
    const menu = row.querySelector(".menu:popover-open");
    const isSame = this.#texts.get(row) === text && markup(row) === markup(this.#row(item));
    if (!isSame && !menu) return undefined;
    if (!isSame) menu.addEventListener("toggle", () => this.#show(), { once: true });
    const box = row.querySelector(".row-select input");
    if (box) box.checked = this.batch.has(item.id);
    return row;
  }

  #row(item) {
    const row = this.options.row(item);
    if (this.batch) {
      row.prepend(selectBox(row.querySelector(".row-title")?.textContent ?? "", this.batch.has(item.id),
        (isOn) => this.batch.set(item.id, isOn)));
    }
    return row;
  }

  #showTools() {
    const { columns, hasFilter } = this.options;
    if (!columns.length) return;
    const hasItems = this.#items.length > 0;
    this.#heads.hidden = !hasItems;
    const focused = [...this.#heads.children].indexOf(document.activeElement);
    this.#heads.setAttribute("aria-label", t("columns.title"));
    this.#heads.replaceChildren(...columnHeads(columns, this.#order, (chosen) => this.#sort(chosen)));
    this.#heads.children[focused]?.focus();
    this.#tools.hidden = !hasItems;
    if (this.#tools.contains(document.activeElement)) return;
    const tool = (word, picture, click) => make("button.quiet.list-tool", { type: "button", "aria-label": word, title: word,
      on: { click } }, icon(picture));
    this.#tools.replaceChildren(...hasFilter ? [this.#filterField()] : [],
      tool(t("columns.save"), "download", () => this.#save()),
      tool(t("columns.print"), "print", () => this.#withAll(() => print())));
  }

  #filterField() {
    return make("input.list-filter", { type: "search", value: this.#words, "aria-label": t("columns.filter"),
      placeholder: t("columns.filter"), autocomplete: "off", spellcheck: "false", on: { input: (event) => {
        this.#words = event.target.value.trim();
        this.#withAll(() => {});
      } } });
  }

  #sort(key) {
    this.#order = { key, isDown: this.#order.key === key && !this.#order.isDown };
    this.#withAll(() => {});
  }

  /** Saves all rows of the list as a file, also those that are not shown. */
  async #save() {
    const call = this.#call;
    try {
      const items = new Map(this.#items.map((item) => [item.id, item]));
      for (let cursor = this.#cursor; cursor;) {
        const page = await get(this.options.path(cursor), { signal: call.signal });
        page.items.forEach((item) => items.set(item.id, item));
        cursor = page.next;
        this.#showNote(t("columns.reading", { count: items.size }));
      }
      download(csv(this.#arranged([...items.values()]), this.options.columns), `${this.options.name}.csv`);
      this.#showNote("");
    } catch (error) {
      if (!call?.signal.aborted) complain(error);
    }
  }

  /** Does something as soon as the first rows, at most `most`, are shown in order. A note says if the list is longer. */
  async #withAll(act) {
    try {
      await this.#readAll();
      this.#show();
      this.#showNote(this.#cursor ? t("columns.only-first", { count: this.#items.length }) : "");
      act();
    } catch (error) {
      if (!this.#call?.signal.aborted) complain(error);
    }
  }

  #showNote(text) {
    this.#note.hidden = !text;
    setText(this.#note, text);
  }

  #tell(shown) {
    this.more.hidden = !this.#cursor;
    setText(this.count, shown ? this.options.count(shown, Boolean(this.#cursor)) : "");
  }
}

/** Returns the markup of a row without the number and the position of its menu. */
function markup(row) {
  const copy = row.cloneNode(true);
  for (const part of copy.querySelectorAll(".menu, .more-actions")) {
    ["id", "popovertarget", "style"].forEach((name) => part.removeAttribute(name));
  }
  return copy.outerHTML;
}
