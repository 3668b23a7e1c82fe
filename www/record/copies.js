// Copies in a line each, and a search that finds one by its title, artist or number.

import { get, query } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make, setText } from "/record/element.js";
import { sleeve } from "/record/sleeve.js";
import { copyLine } from "/record/words.js";
import { problemLine } from "/page/page.js";

/** The delay from the last key to the search, in milliseconds. */
const searchAfter = 200;
const releasesShown = 6;

/** Returns sleeve, title and copy in one line; a button if it has an action. */
export function copyRow(copy, { onChoose, more, chosen } = {}) {
  const release = copy.release ?? {};
  const title = release.title ?? t("desk.copy", { number: copy.number });
  const line = [release.artist, copyLine(copy, copy.slot, true)].filter(Boolean).join("\u00a0· ");
  const content = [
    make("span", {}, sleeve({ ...release, title }, { lettered: false })),
    make("span.copy-words", {}, make("strong", { dir: "auto" }, title), make("span", { dir: "auto" }, line)),
    more ?? "",
  ];
  if (!onChoose) return make("div.copy-row", {}, ...content);
  return make("button.copy-row", {
    type: "button", "aria-pressed": chosen === undefined ? undefined : String(chosen),
    on: { click: () => onChoose(copy) },
  }, ...content);
}

/** A search field with its results. */
export class CopySearch {
  #call;
  #timer;

  /** @param {{onChoose: (copy: object) => void, isChosen?: (copy: object) => boolean}} options */
  constructor({ onChoose, isChosen }) {
    this.options = { onChoose, isChosen };
    this.field = make("input", {
      type: "search", id: "copy-search", autocomplete: "off", spellcheck: "false",
      placeholder: t("page.copies-words"), "data-t-placeholder": "page.copies-words",
      on: { input: () => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.find(), searchAfter);
      } },
    });
    this.said = make("p.soft", { role: "status" });
    this.list = make("ul.found", {});
    this.element = make("div.copy-search", {}, make("label.apart", {
      for: "copy-search", "data-t": "page.copies-search",
    }, t("page.copies-search")), this.field, this.said, this.list);
    this.copies = [];
  }

  /** Shows the results again, as after another choice. */
  refresh() {
    this.list.replaceChildren(...this.copies.map((copy) => make("li", {}, copyRow(copy, {
      onChoose: this.options.onChoose, chosen: this.options.isChosen?.(copy),
    }))));
  }

  async find() {
    this.#call?.abort();
    const call = new AbortController();
    this.#call = call;
    const words = this.field.value.trim();
    try {
      this.copies = words ? await search(words, call.signal) : [];
      if (call.signal.aborted) return;
      setText(this.said, words && !this.copies.length ? t("page.copies-none") : "");
    } catch (error) {
      if (call.signal.aborted) return;
      this.copies = [];
      setText(this.said, problemLine(error));
    }
    this.refresh();
  }
}

/** The words before the number of a copy, in each language. */
const numberWords = /^(?:(?:copy|exemplar|exemplaire) )?#?(\d{1,9})$/i;

/** Returns copies of the releases with these words, and the one with this number or code. */
async function search(words, signal) {
  const number = numberWords.exec(words)?.[1];
  const named = /^DW:I:/i.test(words) ? await resolved(words, signal) : [];
  if (named.length) return named;
  const { items } = await get(`/releases${query({ search: words, typing: "true", limit: releasesShown })}`, { signal });
  const lists = await Promise.all(items.map(({ id }) => get(`/copies${query({ release: id, limit: 9 })}`, { signal })));
  const found = lists.flatMap((list) => list.items);
  if (!number || found.some((copy) => String(copy.number) === number)) return found;
  return [...await numbered(Number(number), signal), ...found];
}

async function resolved(code, signal) {
  const { copy, release } = await get(`/resolve${query({ code })}`, { signal });
  return copy ? [{ ...copy, release: copy.release ?? release }] : [];
}

async function numbered(number, signal) {
  const { items } = await get(`/copies${query({ number })}`, { signal });
  return items.filter((copy) => copy.number === number);
}
