// The progress and the result of the hub's database check.

import { request } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { byID, setText } from "/record/element.js";

/** The polling intervals in milliseconds, during a check and otherwise. */
const often = 3000;
const seldom = 60_000;

let newest;
let timer;

/** Reads and shows it repeatedly while the page is open. */
export async function followCheck() {
  clearTimeout(timer);
  try {
    newest = (await request("GET", "/readyz", { accept: [503] })).check;
  } catch {
    // The page shows elsewhere that the hub is unreachable, or that it needs a token.
    newest = undefined;
  }
  showCheck();
  timer = setTimeout(followCheck, ["waiting", "running"].includes(newest?.state) ? often : seldom);
}

/** Shows the last result, as after a change of the language. */
export function showCheck() {
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
