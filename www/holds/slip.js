// The slip that stands with a copy on the pick-up shelf.

import { t } from "/hub/words.js";
import { complain, once, say } from "/page/toast.js";

/** Sends the slip to the library's printer. Returns false if there is none. @param {string} hold the id of a ready hold */
export async function sendSlip(hold) {
  try {
    await once(`/holds/${encodeURIComponent(hold)}/print`);
    return true;
  } catch (error) {
    if (error.code === "no-printer") return false;
    throw error;
  }
}

/** Prints the slip; without a printer, it opens as a page. @param {string} hold the id of a ready hold */
export async function printSlip(hold) {
  try {
    if (await sendSlip(hold)) say(t("holds.slip-printed"));
    else open(`/api/v1/holds/${encodeURIComponent(hold)}/slip?format=html`, "_blank", "noopener");
  } catch (error) {
    complain(error);
  }
}
