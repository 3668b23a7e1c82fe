// The tray: all items for the camera or the reader, with a search box and a filter by kind.

import { onLanguage, t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { face } from "/counter/items.js";
import { itemMore, itemName, itemTitle, kinds } from "/counter/words.js";

export class Tray {
  #items = [];
  #kind;
  #words = [];
  #shown = [];
  #chosen;

  /**
   * @param {{onChoose: (item?: object) => void, onHoldUp: (item: object) => void, onLayDown: (item: object) => void,
   *   onTakeAway: () => void, startDrag: (event: PointerEvent, item: object, source: Element) => void}} handlers
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.search = make("input", {
      type: "search", data: { tPlaceholder: "counter.search", tLabel: "counter.search-tray" }, autocomplete: "off",
      spellcheck: "false", on: { input: () => {
        this.#words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
        this.#show();
      } },
    });
    this.filters = make("div.tray-filters", { role: "group", data: { tLabel: "counter.show" } },
      this.#filter(undefined, "counter.all"), ...Object.entries(kinds).map(([kind, key]) => this.#filter(kind, key)));
    this.list = make("div.tray-items", {
      role: "listbox", data: { tLabel: "counter.tray" }, tabindex: "-1",
      on: { keydown: (event) => this.#steer(event) },
    });
    this.empty = make("p.tray-empty", { hidden: true });
    this.count = make("span.apart", { role: "status" });
    this.caption = make("p.tray-caption", { "aria-hidden": "true" });
    this.element = make("div.tray", {},
      make("div.tray-head", {}, this.search, this.filters), this.list, this.empty, this.caption, this.count);
    onLanguage(() => {
      this.list.replaceChildren();
      this.#show();
      this.#showCaption();
    });
  }

  get chosen() { return this.#chosen; }

  setItems(items) {
    const order = Object.keys(kinds);
    const sorted = [...items].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
    const before = this.#items;
    if (sorted.length === before.length && sorted.every((item, index) => isSame(item, before[index]))) return;
    this.#items = sorted;
    this.#show();
  }

  /** Selects the first record with a barcode, and lets it pulse for a moment. Its frame stays until something is presented. */
  hint() {
    const item = this.#shown.find(({ kind, hasBarcode }) => kind === "record" && hasBarcode !== false);
    if (!item || this.element.classList.contains("has-hint")) return;
    this.element.classList.add("has-hint");
    this.choose(item);
  }

  endHint() { this.element.classList.remove("has-hint"); }

  item(id) { return this.#items.find((item) => item.id === id); }

  /** Marks the items in use. */
  setOut(ids) {
    for (const option of this.list.children) option.classList.toggle("is-out", ids.includes(option.dataset.id));
  }

  #filter(kind, key) {
    return make("button.tray-filter", {
      type: "button", "aria-pressed": String(kind === undefined), data: { t: key },
      on: { click: (event) => {
        this.#kind = kind;
        for (const button of this.filters.children) {
          button.setAttribute("aria-pressed", String(button === event.currentTarget));
        }
        this.#show();
      } },
    });
  }

  #show() {
    this.#shown = this.#items.filter((item) => {
      // By its name on this page, and by the text of its picture.
      const text = [itemTitle(item), itemMore(item), item.title, item.subtitle].join(" ").toLowerCase();
      return (!this.#kind || item.kind === this.#kind) && this.#words.every((word) => text.includes(word));
    });
    const old = new Map([...this.list.children].map((option) => [option.dataset.id, option]));
    this.list.replaceChildren(...this.#shown.map((item) => old.get(item.id) ?? this.#option(item)));
    this.list.scrollTop = 0;
    this.list.hidden = this.#shown.length === 0;
    this.empty.hidden = this.#shown.length > 0;
    setText(this.empty, t(this.#items.length ? "counter.none" : "counter.empty"));
    setText(this.count, this.#words.length ? t("counter.found", { count: this.#shown.length }) : "");
    this.#mark();
  }

  #option(item) {
    return make("div.item", {
      role: "option", "aria-selected": "false", tabindex: "-1", "aria-label": itemName(item),
      title: [itemTitle(item), itemMore(item)].filter(Boolean).join("\n"),
      data: { id: item.id, kind: item.kind },
      on: {
        click: () => this.choose(item),
        focus: () => this.choose(item),
        dblclick: () => this.handlers.onHoldUp(item),
        pointerdown: (event) => this.handlers.startDrag(event, item, event.currentTarget.firstElementChild),
      },
    }, face(item), make("span.item-title", { dir: "auto" }, itemTitle(item)));
  }

  choose(item) {
    if (this.#chosen?.id === item.id) return;
    this.#chosen = item;
    this.#mark();
    this.#showCaption();
    this.handlers.onChoose(item);
  }

  #showCaption() {
    const item = this.#chosen;
    if (!item) return;
    const more = [itemMore(item), missing(item)].filter(Boolean).join(" · ");
    this.caption.replaceChildren(make("strong", { dir: "auto" }, itemTitle(item)), ` ${more}`);
  }

  /** Makes one option reachable by Tab: the chosen one, or the first. */
  #mark() {
    const reachable = this.#shown.some(({ id }) => id === this.#chosen?.id) ? this.#chosen.id : this.#shown[0]?.id;
    for (const option of this.list.children) {
      option.setAttribute("aria-selected", String(option.dataset.id === this.#chosen?.id));
      option.tabIndex = option.dataset.id === reachable ? 0 : -1;
    }
  }

  #steer(event) {
    const options = [...this.list.children];
    const at = options.indexOf(event.target.closest(".item"));
    if (at < 0) return;
    const item = this.item(options[at].dataset.id);
    const columns = options.filter((option) => option.offsetTop === options[0].offsetTop).length || 1;
    const steps = {
      ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + columns, ArrowUp: at - columns,
      Home: 0, End: options.length - 1,
    };
    if (event.key in steps) {
      options[Math.min(options.length - 1, Math.max(0, steps[event.key]))].focus();
    } else if (event.key === "Enter") {
      if (event.shiftKey) this.handlers.onLayDown(item);
      else this.handlers.onHoldUp(item);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.handlers.onTakeAway();
    } else {
      return;
    }
    event.preventDefault();
  }
}

/** Returns the missing barcode or tag, in words. */
function missing(item) {
  if (item.hasBarcode === false) return t("counter.no-barcode");
  return item.kind === "record" && !item.hasTag ? t("counter.no-tag") : "";
}

function isSame(one, other) {
  return one.id === other.id && one.kind === other.kind && one.title === other.title && one.subtitle === other.subtitle
    && one.hasTag === other.hasTag;
}
