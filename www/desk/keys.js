// Keys pressed anywhere on the page, and their target while a PIN is requested.

import { loadWords } from "/hub/words.js";
import { byID } from "/record/element.js";
import { closeSheet } from "/desk/sheet.js";
import { loadStyle } from "/desk/style.js";

/** True unless the person has switched the single keys off; see page/keys.js. */
function areKeysOn() {
  try {
    return localStorage.getItem("deadwax.keys") !== "off";
  } catch {
    return true;
  }
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
    if (middle.isAskingPIN || isShortcut(event) || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, select, textarea, [role=listbox]")) return;
    // Enter presses the focused button, and no tile of the card.
    if (event.key === "Enter" && event.target.closest?.("button, a")) return;
    if (!areKeysOn()) return;
    if (middle.press(event.key)) event.preventDefault();
    else if (event.key === "?") showKeys();
  });

  async function showKeys() {
    const [keys] = await Promise.all([import("/page/keys.js"), loadWords("pages"), loadStyle("/page/places.css")]);
    if (!middle.isAskingPIN) keys.showKeys(true);
  }

  byID("menu-button").addEventListener("click", async () => {
    const [{ openDrawer }] = await Promise.all([import("/page/shell.js"), loadWords("pages"),
      loadStyle("/page/places.css")]);
    // A PIN may have been requested meanwhile: its digits reach no panel.
    if (!middle.isAskingPIN) openDrawer("desk");
  });
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
