// The seldom actions of a row, behind one button.

import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";

let number = 0;

/**
 * Returns the button, and the panel that it opens: a list of buttons, closed by Escape or a press beside it.
 *
 * @param {string} subject of the actions, for screen readers @param {Element[]} actions buttons or links
 * @returns {Element | undefined} undefined without actions
 */
export function moreMenu(subject, actions) {
  if (!actions.length) return undefined;
  const id = `menu-${number += 1}`;
  const panel = make("div.menu", { id, popover: "auto" }, ...actions);
  const button = make("button.quiet.more-actions", {
    type: "button", popovertarget: id, "aria-label": t("row.more", { title: subject }),
  }, icon("more"));
  panel.addEventListener("toggle", ({ newState }) => {
    if (newState !== "open") return;
    place(panel, button);
    panel.querySelector("button, a")?.focus();
  });
  panel.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const all = [...panel.querySelectorAll("button, a")];
    all[(all.indexOf(document.activeElement) + by + all.length) % all.length].focus();
  });
  // An action closes the panel before it opens a form.
  panel.addEventListener("click", (event) => {
    if (!event.target.closest("button, a")) return;
    panel.hidePopover();
    // The focus returns here when the form closes.
    button.focus();
  }, true);
  return make("span.menu-place", {}, button, panel);
}

/** Places the panel below its button, or above it if there is no room. */
function place(panel, button) {
  const { right, top, bottom } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const isAbove = bottom + height > innerHeight && top > height;
  panel.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, right - width))}px`;
  panel.style.top = `${isAbove ? top - height - 4 : Math.min(bottom + 4, Math.max(8, innerHeight - height - 8))}px`;
}

/** Returns the markup of a row without what differs each time it is made: the number and the position of its menu, and its place. */
export function markupOf(row) {
  const copy = row.cloneNode(true);
  ["aria-posinset", "aria-setsize"].forEach((name) => copy.removeAttribute(name));
  for (const part of copy.querySelectorAll(".menu, .more-actions")) {
    ["id", "popovertarget", "style"].forEach((name) => part.removeAttribute(name));
  }
  return copy.outerHTML;
}
