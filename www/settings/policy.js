// The policy of one station: its mode, its language, self-service, volume.

import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { modes, modeWord } from "/record/words.js";

const flags = ["isSelfService", "asksPIN", "returnsInAuto", "takesAnyCopy", "isQuiet", "speaks", "playsByPresence", "offersPutAway"];
const languages = [["en", "English"], ["de", "Deutsch"], ["fr", "Français"]];
const receipts = ["none", "screen", "print"];
const targets = ["any", "cd", "vinyl"];

/** @param {import("/hub/types.js").StationPolicy} policy @param {(next: object) => Promise<unknown>} save */
export function policyForm(policy, save) {
  const select = (id, word, choices, chosen) => {
    const input = make("select.field-select", { id }, ...choices.map(([value, text]) => (
      make("option", { value, selected: value === chosen }, text))));
    return { input, element: make("div.entry", {}, make("label", { for: id }, word), input) };
  };
  const home = select("policy-home", t("policy.home"), modes.map((mode) => [mode, modeWord(mode)]), policy.home);
  const language = select("policy-language", t("page.language"), languages, policy.language);
  const receipt = select("policy-receipt", t("policy.receipt"),
    receipts.map((one) => [one, t(`policy.receipt-${one}`)]), policy.receipt);
  const target = select("policy-scan-target", t("policy.scanTarget"),
    targets.map((one) => [one, t(`policy.scanTarget-${one}`)]), policy.scanTarget);
  const box = (id, word, isOn) => {
    const input = make("input", { type: "checkbox", id, checked: isOn });
    return { input, element: make("label.check", { for: id }, input, make("span", {}, word)) };
  };
  const boxes = Object.fromEntries(flags.map((flag) => [flag, box(`policy-${flag}`, t(`policy.${flag}`), policy[flag])]));
  const allowed = Object.fromEntries(modes.map((mode) => [mode, box(`policy-mode-${mode}`, modeWord(mode),
    policy.modes.length === 0 || policy.modes.includes(mode))]));
  return make("form.entry.policy", { on: { submit: (event) => {
    event.preventDefault();
    const chosen = modes.filter((mode) => allowed[mode].input.checked);
    save({
      home: home.input.value,
      // An empty list stands for every mode, including future ones.
      modes: chosen.length === modes.length ? [] : chosen,
      language: language.input.value,
      receipt: receipt.input.value,
      scanTarget: target.input.value,
      ...Object.fromEntries(flags.map((flag) => [flag, boxes[flag].input.checked])),
    });
  } } },
  home.element, language.element, receipt.element, target.element,
  make("fieldset.checks", {}, make("legend", {}, t("policy.rules")), ...flags.map((flag) => boxes[flag].element)),
  make("fieldset.checks", {}, make("legend", {}, t("policy.modes")), ...modes.map((mode) => allowed[mode].element)),
  make("div.actions", {}, make("button.primary", { type: "submit" }, t("page.save"))));
}
