// Binding, unbinding, erasing and sealing: what is asked before, ordered, and said after.

import { HubAway, Problem, get, post, put, request } from "/hub/client.js";
import { byID, icon, make } from "/record/element.js";
import { CopySearch } from "/record/copies.js";
import { actionWord, boundWord, holds, isOver, jobTone } from "/record/tags.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { forbiddenSheet } from "/tag/permission.js";

export class Changes {
  #timer;

  /** @param {{onChanged: () => void}} handlers */
  constructor({ onChanged }) {
    this.onChanged = onChanged;
  }

  /** Chooses a copy and binds the tag to it. */
  bind(tag, isMove) {
    const search = new CopySearch({ onChoose: async (copy) => {
      closeSheet();
      await this.#bindTo(tag, copy, isMove);
    } });
    openSheet(isMove ? "Move it to which copy?" : "Bind it to which copy?", [
      make("p", {}, isMove ? `${boundWord(tag.bound)} is left without this tag. Nothing is written on it.`
        : "Its number names the copy from then on. Nothing is written on it."),
      search.element,
    ]);
    search.field.focus();
  }

  async #bindTo(tag, copy, move) {
    const before = tag.bound;
    await this.#do(async () => {
      await put(`/tags/${encodeURIComponent(tag.uid)}/binding`, { copy: copy.id, move });
      this.#say(`Bound to ${copy.release?.title ?? `copy ${copy.number}`}.`, () => this.#restore(tag, before));
    }, (error) => {
      // Bound by somebody else meanwhile: moved only when that is said.
      if (error.code !== "tag-bound" || move) return false;
      this.#confirm("It names another record", error.sentence, "Move it here", () => this.#bindTo(tag, copy, true));
      return true;
    });
  }

  async unbind(tag) {
    const before = tag.bound;
    await this.#do(async () => {
      await request("DELETE", `/api/v1/tags/${encodeURIComponent(tag.uid)}/binding`);
      this.#say("Unbound. What is written on it was left as it is.", () => this.#restore(tag, before));
    });
  }

  async #restore(tag, before) {
    // Whose card it was is not told, so that cannot be taken back here.
    const id = before?.copy?.id ?? before?.id;
    if (before && !id) return;
    const target = before ? { [before.kind]: id, move: true } : undefined;
    await this.#do(async () => {
      const path = `/tags/${encodeURIComponent(tag.uid)}/binding`;
      if (target) await put(path, target);
      else await request("DELETE", `/api/v1${path}`);
      this.#say("As it was before.");
    });
  }

  erase(tag, station) {
    const isForeign = holds(tag) === "foreign";
    this.#confirm("Erase this tag?", isForeign
      ? "What somebody else wrote on it is gone for good."
      : "It holds an empty message afterwards, names nothing any more, and can be used for something else.",
    "Erase it", () => (
      this.order(tag, "erase", station, undefined, { overwrite: isForeign, move: Boolean(tag.bound) })));
  }

  /** A seal is explained before it is set. */
  seal(tag, action, station) {
    const isSet = action === "seal";
    this.#confirm(isSet ? "Seal this tag?" : "Take the seal off?", isSet
      ? "A sealed tag asks for a password before it is changed, and this hub keeps it. It is a guard against accident, "
        + "not a lock against thieves: who wants to can still read and copy it. It can be taken off again."
      : "Anybody can write on it again.", isSet ? "Seal it" : "Take it off", () => this.order(tag, action, station));
  }

  async order(tag, action, station, copy, more = {}) {
    await this.#do(async () => {
      const job = await post("/tag-jobs", {
        action, station, uid: tag.uid, ...copy ? { copy: copy.id } : {}, ...more,
      });
      if (!isOver(job)) {
        const what = tag.present ? "on its way" : "lay the tag on the reader";
        this.#say(`${actionWord(action)}: ${what}.`, () => this.cancel(job), "Call it off");
      }
    }, (error) => {
      if (error.code !== "tag-foreign-content" || more.overwrite) return false;
      this.#confirm("Something else is on this tag", error.sentence, "Overwrite it", () => (
        this.order(tag, action, station, copy, { ...more, overwrite: true })));
      return true;
    });
  }

  async cancel(job) {
    await this.#do(async () => {
      await post(`/tag-jobs/${encodeURIComponent(job.id)}/cancel`);
      this.#say("Called off.");
    });
  }

  /** Tells how an order for the tag in view ended. */
  async noteJob(event, tag) {
    if (!tag) return;
    let job = event.job;
    try {
      job ??= await get(`/tag-jobs/${encodeURIComponent(event.subject)}`);
    } catch {
      return;
    }
    if (job.uid !== tag.uid || !(isOver(job) || job.state === "torn")) return;
    this.#say([job.sentence, job.hint].filter(Boolean).join(" "), undefined, undefined, jobTone(job));
  }

  async #do(work, mend) {
    try {
      await work();
      this.onChanged();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof HubAway)) throw error;
      if (mend?.(error)) return;
      if (error.status === 401 || error.status === 403) forbiddenSheet(error);
      else this.#say(`${error.title}. ${error.sentence}`, undefined, undefined, "fault");
    }
  }

  #confirm(title, text, word, onYes) {
    const yes = make("button.primary", { type: "button", on: { click: () => {
      closeSheet();
      onYes();
    } } }, word);
    openSheet(title, [make("p", {}, text), make("div.actions", {},
      make("button", { type: "button", on: { click: closeSheet } }, "Leave it"), yes)]);
    yes.focus();
  }

  /** What happened, and the way back where there is one. */
  #say(text, undo, word = "Undo", kind = "done") {
    const toast = byID("toast");
    toast.dataset.tone = kind === "done" || kind === "again" ? "done" : "fault";
    const back = undo && make("button", { type: "button", on: { click: () => {
      toast.hidden = true;
      undo();
    } } }, word);
    toast.replaceChildren(icon(kind), make("span", {}, text), back ?? "");
    toast.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      toast.hidden = true;
    }, undo ? 12_000 : 8000);
  }
}
