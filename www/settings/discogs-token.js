// The token for Discogs: whose it is, and the field for another one. The token itself is sent once and never shown.

import { get, request } from "/hub/client.js";
import { t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { say } from "/page/toast.js";
import { oneAct } from "/settings/one-act.js";

const path = "/discogs/token";

let newest;
const once = oneAct(() => followToken());

/** Reads and shows whose the token is. Only an administrator can change it. */
export async function followToken() {
  try {
    newest = await get(path, { timeout: 30_000 });
  } catch {
    newest = undefined;
  }
  showToken();
}

/** Shows the last state, as after a change of the language. A text in the field stays. */
export function showToken() {
  const card = byID("discogs-token");
  card.hidden = !newest;
  if (!newest) return;
  const { isSet, source, user, problem } = newest;
  const typed = document.getElementById("discogs-token-field")?.value ?? "";
  const field = make("input", { id: "discogs-token-field", type: "password", autocomplete: "off", spellcheck: false, maxlength: 200 });
  field.value = typed;
  const form = source === "start" ? [make("p.soft", {}, t("settings.token-given"))] : [
    make("form.token-form", { on: { submit: (event) => (event.preventDefault(), store(field)) } },
      make("label", { for: field.id }, t("settings.token-field")), field,
      make("div.actions", {}, make("button", { type: "submit" }, t("settings.token-store")),
        isSet && make("button.quiet", { type: "button", on: { click: () => once(() => request("DELETE", `/api/v1${path}`)) } },
          t("settings.token-remove"))))];
  card.replaceChildren(
    make("h2", { id: "discogs-token-title" }, t("settings.token")), make("p.soft", {}, t("settings.token-help")),
    make("p", { role: "status" }, isSet ? user ? t("settings.token-of", { user }) : t("settings.token-set") : t("settings.token-none")),
    ...problem ? [make("p", {}, t("settings.comparison-problem", { reason: problem }))] : [],
    ...form,
    // The terms of Discogs want this sentence in the program.
    make("p.soft", {}, t("settings.discogs-notice")));
}

const store = (field) => once(async () => {
  newest = await request("PUT", `/api/v1${path}`, { body: { token: field.value.trim() }, timeout: 30_000 });
  field.value = "";
  say(t("settings.token-stored"));
});
