// Labels that were made: what the proof says, the sheets to look at, fetch and print, and the check by holding up.

import { moment } from "/hub/clock.js";
import { icon, make, setText } from "/record/element.js";
import { Check } from "/labels/check.js";

const counted = (count, one, many) => `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
const labelsWord = (count) => counted(count, "label", "labels");

/** The proof in one sentence. */
export function proofWords({ labels, proof, state }) {
  if (state === "failed") return "No label is handed out.";
  if (!proof || !proof.total) return "";
  const all = [proof.clean, proof.blur, proof.noise, proof.spread].every((count) => count === proof.total);
  if (all) {
    return labels === 1 ? "The label was read back clean, blurred, noisy and with spread ink."
      : `${labelsWord(labels)}, each read back clean, blurred, noisy and with spread ink.`;
  }
  const part = (name, count) => `${count} ${name}`;
  const parts = [part("clean", proof.clean), part("blurred", proof.blur), part("noisy", proof.noise),
    part("with spread ink", proof.spread)];
  return `Of ${counted(proof.total, "different label", "different labels")} ${parts.join(", ")} were read.`;
}

const printStates = {
  printing: ["note", "On its way to the printer."],
  printed: ["done", "The printer has taken it."],
  failed: ["no", "The printer did not take it."],
};

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
    this.progress = make("progress", { max: 1, value: 0, "aria-label": "How many labels are proven" });
    this.skipped = make("div.skipped", { hidden: true });
    this.image = make("img.sheet-image", { alt: "" });
    this.pager = make("div.pager", {});
    this.print = make("button", { type: "button", on: { click: () => onPrint(this.#job) } }, icon("print"), "Print");
    this.pdf = make("a.button.primary", { download: "" }, icon("labels"), "Fetch the PDF");
    this.printed = make("p.printed", { role: "status" });
    this.begin = make("button", { type: "button", on: { click: () => {
      this.check.open(this.#job);
      this.check.element.scrollIntoView({ block: "start" });
    } } }, icon("camera"), "Hold-up check");
    this.element = [
      make("button.quiet.close", { type: "button", "aria-label": "Close these labels", on: { click: onClose } },
        icon("close")),
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
      { making: "being made", ready: "proven to scan", failed: "refused" }[state] ?? state));
    setText(this.title, isReady ? `${labelsWord(job.labels)} on ${counted(job.sheets, "sheet", "sheets")}`
      : state === "making" ? "Drawing and reading" : "These labels could not be proven");
    setText(this.words, state === "making" ? `${job.done ?? 0} of ${job.labels} are proven.`
      : [job.detail, proofWords(job), glyphs(job)].filter(Boolean).join(" "));
    this.progress.hidden = state !== "making";
    this.progress.max = Math.max(1, job.labels);
    this.progress.value = job.done ?? 0;
    this.#showSkipped(job.skipped ?? []);
    for (const part of [this.pdf, this.print, this.begin]) part.hidden = !isReady;
    this.pdf.href = address(job, "/sheets.pdf");
    const [tone, words] = printStates[job.printState] ?? (job.printedAt ? printStates.printed : []);
    this.printed.replaceChildren(...words ? [make("span.badge", { data: { tone } }, icon(tone), words),
      job.printedAt ? ` ${moment(job.printedAt).replace(/\.\d+$/, "")}` : "",
      job.printOutput ? make("pre.mono", {}, job.printOutput) : ""] : []);
    this.print.disabled = job.printState === "printing";
    this.#showPage(isReady);
  }

  #showSkipped(skipped) {
    this.skipped.hidden = skipped.length === 0;
    this.skipped.replaceChildren(make("strong", {}, `${counted(skipped.length, "was", "were")} left out`),
      make("ul", {}, ...skipped.slice(0, 20).map(({ subject, reason }) => (
        make("li", { dir: "auto" }, `${subject}: ${reason}`)))),
      skipped.length > 20 ? make("p", {}, `and ${skipped.length - 20} more`) : "");
  }

  #showPage(isReady) {
    this.image.hidden = !isReady;
    this.pager.hidden = !isReady || this.#job.sheets < 2;
    if (!isReady) return;
    const source = address(this.#job, `/sheets/${this.#page}.png`);
    if (this.image.getAttribute("src") !== source) this.image.src = source;
    this.image.alt = `Sheet ${this.#page} of ${this.#job.sheets}`;
    const turn = (step, word, sign) => make("button", {
      type: "button", disabled: this.#page + step < 1 || this.#page + step > this.#job.sheets, "aria-label": word,
      on: { click: () => {
        this.#page += step;
        this.#showPage(true);
      } },
    }, icon(sign));
    this.pager.replaceChildren(turn(-1, "Sheet before", "back"),
      make("span", {}, `Sheet ${this.#page} of ${this.#job.sheets}`), turn(1, "Next sheet", "next"));
  }
}

function glyphs({ missingGlyphs }) {
  if (!missingGlyphs) return "";
  return `${counted(missingGlyphs, "sign has", "signs have")} no font on this machine and would be boxes; `
    + "docs/labels.md names the fonts.";
}
