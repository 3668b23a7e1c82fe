// Binding, unbinding, erasing and sealing: the confirmation, the order, and the report.

import { HubOffline, Problem, get, post, put, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, icon, make } from "/record/element.js";
import { CopySearch } from "/record/copies.js";
import { actionWord, boundWord, holds, isOver, jobSentences, jobTone } from "/record/tags.js";
import { problemLine, problemText } from "/page/page.js";
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
    openSheet(t(isMove ? "tags.move-title" : "tags.bind-title"), [
      make("p", {}, isMove ? t("tags.move-lead", { title: boundWord(tag.bound) }) : t("tags.bind-lead")),
      search.element,
    ]);
    search.field.focus();
  }

  async #bindTo(tag, copy, move) {
    const before = tag.bound;
    await this.#do(async () => {
      await put(`/tags/${encodeURIComponent(tag.uid)}/binding`, { copy: copy.id, move });
      const title = copy.release?.title ?? t("desk.copy", { number: copy.number });
      this.#say(t("tags.bound-now", { title }), () => this.#restore(tag, before));
    }, (error) => {
      // Meanwhile bound elsewhere: moved only after a confirmation.
      if (error.code !== "tag-bound" || move) return false;
      this.#confirm(t("tags.names-other"), problemText(error), t("tags.move-here"), () => (
        this.#bindTo(tag, copy, true)));
      return true;
    });
  }

  async unbind(tag) {
    const before = tag.bound;
    await this.#do(async () => {
      await request("DELETE", `/api/v1/tags/${encodeURIComponent(tag.uid)}/binding`);
      this.#say(t("tags.unbound"), () => this.#restore(tag, before));
    });
  }

  async #restore(tag, before) {
    // The owner of a card is not sent, so that cannot be undone here.
    const id = before?.copy?.id ?? before?.id;
    if (before && !id) return;
    const target = before ? { [before.kind]: id, move: true } : undefined;
    await this.#do(async () => {
      const path = `/tags/${encodeURIComponent(tag.uid)}/binding`;
      if (target) await put(path, target);
      else await request("DELETE", `/api/v1${path}`);
      this.#say(t("tags.as-before"));
    });
  }

  erase(tag, station) {
    const isForeign = holds(tag) === "foreign";
    const lead = t(isForeign ? "tags.erase-foreign" : "tags.erase-own");
    this.#confirm(t("tags.ask-erase"), lead, t("tags.ask-do-erase"), () => (
      this.order(tag, "erase", station, undefined, { overwrite: isForeign, move: Boolean(tag.bound) })));
  }

  /** Explains a seal before it is set. */
  seal(tag, action, station) {
    this.#confirm(t(`tags.ask-${action}`), t(`tags.ask-lead-${action}`), t(`tags.ask-do-${action}`), () => (
      this.order(tag, action, station)));
  }

  async order(tag, action, station, copy, more = {}) {
    await this.#do(async () => {
      const job = await post("/tag-jobs", {
        action, station, uid: tag.uid, ...copy ? { copy: copy.id } : {}, ...more,
      });
      if (!isOver(job)) {
        const text = t(tag.present ? "tags.order-begun" : "tags.order-place", { action: actionWord(action) });
        this.#say(text, () => this.cancel(job), t("tags.call-off"));
      }
    }, (error) => {
      if (error.code !== "tag-foreign-content" || more.overwrite) return false;
      this.#confirm(t("write.guard-tag-foreign-content"), problemText(error), t("tags.overwrite"), () => (
        this.order(tag, action, station, copy, { ...more, overwrite: true })));
      return true;
    });
  }

  async cancel(job) {
    await this.#do(async () => {
      await post(`/tag-jobs/${encodeURIComponent(job.id)}/cancel`);
      this.#say(t("tags.called-off"));
    });
  }

  /** Reports the end of an order for the displayed tag. */
  async noteJob(event, tag) {
    if (!tag) return;
    let job = event.job;
    try {
      job ??= await get(`/tag-jobs/${encodeURIComponent(event.subject)}`);
    } catch {
      return;
    }
    if (job.uid !== tag.uid || !(isOver(job) || job.state === "torn")) return;
    const { title, hint } = jobSentences(job);
    this.#say([title, hint].filter(Boolean).join(" "), undefined, undefined, jobTone(job));
  }

  async #do(work, mend) {
    try {
      await work();
      this.onChanged();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof HubOffline)) throw error;
      if (mend?.(error)) return;
      if (error.status === 401 || error.status === 403) forbiddenSheet(error);
      else this.#say(problemLine(error), undefined, undefined, "fault");
    }
  }

  #confirm(title, text, word, onYes) {
    const yes = make("button.primary", { type: "button", on: { click: () => {
      closeSheet();
      onYes();
    } } }, word);
    openSheet(title, [make("p", {}, text), make("div.actions", {},
      make("button", { type: "button", on: { click: closeSheet } }, t("tags.leave")), yes)]);
    yes.focus();
  }

  /** Reports a result, with its undo if there is one. */
  #say(text, undo, word = t("page.undo"), kind = "done") {
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
