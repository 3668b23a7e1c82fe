// Draws a scene of the guided write screen. Only what changed is touched, so that nothing flickers and focus stays.

import { spokenLanguage, t } from "/hub/words.js";
import { byID, icon, make, setText } from "/record/element.js";
import { copyRow } from "/record/copies.js";
import { slotText } from "/record/words.js";
import { accessWord, boundWord, contentWord, holds, kindLine, uidText } from "/record/tags.js";
import { drawing } from "/tag/drawing.js";
import { actionWord } from "/write/guards.js";

const signs = { yes: "done", no: "no", again: "again", bind: "bind", replace: "again", skip: "next", choose: "look-up",
  list: "library", start: "write", calloff: "close", stop: "end" };

export class GuideView {
  #key = "";
  #actionsKey = "";
  #tagsKey = "";
  #copyKey = "";

  /** @param {{onAction: (name: string) => void, onChoice: (copy: object) => void}} handlers */
  constructor({ onAction, onChoice }) {
    this.onAction = onAction;
    this.onChoice = onChoice;
    this.guide = byID("guide");
  }

  show(scene, { present, queue }) {
    this.guide.dataset.tone = scene.tone;
    this.guide.dataset.scene = scene.key;
    if (this.#key !== scene.picture) byID("picture").replaceChildren(drawing(scene.picture));
    this.#key = scene.picture;
    setText(byID("guide-title"), scene.title);
    setText(byID("guide-lead"), scene.lead);
    this.#showSteps(scene);
    this.#showCopy(scene.copy);
    this.#showTags(scene.showsTags ? present : undefined);
    this.#showActions(scene);
    this.#showList(queue);
  }

  setBusy(isBusy) {
    for (const button of byID("actions").querySelectorAll("button")) button.disabled = isBusy;
  }

  /** Sets the line at the foot: the last result. */
  setLast(kind, text) {
    byID("last").replaceChildren(
      make("span.badge", { data: { tone: kind } }, icon(kind)), make("span", { dir: "auto" }, text));
  }

  press(name) { byID("actions").querySelector(`[data-action="${name}"]`)?.click(); }
  chooseNumber(number) { byID("actions").querySelectorAll(".choice")[number - 1]?.click(); }

  #showSteps({ step, tone }) {
    [...byID("steps").children].forEach((item, index) => {
      if (index + 1 === step) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
      item.classList.toggle("is-done", index + 1 < step || (step === 4 && tone === "done"));
    });
  }

  #showCopy(copy) {
    const place = byID("guide-copy");
    const key = copy ? `${spokenLanguage()} ${copy.id} ${copy.release?.title}` : "";
    place.hidden = !copy;
    if (key === this.#copyKey) return;
    this.#copyKey = key;
    place.replaceChildren(...copy ? [copyRow(copy)] : []);
  }

  /** @param {object[]} [tags] undefined if they do not matter. */
  #showTags(tags) {
    const key = JSON.stringify([spokenLanguage(), tags ?? null]);
    if (key === this.#tagsKey) return;
    this.#tagsKey = key;
    const list = byID("lying");
    list.hidden = !tags;
    const rows = (tags ?? []).map(tagRow);
    const none = make("li.lying-none", {}, icon("nfc"), t("write.no-tag"));
    list.replaceChildren(...tags && !rows.length ? [none] : rows);
  }

  #showActions({ actions, words, choices }) {
    const key = JSON.stringify([spokenLanguage(), actions, choices?.map(({ copy }) => copy.id), words?.yes]);
    if (key === this.#actionsKey) return;
    this.#actionsKey = key;
    const buttons = actions.map((name, index) => make(isFirst(name, index) ? "button.primary" : "button", {
      type: "button", data: { action: name }, on: { click: () => this.onAction(name) },
    }, icon(signs[name] ?? "next"), words?.[name] ?? actionWord(name)));
    const asks = actions.includes("yes");
    byID("actions").replaceChildren(
      ...(choices ?? []).slice(0, 9).map(({ copy }, index) => make("button.choice", {
        type: "button", on: { click: () => this.onChoice(copy) },
      }, make("span.choice-number", {}, String(index + 1)), t("desk.copy", { number: copy.number }),
      make("small", {}, slotText(copy.slot) ?? ""))),
      ...buttons, asks && make("p.by-card", {}, t("write.by-card")) || "");
  }

  #showList(queue) {
    const place = byID("list-state");
    place.hidden = !queue;
    if (!queue) return;
    const past = queue.done + queue.skipped;
    const text = t("write.of", { number: Math.min(past + 1, queue.total), total: queue.total });
    place.replaceChildren(
      make("strong", {}, text),
      make("progress", { max: queue.total, value: past, "aria-label": t("write.progress") }),
      make("button.quiet", { type: "button", data: { action: "stop" }, on: { click: () => this.onAction("stop") } },
        t("write.act-stop")));
  }
}

/** Actions that continue stand out; those that cancel do not. */
const isFirst = (name, index) => index === 0 && !["skip", "calloff", "stop"].includes(name);

const fits = (tag) => !tag.fault && tag.access !== "locked" && tag.access !== "unsupported";

function tagRow(tag) {
  const kind = fits(tag) ? holds(tag) === "foreign" || tag.bound ? "ask" : "done" : "no";
  const words = [contentWord(tag), accessWord(tag.access)].filter(Boolean).join(", ");
  return make("li", {}, make("span.badge", { data: { tone: kind } }, icon(kind)),
    make("strong", {}, kindLine(tag)), make("span.mono", {}, uidText(tag.uid)),
    make("span", {}, [words, tag.bound && t("write.bound-to", { title: boundWord(tag.bound) })].filter(Boolean)
      .join(" · ")));
}
