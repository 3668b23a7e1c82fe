// The explanation of one scan: all its facts, and the rule behind the outcome.

import { get } from "/hub/client.js";
import { moment } from "/hub/clock.js";
import { loadWords, t, textOr } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { copyLine, factLine, isCard, modeWord, reason, tagEnd, tone } from "/record/words.js";
import { quietly } from "/desk/acts.js";
import { openSheet } from "/desk/sheet.js";
import { loadStyle } from "/desk/style.js";

/** @param {import("/hub/types.js").Scan} scan */
export async function openWhy(scan) {
  await Promise.all([loadWords("why"), loadStyle("/desk/why.css")]);
  const { outcome } = scan;
  const { rows, row } = table();
  row(t("why.what"), outcome.release?.title);
  row(t("why.by"), outcome.release?.artist);
  row(t("why.release"), outcome.release && factLine(outcome.release));
  row(t("why.copy"), outcome.copy && copyLine(outcome.copy, outcome.slot));
  row(t("why.mode"), modeWord(outcome.mode));
  row(t("why.read"), textRead(scan), "mono");
  row(t("why.as"), scan.symbology);
  row(t("why.written"), isCard(scan) ? undefined : scan.written, "mono");
  row(t("why.checked"), checks(scan));
  row(t("why.reader"), scan.reader ?? t("why.direct"));
  row(t("why.seen"), moment(scan.at));
  row(t("why.stored"), `${moment(scan.receivedAt)} ${delay(scan)}`.trim());
  row(t("why.outcome"), [textOr(`status.${outcome.status}`, ""), outcome.code].filter(Boolean).join("\u00a0· "));
  row(t("why.scan"), `${scan.seq} · ${scan.id}`, "mono");

  const story = make("div.why-story", { "aria-live": "polite" });
  openSheet(t("why.title"), [
    make("p.why-band", { data: { tone: tone(outcome) } }, icon(tone(outcome)), make("span", {}, outcome.title)),
    ...[outcome.detail, reason(outcome)].filter(Boolean).map((text) => make("p", {}, text)),
    make("dl.facts", {}, ...rows),
    story,
  ]);
  const explanation = await get(`/scans/${encodeURIComponent(scan.id)}/explanation`).catch(quietly);
  if (explanation && story.isConnected) story.replaceChildren(...storyContent(explanation));
}

/** Returns the decision: the rule, the candidates of the code, the states, the changed rows. */
function storyContent({ rule, candidates = [], before, after, rows: changed = [] }) {
  const { rows, row } = table();
  row(t("why.rule"), rule && textOr(`rule.${rule}`, ""));
  row("", rule, "mono");
  row(t("why.before"), before && stateWords(before));
  row(t("why.after"), after && stateWords(after));
  row(t("why.candidates"), candidates.map(({ kind, title, isTaken, because }) => (
    [title ?? kind, isTaken && t("why.taken"), because].filter(Boolean).join(", "))).join("; "));
  const lines = changed.flatMap(({ lines: differences = [] }) => differences);
  return [
    make("dl.facts", {}, ...rows),
    lines.length ? make("details", {}, make("summary", {}, t("why.changes")),
      make("pre.receipt", { tabindex: "0" }, lines.join("\n"))) : make("p", {}, t("why.no-change")),
  ];
}

const stateWords = ({ mode, state, hasSession }) => (
  [modeWord(mode), state, hasSession && state !== "session" && t("why.session")].filter(Boolean).join("\u00a0· "));

function table() {
  const rows = [];
  const row = (name, value, style) => {
    if (value === undefined || value === "") return;
    rows.push(make("dt", {}, name), make(style ? `dd.${style}` : "dd", { dir: "auto" }, value));
  };
  return { rows, row };
}

function textRead(scan) {
  if (isCard(scan)) return t("why.card");
  const mayBeCard = scan.symbology === "tag UID" && !scan.outcome.release && scan.outcome.code !== "unknown-tag";
  return mayBeCard ? tagEnd(scan) : scan.text;
}

/** Returns the reader's certainty: a camera compares a barcode with its own image, or agrees over several frames. */
function checks(scan) {
  const seen = scan.frames > 0 ? t("why.frames", { count: scan.frames }) : undefined;
  const quality = scan.quality === undefined ? undefined : t("why.quality", { word: Math.round(scan.quality * 100) });
  return [scan.verified ? t("why.image") : undefined, seen, quality].filter(Boolean).join(" · ");
}

function delay(scan) {
  const milliseconds = Date.parse(scan.receivedAt) - Date.parse(scan.at);
  return milliseconds >= 0 && milliseconds < 10_000 ? t("why.later", { time: milliseconds }) : "";
}
