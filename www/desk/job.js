// An order to write a tag in the form of a scan, for the card.

import { get } from "/hub/client.js";
import { loadWords } from "/hub/words.js";
import { effort, isOver, jobSentences, jobTitle, jobTone, jobWord } from "/record/tags.js";

/** @param {import("/hub/types.js").TagJob} job @returns {Promise<object>} the input of `cardContent`, with the order’s tone. */
export async function jobScan(job) {
  // Without its own words, the page uses the hub's.
  await loadWords("tags").catch(() => {});
  const { title, hint } = jobSentences(job);
  const said = job.state === "done" ? [effort(job) || title] : [title, hint];
  return {
    id: job.id,
    tone: jobTone(job),
    isOver: isOver(job),
    isWriting: job.state === "writing",
    at: job.finishedAt ?? job.createdAt,
    symbology: "tag UID",
    text: job.uid,
    outcome: {
      status: job.status ?? "noted",
      code: job.state === "torn" ? "tag-lost" : job.outcome ?? "tag-writing",
      title: jobTitle(job) || title || jobWord(job),
      detail: said.filter(Boolean).join(" "),
      mode: "write",
      release: job.release ?? job.copy?.release,
      copy: job.copy,
    },
  };
}

/** Returns the scan of an order at this station; undefined for another one, or if the card shows its end already. */
export async function scanOfJob(event, station, shown) {
  const job = event.job ?? await get(`/tag-jobs/${encodeURIComponent(event.subject)}`);
  if ((job.station && job.station !== station) || job.state === "waiting") return undefined;
  return shown?.id === job.id && shown.isOver ? undefined : jobScan(job);
}
