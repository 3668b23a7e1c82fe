// The first steps while the library is new: whether they are shown, and what they do at this page.

/** From this number of scans, a library is not new. */
const newLibrary = 60;

export class Newcomer {
  #steps;
  #isNew = false;

  /** @param {{middle: object, counter: object, onMode: (mode: string) => void}} page */
  constructor({ middle, counter, onMode }) {
    Object.assign(this, { middle, counter, onMode });
    // A link leads to another page, and a reload does not.
    document.addEventListener("click", (event) => {
      if (event.target.closest("a[href^='/']")) keep(sessionStorage, "deadwax.page", "other");
    });
  }

  /** @param {object[]} scans newest first @param {object} station */
  setLibrary(scans, station) {
    this.#isNew = (scans[0]?.seq ?? 0) < newLibrary && !station?.policy?.isSelfService
      && !/[?&]locked/.test(location.search) && kept(localStorage, "deadwax.steps") !== "hidden";
  }

  /** Returns true once if this browser was at another page of a new library before: then the steps are the first to see. */
  cameFromPage() {
    const isBack = this.#isNew && kept(sessionStorage, "deadwax.page") === "other";
    keep(sessionStorage, "deadwax.page", "desk");
    return isBack;
  }

  /** Returns the first steps for the idle page, if there are any. */
  content() { return this.#steps?.content(); }

  setVirtual(isVirtual) { this.#steps?.setVirtual(isVirtual); }

  /** Reads what is done, unless the library is not new or the steps are hidden. The page works without them. */
  async read() {
    if (!this.#isNew) {
      this.#steps = undefined;
      return;
    }
    try {
      const { FirstSteps } = await import("/desk/steps.js");
      this.#steps ??= new FirstSteps({ onChange: () => this.#show(), onScan: (isEmpty) => this.#try(isEmpty),
        onHide: () => this.#hide() });
      this.#steps.setVirtual(this.counter.isThere);
      await this.#steps.refresh();
    } catch {
      // The next reading of the station repeats it.
    }
  }

  #show() {
    if (this.#steps?.wantsScan) this.counter.hint();
    this.middle.refreshSteps();
  }

  /** Prepares the first scan: an empty library adds the record. */
  #try(isEmpty) {
    this.counter.hint(true);
    if (isEmpty) this.onMode("add");
  }

  #hide() {
    this.#steps = undefined;
    this.#isNew = false;
    keep(localStorage, "deadwax.steps", "hidden");
    this.middle.refreshSteps();
    this.middle.card.focus();
  }
}

function kept(storage, key) {
  try {
    return storage.getItem(key);
  } catch {
    return undefined;
  }
}

function keep(storage, key, value) {
  try {
    storage.setItem(key, value);
  } catch {
    // Without storage, the steps come back with the page.
  }
}
