// The sheet, drawn to scale: the labels used up, and those to print. A press on one begins there.

import { grouped } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { draw, make } from "/record/element.js";

const papers = { a4: [210, 297], letter: [215.9, 279.4] };

/** Returns the size of a page of the layout in millimetres. */
export function pageSize(layout) {
  if (layout.paperWidth > 0 && layout.paperHeight > 0) return [layout.paperWidth, layout.paperHeight];
  return papers[layout.paper?.toLowerCase()] ?? [layout.width, layout.height];
}

export const perSheet = (layout) => (layout.isRoll ? 1 : layout.columns * layout.rows);

/** Returns the left and upper edge of a label in millimetres. */
function place(layout, index) {
  if (layout.isRoll) return [0, 0];
  const [width, height] = pageSize(layout);
  const pitchX = layout.pitchX > 0 ? layout.pitchX : layout.width;
  const pitchY = layout.pitchY > 0 ? layout.pitchY : layout.height;
  // Missing measures are assumed to be centred.
  const left = layout.left ?? (width - (layout.columns - 1) * pitchX - layout.width) / 2;
  const top = layout.top ?? (height - (layout.rows - 1) * pitchY - layout.height) / 2;
  return [left + (index % layout.columns) * pitchX, top + Math.floor(index / layout.columns) * pitchY];
}

/**
 * The first sheet.
 *
 * @param {object} layout
 * @param {{start: number, count?: number, symbol: string, onStart: (start: number) => void}} options `start` from 1;
 * `count` is the number of labels to print, if known.
 */
export function sheetDrawing(layout, { start, count, symbol, onStart }) {
  const [width, height] = pageSize(layout);
  const margin = layout.isRoll ? 3 : 0;
  const cells = Array.from({ length: perSheet(layout) }, (_, index) => {
    const [x, y] = place(layout, index);
    const isUsed = index + 1 < start;
    const isNow = !isUsed && (count === undefined ? index + 1 === start : index + 1 < start + count);
    return draw(`g.cell${isUsed ? ".is-used" : isNow ? ".is-now" : ""}`, {
      transform: `translate(${x} ${y})`, on: { click: () => onStart(index + 1) },
    },
    draw("rect", { width: layout.width, height: layout.height, rx: Math.min(2, layout.height / 8) }),
    ...isNow ? symbolDrawing(layout, symbol) : []);
  });
  const svg = draw("svg.sheet", {
    viewBox: `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`, role: "img",
    "aria-label": layout.isRoll
      ? t("labels.drawn-roll", { width: grouped(layout.width), height: grouped(layout.height) })
      : t("labels.drawn-sheet", { columns: layout.columns, rows: layout.rows, start }),
    "data-roll": layout.isRoll ? "" : undefined,
  }, !layout.isRoll && draw("rect.sheet-paper", { width, height }), ...cells);
  return make("figure.sheet-figure", {}, svg);
}

/** Draws bars or modules, roughly at their place. */
function symbolDrawing({ width, height }, symbol) {
  const inset = Math.min(width, height) * .12;
  if (symbol === "qr") {
    const side = Math.min(height - 2 * inset, width * .4);
    const step = side / 7;
    const dots = [];
    for (let index = 0; index < 49; index += 1) {
      if ((index * 37 + (index >> 2) * 11) % 5 < 3) {
        dots.push(`M${inset + (index % 7) * step} ${inset + Math.floor(index / 7) * step}h${step}v${step}h${-step}z`);
      }
    }
    return [draw("path.cell-code", { d: dots.join("") }),
      lines(inset * 2 + side, inset, width - side - inset * 3, height)];
  }
  const high = Math.max(2, height * .42);
  const bars = [];
  let x = inset;
  for (let index = 0; x < width - inset - .6; index += 1) {
    const wide = (.4 + ((index * 7) % 3) * .35) * Math.max(1, width / 60);
    bars.push(`M${x.toFixed(2)} ${inset}h${wide.toFixed(2)}v${high}h${(-wide).toFixed(2)}z`);
    x += wide + (.45 + ((index * 5) % 2) * .4) * Math.max(1, width / 60);
  }
  return [draw("path.cell-code", { d: bars.join("") }), lines(inset, inset + high + 1, width - 2 * inset, height)];
}

function lines(x, y, width, height) {
  const thin = Math.max(.5, Math.min(1.6, height * .05));
  const rows = [];
  for (let line = 0; y + line * thin * 2.4 + thin < height - thin && line < 3; line += 1) {
    rows.push(`M${x} ${y + thin + line * thin * 2.4}h${width * [.9, .6, .75][line]}`);
  }
  return draw("path.cell-text", { d: rows.join(""), "stroke-width": thin });
}
