// Finished labels: the proof, the sheets to view, download and print, and the check by scanning.

import { moment } from "/hub/clock.js";
import { t, textOr } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";
import { Check } from "/labels/check.js";

/** Returns the proof in one sentence. */
export function proofWords({ labels, proof, state }) {
  if (state === "failed") return t("labels.none-out");
  if (!proof || !proof.total) return "";
  const all = [proof.clean, proof.blur, proof.noise, proof.spread].every((count) => count === proof.total);
  if (all) return t("labels.proof", { count: labels });
  return t("labels.proof-part", {
    count: proof.total, clean: proof.clean, blurred: proof.blur, noisy: proof.noise, spread: proof.spread,
  });
}

const printTones = { printing: "note", printed: "done", failed: "no" };

/** Returns an element whose words follow the language. */
const word = (key) => make("span", { "data-t": key }, t(key));
const label = (key) => ({ "aria-label": t(key), "data-t-label": key });

const address = (job, path) => `/api/v1/label-jobs/${encodeURIComponent(job.id)}${path}`;

export class Result {
  #job;
  #page = 1;

  /** @param {{onPrint: (job: object) => void, onClose: () => void, onProblem: (error: Error) => void}} handlers */
  constructor({ onPrint, onClose, onProblem }) {
    this.handlers = { onPrint, onClose };
    this.check = new Check({ onProblem });
    this.badge = make("p.proof");
    this.title = make("h2", { id: "made-title" });
    this.words = make("p.made-words");
    this.progress = make("progress", { max: 1, value: 0, ...label("labels.proven-progress") });
    this.skipped = make("div.skipped", { hidden: true });
    this.image = make("img.sheet-image", { alt: "" });
    this.pager = make("div.pager", {});
    this.print = make("button", { type: "button", on: { click: () => onPrint(this.#job) } }, icon("print"),
      word("labels.print"));
    this.pdf = make("a.button.primary", { download: "" }, icon("labels"), word("labels.pdf"));
    this.printed = make("p.printed", { role: "status" });
    this.begin = make("button", { type: "button", on: { click: () => {
      this.check.open(this.#job);
      this.check.element.scrollIntoView({ block: "start" });
    } } }, icon("camera"), word("labels.check"));
    this.element = [
      make("button.quiet.close", { type: "button", ...label("labels.close"), on: { click: onClose } }, icon("close")),
      this.badge, this.title, this.words, this.progress, this.skipped,
      make("div.made-actions", {}, this.pdf, this.print, this.begin), this.printed,
      this.check.element, make("figure.sheet-preview", {}, this.pager, this.image),
    ];
  }

  get job() { return this.#job; }

  show(job) {
    if (this.#job?.id !== job.id) {
      this.#page = 1;
      this.check.close();
    }
    this.#job = job;
    const state = job.state ?? "ready";
    const isReady = state === "ready";
    const kind = { making: "note", ready: "done", failed: "no" }[state] ?? "note";
    this.badge.replaceChildren(make("span.badge", { data: { tone: kind } }, icon(kind),
      textOr(`labels.state-${state}`, state)));
    setText(this.title, isReady ? made(job) : t(state === "making" ? "labels.drawing" : "labels.unproven"));
    setText(this.words, state === "making" ? t("labels.proven", { done: job.done ?? 0, total: job.labels })
      : [!isReady && job.detail, proofWords(job), glyphs(job)].filter(Boolean).join(" "));
    this.progress.hidden = state !== "making";
    this.progress.max = Math.max(1, job.labels);
    this.progress.value = job.done ?? 0;
    this.#showSkipped(job.skipped ?? []);
    for (const part of [this.pdf, this.print, this.begin]) part.hidden = !isReady;
    this.pdf.href = address(job, "/sheets.pdf");
    const printState = printTones[job.printState] ? job.printState : job.printedAt && "printed";
    const tone = printTones[printState];
    this.printed.replaceChildren(...tone ? [
      make("span.badge", { data: { tone } }, icon(tone), t(`labels.print-${printState}`)),
      job.printedAt ? ` ${moment(job.printedAt).replace(/\.\d+$/, "")}` : "",
      job.printOutput ? make("pre.mono", {}, job.printOutput) : ""] : []);
    this.print.disabled = job.printState === "printing";
    this.#showPage(isReady);
  }

  /** Updates the language. */
  speak() {
    if (this.#job) this.show(this.#job);
    this.check.speak();
  }

  #showSkipped(skipped) {
    this.skipped.hidden = skipped.length === 0;
    this.skipped.replaceChildren(make("strong", {}, t("labels.left-out", { count: skipped.length })),
      make("ul", {}, ...skipped.slice(0, 20).map(({ subject, reason }) => (
        make("li", { dir: "auto" }, `${subject}: ${reason}`)))),
      skipped.length > 20 ? make("p", {}, t("labels.and-more", { count: skipped.length - 20 })) : "");
  }

  #showPage(isReady) {
    this.image.hidden = !isReady;
    this.pager.hidden = !isReady || this.#job.sheets < 2;
    if (!isReady) return;
    const source = address(this.#job, `/sheets/${this.#page}.png`);
    if (this.image.getAttribute("src") !== source) this.image.src = source;
    const which = t("labels.sheet-of", { number: this.#page, total: this.#job.sheets });
    this.image.alt = which;
    const turn = (step, word, sign) => make("button", {
      type: "button", disabled: this.#page + step < 1 || this.#page + step > this.#job.sheets, "aria-label": word,
      on: { click: () => {
        this.#page += step;
        this.#showPage(true);
      } },
    }, icon(sign));
    this.pager.replaceChildren(turn(-1, t("labels.sheet-before"), "back"),
      make("span", {}, which), turn(1, t("labels.sheet-next"), "next"));
  }
}

const made = ({ labels, sheets }) => (
  t("labels.on", { labels: t("labels.count", { count: labels }), sheets: t("labels.sheets", { count: sheets }) }));

const glyphs = ({ missingGlyphs }) => (missingGlyphs ? t("labels.glyphs", { count: missingGlyphs }) : "");
