// The other records at Discogs that have the barcode of a release: questions that find the right one, and the list.

import { get, query, request } from "/hub/client.js";
import { t, textOr } from "/hub/words.js";
import { make } from "/record/element.js";
import { isStaff } from "/page/person.js";
import { perform } from "/page/toast.js";

/** Returns the section. It fills itself, and stays empty if there is nothing to choose from. @param {object} release */
export function alternatives(release, refresh) {
  const place = make("section.alternatives", { hidden: true });
  if (release.barcode) new Alternatives(place, release, refresh).begin().catch(() => {});
  return place;
}

class Alternatives {
  /** The numbers that were chosen so far. */
  #answers = [];
  #isAsking = false;

  constructor(place, release, refresh) {
    this.place = place;
    this.path = `/releases/${encodeURIComponent(release.id)}`;
    this.refresh = refresh;
    place.addEventListener("keydown", (event) => this.#key(event));
  }

  async begin() {
    if (!await isStaff()) return;
    const list = await get(`${this.path}/alternatives`);
    // A look-up for another medium has found nothing, but one record may be left to choose.
    if (list.items.every(({ isCurrent }) => isCurrent) || !list.items.length) return;
    this.count = list.items.length;
    this.isDecided = Boolean(list.choice);
    this.confidence = list.confidence;
    this.#show(list);
    this.place.hidden = false;
  }

  /** Asks for what remains after the answers. */
  async #ask(answers) {
    this.#answers = answers;
    this.#isAsking = true;
    this.#show(await get(`${this.path}/question${query({ answers: answers.join(",") || undefined })}`));
    this.place.querySelector(".answers button, .alternative button")?.focus();
  }

  #show({ items, question, version }) {
    const button = (word, click) => make("button", { type: "button", on: { click } }, word);
    this.place.replaceChildren(
      make("h3", {}, t("library.alternatives")),
      make("p.soft", {}, t("library.alternatives-lead", { count: this.count }),
        this.isDecided || this.count < 2 ? "" : ` ${t(`library.confidence-${this.confidence}`)}`),
      question ? this.#question(question) : "",
      this.count < 2 ? "" : make("div.alternative-acts", {},
        button(t(this.#isAsking ? "library.alternatives-again" : "library.alternatives-ask"), () => this.#ask([])),
        this.#isAsking ? make("span", { role: "status" }, t("library.alternatives-left", { count: items.length })) : ""),
      make("ol.alternative-list", {}, ...items.map((item) => this.#line(item, version))),
      make("p.soft", {}, t("records.discogs-attribution")));
  }

  #question({ feature, choices }) {
    const answer = (number, text, count) => make("button", { type: "button", data: { number }, on: {
      click: () => this.#ask([...this.#answers, number]),
    } }, make("kbd", {}, number), make("span", { dir: "auto" }, text), count ? make("span.soft", {}, `(${count})`) : "");
    return make("fieldset.question", {},
      make("legend", {}, t(`library.alternatives-ask-${feature}`)),
      make("div.answers", {},
        ...choices.map(({ number, text, count }) => answer(number, text ?? t("library.alternatives-none"), count)),
        answer(0, t("library.alternatives-unknown"))));
  }

  /** The keys 0 to 9 answer. */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !/^[0-9]$/.test(event.key)) return;
    const button = this.place.querySelector(`.answers [data-number="${event.key}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  }

  #line({ id, title, country, year, catalogNumber, formats, matrix, behindBy, isCurrent, url }, version) {
    const facts = [country, year, catalogNumber, formats].filter(Boolean).join("\u00a0· ");
    return make("li.alternative", { data: { current: isCurrent || undefined } },
      make("div", {},
        make("p", { dir: "auto" }, make("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, title)),
        make("p.soft", { dir: "auto" }, facts),
        matrix.length ? make("p.soft.mono", { dir: "auto" }, matrix.join(" / ")) : "",
        behindBy ? make("p.soft", {}, textOr(`library.behind-${behindBy}`, behindBy)) : ""),
      isCurrent ? make("strong", {}, t("library.alternatives-current")) : "",
      isCurrent && this.isDecided ? "" : this.#choice(isCurrent ? "keep" : "choose", facts, id, version));
  }

  /** Returns the button that chooses a record, or confirms the one that the look-up chose. */
  #choice(act, facts, id, version) {
    const word = t(`library.alternatives-${act}`);
    return make("button", { type: "button", "aria-label": `${word}: ${facts}`,
      on: { click: () => this.#choose(id, version, act === "keep" ? "kept" : "chosen") } }, word);
  }

  async #choose(id, version, done) {
    await perform(() => request("PUT", `/api/v1${this.path}/source`, {
      body: { id }, headers: { "if-match": `"${version}"` },
    }), t(`library.alternatives-${done}`), this.refresh);
  }
}
