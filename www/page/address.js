// The state of a page is stored in its address: every state can be linked to, and Back returns from it.

import { query } from "/hub/client.js";

export class Address {
  #path;
  #read;
  #write;
  #show;

  /**
   * @param {string} path of the page.
   * @param {{read: (search: URLSearchParams) => object, write?: (state: object) => object,
   * show: (before: object) => void}} how `read` parses the state from the query, `write` does the reverse; `show` is
   * called after each change.
   */
  constructor(path, { read, write = (state) => state, show }) {
    this.#path = path;
    this.#read = () => read(new URLSearchParams(location.search));
    this.#write = write;
    this.#show = show;
    this.state = this.#read();
    addEventListener("popstate", () => this.#change(this.#read()));
  }

  /** @param {object} change @param {boolean} isStep true if Back should return from it. */
  go(change, isStep = true) {
    const next = { ...this.state, ...change };
    history[isStep ? "pushState" : "replaceState"](undefined, "", `${this.#path}${query(this.#write(next))}`);
    this.#change(next);
  }

  #change(next) {
    const before = this.state;
    this.state = next;
    this.#show(before);
  }
}

/** Returns the address of a list with several states, the first of which is the default. */
export function stateAddress(path, states, show) {
  return new Address(path, {
    read: (search) => ({ state: states.includes(search.get("state")) ? search.get("state") : states[0] }),
    write: ({ state }) => ({ state: state === states[0] ? "" : state }),
    show,
  });
}
