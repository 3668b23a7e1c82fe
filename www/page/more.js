// The button below a list that reads further rows, and the fields above it.

import { byID } from "/record/element.js";
import { showProblem } from "/page/page.js";

/**
 * Shows the button "Show more", or hides it.
 *
 * @param {(() => Promise<void>) | undefined} act reads further rows; undefined if there are none
 * @param {() => void} again reads the list again after a problem
 */
export function showMore(act, again) {
  byID("more").hidden = !act;
  byID("more-button").onclick = act ? async () => {
    byID("more").hidden = true;
    // The button is gone, so the focus goes to the list that has become longer.
    byID("list").focus({ preventScroll: true });
    try {
      await act();
    } catch (error) {
      byID("empty").hidden = false;
      showProblem(byID("empty"), error, again);
    }
  } : null;
}

/** Shows fields or buttons above the list. The focus stays on the same one. @param {...Node} parts */
export function showTools(...parts) {
  const place = byID("tools");
  const all = () => [...place.querySelectorAll("select, input, button")];
  const focused = all().indexOf(document.activeElement);
  place.replaceChildren(...parts);
  place.hidden = false;
  if (focused >= 0) all()[focused]?.focus();
}
