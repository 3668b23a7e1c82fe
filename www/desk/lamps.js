// The foot: one green dot while all is ready, and a lamp with words for what is not. One with a fault has a remedy.

import { onLanguage, sentence, t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { fitFoot, whenRoomChanges } from "/desk/fit.js";
import { readerIcon, readerName, readerWord } from "/record/words.js";

const states = {
  ready: { light: "well", word: "desk.lamp-ready" },
  opening: { light: "busy", word: "desk.lamp-opening" },
  absent: { light: "off", word: "desk.lamp-absent", hint: "desk.lamp-absent-do" },
  stalled: { light: "ill", word: "desk.lamp-stalled", hint: "desk.lamp-stalled-do" },
  failed: { light: "ill", word: "desk.lamp-failed", hint: "desk.lamp-failed-do" },
  offline: { light: "ill", word: "desk.lamp-offline", hint: "desk.lamp-offline-do" },
  waiting: { light: "busy", word: "desk.lamp-offline", hint: "desk.lamp-waiting-do" },
  paused: { light: "busy", word: "desk.lamp-paused", hint: "desk.lamp-paused-do" },
};

/** Returns the light and words of a state; an unknown state by its own name. */
export function told(state, standIn) {
  const known = states[state] ?? standIn;
  if (!known) return { light: "ill", word: state };
  return { light: known.light, word: t(known.word), hint: known.hint && t(known.hint) };
}

/** Returns the item of a lamp, without its words. */
export const lampItem = (key) => make("li", { data: { key } }, make("button.lamp", { type: "button" },
  make("span.light", { "aria-hidden": "true" }), make("span.lamp-name"), make("span.lamp-word")));

/** Sets the light and the words of a lamp. */
export function fillLamp(item, { light, name, word = "" }) {
  const button = item.firstElementChild;
  button.dataset.light = light;
  button.title = [name, word].filter(Boolean).join(": ");
  setText(button.querySelector(".lamp-name"), name);
  setText(button.querySelector(".lamp-word"), word);
}

export class Lamps {
  #readers = [];
  #tags = [];
  #lookup;
  #isHubUp = true;
  #version;
  #dismissed = "";
  /** The readers that have failed, until they are ready again or removed. */
  #ill = new Set();
  /** The readers that this page has seen ready: one that is absent now was unplugged. */
  #wasReady = new Set();

  /** @param {(health: object) => void} onHealth called with the state for the calm page; see desk/idle.js */
  constructor(onHealth) {
    this.onHealth = onHealth;
    this.list = byID("lamps");
    this.trouble = byID("trouble");
    onLanguage(() => this.#show());
    const foot = byID("foot");
    whenRoomChanges([foot, ...foot.children, ...foot.querySelectorAll("button")], () => requestAnimationFrame(fitFoot));
  }

  get readers() { return this.#readers; }

  setReaders(readers) {
    this.#readers = readers;
    for (const { name, state } of readers) {
      if (state === "failed" || state === "stalled") this.#ill.add(name);
      else if (state === "ready" || state === "absent") this.#ill.delete(name);
      if (state === "ready") this.#wasReady.add(name);
    }
    this.#show();
  }

  /** Updates a reader, or adds it. @returns {boolean} true if it has failed just now. */
  setReader(reader) {
    const wasIll = this.#ill.has(reader.name);
    const others = this.#readers.map((known) => (known.name === reader.name ? reader : known));
    this.setReaders(others.some((known) => known.name === reader.name) ? others : [...others, reader]);
    return !wasIll && this.#ill.has(reader.name);
  }

  /** Sets the tags on the NFC readers. */
  setTags(tags) {
    this.#tags = tags;
    this.#show();
  }

  setLookup(lookup) {
    this.#lookup = lookup;
    this.#show();
  }

  setHub(isUp, version = this.#version) {
    this.#isHubUp = isUp;
    this.#version = version;
    this.#show();
  }

  /** Returns the reader of a scan, if known. */
  reader(name) { return this.#readers.find((reader) => reader.name === name); }

  #all() {
    const names = new Map();
    for (const reader of this.#readers) names.set(reader.kind, (names.get(reader.kind) ?? 0) + 1);
    const lamps = this.#readers.map((reader) => ({
      key: `reader ${reader.name}`,
      icon: readerIcon(reader),
      // Two cameras are distinguished by their own names.
      name: names.get(reader.kind) > 1 ? readerName(reader.name) : readerWord(reader),
      ...told(reader.state),
      ...this.#lying(reader),
      ...this.#isHubUp ? {} : { light: "off", word: t("desk.lamp-unknown") },
      hint: this.#isHubUp ? [reader.reason, reader.hint ?? told(reader.state).hint].filter(Boolean).map(sentence).join(" ") : "",
      reader,
    }));
    lamps.push({ key: "hub", icon: "hub", name: t("desk.hub"), ...told(this.#isHubUp ? "ready" : "offline") });
    if (this.#isHubUp && this.#lookup && this.#lookup.state !== "working") {
      const state = told(this.#lookup.state, states.waiting);
      const hint = [this.#lookup.reason, state.hint].filter(Boolean).map(sentence).join(" ");
      lamps.push({ key: "network", icon: "cloud", name: t("desk.network"), ...state, hint });
    }
    return lamps;
  }

  #tagsOn(reader) { return this.#tags.filter((tag) => !tag.reader || tag.reader === reader.name); }

  /** Returns the tag on a working reader; two tags are one too many, except for a reader of many. */
  #lying(reader) {
    if (!reader.capabilities.includes("tags") || reader.state !== "ready") return {};
    const count = this.#tagsOn(reader).length;
    if (count > 1) return { light: reader.capabilities.includes("many") ? "well" : "busy", isBusy: true, word: t("desk.lamp-tags", { count }) };
    return count === 1 ? { word: t("desk.lamp-tag"), isBusy: true } : {};
  }

  #show() {
    const all = this.#all();
    const wrong = all.filter((lamp) => lamp.light !== "well");
    const well = all.filter((lamp) => lamp.light === "well");
    const lamps = well.length ? [...wrong, {
      key: "ready", light: "well", name: t(wrong.length ? "desk.lamps-rest" : "desk.lamps-ready"),
      // A tag that lies on a reader is worth a word.
      word: well.filter((lamp) => lamp.isBusy).map((lamp) => lamp.word).join(" · "), lamps: well,
    }] : wrong;
    const before = new Map([...this.list.children].map((item) => [item.dataset.key, item]));
    const items = lamps.map((lamp) => {
      const item = before.get(lamp.key) ?? lampItem(lamp.key);
      fillLamp(item, lamp);
      item.firstElementChild.onclick = () => this.#open(lamp);
      return item;
    });
    // A lamp that is put in again loses the focus.
    const { children } = this.list;
    if (items.length !== children.length || items.some((item, index) => item !== children[index])) this.list.replaceChildren(...items);
    fitFoot();
    const ill = this.#isHubUp && this.#worst(all);
    this.onHealth({ isHubUp: this.#isHubUp, ...ill ? { ill: ill.reader.state === "absent" ? t("desk.unplugged", { name: ill.name }) : `${ill.name}: ${ill.word}`,
        remedy: sentence(ill.hint) } : {} });
    this.#showTrouble(all);
  }

  /** Returns the reader whose fault is the headline: one that has failed or was unplugged, or is missing as all others. */
  #worst(lamps) {
    const readers = lamps.filter((lamp) => lamp.reader);
    const isUnplugged = ({ reader }) => reader.state === "absent" && this.#wasReady.has(reader.name);
    const isAlone = !readers.some(({ reader }) => reader.state === "ready");
    return readers.find((lamp) => lamp.light === "ill") ?? readers.find(isUnplugged)
      ?? (isAlone ? readers.find(({ reader }) => reader.state === "absent") : undefined);
  }

  /** Shows the worst fault in words above the foot. */
  #showTrouble(lamps) {
    const ill = lamps.filter((lamp) => lamp.light === "ill");
    const text = ill.map((lamp) => `${lamp.name} ${lamp.word}. ${lamp.hint ?? ""}`).join("  ");
    if (!text) this.#dismissed = "";
    const isShown = text !== "" && text !== this.#dismissed;
    if (isShown && this.trouble.dataset.text !== text) {
      this.trouble.replaceChildren(icon("fault"),
        make("p", {}, ...ill.flatMap((lamp) => (
          [make("strong", {}, `${lamp.name} ${lamp.word}.`), ` ${sentence(lamp.hint)} `]))),
        make("button.quiet", {
          type: "button", "aria-label": t("desk.lamp-hide"),
          on: { click: () => {
            this.#dismissed = text;
            this.trouble.hidden = true;
          } },
        }, icon("close")));
    }
    if (!isShown) this.trouble.replaceChildren();
    this.trouble.dataset.text = isShown ? text : "";
    this.trouble.hidden = !isShown;
  }

  async #open(lamp) {
    const { openLamp, openLamps } = await import("/desk/lamp.js");
    if (lamp.lamps) {
      openLamps(lamp, (one) => this.#open(one));
      return;
    }
    openLamp(lamp, { tags: lamp.reader ? this.#tagsOn(lamp.reader) : [], version: this.#version,
      queued: this.#lookup?.queued });
  }
}
