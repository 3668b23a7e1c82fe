// The rows of a list in the groups in which they were read. A group keeps its place when its items are dropped from memory.

/** The rows that enter and leave the page together; a multiple of every number of columns up to six. */
export const slice = 60;

/**
 * @typedef {{cursor?: string, next?: string, count: number, items?: object[], first?: string, last?: string}} Group
 * rows that were read together; `items` is absent after they were dropped
 */
export class Groups {
  /** @type {Group[]} */
  #groups = [];

  /** The items in memory, in their order. */
  get items() { return this.#groups.flatMap(({ items }) => items ?? []); }

  get length() { return this.#groups.length; }

  /** The number of rows that were read so far. */
  get known() { return this.#groups.reduce((sum, { count }) => sum + count, 0); }

  get isEnd() { return this.#groups.length > 0 && !this.next; }

  get isComplete() { return this.isEnd && this.#groups.every(({ items }) => items); }

  get isLocal() { return Boolean(this.#groups[0]?.isLocal); }

  /** The cursor of the first group that was never read. */
  get next() { return this.#groups.at(-1)?.next; }

  at(index) { return this.#groups[index]; }

  clear() { this.#groups = []; }

  /** Holds these items instead of what the hub has. */
  hold(items) { this.#groups = [{ items, count: items.length, isLocal: true }]; }

  /** Drops the items of all groups but these. @param {number[]} kept their numbers */
  keep(kept) {
    const wanted = new Set(kept);
    this.#groups.forEach((group, index) => {
      if (!wanted.has(index)) delete group.items;
    });
  }

  /** Replaces the item with this id where it is in memory. */
  replace(id, change) {
    for (const { items } of this.#groups) {
      const index = items?.findIndex((item) => item.id === id) ?? -1;
      if (index >= 0) items[index] = change(items[index]);
    }
  }

  /**
   * Takes the rows of a group. If it was read before, it ends where the next one begins, whatever came or went meanwhile. If that row
   * is gone too, the groups after it are read again.
   */
  take(index, { items, next }, cursor = this.#groups[index]?.cursor) {
    const after = this.#groups[index + 1];
    if (after) {
      const begin = items.findIndex(({ id }) => id === after.first);
      const last = items.findIndex(({ id }) => id === this.#groups[index].last);
      const end = begin >= 0 ? begin : last + 1;
      if (end > 0 || begin === 0) [items, next] = [items.slice(0, end), after.cursor];
      else this.#groups.length = index + 1;
    }
    this.#groups[index] = { cursor, next, count: items.length, items, first: items[0]?.id, last: items.at(-1)?.id };
  }

  /** Returns the numbers of the groups that have rows between two rows. */
  between(from, to) {
    const found = [];
    let start = 0;
    this.#groups.forEach(({ count }, index) => {
      if (start < to && start + count > from) found.push(index);
      start += count;
    });
    return found;
  }

  /**
   * Returns the first row and the one after the last of the rows in memory around a row, as far as they are near it; undefined if
   * it is not in memory. @param {number} row @param {{from: number, to: number}} near
   */
  available(row, { from, to }) {
    const runs = [];
    let start = 0;
    for (const { count, items } of this.#groups) {
      for (let at = 0; items && at < count; at += slice) {
        const [first, end] = [start + at, start + Math.min(count, at + slice)];
        if (first >= to || end <= from) continue;
        if (runs.at(-1)?.end === first) runs.at(-1).end = end;
        else runs.push({ first, end });
      }
      start += count;
    }
    return runs.find(({ first, end }) => row >= first && row < end);
  }

  /** Returns the items in memory between two rows. */
  itemsBetween(from, to) {
    const found = [];
    let start = 0;
    for (const { count, items } of this.#groups) {
      if (items && start < to && start + count > from) found.push(...items.slice(Math.max(0, from - start), to - start));
      start += count;
    }
    return found;
  }
}
