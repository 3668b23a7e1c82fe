// The large card in the middle: the outcome of the last scan.

import { query } from "/hub/client.js";
import { whenShort } from "/hub/clock.js";
import { t } from "/hub/words.js";
import { icon, make } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import {
  copyLine, factLine, isCard, isCommand, modeWord, nextStep, readerIcon, readerWord, shortTitle, slotText, tone,
} from "/record/words.js";
import { answerTiles, choiceTiles } from "/desk/ask.js";
import { pastLine, showLine, songsLine } from "/desk/past.js";

/**
 * @param {import("/hub/types.js").Scan} scan
 * @param {{reader?: import("/hub/types.js").Reader, person?: object, isOver?: boolean, choices?: object[],
 *   onChoice?: (choice: object) => void, confirming?: object,
 *   confirmation?: (confirming: object, options: object) => Node[], isStaff?: boolean, isSelfService?: boolean,
 *   onAnswer?: (word: string, reason?: string) => void}} options `reader` is the one of the scan; `person` is
 *   the session that it opened; `isOver` if its
 *   prompt has ended; `onChoice` and `onAnswer` exist while the station waits for them; `confirmation` builds the form
 *   of a confirmation, once loaded.
 * @returns {Node[]} the content of the card; pass the card to `fitTitle` once it is in the page.
 */
export function cardContent(scan, options) {
  const { reader, person, onChoice, onAnswer, confirming, confirmation, ready } = options;
  const { outcome } = scan;
  const release = outcome.release ?? confirming?.release;
  const copy = outcome.copy ?? confirming?.copy;
  const choices = onChoice ? options.choices ?? outcome.choices ?? [] : [];
  const kind = options.isOver ? "again" : scan.tone ?? tone(outcome);

  const picture = release ? sleeve(release, { disc: true }) : emblem(scan);
  const title = person?.borrower ?? headline(scan, release);
  const subtitle = person ? loansLine(person) : release ? release.artist : describe(scan);
  const facts = release ? factLine(release) : "";
  const place = copy ? copyLine(copy, outcome.slot, Boolean(outcome.dueAt)) : release && outcome.slot ? slotText(outcome.slot) : "";
  const past = pastLine(outcome);
  const seen = [reader && readerWord(reader), whenShort(scan.at)];
  const asks = confirming && onAnswer ? confirmation?.(confirming, options) ?? []
    : choices.length ? [choiceTiles(choices, onChoice)] : onAnswer ? [answerTiles(outcome.code, onAnswer)] : [];

  return [
    make("header.band", {},
      make("span.band-sign", {}, icon(kind)),
      make("p.band-words", {}, options.isOver ? t("desk.over") : outcome.title),
      make("p.band-meta", {}, reader && icon(readerIcon(reader)), make("span", {}, seen.filter(Boolean).join(" · ")))),
    make("div.outcome-body", {},
      make("div.picture", {}, release ? make("a.picture-link", {
        href: `/library${query({ release: release.id })}`, "aria-label": t("desk.details-of", { title: release.title }),
      }, picture) : picture),
      make("div.headline", {},
        make("p.title", { dir: "auto", title }, title),
        subtitle && make("p.artist", { dir: "auto" }, subtitle)),
      make("div.particulars", {},
        facts && make("p.fact-line", { dir: "auto" }, facts, release.status === "resolved" && ` · ${t("desk.discogs")}`),
        place && make("p.copy-line", {}, place),
        past && make("p.copy-line", {}, past),
        outcome.show && make("p.copy-line", { dir: "auto" }, showLine(outcome)),
        outcome.show && make("p.fact-line", { dir: "auto" }, songsLine(outcome)),
        ready?.card && ready.copy.id === copy?.id && make("p.hold-for", {}, t("desk.hold-for", { card: ready.card })),
        !asks.length && (options.lines?.(outcome.loans) ?? remarks(outcome)),
        ...asks)),
    make("p.next", {}, icon("next"), make("span", {},
      options.isOver ? t("desk.over-do") : choices.length ? whole(nextStep(outcome)) : nextStep(outcome),
      choices.length > 0 && make("span.choice-hint", {}, ` ${t("desk.choice-hint")}`))),
  ];
}

/** Returns how many copies a person has on loan. */
const loansLine = ({ open, limit }) => (limit === undefined ? t("desk.loans-open", { count: open })
  : t("desk.loans-of", { open, most: limit }));

/** Returns the further reasons of a refusal and the notes of a success. */
function remarks(outcome) {
  const told = [...outcome.reasons ?? [], ...outcome.notes ?? []].filter(({ code }) => code !== outcome.code);
  if (!told.length) return false;
  return make("ul.remarks", {}, ...told.map(({ code, title, detail }) => make("li", { data: { code } },
    icon("note"), make("span", {}, detail ?? title ?? code))));
}

/** Returns a sentence with its full stop, because another follows. */
export const whole = (text) => text.replace(/[.!?]?$/, (end) => end || ".");

/** Returns the words that name what was scanned. */
export function headline(scan, release) {
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
  else if (outcome.code === "undone" || outcome.code === "redone") name = "undo";
  else if (isCommand(scan) || !scan.text) name = outcome.code === "unknown-command" ? "ask" : "end";
  else if (outcome.slot) name = "shelve";
  return make("div.emblem", { data: { mode: outcome.code === "mode-changed" ? outcome.mode : undefined } }, icon(name));
}

/** Sets the largest size at which the title fits with everything beside it. */
export function fitTitle(card) {
  const body = card.querySelector(".outcome-body");
  const title = card.querySelector(".title");
  if (!body || !title) return;
  const style = getComputedStyle(card);
  const largest = Number.parseFloat(style.getPropertyValue("--title-largest")) || 96;
  const smallest = Number.parseFloat(style.getPropertyValue("--title-smallest")) || 56;
  const fits = () => body.scrollHeight <= body.clientHeight + 1 && title.scrollWidth <= title.clientWidth + 1;
  // The sleeve is as high as its place: how high the bars are depends on their words.
  const { paddingTop, paddingBottom } = getComputedStyle(body);
  body.style.setProperty("--room", `${Math.max(64, body.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom))}px`);
  title.classList.remove("is-cut");
  delete card.dataset.tight;
  // Whole words first: a broken word is harder to read from afar than a smaller one.
  title.classList.add("is-measured");
  let size = largest;
  for (; size > smallest; size -= 8) {
    title.style.fontSize = `${size}px`;
    if (fits()) break;
  }
  size = Math.max(size, smallest);
  title.style.fontSize = `${size}px`;
  title.classList.remove("is-measured");
  const excess = () => body.scrollHeight - body.clientHeight;
  if (excess() <= 1) return;
  cutTitle(title, excess());
  // Less important parts give way first, the size last.
  for (const tight of ["facts", "all"]) {
    if (excess() <= 1) return;
    card.dataset.tight = tight;
  }
  for (size -= 4; size >= 24 && excess() > 1; size -= 4) title.style.fontSize = `${size}px`;
}

/** Cuts the title to the lines that fit. */
function cutTitle(title, excess) {
  const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(title);
  const room = title.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom) - excess;
  const lines = Math.floor(room / Number.parseFloat(lineHeight));
  title.style.setProperty("--lines", Math.max(1, lines));
  title.classList.add("is-cut");
}
