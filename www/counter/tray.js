// The tray: everything that can be held up or laid down, with a search box and a filter by kind.

import { make, setText } from "/record/element.js";
import { face, kinds } from "/counter/items.js";

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
      type: "search", placeholder: "Search", "aria-label": "Search the tray", autocomplete: "off", spellcheck: "false",
      on: { input: () => {
        this.#words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
        this.#show();
      } },
    });
    this.filters = make("div.tray-filters", { role: "group", "aria-label": "Show" },
      this.#filter(undefined, "All"), ...Object.entries(kinds).map(([kind, { word }]) => this.#filter(kind, word)));
    this.list = make("div.tray-items", {
      role: "listbox", "aria-label": "Tray", tabindex: "-1",
      on: { keydown: (event) => this.#steer(event) },
    });
    this.empty = make("p.tray-empty", { hidden: true });
    this.count = make("span.apart", { role: "status" });
    this.caption = make("p.tray-caption", { "aria-hidden": "true" });
    this.element = make("div.tray", {},
      make("div.tray-head", {}, this.search, this.filters), this.list, this.empty, this.caption, this.count);
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

  item(id) { return this.#items.find((item) => item.id === id); }

  /** Marks what is held up or laid down. */
  setOut(ids) {
    for (const option of this.list.children) option.classList.toggle("is-out", ids.includes(option.dataset.id));
  }

  #filter(kind, word) {
    return make("button.tray-filter", {
      type: "button", "aria-pressed": String(kind === undefined),
      on: { click: (event) => {
        this.#kind = kind;
        for (const button of this.filters.children) {
          button.setAttribute("aria-pressed", String(button === event.currentTarget));
        }
        this.#show();
      } },
    }, word);
  }

  #show() {
    this.#shown = this.#items.filter((item) => {
      const text = `${item.title} ${item.subtitle ?? ""}`.toLowerCase();
      return (!this.#kind || item.kind === this.#kind) && this.#words.every((word) => text.includes(word));
    });
    const old = new Map([...this.list.children].map((option) => [option.dataset.id, option]));
    this.list.replaceChildren(...this.#shown.map((item) => old.get(item.id) ?? this.#option(item)));
    this.list.scrollTop = 0;
    this.list.hidden = this.#shown.length === 0;
    this.empty.hidden = this.#shown.length > 0;
    setText(this.empty, this.#items.length ? "Nothing on the tray matches. Try fewer words." : "The tray is empty.");
    setText(this.count, this.#words.length ? `${this.#shown.length} found` : "");
    this.#mark();
  }

  #option(item) {
    const name = [item.title, item.subtitle, kinds[item.kind]?.one ?? item.kind, item.hasTag && "with a tag"];
    return make("div.item", {
      role: "option", "aria-selected": "false", tabindex: "-1", "aria-label": name.filter(Boolean).join(", "),
      title: [item.title, item.subtitle].filter(Boolean).join("\n"),
      data: { id: item.id, kind: item.kind },
      on: {
        click: () => this.choose(item),
        focus: () => this.choose(item),
        dblclick: () => this.handlers.onHoldUp(item),
        pointerdown: (event) => this.handlers.startDrag(event, item, event.currentTarget.firstElementChild),
      },
    }, face(item), make("span.item-title", { dir: "auto" }, item.title));
  }

  choose(item) {
    if (this.#chosen?.id === item.id) return;
    this.#chosen = item;
    this.#mark();
    const more = item.subtitle ? ` ${item.subtitle}` : "";
    this.caption.replaceChildren(make("strong", { dir: "auto" }, item.title), more, missing(item));
    this.handlers.onChoose(item);
  }

  /** One of the options can be reached by Tab: the chosen one, or the first. */
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

/** What cannot be done with it, in words. */
function missing(item) {
  if (item.hasBarcode === false) return " · no barcode: lay it on the reader";
  return item.kind === "record" && !item.hasTag ? " · no tag: hold it up" : "";
}

function isSame(one, other) {
  return one.id === other.id && one.kind === other.kind && one.title === other.title && one.subtitle === other.subtitle
    && one.hasTag === other.hasTag;
}
