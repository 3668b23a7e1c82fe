// What people do at the screen of the desk. Each says what that screen showed, so that it counts for nothing else, and
// answers with the desk as it is then.

import { HubAway, Problem, newID, post, put } from "/hub/client.js";

/** @param {string} name of the station @param {object} [shown] the station as the screen shows it */
export function actsAt(name, { choosing, confirming, question, session, undo } = {}) {
  const path = `/stations/${encodeURIComponent(name)}`;
  const asked = (choosing ?? confirming ?? question)?.id;
  const visit = session?.visit;
  const act = (what, body) => post(`${path}/${what}`, body, { headers: { "idempotency-key": newID() } });
  return {
    changeMode: (mode) => put(`${path}/mode`, { mode }),
    end: () => act("end", { visit }),
    answer: (answer, reason) => act("answer", { answer, reason, asked }),
    pick: (number) => act("pick", { number, asked }),
    pin: (pin) => act("pin", { pin }),
    undo: () => act("undo", { change: undo?.id }),
    renewAll: () => act("renew-all", { visit }),
  };
}

/** For what a lamp tells anyway: anything but a refusal or a hub that is away is a fault of this page. */
export function quietly(error) {
  if (!(error instanceof HubAway || error instanceof Problem)) throw error;
}
