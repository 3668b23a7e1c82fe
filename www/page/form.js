// A form in the panel over the page: its fields, their errors, and one action.

import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { problemText } from "/page/page.js";

/**
 * @param {{title: string, lead?: (Node | string)[], fields?: {name: string, word: string, value?: string, type?: string,
 *   help?: string, choices?: [string, string][], isNeeded?: boolean, isLong?: boolean, most?: number, inputMode?: string,
 *   check?: (value: string) => string | undefined, more?: Node, range?: [number, number, number]}[], act: string, isGrave?: boolean,
 *   send: (values: Record<string, string>) => Promise<void>, closed?: () => void}} options
 * `check` returns a message about a wrong value. `send` throws an error, whose reasons are then shown at their fields;
 * otherwise the panel closes. `isLong` makes a field of several lines, `range` a slider with its ends and its step.
 * @returns {{field: (name: string) => HTMLInputElement, setAct: (word: string, isReady?: boolean) => void}} `setAct` changes the words
 *   of the action, and whether it can be done
 */
export function openForm({ title, lead = [], fields = [], act, isGrave = false, send, closed }) {
  const inputs = new Map();
  const wrongs = new Map();
  const trouble = make("p.problem", { role: "alert", hidden: true });
  const complain = (text, input) => {
    setText(trouble, text);
    trouble.hidden = false;
    input?.focus();
  };
  /** Shows the reasons of a refusal at their fields; false if one has no field here. */
  const complainAtFields = ({ reasons = [] }) => {
    const found = reasons.map(({ field, detail }) => [field?.split(/[.[]/)[0], detail]).filter(([name]) => inputs.has(name));
    for (const [name, detail] of found) {
      const [input, wrong] = [inputs.get(name), wrongs.get(name)];
      setText(wrong, detail);
      wrong.hidden = false;
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", [`${input.id}-wrong`, input.getAttribute("aria-describedby")].filter(Boolean).join(" "));
    }
    inputs.get(found[0]?.[0])?.focus();
    return reasons.length > 0 && found.length === reasons.length;
  };
  const rows = fields.map(({ name, word, value = "", type = "text", help, choices, isNeeded, isLong, most = 200, inputMode, more, range }) => {
    const id = `field-${name}`;
    const common = { id, name, "aria-describedby": help ? `${id}-help` : undefined, required: isNeeded };
    const input = choices
      ? make("select.field-select", common, ...choices.map(([choice, label]) => (
        make("option", { value: choice, selected: choice === value }, label))))
      : isLong ? make("textarea", { ...common, rows: "4", maxlength: String(most) }, value)
      : range ? make("input", { ...common, type: "range", min: String(range[0]), max: String(range[1]), step: String(range[2]), value })
      : make("input", { ...common, type, value, maxlength: String(most), inputmode: inputMode, autocomplete: "off" });
    inputs.set(name, input);
    const wrong = make("p.problem", { id: `${id}-wrong`, hidden: true });
    wrongs.set(name, wrong);
    input.addEventListener("input", () => {
      trouble.hidden = true;
      wrong.hidden = true;
      input.removeAttribute("aria-invalid");
    });
    return make("div.entry", {}, make("label", { for: id }, word), input, wrong,
      help && make("p.help", { id: `${id}-help` }, help), more);
  });
  const button = make(isGrave ? "button.primary.grave" : "button.primary", { type: "submit" }, act);
  const form = make("form.entry", { novalidate: true, on: {
    submit: async (event) => {
      event.preventDefault();
      for (const { name, word, isNeeded, check } of fields) {
        const input = inputs.get(name);
        const value = input.value.trim();
        if (isNeeded && !value) return complain(t("page.field-missing", { word }), input);
        const wrong = check?.(value);
        if (wrong) return complain(wrong, input);
      }
      const values = Object.fromEntries([...inputs].map(([name, input]) => [name, input.value.trim()]));
      button.disabled = true;
      try {
        await send(values);
        closeSheet();
      } catch (error) {
        if (!complainAtFields(error)) complain(problemText(error));
      } finally {
        button.disabled = false;
      }
      return undefined;
    },
  } }, ...lead.map((part) => (typeof part === "string" ? make("p", {}, part) : part)), ...rows, trouble,
  make("div.actions", {}, make("button", { type: "button", on: { click: closeSheet } }, t("page.cancel")), button));
  openSheet(title, [form], closed);
  (inputs.values().next().value ?? button).focus();
  return {
    field: (name) => inputs.get(name),
    setAct: (word, isReady = true) => {
      setText(button, word);
      button.disabled = !isReady;
      trouble.hidden = true;
    },
  };
}
