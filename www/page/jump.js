// Where a long list begins: at a letter or at a date.

import { t } from "/hub/words.js";
import { make } from "/record/element.js";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Returns a list of letters. @param {string} chosen empty for the beginning @param {(letter: string) => void} onJump */
export const letterJump = (chosen, onJump) => make("label.jump", {}, make("span.apart", {}, t("jump.letter")),
  make("select.field-select", { on: { change: (event) => onJump(event.target.value) } },
    make("option", { value: "" }, t("jump.first-letter")),
    ...letters.map((letter) => make("option", { value: letter, selected: letter === chosen }, t("jump.from", { letter })))));

/** Returns a field for a date. @param {string} word @param {string} chosen as YYYY-MM-DD @param {(date: string) => void} onJump */
export const dateJump = (word, chosen, onJump) => make("label.jump", {}, make("span", {}, word),
  make("input", { type: "date", value: chosen, on: { change: (event) => onJump(event.target.value) } }));

/** Returns a date of an address; empty for anything else. */
export const dateOf = (text) => (/^\d{4}-\d\d-\d\d$/.test(text ?? "") ? text : "");
