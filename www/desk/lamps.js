// The foot: a lamp for each reader, the hub and the network, each with words. One that is not well says what to do.

import { moment } from "/hub/clock.js";
import { LivePicture } from "/hub/live.js";
import { byID, icon, make, setText } from "/record/element.js";
import { accessWord, boundWord, contentWord, kindLine, uidText } from "/record/tags.js";
import { readerName, readerWord } from "/record/words.js";
import { openSheet } from "/desk/sheet.js";

const states = {
  ready: { light: "well", word: "ready" },
  opening: { light: "busy", word: "starting" },
  absent: { light: "off", word: "not there", hint: "Plug it in; it is found by itself." },
  stalled: { light: "ill", word: "not answering", hint: "Wait a moment, then unplug it and plug it in again." },
  failed: { light: "ill", word: "failed", hint: "Unplug it and plug it in again." },
  away: { light: "ill", word: "away", hint: "The page returns by itself when the hub is back." },
  waiting: { light: "busy", word: "away", hint: "Look-ups wait and go on by themselves; everything else works." },
  paused: { light: "busy", word: "look-ups paused", hint: "Everything else works." },
};

export class Lamps {
  #readers = [];
  #tags = [];
  #lookup;
  #isHubUp = true;
  #version;
  #dismissed = "";

  constructor() {
    this.list = byID("lamps");
    this.trouble = byID("trouble");
  }

  get readers() { return this.#readers; }

  setReaders(readers) {
    this.#readers = readers;
    this.#show();
  }

  /** One reader changed; a new one is added at the end. */
  setReader(reader) {
    const others = this.#readers.map((known) => (known.name === reader.name ? reader : known));
    this.setReaders(others.some((known) => known.name === reader.name) ? others : [...others, reader]);
  }

  /** What lies on the NFC readers now. */
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

  /** The reader a scan came from, where it is known. */
  reader(name) { return this.#readers.find((reader) => reader.name === name); }

  #all() {
    const names = new Map();
    for (const reader of this.#readers) names.set(reader.kind, (names.get(reader.kind) ?? 0) + 1);
    const lamps = this.#readers.map((reader) => ({
      key: `reader ${reader.name}`,
      icon: reader.kind,
      // Two cameras are told apart by their own names.
      name: names.get(reader.kind) > 1 ? readerName(reader.name) : readerWord(reader.kind),
      ...states[reader.state] ?? { light: "ill", word: reader.state },
      ...this.#lying(reader),
      ...this.#isHubUp ? {} : { light: "off", word: "not known" },
      hint: this.#isHubUp ? [reader.reason, reader.hint ?? states[reader.state]?.hint].filter(Boolean).join(". ") : "",
      reader,
    }));
    lamps.push({ key: "hub", icon: "hub", name: "Hub", ...states[this.#isHubUp ? "ready" : "away"] });
    if (this.#isHubUp && this.#lookup && this.#lookup.state !== "working") {
      const state = states[this.#lookup.state] ?? states.waiting;
      const hint = [this.#lookup.reason, state.hint].filter(Boolean).join(". ");
      lamps.push({ key: "network", icon: "cloud", name: "Network", ...state, hint });
    }
    return lamps;
  }

  #tagsOn(reader) { return this.#tags.filter((tag) => !tag.reader || tag.reader === reader.name); }

  /** A reader that is well says what lies on it; two are one too many. */
  #lying(reader) {
    if (reader.kind !== "nfc" || reader.state !== "ready") return {};
    const count = this.#tagsOn(reader).length;
    if (count > 1) return { light: "busy", word: `${count} tags on it` };
    return count === 1 ? { word: "a tag on it" } : {};
  }

  #show() {
    const lamps = this.#all();
    const before = new Map([...this.list.children].map((item) => [item.dataset.key, item]));
    this.list.replaceChildren(...lamps.map((lamp) => {
      const item = before.get(lamp.key) ?? make("li", { data: { key: lamp.key } },
        make("button.lamp", { type: "button" },
          make("span.light", { "aria-hidden": "true" }), make("span.lamp-name"), make("span.lamp-word")));
      const button = item.firstElementChild;
      button.dataset.light = lamp.light;
      setText(button.querySelector(".lamp-name"), lamp.name);
      setText(button.querySelector(".lamp-word"), lamp.word);
      button.onclick = () => this.#open(lamp);
      return item;
    }));
    this.#showTrouble(lamps);
  }

  /** The worst that is wrong, in words, above the foot. */
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
          type: "button", "aria-label": "Hide this message",
          on: { click: () => {
            this.#dismissed = text;
            this.trouble.hidden = true;
          } },
        }, icon("close")));
    }
    this.trouble.dataset.text = isShown ? text : "";
    this.trouble.hidden = !isShown;
  }

  #open(lamp) {
    const rows = [];
    const row = (name, value) => {
      if (value !== undefined && value !== "") rows.push(make("dt", {}, name), make("dd", {}, String(value)));
    };
    row("State", lamp.word);
    if (lamp.reader) {
      row("Since", moment(lamp.reader.since));
      row("Device", lamp.reader.device);
      row("Station", lamp.reader.station);
      row("Restarts", lamp.reader.restarts);
      row("Lines skipped", lamp.reader.linesSkipped);
      if (lamp.reader.kind === "nfc") row("On it", this.#tagsOn(lamp.reader).map(tagWords).join(" — ") || "nothing");
    }
    if (lamp.key === "hub") row("Version", this.#version);
    if (lamp.key === "network") row("Look-ups waiting", this.#lookup.queued);
    const live = lamp.reader?.kind === "camera" && lamp.light === "well" ? new CameraView(lamp.reader) : undefined;
    openSheet(lamp.name, [
      ...lamp.light === "well" || !lamp.hint ? [] : [make("p.problem", {}, sentence(lamp.hint))],
      ...live ? [live.element] : [],
      make("dl.facts", {}, ...rows),
    ], () => live?.end());
  }
}

/** One tag in a line: kind, number, what is on it, whose it is. */
const tagWords = (tag) => [kindLine(tag), uidText(tag.uid), contentWord(tag), accessWord(tag.access),
  tag.bound && boundWord(tag.bound)].filter(Boolean).join(", ");

/** What a camera sees, to aim it by: a code that is read has its outline. */
class CameraView {
  constructor(reader) {
    this.live = new LivePicture({ onChange: () => this.#describe() });
    this.live.element.alt = `What the camera ${reader.name} sees`;
    this.blank = make("p.field-blank", {}, "Waiting for a picture");
    this.glass = make("div.glass", {}, this.live.element, this.blank);
    this.element = make("figure.camera-view", {}, this.glass, make("figcaption", {},
      "A barcode that is read has a white outline. It reads best flat, sharp and without glare, "
      + "at least an eighth of the picture wide."));
    this.live.setReader(reader);
    this.live.setOpen(true);
  }

  end() { this.live.end(); }

  #describe() {
    this.blank.hidden = this.live.isShown;
    if (this.live.shape) this.glass.style.setProperty("--shape", this.live.shape);
  }
}

const sentence = (text) => (text ? text.replace(/[.!?]?$/, (end) => end || ".") : "");
