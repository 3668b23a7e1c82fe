// The check after printing: each label is ticked when a camera or a scanner reads it.

import { whenShort } from "/hub/clock.js";
import { get } from "/hub/client.js";
import { t } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";

/** `14:05 · 93 %` */
const seenWords = ({ seenAt, quality }) => (
  [whenShort(seenAt), quality > 0 && `${Math.round(quality * 100)} %`].filter(Boolean).join(" · "));

/** The delay in milliseconds: several scans at once cause one request. */
const lookAfter = 120;

export class Check {
  #job;
  #timer;
  #rows = new Map();

  /** @param {{onProblem: (error: Error) => void}} handlers */
  constructor({ onProblem }) {
    this.onProblem = onProblem;
    this.title = make("h3", {});
    this.said = make("p.soft", { role: "status" });
    this.progress = make("progress", { max: 1, value: 0, "aria-label": t("labels.check-progress"),
      "data-t-label": "labels.check-progress" });
    this.list = make("ol.held-up", { tabindex: "0", "aria-label": t("bar.labels"), "data-t-label": "bar.labels" });
    this.element = make("section.check-list", { hidden: true }, this.title, this.progress, this.said, this.list);
  }

  open(job) {
    this.#job = job;
    this.element.hidden = false;
    this.#rows.clear();
    this.list.replaceChildren();
    this.look();
  }

  close() {
    this.#job = undefined;
    this.element.hidden = true;
  }

  /** Updates the language. */
  speak() {
    if (this.#job) this.open(this.#job);
  }

  /** Handles a scan, or a new connection. */
  note() {
    if (!this.#job) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), lookAfter);
  }

  async look() {
    const job = this.#job;
    try {
      const check = await get(`/label-jobs/${encodeURIComponent(job.id)}/check`);
      if (job === this.#job) this.#show(check);
    } catch (error) {
      this.onProblem(error);
    }
  }

  #show({ total, seen, labels }) {
    const left = total - seen;
    setText(this.title, t(left === 0 ? "labels.check-all" : "labels.check-next"));
    setText(this.said, left === 0 ? t("labels.check-all-of", { count: total })
      : t("labels.check-left", { done: seen, total, left }));
    this.progress.max = Math.max(1, total);
    this.progress.value = seen;
    this.element.classList.toggle("is-whole", left === 0);
    labels.forEach((label, index) => {
      const key = `${index} ${label.code}`;
      let row = this.#rows.get(key);
      if (!row) {
        row = { element: make("li", {}), isSeen: undefined };
        this.#rows.set(key, row);
        this.list.append(row.element);
      }
      const isSeen = Boolean(label.seenAt);
      if (row.isSeen === isSeen) return;
      row.isSeen = isSeen;
      row.element.dataset.seen = String(isSeen);
      row.element.replaceChildren(
        make("span.tick", {}, icon(isSeen ? "done" : "note"), make("span.apart", {},
          `${t(isSeen ? "labels.read" : "labels.unread")} `)),
        make("span", { dir: "auto" }, label.text || label.code),
        make("span.soft", {}, isSeen ? seenWords(label) : ""));
    });
  }
}
