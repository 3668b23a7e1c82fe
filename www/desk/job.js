// An order to write a tag, told like a scan so that the card can show it.

import { spokenLanguage } from "/hub/words.js";
import { effort, jobTitle, jobWord } from "/record/tags.js";

/** @param {object} job @returns {object} what `cardContent` takes; `job` marks it, for it is no scan. */
export function jobScan(job) {
  // The hub says it in the desk's language; in English this page says it in its own words.
  const isEnglish = spokenLanguage() === "en";
  const said = job.state === "done" && isEnglish ? [effort(job) || job.sentence]
    : isEnglish ? [job.sentence, job.hint] : [job.hint];
  return {
    id: job.id,
    job,
    at: job.finishedAt ?? job.createdAt,
    symbology: "tag UID",
    text: job.uid,
    outcome: {
      status: job.status ?? "noted",
      code: job.state === "torn" ? "tag-lost" : job.outcome ?? "tag-writing",
      title: isEnglish ? jobTitle(job) || jobWord(job) : job.sentence,
      detail: said.filter(Boolean).join(" "),
      mode: "write",
      release: job.release ?? job.copy?.release,
      copy: job.copy,
    },
  };
}
