// The obstacles of a write, each with its own words and remedy.

import { t } from "/hub/words.js";

/**
 * By outcome code: the step it belongs to, and the buttons. Actions: `yes` and `no` answer the prompt, `again` repeats
 * the write order, `bind` binds the unchanged tag, `replace` unbinds the copy's other tags, `calloff` cancels the
 * order.
 */
const known = {
  "tag-bound": { step: 2, actions: ["yes", "no"] },
  "tag-foreign-content": { step: 2, actions: ["yes", "no"] },
  "copy-has-tag": { step: 2, actions: ["yes", "replace", "no"] },
  "tag-locked": { step: 2, actions: ["bind"] },
  "tag-password": { step: 2, actions: ["bind"] },
  "tag-too-small": { step: 2, actions: ["bind"] },
  "tag-type": { step: 2, actions: ["bind"] },
  "tag-random-uid": { step: 2, actions: [] },
  "two-tags": { step: 2, actions: [] },
  "tag-lost": { step: 3, actions: [] },
  "verify-failed": { step: 3, actions: ["again"] },
  "tag-suspect": { step: 2, actions: [] },
  "reader-fault": { step: 3, actions: [] },
  "tag-busy": { step: 2, actions: [] },
  "bound-elsewhere": { step: 2, actions: [] },
  expired: { step: 2, actions: ["again"] },
  cancelled: { step: 2, actions: ["again"] },
  "tag-content-mismatch": { step: 2, actions: [] },
  "copy-on-loan": { step: 1, actions: [] },
};

/**
 * @param {string} code of an outcome
 * @returns {{step: number, actions: string[], title: string, lead: string, words?: object} | undefined} `title` is read
 * from two metres, `lead` is the next step, `words` replace Yes and No on the buttons.
 */
export function guardOf(code) {
  const guard = known[code];
  if (!guard) return undefined;
  const asks = guard.actions.includes("yes");
  const words = asks ? { yes: t(`answer.${code}.yes`), no: t(`answer.${code}.no`) } : undefined;
  return { ...guard, title: t(`write.guard-${code}`), lead: t(`write.do-${code}`), words };
}

const actionWords = {
  yes: "desk.yes", no: "desk.no", again: "page.again", bind: "write.act-bind", replace: "write.act-replace",
  calloff: "tags.call-off", skip: "write.act-skip", choose: "write.act-choose", list: "write.act-list",
  stop: "write.act-stop", start: "write.act-start",
};

/** Returns the word of a button without words in its guard. */
export const actionWord = (name) => (actionWords[name] ? t(actionWords[name]) : name);
