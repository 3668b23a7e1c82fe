// One hold in a line.

import { query } from "/hub/client.js";
import { day } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { once, perform } from "/page/toast.js";

/** @param {object} hold @param {() => void} refresh @param {{hasBorrower?: boolean}} [options] */
export function holdLine(hold, refresh, { hasBorrower = true } = {}) {
  const { release, copy, borrower, state, position, pickUpBy, notAfter, createdAt } = hold;
  const facts = [release?.artist, copy && t("desk.copy", { number: copy.number }),
    t("holds.since", { date: day(createdAt) }), notAfter && t("holds.not-after", { date: day(notAfter) })];
  const isOpen = state === "waiting" || state === "ready";
  return make("li.line", { data: { id: hold.id } },
    make("span.line-words", {},
      make("strong", { dir: "auto" }, release?.title ?? ""),
      make("span", { dir: "auto" }, facts.filter(Boolean).join("\u00a0· ")),
      hasBorrower && borrower && make("a", { href: `/borrowers${query({ borrower: borrower.id })}`, dir: "auto" },
        borrower.shortName)),
    make("span.line-side", {},
      state === "ready" ? make("span.badge", { data: { tone: "done" } }, icon("done"),
        pickUpBy ? t("holds.ready-until", { date: day(pickUpBy) }) : t("holds.state-ready"))
        : make("span.badge", {}, state === "waiting" && position ? t("holds.position", { position }) : t(`holds.state-${state}`)),
      isOpen && make("button", { type: "button", on: { click: () => perform(
        () => once(`/holds/${encodeURIComponent(hold.id)}/cancel`), t("holds.cancelled"), refresh) } }, t("holds.cancel"))));
}
