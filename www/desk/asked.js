// The question that finds which release a copy is: its answers are numbered tiles in three columns.

import { loadWords, t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { choiceWords } from "/desk/ask.js";
import { play } from "/desk/sound.js";
import { loadStyle } from "/desk/style.js";

const code = "choose-source";

/** The id of the question that was announced last. */
let announced;
/** The id of the question that was drawn last. */
let shown;

/** Shows and announces the open question, unless it has closed while the styles were loaded. */
export async function showAsked({ card, shown: scan, handlers }, open) {
  await Promise.all([loadWords("additions"), loadStyle("/desk/asked.css"), loadStyle("/desk/ask.css")]);
  const choosing = open();
  if (choosing?.code !== code) return;
  if (scan) card.dataset.scan = scan.id;
  card.dataset.tone = "ask";
  const isIn = card.contains(document.activeElement);
  const answer = choosing.id === shown ? [...card.querySelectorAll(".answer")].indexOf(document.activeElement) : -1;
  shown = choosing.id;
  card.replaceChildren(...askedContent(choosing, ({ number }) => handlers.onChoice(number)));
  // The same question keeps the focus on its answer. Of another one, the next Tab leads to the first answer.
  if (isIn) (card.querySelectorAll(".answer")[answer] ?? card).focus({ preventScroll: true });
  if (choosing.id === announced) return;
  announced = choosing.id;
  // A question that a late look-up has opened has a sound: no scan and no act has one.
  if (scan?.outcome.code !== code) play("ask");
  const { spokenPrompt } = await import("/desk/spoken.js");
  if (open()?.id === announced) byID("announcement").textContent = spokenPrompt({ choosing });
}

/**
 * @param {object} choosing of the station
 * @param {(choice: import("/hub/types.js").Choice) => void} onChoice
 * @returns {Node[]} the content of the card: the release, the question about it, and its answers
 */
export function askedContent({ sentence, release, remaining, choices }, onChoice) {
  const about = release ? [release.artist, release.title].filter(Boolean).join(" – ") : "";
  return [
    make("header.band", {},
      make("span.band-sign", {}, icon("ask")),
      make("p.band-words.asked-about", { dir: "auto", title: about }, about),
      remaining && make("p.asked-left", {}, t("additions.asked-left", { count: remaining }))),
    make("div.asked", {},
      make("p.asked-title", { id: "asked-title" }, sentence ?? t("desk.which")),
      make("ol.answers", { "aria-labelledby": "asked-title", tabindex: "-1" },
        ...choices.slice(0, 9).map((choice) => tile(choice, onChoice)))),
  ];
}

function tile(choice, onChoice) {
  const [title, more] = choiceWords(choice);
  return make("li", {}, make("button.choice.answer", {
    type: "button", title: [title, more].filter(Boolean).join(" "), data: { kind: choice.kind },
    on: { click: () => onChoice(choice) },
  }, make("span.choice-number", {}, String(choice.number)), make("span.answer-words", { dir: "auto" }, title)));
}
