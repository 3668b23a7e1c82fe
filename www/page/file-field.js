// The field for files: a button with the page's own words, on which files can be dropped. The browser's field lies over it unseen,
// so that a tap, the keyboard and a screen reader use that one.

import { t } from "/hub/words.js";
import { icon, make, setText } from "/record/element.js";

export class FileField {
  #name = make("span.file-name", { role: "status", dir: "auto" });

  /**
   * @param {{id: string, word: string, onFiles: (files: File[]) => void, accept?: string, isMultiple?: boolean, capture?: string,
   *   picture?: string, isPrimary?: boolean, isDisabled?: boolean}} options `word` is the key of the words on the button; `capture` is
   *   the camera that a phone opens; `isPrimary` for the main action of a page
   */
  constructor({ id, word, onFiles, accept, isMultiple = false, capture, picture = "download", isPrimary = false, isDisabled = false }) {
    this.input = make("input.file-input", { type: "file", id, accept, multiple: isMultiple, capture, disabled: isDisabled,
      on: { change: () => this.#take(this.input.files, onFiles) } });
    // A camera takes one picture: nothing is dropped there.
    const hint = !capture && make("span.file-hint", { data: { t: isMultiple ? "file.drop-several" : "file.drop" } },
      t(isMultiple ? "file.drop-several" : "file.drop"));
    this.element = make(isPrimary ? "label.file-field.is-primary" : "label.file-field", { for: id, on: {
      dragover: (event) => {
        event.preventDefault();
        if (!this.input.disabled) this.element.classList.add("is-over");
      },
      dragleave: () => this.element.classList.remove("is-over"),
      drop: (event) => {
        event.preventDefault();
        this.element.classList.remove("is-over");
        if (!this.input.disabled) this.#take(event.dataTransfer.files, onFiles);
      },
    } }, icon(picture), make("span.file-words", {}, make("span.file-word", { data: { t: word } }, t(word)), hint, this.#name), this.input);
  }

  /** Shows that the files are being sent, or no longer. */
  setBusy(isBusy) {
    if (isBusy) this.element.setAttribute("aria-busy", "true");
    else this.element.removeAttribute("aria-busy");
  }

  /** Shows what was chosen. @param {string[]} names */
  setNames(names) {
    setText(this.#name, names.length > 1 ? t("file.several", { count: names.length }) : names[0] ?? "");
  }

  #take(list, onFiles) {
    const files = this.input.multiple ? [...list] : [...list].slice(0, 1);
    // The same file can be chosen again.
    this.input.value = "";
    if (!files.length) return;
    this.setNames(files.map(({ name }) => name));
    onFiles(files);
  }
}
