// Passphrases: the rule for a new one, and the form for another one of one's own. Loaded when first needed.

import { put } from "/hub/client.js";
import { t } from "/hub/words.js";
import { leastPassphrase } from "/desk/signin.js";
import { openForm } from "/page/form.js";
import { say } from "/page/toast.js";

/** Returns the field of a form for a new passphrase. @param {string} word */
export const passphraseField = (word) => ({ name: "passphrase", word, type: "password", isNeeded: true,
  help: t("signin.new-help", { least: leastPassphrase }),
  check: (value) => (value.length < leastPassphrase ? t("signin.too-short", { least: leastPassphrase }) : undefined) });

/** Opens the form for another passphrase of one's own. */
export function openPassphrase({ account, name }) {
  document.querySelector(".drawer[open]")?.close();
  openForm({
    title: t("signin.change"),
    lead: [t("signin.change-text")],
    fields: [
      { name: "current", word: t("signin.current"), type: "password", isNeeded: true },
      passphraseField(t("signin.new")),
    ],
    act: t("signin.change-do"),
    send: async ({ current, passphrase }) => {
      await setPassphrase(account, { current, passphrase }, { isOwn: true });
      say(t("signin.changed", { name }));
    },
  });
}

/**
 * Sets the passphrase of an account. A refusal is in words.
 *
 * @param {string} account @param {{passphrase: string, current?: string}} body @param {{isOwn: boolean}} options
 */
export async function setPassphrase(account, body, { isOwn }) {
  try {
    await put(`/accounts/${encodeURIComponent(account)}/passphrase`, body);
  } catch (error) {
    if (error.status === 429) throw inWords(t("signin.refused"), t("signin.wait", { count: error.retryAfter }));
    if (error.status === 403 && isOwn) throw inWords(t("signin.refused"), t("signin.current-wrong"));
    throw error;
  }
}

/** Returns an error with a title and a text for people. */
export const inWords = (title, text) => Object.assign(new Error(text), { title });
