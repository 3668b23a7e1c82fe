// Keys pressed anywhere on the page, and their target while a PIN is requested.

import { loadWords } from "/hub/words.js";
import { byID } from "/record/element.js";
import { closeSheet } from "/desk/sheet.js";
import { loadStyle } from "/desk/style.js";

function areKeysOff() {
  try {
    return localStorage["deadwax.keys"] === "off";
  } catch {}
}

/** @param {object} middle of the page @param {() => object} entry options for a typed code; see desk/entry.js */
export function startKeys(middle, entry) {
  const isShortcut = ({ ctrlKey, altKey, metaKey }) => ctrlKey || altKey || metaKey;
  // Before any control of the page: digits of a PIN must reach none of them.
  addEventListener("keydown", (event) => {
    if (!middle.isAskingPIN || isShortcut(event) || !middle.pressPIN(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });

  addEventListener("keydown", (event) => {
    if (middle.isAskingPIN || isShortcut(event) || areKeysOff() || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, select, textarea, [role=listbox]")) return;
    // Enter presses the focused button, and no tile of the card.
    if (event.key === "Enter" && event.target.closest?.("button, a")) return;
    if (middle.press(event.key)) event.preventDefault();
    else if (event.key === "?") open(import("/page/keys.js"), ({ showKeys }) => showKeys(true));
  });

  // A PIN may have been requested meanwhile: its digits reach no panel.
  const open = async (module, act) => {
    const [panel] = await Promise.all([module, loadWords("pages"), loadStyle("/page/places.css")]);
    if (!middle.isAskingPIN) act(panel);
  };

  byID("menu-button").addEventListener("click", () => open(import("/page/shell.js"), ({ openDrawer }) => openDrawer("desk")));
  byID("type-button").addEventListener("click", async () => {
    const { openEntry } = await import("/desk/entry.js");
    openEntry({ ...entry(), mayOpen: () => !middle.isAskingPIN });
  });
}

/** Allows no typed code during a PIN prompt, and keeps the focus off controls that digits or Enter press. */
export function guardPIN(card, station, before) {
  for (const id of ["type-button", "menu-button"]) byID(id).disabled = Boolean(station?.pin);
  if (!station?.pin || before?.pin) return;
  closeSheet();
  card.focus({ preventScroll: true });
}
