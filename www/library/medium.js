// The part of the collection that the library shows: the CDs, the vinyl records, the other media, or all; and the wish list. It stands in
// the address, and the browser keeps it for an address without one.

import { t } from "/hub/words.js";
import { showChips } from "/page/choices.js";
import { make } from "/record/element.js";

const storage = "deadwax.library-medium";

/** The parts in the order of the chips; "" is everything. */
const parts = ["", "cd", "vinyl", "other"];

/** Returns a text from an address as a part; everything for an unknown one. */
export const mediumOf = (text) => (parts.includes(text) ? text : "");

/** Adds the kept part to an address that has none. Call it before the address is read. */
export function restoreMedium() {
  const search = new URLSearchParams(location.search);
  const kept = mediumOf(read());
  if (!kept || search.has("medium")) return;
  search.set("medium", kept);
  history.replaceState(history.state, "", `${location.pathname}?${search}${location.hash}`);
}

/** Shows the chips. @param {(medium: string) => void} onChoose is called after the choice is kept. */
export function showMedium(place, chosen, onChoose) {
  showChips(place, parts.map((part) => [part, t(`library.medium-${part || "all"}`)]), chosen, (part) => {
    keep(part);
    onChoose(part);
  });
}

/** Shows the chip of the wish list, which is switched on and off. @param {(wished: string) => void} onChoose */
export function showWished(place, wished, onChoose) {
  const hadFocus = place.contains(document.activeElement);
  const chip = make("button.chip-choice", { type: "button", "aria-pressed": String(Boolean(wished)), on: {
    click: () => onChoose(wished ? "" : "true"),
  } }, t("library.wished"));
  place.replaceChildren(chip);
  if (hadFocus) chip.focus();
}

/** Returns true if a release of a medium belongs to a part. */
export const belongs = (medium, part) => !part || part === (["cd", "vinyl"].includes(medium) ? medium : "other");

// A browser may refuse to keep anything; the address still has the choice.
function read() {
  try {
    return localStorage.getItem(storage);
  } catch {
    return "";
  }
}

export function keep(part) {
  try {
    if (part) localStorage.setItem(storage, part);
    else localStorage.removeItem(storage);
  } catch {
    // The next visit shows everything.
  }
}
