// The items on the tray, drawn: records, borrowers' cards, slot labels, command cards, loose tags.

import { draw, icon, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import { itemTitle } from "/counter/words.js";

/** @param {{id: string, kind: string, title: string, subtitle?: string, hasTag: boolean}} item */
export function face(item) {
  return (faces[item.kind] ?? faces.slot)(item);
}

const faces = {
  record: (item) => sleeve({ title: item.title, artist: item.subtitle?.split(" · ")[0] }, { lettered: false }),
  borrower: (item) => make("div.face.face-borrower", { "aria-hidden": "true" },
    icon("card"), make("span", { dir: "auto" }, itemTitle(item)), bars(item.id)),
  slot: (item) => make("div.face.face-slot", { "aria-hidden": "true" },
    bars(item.id), make("span", { dir: "auto" }, itemTitle(item))),
  tag: (item) => make("div.face.face-tag", { "aria-hidden": "true" },
    coil(item.title), make("span", { dir: "auto" }, itemTitle(item))),
  command: (item) => make("div.face.face-command", { "aria-hidden": "true" },
    icon(commandIcon(item.title)), make("span", { dir: "auto" }, itemTitle(item))),
};

/** Draws a tag with its coil; other kinds have their own shape. */
function coil(title) {
  if (/phone/i.test(title)) return draw("svg.coil", { viewBox: "0 0 40 40" },
    draw("rect.coil-plate", { x: 12, y: 3, width: 16, height: 34, rx: 3 }), draw("path.coil-line", { d: "M18 33h4" }));
  if (/card|classic/i.test(title)) return draw("svg.coil", { viewBox: "0 0 40 40" },
    draw("rect.coil-plate", { x: 3, y: 9, width: 34, height: 22, rx: 3 }),
    draw("path.coil-line", { d: "M7 16h7v5h-7z" }));
  return draw("svg.coil", { viewBox: "0 0 40 40" }, draw("circle.coil-plate", { cx: 20, cy: 20, r: 17 }),
    ...[13, 10, 7].map((r) => draw("circle.coil-line", { cx: 20, cy: 20, r })));
}

const commandIcons = [
  [/renew/i, "renew"], [/move/i, "move"], [/stock/i, "stock-take"], [/wish/i, "wishlist"], [/collect/i, "collect"], [/play/i, "played"],
  [/label/i, "label"], [/inbox/i, "inbox"], [/condition|grade/i, "condition"], [/undo/i, "undo"],
  [/auto/i, "auto"], [/quiet/i, "mute"], [/loud/i, "sound"],
  [/look/i, "look-up"], [/add/i, "add"], [/check.?out|lend/i, "check-out"], [/return|check.?in/i, "return"],
  [/shel/i, "shelve"], [/write/i, "write"], [/bind/i, "bind"], [/^yes/i, "done"], [/^no\b/i, "no"],
  [/end|stop|finish/i, "end"],
];

const commandIcon = (title) => commandIcons.find(([pattern]) => pattern.test(title))?.[1] ?? "note";

/** Draws stripes like a barcode; the real one is in the camera's picture. */
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
