// The requests of this screen. Each sends the state that the screen showed as a precondition, and returns the station's
// new state.

import { HubOffline, Problem, newID, post, put } from "/hub/client.js";
import { loadWords, t } from "/hub/words.js";

/** @param {string} name of the station @param {object} [shown] the station as the screen shows it */
export function actsAt(name, { choosing, confirming, question, session, undo, pending } = {}) {
  const path = `/stations/${encodeURIComponent(name)}`;
  const prompt = (choosing ?? confirming ?? question)?.id;
  const id = session?.id;
  const act = (what, body) => post(`${path}/${what}`, body, { headers: { "idempotency-key": newID() } });
  return {
    changeMode: (mode) => put(`${path}/mode`, { mode }),
    end: () => act("end", { session: id }),
    answer: (answer, reason) => act("answer", { answer, reason, prompt }),
    pick: (number) => act("pick", { number, prompt }),
    pin: (pin) => act("pin", { pin }),
    undo: () => act("undo", { change: undo?.id }),
    nextSlot: () => act("next-slot", { slot: pending?.slot }),
    renewAll: () => act("renew-all", { session: id }),
  };
}

/** Ignores errors that a lamp shows anyway. Others than refusals and an absent hub are faults of this page. */
export function quietly(error) {
  if (!(error instanceof HubOffline || error instanceof Problem)) throw error;
}

/** Returns true if the hub refused a request because of its token. */
export const wantsToken = (error) => error instanceof Problem && (error.status === 401 || error.status === 403);

/** An action of this screen in the form of a scan, with the record that it was about. */
export function actScan(outcome, before, picked) {
  const { choosing, confirming, question, undo } = before ?? {};
  const choice = choosing?.choices.find(({ number }) => number === picked);
  const isUndo = outcome.code === "undone" || outcome.code === "redone";
  const { release, copy } = [choice, confirming, question, isUndo && undo].find((one) => one?.release || one?.copy) ?? {};
  return { id: newID(), at: new Date().toISOString(), symbology: "", text: "", outcome: { release, copy, ...outcome } };
}

/** Returns the outcome of a prompt without an answer in the hub's own words, which its event lacks; undefined without them. */
export async function expired(outcome) {
  try {
    await loadWords("");
  } catch {
    // Then the card only says that the prompt is closed.
    return undefined;
  }
  const [title, detail] = ["title", "detail"].map((part) => t(`outcome.choice-expired.${part}`));
  return { ...outcome, status: "noted", title, detail };
}
