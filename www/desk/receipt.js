// The receipt of a session that has just ended: a line above the foot for a short time, printed on request, then wiped.

import { Problem, newID, post } from "/hub/client.js";
import { loadWords, t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { loadStyle } from "/desk/style.js";

/** The time it stays, in milliseconds: another borrower is next. */
const shownFor = 12_000;
let timer;

/** Removes every part of it. */
export function wipeReceipt() {
  clearTimeout(timer);
  const strip = byID("receipt");
  strip.hidden = true;
  strip.replaceChildren();
}

/** @param {string} session @param {(error: Error) => void} onProblem */
export async function showReceipt(session, onProblem) {
  wipeReceipt();
  await Promise.all([loadWords("why"), loadStyle("/desk/receipt.css")]);
  const answer = await fetch(`/api/v1/sessions/${encodeURIComponent(session)}/receipt`, {
    headers: { accept: "text/plain" }, cache: "no-store", signal: AbortSignal.timeout(8000),
  }).catch(() => undefined);
  // A session without loans and returns has none, and an old one is private.
  if (!answer?.ok || answer.status === 204) return;
  const lines = (await answer.text()).split("\n").map((line) => line.trim()).filter((line) => /\p{L}|\p{N}/u.test(line));
  if (!lines.length) return;

  const text = make("p.receipt", { dir: "auto", tabindex: "0" }, lines.join(" · "));
  const print = make("button", { type: "button", on: { click: async () => {
    print.disabled = true;
    try {
      await post(`/sessions/${encodeURIComponent(session)}/print`, undefined, { headers: { "idempotency-key": newID() } });
      setText(text, t("desk.receipt-printing"));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      wipeReceipt();
      onProblem(error);
    }
  } } }, icon("print"), t("desk.receipt-print"));
  const close = make("button.quiet", { type: "button", "aria-label": t("desk.close"), on: { click: wipeReceipt } },
    icon("close"));
  const strip = byID("receipt");
  strip.replaceChildren(icon("done"), text, print, close);
  strip.hidden = false;
  timer = setTimeout(wipeReceipt, shownFor);
}
