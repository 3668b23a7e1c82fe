// The link to a borrower's own page: created as a QR code and an address, which are shown once, or ended.

import { post, request } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { qrDrawing } from "/record/qr.js";
import { openSheet } from "/desk/sheet.js";
import { complain, say } from "/page/toast.js";

const path = ({ id }) => `/borrowers/${encodeURIComponent(id)}/link`;

/** Creates a link, which ends an earlier one, and shows it. */
export async function openLink(borrower) {
  try {
    const { address, qr, endsAt } = await post(path(borrower));
    const end = make("button.danger", { type: "button", on: { click: () => endLink(borrower) } }, t("borrowers.link-end"));
    openSheet(t("borrowers.link-of", { name: borrower.name }), [
      make("p", {}, t("borrowers.link-lead", { date: day(endsAt) })), qrDrawing(qr, t("borrowers.link-qr")),
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
