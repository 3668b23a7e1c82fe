// The receipt of a session that has just ended: a strip in place of the last scans for a short time, printed on request, then
// wiped.

import { HubOffline, Problem, newID, post, request } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { loadWords, t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { loadStyle } from "/desk/style.js";

/** The time it stays, in milliseconds: another borrower is next. A link is read by a phone meanwhile. */
const shownFor = 12_000;
const linkShownFor = 60_000;
let timer;

/** Removes every part of it. */
export function wipeReceipt() {
  clearTimeout(timer);
  const strip = byID("receipt");
  strip.hidden = true;
  strip.replaceChildren();
}

/** Returns the lines of a receipt without its rules and its heading. A line that was wrapped for the printer is whole again. */
function linesOf(text) {
  const whole = text.replace(/\n {4}(?=\S)/g, " ");
  return whole.split("\n").map((line) => line.trim())
    .filter((line) => /\p{L}|\p{N}/u.test(line) && line !== t("desk.receipt-strip"));
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
  const lines = linesOf(await answer.text());
  if (!lines.length) return;

  const text = make("div.receipt", { dir: "auto", tabindex: "0", role: "group", "aria-label": t("desk.receipt-strip") },
    ...lines.map((line) => make("p", {}, line)));
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
  // Without such a header the library gives no links to borrowers.
  const link = answer.headers.get("link")?.includes("/link>") ? linkButton(session, text, onProblem) : undefined;
  const close = make("button.quiet", { type: "button", "aria-label": t("desk.close"), on: { click: wipeReceipt } },
    icon("close"));
  const strip = byID("receipt");
  strip.replaceChildren(make("div.receipt-head", {}, make("h2", {}, t("desk.receipt-strip")), close), text, print, ...link ? [link] : []);
  strip.hidden = false;
  timer = setTimeout(wipeReceipt, shownFor);
}

function linkButton(session, text, onProblem) {
  const link = make("button", { type: "button", on: { click: async () => {
    link.disabled = true;
    try {
      await showLink(session, text, link);
    } catch (error) {
      if (!(error instanceof Problem || error instanceof HubOffline)) throw error;
      wipeReceipt();
      onProblem(error);
    }
  } } }, icon("link"), t("desk.receipt-link"));
  return link;
}

/**
 * Replaces the receipt with the QR code of a link to the borrower's own page. The page is never opened here, where the next person
 * would find it. The button then ends the link at once.
 */
async function showLink(session, text, button) {
  const path = `/sessions/${encodeURIComponent(session)}/link`;
  const [{ qrDrawing }, { qr, endsAt }] = await Promise.all([import("/record/qr.js"), post(path)]);
  text.classList.add("has-link");
  text.replaceChildren(qrDrawing(qr, t("desk.receipt-link-qr")), make("p", {}, t("desk.receipt-link-lead", { date: day(endsAt) })));
  const end = make("button", { type: "button", on: { click: async () => {
    end.disabled = true;
    await request("DELETE", `/api/v1${path}`).catch(() => {});
    wipeReceipt();
  } } }, t("desk.receipt-link-end"));
  button.previousElementSibling.hidden = true;
  button.replaceWith(end);
  clearTimeout(timer);
  timer = setTimeout(wipeReceipt, linkShownFor);
}
