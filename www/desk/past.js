// The past of a copy on the card of a look-up or an addition: when it was last played and last lent. For a copy that has a
// recording of a concert, the concert and the source.

import { day } from "/hub/clock.js";
import { loadWords, t } from "/hub/words.js";

await loadWords("additions");

/** Returns the past of a copy in one line; empty if nothing is known. @param {object} outcome */
export const pastLine = ({ lastPlayedAt, lastLentAt }) => [
  lastPlayedAt && t("additions.last-played", { date: day(lastPlayedAt) }),
  lastLentAt && t("additions.last-lent", { date: day(lastLentAt) }),
].filter(Boolean).join(" · ");

/** Returns the show of a copy in one line: day, venue, place and source; empty without one. @param {object} outcome */
export const showLine = ({ show }) => (show ? [
  [show.date && day(`${show.date}T12:00:00`), show.venue, show.place].filter(Boolean).join(", ") || show.id,
  [show.sourceType, show.source].filter(Boolean).join(": "),
].filter(Boolean).join(" · ") : "");

/** Returns the songs of the show of a copy in one line; empty if they are not known. @param {object} outcome */
export const songsLine = ({ show }) => (show?.songs ?? []).join(", ");
