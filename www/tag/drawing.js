// Drawings of the next action: a record, its tag and the reader, in one picture for every situation.

import { draw } from "/record/element.js";

const shape = (name, attributes, ...children) => draw(name, attributes, ...children);
const path = (d, kind = "line") => shape(`path.d-${kind}`, { d });
const group = (transform, ...children) => shape("g", { transform }, ...children);

/** Draws the reader on the counter; its light shows its state. */
function reader(state = "well") {
  return [
    path("M8 324H392", "table"),
    path("M112 262H288L332 304H68Z", "pad"),
    path("M68 304H332V316a6 6 0 0 1-6 6H74a6 6 0 0 1-6-6Z", "body"),
    ...[[62, 13], [40, 8.5], [18, 4]].map(([rx, ry]) => shape("ellipse.d-ring", { cx: 200, cy: 283, rx, ry })),
    shape("circle.d-lamp", { cx: 312, cy: 313, r: 4, "data-state": state }),
  ];
}

/** Draws a coil with its chip, as it shines through paper. */
function sticker(x, y, size = 1) {
  return group(`translate(${x} ${y}) scale(${size})`,
    shape("circle.d-sticker", { r: 25 }),
    shape("circle.d-coil", { r: 19 }), shape("circle.d-coil", { r: 14.5 }), shape("circle.d-coil", { r: 10 }),
    shape("rect.d-chip", { x: -4, y: -4, width: 8, height: 8, rx: 1.5 }));
}

function record(x, y, kind = "one") {
  return group(`translate(${x} ${y})`,
    shape(`rect.d-sleeve.is-${kind}`, { width: 152, height: 152, rx: 5 }),
    shape("circle.d-art", { cx: 98, cy: 62, r: 34 }),
    path("M14 22H62M14 34H46", "print"));
}

/** Draws a hand from above, its fingers before the upper edge of the object. */
function hand(x, y) {
  const fingers = [0, 1, 2, 3].map((n) => shape("rect.d-hand", {
    x: -52 + n * 26, y: 34 - (n === 1 || n === 2 ? 0 : 6), width: 25, height: n === 1 || n === 2 ? 62 : 52, rx: 12.5,
  }));
  return group(`translate(${x} ${y})`,
    path("M-50 -70H50V30a22 22 0 0 1-22 22H-28a22 22 0 0 1-22-22Z", "hand"),
    shape("rect.d-cuff", { x: -60, y: -90, width: 120, height: 58, rx: 10 }), ...fingers);
}

const held = (y, front = sticker(200, y + 116)) => [record(124, y), front, hand(200, y - 54)];
const arrowDown = (x = 330, y = 120) => (
  path(`M${x} ${y}V${y + 84}M${x - 30} ${y + 54}L${x} ${y + 86}L${x + 30} ${y + 54}`, "arrow"));
const arrowUp = (x = 330, y = 120) => path(`M${x} ${y + 86}V${y + 2}M${x - 30} ${y + 32}L${x} ${y}L${x + 30} ${y + 32}`,
  "arrow");

const glyphs = {
  done: "M-15 1L-5 12L16 -11",
  no: "M-12 -12L12 12M12 -12L-12 12",
  ask: "M-9 -7C-8 -15 -4 -17 0 -17C6 -17 10 -13 10 -8C10 0 0 0 0 7M0 16V16.5",
  lock: "M-13 -1H13V15H-13ZM-8 -1V-8a8 8 0 0 1 16 0V-1",
  key: "M-4 6a7 7 0 1 0-7 7a7 7 0 0 0 7-7M-6 1L14 -14M6 -8L12 -2",
  two: "M-8 -8C-8 -16 8 -17 8 -7C8 0 -8 6 -9 14H10",
  fault: "M4 -18L-10 2H-1L-4 18L10 -3H2Z",
  small: "M-14 0H14M-14 0L-6 -7M-14 0L-6 7M14 0L6 -7M14 0L6 7",
};

/** Draws a round sign in the colour of the outcome. */
const sign = (glyph, x = 300, y = 84) => group(`translate(${x} ${y})`,
  shape("circle.d-sign", { r: 36 }), path(glyphs[glyph], "glyph"));

const lying = (y = 124) => [record(124, y), sticker(200, y + 116)];

const scenes = {
  /** The record is shown to the camera. */
  record: () => [
    path("M78 96V60a12 12 0 0 1 12-12H126M274 48H310a12 12 0 0 1 12 12V96M322 236V272a12 12 0 0 1-12 12H274M126 284H90"
      + "a12 12 0 0 1-12-12V236", "frame"),
    record(124, 104),
    path("M142 226V248M148 226V248M156 226V248M160 226V248M168 226V248M175 226V248M180 226V248", "bars"),
    hand(200, 50)],
  tag: () => [...reader(), ...held(64), arrowDown()],
  /** A tag came first and waits for its record. */
  waiting: () => [...reader("busy"), sticker(200, 246, 1.5), sign("ask")],
  writing: () => [
    ...reader("busy"), ...lying(),
    shape("circle.d-progress-track", { cx: 200, cy: 240, r: 36 }),
    shape("circle.d-progress", { cx: 200, cy: 240, r: 36 }),
    path("M88 196a40 40 0 0 0 0 60M68 180a66 66 0 0 0 0 92"
      + "M312 196a40 40 0 0 1 0 60M332 180a66 66 0 0 1 0 92", "waves")],
  away: () => [...reader(), ...held(64), arrowUp(348, 130), sign("done", 60, 140)],
  erased: () => [...reader(), ...held(64, sticker(200, 180)), arrowUp(348, 130), sign("done", 60, 140)],
  two: () => [...reader("busy"), record(64, 116, "other"), sticker(118, 236), record(184, 124), sticker(280, 246),
    sign("two", 200, 64)],
  locked: () => [...reader("busy"), ...held(70), sign("lock", 324, 150)],
  password: () => [...reader("busy"), ...held(70), sign("key", 324, 150)],
  small: () => [...reader("busy"), ...held(70, sticker(200, 186, .6)), sign("small", 324, 150)],
  type: () => [
    ...reader("busy"), group("translate(112 128) rotate(-4 88 56)",
      shape("rect.d-card", { width: 176, height: 112, rx: 12 }),
      shape("rect.d-chip", { x: 20, y: 36, width: 34, height: 26, rx: 5 }), path("M20 88H104M20 22H60", "print")),
    sign("no")],
  phone: () => [
    ...reader("busy"), group("translate(148 92) rotate(5 52 84)",
      shape("rect.d-card", { width: 104, height: 172, rx: 16 }),
      shape("rect.d-screen", { x: 9, y: 18, width: 86, height: 130, rx: 5 }),
      path("M26 56H44M54 56H78M26 78H60M70 78H78M26 100H38M48 100H78", "print")),
    sign("no", 312, 84)],
  foreign: () => [
    ...reader("busy"), ...held(70), group("translate(268 92)",
      path("M0 0H78L104 26V104H0Z", "page"), path("M16 34H62M16 52H88M16 70H88M16 88H60", "print")),
    sign("ask", 72, 150)],
  bound: () => [
    ...reader(), record(18, 92, "other"), record(230, 92), path("M178 176H218M206 162L220 176L206 190", "arrow"),
    sticker(200, 262, 1.1), sign("ask", 200, 70)],
  second: () => [...reader(), ...held(70, sticker(164, 190)), sticker(238, 190), sign("ask", 330, 150)],
  lost: () => [
    ...reader("ill"), shape("rect.d-ghost", { x: 124, y: 134, width: 152, height: 152, rx: 5 }),
    group("rotate(8 200 80)", ...held(36)), arrowDown(344, 150), sign("fault", 60, 130)],
  verify: () => [
    ...reader(), ...held(70), path("M196 162L206 178L194 188L206 204", "crack"), sign("no", 324, 150)],
  fault: () => [
    ...reader("ill"), path("M332 312H352a14 14 0 0 0 14-14V240", "cable"),
    path("M356 240H376V216H356ZM361 216V204M371 216V204", "plug"), path("M352 182H380", "arrow"), ...held(70), sign("fault", 60, 130)],
  start: () => [...reader(), ...lying(118), sign("done", 312, 92)],
};

/** The pictures of the outcomes. */
const pictures = {
  "tag-needed": "tag", "tag-writing": "writing", "tag-written": "away", "tag-unchanged": "away", "tag-erased": "erased",
  "tag-sealed": "away", "tag-unsealed": "away", bound: "away", "already-bound": "away",
  "tag-random-uid": "phone", "tag-type": "type", "tag-locked": "locked", "tag-password": "password",
  "tag-too-small": "small", "tag-bound": "bound", "tag-foreign-content": "foreign", "copy-has-tag": "second",
  "two-tags": "two", "tag-lost": "lost", "verify-failed": "verify", "tag-suspect": "verify", "reader-fault": "fault",
  expired: "tag", cancelled: "tag", "copy-needed": "waiting",
};

export const pictureFor = (code) => pictures[code] ?? "tag";

/** @param {string} name of a scene; an unknown one is that of laying a tag down. */
export function drawing(name) {
  return draw("svg.drawing", { viewBox: "0 0 400 336", "aria-hidden": "true", "data-scene": name },
    ...(scenes[name] ?? scenes.tag)());
}
