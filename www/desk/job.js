// An order to write a tag, told like a scan so that the card can show it.

import { effort, jobTitle, jobWord } from "/record/tags.js";

/** @param {object} job @returns {object} what `cardContent` takes; `job` marks it, for it is no scan. */
export function jobScan(job) {
  const said = job.state === "done" ? [effort(job) || job.sentence] : [job.sentence, job.hint];
  return {
    id: job.id,
    job,
    at: job.finishedAt ?? job.createdAt,
    symbology: "tag UID",
    text: job.uid,
    outcome: {
      status: job.status ?? "noted",
      code: job.state === "torn" ? "tag-lost" : job.outcome ?? "tag-writing",
      title: jobTitle(job) || jobWord(job),
      detail: said.filter(Boolean).join(" "),
      mode: "write",
      release: job.release ?? job.copy?.release,
      copy: job.copy,
    },
  };
}
