// The link to a borrower's own page: created as a QR code and an address, which are shown once, or ended.

import { post, request } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { draw, make } from "/record/element.js";
import { openSheet } from "/desk/sheet.js";
import { complain, say } from "/page/toast.js";

const path = ({ id }) => `/borrowers/${encodeURIComponent(id)}/link`;
/** The quiet zone around the code, in modules. */
const quiet = 4;

/** Creates a link, which ends an earlier one, and shows it. */
export async function openLink(borrower) {
  try {
    const { address, qr, endsAt } = await post(path(borrower));
    const end = make("button.danger", { type: "button", on: { click: () => endLink(borrower) } }, t("borrowers.link-end"));
    openSheet(t("borrowers.link-of", { name: borrower.name }), [
      make("p", {}, t("borrowers.link-lead", { date: day(endsAt) })), qrDrawing(qr),
      make("p.link-address", { dir: "ltr" }, make("a", { href: address }, address)), make("div.acts", {}, end)]);
  } catch (error) {
    complain(error);
  }
}

async function endLink(borrower) {
  try {
    await request("DELETE", `/api/v1${path(borrower)}`);
    say(t("borrowers.link-ended"));
  } catch (error) {
    complain(error);
  }
}

/** Returns a drawing of a QR code. @param {string[]} rows with `1` for a dark module */
function qrDrawing(rows) {
  const size = rows.length + 2 * quiet;
  const dark = rows.flatMap((row, y) => [...row].flatMap((module, x) => (
    module === "1" ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])));
  return draw("svg.link-qr", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("borrowers.link-qr"),
    "shape-rendering": "crispEdges" },
  draw("rect", { width: size, height: size, fill: "#fff" }), draw("path", { d: dark.join(""), fill: "#000" }));
}
