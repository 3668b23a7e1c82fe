// The progress and the result of the hub's checks: of its database, and of the files of attachments.

import { request } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID, setText } from "/record/element.js";

/** The polling intervals in milliseconds, during a check and otherwise. */
const often = 3000;
const seldom = 60_000;

let newest;
let files;
let timer;

/** Reads and shows it repeatedly while the page is open. */
export async function followCheck() {
  clearTimeout(timer);
  try {
    ({ check: newest, files } = await request("GET", "/readyz", { accept: [503] }));
  } catch {
    // The page shows elsewhere that the hub is unreachable, or that it needs a token.
    newest = files = undefined;
  }
  showCheck();
  timer = setTimeout(followCheck, ["waiting", "running"].includes(newest?.state) ? often : seldom);
}

/** Shows the last result, as after a change of the language. */
export function showCheck() {
  const lost = byID("file-check");
  lost.hidden = !files || files.missing + files.damaged === 0;
  if (!lost.hidden) setText(lost, t("settings.files-lost", { missing: files.missing, damaged: files.damaged }));
  const line = byID("check");
  line.hidden = !newest;
  if (!newest) return;
  line.dataset.state = newest.state;
  setText(line, words(newest));
}

function words({ state, percent, soundAt }) {
  switch (state) {
    case "running": return t("settings.check-running", { percent });
    case "sound": return t("settings.check-sound", { date: day(soundAt) });
    case "damaged": return t("settings.check-damaged");
    case "failed": return t("settings.check-failed");
    default: return t("settings.check-waiting");
  }
}
