// What people do at the screen of the desk. Each answers with the desk as it is then.

import { HubAway, Problem, newID, post, put } from "/hub/client.js";

/** @param {string} name of the station */
export function actsAt(name) {
  const path = `/stations/${encodeURIComponent(name)}`;
  const act = (what, body) => post(`${path}/${what}`, body, { headers: { "idempotency-key": newID() } });
  return {
    changeMode: (mode) => put(`${path}/mode`, { mode }),
    end: () => act("end"),
    answer: (answer, reason) => act("answer", reason ? { answer, reason } : { answer }),
    pick: (number) => act("pick", { number }),
    pin: (pin) => act("pin", { pin }),
    undo: () => act("undo"),
    renewAll: () => act("renew-all"),
  };
}

/** For what a lamp tells anyway: anything but a refusal or a hub that is away is a fault of this page. */
export function quietly(error) {
  if (!(error instanceof HubAway || error instanceof Problem)) throw error;
}
