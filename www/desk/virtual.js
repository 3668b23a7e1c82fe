// The place of the virtual counter. Without a virtual table, the counter is never loaded.

import { Problem, get } from "/hub/client.js";
import { loadWords } from "/hub/words.js";
import { loadStyle } from "/desk/style.js";

const styles = ["/desk/glass.css", "/counter/counter.css", "/counter/items.css"];

export class VirtualHardware {
  #counter;
  #coming;
  #reader;
  #isThere = false;
  /** A hint to be given once the counter is there. */
  #hinted;

  /** @param {{onProblem: (error: Error) => void, onLayout: () => void, onReady: (isThere: boolean) => void}} handlers */
  constructor(handlers) {
    this.handlers = handlers;
  }

  setCamera(reader) {
    this.#reader = reader;
    this.#counter?.setCamera(reader);
  }

  /** Requests the virtual table from the hub, and opens its counter. */
  async load() {
    try {
      const desk = await get("/virtual-hardware");
      await (this.#coming ??= this.#bring());
      this.#counter.show(desk);
      this.#isThere = true;
      if (this.#hinted !== undefined) this.hint(this.#hinted);
      this.handlers.onReady(true);
    } catch (error) {
      // A failed load is repeated when the station is next read.
      if (!this.#counter) this.#coming = undefined;
      if (error instanceof Problem && (error.status === 404 || error.status === 403)) this.#counter?.leave();
    }
  }

  get isThere() { return this.#isThere; }

  /** Points out what to try first. @param {boolean} mayOpen true to open the counter for it */
  hint(mayOpen = false) {
    this.#hinted = mayOpen;
    if (!this.#isThere) return;
    this.#counter.hint(mayOpen);
    this.#hinted = undefined;
  }

  async #bring() {
    const [{ VirtualCounter }] = await Promise.all([
      import("/counter/counter.js"), loadWords("counter"), ...styles.map(loadStyle),
    ]);
    this.#counter = new VirtualCounter(this.handlers);
    this.#counter.setCamera(this.#reader);
  }
}
