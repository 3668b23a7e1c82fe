// Selects releases of the list, and opens the page Bulk changes with them, or with all that the search finds.

import { query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { selectBox } from "/page/row.js";
import { keepSelection } from "/bulk/scope.js";

/** The selected releases by id, also those that have left the view. */
const chosen = new Set();
let isOn = false;

/**
 * @param {Element} place of the buttons @param {{query: () => string, draw: () => void}} list
 * @returns {{box: (release: object) => Node | false, show: () => void}} `box` is the check box of a row
 */
export function startSelection(place, { query: search, draw }) {
  const toggle = make("button.quiet", { type: "button", id: "select", on: { click: () => {
    isOn = !isOn;
    chosen.clear();
    show();
    draw();
  } } });
  const open = make("button", { type: "button", id: "change-selected", on: { click: () => {
    keepSelection([...chosen]);
    location.assign("/bulk");
  } } });
  const openFound = make("button", { type: "button", id: "change-found", on: { click: () => {
    keepSelection([]);
    location.assign(`/bulk${query({ q: search() })}`);
  } } });

  function show() {
    setText(toggle, t(isOn ? "bulk.select-end" : "bulk.select"));
    toggle.setAttribute("aria-pressed", String(isOn));
    setText(open, t("bulk.change-selected", { count: chosen.size }));
    open.hidden = !chosen.size;
    setText(openFound, t("bulk.change-found"));
    openFound.hidden = !isOn || !search();
  }

  place.replaceChildren(toggle, open, openFound);
  show();
  return {
    show,
    box: (release) => isOn && selectBox(release.title, chosen.has(release.id), (isChosen) => {
      if (isChosen) chosen.add(release.id);
      else chosen.delete(release.id);
      show();
    }),
  };
}
