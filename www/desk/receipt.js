// The receipt of a session that has just ended: shown for a short time, printed when asked, then wiped.

import { Problem, newID, post } from "/hub/client.js";
import { left } from "/hub/clock.js";
import { loadWords, t } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { loadStyle } from "/desk/style.js";

/** How long it stays, in milliseconds: somebody else stands there next. */
const shownFor = 20_000;

/** @param {string} visit @param {(error: Error) => void} onProblem */
export async function showReceipt(visit, onProblem) {
  await Promise.all([loadWords("why"), loadStyle("/desk/why.css")]);
  const answer = await fetch(`/api/v1/visits/${encodeURIComponent(visit)}/receipt`, {
    headers: { accept: "text/plain" }, cache: "no-store", signal: AbortSignal.timeout(8000),
  }).catch(() => undefined);
  // A session in which nothing happened has none, and an old one is nobody's business.
  if (!answer?.ok) return;
  const text = (await answer.text()).trim();
  if (!text) return;

  const over = Date.now() + shownFor;
  const note = make("p.soft");
  const print = make("button.primary", { type: "button", on: { click: async () => {
    print.disabled = true;
    try {
      await post(`/visits/${encodeURIComponent(visit)}/print`, undefined, { headers: { "idempotency-key": newID() } });
      setText(note, t("desk.receipt-printing"));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      closeSheet();
      onProblem(error);
    }
  } } }, icon("print"), t("desk.receipt-print"));
  const close = make("button", { type: "button", on: { click: closeSheet } }, t("desk.close"));
  const timer = setInterval(() => {
    if (Date.now() >= over) closeSheet();
    else if (!print.disabled) setText(note, t("desk.receipt-over", { time: left(over - Date.now()) }));
  }, 500);
  const paper = make("pre.receipt", { tabindex: "0", "aria-label": t("desk.receipt") }, text);
  openSheet(t("desk.receipt"), [paper, note, make("div.actions", {}, close, print)], () => {
    clearInterval(timer);
    paper.textContent = "";
  });
}
