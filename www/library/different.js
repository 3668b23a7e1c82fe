// Notes that releases are different editions, so that they are no duplicates of one another.

import { newID, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { perform } from "/page/toast.js";

/** @param {string[]} releases their ids @param {() => void} refresh @returns {Promise<boolean>} true if it worked. */
export const noteDifferent = (releases, refresh) => perform(() => request("POST", "/api/v1/releases/duplicates/different", {
  body: { releases }, headers: { "idempotency-key": newID() },
}), t("records.noted-different"), refresh);
