// One hold in a line.

import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { icon } from "/record/element.js";
import { action, badge, listRow, releaseAddress } from "/page/row.js";
import { once, perform } from "/page/toast.js";

/** @param {import("/hub/types.js").Hold} hold @param {() => void} refresh @param {{hasBorrower?: boolean}} [options] */
export function holdLine(hold, refresh, { hasBorrower = true } = {}) {
  const { release, copy, borrower, state, notAfter, createdAt } = hold;
  const isOpen = state === "waiting" || state === "ready";
  return listRow({
    id: hold.id, title: release?.title ?? "", href: releaseAddress(release), release: release ?? { title: hold.id },
    facts: [release?.artist, copy && t("desk.copy", { number: copy.number }), t("holds.since", { date: day(createdAt) }),
      notAfter && t("holds.not-after", { date: day(notAfter) })],
    person: hasBorrower ? borrower : undefined,
    state: [badge(holdState(hold), state === "ready" ? "done" : undefined, state === "ready" ? icon("done") : undefined)],
    main: isOpen && action(t("holds.cancel"), () => perform(
      () => once(`/holds/${encodeURIComponent(hold.id)}/cancel`), t("holds.cancelled"), refresh)),
  });
}

/** Returns the state of a hold in words. */
export function holdState({ state, position, pickUpBy }) {
  if (state === "ready" && pickUpBy) return t("holds.ready-until", { date: day(pickUpBy) });
  return state === "waiting" && position ? t("holds.position", { position }) : t(`holds.state-${state}`);
}
