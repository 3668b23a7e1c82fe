// From what the hub says to what stands on the screen: one step, one picture, one sentence. Nothing here draws.

import { pictureFor } from "/tag/drawing.js";
import { isOver, jobTone } from "/record/tags.js";
import { nextStep, tone } from "/record/words.js";
import { guards } from "/write/guards.js";

/**
 * @param {object} state what is known: `station`, `reader`, `present` (tags that lie there), `queue`, `copy` (that is
 *   being written), and of what happened last `focus` ("job", "scan" or undefined), `job` and `scan`.
 * @returns {{key: string, step: number, tone: string, picture: string, title: string, lead: string, copy?: object,
 *   showsTags: boolean, actions: string[], words?: object, choices?: object[]}}
 */
export function sceneOf(state) {
  return notReady(state) ?? asked(state) ?? happened(state) ?? waiting(state);
}

function notReady({ station, reader }) {
  if (!station) return scene("away", 1, "again", "fault", "The hub does not answer", "This page returns by itself.");
  if (station.mode !== "write") {
    return scene("start", 1, "note", "start", "Write tags",
      "Record after record: scan it, lay its tag on the reader, and it is written and checked.",
      { actions: ["start"] });
  }
  if (reader && reader.state !== "ready" && reader.state !== "opening") {
    return scene("reader", 2, "fault", "fault", "The reader is not ready",
      [reader.reason, reader.hint ?? "Plug it in; it is found by itself."].filter(Boolean).join(". "));
  }
  return undefined;
}

/** The desk's own question stands before everything else. */
function asked({ station, copy }) {
  const { question } = station;
  if (!question) return undefined;
  const guard = guards[question.code];
  const lead = question.bound ? `It names ${question.bound}. ${guard?.lead ?? ""}` : question.sentence || guard?.lead;
  return scene(`ask ${question.code}`, guard?.step ?? 2, "ask", pictureFor(question.code),
    guard?.title ?? "Yes or no?", lead ?? "",
    { copy: named(question) ?? copy, actions: guard?.actions ?? ["yes", "no"], words: guard, showsTags: false });
}

function happened(state) {
  if (state.focus === "job" && state.job) return ofJob(state.job, state);
  if (state.focus === "scan" && state.scan) return ofScan(state.scan, state);
  return undefined;
}

/** How the order to write goes, and how it ended. */
export function ofJob(job, { queue, copy } = {}) {
  const about = { copy: named(job) ?? copy };
  if (job.state === "done") return done(job, about, queue);
  if (job.state === "waiting") {
    return scene("job waiting", 2, "note", "tag", "Lay its tag on the reader",
      "The order waits for this one tag.", { ...about, showsTags: true, actions: ["calloff"] });
  }
  if (job.state === "writing") {
    return scene("job writing", 3, "note", "writing", "Writing", "Leave the tag where it lies.", about);
  }
  const code = job.outcome ?? (job.state === "torn" ? "tag-lost" : job.state);
  const guard = guards[code];
  // A torn tag is finished at its next tap, whatever broke it off.
  const lead = job.state === "torn" ? guards[code === "reader-fault" ? code : "tag-lost"].lead
    : guard?.lead ?? [job.hint, job.detail].filter(Boolean).join(" ");
  return scene(`job ${code}`, guard?.step ?? 3, jobTone(job), pictureFor(code),
    guard?.title ?? job.sentence ?? "It was not written", lead,
    { ...about, actions: isOver(job) ? guard?.actions ?? ["again"] : [], words: guard });
}

function done(job, about, queue) {
  const titles = {
    "tag-erased": "Erased and checked", "tag-sealed": "Sealed", "tag-unsealed": "The seal is off",
    "tag-unchanged": "It was right already",
  };
  const left = queue ? queue.total - queue.done - queue.skipped : 0;
  const next = left > 0 ? "Take it away; the next record follows." : "Take it away, then the next record.";
  const short = job.form === "short" ? " The tag is small and holds the short form." : "";
  return scene(`done ${job.outcome}`, 4, jobTone(job), pictureFor(job.outcome ?? "tag-written"),
    titles[job.outcome] ?? "Written and checked", next + short, about);
}

/** Codes after which the desk waits for the other half of the pair. */
const halves = new Set(["tag-needed", "copy-needed", "mode-changed", "found", "declined", "nothing-open"]);

function ofScan({ outcome }, state) {
  const about = { copy: named(outcome) ?? state.copy };
  if (outcome.code === "tag-writing") {
    return scene("job writing", 3, "note", "writing", "Writing", "Leave the tag where it lies.", about);
  }
  if (outcome.code === "choose-copy") {
    return scene("choose", 1, "ask", "record", "Which copy?", "Scan its own label, or press its number.",
      { choices: outcome.choices });
  }
  if (halves.has(outcome.code)) return undefined;
  const guard = guards[outcome.code];
  const kind = tone(outcome);
  if (!guard && (kind === "done" || kind === "note" || kind === "again")) return undefined;
  return scene(`scan ${outcome.code}`, guard?.step ?? 1, kind, guard ? pictureFor(outcome.code) : "record",
    guard?.title ?? outcome.title, guard ? guard.lead : nextStep(outcome),
    { ...about, actions: guard ? guard.actions.filter((action) => action !== "again") : ["choose"], words: guard });
}

/** Nothing has happened that must be told: what the desk waits for. */
function waiting({ station, present, queue, copy }) {
  if (present.length > 1) {
    const title = present.length > 2 ? `${present.length} tags lie on the reader` : guards["two-tags"].title;
    return { ...guarded("two-tags"), title };
  }
  const { pending } = station;
  if (queue?.isWritten) {
    return scene("done", 4, "done", "away", "Written and checked", "Take it away; the next record follows.",
      { copy: named(queue, queue.next) });
  }
  const next = queue?.next;
  if (next || pending?.waitsFor === "tag") {
    const about = { copy: next ? named(queue, next) : copy, showsTags: true, actions: next ? ["skip"] : ["choose"] };
    return scene("tag", 2, "note", "tag", "Lay its tag on the reader",
      next ? "Take this record from the list and lay its tag on the reader."
        : "A fresh tag, or the one the record has already.", about);
  }
  if (queue && queue.total > 0) {
    return scene("list over", 4, "done", "start", "The list is done",
      `${queue.done} written${queue.skipped ? `, ${queue.skipped} skipped` : ""}.`, { actions: ["stop"] });
  }
  if (pending?.waitsFor === "copy") {
    return scene("copy", 1, "ask", "waiting", "Now the record of this tag",
      "Hold up its barcode or its label.", { showsTags: true, actions: ["choose"] });
  }
  return scene("record", 1, "note", "record", "Hold up the record",
    "Its barcode or our label; or lay its tag down first.",
    { showsTags: present.length > 0, actions: ["choose", "list"] });
}

function guarded(code) {
  const guard = guards[code];
  return scene(`guard ${code}`, guard.step, "no", pictureFor(code), guard.title, guard.lead,
    { actions: guard.actions, words: guard, showsTags: true });
}

function scene(key, step, kind, picture, title, lead, more = {}) {
  return { key, step, tone: kind, picture, title, lead, showsTags: false, actions: [], ...more };
}

/** A copy with its release, from whichever shape names them side by side. */
export function named(source, copy = source?.copy) {
  return copy ? { ...copy, release: copy.release ?? source.release } : undefined;
}
