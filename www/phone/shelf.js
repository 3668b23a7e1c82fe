// A whole shelf: pictures that overlap become a list of codes in their order, which a station scans one after the other.

import { get, newID, post, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";
import { modeWord, tone } from "/record/words.js";
import { action } from "/page/row.js";
import { sendable } from "/phone/sendable.js";

/** Milliseconds: the hub may decode two pictures before this one, and a shelf takes longer. */
const patience = 60_000;

export class ShelfPictures {
  #place;
  #options;
  /** Changes with each new shelf: what belongs to the one before ends. */
  #turn = 0;

  /**
   * @param {HTMLElement} place of the list
   * @param {{station: () => string, show: (kind: string, picture: string, title: string, ...lines: string[]) => void,
   *   onProblem: (error: Error) => void}} options `show` shows the answer above the list
   */
  constructor(place, options) {
    this.#place = place;
    this.#options = options;
  }

  clear() {
    this.#turn += 1;
    this.#place.replaceChildren();
    this.#place.hidden = true;
  }

  /** Reads the pictures of a shelf, and shows their codes in order. @param {File[]} files */
  async read(files) {
    this.clear();
    const turn = this.#turn;
    const { show, station, onProblem } = this.#options;
    const pictures = [];
    try {
      for (const file of files) {
        show("", "camera", t("phone.shelf-reading", { number: pictures.length + 1, count: files.length }));
        const { codes } = await request("POST", `/api/v1/stations/${encodeURIComponent(station())}/pictures?shelf=yes`, {
          blob: await sendable(file), timeout: patience });
        if (turn !== this.#turn) return;
        pictures.push({ codes });
      }
      const { rows } = await post("/code-rows", { pictures });
      if (turn === this.#turn) await this.#offer(rows, files.length);
    } catch (error) {
      if (turn === this.#turn) onProblem(error);
    }
  }

  async #offer(rows, pictures) {
    const { show } = this.#options;
    const station = this.#options.station();
    // Each code has its id from here on: sent again after a break, it is the same scan.
    const codes = rows.flatMap((row) => row.codes)
      .map(({ code, symbology }) => ({ code, symbology, station, reader: "phone", id: newID() }));
    if (!codes.length) {
      show("ask", "ask", t("phone.none"), t("phone.shelf-none-do"));
      return;
    }
    const doubtful = rows.flatMap((row) => row.doubtful);
    show(doubtful.length ? "ask" : "done", doubtful.length ? "ask" : "done", t("phone.shelf-found", { count: codes.length }),
      rows.length > 1 && pictures > 1 ? t("phone.shelf-apart", { count: rows.length }) : t("phone.shelf-check"),
      doubtful.length ? t("phone.shelf-doubtful", { codes: doubtful.map(({ code }) => code).join(", ") }) : "");
    const { mode } = await get(`/stations/${encodeURIComponent(station)}`);
    const lists = rows.map((row, index) => make("ol.shelf-codes", { tabindex: "-1", "aria-label": t("phone.shelf-row", { number: index + 1 }) },
      ...row.codes.map(({ code }) => make("li", { data: { code } }, make("span", { dir: "auto" }, code)))));
    const scan = action(t("phone.shelf-scan", { count: codes.length, mode: modeWord(mode) }), () => this.#scan(codes, scan), ".primary");
    const heads = rows.length > 1;
    this.#place.replaceChildren(make("div.actions", {}, scan), ...lists.flatMap((list, index) => (heads
      ? [make("h2.shelf-row", {}, t("phone.shelf-row", { number: index + 1 })), list] : [list])));
    this.#place.hidden = false;
  }

  /** Scans the codes one after the other, so that their order is that of the history. A press in between stops. */
  async #scan(codes, button) {
    const turn = this.#turn;
    const { show, onProblem } = this.#options;
    const lines = [...this.#place.querySelectorAll("li")];
    let isStopped = false;
    let problems = 0;
    const stop = action(t("phone.shelf-stop"), () => { isStopped = true; });
    button.replaceWith(stop);
    stop.focus();
    let done = 0;
    try {
      for (const scan of codes) {
        if (isStopped || turn !== this.#turn) break;
        show("", "camera", t("phone.shelf-scanning", { number: done + 1, count: codes.length }));
        const { outcome } = await post("/scans", scan);
        if (!["done", "note", "again"].includes(tone(outcome))) problems += 1;
        this.#mark(lines[done], outcome);
        done += 1;
      }
    } catch (error) {
      if (turn === this.#turn) onProblem(error);
      this.#goOnWith(stop, codes.slice(done), lines.slice(done));
      return;
    }
    if (turn !== this.#turn) return;
    show(problems ? "ask" : "done", problems ? "ask" : "done", t("phone.shelf-scanned", { count: done }),
      problems ? t("phone.shelf-problems", { count: problems }) : "");
    if (done < codes.length) {
      this.#goOnWith(stop, codes.slice(done), lines.slice(done));
    } else {
      stop.remove();
      this.#place.querySelector("ol").focus();
    }
  }

  /** Puts the button for the codes that are left in the place of the one that stopped. */
  #goOnWith(stop, codes, lines) {
    for (const line of this.#place.querySelectorAll("li")) if (!lines.includes(line)) line.classList.add("is-over");
    const button = action(t("phone.shelf-rest", { count: codes.length }), () => {
      for (const line of this.#place.querySelectorAll("li.is-over")) line.remove();
      this.#scan(codes, button);
    }, ".primary");
    stop.replaceWith(button);
    button.focus();
  }

  #mark(line, outcome) {
    const { release } = outcome;
    line.dataset.tone = tone(outcome);
    line.prepend(icon(tone(outcome)));
    setText(line.querySelector("span"), [release?.artist, release?.title].filter(Boolean).join(" \u2013 ") || line.dataset.code);
    line.append(make("span.soft", { dir: "auto" }, outcome.title));
  }
}
