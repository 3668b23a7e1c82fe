// The past of a copy on the card of a look-up or an addition: when it was last played and last lent.

import { day } from "/hub/clock.js";
import { loadWords, t } from "/hub/words.js";

await loadWords("additions");

/** Returns the past of a copy in one line; empty if nothing is known. @param {object} outcome */
export const pastLine = ({ lastPlayedAt, lastLentAt }) => [
  lastPlayedAt && t("additions.last-played", { date: day(lastPlayedAt) }),
  lastLentAt && t("additions.last-lent", { date: day(lastLentAt) }),
].filter(Boolean).join(" · ");
