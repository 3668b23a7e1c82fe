// Why did it do that: everything that is known of one scan.

import { moment } from "/hub/clock.js";
import { icon, make } from "/record/element.js";
import { copyLine, factLine, isCard, modeWord, reason, tagEnd, tone } from "/record/words.js";
import { openSheet } from "/desk/sheet.js";

/** @param {object} scan */
export function openWhy(scan) {
  const { outcome } = scan;
  const rows = [];
  const row = (name, value, style) => {
    if (value === undefined || value === "") return;
    rows.push(make("dt", {}, name), make(style ? `dd.${style}` : "dd", { dir: "auto" }, value));
  };
  row("What", outcome.release?.title);
  row("By", outcome.release?.artist);
  row("Release", outcome.release && factLine(outcome.release));
  row("Copy", outcome.copy && copyLine(outcome.copy, outcome.slot));
  row("Mode", modeWord(outcome.mode));
  row("Read", textRead(scan), "mono");
  row("As", scan.symbology);
  row("Written on it", isCard(scan) ? undefined : scan.written, "mono");
  row("Checked", checks(scan));
  row("Reader", scan.reader ?? "sent to the hub directly");
  row("Seen", moment(scan.at));
  row("Stored", `${moment(scan.receivedAt)}${delay(scan)}`);
  row("Outcome", outcome.code, "mono");
  row("Scan", `${scan.seq} · ${scan.id}`, "mono");

  openSheet("Why did it do that?", [
    make("p.why-band", { data: { tone: tone(outcome) } }, icon(tone(outcome)), make("span", {}, outcome.title)),
    ...[outcome.detail, reason(outcome)].filter(Boolean).map((text) => make("p", {}, text)),
    make("dl.facts", {}, ...rows),
  ]);
}

function textRead(scan) {
  if (isCard(scan)) return "a borrower’s card (its number is not shown)";
  const mayBeCard = scan.symbology === "tag UID" && !scan.outcome.release && scan.outcome.code !== "unknown-tag";
  return mayBeCard ? tagEnd(scan) : scan.text;
}

/** How sure the reader was: a camera compares each bar code with its own image, or believes what several frames say. */
function checks(scan) {
  const seen = scan.frames > 1 ? `seen in ${scan.frames} frames` : scan.frames === 1 ? "seen in one frame" : undefined;
  const quality = scan.quality === undefined ? undefined : `quality ${Math.round(scan.quality * 100)} %`;
  return [scan.verified ? "against its own image" : undefined, seen, quality].filter(Boolean).join(" · ");
}

function delay(scan) {
  const milliseconds = Date.parse(scan.receivedAt) - Date.parse(scan.at);
  return milliseconds >= 0 && milliseconds < 10_000 ? ` (${milliseconds} ms later)` : "";
}
