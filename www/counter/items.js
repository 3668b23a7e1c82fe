// The things on the tray, drawn: records, borrowers' cards, slot labels, command cards.

import { draw, icon, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";

/** Kinds in the order of the tray. */
export const kinds = {
  record: { word: "Records", one: "record" },
  borrower: { word: "Cards", one: "borrower’s card" },
  slot: { word: "Slots", one: "slot label" },
  command: { word: "Commands", one: "command card" },
};

/** @param {{id: string, kind: string, title: string, subtitle?: string, hasTag: boolean}} item */
export function face(item) {
  return (faces[item.kind] ?? faces.slot)(item);
}

const faces = {
  record: (item) => sleeve({ title: item.title }, { lettered: false }),
  borrower: (item) => make("div.face.face-borrower", { "aria-hidden": "true" },
    icon("card"), make("span", { dir: "auto" }, item.title), bars(item.id)),
  slot: (item) => make("div.face.face-slot", { "aria-hidden": "true" },
    bars(item.id), make("span", { dir: "auto" }, item.title)),
  command: (item) => make("div.face.face-command", { "aria-hidden": "true" },
    icon(commandIcon(item.title)), make("span", { dir: "auto" }, item.title)),
};

const commandIcons = [
  [/look/i, "look-up"], [/add/i, "add"], [/check.?out|lend/i, "check-out"], [/return|check.?in/i, "return"],
  [/shel/i, "shelve"], [/end|stop|finish/i, "end"],
];

const commandIcon = (title) => commandIcons.find(([pattern]) => pattern.test(title))?.[1] ?? "note";

/** Stripes that look like a barcode; the real one is in the picture the camera gets. */
function bars(seed) {
  let state = 7;
  for (const character of seed) state = (state * 31 + character.codePointAt(0)) % 9973;
  const stripes = [];
  for (let x = 0; x < 60;) {
    state = (state * 73 + 41) % 9973;
    const width = 1 + (state % 3);
    stripes.push(draw("rect", { x, y: 0, width, height: 20, fill: "currentColor" }));
    x += width + 1 + (state % 5) / 2;
  }
  return draw("svg.bars", { viewBox: "0 0 60 20", preserveAspectRatio: "none" }, ...stripes);
}
