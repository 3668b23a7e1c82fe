// A QR code, drawn.

import { draw } from "/record/element.js";

/** The quiet zone around the code, in modules. */
const quiet = 4;

/** Returns a drawing of a QR code. @param {string[]} rows with `1` for a dark module @param {string} word for screen readers */
export function qrDrawing(rows, word) {
  const size = rows.length + 2 * quiet;
  const dark = rows.flatMap((row, y) => [...row].flatMap((module, x) => (
    module === "1" ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])));
  return draw("svg.link-qr", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": word, "shape-rendering": "crispEdges" },
    draw("rect", { width: size, height: size, fill: "#fff" }), draw("path", { d: dark.join(""), fill: "#000" }));
}
