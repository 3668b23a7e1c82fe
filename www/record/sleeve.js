// A drawn sleeve for a record without a cover. The same record always has the same one.

import { draw, make } from "/record/element.js";

/** The ground, two inks, and the colour of the lettering (at least 4.5:1 on the ground). */
const palettes = [
  ["#efe2cb", "#cf4a2c", "#22304f", "#22304f"],
  ["#14375f", "#5ba7d2", "#f1e6cf", "#f6eedd"],
  ["#e2a92c", "#2b2320", "#f8eed8", "#2b2320"],
  ["#1e4a3c", "#e4c179", "#a9c9a2", "#f4e9d5"],
  ["#f1c7c2", "#b23349", "#2a2a3e", "#2a2a3e"],
  ["#1b1a1e", "#e9e3d8", "#837e76", "#f0eae0"],
  ["#d2c7e8", "#4c3b90", "#ee9f45", "#291f52"],
  ["#8f3a22", "#f2d5a8", "#3a1b15", "#fdf0dc"],
  ["#0f585f", "#f0b98d", "#a7d3c9", "#f4efe2"],
  ["#f5f2ea", "#24221f", "#c43d2b", "#24221f"],
  ["#5a1f3d", "#e58fa8", "#f3d9c4", "#fbeadf"],
  ["#c9d8c5", "#35563c", "#d9733f", "#20351f"],
  ["#b9d5e3", "#1f4668", "#e8633f", "#12304a"],
  ["#243b24", "#d8d06a", "#7fb28c", "#f1f0da"],
  ["#f4c9a0", "#7a2e1d", "#2f5d62", "#4a1a10"],
  ["#3b2a5c", "#f29e6d", "#b9a5e2", "#f3ebff"],
  ["#e5484d", "#2a0f12", "#ffd9c9", "#2a0f12"],
  ["#0b6e4f", "#f4d35e", "#08372a", "#f7f3dc"],
  ["#dfe3e8", "#51627a", "#e07a3f", "#2b3542"],
  ["#6b4226", "#e9c46a", "#2a1a0f", "#fbf0dd"],
  ["#9fd3c7", "#142d4c", "#385170", "#142d4c"],
  ["#2d3142", "#ef8354", "#bfc0c0", "#f2f2f2"],
  ["#f7e08a", "#3a5a40", "#b5485d", "#2c3e2f"],
  ["#742a58", "#ffb88c", "#de6262", "#fff0e6"],
];

/** Outlines for a path. */
const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const box = (x, y, width, height) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** Returns one path for each ink: a page has hundreds of sleeves. @param {[string, string][]} shapes */
function inked(shapes, more, paint = "fill") {
  const paths = {};
  for (const [ink, d] of shapes) paths[ink] = (paths[ink] ?? "") + d;
  return Object.entries(paths).map(([ink, d]) => draw("path", { d, ...more, [paint]: ink }));
}

/** Each draws below 42 in a square of 100 × 100; the lettering is above, on the ground alone. */
const motifs = [
  function rings(random, a, b) {
    const x = 30 + random() * 40;
    const rings = [25, 22, 19, 16, 13, 10].map((r) => circle(x, 71, r)).join("");
    return [round(x, 71, 28, a), draw("path", { d: rings, fill: "none", stroke: b, "stroke-width": .7 }), round(x, 71, 8, b)];
  },
  function sun(random, a, b) {
    const r = 22 + random() * 10;
    return [
      draw("path", { d: `M${50 - r} 78a${r} ${r} 0 0 1 ${2 * r} 0z`, fill: a }),
      draw("path", { d: [0, 1, 2, 3].map((n) => box(0, 80 + n * 5, 100, 1 + n * .8)).join(""), fill: b }),
    ];
  },
  function levels(random, a, b) {
    return inked(Array.from({ length: 11 }, (_, n) => {
      const height = 8 + random() * 41;
      return [n % 4 === 2 ? b : a, box(8 + n * 7.8, 92 - height, 5, height)];
    }));
  },
  function dots(random, a, b) {
    return inked(Array.from({ length: 40 }, (_, n) => {
      const chance = random();
      return [chance < .2 ? b : a, circle(12 + (n % 8) * 10.9, 48 + Math.floor(n / 8) * 11, chance < .2 ? 4.6 : 1.2 + chance * 2.6)];
    }));
  },
  function quarters(random, a, b) {
    // From each corner of its square.
    const turned = [[0, 0, "h25a25 25 0 0 1-25 25"], [25, 0, "v25a25 25 0 0 1-25-25"],
      [25, 25, "h-25a25 25 0 0 1 25-25"], [0, 25, "v-25a25 25 0 0 1 25 25"]];
    return inked(Array.from({ length: 8 }, (_, n) => {
      const [x, y, outline] = turned[Math.floor(random() * 4)];
      return [random() < .62 ? a : b, `M${(n % 4) * 25 + x} ${(n < 4 ? 50 : 75) + y}${outline}z`];
    }));
  },
  function waves(random, a, b) {
    const lines = Array.from({ length: 9 }, (_, n) => {
      const y = 59 + n * 4.4;
      const peak = 30 + random() * 40;
      const height = 4 + random() * 11;
      return [n === 4 ? b : a, `M6 ${y}C${peak - 18} ${y} ${peak - 9} ${y - height} ${peak} ${y - height}S${peak + 18} ${y} 94 ${y}`];
    });
    return inked(lines, { fill: "none", "stroke-width": 1.5, "stroke-linecap": "round" }, "stroke");
  },
  function pair(random, a, b) {
    const apart = 12 + random() * 8;
    return [
      draw("circle", { cx: 50 - apart, cy: 69, r: 25, fill: a }),
      draw("circle", { cx: 50 + apart, cy: 69, r: 25, fill: b, "fill-opacity": .86 }),
    ];
  },
  function slant(random, a, b) {
    const lean = 14 + random() * 22;
    return inked(Array.from({ length: 7 }, (_, n) => [n % 3 === 1 ? b : a, `M${-20 + n * 20} 100l${lean} -56h8l-${lean} 56z`]));
  },
];

/**
 * Returns a square sleeve in the width of its place. Title and artist alone decide its look, so that every part of the
 * page draws the same one, and its neighbours differ.
 *
 * @param {{title: string, artist?: string, medium?: string}} release
 * @param {{lettered?: boolean, disc?: boolean}} options `lettered` sets title and artist on it, and otherwise the initials; `disc` lets the disc
 *   look out of it.
 */
export function sleeve(release, { lettered = true, disc = false } = {}) {
  const random = generator([release.title || release.id, release.artist].filter(Boolean).join("\n"));
  const [ground, a, b, letters] = palettes[Math.floor(random() * palettes.length)];
  const motif = motifs[Math.floor(random() * motifs.length)];
  const turn = random() < .5 ? "" : "matrix(-1 0 0 1 100 0)";
  const front = make("div.sleeve-front", {},
    draw("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "xMidYMax slice" },
      draw("rect", { width: 100, height: 100, fill: ground }), draw("g", { transform: turn || undefined }, ...motif(random, a, b))));
  if (lettered) {
    const words = make("div.sleeve-words", {},
      make("span.sleeve-artist", { dir: "auto" }, release.artist ?? ""),
      make("span.sleeve-title", { dir: "auto" }, release.title ?? ""));
    words.style.color = letters;
    front.append(words);
  } else {
    const words = make("div.sleeve-initials", {}, initials(release));
    words.style.color = letters;
    front.append(words);
  }
  front.style.backgroundColor = ground;
  const element = make("div.sleeve", { "aria-hidden": "true", data: { medium: release.medium || "other" } });
  if (disc) element.append(media[release.medium]?.(a) ?? "");
  element.append(front);
  if (disc) element.classList.add("with-disc");
  return element;
}

/** Returns the letters of a sleeve that is too small for words: those of the first two words of the title. */
function initials({ title, artist }) {
  const words = (title || artist || "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.slice(0, 2).map((word) => [...word][0].toLocaleUpperCase()).join("");
}

const round = (cx, cy, r, fill, more) => draw("circle", { cx, cy, r, fill, ...more });

/** The visible part of the disc or cassette. */
const media = {
  vinyl: (label) => draw("svg.sleeve-disc", { viewBox: "0 0 100 100" },
    round(50, 50, 49, "#161514", { stroke: "#4a4641", "stroke-width": .8 }),
    draw("path", { d: [44, 40, 36, 32, 28, 24].map((r) => circle(50, 50, r)).join(""), fill: "none", stroke: "#3b3835", "stroke-width": .8 }),
    round(50, 50, 17, label), round(50, 50, 1.8, "#f3f1ec")),
  cd: () => draw("svg.sleeve-disc", { viewBox: "0 0 100 100" },
    round(50, 50, 47, "#c9ccd1"),
    draw("path", { d: "M50 50L85 18A47 47 0 0 1 96 41z", fill: "#eef0f3" }),
    draw("path", { d: "M50 50L92 70A47 47 0 0 1 78 88z", fill: "#aeb3bb" }),
    round(50, 50, 16, "#e4e6ea"), round(50, 50, 7, "#8d929a")),
  cassette: (label) => draw("svg.sleeve-disc", { viewBox: "0 0 100 100" },
    draw("rect", { x: 2, y: 18, width: 96, height: 64, rx: 5, fill: "#22201e" }),
    draw("rect", { x: 40, y: 26, width: 54, height: 38, rx: 3, fill: label }),
    round(84, 48, 8, "#f3f1ec"), round(84, 48, 3.4, "#22201e")),
};

/** Returns numbers from 0 to below 1 that depend only on the text (FNV-1a as seed, then mulberry32). */
function generator(text) {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
