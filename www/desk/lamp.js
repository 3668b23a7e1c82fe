// One lamp in words: the state of a reader, the hub or the network.

import { moment } from "/hub/clock.js";
import { LivePicture } from "/hub/live.js";
import { loadWords, sentence, t, textOr } from "/hub/words.js";
import { make } from "/record/element.js";
import { accessWord, boundWord, contentWord, kindLine, uidText } from "/record/tags.js";
import { openSheet } from "/desk/sheet.js";
import { loadStyle } from "/desk/style.js";

/** @param {object} lamp @param {{tags: object[], version?: string, queued?: number}} more further facts */
export async function openLamp(lamp, { tags, version, queued }) {
  await Promise.all([loadWords("why"), loadWords("tags"), loadStyle("/desk/glass.css")]);
  const rows = [];
  const row = (name, value) => {
    if (value !== undefined && value !== "") rows.push(make("dt", {}, name), make("dd", {}, String(value)));
  };
  row(t("desk.fact-state"), lamp.word);
  if (lamp.reader) {
    row(t("desk.fact-since"), moment(lamp.reader.since));
    row(t("desk.fact-device"), lamp.reader.device);
    row(t("desk.fact-can"), lamp.reader.capabilities.map((word) => textOr(`desk.can-${word}`, word)).join(", "));
    row(t("desk.station"), lamp.reader.station);
    row(t("desk.fact-restarts"), lamp.reader.restarts);
    row(t("desk.fact-skipped"), lamp.reader.linesSkipped);
    if (lamp.reader.capabilities.includes("tags")) row(t("desk.fact-on-it"), tags.map(tagWords).join(" — ") || t("desk.fact-nothing"));
  }
  if (lamp.key === "hub") row(t("desk.fact-version"), version);
  if (lamp.key === "network") row(t("desk.fact-lookups"), queued);
  const live = lamp.reader?.capabilities.includes("preview") && lamp.light === "well" ? new CameraView(lamp.reader) : undefined;
  openSheet(lamp.name, [
    ...lamp.light === "well" || !lamp.hint ? [] : [make("p.problem", {}, sentence(lamp.hint))],
    ...live ? [live.element] : [],
    make("dl.facts", {}, ...rows),
  ], () => live?.end());
}

/** Lists the lamps that are well; each opens its own panel. @param {(lamp: object) => void} onOpen */
export async function openLamps({ name, lamps }, onOpen) {
  await loadStyle("/desk/glass.css");
  openSheet(name, [make("ul.lamp-list", {}, ...lamps.map((lamp) => make("li", {},
    make("button.lamp", { type: "button", data: { light: lamp.light }, on: { click: () => onOpen(lamp) } },
      make("span.light", { "aria-hidden": "true" }), make("span.lamp-name", {}, lamp.name),
      make("span.lamp-word", {}, lamp.word)))))]);
}

/** Returns a tag in a line: kind, UID, content, binding. */
const tagWords = (tag) => [kindLine(tag), uidText(tag.uid), contentWord(tag), accessWord(tag.access),
  tag.bound && boundWord(tag.bound)].filter(Boolean).join(", ");

/** A camera's view, for aiming it: a decoded code has its outline. */
class CameraView {
  constructor(reader) {
    this.live = new LivePicture({ onChange: () => this.#describe() });
    this.live.element.alt = t("desk.camera-sees", { name: reader.name });
    this.blank = make("p.field-blank", {}, t("desk.camera-waits"));
    this.glass = make("div.glass", {}, this.live.element, this.blank);
    this.element = make("figure.camera-view", {}, this.glass, make("figcaption", {}, t("desk.camera-help")));
    this.live.setReader(reader);
    this.live.setOpen(true);
  }

  end() { this.live.end(); }

  #describe() {
    this.blank.hidden = this.live.isShown;
    if (this.live.shape) this.glass.style.setProperty("--shape", this.live.shape);
  }
}
