// A code typed by hand, for a barcode that no camera can read any more.

import { newID, post } from "/hub/client.js";
import { make } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";

/** Codes are limited by their bytes, not their characters. */
const lengthLimit = 500;

/** @param {{station: string, onScan: (scan: object) => void}} options */
export function openEntry({ station, onScan }) {
  const field = make("input", {
    type: "text", id: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true,
    "aria-describedby": "code-help",
  });
  const trouble = make("p.problem", { role: "alert", hidden: true });
  const send = make("button.primary", { type: "submit" }, "Scan it");
  // One id per typed code: when the answer got lost, sending again does not scan twice.
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
        const wrong = !code ? "Type the digits below the barcode, or the code on the label."
          : new TextEncoder().encode(code).length > lengthLimit ? "This is longer than any code." : undefined;
        if (wrong) return complain(wrong);
        send.disabled = true;
        try {
          onScan(await post("/scans", { id, code, station, symbology: "typed" }));
          closeSheet();
        } catch (error) {
          complain(error.sentence ?? error.message);
        } finally {
          send.disabled = false;
        }
      },
    },
  }, make("label", { for: "code" }, "Code"), field,
  make("p.help", { id: "code-help" }, "The digits below a barcode, or what is printed on one of our labels (DW:…)."),
  trouble, make("div.actions", {}, send));

  function complain(text) {
    trouble.textContent = text;
    trouble.hidden = false;
    field.focus();
  }

  openSheet("Type a code", [form]);
  field.focus();
}
