// The large card in the middle: what the last scan did.

import { whenShort } from "/hub/clock.js";
import { guards } from "/write/guards.js";
import { icon, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import { jobTone } from "/record/tags.js";
import {
  copyLine, factLine, isCard, isCommand, modeWord, nextStep, readerWord, shortTitle, tone,
} from "/record/words.js";

/**
 * @param {object} scan
 * @param {{reader?: object, onChoice: (copy: object) => void, onAnswer?: (word: string) => void}} options `reader` is
 *   the one that saw it; `onAnswer` is there while the desk waits for a yes or a no to it.
 * @returns {Node[]} the content of the card; hand the card to `fitTitle` once it stands in the page.
 */
export function cardContent(scan, { reader, onChoice, onAnswer }) {
  const { outcome } = scan;
  const { release, copy } = outcome;
  const kind = scan.job ? jobTone(scan.job) : tone(outcome);

  const picture = release ? sleeve(release, { disc: true }) : emblem(scan);
  const subtitle = release ? release.artist : describe(scan);
  const facts = release ? factLine(release) : "";
  const place = copy ? copyLine(copy, outcome.slot, saysWhen(outcome)) : release && outcome.slot ? outcome.slot : "";

  const seen = [reader && readerWord(reader.kind), whenShort(scan.at)];

  return [
    make("header.band", {},
      make("span.band-sign", {}, icon(kind)),
      make("p.band-words", {}, outcome.title),
      make("p.band-meta", {}, reader && icon(reader.kind), make("span", {}, seen.filter(Boolean).join(" · ")))),
    make("div.outcome-body", {},
      make("div.picture", {}, picture),
      make("div.headline", {},
        make("p.title", { dir: "auto", title: headline(scan) }, headline(scan)),
        subtitle && make("p.artist", { dir: "auto" }, subtitle)),
      make("div.particulars", {},
        facts && make("p.fact-line", { dir: "auto" }, facts),
        place && make("p.copy-line", {}, place),
        outcome.choices?.length ? choices(outcome.choices, onChoice) : onAnswer && answers(outcome.code, onAnswer))),
    make("p.next", {}, icon("next"), make("span", {}, nextStep(outcome))),
  ];
}

/** One sentence for the ears. */
export function spoken(scan) {
  const { outcome } = scan;
  const { release } = outcome;
  const what = release ? `${release.title}, ${release.artist}` : headline(scan) === outcome.title ? "" : headline(scan);
  return [outcome.title, what, nextStep(outcome).replace(" · ", ": ")].filter(Boolean)
    .map((part) => part.replace(/[.!?]?$/, (end) => end || ".")).join(" ");
}

function headline(scan) {
  const { outcome } = scan;
  if (outcome.release) return outcome.release.title;
  if (outcome.code === "mode-changed") return modeWord(outcome.mode);
  if (isCard(scan) || isCommand(scan)) return outcome.title;
  return shortTitle(scan);
}

function describe(scan) {
  if (isCard(scan)) return "Borrower’s card";
  if (isCommand(scan)) return "Command card";
  if (scan.outcome.slot) return "Slot label";
  return scan.symbology === "tag UID" ? "NFC tag" : scan.symbology;
}

/** Where the detail tells the due date already, the line of the copy need not. */
const saysWhen = ({ detail }) => /\b(due|until)\b/i.test(detail ?? "");

function emblem(scan) {
  const { outcome } = scan;
  let name = scan.symbology === "tag UID" ? "tag" : "barcode";
  if (outcome.code === "mode-changed") name = outcome.mode;
  else if (isCard(scan)) name = "card";
  else if (isCommand(scan)) name = outcome.code === "unknown-command" ? "ask" : "end";
  else if (outcome.slot) name = "shelve";
  return make("div.emblem", { data: { mode: outcome.code === "mode-changed" ? outcome.mode : undefined } }, icon(name));
}

/** Numbered tiles, 1 to 9. */
function choices(list, onChoice) {
  return make("ol.choices", { "aria-label": "Which copy?" }, ...list.slice(0, 9).map(({ copy }, index) => (
    make("li", {}, make("button.choice", { type: "button", on: { click: () => onChoice(copy) } },
      make("span.choice-number", {}, String(index + 1)),
      make("span", {},
        make("strong", {}, `Copy ${copy.number}`),
        make("small", {}, copy.status === "on-loan" ? "on loan" : copy.slot ?? "no slot yet")))))));
}

/** The two answers to a question of the desk; Y and N press them, and so do the cards. */
function answers(code, onAnswer) {
  const { yes = "Yes", no = "No" } = guards[code] ?? {};
  const tile = (word, key, text) => make("li", {}, make("button.choice", {
    type: "button", data: { answer: word }, on: { click: () => onAnswer(word) },
  }, make("span.choice-number", { "aria-hidden": "true" }, key), make("span", {}, make("strong", {}, text))));
  return make("ol.choices", { "aria-label": "Yes or no?" }, tile("yes", "Y", yes), tile("no", "N", no));
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
