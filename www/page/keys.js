// The keys of the pages for staff, and their list. Single keys can be switched off, as WCAG 2.1.4 requires.

import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { openSheet } from "/desk/sheet.js";
import { goKeys } from "/page/places.js";

/** The time in milliseconds in which the second key of a pair counts. */
const pair = 1500;
const storage = "deadwax.keys";
let isStarted = false;
/** The time of the first key of a pair. */
let leadAt = -pair;

/** True unless the person has switched the single keys off. */
const areKeysOn = () => {
  try {
    return localStorage.getItem(storage) !== "off";
  } catch {
    return true;
  }
};

/** Follows the keys of the page; once. The page Desk has keys of its own. */
export function startKeys() {
  if (isStarted) return;
  isStarted = true;
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, altKey, metaKey, target } = event;
    if (ctrlKey || altKey || metaKey || !areKeysOn() || document.querySelector("dialog[open]")) return;
    if (target.closest?.("input, select, textarea, [contenteditable]")) return;
    if (press(key)) event.preventDefault();
  });
}

/** Returns true if the key did something. */
function press(key) {
  if (performance.now() - leadAt < pair && goKeys[key]) {
    leadAt = -pair;
    location.href = goKeys[key];
    return true;
  }
  leadAt = key === "g" ? performance.now() : -pair;
  if (key === "?") showKeys();
  else if (key === "/") return focusSearch();
  else if (key === "j" || key === "k") return step(key === "j" ? 1 : -1);
  else return false;
  return true;
}

function focusSearch() {
  const field = document.querySelector("main input[type=search]");
  field?.focus();
  return Boolean(field);
}

/** Moves the focus to the next row of the list, or the one before. */
function step(by) {
  const rows = [...document.querySelectorAll("#rows > li, #releases > li, #tags > li")].filter((row) => row.offsetParent);
  if (!rows.length) return false;
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[Math.min(rows.length - 1, Math.max(0, now < 0 ? 0 : now + by))];
  row.querySelector("a, button")?.focus();
  row.scrollIntoView({ block: "nearest" });
  return true;
}

/** Opens the list of keys. @param {boolean} isDesk true for the keys of the page Desk, which are those of its questions */
export function showKeys(isDesk = false) {
  const nameOf = (address) => address.slice(1) || "desk";
  const line = (keys, word) => [make("dt", {}, ...keys.map((key) => make("kbd", {}, key))), make("dd", {}, word)];
  const box = make("input", { type: "checkbox", id: "keys-on", role: "switch", checked: areKeysOn(), on: { change: (event) => {
    try {
      localStorage.setItem(storage, event.target.checked ? "on" : "off");
    } catch {
      // Then the choice is lost with the page only.
    }
  } } });
  const ofPage = isDesk ? [["1", "9", "keys.choose"], [t("desk.yes-key"), "keys.yes"], [t("desk.no-key"), "keys.no"]]
    : [["/", "keys.search"], ["j", "keys.next"], ["k", "keys.previous"]];
  openSheet(t("keys.title"), [
    make("dl.keys", {},
      ...line(["?"], t("keys.list")), ...ofPage.flatMap((keys) => line(keys.slice(0, -1), t(keys.at(-1)))), ...line(["Esc"], t("keys.close")),
      ...isDesk ? [] : Object.entries(goKeys).flatMap(([key, address]) => line(["g", key], t("keys.go", { page: t(`bar.${nameOf(address)}`) })))),
    make("label.keys-switch", { for: "keys-on" }, box, make("span", {}, t("keys.on"))),
  ]);
}
