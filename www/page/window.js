// The rows of a list that are near the view. A list of any length has a bounded number of rows in the page and in memory: what has
// left the view is dropped, and read again if it comes back.

import { Groups, slice } from "/page/groups.js";
import { Rows } from "/page/rows.js";

/** The rows of the first request, which is quick, and of the later ones. */
const [firstRead, nextRead] = [slice, 3 * slice];
/** The most rows that a request may have, for a group that has grown. */
const mostRead = 200;
/** The rows on each side of the view that stay in memory. */
const rowsKept = 3 * nextRead;
/** The rows from which one may want to begin a list elsewhere than at its top. */
export const long = 100;
/** The number up to which the hub counts a list. */
export const mostCounted = 10_000;
/** The greatest height of the empty space above and below, in pixels: browsers end at some 33,000,000. */
const tallest = 12_000_000;
/** The rest after a jump, in milliseconds, before anything is read: dragging the scroll bar passes many rows. */
const rest = 120;

export class ListWindow {
  #groups = new Groups();
  #total;
  #call;
  /** The end of the reading that is under way; undefined if there is none. */
  #following;
  /** True until the first answer of a new request: the groups may be those of another list. */
  #isOld = false;
  #rows;
  /**
   * What is on the page: the numbers of the first row and of the one after the last, the space around them, and the number of rows
   * that all of it stands for.
   */
  #drawn = { from: 0, to: 0, above: 0, below: 0, extent: 0 };
  #rowHeight = 81;
  #isMeasured = false;
  /** The row to go to as soon as it is read; Infinity for the last one. */
  #goal;
  /** True while Home or End is followed: only the person ends that, by scrolling. */
  #isGoing = false;
  #isWhole = false;
  /** The row that stays where it is when the size changes, its distance from the top of the view, and the width this was noted at. */
  #steady = {};
  #frame;
  #timer;

  /**
   * @param {{list: Element, scroller: Element, read: (cursor: string | undefined, limit: number, signal: AbortSignal) =>
   *   Promise<{items: object[], next?: string, total?: number}>, row: (item: object) => Element, onChange: () => void,
   *   onProblem: (error: Error) => void, isCounted?: () => boolean, keeps?: (row: Element, item: object) => void}} options
   * `onChange` is called when other rows are known or shown, `onProblem` if more rows cannot be read. `isCounted` is false for a list
   * of which the hub gives no total. `keeps` is called for a row that stays.
   */
  constructor(options) {
    this.options = { isCounted: () => true, keeps: () => {}, ...options };
    const { list, scroller } = options;
    list.classList.add("is-window");
    scroller.dataset.scroller = "";
    this.#rows = new Rows({ ...this.options, onClosed: () => this.#draw({ isFresh: true }) });
    scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    document.addEventListener("keydown", (event) => this.#press(event));
    for (const kind of ["wheel", "touchstart", "pointerdown"]) {
      scroller.addEventListener(kind, () => this.#stopGoing(), { passive: true });
    }
    new ResizeObserver(() => this.#resized()).observe(scroller);
  }

  /** The items in memory, in their order. */
  get items() { return this.#groups.items; }

  /** The number of rows that were read so far. */
  get known() { return this.#groups.known; }

  /** The number of all rows; undefined if it is not known. */
  get total() { return this.#groups.isEnd ? this.known : this.#total; }

  get isComplete() { return this.#groups.isComplete; }

  /** The number of rows that the scroll bar stands for: all, or at least as many as are known. */
  get #extent() {
    const { known } = this;
    if (this.#groups.isEnd) return known;
    if (this.#total !== undefined) return Math.max(this.#total, known + 1);
    return Math.max(this.options.isCounted() ? mostCounted : 0, known + nextRead);
  }

  // MARK: reading

  /**
   * Reads the list. What is shown stays until the answer arrives.
   *
   * @param {{isNew: boolean}} how `isNew` for another list, which begins at the top. Otherwise it stays at its place.
   */
  async read({ isNew }) {
    this.#call?.abort();
    const call = new AbortController();
    this.#call = call;
    this.#isOld = true;
    const page = await this.options.read(undefined, this.#groups.isLocal || isNew ? firstRead : this.#readAgain(0), call.signal);
    if (call.signal.aborted) return;
    this.#isOld = false;
    if (isNew || this.#groups.isLocal) {
      this.#groups.clear();
      this.#goal = undefined;
    }
    this.#total = page.total;
    const { from, to } = this.#drawn;
    this.#groups.take(0, page);
    const inView = isNew ? [] : this.#groups.between(from, to).filter((index) => index > 0);
    this.#groups.keep([0, ...inView]);
    for (const index of inView) {
      if (index < this.#groups.length) await this.#readGroup(index, call.signal);
      if (call.signal.aborted) return;
    }
    if (isNew) this.options.scroller.scrollTop = 0;
    this.#draw({ isFresh: true, row: isNew ? 0 : undefined });
    // An older reading ends by itself: its requests were called off.
    Promise.resolve(this.#following).then(() => this.#follow());
  }

  /** Shows these items instead of what the hub has, all of them at once if `isWhole`. */
  show(items, { isWhole = false } = {}) {
    this.#call?.abort();
    this.#call = new AbortController();
    this.#isWhole = isWhole;
    this.#goal = undefined;
    this.#groups.hold(items);
    this.#total = items.length;
    this.#draw({ isFresh: true });
  }

  /** Draws all rows again, as for another language, in which they may have another height. */
  draw() {
    this.#isMeasured = false;
    this.#draw({ isFresh: true });
  }

  /** Replaces the item with this id where it is in memory. */
  replace(id, change) {
    this.#groups.replace(id, change);
    this.#draw({ isFresh: true });
  }

  clear() {
    this.#call?.abort();
    this.#groups.clear();
    this.#total = undefined;
    this.#draw({ isFresh: true, row: 0 });
  }

  /** Reads on after a problem. */
  again() { return this.#follow(); }

  #readAgain(index) { return Math.min(mostRead, (this.#groups.at(index)?.count ?? firstRead) + 20); }

  async #readGroup(index, signal) {
    const page = await this.options.read(this.#groups.at(index).cursor, this.#readAgain(index), signal);
    if (!signal.aborted) this.#groups.take(index, page);
  }

  async #readNext(signal) {
    const index = this.#groups.length;
    const page = await this.options.read(this.#groups.next, nextRead, signal);
    if (signal.aborted) return;
    this.#groups.take(index, page, this.#groups.next);
  }

  /** Reads what is needed for the view, one request after another, until all of it is there. */
  #follow() {
    if (this.#isOld || !this.#groups.length || this.#groups.isLocal) return Promise.resolve();
    this.#following ??= this.#readNear().finally(() => { this.#following = undefined; });
    return this.#following;
  }

  async #readNear() {
    const call = this.#call;
    try {
      for (let wanted = this.#wanted(); wanted !== undefined; wanted = this.#wanted()) {
        if (wanted < this.#groups.length) await this.#readGroup(wanted, call.signal);
        else await this.#readNext(call.signal);
        if (call !== this.#call) return;
        this.#forget();
        this.#draw();
      }
    } catch (error) {
      if (!call.signal.aborted) this.options.onProblem(error);
    }
  }

  /** The rows around the view that should be on the page. */
  #near(row) {
    const view = Math.max(1, this.options.scroller.clientHeight / this.#rowHeight);
    const margin = Math.max(slice / 2, view);
    return { from: Math.max(0, row - margin), view: row + view, to: row + view + margin };
  }

  /** Returns the number of the group to read next; undefined if nothing is missing. */
  #wanted() {
    const row = this.#goal ?? this.#position();
    if (row >= this.known && !this.#groups.isEnd) return this.#groups.length;
    const { from, to } = this.#near(Math.min(row, Math.max(0, this.known - 1)));
    const missing = this.#groups.between(from, to).filter((index) => !this.#groups.at(index).items);
    if (missing.length) return missing[0];
    return to > this.known && !this.#groups.isEnd ? this.#groups.length : undefined;
  }

  /** Drops the items of groups far from the view; their places are kept. */
  #forget() {
    const { from, to } = this.#near(Math.min(this.#goal ?? this.#position(), Math.max(0, this.known - 1)));
    this.#groups.keep(this.#groups.between(from - rowsKept, to + rowsKept));
  }

  // MARK: the place in the list

  /** The distance of the list from the top of what is scrolled. */
  get #top() {
    const { list, scroller } = this.options;
    return list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  }

  /** Returns the number of the row at the top of the view. Outside of what is drawn it follows from the scroll bar. */
  #position() {
    const { list, scroller } = this.options;
    const { from, to, above, below, extent } = this.#drawn;
    const y = Math.max(0, scroller.scrollTop - this.#top);
    const height = list.offsetHeight - above - below;
    if (y < above) return from * y / above;
    if (y <= above + height || !below) return height > 0 ? from + (to - from) * Math.min(1, (y - above) / height) : from;
    // The space stands for the rows that were expected when it was made: an answer that is not drawn yet says nothing about it.
    return to + (extent - to) * Math.min(1, (y - above - height) / below);
  }

  /** True if the view has none of the rows on the page, as after a jump. */
  get #isOutside() {
    const row = this.#position();
    return row < this.#drawn.from || row > this.#drawn.to;
  }

  #scrolled() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      clearTimeout(this.#timer);
      if (!this.#groups.length) return;
      const show = () => {
        // Where the person has scrolled to since counts, not an earlier jump.
        if (!this.#isGoing) this.#goal = this.#isOutside ? this.#position() : undefined;
        this.#draw();
        this.#follow();
      };
      if (this.#isOutside && !this.#available(this.#position())) this.#timer = setTimeout(show, rest);
      else show();
    });
  }

  /** Notes what the view shows. At a width for which the rows are not placed yet it keeps what it showed before. */
  #note() {
    const { list, scroller } = this.options;
    const { top, bottom } = scroller.getBoundingClientRect();
    const width = scroller.clientWidth;
    if (this.#steady.width && width !== this.#steady.width) return;
    const focused = document.activeElement?.closest("li");
    const place = list.contains(focused) ? focused.getBoundingClientRect() : undefined;
    const isSeen = place && place.bottom > top && place.top < bottom;
    const seen = isSeen ? { row: focused, top: place.top } : this.#anchor();
    this.#steady = { row: seen?.row, top: seen && seen.top - top, width };
  }

  /** Keeps the row that one looks at in the view: in another width the rows have other heights, and the space with them. */
  #resized() {
    const { list, scroller } = this.options;
    // While something else covers it, as on a phone, the list has no size.
    if (!scroller.clientHeight) return;
    this.#isMeasured = false;
    const { row, top, width } = this.#steady;
    if (row?.isConnected && width !== scroller.clientWidth && list.contains(row)) {
      this.#measure();
      this.#space(this.#drawn.from, this.#drawn.to);
      scroller.scrollTop += row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - top;
      row.scrollIntoView({ block: "nearest" });
    }
    this.#steady = {};
    this.#scrolled();
  }

  /** Home and End go to the first and the last row, and take the focus there. The other keys scroll also before anything has focus. */
  #press(event) {
    const { key, target, ctrlKey, altKey, metaKey, shiftKey } = event;
    const { scroller } = this.options;
    // In a list within another the keys are those of the inner one; before anything has focus, of the outer one.
    const isOutside = target === document.body ? scroller.parentElement.closest("[data-scroller]")
      : target.closest("[data-scroller]") !== scroller;
    if (isOutside || ctrlKey || altKey || metaKey || shiftKey || document.querySelector("dialog[open]")) return;
    if (target.closest("input, select, textarea, .menu") || !this.#groups.length) return;
    const page = { PageDown: 1, PageUp: -1 }[key];
    if (key === "Home" || key === "End") this.go(key === "Home" ? 0 : Infinity);
    else if (page && target === document.body) scroller.scrollBy({ top: page * scroller.clientHeight * .9 });
    else return;
    event.preventDefault();
  }

  /** Goes to a row, and gives it the focus. @param {number} row its number; Infinity for the last row */
  async go(row) {
    this.#goal = row;
    this.#isGoing = true;
    const call = this.#call;
    this.#draw();
    await this.#follow();
    const isThere = this.#isGoing && call === this.#call && this.#goal === undefined;
    this.#isGoing = false;
    if (!isThere) return;
    const { list, scroller } = this.options;
    scroller.scrollTop = row ? scroller.scrollHeight : 0;
    (row ? list.lastElementChild : list.firstElementChild)?.querySelector("a, button")?.focus({ preventScroll: true });
  }

  #stopGoing() {
    if (!this.#isGoing) return;
    this.#isGoing = false;
    this.#goal = undefined;
  }

  // MARK: drawing

  #available(row) { return this.#groups.available(row, this.#isWhole ? { from: 0, to: this.known } : this.#near(row)); }

  /** Draws the rows around the view. `isFresh` compares all of them with their items; `row` is the row to go to. */
  #draw({ isFresh = false, row } = {}) {
    const { scroller } = this.options;
    const { known } = this;
    const isGoal = this.#goal !== undefined && (this.#goal < known || this.#groups.isEnd);
    if (this.#goal !== undefined && !isGoal && !isFresh) {
      this.options.onChange();
      return;
    }
    const at = Math.min(row ?? (isGoal ? this.#goal : this.#position()), Math.max(0, known - 1));
    const run = known ? this.#available(at) : { first: 0, end: 0 };
    if (!run) return;
    const { from, to } = this.#drawn;
    const near = this.#near(at);
    const isCovered = from <= near.from && (to >= Math.min(near.to, known) || to >= run.end);
    if (isFresh || isGoal || !isCovered || run.end - run.first < to - from) {
      const anchor = isGoal || row !== undefined || scroller.scrollTop <= this.#top ? undefined : this.#anchor();
      this.#rows.place(this.#groups.itemsBetween(run.first, run.end), { from: run.first, size: this.total ?? -1, isFresh });
      this.#measure();
      this.#space(run.first, run.end);
      if (anchor?.row.isConnected) scroller.scrollTop += anchor.row.getBoundingClientRect().top - anchor.top;
      else if (isGoal) this.#scrollTo(at);
    } else {
      this.#measure();
      this.#space(from, to);
    }
    if (isGoal) this.#goal = undefined;
    this.#note();
    this.options.onChange();
  }

  /** Returns the first row in the view, and where it is. */
  #anchor() {
    const { list, scroller } = this.options;
    const { top } = scroller.getBoundingClientRect();
    for (const row of list.children) {
      const place = row.getBoundingClientRect();
      if (place.bottom > top) return { row, top: place.top };
    }
    return undefined;
  }

  #scrollTo(row) {
    const { list, scroller } = this.options;
    const element = list.children[Math.floor(row) - this.#drawn.from];
    if (element) scroller.scrollTop += element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  }

  #measure() {
    const { list } = this.options;
    const count = list.children.length;
    if (this.#isMeasured || !count) return;
    const { top } = list.firstElementChild.getBoundingClientRect();
    const { bottom } = list.lastElementChild.getBoundingClientRect();
    if (bottom <= top) return;
    this.#rowHeight = (bottom - top) / count;
    this.#isMeasured = count >= 10;
  }

  /** Makes the space above and below as high as the rows that are not on the page, in proportion for very long lists. */
  #space(from, to) {
    const extent = this.#extent;
    const scale = Math.min(1, tallest / (extent * this.#rowHeight)) * this.#rowHeight;
    const [above, below] = [Math.round(from * scale), Math.round((extent - to) * scale)];
    this.#drawn = { from, to, above, below, extent };
    const { style } = this.options.list;
    style.paddingTop = above ? `${above}px` : "";
    style.paddingBottom = below ? `${below}px` : "";
  }
}
