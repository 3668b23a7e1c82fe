// The forms of an account: a new one, its name and role, another passphrase, and whether it can sign in.

import { newID, post, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { make } from "/record/element.js";
import { closeSheet, openSheet } from "/desk/sheet.js";
import { openForm } from "/page/form.js";
import { inWords, passphraseField, setPassphrase } from "/page/passphrase.js";
import { signedIn } from "/page/person.js";
import { action } from "/page/row.js";
import { complain, say } from "/page/toast.js";

/** The roles from the fewest rights to the most. */
export const roles = ["reader-only", "station", "staff", "admin"];

export const roleField = (value) => ({ name: "role", word: t("people.role"), value, help: t("people.role-help"),
  choices: roles.map((role) => [role, t(`signin.role-${role}`)]) });

const nameField = (value = "") => ({ name: "name", word: t("people.name"), value, isNeeded: true, most: 80 });

/** Returns the refusal of a change in words. */
function refusal(error) {
  if (error.code === "last-administrator") return inWords(t("people.last"), t("people.last-do"));
  return error.code === "name-taken" ? inWords(t("people.name-taken"), t("people.name-taken-do")) : error;
}

/** Opens the form for a new account. @param {() => void} refresh */
export function openAccount(refresh) {
  const key = newID();
  openForm({
    title: t("people.add"),
    fields: [nameField(), roleField("staff"), passphraseField(t("people.passphrase"))],
    act: t("people.add"),
    send: async (values) => {
      try {
        await post("/accounts", values, { headers: { "idempotency-key": key } });
      } catch (error) {
        throw refusal(error);
      }
      say(t("people.added", { name: values.name }));
      refresh();
    },
  });
}

/** Opens the form for name and role. */
export function openEdit(account, refresh) {
  openForm({
    title: t("people.edit-of", { name: account.name }),
    fields: [nameField(account.name), roleField(account.role)],
    act: t("page.save"),
    send: async ({ name, role }) => {
      await change(account, { name, role });
      say(t("page.saved"));
      refresh();
    },
  });
}

/** Opens the form for another passphrase; one's own needs the present one. */
export async function openNewPassphrase(account, refresh) {
  const isOwn = (await signedIn())?.account === account.id;
  openForm({
    title: t("people.passphrase-of", { name: account.name }),
    lead: [t("people.passphrase-text")],
    fields: [...isOwn ? [{ name: "current", word: t("signin.current"), type: "password", isNeeded: true }] : [], passphraseField(t("people.passphrase"))],
    act: t("page.save"),
    send: async (values) => {
      await setPassphrase(account.id, values, { isOwn });
      say(t("signin.changed", { name: account.name }));
      refresh();
    },
  });
}

/** Opens the form for the staff card that signs an account in together with its PIN. */
export function openCard(account, refresh) {
  const { name } = account;
  openForm({
    title: t("people.card-of", { name }),
    lead: [t("people.card-text", { name })],
    fields: [{ name: "card", word: t("people.card-code"), most: 500, help: t("people.card-help") }],
    act: t("page.save"),
    send: async ({ card }) => {
      try {
        const holder = card && await post("/borrowers/find", { card });
        await change(account, { borrower: holder ? holder.id : null });
      } catch (error) {
        if (error.code === "code-taken") throw inWords(t("people.card-taken"), t("people.card-taken-do"));
        throw error.code === "invalid" || error.code === "not-found" ? inWords(t("people.card-wrong"), t("people.card-wrong-do")) : error;
      }
      say(t("page.saved"));
      refresh();
    },
  });
}

/** Asks whether an account can no longer sign in. */
export function openDisable(account, refresh) {
  openSheet(t("people.disable-of", { name: account.name }), [
    make("p", {}, t("people.disable-text")),
    make("div.actions", {}, action(t("page.cancel"), closeSheet), action(t("people.disable"), () => {
      closeSheet();
      setDisabled(account, true, refresh);
    }, ".primary.grave")),
  ]);
}

/** Sets whether an account can sign in. */
export async function setDisabled(account, isDisabled, refresh) {
  try {
    await change(account, { isDisabled });
    say(t(isDisabled ? "people.is-disabled" : "people.is-enabled", { name: account.name }));
    refresh();
  } catch (error) {
    complain(error);
  }
}

/** Sends a change of an account in the version that the page shows. */
async function change(account, body) {
  try {
    return await request("PATCH", `/api/v1/accounts/${encodeURIComponent(account.id)}`, {
      body, headers: { "if-match": `"${account.version}"` },
    });
  } catch (error) {
    throw refusal(error);
  }
}
