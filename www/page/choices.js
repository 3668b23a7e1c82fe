// Parts of lists that pages without a list use too: the words for an empty place, and chips.

import { make } from "/record/element.js";

/** Returns the content of an empty list: its meaning, and the next step. */
export const emptyContent = (title, text, ...ways) => [
  make("p.empty-title", {}, title), text && make("p", {}, text), ...ways,
].filter(Boolean);

/** Shows chips, one of which is chosen. @param {[string, string][]} choices value and word */
export function showChips(place, choices, chosen, onChoose) {
  const focused = place.contains(document.activeElement);
  place.replaceChildren(...choices.map(([value, word]) => make("button.chip-choice", {
    type: "button", "aria-pressed": String(value === chosen), on: { click: () => onChoose(value) },
  }, word)));
  if (focused) place.querySelector("[aria-pressed=true]")?.focus();
}
