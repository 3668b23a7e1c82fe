// The one panel over the page. Opening it again replaces its content.

import { onLanguage, t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";

const close = make("button.quiet", { id: "sheet-close", type: "button", on: { click: () => dialog.close() } }, icon("close"));
const dialog = make("dialog", { id: "sheet", "aria-labelledby": "sheet-title" },
  make("div.sheet-head", {}, make("h2", { id: "sheet-title" }), close), make("div.sheet-body", { id: "sheet-body" }));
let whenClosed;

document.body.append(dialog);
const name = () => close.setAttribute("aria-label", t("desk.close"));
name();
onLanguage(name);
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
