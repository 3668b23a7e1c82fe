// The large card in the middle: what the last scan did.

import { whenShort } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import {
  copyLine, factLine, isCard, isCommand, modeWord, nextStep, readerWord, shortTitle, slotText, tone,
} from "/record/words.js";
import { answerTiles, choiceTiles } from "/desk/ask.js";

/**
 * @param {object} scan
 * @param {{reader?: object, choices?: object[], onChoice?: (choice: object) => void, confirming?: object,
 *   confirmation?: (confirming: object, options: object) => Node[], isStaff?: boolean, isSelfService?: boolean,
 *   onAnswer?: (word: string, reason?: string) => void}} options `reader` is the one that saw it; `onChoice` and
 *   `onAnswer` are there while the desk waits for that; `confirmation` makes what asks for a yes, once it is read.
 * @returns {Node[]} the content of the card; hand the card to `fitTitle` once it stands in the page.
 */
export function cardContent(scan, options) {
  const { reader, onChoice, onAnswer, confirming, confirmation } = options;
  const { outcome } = scan;
  const release = outcome.release ?? confirming?.release;
  const copy = outcome.copy ?? confirming?.copy;
  const choices = onChoice ? options.choices ?? outcome.choices ?? [] : [];
  const kind = scan.tone ?? tone(outcome);

  const picture = release ? sleeve(release, { disc: true }) : emblem(scan);
  const subtitle = release ? release.artist : describe(scan);
  const facts = release ? factLine(release) : "";
  const place = copy ? copyLine(copy, outcome.slot, Boolean(outcome.dueAt)) : release && outcome.slot ? slotText(outcome.slot) : "";
  const seen = [reader && readerWord(reader.kind), whenShort(scan.at)];
  const asks = confirming && onAnswer ? confirmation?.(confirming, options) ?? []
    : choices.length ? [choiceTiles(choices, onChoice)] : onAnswer ? [answerTiles(outcome.code, onAnswer)] : [];

  return [
    make("header.band", {},
      make("span.band-sign", {}, icon(kind)),
      make("p.band-words", {}, outcome.title),
      make("p.band-meta", {}, reader && icon(reader.kind), make("span", {}, seen.filter(Boolean).join(" · ")))),
    make("div.outcome-body", {},
      make("div.picture", {}, picture),
      make("div.headline", {},
        make("p.title", { dir: "auto", title: headline(scan, release) }, headline(scan, release)),
        subtitle && make("p.artist", { dir: "auto" }, subtitle)),
      make("div.particulars", {},
        facts && make("p.fact-line", { dir: "auto" }, facts),
        place && make("p.copy-line", {}, place),
        !asks.length && remarks(outcome),
        ...asks)),
    make("p.next", {}, icon("next"), make("span", {}, nextStep(outcome),
      choices.length > 0 && make("span.choice-hint", {}, ` ${t("desk.choice-hint")}`))),
  ];
}

/** What is to be known beside the outcome: the other reasons of a refusal, the notes of what was done. */
function remarks(outcome) {
  const told = [...outcome.reasons ?? [], ...outcome.notes ?? []].filter(({ code }) => code !== outcome.code);
  if (!told.length) return false;
  return make("ul.remarks", {}, ...told.map(({ code, title, detail }) => make("li", { data: { code } },
    icon("note"), make("span", {}, detail ?? title ?? code))));
}

/** One sentence for the ears. */
export function spoken(scan) {
  const { outcome } = scan;
  const { release } = outcome;
  const head = headline(scan, release);
  const what = release ? `${release.title}, ${release.artist}` : head === outcome.title ? "" : head;
  const notes = (outcome.notes ?? []).map(({ title, detail }) => detail ?? title);
  return [outcome.title, what, nextStep(outcome).replace(" · ", ": "), ...notes].filter(Boolean)
    .map((part) => part.replace(/[.!?]?$/, (end) => end || ".")).join(" ");
}

function headline(scan, release) {
  const { outcome } = scan;
  if (release) return release.title;
  if (outcome.code === "mode-changed") return modeWord(outcome.mode);
  if (isCard(scan) || isCommand(scan) || !scan.text) return outcome.title;
  return shortTitle(scan);
}

function describe(scan) {
  if (!scan.text) return "";
  if (isCard(scan)) return t("desk.borrower-card");
  if (isCommand(scan)) return t("desk.command-card");
  if (scan.outcome.slot) return t("desk.slot-label");
  return scan.symbology === "tag UID" ? t("desk.nfc-tag") : scan.symbology;
}

function emblem(scan) {
  const { outcome } = scan;
  let name = scan.symbology === "tag UID" ? "tag" : "barcode";
  if (outcome.code === "mode-changed") name = outcome.mode;
  else if (isCard(scan)) name = "card";
  else if (outcome.code === "undone") name = "undo";
  else if (isCommand(scan) || !scan.text) name = outcome.code === "unknown-command" ? "ask" : "end";
  else if (outcome.slot) name = "shelve";
  return make("div.emblem", { data: { mode: outcome.code === "mode-changed" ? outcome.mode : undefined } }, icon(name));
}

/** The largest size at which the title fits with all that stands beside it. */
export function fitTitle(card) {
  const body = card.querySelector(".outcome-body");
  const title = card.querySelector(".title");
  if (!body || !title) return;
  const style = getComputedStyle(card);
  const largest = Number.parseFloat(style.getPropertyValue("--title-largest")) || 96;
  const smallest = Number.parseFloat(style.getPropertyValue("--title-smallest")) || 56;
  const fits = () => body.scrollHeight <= body.clientHeight + 1 && title.scrollWidth <= title.clientWidth + 1;
  title.classList.remove("is-cut");
  // Whole words first: a word broken in two is harder to read from afar than a smaller one.
  title.classList.add("is-measured");
  let size = largest;
  for (; size > smallest; size -= 8) {
    title.style.fontSize = `${size}px`;
    if (fits()) break;
  }
  size = Math.max(size, smallest);
  title.style.fontSize = `${size}px`;
  title.classList.remove("is-measured");
  const excess = body.scrollHeight - body.clientHeight;
  if (excess <= 1) return;
  const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(title);
  const room = title.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom) - excess;
  const lines = Math.floor(room / Number.parseFloat(lineHeight));
  title.style.setProperty("--lines", Math.max(1, lines));
  title.classList.add("is-cut");
}
