// A code typed by hand, for a barcode that a camera can no longer read.

import { newID, post } from "/hub/client.js";
import { loadWords, t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";

/** The limit of a code in bytes, not characters. */
const lengthLimit = 500;

/**
 * @param {{station: string, onScan: (scan: object) => void, onPIN: () => void, mayOpen: () => boolean}} options `onPIN`
 *   is called if the station requests a PIN, which has its own pad.
 */
export async function openEntry({ station, onScan, onPIN, mayOpen }) {
  await loadWords("why");
  if (!mayOpen()) return;
  const field = make("input", {
    type: "text", id: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true,
    "aria-describedby": "code-help",
  });
  const trouble = make("p.problem", { role: "alert", hidden: true });
  const send = make("button.primary", { type: "submit" }, t("desk.code-scan"));
  // One id per typed code: a request repeated after a lost answer does not scan twice.
  let id = newID();
  field.addEventListener("input", () => {
    id = newID();
    trouble.hidden = true;
  });
  const form = make("form.entry", {
    novalidate: true,
    on: {
      submit: async (event) => {
        event.preventDefault();
        const code = field.value.trim();
        const wrong = !code ? t("desk.code-empty")
          : new TextEncoder().encode(code).length > lengthLimit ? t("desk.code-long") : undefined;
        if (wrong) return complain(wrong);
        send.disabled = true;
        try {
          const scan = await post("/scans", { id, code, station, symbology: "typed" });
          closeSheet();
          onScan(scan);
        } catch (error) {
          if (error.code === "pin-needed") {
            field.value = "";
            closeSheet();
            onPIN();
          } else {
            complain(error.sentence ?? error.message);
          }
        } finally {
          send.disabled = false;
        }
      },
    },
  }, make("label", { for: "code" }, t("desk.code")), field,
  make("p.help", { id: "code-help" }, t("desk.code-help")),
  trouble, make("div.actions", {}, send));

  function complain(text) {
    trouble.textContent = text;
    trouble.hidden = false;
    field.focus();
  }

  // Keys then go to the page. A panel returns the focus, which must not be on a control that a key presses: a PIN may
  // be typed next.
  byID("outcome").focus({ preventScroll: true });
  openSheet(t("desk.type"), [form], () => {
    field.value = "";
  });
  field.focus();
}
