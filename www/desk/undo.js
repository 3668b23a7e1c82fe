// The button that undoes the last change of this station, and names it.

import { onLanguage, t } from "/hub/words.js";
import { byID } from "/record/element.js";

export class UndoButton {
  #station;

  /** @param {{onUndo: () => void}} handlers */
  constructor({ onUndo }) {
    this.button = byID("undo-button");
    this.button.addEventListener("click", onUndo);
    onLanguage(() => this.show(this.#station));
  }

  show(station) {
    this.#station = station;
    const what = station?.undo;
    this.button.hidden = !what;
    if (!what) return;
    this.button.dataset.change = what.id;
    const title = what.release?.title ?? what.copy?.release?.title;
    const text = t("desk.undo-what", { word: t(`did.${what.kind}`), title });
    this.button.setAttribute("aria-label", text);
    this.button.title = text;
  }
}
