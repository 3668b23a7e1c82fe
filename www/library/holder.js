// The person who has a copy, and its return. For staff.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { isStaff } from "/page/person.js";
import { action } from "/page/row.js";

/** Returns a place that names the borrower of a copy on loan. It fills itself, and stays empty for others than staff. */
export function holder(copy, refresh) {
  const place = make("p.holder", { hidden: true });
  fill(place, copy, refresh).catch(() => {});
  return place;
}

async function fill(place, copy, refresh) {
  if (!await isStaff()) return;
  const [loan] = (await get(`/loans${query({ copy: copy.id, limit: 1 })}`)).items;
  if (!loan) return;
  const { giveBack } = await import("/loans/line.js");
  place.replaceChildren(
    ...loan.borrower ? [make("a", { href: `/borrowers${query({ borrower: loan.borrower.id })}`, dir: "auto" }, loan.borrower.shortName)] : [],
    action(t("loans.return"), () => giveBack(loan, {}, refresh)));
  place.hidden = false;
}
