// A field that finds one thing by words: matches are listed below it, and one is chosen.

import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";

const searchAfter = 200;

/**
 * @param {{id: string, word: string, find: (words: string) => Promise<object[]>, text: (item: object) => string,
 *   onChoose?: (item: object | undefined) => void}} options `onChoose` is called for a choice, and with undefined if it is taken back.
 *   Enter chooses the first match.
 * @returns {{element: Element, chosen: object | undefined, focus: () => void}}
 */
export function finder({ id, word, find, text, onChoose = () => {} }) {
  let timer;
  let number = 0;
  const found = make("div.found");
  const told = make("p.help", { role: "status" });
  const input = make("input", { type: "search", id, autocomplete: "off", spellcheck: "false", on: {
    input: () => {
      if (result.chosen) onChoose(undefined);
      result.chosen = undefined;
      setText(told, "");
      clearTimeout(timer);
      timer = setTimeout(search, searchAfter);
    },
    keydown: (event) => {
      if (event.key === "ArrowDown" && found.firstElementChild) {
        event.preventDefault();
        found.firstElementChild.focus();
      }
      // The form is not sent during a search.
      if (event.key !== "Enter" || result.chosen) return;
      event.preventDefault();
      found.firstElementChild?.click();
    },
  } });

  async function search() {
    const words = input.value.trim();
    const mine = ++number;
    if (!words) {
      found.replaceChildren();
      return;
    }
    let items;
    try {
      items = await find(words);
    } catch (error) {
      setText(told, error.title ?? t("page.failed"));
      return;
    }
    if (mine !== number) return;
    found.replaceChildren(...items.map((item) => make("button.quiet", { type: "button", dir: "auto", on: {
      click: () => choose(item), keydown: moveAmong } }, text(item))));
    setText(told, items.length ? t("page.found", { count: items.length }) : t("page.none-found"));
  }

  function choose(item) {
    result.chosen = item;
    input.value = text(item);
    found.replaceChildren();
    setText(told, t("page.chosen", { title: text(item) }));
    input.focus();
    onChoose(item);
  }

  const result = {
    element: make("div.entry", {}, make("label", { for: id }, word), input, told, found),
    chosen: undefined,
    focus: () => input.focus(),
  };
  return result;
}

/** Moves the focus among the matches with the arrow keys. */
export function moveAmong(event) {
  const { currentTarget: match, key } = event;
  const next = { ArrowDown: match.nextElementSibling, ArrowUp: match.previousElementSibling }[key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
