// One hold in a line.

import { day, hubNow } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { icon } from "/record/element.js";
import { action, badge, listRow, releaseAddress } from "/page/row.js";
import { once, perform } from "/page/toast.js";
import { printSlip } from "/holds/slip.js";

/**
 * @param {import("/hub/types.js").Hold} hold @param {() => void} refresh
 * @param {{hasBorrower?: boolean, isOnShelf?: boolean}} [options] `isOnShelf` for the list of the pick-up shelf, where the copy of a
 *   hold that has ended is to be taken away.
 */
export function holdLine(hold, refresh, { hasBorrower = true, isOnShelf = false } = {}) {
  const { release, copy, borrower, state, notAfter, createdAt } = hold;
  const isOpen = state === "waiting" || state === "ready";
  return listRow({
    id: hold.id, title: release?.title ?? "", href: releaseAddress(release), release: release ?? { title: hold.id },
    facts: [release?.artist, copy && t("desk.copy", { number: copy.number }), t("holds.since", { date: day(createdAt) }),
      notAfter && t("holds.not-after", { date: day(notAfter) })],
    person: hasBorrower ? borrower : undefined,
    state: isOnShelf && isToClear(hold) ? [badge(t(`holds.clear-${isOpen ? "expired" : state}`), "ask")]
      : [badge(holdState(hold), state === "ready" ? "done" : undefined, state === "ready" ? icon("done") : undefined)],
    main: isOpen && action(t("holds.cancel"), () => perform(
      () => once(`/holds/${encodeURIComponent(hold.id)}/cancel`), t("holds.cancelled"), refresh)),
    more: state === "ready" ? [action(t("holds.slip"), () => printSlip(hold.id))] : [],
  });
}

/** Returns true if the copy is to be taken off the pick-up shelf. */
export const isToClear = ({ state, pickUpBy }) => state !== "ready" || Date.parse(pickUpBy) < hubNow();

/** Returns the state of a hold in words. */
export function holdState({ state, position, pickUpBy }) {
  if (state === "ready" && pickUpBy) return t("holds.ready-until", { date: day(pickUpBy) });
  return state === "waiting" && position ? t("holds.position", { position }) : t(`holds.state-${state}`);
}
