// A change that the hub checks and applies in the background, such as an import and a merge. Its records are previewed.

import { get, query, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { showChips } from "/page/choices.js";
import { action } from "/page/row.js";
import { complain } from "/page/toast.js";

/** The pause between two questions about the progress, in milliseconds. */
const pause = 500;
/** The records that are read at once. */
const most = 50;

/** Returns a part of the page; null if the present state has none. @param {string} id @returns {any} */
export const part = (id) => document.getElementById(id);

/** A change with its preview. */
export class Preview {
  /** The last known state; undefined while there is no change. @type {any} */
  view = undefined;
  /** The fate of the records that are listed. */
  fate = "all";
  /** Counts the redraws, so that an answer to an earlier question is not shown. */
  #turn = 0;
  #kind;
  #draw;
  #progress;
  #list;

  /**
   * @param {string} kind of the change, as its address has it
   * @param {{ draw: () => void, progress: () => void, list: { id: string, path: string, fates: string[],
   *   fateWord: (fate: string) => string, row: (record: any) => Element } }} parts `draw` draws the section, `progress` its
   *   progress alone, and `list` has the records
   */
  constructor(kind, { draw, progress, list }) {
    this.#kind = kind;
    this.#draw = draw;
    this.#progress = progress;
    this.#list = list;
  }

  get path() { return `/${this.#kind}/${encodeURIComponent(this.view.id)}`; }

  /** Reads the change that is open, if there is one. */
  async open() {
    const { items } = await get(`/${this.#kind}`);
    this.view = items.findLast(({ state }) => state !== "applied");
  }

  /** Asks for the progress until nothing is under way. */
  async follow() {
    const mine = ++this.#turn;
    while (["checking", "applying"].includes(this.view?.state)) {
      await new Promise((done) => { setTimeout(done, pause); });
      const next = await get(this.path);
      if (mine !== this.#turn) return;
      const isSame = next.state === this.view.state;
      this.view = next;
      if (isSame) this.#progress();
    }
    if (mine === this.#turn) this.#draw();
  }

  /** Does something with the change, and shows what becomes of it. @param {() => Promise<any>} work */
  async act(work) {
    try {
      this.view = await work();
      this.#draw();
      await this.follow();
    } catch (error) {
      complain(error);
      this.#draw();
    }
  }

  /** Removes the change, which may be gone already. */
  async end() {
    this.#turn += 1;
    try {
      await request("DELETE", `/api/v1${this.path}`);
    } catch (error) {
      if (error.status !== 404) return complain(error);
    }
    this.view = undefined;
    this.fate = "all";
    this.#draw();
  }

  /** Returns the progress. @param {string} text the state in words */
  progress(text) {
    return [
      make("p", { role: "status" }, text),
      make("progress", { max: "100", value: String(this.view.percent), "aria-label": text }),
      make("p.soft", {}, this.view.secondsLeft === undefined ? "" : t("import.left", { seconds: this.view.secondsLeft })),
    ];
  }

  /** Returns the places of the records, which `showRecords` fills. @param {string} title the id of the heading */
  records(title) {
    const { id } = this.#list;
    return [
      make("div.chips", { id: `${id}-fates` }), make("ul.rows", { id: `${id}-records`, "aria-labelledby": title }),
      make("div", { id: `${id}-more` }),
    ];
  }

  /** Shows the next records. @param {string} [cursor] of the page; the first one without it */
  async showRecords(cursor) {
    const mine = this.#turn;
    const { id, path, fates, fateWord, row } = this.#list;
    showChips(byID(`${id}-fates`), fates.map((word) => [word, fateWord(word)]), this.fate, (chosen) => {
      this.fate = chosen;
      byID(`${id}-records`).replaceChildren();
      this.showRecords();
    });
    const { fate } = this;
    try {
      const page = await get(`${this.path}/${path}${query({ fate, limit: most, cursor })}`);
      if (mine !== this.#turn || fate !== this.fate || !part(`${id}-records`)) return;
      byID(`${id}-records`).append(...page.items.map(row));
      byID(`${id}-more`).replaceChildren(...page.next ? [action(t("import.more"), () => this.showRecords(page.next))] : []);
    } catch (error) {
      complain(error);
    }
  }
}
