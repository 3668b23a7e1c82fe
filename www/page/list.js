// A list that is read page by page, with an address for its state and words for an empty list.

import { get } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { Batch } from "/page/batch.js";
import { emptyContent } from "/page/choices.js";
import { columnHeads, csv, download, filtered, sorted } from "/page/columns.js";
import { showProblem } from "/page/page.js";
import { selectBox } from "/page/row.js";
import { filterChips } from "/page/saved.js";
import { complain } from "/page/toast.js";
import { ListWindow, long, mostCounted } from "/page/window.js";

/** The most rows that are read to sort, filter or print a list. A file has all of them. */
const most = 2000;
/** The rows of a request for the whole list: as many as the hub gives. */
const readAtOnce = 200;

export class PagedList {
  #call = new AbortController();
  #address;
  #words = "";
  #order = { key: undefined, isDown: false };
  /** The rows of the whole list, or its first ones, while they are in another order or filtered. */
  #read;
  #heads = make("div.column-heads", { role: "group" });
  #note = make("p.list-note", { role: "status", hidden: true });
  #tools = make("div.list-more");
  #saved = make("div.saved-filters", { role: "group", hidden: true });
  #window;

  /**
   * @param {{path: (cursor: string | undefined, limit: number) => string, row: (item: object) => Element, count: (shown: number,
   * isMore: boolean) => string, empty: () => Node[], columns?: object[], hasFilter?: boolean, isCounted?: boolean, name?: string,
   * batch?: object[], jump?: (isLong: boolean) => Element | undefined}} options `path` below
   * `/api/v1`; `empty` shows the next step; `columns` can be sorted, filtered and saved, as in page/columns.js; `isCounted` is false
   * for a list of which the hub gives no total; `identity` returns the id of an item that has none; `prepare` gets the
   * items of each answer, and returns them in their order; `jump` returns the field for where the list begins,
   * if it needs one; `name` is that of the file; `batch` are the actions of selected rows, as in
   * page/batch.js.
   */
  constructor(options) {
    this.options = { columns: [], hasFilter: true, isCounted: true, name: "list", ...options };
    this.list = byID("rows");
    this.place = byID("empty");
    this.count = byID("count");
    this.more = byID("more");
    byID("more-button").addEventListener("click", () => {
      this.more.hidden = true;
      this.#window.again();
    });
    this.#window = new ListWindow({
      list: this.list, scroller: byID("list"), row: (item) => this.#row(item), isCounted: () => this.options.isCounted,
      read: (cursor, limit, signal) => this.#get(cursor, limit, signal),
      keeps: (row, item) => {
        const box = row.querySelector(".row-select input");
        if (box) box.checked = this.batch.has(item.id);
      },
      onChange: () => this.#tell(),
      onProblem: (error) => {
        setText(this.count, error.title ?? t("page.failed"));
        this.more.hidden = false;
      },
    });
    if (this.options.batch) {
      this.batch = new Batch(this.list, this.options.batch, { done: () => this.read() });
      this.list.classList.add("has-select");
    }
    if (this.options.columns.length) {
      this.list.before(this.#saved, this.#note, this.#heads);
      document.querySelector(".list-tools")?.append(this.#tools);
    }
    addEventListener("afterprint", () => (this.#read ? this.#arrange(this.#read.items, this.#read.isMore) : this.read()));
  }

  /** Reads the list again; the old one stays until the answer arrives. Another list begins at its top. */
  async read() {
    this.#call.abort();
    const call = new AbortController();
    this.#call = call;
    const address = this.options.path(undefined, readAtOnce);
    const isNew = address !== this.#address;
    this.#address = address;
    byID("list").setAttribute("aria-busy", "true");
    try {
      if (this.#isArranged) {
        const { items, isMore } = await this.#readAll(call, most);
        if (call.signal.aborted) return;
        this.#arrange(items, isMore);
      } else {
        await this.#window.read({ isNew });
        if (call.signal.aborted) return;
        this.#read = undefined;
        this.#showNote("");
        if (this.#window.isComplete) this.batch?.keep(this.#window.items);
      }
      this.#show();
    } catch (error) {
      if (call.signal.aborted) return;
      this.#address = undefined;
      this.#window.clear();
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

  async #get(cursor, limit, signal) {
    const page = await get(this.options.path(cursor, limit), { signal });
    const { identity, prepare } = this.options;
    const items = prepare ? prepare(page.items) : page.items;
    return { ...page, items: identity ? items.map((item) => ({ ...item, id: identity(item) })) : items };
  }

  get #isArranged() { return Boolean(this.#words || this.#order.key); }

  /** Returns the rows of the whole list, or its first ones. @param {AbortController} call @param {number} limit */
  async #readAll(call, limit, isNoted = false) {
    const items = new Map();
    let cursor;
    do {
      const page = await this.#get(cursor, readAtOnce, call.signal);
      page.items.forEach((item) => items.set(item.id, item));
      cursor = page.next;
      if (isNoted && cursor) this.#showNote(t("columns.reading", { count: items.size }));
    } while (cursor && items.size < limit);
    return { items: [...items.values()], isMore: Boolean(cursor) };
  }

  /** Shows the rows that have the words of the filter, in the chosen order. A note says if the list is longer. */
  #arrange(items, isMore) {
    this.#read = { items, isMore };
    this.#window.show(this.#arranged(items));
    this.#showNote(isMore ? t("columns.only-first", { count: items.length }) : "");
    if (!isMore) this.batch?.keep(items);
  }

  #arranged(items) {
    const { columns } = this.options;
    const { key, isDown } = this.#order;
    return sorted(filtered(items, columns, this.#words), columns.find((column) => column.key === key), isDown);
  }

  #show() {
    const isEmpty = !this.#window.known;
    const hasItems = Boolean(this.#read?.items.length) || !isEmpty;
    this.#showTools(hasItems);
    this.#tell();
    this.more.hidden = true;
    this.place.hidden = !isEmpty;
    if (!isEmpty) return;
    this.place.replaceChildren(...hasItems
      ? emptyContent(t("columns.none-match"), t("columns.none-match-do")) : this.options.empty());
  }

  #row(item) {
    const row = this.options.row(item);
    if (this.batch) {
      row.prepend(selectBox(row.querySelector(".row-title")?.textContent ?? "", this.batch.has(item.id),
        (isOn) => this.batch.set(item, isOn)));
    }
    return row;
  }

  #showTools(hasItems) {
    const { columns, hasFilter } = this.options;
    if (!columns.length) return;
    this.#heads.hidden = !hasItems;
    const focused = [...this.#heads.children].indexOf(document.activeElement);
    this.#heads.setAttribute("aria-label", t("columns.title"));
    this.#heads.replaceChildren(...columnHeads(columns, this.#order, (chosen) => this.#sort(chosen)));
    this.#heads.children[focused]?.focus();
    this.#showSaved();
    const { total } = this.#window;
    const jump = this.options.jump?.(!this.#isArranged && (total === undefined || total > long));
    this.#tools.hidden = !hasItems && !jump;
    if (this.#tools.contains(document.activeElement)) return;
    const tool = (word, picture, click) => make("button.quiet.list-tool", { type: "button", "aria-label": word, title: word,
      on: { click } }, icon(picture));
    this.#tools.replaceChildren(...jump ? [jump] : [], ...hasFilter ? [this.#filterField()] : [],
      tool(t("columns.save"), "download", () => this.#save()),
      tool(t("columns.print"), "print", () => this.#print()));
  }

  /** Shows the saved filters, and the way to save the present one. */
  #showSaved() {
    const { columns, hasFilter, name } = this.options;
    if (!hasFilter) return;
    const { key, isDown } = this.#order;
    const word = columns.find((column) => column.key === key)?.word();
    const focused = this.#saved.contains(document.activeElement);
    const chips = filterChips(name, { words: this.#words, key, isDown, search: location.search }, {
      label: [this.#words, word && `${word} ${isDown ? "\u2193" : "\u2191"}`, chosenState()].filter(Boolean).join(" \u00b7 "),
      isAny: this.#isArranged,
      onChoose: (filter) => this.#choose(filter),
      onChange: () => this.#showSaved(),
    });
    this.#saved.setAttribute("aria-label", t("columns.saved"));
    this.#saved.replaceChildren(...chips);
    this.#saved.hidden = !chips.length;
    if (focused) (this.#saved.querySelector("button") ?? this.#tools.querySelector("input, button"))?.focus();
  }

  /** Shows the list with a saved filter. Its state is part of the address. */
  #choose({ words, key, isDown, search }) {
    this.#words = words;
    this.#order = { key, isDown };
    this.#tools.querySelector(".list-filter").value = words;
    if (search === location.search) {
      this.#again();
      return;
    }
    history.pushState(undefined, "", `${location.pathname}${search}`);
    dispatchEvent(new PopStateEvent("popstate"));
  }

  #filterField() {
    return make("input.list-filter", { type: "search", value: this.#words, "aria-label": t("columns.filter"),
      placeholder: t("columns.filter"), autocomplete: "off", spellcheck: "false", on: { input: (event) => {
        this.#words = event.target.value.trim();
        this.#again();
      } } });
  }

  #sort(key) {
    this.#order = { key, isDown: this.#order.key === key && !this.#order.isDown };
    this.#again();
  }

  /** Shows the list in another order or with other words. It is read only if not all of it is here. */
  async #again() {
    if (!this.#isArranged || (!this.#read && !this.#window.isComplete)) return this.read();
    const { items, isMore } = this.#read ?? { items: this.#window.items, isMore: false };
    this.#arrange(items, isMore);
    return this.#show();
  }

  /** Saves all rows of the list as a file, also those that are not shown. */
  async #save() {
    try {
      const { items } = await this.#readAll(this.#call, Infinity, true);
      download(csv(this.#arranged(items), this.options.columns), `${this.options.name}.csv`);
      this.#showNote(this.#read?.isMore ? t("columns.only-first", { count: this.#read.items.length }) : "");
    } catch (error) {
      if (!this.#call.signal.aborted) complain(error);
    }
  }

  /** Prints the first rows, at most `most`. */
  async #print() {
    try {
      const { items, isMore } = this.#read ?? await this.#readAll(this.#call, most);
      this.#window.show(this.#arranged(items), { isWhole: true });
      this.#showNote(isMore ? t("columns.only-first", { count: items.length }) : "");
      print();
    } catch (error) {
      if (!this.#call.signal.aborted) complain(error);
    }
  }

  #showNote(text) {
    this.#note.hidden = !text;
    setText(this.#note, text);
  }

  #tell() {
    const { known, total } = this.#window;
    if (!known) setText(this.count, "");
    else if (total !== undefined) setText(this.count, this.options.count(total, false));
    else if (this.options.isCounted) setText(this.count, t("list.more-than", { count: Math.max(known, mostCounted) }));
    else setText(this.count, this.options.count(known, true));
  }
}

/** Returns the words of the chosen chip of the page; undefined for the first one, which is the default. */
function chosenState() {
  const chosen = document.querySelector("#chips [aria-pressed=true]");
  return chosen?.previousElementSibling ? chosen.textContent : undefined;
}
