// The one panel over the page. Opening it again replaces its content.

import { byID } from "/record/element.js";

const dialog = byID("sheet");
let whenClosed;

byID("sheet-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
dialog.addEventListener("close", () => {
  byID("sheet-body").replaceChildren();
  whenClosed?.();
  whenClosed = undefined;
});

/**
 * @param {string} title @param {Node[]} content
 * @param {() => void} [closed] called once, when the panel closes.
 */
export function openSheet(title, content, closed) {
  byID("sheet-title").textContent = title;
  byID("sheet-body").replaceChildren(...content);
  whenClosed = closed;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

export const closeSheet = () => dialog.close();
