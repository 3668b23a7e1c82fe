// The place of the virtual counter. Where there is no virtual desk, nothing of the counter is ever read.

import { Problem, get } from "/hub/client.js";
import { loadWords } from "/hub/words.js";
import { loadStyle } from "/desk/style.js";

const styles = ["/desk/glass.css", "/counter/counter.css", "/counter/items.css"];

export class VirtualDesk {
  #counter;
  #coming;
  #reader;

  /** @param {{onProblem: (error: Error) => void, onLayout: () => void}} handlers */
  constructor(handlers) {
    this.handlers = handlers;
  }

  setCamera(reader) {
    this.#reader = reader;
    this.#counter?.setCamera(reader);
  }

  /** Asks the hub whether there is a virtual desk, and brings its counter. */
  async load() {
    try {
      const desk = await get("/virtual-desk");
      await (this.#coming ??= this.#bring());
      this.#counter.show(desk);
    } catch (error) {
      // What did not come is asked for again when the desk is next read.
      if (!this.#counter) this.#coming = undefined;
      if (error instanceof Problem && (error.status === 404 || error.status === 403)) this.#counter?.leave();
    }
  }

  async #bring() {
    const [{ VirtualCounter }] = await Promise.all([
      import("/counter/counter.js"), loadWords("counter"), ...styles.map(loadStyle),
    ]);
    this.#counter = new VirtualCounter(this.handlers);
    this.#counter.setCamera(this.#reader);
  }
}
