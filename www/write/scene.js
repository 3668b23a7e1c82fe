// From the hub's state to the content of the screen: one step, one picture, one sentence. Nothing here draws.

import { hasText, sentence, spokenLanguage, t, textOr } from "/hub/words.js";
import { pictureFor } from "/tag/drawing.js";
import { boundWord, isOver, jobSentences, jobTitle, jobTone, uidText } from "/record/tags.js";
import { nextStep, tone } from "/record/words.js";
import { guardOf } from "/write/guards.js";

/**
 * @param {object} state the known state: `station`, `reader`, `present` (tags on it), `queue`, `copy` (being written),
 *   and the last event in `focus` ("job", "scan" or undefined), `job` and `scan`.
 * @returns {{key: string, step: number, tone: string, picture: string, title: string, lead: string, copy?: object,
 *   showsTags: boolean, actions: string[], words?: object, choices?: object[]}}
 */
export function sceneOf(state) {
  return notReady(state) ?? asked(state) ?? happened(state) ?? waiting(state);
}

function notReady({ station, reader }) {
  if (!station) return scene("away", 1, "again", "fault", t("desk.hub-offline"), t("desk.returns-itself"));
  if (station.mode !== "write") {
    return scene("start", 1, "note", "start", t("mode.write.title"), t("write.start-do"), { actions: ["start"] });
  }
  if (reader && reader.state !== "ready" && reader.state !== "opening") {
    return scene("reader", 2, "fault", "fault", t("write.reader-off"),
      [reader.reason, reader.hint ?? t("desk.lamp-absent-do")].filter(Boolean).map(sentence).join(" "));
  }
  return undefined;
}

/** The station's own prompt takes precedence. */
function asked({ station, copy }) {
  const { question } = station;
  if (!question) return undefined;
  const guard = guardOf(question.code);
  const words = isOurs(station) ? question.sentence : textOr(`outcome.${question.code}.detail`, question.sentence);
  const lead = question.bound ? `${t("write.names", { title: question.bound })} ${guard?.lead ?? ""}`
    : words || guard?.lead;
  return scene(`ask ${question.code}`, guard?.step ?? 2, "ask", pictureFor(question.code),
    guard?.title ?? t("desk.yes-or-no"), lead ?? "",
    { copy: named(question) ?? copy, actions: guard?.actions ?? ["yes", "no"], words: guard?.words, showsTags: false });
}

/** Returns true if the hub uses this page's language for the station. */
const isOurs = ({ policy }) => !policy?.language || policy.language === spokenLanguage();

/** Returns an outcome in this page's language, if the catalogue can without the hub's facts. */
function translated(outcome, station) {
  const key = `outcome.${outcome.code}.detail`;
  if (isOurs(station) || !hasText(key)) return outcome;
  return {
    ...outcome, title: textOr(`outcome.${outcome.code}.title`, outcome.title),
    detail: hasText(`${key}.bare`) ? t(`${key}.bare`) : t(key),
  };
}

function happened(state) {
  if (state.focus === "job" && state.job) return ofJob(state.job, state);
  if (state.focus === "scan" && state.scan) return ofScan(state.scan, state);
  return undefined;
}

/** Returns the progress and the end of the write order. */
export function ofJob(job, { queue, copy } = {}) {
  const about = { copy: named(job) ?? copy };
  if (job.state === "done") return done(job, about, queue);
  if (job.state === "waiting") {
    return scene("job waiting", 2, "note", "tag", t("write.place"), t("write.place-job"), {
      ...about, showsTags: true, actions: ["calloff"],
    });
  }
  if (job.state === "writing") return writing(about);
  const code = job.outcome ?? (job.state === "torn" ? "tag-lost" : job.state);
  const guard = guardOf(code);
  const { title, hint } = jobSentences(job);
  // A torn tag is finished at its next tap, for any cause.
  const lead = job.state === "torn" ? guardOf(code === "reader-fault" ? code : "tag-lost").lead
    : guard?.lead ?? [hint, job.detail].filter(Boolean).join(" ");
  return scene(`job ${code}`, guard?.step ?? 3, jobTone(job), pictureFor(code),
    guard?.title ?? title ?? t("write.not-written"), lead,
    { ...about, actions: isOver(job) ? guard?.actions ?? ["again"] : [], words: guard?.words });
}

const writing = (about) => (
  scene("job writing", 3, "note", "writing", t("tags.result-writing"), t("write.leave"), about));

function done(job, about, queue) {
  const left = queue ? queue.total - queue.done - queue.skipped : 0;
  const next = left > 0 ? t("write.next-list") : t("write.next");
  const short = job.form === "short" ? ` ${t("write.short-form")}` : "";
  return scene(`done ${job.outcome}`, 4, jobTone(job), pictureFor(job.outcome ?? "tag-written"),
    jobTitle(job) || t("tags.result-tag-written"), next + short, about);
}

/** The codes after which the station waits for the other half of the pair. */
const halves = new Set(["tag-needed", "copy-needed", "mode-changed", "found", "declined", "nothing-open"]);

function ofScan({ outcome }, state) {
  const about = { copy: named(outcome) ?? state.copy };
  if (outcome.code === "tag-writing") return writing(about);
  if (outcome.code === "choose-copy") {
    return scene("choose", 1, "ask", "record", t("outcome.choose-copy.title"), t("write.choose-do"),
      { choices: outcome.choices });
  }
  if (halves.has(outcome.code)) return undefined;
  const guard = guardOf(outcome.code);
  const said = translated(outcome, state.station);
  const kind = tone(outcome);
  if (!guard && (kind === "done" || kind === "note" || kind === "again")) return undefined;
  return scene(`scan ${outcome.code}`, guard?.step ?? 1, kind, guard ? pictureFor(outcome.code) : "record",
    guard?.title ?? said.title, guard ? guard.lead : nextStep(said), {
      ...about, actions: guard ? guard.actions.filter((action) => action !== "again") : ["choose"], words: guard?.words,
    });
}

/** Returns what the station waits for, if there is nothing to report. */
function waiting({ station, present, queue, copy }) {
  if (present.length > 1) {
    const two = guarded("two-tags");
    return present.length > 2 ? { ...two, title: t("write.tags-lie", { count: present.length }) } : two;
  }
  const { pending } = station;
  if (queue?.isWritten) {
    return scene("done", 4, "done", "away", t("tags.result-tag-written"), t("write.next-list"), {
      copy: named(queue, queue.next),
    });
  }
  const next = queue?.next;
  if (next || pending?.waitsFor === "tag") {
    const about = { copy: next ? named(queue, next) : copy, showsTags: true, actions: next ? ["skip"] : ["choose"] };
    return scene("tag", 2, "note", "tag", t("write.place"), next ? t("write.place-list") : t("write.place-any"), about);
  }
  if (queue && queue.total > 0) {
    return scene("list over", 4, "done", "start", t("write.list-over"),
      t("write.list-written", { count: queue.done, other: queue.skipped || undefined }), { actions: ["stop"] });
  }
  if (pending?.waitsFor === "copy") {
    return scene("copy", 1, "ask", "waiting", t("write.copy"), t("write.copy-do"),
      { showsTags: true, actions: ["choose"] });
  }
  return scene("record", 1, "note", "record", t("write.record"), t("write.record-do"),
    { showsTags: present.length > 0, actions: ["choose", "list"] });
}

function guarded(code) {
  const guard = guardOf(code);
  return scene(`guard ${code}`, guard.step, "no", pictureFor(code), guard.title, guard.lead,
    { actions: guard.actions, showsTags: true });
}

function scene(key, step, kind, picture, title, lead, more = {}) {
  return { key, step, tone: kind, picture, title, lead, showsTags: false, actions: [], ...more };
}

/** Returns the line at the foot: the reader's state, and the tags on it. */
export function readerWords({ reader, present }) {
  if (!reader) return t("write.no-reader");
  if (reader.state !== "ready") {
    return t("write.reader-state", { state: reader.reason ?? textOr(`desk.lamp-${reader.state}`, reader.state) });
  }
  const [tag] = present;
  if (!tag) return t("write.reader-ready");
  return present.length > 1 ? t("write.reader-tags", { count: present.length })
    : `${t("write.reader-tag", { uid: uidText(tag.uid) })} · ${boundWord(tag.bound)}`;
}

/** Returns a copy with its release, from a shape that has both. */
export function named(source, copy = source?.copy) {
  return copy ? { ...copy, release: copy.release ?? source.release } : undefined;
}
