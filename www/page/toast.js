// Reports a change, with a button to undo it.

import { get, newID, post } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { problemText } from "/page/page.js";

/** The time it stays, in milliseconds; long enough to read it and reach the button. */
const stays = 12_000;
const toast = document.getElementById("toast") ?? make("p.toast", { id: "toast", role: "status", hidden: true });
let timer;

if (!toast.isConnected) document.body.append(toast);
// What is at the end of a page can be moved out from under it.
new ResizeObserver(() => {
  document.documentElement.style.setProperty("--toast-room", toast.hidden ? "0px" : `${toast.offsetHeight + 24}px`);
}).observe(toast);

/** @param {string} text @param {{isFault?: boolean, act?: HTMLElement}} [options] */
export function say(text, { isFault = false, act } = {}) {
  toast.dataset.tone = isFault ? "fault" : "done";
  toast.setAttribute("role", isFault ? "alert" : "status");
  toast.replaceChildren(make("span", {}, text), ...act ? [act] : []);
  toast.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (toast.contains(document.activeElement)) return;
    toast.hidden = true;
  }, stays);
}

export const complain = (error) => say(problemText(error), { isFault: true });

/**
 * Does something, reports it, and offers to undo it if it made a change.
 *
 * @param {() => Promise<object>} work @param {string | ((answer: object) => string)} done
 * @param {() => void} refresh @param {{throws?: boolean}} [options] true if a form shows the error instead
 * @returns {Promise<boolean>} true if it worked.
 */
export async function perform(work, done, refresh, { throws = false } = {}) {
  const before = await newest();
  try {
    const answer = await work();
    const change = await newest();
    const text = typeof done === "function" ? done(answer) : done;
    const isNew = change && change.id !== before?.id;
    say(text, { act: isNew ? undoButton(change.id, refresh) : undefined });
    refresh();
    return true;
  } catch (error) {
    if (throws) throw error;
    complain(error);
    return false;
  }
}

/** Returns the last change of all; undefined if there is none or no permission. */
const newest = async () => (await get("/changes?limit=1").catch(() => undefined))?.items[0];

function undoButton(id, refresh) {
  const button = make("button", { type: "button", on: { click: async () => {
    button.disabled = true;
    try {
      await post(`/changes/${encodeURIComponent(id)}/undo`, undefined, { headers: { "idempotency-key": newID() } });
      say(t("page.undone"));
      refresh();
    } catch (error) {
      complain(error);
    }
  } } }, t("page.undo"));
  return button;
}

/** Sends a POST with an idempotency key. */
export const once = (path, body, options = {}) => post(path, body, { ...options, headers: { "idempotency-key": newID() } });

/** Undoes a change of any size: that of a large bulk change takes minutes. @param {string} id */
export const undoChange = (id) => once(`/changes/${encodeURIComponent(id)}/undo`, undefined, { timeout: 600_000 });
